//! Confirmations, the questions of the form itself: how to leave it, and whether to accept a long text.

use super::answer::AnswerView;
use super::aside::{Aside, AsideKind};
use super::row::{RowKind, RowView};
use crate::answer::sheet::{Sheet, Standing};
use crate::form::Form;
use crate::form::page::{Confirmation, ConfirmationChoice, Field};
use crate::text::Clean;
use crate::words::fill;

/// Returns the question.
pub(super) fn question(form: &Form, asked: Confirmation) -> String {
    let words = form.words();
    let (text, field) = match asked {
        Confirmation::Leave(_) => return words.leave.to_owned(),
        Confirmation::Queue(_) => return words.count(words.more_wait, form.waiting().len()),
        Confirmation::Long(field @ Field::Answer(_)) => (words.long, field),
        Confirmation::Long(field) => (words.long_text, field),
    };
    words.count(text, form.field_text(field).chars().count())
}

/// Returns the row of the choice at index `at`, 0-based, with the answers that it sends.
pub(super) fn row(form: &Form, asked: Confirmation, at: usize, shorten: fn(&str) -> &str) -> Option<RowView<'_>> {
    let (words, choice) = (form.words(), asked.choice(at, form.waiting().len())?);
    let label = match (asked, choice) {
        (Confirmation::Leave(_) | Confirmation::Queue(_), ConfirmationChoice::Back) => words.keep.into(),
        (Confirmation::Long(_), ConfirmationChoice::Back) => words.long_no.into(),
        (_, ConfirmationChoice::Accept) => words.long_yes.into(),
        (_, ConfirmationChoice::Later) => words.later.into(),
        (_, ConfirmationChoice::Discard) => words.discard.into(),
        (_, ConfirmationChoice::LeaveAll) => words.leave_all.into(),
        (_, ConfirmationChoice::First(waiter)) => form.waiting().get(waiter)?.line(words),
        (_, ConfirmationChoice::Send) => match amount(form) {
            Some(amount) => Clean::composed(fill(words.send, &amount)),
            None => words.send_nothing.into(),
        },
    };
    let entries = form.entries().iter().filter(|_| choice == ConfirmationChoice::Send);
    let sent = entries.filter_map(|entry| {
        let answer = AnswerView::of(entry, shorten);
        let note = answer.note().map(|note| note.spoken(words));
        Some(match (answer.standing, note) {
            (Standing::Decided, None) => answer.line(words),
            (Standing::Decided, Some(note)) => [&answer.line(words), " (", &note, ")"].concat(),
            (Standing::Open | Standing::Proposed, note) => [answer.name.as_str(), ": ", &note?].concat(),
        })
    });
    let asides = sent.map(|text| Aside::new(AsideKind::Sent, text)).collect();
    Some(RowView { number: Some(at + 1), asides, ..RowView::new(RowKind::Choice, label) })
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
