//! The notice above the hints: why input had no effect, or the note on the current question.

use super::Screen;
use super::command::Command;
use super::frame::{Line, Role};
use super::layout::Layout;
use super::list::cut_rows;
use super::{review, tally};
use crate::form::entry::Entry;
use crate::form::page::{Base, Notice, Page};
use crate::form::{Focus, Form, Unfinished};
use crate::text::{Clean, Wrap, start_of};
use crate::words::{fill, fill_all};

/// Maximum number of characters of a note that are laid out.
const MAX_CHARS: usize = 20_000;

/// Returns why the last input had no effect, without naming keys.
pub(crate) fn trouble(form: &Form) -> Option<String> {
    let words = form.words();
    if form.unfinished() == Some(Unfinished::None) {
        return Some(words.nothing_checked.to_owned());
    }
    let Some(notice) = form.notice() else {
        // The fault of an answer from outside the form.
        let (_, entry) = form.shown_entry().filter(|_| matches!(form.page(), Page::Base(_) | Page::Field(_)))?;
        return Some(format!("✗ {}", Clean::line(entry.fault()?).as_str()));
    };
    Some(match notice {
        Notice::BlankText => words.blank.to_owned(),
        Notice::Unreadable(file) => fill(words.unreadable, Clean::line(file).as_str()),
        Notice::Unanswered => {
            let (_, entry) = form.shown_entry()?;
            fill(words.unanswered, entry.shown.label.as_str())
        }
        Notice::NoSuchNumber(number) => fill(words.not_a_choice, &number.to_string()),
        Notice::Undone(_) | Notice::Redone(_) => return None,
    })
}

/// Returns why the last input had no effect, naming the keys that help.
fn trouble_with_keys(screen: &Screen) -> Option<String> {
    if screen.form.unfinished() == Some(Unfinished::None) {
        return Some(nothing_checked(screen));
    }
    trouble(&screen.form)
}

fn nothing_checked(screen: &Screen) -> String {
    let key = |command| screen.keys.of(Focus::List, command).text().as_str();
    let (words, check, confirm) = (screen.form.words(), key(Command::Toggle), key(Command::Confirm));
    if check.is_empty() {
        return words.nothing_checked.to_owned();
    }
    fill_all(words.nothing_checked_keys, &[check, confirm])
}

/// Draws the notice in at most `max` rows. A single row belongs to the hints, and only an effect of the last input
/// takes it.
pub(super) fn lines<'a>(screen: &'a Screen, layout: &Layout, max: usize) -> Vec<Line<'a>> {
    let is_told = screen.form.notice().is_some() || screen.form.unfinished() == Some(Unfinished::None);
    match notice(screen).filter(|_| max > 1 || is_told) {
        Some((role @ Role::Warning, text)) => {
            let columns = layout.text_columns();
            let rows = Wrap::new(text, columns).take(max + 1);
            let mut lines = rows.map(|row| Line::of(role, row)).collect();
            cut_rows(0, max, columns, &mut lines);
            lines
        }
        // These texts can be read elsewhere, so one row is enough.
        Some((role, text)) => vec![Line::of(role, text)],
        None => Vec::new(),
    }
}

/// Describes the state after undo or redo: the answer to the question at index `at` with its notes, or the message
/// about the call.
fn standing(form: &Form, at: Option<usize>) -> String {
    let words = form.words();
    let text = if let Some((at, entry)) = at.and_then(|at| Some((at, form.entry(at)?))) {
        let asides = review::asides(entry, start, words).map(|(_, shown)| shown);
        std::iter::once(review::shortened(form, at, &start)).chain(asides).collect::<Vec<_>>().join("  ")
    } else {
        let talk = if form.has_talk() { start(form.discussion().trim()) } else { words.blank_answer };
        [words.to_discuss, review::ARROW, talk].concat()
    };
    Clean::line(start(&text)).as_str().to_owned()
}

/// Shortens a text to what may fit on a row.
fn start(text: &str) -> &str {
    start_of(text, 400)
}

/// Returns the notice: why input has no effect, else what was undone, else the state of the filter, else the note on
/// the question.
fn notice(screen: &Screen) -> Option<(Role, Clean<'_>)> {
    let form = &screen.form;
    if let Some(trouble) = trouble_with_keys(screen) {
        return Some((Role::Warning, Clean::composed(trouble)));
    }
    if form.is_waiting_for_silence() {
        return Some((Role::Muted, form.words().waiting.into()));
    }
    let changed = |words, at| Some((Role::Muted, Clean::composed(fill(words, &standing(form, at)))));
    match form.notice() {
        Some(Notice::Undone(at)) => return changed(form.words().undone, *at),
        Some(Notice::Redone(at)) => return changed(form.words().redone, *at),
        _ => {}
    }
    let (_, entry) = form.shown_entry()?;
    match form.page() {
        // Shown here only if there is no room beside the filter.
        Page::Filter(_) if entry.filter.is_without_match() && tally::beside_filter(screen).is_none() => {
            Some((Role::Muted, form.words().no_match.into()))
        }
        Page::Base(Base::Question(_)) => asides(form, entry).map(|text| (Role::Muted, Clean::composed(text))),
        _ => None,
    }
}

/// Returns whether the page has texts that no other row shows, so that the notice keeps its row.
pub(super) fn is_lasting(screen: &Screen) -> bool {
    let form = &screen.form;
    matches!(form.page(), Page::Base(Base::Question(_)))
        && form.shown_entry().is_some_and(|(_, entry)| asides(form, entry).is_some())
}

/// Returns the texts beside the answer: the note, an unsubmitted note, and an unsubmitted message.
fn asides(form: &Form, entry: &Entry) -> Option<String> {
    let (draft, words) = (entry.draft(), form.words());
    let start = |text| start_of(text, MAX_CHARS);
    let note = draft.note.as_deref().map(|note| [words.note, start(note)].concat());
    let unsent = draft.unsent_note().map(|note| review::unsent(words.to_note, start(note), words));
    let talk = form.has_talk().then(|| review::unsent(words.to_discuss, start(form.discussion()), words));
    let texts: Vec<String> = [note, unsent, talk].into_iter().flatten().collect();
    (!texts.is_empty()).then(|| texts.join("  "))
}
