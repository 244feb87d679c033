//! What undo and redo have changed, in a few words, and the page that it was on.

use crate::answer::draft::Draft;
use crate::answer::given::{Boxes, Choice, Given};
use crate::form::Form;
use crate::form::action::Step;
use crate::form::entry::Entry;
use crate::form::page::{Base, Notice};
use crate::form::undo::Changed;
use crate::text::start_of;

/// Boxes that are named; nobody reads more of them in a line.
const MAX_NAMES: usize = 9;
/// Characters of a text, and of all; more than the columns of a line.
const MAX_TEXT: usize = 60;
const MAX_CHARS: usize = 400;

impl Form {
    /// Turns to the question whose draft undo or redo has changed, and says what; not into its editor, where their keys
    /// are text.
    pub(super) fn show_change(&mut self, changed: Option<Changed>, notice: Notice) -> Step {
        let (said, step) = match changed {
            None => return Step::Idle,
            Some(Changed::Discussion(before)) => (self.text_difference(&before, &self.discussion), Step::Redraw),
            Some(Changed::Question(at, before)) => {
                let said = self.entry(at).map(|entry| {
                    let said = self.difference(entry, &before);
                    if self.has_tabs() { [entry.shown.label.as_str(), self.words.colon, &said].concat() } else { said }
                });
                (said.unwrap_or_default(), self.back_to(Base::Question(at)))
            }
        };
        self.undone = said.chars().take(MAX_CHARS).collect();
        self.notice = Some(notice);
        step
    }

    /// What has become of a draft that was `before`.
    fn difference(&self, entry: &Entry, before: &Draft) -> String {
        let now = entry.draft();
        let mut parts = Vec::new();
        if now.given != before.given {
            parts.push(self.given_difference(entry, &before.given));
        } else if now.text != before.text {
            parts.push(self.text_difference(&before.text, &now.text));
        }
        let note = |draft: &Draft| draft.note.clone().unwrap_or_default();
        let (note_now, note_before) = (note(now), note(before));
        if note_now != note_before {
            parts.push([self.words.note, &self.text_difference(&note_before, &note_now)].concat());
        } else if now.note_text != before.note_text {
            parts.push([self.words.note, &self.text_difference(&before.note_text, &now.note_text)].concat());
        }
        parts.join(self.words.comma)
    }

    /// The answer before and now, with an arrow between them; of boxes, those that were turned or came or went.
    fn given_difference(&self, entry: &Entry, before: &Given) -> String {
        let now = &entry.draft().given;
        let label = |option: usize| entry.shown.option(option).map_or("", |option| option.label.as_str());
        let name = |given: &Given| match given {
            &Given::Single(Some(Choice::Option(option))) => label(option).to_owned(),
            Given::Multi(boxes) if boxes.is_none_meant => self.words.none.to_owned(),
            given => given.text().map_or(self.words.not_answered, String::as_str).to_owned(),
        };
        let as_a_whole = || [&name(before), ARROW, &name(now)].concat();
        let (Some(boxes), Some(were)) = (now.boxes(), before.boxes()) else { return as_a_whole() };
        let options = (0..).zip(were.checked.iter().zip(&boxes.checked));
        let options = options.map(|(option, (was, is))| (label(option), Some(*was), Some(*is)));
        let find = |boxes: &Boxes, text: &str| {
            boxes.typed.iter().find(|typed| typed.text == text).map(|typed| typed.is_checked)
        };
        let gone = were.typed.iter().filter(|typed| find(boxes, &typed.text).is_none());
        let typed = boxes.typed.iter().chain(gone).map(|typed| typed.text.as_str());
        let typed = typed.map(|text| (text, find(were, text), find(boxes, text)));
        let mut said = String::new();
        let mut last = None;
        for (name, was, is) in options.chain(typed).filter(|(_, was, is)| was != is).take(MAX_NAMES) {
            if last.is_some() {
                said.push_str(self.words.comma);
            }
            // A text that came or went says so by itself.
            if let (Some(is), Some(_), true) = (is, was, last != Some((was, is))) {
                said.push_str(if is { "[ ]→[x] " } else { "[x]→[ ] " });
            }
            said.push_str(name);
            last = Some((was, is));
        }
        let edited = || were.typed.iter().zip(&boxes.typed).find(|(was, is)| was.edit != is.edit);
        match (said.is_empty(), boxes.is_none_meant == were.is_none_meant) {
            (false, _) => said,
            (true, false) => as_a_whole(),
            (true, true) => {
                edited().map_or_else(String::new, |(was, is)| self.text_difference(was.edited(), is.edited()))
            }
        }
    }

    /// A text before and now.
    fn text_difference(&self, before: &str, now: &str) -> String {
        let shown = |text: &str| match text.trim() {
            "" => self.words.blank_answer.to_owned(),
            text if start_of(text, MAX_TEXT).len() < text.len() => [start_of(text, MAX_TEXT), "…"].concat(),
            text => text.to_owned(),
        };
        [&shown(before), ARROW, &shown(now)].concat()
    }
}

/// Between what an answer was and what it is.
const ARROW: &str = " → ";
