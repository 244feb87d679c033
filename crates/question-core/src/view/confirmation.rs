//! Confirmations, the questions of the form itself: how to leave it, and whether to accept a long text.

use crate::answer::sheet::{Sheet, Standing};
use crate::form::Form;
use crate::form::page::{Confirmation, ConfirmationChoice, Field};
use crate::view::review;
use crate::words::fill;

pub(crate) fn question(form: &Form, asked: Confirmation) -> String {
    let words = form.words();
    let (text, field) = match asked {
        Confirmation::Leave(_) => return words.leave.to_owned(),
        Confirmation::Long(field @ Field::Answer(_)) => (words.long, field),
        Confirmation::Long(field) => (words.long_text, field),
    };
    words.count(text, form.field_text(field).chars().count())
}

pub(crate) fn label(form: &Form, asked: Confirmation, choice: ConfirmationChoice) -> String {
    let words = form.words();
    let label = match (asked, choice) {
        (Confirmation::Leave(_), ConfirmationChoice::Back) => words.keep,
        (Confirmation::Long(_), ConfirmationChoice::Back) => words.long_no,
        (_, ConfirmationChoice::Accept) => words.long_yes,
        (_, ConfirmationChoice::Send) => match amount(form) {
            Some(amount) => return fill(words.send, &amount),
            None => words.send_nothing,
        },
        (_, ConfirmationChoice::Discard) => words.discard,
    };
    label.to_owned()
}

/// Returns the answers that a choice sends, each with its label and its note.
pub(crate) fn sent(form: &Form, choice: ConfirmationChoice, shorten: fn(&str) -> &str) -> impl Iterator<Item = String> {
    let entries = form.entries().iter().enumerate().filter(move |_| choice == ConfirmationChoice::Send);
    entries.filter_map(move |(at, entry)| {
        let note = review::note(entry.sheet(), shorten, form.words());
        match entry.sheet().standing() {
            Standing::Decided => {
                let note = note.map(|note| [" (", &note, ")"].concat()).unwrap_or_default();
                Some([review::shortened(form, at, shorten), note].concat())
            }
            Standing::Open | Standing::Proposed => note.map(|note| [entry.shown.name.as_str(), ": ", &note].concat()),
        }
    })
}

/// Describes how many answers would be sent, whether a note without an answer would be sent, and how many
/// defaults and texts would not. Returns `None` if nothing would be sent.
fn amount(form: &Form) -> Option<String> {
    let words = form.words();
    let counted = |text, count| (count > 0).then(|| words.count(text, count));
    let decided = form.count(Standing::Decided);
    // Withdrawing all answers of a revision is sent, too.
    let answered = (decided > 0 || form.is_revision()).then(|| words.count(words.answered, decided));
    let is_open = |sheet: &&Sheet| sheet.standing() != Standing::Decided;
    let note = form.sheets().filter(is_open).any(|sheet| sheet.note().is_some()).then(|| words.to_note.to_owned());
    let sent: Vec<String> = answered.into_iter().chain(note).collect();
    let defaults = counted(words.defaults_not_sent, form.count(Standing::Proposed));
    let unsent = form.sheets().flat_map(Sheet::unsent_texts).count() + usize::from(form.has_discussion());
    let unsent = counted(words.texts_not_sent, unsent);
    (!sent.is_empty()).then(|| sent.into_iter().chain(defaults).chain(unsent).collect::<Vec<_>>().join(words.comma))
}
