//! What a person has decided, by a book of its own: it knows only the questions as they were asked, the actions, and what
//! the screen shows before and after each. It never asks the form.
//!
//! Its rules:
//! - A question has an answer or none, and a draft or none. The model's default stands while it has neither.
//! - Typing makes the draft, and Enter submits it. Blanks are no draft, and neither is what stands there anyway: the
//!   submitted text, or the default.
//! - A choice is the answer and leaves the draft. Words that have found it are spent; a submitted text that it replaces
//!   becomes the draft.
//! - Who erases a draft has the answer or the default as before. Who erases the submitted text itself has neither,
//!   but for who leaves the form from there.
//! - Boxes are one set, with the added texts. It is the model's until the person touches it, and theirs as it is shown from
//!   then on. A set without a checked box is an answer only once it is confirmed. A proposed text stays on the row for words
//!   until it is added.

use std::collections::BTreeSet;

use crate::common::play::{Place, Sight};
use crate::common::{Action, Played, TUI};
use question_core::{Focus, Mode, Outcome, QuestionRequest, Target};

/// Options and texts: of boxes, those that are checked, and all added texts; else one of them.
#[derive(Clone, Debug, Default, PartialEq)]
struct Picks {
    options: BTreeSet<usize>,
    texts: Vec<(String, bool)>,
    is_decided: bool,
}

#[derive(Clone, Debug)]
struct Entry {
    mode: Mode,
    options: usize,
    allow_custom: bool,
    allow_empty: bool,
    needs_one: bool,
    /// What the model proposes.
    proposal: Picks,
    /// The text that the model has written.
    default: String,
    /// The answer, or the proposal as long as nothing is decided.
    picks: Picks,
    /// The text in the editor, if it is not the one that stands there anyway.
    draft: Option<String>,
    /// Whether what is being erased is the submitted text.
    erases_answer: Option<bool>,
    /// Everything that was ever decided, which undo may restore.
    history: Vec<Picks>,
}

#[derive(Clone, Debug)]
pub(super) struct Book {
    entries: Vec<Entry>,
    /// Whether the last action has asked to confirm that no box is checked.
    asks_none: bool,
    /// The question that is read on the whole terminal.
    read: Option<usize>,
}

impl Picks {
    fn has_checked(&self) -> bool {
        !self.options.is_empty() || self.texts.iter().any(|(_, is_checked)| *is_checked)
    }

    fn of_text(text: &str) -> Self {
        Self { texts: vec![(text.to_owned(), true)], is_decided: true, ..Self::default() }
    }

    /// Changes the box of a row as `change` says, given whether it is checked.
    fn change(&mut self, at: usize, options: usize, change: impl Fn(bool) -> bool) {
        match at.checked_sub(options).map(|text| self.texts.get_mut(text)) {
            None if change(self.options.contains(&at)) => drop(self.options.insert(at)),
            None => drop(self.options.remove(&at)),
            Some(Some((_, is_checked))) => *is_checked = change(*is_checked),
            Some(None) => return,
        }
        self.is_decided = self.has_checked();
    }
}

impl Entry {
    fn new(question: &QuestionRequest) -> Self {
        let mode = question.mode.expect("it has a mode");
        let allow_custom = question.allow_custom != Some(false) || mode == Mode::Input;
        let (mut options, mut texts) = (BTreeSet::new(), Vec::new());
        for name in question.default_value.iter().chain(question.default_values.iter().flatten()) {
            match question.options.iter().position(|option| option.label == *name).filter(|_| mode != Mode::Input) {
                Some(option) => drop(options.insert(option)),
                None if allow_custom && !texts.contains(&name.as_str()) => texts.push(name.as_str()),
                None => {}
            }
        }
        let default = texts.join(", ");
        // In boxes, a text counts only once it is added.
        let has_text = mode != Mode::Multi && options.is_empty() && !default.is_empty();
        let proposal = if has_text { Picks::of_text(&default) } else { Picks { options, ..Picks::default() } };
        let proposal = Picks { is_decided: false, ..proposal };
        Self {
            mode,
            options: if mode == Mode::Input { 0 } else { question.options.len() },
            allow_custom,
            allow_empty: question.allow_empty == Some(true),
            needs_one: mode == Mode::Multi && question.allow_empty == Some(false),
            picks: proposal.clone(),
            history: vec![proposal.clone()],
            proposal,
            default,
            draft: None,
            erases_answer: None,
        }
    }

    fn has_list(&self) -> bool {
        self.mode != Mode::Input
    }

    /// Returns the number of rows above the one for words.
    fn rows(&self) -> usize {
        self.options + if self.mode == Mode::Multi { self.picks.texts.len() } else { 0 }
    }

    /// Returns the text that stands in the editor without a draft.
    fn settled(&self) -> &str {
        match self.mode {
            Mode::Multi if self.picks.texts.iter().any(|(text, _)| text.trim() == self.default.trim()) => "",
            Mode::Multi => &self.default,
            Mode::Single | Mode::Input => self.picks.texts.first().map_or("", |(text, _)| text),
        }
    }

    fn editor(&self) -> &str {
        self.draft.as_deref().unwrap_or_else(|| self.settled())
    }

    fn draft(&self) -> Option<&String> {
        self.draft.as_ref().filter(|text| !text.trim().is_empty() && text.trim() != self.settled().trim())
    }

    /// Returns the submitted text.
    fn submitted(&self) -> Option<&String> {
        self.picks.texts.first().map(|(text, _)| text).filter(|_| self.mode != Mode::Multi && self.picks.is_decided)
    }

    /// Returns whether the row for words shows any of the person's.
    fn has_words(&self) -> bool {
        self.draft().is_some() || self.submitted().is_some_and(|text| !text.trim().is_empty())
    }

    /// Begins to type into the list: goes on with the draft on its row, or else anew.
    fn begin(&mut self) {
        if self.has_list() && (self.draft().is_none() || !self.allow_custom) {
            self.draft = Some(String::new());
        }
    }

    fn write(&mut self, text: &str) {
        if text.len() < self.editor().len() {
            self.erases_answer.get_or_insert(self.draft.is_none() && self.has_words());
        } else if text != self.editor() && !text.trim().is_empty() {
            self.erases_answer = None;
        }
        self.draft = (text != self.settled()).then(|| text.to_owned());
    }

    /// Leaves the editor.
    fn leave(&mut self) {
        let is_erased = self.draft.as_ref().is_some_and(|text| text.trim().is_empty());
        if self.erases_answer.take() == Some(true) && is_erased {
            self.picks = Picks::default();
        }
        self.draft = self.draft().cloned();
    }

    /// Returns the option that a text names: all are called `a` and their number.
    fn named(&self, text: &str) -> Option<usize> {
        text.trim().strip_prefix('a')?.parse().ok().filter(|at| *at < self.options)
    }

    /// Returns whether the words in the editor find an option.
    fn finds(&self, at: usize) -> bool {
        let text = self.draft().map_or("", |text| text.trim());
        at < self.options && !text.is_empty() && format!("a{at}").starts_with(text)
    }

    /// Returns the row that the words in a text highlight beside the list, whose rows are all in sight.
    fn row_of(&self, text: &str) -> Option<usize> {
        let finds_only = self.options == 1 && !text.trim().is_empty() && "a0".starts_with(text.trim());
        let only = (finds_only && !self.allow_custom).then_some(0);
        self.named(text).or(only).or(self.allow_custom.then(|| self.rows()))
    }

    /// Chooses a row, as Enter or its number does; in boxes, toggles it.
    fn choose(&mut self, at: usize) {
        if self.mode == Mode::Multi {
            self.picks.change(at, self.options, |is_checked| !is_checked);
        } else if at < self.options {
            let own = self.submitted().filter(|text| text.trim() != self.default.trim());
            self.draft = self.draft().or(own.filter(|text| !text.trim().is_empty())).cloned();
            self.picks = Picks { options: BTreeSet::from([at]), is_decided: true, ..Picks::default() };
        }
    }

    /// Chooses a row above an open text, or checks its box.
    fn choose_above(&mut self, at: usize, checks: bool) {
        if at >= self.rows() {
            return;
        }
        // A text that was erased is closed by that.
        self.leave();
        self.draft = self.draft().filter(|_| !self.finds(at)).cloned();
        match self.mode {
            Mode::Multi if checks => self.picks.change(at, self.options, |_| true),
            _ => self.choose(at),
        }
    }

    fn toggle_all(&mut self) {
        self.draft = self.draft().cloned();
        let are_all = self.picks.options.len() == self.options && self.picks.texts.iter().all(|(_, is)| *is);
        for at in 0..self.rows() {
            self.picks.change(at, self.options, |_| !are_all);
        }
    }

    /// Confirms the boxes. Returns whether a second confirmation that none is checked is asked for.
    fn confirm_boxes(&mut self, asks_none: bool) -> bool {
        let is_meant = self.picks.has_checked() || !self.needs_one && (self.allow_empty || asks_none);
        self.picks.is_decided |= is_meant;
        !is_meant && !self.needs_one
    }

    /// Takes the highlighted `row`, as Enter does in the text. A text that is new, and highlights another row, is only stored.
    /// Returns whether a second confirmation that no box is checked is asked for.
    fn submit(&mut self, text: &str, row: Option<usize>) -> bool {
        let is_unseen = self.has_list() && self.editor().trim() != text.trim() && self.row_of(text) != row;
        self.write(text);
        let is_blank = text.trim().is_empty();
        match row.filter(|_| self.has_list()) {
            _ if is_unseen => {}
            Some(at) if at < self.options => self.choose_above(at, true),
            _ if self.mode == Mode::Multi && is_blank => {
                self.draft = None;
                return self.confirm_boxes(false);
            }
            None if self.has_list() => {}
            _ if is_blank && !self.allow_empty => {}
            _ if self.mode == Mode::Multi => {
                self.draft = None;
                match self.picks.texts.iter_mut().find(|(own, _)| own == text) {
                    Some((_, is_checked)) => *is_checked = true,
                    None => self.picks.texts.push((text.to_owned(), true)),
                }
                self.picks.is_decided = true;
            }
            _ => {
                self.draft = None;
                self.picks = Picks::of_text(text);
            }
        }
        false
    }

    /// Submits the form: a default that is listed becomes the answer.
    fn submit_form(&mut self) {
        self.picks.is_decided |= self.draft().is_none() && self.picks.has_checked();
    }

    /// Returns the answer in the notation of `given`, or `None` if there is none.
    fn answer(&self, picks: &Picks, at: usize) -> Option<String> {
        let text = |text: &String| {
            let is_default = !text.trim().is_empty() && text.trim() == self.default.trim();
            format!("{text:?} ({})", if is_default { "default" } else { "typed" })
        };
        let texts = picks.texts.iter().filter(|(_, is_checked)| *is_checked).map(|(own, _)| text(own));
        let options = picks.options.iter().map(|at| format!("a{at} ({})", at + 1));
        let all = options.chain(texts).collect::<Vec<_>>().join(", ");
        let answer = if self.mode == Mode::Multi { format!("[{all}]") } else { all };
        picks.is_decided.then(|| format!("q{}={answer}", at + 1))
    }

    /// Returns the words that are no answer: the draft, then added texts that are not checked.
    fn unsent(&self) -> impl Iterator<Item = &String> {
        let unchecked = self.picks.texts.iter().filter(|(text, is_checked)| !is_checked && !text.trim().is_empty());
        self.draft().into_iter().chain(unchecked.map(|(text, _)| text))
    }
}

impl Book {
    pub(super) fn new(questions: &[QuestionRequest]) -> Self {
        Self { entries: questions.iter().map(Entry::new).collect(), asks_none: false, read: None }
    }

    pub(super) fn answers(&self) -> Vec<String> {
        self.entries.iter().enumerate().filter_map(|(at, entry)| entry.answer(&entry.picks, at)).collect()
    }

    /// Returns the words of each question that are no answer.
    pub(super) fn unsent(&self) -> Vec<String> {
        let entries = self.entries.iter().enumerate();
        entries.flat_map(|(at, entry)| entry.unsent().map(move |text| format!("q{}={text}", at + 1))).collect()
    }

    /// Returns whether an answer was ever decided, which undo may restore.
    pub(super) fn was_decided(&self, answer: &str) -> bool {
        let mut entries = self.entries.iter().enumerate();
        entries.any(|(at, entry)| entry.history.iter().any(|picks| entry.answer(picks, at).as_deref() == Some(answer)))
    }

    /// Notes an action, given the form before and after it, and what it showed.
    pub(super) fn note(&mut self, action: &Action, (before, was): (&Played, &Sight), (form, is): (&Played, &Sight)) {
        let asks_none = std::mem::take(&mut self.asks_none);
        if was.is_review && form.result(TUI).is_some_and(|it| it.details.outcome == Outcome::Answered) {
            self.entries.iter_mut().for_each(Entry::submit_form);
        }
        let (open, now) = (open_text(before, was), open_text(form, is));
        let is_other = was.is_review || was.is_leaving || matches!(was.place, Some(Place::Note(_) | Place::Discussion));
        let has_tabs = self.entries.len() > 1;
        if !was.is_preview {
            self.read = was.question;
        }
        let at = open.or(self.read).filter(|_| !is_other);
        if let Some(entry) = at.and_then(|at| self.entries.get_mut(at)) {
            let opens = open.is_none() && now == at;
            if opens {
                let begins = match action {
                    Action::Typed(_) => true,
                    Action::Toggle => entry.has_words(),
                    Action::Digit(digit) => *digit > 0 || !entry.allow_custom || was.row == Some(entry.rows()),
                    _ => false,
                };
                if begins {
                    entry.begin();
                }
            }
            self.asks_none = match open {
                Some(_) => entry.act_at_text(action, was.row, !before.is_editing()),
                // A number answers there as well.
                None if was.is_preview && !opens && !matches!(action, Action::Digit(_)) => false,
                None => entry.act_in_list(action, was.row, (asks_none, opens)),
            };
            // A click on the tab of an editor closes it, and may open it again.
            let is_own_tab = matches!(action, Action::Click(Target::Tab(tab)) if Some(*tab) == at);
            let is_clicked = is_own_tab && has_tabs && !entry.has_list();
            let is_left = form.is_ended() && [Action::Cancel, Action::Leave].contains(action);
            if *action == Action::Leave {
                entry.erases_answer = None;
            }
            if open.is_some() && (open != now || is_clicked || is_left) {
                entry.leave();
            }
        }
        self.entries.iter_mut().for_each(|entry| entry.history.push(entry.picks.clone()));
    }

    /// Opens the questions again with what was kept of them.
    pub(super) fn reopen(&mut self) {
        self.asks_none = false;
        for entry in &mut self.entries {
            let unsent: Vec<String> = entry.unsent().cloned().collect();
            let mut unsent = unsent.into_iter();
            if !entry.picks.is_decided {
                entry.picks = entry.proposal.clone();
            }
            if entry.mode == Mode::Multi {
                entry.picks.texts.retain(|(_, is_checked)| *is_checked);
            }
            entry.draft = unsent.next();
            for text in unsent {
                if entry.picks.texts.iter().all(|(own, _)| *own != text) {
                    entry.picks.texts.push((text, false));
                }
            }
            entry.erases_answer = None;
        }
    }
}

/// Returns the question whose text is open, below the list or with the list above it in focus.
fn open_text(form: &Played, sight: &Sight) -> Option<usize> {
    match sight.place {
        Some(Place::Answer(at)) => Some(at),
        None if form.focus() == Focus::Options => sight.question,
        _ => None,
    }
}

/// What an action does, by the focus. Each returns whether a second confirmation that no box is checked is asked for.
impl Entry {
    /// Where a text is open, in its editor or, if `is_above`, in the list above it.
    fn act_at_text(&mut self, action: &Action, row: Option<usize>, is_above: bool) -> bool {
        match action {
            Action::Draft(text) if !is_above => self.write(text),
            Action::Typed(text) => self.write(&[self.editor(), text].concat()),
            Action::Submit(text) if !is_above => return self.submit(text, row),
            Action::Click(Target::Item(item)) if self.has_list() => self.choose_above(*item, false),
            Action::ToggleAll if is_above && self.mode == Mode::Multi => self.toggle_all(),
            Action::Confirm if is_above => self.choose_above(row.unwrap_or(usize::MAX), true),
            _ => {}
        }
        false
    }

    /// In the list. `opens`: the action has opened the text.
    fn act_in_list(&mut self, action: &Action, row: Option<usize>, (asks_none, opens): (bool, bool)) -> bool {
        match action {
            Action::Typed(text) if opens => self.write(&[self.editor(), text].concat()),
            _ if opens || !self.has_list() => {}
            Action::Digit(digit) if (1..=self.options).contains(&usize::from(*digit)) => {
                self.choose(usize::from(*digit) - 1);
            }
            Action::Toggle if self.mode == Mode::Multi => self.choose(row.unwrap_or(usize::MAX)),
            Action::Click(Target::Item(item)) => self.choose(*item),
            Action::ToggleAll if self.mode == Mode::Multi => self.toggle_all(),
            Action::Confirm if self.mode == Mode::Multi => return self.confirm_boxes(asks_none),
            Action::Confirm => self.choose(row.unwrap_or(usize::MAX)),
            _ => {}
        }
        false
    }
}
