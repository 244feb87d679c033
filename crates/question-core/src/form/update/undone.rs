//! What undo and redo have changed, in a few words, and the page that it was on.

use crate::answer::draft::Draft;
use crate::answer::given::{Choice, Given, Typed};
use crate::form::Form;
use crate::form::action::Step;
use crate::form::entry::Entry;
use crate::form::page::{Base, Notice};
use crate::form::undo::Changed;

/// Boxes that are named; nobody reads more of them in a line.
const MAX_NAMES: usize = 9;
/// Characters of a text; more than the columns of a line.
const MAX_CHARS: usize = 400;

impl Form {
    /// Turns to the question whose draft undo or redo has changed, and says what; not into its editor, where their keys
    /// are text.
    pub(super) fn show_change(&mut self, changed: Option<Changed>, notice: Notice) -> Step {
        let (said, step) = match changed {
            None => return Step::Idle,
            Some(Changed::Discussion(before)) => {
                let (done, base) = sides(notice, &before, &self.discussion);
                (either(done, base).to_owned(), Step::Redraw)
            }
            Some(Changed::Question(at, before)) => {
                let said = self.entry(at).map(|entry| {
                    let (done, base) = sides(notice, &before, entry.draft());
                    let said = self.difference(entry, done, base, notice);
                    if self.has_tabs() { format!("{} → {said}", entry.shown.label.as_str()) } else { said }
                });
                (said.unwrap_or_default(), self.back_to(Base::Question(at)))
            }
        };
        self.undone = said.chars().take(MAX_CHARS).collect();
        self.notice = Some(notice);
        step
    }

    /// What was done to a draft that was `base` before; where something was taken away, that.
    fn difference(&self, entry: &Entry, done: &Draft, base: &Draft, notice: Notice) -> String {
        let mut parts = Vec::new();
        if done.given != base.given {
            parts.push(self.given_difference(entry, &done.given, &base.given, notice));
        } else if done.text != base.text {
            parts.push(either(&done.text, &base.text).to_owned());
        }
        let note = |draft: &Draft| draft.note.clone().unwrap_or_default();
        let (done_note, base_note) = (note(done), note(base));
        if done_note != base_note {
            parts.push(format!("{}{}", self.words.note, either(&done_note, &base_note)));
        } else if done.note_text != base.note_text {
            parts.push(format!("{}{}", self.words.note, either(&done.note_text, &base.note_text)));
        }
        parts.join(self.words.comma)
    }

    fn given_difference(&self, entry: &Entry, done: &Given, base: &Given, notice: Notice) -> String {
        let label = |option: usize| entry.shown.option(option).map_or("", |option| option.label.as_str());
        let (Some(boxes), Some(were)) = (done.boxes(), base.boxes()) else {
            let name = |given| match given {
                &Given::Single(Some(Choice::Option(option))) => Some(label(option)),
                given => given.text().map(String::as_str),
            };
            return name(done).or_else(|| name(base)).unwrap_or_default().to_owned();
        };
        let (typed, was_typed) = (&boxes.typed, &were.typed);
        let options = (0..).zip(boxes.checked.iter().zip(&were.checked)).filter(|(_, (is, was))| is != was);
        let options = options.map(|(option, (is, _))| (*is, label(option)));
        let lacks = |all: &[Typed], text: &Typed| !all.contains(text);
        let was_there = |typed: &&Typed| was_typed.iter().any(|was| was.text == typed.text);
        let (turned, added): (Vec<&Typed>, Vec<&Typed>) =
            typed.iter().filter(|text| lacks(was_typed, text)).partition(was_there);
        let turned = turned.into_iter().map(|typed| (typed.is_checked, typed.text.as_str()));
        let turned: Vec<(bool, &str)> = options.chain(turned).take(MAX_NAMES).collect();
        // As the list shows them now, behind how it did.
        let sign = |is_checked| if is_checked { "[x]" } else { "[ ]" };
        let turned = [true, false].into_iter().filter_map(|is_checked| {
            let now = is_checked != (notice == Notice::Undone);
            let names = turned.iter().filter(|(is, _)| *is == is_checked).map(|(_, name)| *name);
            let names = names.collect::<Vec<_>>().join(self.words.comma);
            (!names.is_empty()).then(|| format!("{}→{} {names}", sign(!now), sign(now)))
        });
        // What was opened again is there with other words.
        let removed = was_typed.iter().filter(|text| typed.len() < was_typed.len() && lacks(typed, text));
        let texts = added.into_iter().chain(removed).map(|typed| typed.text.clone());
        let names: Vec<String> = turned.chain(texts).take(MAX_NAMES).collect();
        if names.is_empty() { self.words.none.to_owned() } else { names.join(self.words.comma) }
    }
}

/// Of what was there before undo or redo and what is there now: what had been done, and what that was done to.
fn sides<'a, T: ?Sized>(notice: Notice, before: &'a T, now: &'a T) -> (&'a T, &'a T) {
    if notice == Notice::Undone { (before, now) } else { (now, before) }
}

/// What was typed, or what was there in its place.
fn either<'a>(done: &'a str, base: &'a str) -> &'a str {
    if done.trim().is_empty() { base } else { done }
}
