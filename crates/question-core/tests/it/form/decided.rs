//! A property of every result: it holds exactly what the person has decided.
//!
//! A [`Book`] keeps what was decided.

use super::book::Book;
use crate::common::play::{Sight, abort, to_tab};
use crate::common::{Action, Played, any, draft, fail, given, played, result, submit, typed};
use proptest::prelude::*;
use proptest::sample::select;
use question_core::{Answer, Ending, Mode, Outcome, QuestionRequest, Replies, Step, Target, ToolResult};
use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Number of actions that were played.
static PLAYED: AtomicUsize = AtomicUsize::new(0);

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
        vec![Cancel, Cancel, Cancel, CursorDown, CursorDown, CursorDown, Confirm],
        vec![Action::Later],
        vec![Action::Leave, CursorDown, Confirm],
        vec![Action::Leave, Action::Leave],
    ])
}

/// Returns the answers of a result without their notes, which decide nothing.
fn answers(result: &ToolResult) -> Vec<String> {
    of_answers(result.details.answers.iter())
}

/// Returns the answers that a form would leave if it were cut off. Those of a revision are not sent.
fn cut_off(form: &Played) -> Vec<String> {
    let details = abort(form).details;
    of_answers(details.answers.iter().chain(details.unsent_answers.iter().flatten()))
}

fn of_answers<'a>(answers: impl Iterator<Item = &'a Answer>) -> Vec<String> {
    answers.map(|answer| given(&Answer { note: None, ..answer.clone() })).collect()
}

/// Returns the unsent words of each question.
fn unsent(result: &ToolResult) -> Vec<String> {
    let unsent = result.details.unsent.iter().flatten();
    unsent.filter_map(|unsent| Some(format!("{}={}", unsent.id.as_ref()?, unsent.text.as_ref()?))).collect()
}

/// Returns words without those that are there twice: the next form restores the same words as one text.
fn once(mut words: Vec<String>) -> Vec<String> {
    let mut known = HashSet::new();
    words.retain(|text| known.insert(text.clone()));
    words
}

/// Counts an action. Prints each full thousand, which `npm run fuzz` reads.
#[allow(clippy::print_stdout)]
fn count() {
    let played = PLAYED.fetch_add(1, Ordering::Relaxed) + 1;
    if played.is_multiple_of(1_000) {
        println!("{played} actions");
    }
}

/// Plays actions until the form ends. Checks the answers after each against the book. Returns whether the user has
/// discarded what was decided.
fn play(form: &mut Played, book: &mut Book, actions: &[Action], before: &[String]) -> Result<bool, TestCaseError> {
    let mut sight = Sight::of(form);
    for action in actions {
        let last = form.clone();
        form.update(action.clone());
        count();
        let was = std::mem::replace(&mut sight, Sight::of(form));
        book.note(action, (&last, &was), (form, &sight));
        if !form.is_ended() {
            let is_same = before == book.answers() && cut_off(form).is_empty();
            prop_assert!(is_same || cut_off(form) == book.answers(), "after {:?}", action);
            prop_assert_eq!(once(unsent(&abort(form))), once(book.unsent()), "after {:?}", action);
            continue;
        }
        let ended = result(form);
        let shown = answers(&ended);
        let is_silent = ended.details.outcome == Outcome::Cancelled && !was.is_leaving;
        if is_silent {
            prop_assert_eq!(book.answers(), before, "left without a word");
        }
        let is_left = ended.details.outcome == Outcome::Pending;
        let is_unsent = ended.details.unsent.is_none() && ended.details.unsent_answers.is_none();
        let is_discarded = was.is_leaving && !is_left && shown.is_empty() && is_unsent && *action != Action::Abort;
        // The answers of a revision count once it is submitted.
        let is_cut_off = !before.is_empty() && ended.details.outcome != Outcome::Answered;
        let kept = of_answers(ended.details.unsent_answers.iter().flatten());
        let is_same = kept.is_empty() && is_cut_off && (is_discarded || book.answers() == before);
        prop_assert!(
            is_same || kept == if is_left || is_cut_off { book.answers() } else { Vec::new() },
            "kept {:?}",
            kept
        );
        let is_sent = !is_silent && !is_discarded && !is_left && !is_cut_off;
        let expected = if is_sent { book.answers() } else { Vec::new() };
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
            form = if is_revised { form.revision(replies.clone()) } else { form.with_drafts(replies) };
            book.reopen();
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
            let is_submitted = ended.details.outcome == Outcome::Answered;
            let has_changes = is_submitted && ended.details.answers != sent;
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
        form = to_tab(&form);
        let end = answers(&abort(&form));
        let mut steps = 0;
        while form.update(Action::Undo) != Step::Idle && steps < 100 {
            form = to_tab(&form);
            steps += 1;
            for answer in answers(&abort(&form)) {
                prop_assert!(book.was_decided(&answer), "{answer} was never decided");
            }
        }
        for _ in 0..steps {
            form.update(Action::Redo);
            form = to_tab(&form);
        }
        prop_assert_eq!(answers(&abort(&form)), end);
    }
}
