//! Keys that were meant for the prompt: when they came decides whether they count.

use super::entered::plain_action;
use crate::common::any::{new, plain};
use crate::common::play::abort;
use crate::common::{Action, Played, draft, fail, form, frame, json, one, seen, shown, submit};
use Action::{Abort, Cancel, Click, Confirm, CursorDown, Digit, Filter, Note, Toggle, WheelDown};
use proptest::prelude::*;
use question_core::{Before, Pick};
use question_core::{Step, Target};

/// When the last key had come before the form opened, what then came when, and what is seen.
type Row = (Option<f64>, Vec<(f64, Action)>, &'static str);

/// The form after actions at their times; it opened at 1,000, when the last key had come at `last`.
fn timed(mut form: Played, last: Option<f64>, actions: &[(f64, Action)]) -> String {
    form.opened(last, 1_000.0);
    for (now, action) in actions {
        form.update_at(action.clone(), *now);
    }
    seen(&form)
}

#[test]
fn keys_that_were_meant_for_the_prompt() {
    let untouched = "> 1. PostgreSQL";
    let answered = "answered: db=pg (1)";
    let rows: [Row; 23] = [
        // only after keys shortly before
        (None, vec![(1_000.0, Confirm)], answered),
        (Some(0.0), vec![(1_000.0, Confirm)], answered),
        (Some(600.0), vec![(1_000.0, Confirm)], answered),
        (Some(601.0), vec![(1_000.0, Confirm)], untouched),
        (Some(999.0), vec![(1_001.0, Digit(1))], untouched),
        (Some(999.0), vec![(1_001.0, Toggle)], untouched),
        (Some(999.0), vec![(1_001.0, Note)], untouched),
        (Some(999.0), vec![(1_001.0, Filter)], untouched),
        (Some(999.0), vec![(1_001.0, Digit(0)), (1_050.0, submit("x"))], untouched),
        // until there was silence, counted from the last key
        (Some(999.0), vec![(1_398.0, Confirm)], untouched),
        (Some(999.0), vec![(1_399.0, Confirm)], answered),
        (Some(999.0), vec![(1_300.0, Confirm), (1_600.0, Confirm)], untouched),
        (Some(999.0), vec![(1_300.0, Confirm), (1_699.0, Confirm)], untouched),
        (Some(999.0), vec![(1_300.0, Confirm), (1_700.0, Confirm)], answered),
        (Some(999.0), vec![(1_300.0, CursorDown), (1_600.0, Confirm)], "> 2. SQLite"),
        // and never again
        (Some(999.0), vec![(1_500.0, CursorDown), (1_501.0, Confirm)], "answered: db=lite (2)"),
        (None, vec![(1_000.0, CursorDown), (1_000.0, Confirm)], "answered: db=lite (2)"),
        // what is no answer gets through
        (Some(999.0), vec![(1_001.0, CursorDown)], "> 2. SQLite"),
        (Some(999.0), vec![(1_001.0, Cancel)], "cancelled:"),
        (Some(999.0), vec![(1_001.0, Abort)], "aborted:"),
        (Some(999.0), vec![(1_001.0, fail())], "failed:"),
        (Some(999.0), vec![(1_001.0, Click(Target::Item(1)))], "answered: db=lite (2)"),
        (Some(999.0), vec![(1_001.0, WheelDown(Target::Nothing))], "> 2. SQLite"),
    ];
    for (last, actions, expected) in rows {
        assert_eq!(timed(one(), last, &actions), expected, "{last:?} {actions:?}");
    }
    let input = || form(&json!({"questions": [{"prompt": "Why?"}]}));
    let rows = [
        (vec![(1_001.0, draft("l")), (1_100.0, submit("ls"))], r#"editor "ls""#),
        (vec![(1_001.0, submit("ls")), (1_300.0, submit("ls"))], r#"editor "ls""#),
        (vec![(1_001.0, submit("ls")), (1_401.0, submit("ls"))], r#"answered: q1="ls" (typed)"#),
        (vec![(1_001.0, submit(""))], r#"editor """#),
    ];
    for (actions, expected) in rows {
        assert_eq!(timed(input(), Some(999.0), &actions), expected, "{actions:?}");
    }
}

#[test]
fn every_key_counts_until_there_was_silence() {
    // when the last key had come, whether a text waits in the prompt; then keys, and whether each is held up
    type Row = (f64, bool, Vec<(bool, f64, bool)>);
    let rows: [Row; 6] = [
        (600.0, false, vec![(true, 1_000.0, false)]),
        (
            601.0,
            false,
            vec![(true, 1_000.0, true), (true, 1_399.0, true), (true, 1_799.0, false), (true, 1_800.0, false)],
        ),
        (
            999.0,
            false,
            vec![(false, 1_300.0, false), (true, 1_600.0, true), (false, 1_900.0, false), (true, 2_300.0, false)],
        ),
        (
            999.0,
            true,
            vec![(true, 2_198.0, true), (true, 3_397.0, true), (false, 4_500.0, false), (true, 5_700.0, false)],
        ),
        (-200.0, true, vec![(true, 1_000.0, false)]),
        (-199.0, true, vec![(true, 1_000.0, true)]),
    ];
    for (last, is_writing, keys) in rows {
        let mut form = one();
        if is_writing {
            form.opened_while_writing(last, 1_000.0);
        } else {
            form.opened(Some(last), 1_000.0);
        }
        for (types, now, expected) in keys {
            assert_eq!(form.holds(types, now), expected, "{last} {is_writing} {now}");
        }
    }
    let mut form = one();
    form.opened_while_writing(999.0, 1_000.0);
    assert!(shown(&frame(&form)).contains("You were typing"), "it is told at once");
    assert_eq!((form.quiet_in(1_000.0), form.quiet_in(2_000.0), form.quiet_in(2_199.0)), (1_199.0, 199.0, 0.0));
    assert!(!shown(&frame(&form)).contains("You were typing"));
    form.opened(Some(999.0), 1_000.0);
    assert!(!shown(&frame(&form)).contains("You were typing"), "nobody has noticed yet");
    form.holds(true, 1_001.0);
    assert!(shown(&frame(&form)).contains("You were typing"));
}

#[test]
fn dialogs_wait_for_the_same_silence_but_not_for_ever() {
    for (last_key, is_writing, now, expected) in [
        (None, false, 1_000.0, 0.0),
        (None, true, 1_000.0, 0.0),
        (Some(900.0), false, 1_000.0, 300.0),
        (Some(900.0), false, 1_300.0, 0.0),
        (Some(900.0), true, 1_000.0, 1_100.0),
        (Some(900.0), true, 2_100.0, 0.0),
        // asked for at 1,000
        (Some(15_900.0), true, 15_900.0, 100.0),
        (Some(16_000.0), true, 16_000.0, 0.0),
        (Some(60_000.0), false, 60_000.0, 0.0),
    ] {
        let rest = Before { last_key, is_writing }.quiet_in(1_000.0, now);
        assert!((rest - expected).abs() < 0.5, "{last_key:?} {is_writing} {now}: {rest}");
    }
}

#[test]
fn what_the_host_does_with_a_key_that_was_not_let_through() {
    let mut form = form(&json!({"questions": [{"prompt": "Why?"}]}));
    form.opened(Some(999.0), 1_000.0);
    assert_eq!(form.update_at(Confirm, 1_001.0), Step::Idle);
    // the editor has dropped the text that it submitted
    assert_eq!(form.update_at(submit("ls"), 1_002.0), Step::Edit);
    assert_eq!(form.draft(), "ls");
    assert_eq!(form.update_at(Abort, 1_003.0), Step::Finish);
    assert_eq!(form.update_at(submit("ls"), 1_004.0), Step::Idle, "it has ended");
}

proptest! {
    /// Keys that go on without a pause after those for the prompt choose nothing.
    #[test]
    fn a_guarded_form_is_not_answered_by_keys(questions in plain(), actions in prop::collection::vec(plain_action(), 0..30)) {
        let mut form = new(questions);
        form.opened(Some(-10.0), 0.0);
        let is_mouse = |action: &Action| matches!(action, Click(_) | Action::WheelUp(_) | WheelDown(_));
        let keys = actions.into_iter().filter(|action| !is_mouse(action));
        for (action, now) in keys.zip((0_u32..).map(|at| f64::from(at) * 399.0)) {
            form.update_at(action.clone(), now);
            if form.is_ended() {
                prop_assert!(matches!(action, Cancel | Action::Leave), "{action:?}");
                return Ok(());
            }
            let picks = abort(&form).details.answers;
            prop_assert!(picks.iter().flat_map(|answer| answer.picks.all()).all(Pick::was_custom), "{picks:?}");
        }
    }
}
