//! Counts: checked boxes in the top border, and options that match beside the filter.

use super::Screen;
use crate::form::Form;
use crate::form::page::Page;
use crate::screen::frame::{Line, Role};
use crate::text::Clean;
use crate::words::fill;

/// Width of the filter input, in columns, that is kept free of a count.
const MIN_FILTER_COLUMNS: usize = 20;

/// Returns how many boxes of the current list are checked.
pub(super) fn checked(form: &Form) -> Option<Clean<'static>> {
    let (_, entry) = form.shown_entry()?;
    let (checked, boxes) = entry.draft().given.boxes()?.tally();
    Some(Clean::composed(fill(form.words().checked, &form.words().some_of(checked, boxes))))
}

/// Returns the count after the filter input: how many options match, or that none does.
pub(super) fn beside_filter(screen: &Screen) -> Option<Line<'static>> {
    let form = &screen.form;
    let Page::Filter(at) = form.page() else { return None };
    let entry = form.entry(at)?;
    let (role, text) = match entry.filter.matches()?.len() {
        0 => (Role::Muted, form.words().no_match.to_owned()),
        count => (Role::Dim, form.words().some_of(count, entry.question.options.len())),
    };
    let text = Clean::composed(format!("  {text} "));
    (text.columns() + MIN_FILTER_COLUMNS <= screen.size.columns).then(|| Line::of(role, text))
}
