//! What a person has decided, by a book of its own: it knows only the questions as they were asked, the actions, and what
//! the screen shows before each. It never asks the form.

use std::collections::BTreeSet;

use crate::common::play::{Place, Sight};
use crate::common::{Action, Played, TUI};
use question_core::{Focus, Mode, Outcome, QuestionRequest, Target};

/// What is decided for a question.
#[derive(Clone, Debug, PartialEq)]
enum Decided {
    Nothing,
    Option(usize),
    Text(String),
    /// Boxes, by the person, and whether they have confirmed that none is checked.
    Boxes {
        checked: BTreeSet<usize>,
        typed: Vec<(String, bool)>,
        is_none: bool,
    },
}

/// The editor of an answer while it is open.
#[derive(Clone, Debug, Default)]
struct Opened {
    /// The text before the list was typed into.
    text: String,
    /// Whether the text was begun anew.
    is_anew: bool,
}

/// The page of a question in the book.
#[derive(Clone, Debug)]
struct Entry {
    mode: Mode,
    options: usize,
    allow_empty: bool,
    /// Whether a list needs a checked option.
    needs_one: bool,
    /// Options that the model checked and nobody has touched or confirmed.
    proposed: BTreeSet<usize>,
    /// The model's text.
    prefill: String,
    /// The text in the editor of the answer.
    text: String,
    /// The text in the editor that stood there at first, or was replaced by a choice. The row does not show it.
    settled: String,
    opened: Opened,
    allow_custom: bool,
    decided: Decided,
    /// Everything that was ever decided, which undo may restore.
    history: Vec<(Decided, BTreeSet<usize>)>,
}

#[derive(Clone, Debug)]
pub(super) struct Book {
    entries: Vec<Entry>,
    /// Whether the last action has asked to confirm that no box is checked.
    asks_none: bool,
}

impl Entry {
    fn new(question: &QuestionRequest) -> Self {
        let mode = question.mode.expect("it has a mode");
        let allow_custom = question.allow_custom != Some(false) || mode == Mode::Input;
        let (mut proposed, mut texts) = (BTreeSet::new(), Vec::new());
        for name in question.default_value.iter().chain(question.default_values.iter().flatten()) {
            match question.options.iter().position(|option| option.label == *name).filter(|_| mode != Mode::Input) {
                Some(option) => drop(proposed.insert(option)),
                None if allow_custom && !texts.contains(&name.as_str()) => texts.push(name.as_str()),
                None => {}
            }
        }
        let prefill = texts.join(", ");
        let decided = match mode {
            Mode::Multi => Decided::Boxes { checked: BTreeSet::new(), typed: Vec::new(), is_none: false },
            Mode::Single | Mode::Input => Decided::Nothing,
        };
        Self {
            mode,
            options: if mode == Mode::Input { 0 } else { question.options.len() },
            allow_empty: question.allow_empty == Some(true),
            needs_one: mode == Mode::Multi && question.allow_empty == Some(false),
            text: prefill.clone(),
            settled: prefill.clone(),
            opened: Opened::default(),
            allow_custom,
            history: vec![(decided.clone(), proposed.clone())],
            proposed,
            prefill,
            decided,
        }
    }

    /// Returns the number of boxes, which stand above the row for words.
    fn boxes(&self) -> usize {
        let Decided::Boxes { typed, .. } = &self.decided else { return 0 };
        self.options + typed.len()
    }

    fn has_checked(&self) -> bool {
        let Decided::Boxes { checked, typed, .. } = &self.decided else { return false };
        !checked.is_empty() || !self.proposed.is_empty() || typed.iter().any(|(_, is_checked)| *is_checked)
    }

    /// Chooses the row at index `at`, as Enter or its number does; in boxes, toggles it.
    fn choose(&mut self, at: usize) {
        match &mut self.decided {
            Decided::Boxes { checked, typed, is_none } => {
                if at < self.options {
                    if !self.proposed.remove(&at) && !checked.remove(&at) {
                        checked.insert(at);
                    }
                } else if let Some((_, is_checked)) = typed.get_mut(at - self.options) {
                    *is_checked = !*is_checked;
                } else {
                    return;
                }
                *is_none = false;
            }
            decided if at < self.options => {
                *decided = Decided::Option(at);
                self.settled.clone_from(&self.text);
            }
            _ => {}
        }
    }

    /// Returns the option that a text names: all are called `a` and their number.
    fn named(&self, text: &str) -> Option<usize> {
        text.trim().strip_prefix('a')?.parse().ok().filter(|at| *at < self.options)
    }

    /// Chooses a row that is seen beside an open text. Words that have found its option are spent.
    fn choose_seen(&mut self, at: usize) {
        let is_found = self.finds(at);
        self.choose(at);
        if is_found {
            self.text.clear();
            self.settled.clear();
        }
    }

    /// Takes the option that is highlighted above an open text, as Enter does: checks its box. Words that have not found it
    /// stay.
    fn take_seen(&mut self, at: usize) {
        if self.mode != Mode::Multi {
            return self.choose_seen(at);
        }
        if self.finds(at) {
            self.text.clear();
        }
        self.check(at);
    }

    /// Returns whether the words in the editor find an option.
    fn finds(&self, at: usize) -> bool {
        let text = self.text.trim();
        at < self.options && !text.is_empty() && format!("a{at}").starts_with(text)
    }

    /// Checks the box of a row.
    fn check(&mut self, at: usize) {
        let Decided::Boxes { checked, typed, is_none } = &mut self.decided else { return };
        if at < self.options {
            self.proposed.remove(&at);
            checked.insert(at);
        } else if let Some((_, is_checked)) = typed.get_mut(at - self.options) {
            *is_checked = true;
        }
        *is_none = false;
    }

    /// Returns whether a row is the one for words.
    fn is_for_words(&self, row: Option<usize>) -> bool {
        self.allow_custom && row == Some(self.options.max(self.boxes()))
    }

    fn has_list(&self) -> bool {
        self.mode != Mode::Input
    }

    /// Returns whether words that are typed into the list begin anew.
    fn begins_anew(&self, text: &str) -> bool {
        self.has_list() && text.trim() == self.settled.trim()
    }

    /// Returns whether the row for words shows any of the user's.
    fn has_words(&self) -> bool {
        !self.text.trim().is_empty() && !self.begins_anew(&self.text)
    }

    /// Opens the editor, by typing into the list or otherwise.
    fn open(&mut self, is_typed: bool) {
        self.opened.text.clone_from(&self.text);
        self.opened.is_anew = is_typed && self.begins_anew(&self.text);
        if self.opened.is_anew {
            self.text.clear();
        }
    }

    /// Stores the text of the editor. An empty one closes it, as if nothing had been typed.
    fn write(&mut self, text: &str) {
        text.clone_into(&mut self.text);
        if text.is_empty() {
            self.restore();
        }
    }

    /// If nothing but blanks is left of a text that was begun anew, what was there before is there again.
    fn restore(&mut self) -> bool {
        let is_own = matches!(self.decided, Decided::Text(_));
        let is_restored = self.opened.text.trim() == self.settled.trim() && (self.opened.is_anew || !is_own);
        let is_void = self.has_list() && self.text.trim().is_empty() && is_restored;
        if is_void {
            self.text.clone_from(&self.opened.text);
        }
        is_void
    }

    fn toggle_all(&mut self) {
        let Decided::Boxes { checked, typed, is_none } = &mut self.decided else { return };
        let are_all = checked.len() + self.proposed.len() == self.options && typed.iter().all(|(_, is)| *is);
        *checked = if are_all { BTreeSet::new() } else { (0..self.options).collect() };
        for (_, is_checked) in typed {
            *is_checked = !are_all;
        }
        self.proposed.clear();
        *is_none = false;
    }

    fn confirm_boxes(&mut self) {
        let is_empty = !self.has_checked();
        if let Decided::Boxes { checked, is_none, .. } = &mut self.decided {
            checked.append(&mut self.proposed);
            *is_none = is_empty;
        }
    }

    /// Returns the row that the words in a text highlight beside the list, whose rows are all in sight.
    fn row_of(&self, text: &str) -> Option<usize> {
        let only = (self.options == 1 && self.named("a0") == Some(0) && "a0".starts_with(text.trim())).then_some(0);
        let only = only.filter(|_| !self.allow_custom && !text.trim().is_empty());
        self.named(text).or(only).or(self.allow_custom.then_some(self.options.max(self.boxes())))
    }

    /// Returns whether a text is new, and highlights another row than `row`.
    fn is_unseen(&self, text: &str, row: Option<usize>) -> bool {
        self.has_list() && self.text.trim() != text.trim() && self.row_of(text) != row
    }

    /// Takes the highlighted `row`, as Enter does in the text. A text that is new, and highlights another row, is only stored.
    fn submit(&mut self, text: &str, row: Option<usize>) {
        let is_unseen = self.is_unseen(text, row);
        text.clone_into(&mut self.text);
        if is_unseen {
            return;
        }
        match row.filter(|_| self.has_list()) {
            Some(at) if at < self.options => return self.take_seen(at),
            None if self.has_list() => return,
            _ => {}
        }
        if text.trim().is_empty() && !self.allow_empty {
            return;
        }
        match &mut self.decided {
            Decided::Boxes { typed, is_none, .. } => {
                *is_none = false;
                self.text.clear();
                match typed.iter_mut().find(|(own, _)| own == text) {
                    Some((_, is_checked)) => *is_checked = true,
                    None if text.trim().is_empty() => {}
                    None => typed.push((text.to_owned(), true)),
                }
            }
            decided => {
                *decided = Decided::Text(text.to_owned());
                text.clone_into(&mut self.settled);
            }
        }
    }

    /// Leaves the editor of the answer: a text that was erased there is taken back.
    fn leave_text(&mut self) {
        let is_restored = self.restore();
        if !is_restored
            && self.text.trim().is_empty()
            && matches!(&self.decided, Decided::Text(text) if !text.trim().is_empty())
        {
            self.decided = Decided::Nothing;
        }
    }

    /// Submits the form: a default that is listed becomes the answer.
    fn submit_form(&mut self) {
        match &self.decided {
            Decided::Nothing if self.text.trim() != self.prefill.trim() => {}
            Decided::Nothing => match self.proposed.first() {
                Some(option) => self.decided = Decided::Option(*option),
                None if !self.prefill.trim().is_empty() => self.decided = Decided::Text(self.prefill.clone()),
                None => {}
            },
            Decided::Boxes { .. } if !self.proposed.is_empty() => self.confirm_boxes(),
            _ => {}
        }
    }

    /// Returns the answer in the notation of [`given`], or `None` if there is none.
    fn answer(&self, at: usize) -> Option<String> {
        let option = |at: &usize| format!("a{at} ({})", at + 1);
        let text = |text: &String| {
            let is_default = !text.trim().is_empty() && text.trim() == self.prefill.trim();
            format!("{text:?} ({})", if is_default { "default" } else { "typed" })
        };
        let answer = match &self.decided {
            Decided::Nothing => return None,
            Decided::Option(at) => option(at),
            Decided::Text(own) => text(own),
            // Boxes are an answer as a whole.
            Decided::Boxes { .. } if !self.proposed.is_empty() => return None,
            Decided::Boxes { checked, typed, is_none } => {
                let texts = typed.iter().filter(|(_, is_checked)| *is_checked).map(|(own, _)| text(own));
                let all: Vec<String> = checked.iter().map(option).chain(texts).collect();
                if all.is_empty() && !is_none {
                    return None;
                }
                format!("[{}]", all.join(", "))
            }
        };
        Some(format!("q{}={answer}", at + 1))
    }
}

impl Book {
    pub(super) fn new(questions: &[QuestionRequest]) -> Self {
        Self { entries: questions.iter().map(Entry::new).collect(), asks_none: false }
    }

    pub(super) fn answers(&self) -> Vec<String> {
        self.entries.iter().enumerate().filter_map(|(at, entry)| entry.answer(at)).collect()
    }

    /// Returns whether an answer was ever decided, which undo may restore.
    pub(super) fn was_decided(&self, answer: &str) -> bool {
        let was = |(at, entry): (usize, &Entry)| {
            let known = |(decided, proposed): &(Decided, BTreeSet<usize>)| {
                Entry { decided: decided.clone(), proposed: proposed.clone(), ..entry.clone() }.answer(at)
            };
            entry.history.iter().any(|state| known(state).as_deref() == Some(answer))
        };
        self.entries.iter().enumerate().any(was)
    }

    /// Notes an action, given the form before and after it, and what it showed.
    pub(super) fn note(&mut self, action: &Action, (before, was): (&Played, &Sight), (form, is): (&Played, &Sight)) {
        let asks_none = std::mem::take(&mut self.asks_none);
        let (at, row) = (was.question, was.row);
        if before.is_editing() {
            self.asks_none = self.note_text(action, was, (form, is), asks_none);
        } else if was.is_leaving {
            // How the form is left decides nothing.
        } else if was.is_preview {
            // Words that are typed over a preview are typed into the list.
            if let (Some(Place::Answer(at)), Action::Typed(text)) = (is.place, action)
                && let Some(entry) = self.entries.get_mut(at)
            {
                entry.open(true);
                entry.write(&[&entry.text, text.as_str()].concat());
            }
        } else if was.is_review {
            if form.is_ended() && form.result(TUI).is_some_and(|it| it.details.outcome == Outcome::Answered) {
                self.entries.iter_mut().for_each(Entry::submit_form);
            }
        } else if let Some(entry) = at.and_then(|at| self.entries.get_mut(at)) {
            let is_list = entry.mode != Mode::Input;
            // Leaving the options leaves the text below them.
            let leaves = [Action::Cancel, Action::Leave, Action::PrevTab, Action::NextTab].contains(action)
                || matches!(action, Action::Click(Target::Tab(_)));
            let is_turned = !form.has_text() || form.is_ended() || is.question != at;
            let is_other = matches!(is.place, Some(Place::Note(_) | Place::Discussion));
            if before.focus() == Focus::Options && (is_other || is.is_preview || leaves && is_turned) {
                entry.leave_text();
            }
            let is_above = before.focus() == Focus::Options;
            if !is_above && matches!(is.place, Some(Place::Answer(_))) {
                let types = match action {
                    Action::Typed(_) | Action::Toggle => true,
                    Action::Digit(digit) => *digit > 0 || !entry.allow_custom || entry.is_for_words(row),
                    _ => false,
                };
                entry.open(types);
            }
            match action {
                Action::Toggle | Action::Digit(_) if is_above => {}
                Action::ToggleAll | Action::Click(Target::Item(_)) if is_above => {
                    let row = if let Action::Click(Target::Item(item)) = action { Some(*item) } else { row };
                    match (action, entry.mode) {
                        (Action::ToggleAll, _) => entry.toggle_all(),
                        (Action::Click(_), _) | (_, Mode::Multi) => entry.choose_seen(row.unwrap_or(usize::MAX)),
                        _ => {}
                    }
                    let is_choice = entry.mode == Mode::Multi || matches!(action, Action::Click(_));
                    if is_choice && row.is_none_or(|row| row < entry.options.max(entry.boxes())) {
                        entry.opened.text.clone_from(&entry.text);
                    }
                }
                Action::Typed(text) if form.is_editing() => entry.write(&[&entry.text, text.as_str()].concat()),
                Action::Confirm if is_above && row.is_some_and(|row| row < entry.options.max(entry.boxes())) => {
                    let row = row.unwrap_or_default();
                    entry.take_seen(row);
                }
                Action::Digit(_) if entry.is_for_words(row) => {}
                Action::Digit(digit) if is_list && (1..=entry.options).contains(&usize::from(*digit)) => {
                    entry.choose(usize::from(*digit) - 1);
                }
                Action::Toggle if entry.mode == Mode::Multi => entry.choose(row.unwrap_or(usize::MAX)),
                Action::Click(Target::Item(item)) if is_list => entry.choose(*item),
                Action::ToggleAll => entry.toggle_all(),
                Action::Confirm if entry.mode == Mode::Single => entry.choose(row.unwrap_or(usize::MAX)),
                Action::Confirm
                    if entry.mode == Mode::Multi
                        && row.is_some_and(|row| row < entry.boxes() || !entry.has_words()) =>
                {
                    if entry.has_checked() || !entry.needs_one && (entry.allow_empty || asks_none) {
                        entry.confirm_boxes();
                    } else if !entry.needs_one {
                        self.asks_none = true;
                    }
                }
                _ => {}
            }
        }
        for entry in &mut self.entries {
            entry.history.push((entry.decided.clone(), entry.proposed.clone()));
        }
    }

    /// Returns whether a second confirmation that no box is checked is asked for.
    fn note_text(&mut self, action: &Action, was: &Sight, (form, is): (&Played, &Sight), asks_none: bool) -> bool {
        let at = match was.place {
            Some(Place::Answer(at)) => at,
            Some(Place::Note(_) | Place::Discussion) | None => return false,
        };
        let has_tabs = self.entries.len() > 1;
        let Some(entry) = self.entries.get_mut(at) else { return false };
        let mut asks = false;
        // A click on the tab of the same question closes its editor and opens it again. Below a list, an editor that
        // holds anything, also blanks, stays open.
        let is_left = match action {
            Action::Cancel | Action::Leave => form.is_ended(),
            Action::Click(Target::Tab(tab)) => {
                has_tabs && *tab == at && (entry.mode == Mode::Input || entry.text.is_empty())
            }
            _ => false,
        };
        match action {
            Action::Draft(text) => entry.write(text),
            Action::Typed(text) => entry.write(&[&entry.text, text.as_str()].concat()),
            Action::Submit(text) if entry.mode == Mode::Multi && text.trim().is_empty() => {
                if entry.is_unseen(text, was.row) {
                    text.clone_into(&mut entry.text);
                    return false;
                }
                entry.text.clear();
                asks = !entry.has_checked() && !entry.needs_one && !entry.allow_empty && !asks_none;
                if !asks && (entry.has_checked() || !entry.needs_one) {
                    entry.confirm_boxes();
                }
            }
            Action::Submit(text) => entry.submit(text, was.row),
            Action::Click(Target::Item(item)) if entry.has_list() => {
                entry.choose_seen(*item);
                if *item < entry.options.max(entry.boxes()) {
                    entry.opened.text.clone_from(&entry.text);
                }
            }
            _ => {}
        }
        let is_closed = !form.has_text() || (form.is_editing() && is.place != was.place);
        if is_left || is_closed {
            entry.leave_text();
        }
        asks
    }

    /// Opens the questions again with what was kept of them. Texts that a question was answered with stand in its
    /// editor, and unchecked texts follow the checked ones.
    pub(super) fn reopen(&mut self, is_revision: bool) {
        self.asks_none = false;
        for entry in &mut self.entries {
            match &mut entry.decided {
                Decided::Nothing if entry.text.trim().is_empty() => entry.prefill.clone_into(&mut entry.text),
                Decided::Text(text) if is_revision || entry.text.trim().is_empty() => text.clone_into(&mut entry.text),
                Decided::Boxes { typed, .. } => {
                    typed.sort_by_key(|(_, is_checked)| !is_checked);
                    // Words that were added are not kept a second time.
                    let is_added = |(own, is_checked): &(String, bool)| *is_checked && own.trim() == entry.text.trim();
                    if typed.iter().any(is_added) {
                        entry.prefill.clone_into(&mut entry.text);
                    }
                }
                Decided::Nothing | Decided::Option(_) | Decided::Text(_) => {}
            }
        }
    }
}
