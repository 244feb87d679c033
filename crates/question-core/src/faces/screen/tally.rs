//! The counts in the top border: options that words find, or checked boxes; pictures; forms that wait.

use super::{Screen, zoom};
use crate::form::Form;
use crate::form::page::{Page, Tab};
use crate::text::Clean;
use crate::words::fill;

/// Returns the counts of the page, and of the forms that wait.
pub(super) fn tally(screen: &Screen) -> Option<Clean<'static>> {
    let (form, words) = (&screen.form, screen.form.words());
    let of_page = match form.page() {
        Page::Zoom(at, zoomed) => zoom::tally(form, (at, zoomed)),
        Page::Tab(Tab::Review) => None,
        _ => of_list(form),
    };
    let counted = |text, count| (count > 0).then(|| Clean::composed(words.count(text, count)));
    let all = [of_page, counted(words.pictures, form.count_pictures()), counted(words.more_wait, screen.waiting)];
    let join = |one: Clean<'static>, other: Clean| Clean::composed([one.as_str(), " · ", other.as_str()].concat());
    all.into_iter().flatten().reduce(join)
}

/// Returns how many options of the shown question the words in its open text find, and whether only these are shown, or else
/// how many of its boxes are checked.
fn of_list(form: &Form) -> Option<Clean<'static>> {
    let (words, (_, entry)) = (form.words(), form.shown_entry()?);
    Some(Clean::composed(match entry.search().found() {
        found if form.is_narrowing() => {
            [words.search, " ", &words.some_of(found.len(), entry.question.options.len())].concat()
        }
        [] => {
            let (checked, boxes) = entry.sheet().given.boxes()?.tally();
            fill(words.checked, &words.some_of(checked, boxes))
        }
        found => words.some_of(found.len(), entry.question.options.len()),
    }))
}
