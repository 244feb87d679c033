//! The counts in the top border: options that words find, or checked boxes; pictures; forms that wait.

use super::{Screen, zoom};
use crate::form::Form;
use crate::form::page::{Page, Tab};
use crate::text::Clean;
use crate::words::fill;

/// Returns the counts of the page, and of the forms that wait.
pub(super) fn tally(screen: &Screen) -> Option<Clean<'static>> {
    let of_page = match screen.form.page() {
        Page::Zoom(at, zoomed) => zoom::tally(&screen.form, (at, zoomed)),
        Page::Tab(Tab::Review) => of_review(&screen.form),
        _ => of_list(&screen.form),
    };
    let words = screen.form.words();
    let waiting = (screen.waiting > 0).then(|| Clean::composed(words.count(words.more_wait, screen.waiting)));
    match (of_page, waiting) {
        (Some(page), Some(waiting)) => Some(Clean::composed([page.as_str(), " · ", waiting.as_str()].concat())),
        (page, waiting) => page.or(waiting),
    }
}

/// Returns how many pictures the answers and notes have.
fn of_review(form: &Form) -> Option<Clean<'static>> {
    let count = form.count_pictures();
    (count > 0).then(|| Clean::composed(form.words().count(form.words().pictures, count)))
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
            let (checked, boxes) = entry.draft().given.boxes()?.tally();
            fill(words.checked, &words.some_of(checked, boxes))
        }
        found => words.some_of(found.len(), entry.question.options.len()),
    }))
}
