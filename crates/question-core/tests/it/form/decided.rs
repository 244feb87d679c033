//! A property of every result: it holds exactly what the person has decided.
//!
//! A [`Book`] keeps what was decided. It knows only the questions as they were asked, the actions, and what the screen
//! shows before each. It never asks the form.

use std::collections::BTreeSet;

use crate::common::play::{Place, abort, base, is_leaving, is_preview, is_review, place, shown_question};
use crate::common::{Action, Played, TUI, any, draft, fail, frame, given, has_marker, played, result, submit, typed};
use proptest::prelude::*;
use proptest::sample::select;
use question_core::{Answer, Ending, Focus, Line, Mode, Outcome, QuestionRequest, Replies, Step, Target, ToolResult};

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

/// The page of a question in the book.
#[derive(Clone, Debug)]
struct Entry {
    mode: Mode,
    options: usize,
    allow_empty: bool,
    /// Options that the model checked and nobody has touched or confirmed.
    proposed: BTreeSet<usize>,
    /// The model's text.
    prefill: String,
    /// The text in the editor of the answer.
    text: String,
    /// The text in the editor that stood there at first, or was replaced by a choice. The row does not show it.
    settled: String,
    /// The text when the editor was opened, before the list was typed into.
    opened: String,
    /// Whether the text was begun anew then.
    is_anew: bool,
    /// Whether the user has gone to the row of the text, so that Enter sends the words.
    is_on_row: bool,
    allow_custom: bool,
    decided: Decided,
    /// Everything that was ever decided, which undo may restore.
    history: Vec<(Decided, BTreeSet<usize>)>,
}

#[derive(Clone, Debug)]
struct Book {
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
                None if allow_custom => texts.push(name.as_str()),
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
            text: prefill.clone(),
            settled: prefill.clone(),
            opened: String::new(),
            is_anew: false,
            is_on_row: false,
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

    /// Returns whether the words in the editor find an option.
    fn finds(&self, at: usize) -> bool {
        let text = self.text.trim();
        at < self.options && !text.is_empty() && format!("a{at}").starts_with(text)
    }

    /// Chooses an option by words, which are spent; checks a box.
    fn choose_named(&mut self, at: usize) {
        self.text.clear();
        if let Decided::Boxes { checked, is_none, .. } = &mut self.decided {
            self.proposed.remove(&at);
            checked.insert(at);
            *is_none = false;
        } else {
            self.choose(at);
        }
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
        self.opened.clone_from(&self.text);
        self.is_on_row = false;
        self.is_anew = is_typed && self.begins_anew(&self.text);
        if self.is_anew {
            self.text.clear();
        }
    }

    /// Stores the text of the editor. An empty one closes it, as if nothing had been typed.
    fn write(&mut self, text: &str) {
        self.is_on_row &= self.text == text;
        text.clone_into(&mut self.text);
        self.restore();
    }

    /// If nothing is left of a text that was begun anew, what was there before is there again.
    fn restore(&mut self) -> bool {
        let is_own = matches!(self.decided, Decided::Text(_));
        let is_restored = self.opened.trim() == self.settled.trim() && (self.is_anew || !is_own);
        let is_void = self.has_list() && self.text.is_empty() && is_restored;
        if is_void {
            self.text.clone_from(&self.opened);
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

    fn submit(&mut self, text: &str) {
        self.is_on_row &= self.text == text;
        text.clone_into(&mut self.text);
        if let Some(at) = self.named(text).filter(|_| !self.is_on_row || !self.allow_custom) {
            return self.choose_named(at);
        }
        if self.has_list() && !self.allow_custom {
            return;
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
    fn new(questions: &[QuestionRequest]) -> Self {
        Self { entries: questions.iter().map(Entry::new).collect(), asks_none: false }
    }

    fn answers(&self) -> Vec<String> {
        self.entries.iter().enumerate().filter_map(|(at, entry)| entry.answer(at)).collect()
    }

    /// Notes an action, given the form before and after it.
    fn note(&mut self, action: &Action, before: &Played, form: &Played) {
        let asks_none = std::mem::take(&mut self.asks_none);
        let (screen, at) = (before.unrolled(200), shown_question(before));
        let row = frame(&screen).lines.iter().find(|line| has_marker(line)).and_then(|line: &Line| line.item);
        if before.is_editing() {
            self.asks_none = self.note_text(action, before, form, asks_none);
        } else if is_leaving(before) || is_preview(&screen) {
            // How the form is left decides nothing.
        } else if is_review(before) {
            if form.is_ended() && form.result(TUI).is_some_and(|it| it.details.outcome == Outcome::Answered) {
                self.entries.iter_mut().for_each(Entry::submit_form);
            }
        } else if let Some(entry) = at.and_then(|at| self.entries.get_mut(at)) {
            let is_list = entry.mode != Mode::Input;
            // Leaving the options leaves the text below them.
            let leaves = [Action::Cancel, Action::Leave, Action::PrevTab, Action::NextTab].contains(action)
                || matches!(action, Action::Click(Target::Tab(_)));
            let is_turned = !form.has_text() || shown_question(form) != at;
            if is_list && before.focus() == Focus::Options && form.is_editing() {
                entry.is_on_row = true;
            }
            if before.focus() == Focus::Options && leaves && is_turned {
                entry.leave_text();
            }
            let is_above = before.focus() == Focus::Options;
            if form.is_editing()
                && !is_above
                && place(&form.unrolled(200)).is_some_and(|place| matches!(place, Place::Answer(_)))
            {
                let types = match action {
                    Action::Typed(_) | Action::Toggle => true,
                    Action::Digit(digit) => *digit > 0 || !entry.allow_custom,
                    _ => false,
                };
                entry.open(types);
            }
            match action {
                Action::Toggle | Action::ToggleAll | Action::Click(Target::Item(_)) if is_above => {
                    let row = if let Action::Click(Target::Item(item)) = action { Some(*item) } else { row };
                    match (action, entry.mode) {
                        (Action::ToggleAll, _) => entry.toggle_all(),
                        (Action::Click(_), _) | (_, Mode::Multi) => entry.choose_seen(row.unwrap_or(usize::MAX)),
                        _ => {}
                    }
                    if row.is_none_or(|row| row < entry.options.max(entry.boxes())) {
                        entry.opened.clone_from(&entry.text);
                    }
                }
                Action::Typed(text) if form.is_editing() => entry.write(&[&entry.text, text.as_str()].concat()),
                Action::Digit(_) if is_above => {}
                Action::Confirm if is_above && row.is_some_and(|row| row < entry.options) => {
                    let row = row.unwrap_or_default();
                    if entry.mode == Mode::Multi { entry.choose_named(row) } else { entry.choose_seen(row) }
                }
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
                    if entry.has_checked() || entry.allow_empty || asks_none {
                        entry.confirm_boxes();
                    } else {
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
    fn note_text(&mut self, action: &Action, before: &Played, form: &Played, asks_none: bool) -> bool {
        let place = place(&before.unrolled(200));
        let at = match place {
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
                entry.text.clear();
                asks = !entry.has_checked() && !entry.allow_empty && !asks_none;
                if !asks {
                    entry.confirm_boxes();
                }
            }
            Action::Submit(text) => entry.submit(text),
            Action::Click(Target::Item(item)) if entry.has_list() => {
                entry.choose_seen(*item);
                if *item < entry.options.max(entry.boxes()) {
                    entry.opened.clone_from(&entry.text);
                }
                entry.is_on_row |= *item == entry.options.max(entry.boxes());
            }
            _ => {}
        }
        let is_closed = !form.has_text() || (form.is_editing() && self::place(&form.unrolled(200)) != place);
        if is_left || is_closed {
            entry.leave_text();
        }
        asks
    }

    /// Opens the questions again with what was kept of them. Texts that a question was answered with stand in its
    /// editor, and unchecked texts follow the checked ones.
    fn reopen(&mut self, is_revision: bool) {
        self.asks_none = false;
        for entry in &mut self.entries {
            match &mut entry.decided {
                Decided::Nothing if entry.text.trim().is_empty() => entry.prefill.clone_into(&mut entry.text),
                Decided::Text(text) if is_revision || entry.text.trim().is_empty() => text.clone_into(&mut entry.text),
                Decided::Boxes { typed, .. } => typed.sort_by_key(|(_, is_checked)| !is_checked),
                Decided::Nothing | Decided::Option(_) | Decided::Text(_) => {}
            }
        }
    }
}

fn questions() -> impl Strategy<Value = Vec<QuestionRequest>> {
    let default = prop_oneof![
        3 => Just(vec![]),
        3 => (0_usize..4).prop_map(|at| vec![format!("a{at}")]),
        1 => Just(vec!["own default".to_owned()]),
        2 => prop::collection::vec((0_usize..4).prop_map(|at| format!("a{at}")), 1..4),
        1 => Just(vec!["a0".to_owned(), "own default".to_owned()]),
    ];
    let question = (any::plain(), default, prop::option::of(0_usize..4)).prop_map(|(plain, default, recommended)| {
        let question = plain.into_iter().next().expect("there is one");
        let mut names = default;
        names.dedup();
        let (one, several) = if question.mode == Some(Mode::Multi) { (None, Some(names)) } else { (names.pop(), None) };
        QuestionRequest {
            default_value: one,
            default_values: several,
            recommended: recommended.map(|at| format!("a{at}").into()),
            ..question
        }
    });
    prop::collection::vec(question, 1..=4)
}

fn action() -> impl Strategy<Value = Action> {
    use Action::{
        Cancel, Confirm, CursorDown, CursorUp, Discuss, Last, Leave, NextTab, Note, PrevTab, Toggle, ToggleAll,
    };
    let moves = vec![CursorUp, CursorDown, CursorDown, Last, PrevTab, NextTab, Cancel, Leave, Note, Discuss];
    prop_oneof![
        6 => select(moves),
        2 => select(vec![Toggle, ToggleAll]),
        4 => Just(Confirm),
        3 => (0_u8..=4).prop_map(Action::Digit),
        2 => (0_usize..6).prop_map(|item| Action::Click(Target::Item(item))),
        1 => (0_usize..5).prop_map(|tab| Action::Click(Target::Tab(tab))),
        3 => select(vec!["", " ", "x", "please not", "a1", "own default"]).prop_map(draft),
        2 => select(vec!["a1", "a", "x", " y"]).prop_map(typed),
        3 => select(vec!["", "x", "please not", "a1", "own default"]).prop_map(submit),
    ]
}

/// How a form begins.
#[derive(Clone, Debug)]
enum Beginning {
    Asked,
    /// Asked again, after the form was aborted.
    Again,
    /// Revised, after it was submitted.
    Revised,
}

fn end() -> impl Strategy<Value = Vec<Action>> {
    use Action::{Abort, Cancel, Confirm, CursorDown, Disconnect, Discuss};
    select(vec![
        vec![Abort],
        vec![Disconnect],
        vec![fail()],
        vec![Cancel, Cancel, Discuss, submit("why?")],
        vec![Cancel, Cancel, Cancel, CursorDown, Confirm],
        vec![Cancel, Cancel, Cancel, CursorDown, CursorDown, Confirm],
        vec![Action::Leave, CursorDown, Confirm],
        vec![Action::Leave, Action::Leave],
    ])
}

/// Returns the answers of a result without their notes, which decide nothing.
fn answers(result: &ToolResult) -> Vec<String> {
    result.details.answers.iter().map(|answer| given(&Answer { note: None, ..answer.clone() })).collect()
}

/// Plays actions until the form ends. Checks the answers after each against the book. Returns whether the user has
/// discarded what was decided.
fn play(form: &mut Played, book: &mut Book, actions: &[Action], before: &[String]) -> Result<bool, TestCaseError> {
    for action in actions {
        let last = form.clone();
        form.update(action.clone());
        book.note(action, &last, form);
        if !form.is_ended() {
            prop_assert_eq!(answers(&abort(form)), book.answers(), "after {:?}", action);
            continue;
        }
        let ended = result(form);
        let shown = answers(&ended);
        let is_silent = ended.details.outcome == Outcome::Cancelled && !is_leaving(&last);
        if is_silent {
            prop_assert_eq!(book.answers(), before, "left without a word");
        }
        let is_kept = is_leaving(&last) && *action == Action::Leave;
        let kept = ended.details.unsent_answers.iter().flatten();
        let kept: Vec<String> = kept.map(|answer| given(&Answer { note: None, ..answer.clone() })).collect();
        prop_assert_eq!(kept, if is_kept { book.answers() } else { Vec::new() }, "kept");
        let is_discarded = is_leaving(&last) && !is_kept && shown.is_empty() && ended.details.unsent.is_none();
        let expected = if is_silent || is_discarded || is_kept { Vec::new() } else { book.answers() };
        prop_assert_eq!(shown, expected, "ended by {:?}", action);
        return Ok(is_discarded);
    }
    Ok(false)
}

/// Returns the number of cases: that of the environment, as for other properties, or else more, because a case is small.
fn config() -> ProptestConfig {
    let config = ProptestConfig::default();
    if std::env::var_os("PROPTEST_CASES").is_some() { config } else { ProptestConfig { cases: 2_000, ..config } }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_result_holds_exactly_what_was_decided(
        questions in questions(),
        beginning in select(vec![Beginning::Asked, Beginning::Again, Beginning::Revised]),
        first in prop::collection::vec(action(), 0..20),
        actions in prop::collection::vec(action(), 0..20),
        end in end(),
    ) {
        let mut book = Book::new(&questions);
        let mut form = any::new(questions);
        let (mut before, mut sent) = (Vec::new(), Vec::new());
        if !matches!(beginning, Beginning::Asked) {
            if play(&mut form, &mut book, &first, &[])? {
                return Ok(());
            }
            let is_revised = matches!(beginning, Beginning::Revised);
            if !form.is_ended() {
                form.end(if is_revised { Ending::Cancelled { share: true } } else { Ending::Aborted });
            }
            let details = result(&form).details;
            let questionnaire = details.questionnaire().expect("it can be asked again");
            let replies: Replies = details.replies(&questionnaire);
            if is_revised && details.answers.len() < details.questions.len() {
                return Ok(()); // a revision has only questions with answers
            }
            form = played(&questionnaire);
            form = if is_revised { form.revision(&replies) } else { form.with_drafts(replies) };
            book.reopen(is_revised);
            if is_revised {
                (before, sent) = (book.answers(), details.answers);
            }
        }
        play(&mut form, &mut book, &actions, &before)?;
        if !form.is_ended() {
            play(&mut form, &mut book, &end, &before)?;
        }
        if form.is_ended() && matches!(beginning, Beginning::Revised) {
            let ended = result(&form);
            let of = |answers: &[Answer], id: &str| answers.iter().find(|answer| answer.id == id).cloned();
            for question in ended.details.questions.iter().filter(|_| ended.details.changed.is_some()) {
                let is_changed = ended.details.changed.iter().flatten().any(|id| *id == question.id);
                let [was, is] = [&sent, &ended.details.answers].map(|answers| of(answers, &question.id));
                prop_assert_eq!(is_changed, was != is, "{:?}", question.id);
            }
            let has_changes = ended.details.changed.iter().flatten().next().is_some();
            prop_assert_eq!(ended.is_said, has_changes || ended.details.outcome == Outcome::Discuss);
        }
    }

    /// Undo restores only what was decided before, and redo all of it.
    #[test]
    fn undo_decides_nothing(questions in questions(), actions in prop::collection::vec(action(), 0..20)) {
        let mut book = Book::new(&questions);
        let mut form = any::new(questions);
        play(&mut form, &mut book, &actions, &[])?;
        if form.is_ended() {
            return Ok(());
        }
        form = base(&form);
        let end = answers(&abort(&form));
        let mut steps = 0;
        while form.update(Action::Undo) != Step::Idle && steps < 100 {
            form = base(&form);
            steps += 1;
            for answer in answers(&abort(&form)) {
                let was = |(at, entry): (usize, &Entry)| {
                    let known = |(decided, proposed): &(Decided, BTreeSet<usize>)| {
                        Entry { decided: decided.clone(), proposed: proposed.clone(), ..entry.clone() }.answer(at)
                    };
                    entry.history.iter().any(|state| known(state).as_ref() == Some(&answer))
                };
                prop_assert!(book.entries.iter().enumerate().any(was), "{answer} was never decided");
            }
        }
        for _ in 0..steps {
            form.update(Action::Redo);
            form = base(&form);
        }
        prop_assert_eq!(answers(&abort(&form)), end);
    }
}
