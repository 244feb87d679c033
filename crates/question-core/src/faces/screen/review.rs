//! The review: each answer with its note and unsubmitted texts, then an unsent message, then Submit.

use super::item::{Item, Lead, Sign};
use super::stack::Text;
use crate::answer::sheet::Standing;
use crate::faces::frame::Role;
use crate::form::Form;
use crate::form::entry::Entry;
use crate::text::{self, Clean};
use crate::view::review::{ARROW, PEN, PROPOSED, answer, asides, shortened, start};

/// Signs before a question with an answer, before one with a default that Submit confirms, and before one without.
const ANSWERED: Clean<'static> = Clean::own("✓ ", 2);
const DEFAULT: Clean<'static> = Clean::own(PROPOSED, 2);
const OPEN: Clean<'static> = Clean::own("□ ", 2);

/// Sign of an answer whose note and unsubmitted texts have no row.
const ASIDES: &str = " ✎";

/// Maximum number of rows of a text. The page of its question shows all of it.
pub(super) const MAX_ROWS: usize = 3;

/// Returns an item: a question with its answer and the texts beside that, the unsent message, or Submit.
pub(super) fn item(form: &Form, at: usize) -> Item<'static> {
    let words = form.words();
    let entry = form.entry(at);
    let standing = entry.map(|entry| entry.sheet().standing());
    let is_done = standing == Some(Standing::Decided);
    let is_missing = entry.is_some_and(Entry::is_missing);
    let is_discussion = entry.is_none() && at < form.submit_row();
    let (sign, role) = match standing {
        Some(Standing::Decided) => (ANSWERED, Role::Text),
        Some(Standing::Proposed) => (DEFAULT, Role::Text),
        Some(Standing::Open) => (OPEN, if is_missing { Role::Warning } else { Role::Muted }),
        None if is_discussion => (PEN.into(), Role::Muted),
        None if form.first_missing().is_none() => (Clean::EMPTY, Role::Success),
        None => (Clean::EMPTY, Role::Muted),
    };
    let text =
        if is_discussion { [words.not_sent, start(form.discussion())].concat() } else { shortened(form, at, start) };
    let asides = entry.into_iter().flat_map(|entry| asides(entry, start, words));
    Item {
        asides: asides.map(|text| Text::Plain(Role::Muted, Clean::text(&text).into_owned())).collect(),
        below_sign: Some(Sign { role: Role::Muted, text: ASIDES.into(), has_text: false }),
        ..Item::new(Lead { sign, is_done, ..Lead::default() }, role, Clean::text(&text).into_owned())
    }
}

/// Returns the label and answer of a question for a row that is too short for both. The label is cut in favor of the
/// answer, and the sign alone says that it is a default. Returns `None` for any other row.
pub(super) fn in_one_row(form: &Form, at: usize, columns: usize) -> Option<Clean<'static>> {
    /// Fraction of the row that is left to the label: one in this number.
    const LABEL_SHARE: usize = 3;
    let entry = form.entry(at)?;
    let said = answer(entry, start, form.words());
    let said = Clean::line(said.strip_prefix(form.words().by_default).unwrap_or(&said)).into_owned();
    let room = columns.saturating_sub(Clean::from(ARROW).columns());
    let name =
        text::shortened(entry.shown.name.borrowed(), room.saturating_sub(said.columns()).max(room / LABEL_SHARE));
    Some(Clean::composed([name.as_str(), ARROW, said.as_str()].concat()))
}
