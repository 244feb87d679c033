//! The count in the top border: options that words find, or checked boxes.

use crate::form::Form;
use crate::text::Clean;
use crate::words::fill;

/// Returns how many options of the shown question the words in its open text find, or else how many of its boxes are
/// checked.
pub(super) fn of(form: &Form) -> Option<Clean<'static>> {
    let (words, (_, entry)) = (form.words(), form.shown_entry()?);
    Some(Clean::composed(match entry.search().found() {
        [] => {
            let (checked, boxes) = entry.draft().given.boxes()?.tally();
            fill(words.checked, &words.some_of(checked, boxes))
        }
        found => words.some_of(found.len(), entry.question.options.len()),
    }))
}
