//! A page of a form: what heads it, its rows, and what it says beside them.

use serde::Serialize;

use super::aside::Aside;
use super::confirmation;
use super::notice::{beside, notice};
use super::row::{RowView, Rows};
use super::whole;
use crate::form::Form;
use crate::form::offers::{Cut, Told};
use crate::form::page::{Field, Page, Tab, Zoomed};
use crate::form::prompt::Prompt;
use crate::text::Clean;
use crate::words::fill;

/// A page of a form.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PageView<'a> {
    /// Who asks, if that is another session.
    pub asks: Option<Clean<'static>>,
    /// That the form is a revision.
    pub revising: Option<&'static str>,
    /// Title of the form.
    pub title: Option<Clean<'a>>,
    /// The number of the question, 1-based, and of all, if there are several.
    pub number: Option<(usize, usize)>,
    /// What the question is called.
    pub name: Option<Clean<'a>>,
    /// Whether the model has given it that name.
    pub is_named: bool,
    /// The question that the page is about.
    pub(crate) prompt: Option<&'a Prompt>,
    /// What the page itself asks: for a note, a message, or a confirmation.
    pub caption: Option<Clean<'a>>,
    /// The rows.
    pub rows: Vec<RowView<'a>>,
    /// Texts of the user's that no row shows.
    pub beside: Vec<Aside<'a>>,
    /// What the page says about the last input.
    pub notice: Option<Aside<'static>>,
    /// What can be done.
    pub offers: Vec<&'static str>,
}

impl<'a> PageView<'a> {
    /// Views the page that a form shows.
    #[must_use]
    pub fn of(form: &'a Form) -> Self {
        let entry = form.tab().question().and_then(|at| Some((at, form.entry(at)?)));
        let entry = entry.filter(|_| !matches!(form.page(), Page::Confirm(..)));
        let offers =
            form.offers(Cut { zoom_shows_more: false, prompt: false, list: false, preview_or_zoom: false }).into_iter();
        Self {
            asks: form.subagent().map(|subagent| subagent.asks(form.words())),
            revising: revising(form),
            title: form.title().map(Clean::borrowed),
            number: entry.filter(|_| form.has_tabs()).map(|(at, _)| (at + 1, form.entries().len())),
            name: entry.map(|(_, entry)| entry.shown.name.borrowed()),
            is_named: entry.is_some_and(|(_, entry)| entry.question.own_label().is_some()),
            prompt: entry.map(|(_, entry)| &entry.shown.prompt),
            caption: caption(form),
            rows: Rows::of(form, whole).all().collect(),
            beside: entry.into_iter().flat_map(|(_, entry)| beside(form, entry, whole)).collect(),
            notice: notice(form),
            offers: offers.filter(|offer| offer.told != Told::Nowhere).map(|offer| offer.does).collect(),
        }
    }
}

/// Returns that the form is a revision, if it is.
pub(crate) fn revising(form: &Form) -> Option<&'static str> {
    form.is_revision().then_some(form.words().revising)
}

/// Returns what the page itself asks or is, beside a question or instead of one.
pub(crate) fn caption(form: &Form) -> Option<Clean<'_>> {
    let words = form.words();
    Some(match form.page() {
        Page::Tab(Tab::Review) => words.review.into(),
        Page::Field(Field::Discussion(_)) => words.discuss_heading.into(),
        Page::Field(Field::Note(..)) => words.note_heading.into(),
        Page::Confirm(asked, _) => Clean::composed(confirmation::question(form, asked)),
        Page::Tab(Tab::Question(_))
        | Page::Field(Field::Answer(_) | Field::Added(..))
        | Page::Options(_)
        | Page::Zoom(..) => return None,
    })
}

/// Returns the counts of the page: options that words find, checked boxes, or the zoomed option; then pictures.
pub(crate) fn counts(form: &Form) -> impl Iterator<Item = String> {
    let words = form.words();
    let of_page = match form.page() {
        Page::Zoom(_, Zoomed::Prompt) | Page::Tab(Tab::Review) => None,
        Page::Zoom(at, Zoomed::Option(option)) => {
            let options = form.entry(at).map(|entry| entry.question.options.len());
            options.map(|options| fill(words.option_of, &words.some_of(option + 1, options)))
        }
        _ => of_list(form),
    };
    let pictures = form.count_pictures();
    of_page.into_iter().chain((pictures > 0).then(|| words.count(words.pictures, pictures)))
}

/// Returns how many options of the shown question the words in its open text find, and whether only these are shown, or else
/// how many of its boxes are checked.
fn of_list(form: &Form) -> Option<String> {
    let (words, (_, entry)) = (form.words(), form.shown_entry()?);
    let some = |count: usize| words.some_of(count, entry.question.options.len());
    Some(match entry.search().found() {
        found if form.is_narrowing() => [words.search, " · ", &fill(words.found, &some(found.len()))].concat(),
        [] => {
            let (checked, boxes) = entry.sheet().given.boxes()?.tally();
            fill(words.checked, &words.some_of(checked, boxes))
        }
        found => fill(words.found, &some(found.len())),
    })
}
