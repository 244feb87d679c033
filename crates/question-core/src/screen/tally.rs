//! The count in the top border: options that match the filter, or checked boxes.

use crate::form::Form;
use crate::text::Clean;
use crate::words::fill;

/// Returns how many options of the shown question match the filter, or else how many of its boxes are checked.
pub(super) fn of(form: &Form) -> Option<Clean<'static>> {
    let (words, (_, entry)) = (form.words(), form.shown_entry()?);
    Some(Clean::composed(match entry.filter.matches().filter(|_| entry.filter.is_filtering()) {
        Some([]) => words.no_match.to_owned(),
        Some(matches) => words.some_of(matches.len(), entry.question.options.len()),
        None => {
            let (checked, boxes) = entry.draft().given.boxes()?.tally();
            fill(words.checked, &words.some_of(checked, boxes))
        }
    }))
}
