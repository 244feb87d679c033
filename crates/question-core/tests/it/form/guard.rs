//! Keys that were meant for something else: the time of a key decides whether it applies.

use super::entered::plain_action;
use crate::common::any::{new, plain};
use crate::common::play::abort;
use crate::common::{Action, Played, draft, fail, form, frame, json, one, seen, shown, submit, typed};
use Action::{Abort, Cancel, Click, Confirm, CursorDown, Digit, Leave, Note, Toggle, WheelDown};
use proptest::prelude::*;
use question_core::{ClosedForm, Pick, Step, Target, dialogs_open_in};

/// Actions with their times, and what the form shows then.
type Row = (Vec<(f64, Action)>, &'static str);

/// The notice that keys apply after a pause.
const PAUSE: &str = "Pause for a moment";

/// Guards a form that is painted at 1,000.
fn painted(mut form: Played, is_writing: bool) -> Played {
    form.guard(is_writing);
    form.painted(1_000.0);
    form
}

/// Returns what a form shows after actions at their times.
fn timed(mut form: Played, actions: &[(f64, Action)]) -> String {
    for (now, action) in actions {
        form.update_at(action.clone(), *now);
    }
    seen(&form)
}

#[test]
fn keys_apply_after_a_quiet_period_since_the_paint() {
    let untouched = "→ 1. PostgreSQL";
    let answered = "answered: db=pg (1)";
    let rows: [Row; 21] = [
        (vec![(1_000.0, Confirm)], untouched),
        (vec![(1_008.0, Digit(1))], untouched),
        (vec![(1_399.0, Toggle)], untouched),
        (vec![(1_399.0, Note)], untouched),
        (vec![(1_001.0, Digit(0)), (1_050.0, submit("x"))], untouched),
        (vec![(1_400.0, Confirm)], answered),
        // and since the last key of any kind
        (vec![(1_300.0, Confirm), (1_699.0, Confirm)], untouched),
        (vec![(1_300.0, Confirm), (1_700.0, Confirm)], answered),
        (vec![(1_300.0, CursorDown), (1_600.0, Confirm)], "→ 2. SQLite"),
        (vec![(1_300.0, CursorDown), (1_700.0, Confirm)], "answered: db=lite (2)"),
        // after that, all keys apply
        (vec![(1_500.0, CursorDown), (1_501.0, Confirm)], "answered: db=lite (2)"),
        // Esc and Ctrl+C wait as well
        (vec![(1_001.0, Cancel), (1_399.0, Leave)], untouched),
        (vec![(1_400.0, Cancel)], "cancelled:"),
        (vec![(1_300.0, Cancel), (1_699.0, Cancel), (2_099.0, Leave)], "cancelled:"),
        (vec![(1_300.0, Leave), (1_699.0, Leave)], untouched),
        // moving and the host always apply, and a click highlights
        (vec![(1_001.0, CursorDown)], "→ 2. SQLite"),
        (vec![(1_001.0, Abort)], "aborted:"),
        (vec![(1_001.0, fail())], "failed:"),
        (vec![(1_001.0, Click(Target::Item(1))), (1_300.0, Click(Target::Item(1)))], "→ 2. SQLite"),
        (vec![(1_500.0, Click(Target::Item(1)))], "answered: db=lite (2)"),
        (vec![(1_001.0, WheelDown(Target::Nothing))], "→ 2. SQLite"),
    ];
    for (actions, expected) in rows {
        assert_eq!(timed(painted(one(), false), &actions), expected, "{actions:?}");
    }
    let writing: [Row; 4] = [
        (vec![(1_400.0, Confirm)], untouched),
        (vec![(2_199.0, Confirm)], untouched),
        (vec![(2_200.0, Confirm)], answered),
        (vec![(2_100.0, CursorDown), (3_299.0, Confirm)], "→ 2. SQLite"),
    ];
    for (actions, expected) in writing {
        assert_eq!(timed(painted(one(), true), &actions), expected, "{actions:?}");
    }
    let input = || painted(form(&json!({"questions": [{"prompt": "Why?"}]})), false);
    let rows: [Row; 4] = [
        (vec![(1_001.0, draft("l")), (1_100.0, submit("ls"))], r#"editor "ls""#),
        (vec![(1_001.0, submit("ls")), (1_300.0, submit("ls"))], r#"editor "ls""#),
        (vec![(1_001.0, submit("ls")), (1_401.0, submit("ls"))], r#"answered: q1="ls" (typed)"#),
        (vec![(1_001.0, submit(""))], r#"editor """#),
    ];
    for (actions, expected) in rows {
        assert_eq!(timed(input(), &actions), expected, "{actions:?}");
    }
}

/// Keys that the host read before the form was on the screen do not apply.
#[test]
fn no_key_answers_a_form_that_was_not_painted() {
    let rows: [Row; 5] = [
        (vec![(9_000.0, Confirm)], "→ 1. PostgreSQL"),
        (vec![(9_000.0, Digit(2))], "→ 1. PostgreSQL"),
        (vec![(9_000.0, CursorDown), (19_000.0, Confirm)], "→ 2. SQLite"),
        (vec![(9_000.0, Cancel), (19_000.0, Leave)], "→ 1. PostgreSQL"),
        (vec![(9_000.0, Abort)], "aborted:"),
    ];
    for (actions, expected) in rows {
        let mut form = one();
        form.guard(false);
        assert_eq!(timed(form, &actions), expected, "{actions:?}");
    }
    let mut form = one();
    form.guard(false);
    assert!(form.remaining_ms(5_000.0).is_infinite());
    assert_eq!(form.update_at(typed("a"), 5_000.0), Step::Early);
    form.painted(5_100.0);
    form.painted(5_400.0);
    let remaining = [5_200.0, 5_400.0].map(|now| form.remaining_ms(now));
    assert_eq!(format!("{remaining:?}"), "[300.0, 100.0]", "it is painted but once");
}

/// Submit with open questions has to be repeated by a press of its own.
#[test]
fn a_held_enter_does_not_repeat_submit() {
    let review = |actions: &[(f64, Action)]| {
        let open = [(5_000.0, Action::PrevTab), (5_001.0, Confirm)];
        timed(painted(crate::common::three(), false), &[&open, actions].concat())
    };
    assert!(review(&[(5_100.0, Confirm), (5_400.0, Confirm), (5_790.0, Confirm)]).contains("Submit again"));
    assert_eq!(review(&[(5_402.0, Confirm)]), "answered:");
    // any other key drops it, and what follows counts at once
    assert!(review(&[(5_100.0, CursorDown), (5_110.0, Confirm)]).contains("[□ DB]"));
}

/// What a dialog or the click before was meant for does not answer what comes up under it. Text is the form's.
#[test]
fn a_form_that_reappears_or_turns_a_page_by_a_click_waits_again() {
    let two = || {
        form(&json!({"questions": [{"prompt": "A?", "options": ["a", "b"]}, {"prompt": "B?", "options": ["c", "d"]}]}))
    };
    let click = |row| Click(Target::Item(row));
    let rows: [Row; 6] = [
        (vec![(5_000.0, click(1)), (5_200.0, click(1))], "→ 1. c"),
        (vec![(5_000.0, click(1)), (5_200.0, Digit(1))], "→ 1. c"),
        (vec![(5_000.0, click(1)), (5_400.0, click(1))], "→ Submit"),
        (vec![(5_000.0, click(1)), (5_100.0, CursorDown), (5_499.0, Confirm)], "→ 2. d"),
        (vec![(5_000.0, Click(Target::Tab(1))), (5_200.0, Confirm)], "→ 1. c"),
        // a key that turns the page was meant for the form
        (vec![(5_000.0, Digit(1)), (5_010.0, Digit(1))], "→ Submit"),
    ];
    for (actions, expected) in rows {
        let seen = timed(painted(two(), false), &actions);
        assert!(seen.contains(expected), "{actions:?}: {seen}");
    }
    let appeared = |mut form: Played, actions: &[(f64, Action)]| {
        form.appeared(5_000.0);
        timed(form, actions)
    };
    let shown = appeared(painted(one(), false), &[(5_399.0, Confirm)]);
    assert_eq!(shown, "→ 1. PostgreSQL");
    assert_eq!(appeared(painted(one(), false), &[(5_400.0, Confirm)]), "answered: db=pg (1)");
    assert_eq!(appeared(painted(one(), false), &[(5_399.0, Cancel)]), "→ 1. PostgreSQL");
    let mut form = painted(form(&json!({"questions": [{"prompt": "Why?"}]})), false);
    form.remaining_ms(2_000.0);
    form.appeared(5_000.0);
    // what is typed into a field goes on there
    let text = [(5_100.0, typed("l")), (5_200.0, submit("ls"))];
    assert_eq!(timed(form, &text), r#"editor "ls""#);
    // so do words that are typed into a list, and nothing is lost of them
    let words = [(5_100.0, typed("sqlite")), (5_200.0, submit("sqlite"))];
    assert_eq!(appeared(painted(one(), false), &words), r#"→ 2. SQLite editor "sqlite""#);
    let mut form = one();
    form.guard(false);
    form.appeared(1_000.0);
    assert!(form.remaining_ms(5_000.0).is_infinite(), "a form that was not painted is still new");
}

/// Whether pi's prompt holds unsent text; then keys: whether each types text, its time, and whether it is early.
type Keys = (bool, Vec<(bool, f64, bool)>);

/// What is typed is meant for pi's prompt until a quiet period, which is longer after the second character.
#[test]
fn typing_is_early_until_a_quiet_period() {
    let rows: [Keys; 5] = [
        (false, vec![(true, 1_399.0, true), (true, 1_799.0, false), (true, 1_800.0, false)]),
        (false, vec![(true, 1_400.0, false)]),
        (false, vec![(false, 1_300.0, false), (true, 1_600.0, true), (false, 1_900.0, false), (true, 2_300.0, false)]),
        (false, vec![(true, 1_100.0, true), (true, 1_200.0, true), (true, 2_399.0, true), (true, 3_599.0, false)]),
        (true, vec![(true, 2_199.0, true), (true, 3_398.0, true), (false, 4_500.0, false), (true, 5_700.0, false)]),
    ];
    for (is_writing, keys) in rows {
        let mut form = painted(one(), is_writing);
        for (types, now, expected) in keys {
            let step = form.update_at(if types { typed("a") } else { CursorDown }, now);
            assert_eq!(step == Step::Early, expected, "{is_writing} {now}");
        }
    }
    let mut form = painted(one(), true);
    assert_eq!(
        (form.remaining_ms(1_000.0), form.remaining_ms(2_000.0), form.remaining_ms(2_200.0)),
        (1_200.0, 200.0, 0.0)
    );
}

/// What is withheld is told, for long enough to be read.
#[test]
fn a_notice_stands_until_it_can_be_read() {
    let is_told = |form: &Played| shown(&frame(form)).contains(PAUSE);
    let mut form = one();
    form.guard(true);
    assert!(is_told(&form), "who writes is told at once");
    form.painted(1_000.0);
    let changes = [1_000.0, 2_199.0, 2_200.0, 2_499.0].map(|now| (form.redraw_ms(now), is_told(&form)));
    assert_eq!(changes, [(1_200.0, true), (1.0, true), (300.0, true), (1.0, true)]);
    assert_eq!((form.redraw_ms(2_500.0), is_told(&form)), (0.0, false));

    for (key, step) in [(Cancel, Step::Redraw), (Confirm, Step::Early)] {
        let mut form = painted(one(), false);
        assert!(!is_told(&form), "nobody has noticed yet");
        form.update_at(CursorDown, 1_001.0);
        assert!(!is_told(&form), "a move counts");
        assert_eq!(form.update_at(key.clone(), 1_100.0), step);
        let changes = [1_100.0, 1_500.0, 2_599.0].map(|now| (form.redraw_ms(now), is_told(&form)));
        assert_eq!(changes, [(400.0, true), (1_100.0, true), (1.0, true)], "{key:?}");
        assert_eq!((form.redraw_ms(2_600.0), is_told(&form)), (0.0, false), "{key:?}");
    }
    let mut form = painted(one(), false);
    form.update_at(typed("a"), 1_001.0);
    assert!(is_told(&form));
    form.update_at(CursorDown, 1_500.0);
    assert!(!is_told(&form), "a key that counts removes it");
}

/// Who presses nothing but Esc and Ctrl+C can leave, though each press begins another quiet period.
#[test]
fn a_form_can_be_left_by_keys_without_a_pause() {
    let press = |actions: &[(f64, Action)], at: f64| {
        let keys =
            (0..20_u32).map(|key| (f64::from(key).mul_add(100.0, at), if key % 2 == 0 { Cancel } else { Leave }));
        timed(painted(one(), false), &actions.iter().cloned().chain(keys).collect::<Vec<_>>())
    };
    assert_eq!(press(&[], 1_000.0), "cancelled:");
    let mut form = painted(one(), false);
    for at in 0..15_u32 {
        form.update_at(Cancel, f64::from(at).mul_add(100.0, 1_050.0));
        assert!(!form.is_ended(), "{at}");
    }
    form.update_at(Cancel, 2_550.0);
    assert!(form.is_ended());
    // another key between them was meant for something, and answers nothing
    let mut form = painted(one(), false);
    for at in 0..100_u32 {
        let key = if at % 10 == 9 { Confirm } else { Cancel };
        form.update_at(key, f64::from(at).mul_add(100.0, 1_050.0));
    }
    assert_eq!(seen(&form), "→ 1. PostgreSQL");
}

#[test]
fn dialogs_wait_for_a_quiet_period_but_not_forever() {
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
        let rest = dialogs_open_in(last_key, is_writing, false, 1_000.0, now);
        assert!((rest - expected).abs() < 0.5, "{last_key:?} {is_writing} {now}: {rest}");
        assert!(dialogs_open_in(last_key, is_writing, true, 1_000.0, now) <= 0.0, "the user has asked for them");
    }
}

#[test]
fn the_step_of_a_key_that_does_not_apply() {
    let mut form = painted(form(&json!({"questions": [{"prompt": "Why?"}]})), false);
    assert_eq!(form.update_at(Confirm, 1_001.0), Step::Early, "a line break in pi's prompt");
    // the editor has dropped the text that it submitted
    assert_eq!(form.update_at(submit("ls"), 1_002.0), Step::Edit);
    assert_eq!(form.draft(), "ls");
    assert_eq!(form.update_at(Abort, 1_003.0), Step::Finish);
    assert_eq!(form.update_at(submit("ls"), 1_004.0), Step::Idle, "it has ended");
}

/// A form that nobody sees can be left. What is typed is for pi's prompt, and clicks are for nothing.
#[test]
fn nothing_answers_a_form_that_is_not_on_the_screen() {
    let unseen = || {
        let mut form = one();
        form.show(false, 1_000.0);
        form
    };
    for (action, expected) in [
        (typed("a"), Step::Early),
        (Digit(1), Step::Early),
        (Confirm, Step::Early),
        (CursorDown, Step::Early),
        (Click(Target::Item(1)), Step::Idle),
        (WheelDown(Target::Nothing), Step::Idle),
    ] {
        let mut form = unseen();
        assert_eq!(form.update_at(action.clone(), 5_000.0), expected, "{action:?}");
        assert_eq!(seen(&form), "→ 1. PostgreSQL", "{action:?}");
    }
    assert_eq!(timed(unseen(), &[(5_000.0, Cancel)]), "cancelled:");
    let mut form = unseen();
    form.show(true, 6_000.0);
    assert_eq!(timed(form.clone(), &[(6_399.0, Confirm)]), "→ 1. PostgreSQL", "it has just appeared");
    assert_eq!(timed(form, &[(6_400.0, Confirm)]), "answered: db=pg (1)");
}

/// A click chooses what was on the screen.
#[test]
fn a_click_on_what_was_not_drawn_draws_it() {
    let mut form = one();
    form.update_undrawn(CursorDown, 5_000.0);
    assert_eq!(form.update_undrawn(Click(Target::Item(0)), 5_001.0), Step::Redraw);
    assert_eq!(seen(&form), "→ 2. SQLite");
    assert_eq!(timed(form, &[(5_002.0, CursorDown), (5_003.0, Click(Target::Item(0)))]), "answered: db=pg (1)");
}

proptest! {
    /// Keys and clicks that follow each other without a pause choose nothing, and leave only if nothing else comes between.
    #[test]
    fn a_guarded_form_is_not_answered_by_keys(questions in plain(), actions in prop::collection::vec(plain_action(), 0..30)) {
        let mut form = new(questions);
        form.guard(false);
        form.painted(0.0);
        let mut leaving = 0;
        let is_nothing = |action: &Action| {
            matches!(action, Action::WheelUp(_) | WheelDown(_) | Click(Target::Prompt | Target::Preview | Target::Nothing))
        };
        let keys = actions.into_iter().filter(|action| !is_nothing(action));
        for (action, now) in keys.zip((0_u32..).map(|at| f64::from(at) * 399.0)) {
            form.update_at(action.clone(), now);
            leaving = if matches!(action, Cancel | Leave) { leaving + 1 } else { 0 };
            if form.is_ended() {
                prop_assert!(leaving > 4, "{action:?}");
                return Ok(());
            }
            let picks = abort(&form).details.answers;
            prop_assert!(picks.iter().flat_map(|answer| &answer.picks).all(Pick::was_custom), "{picks:?}");
        }
    }
}

/// Keys that come faster than the form is drawn take nothing that was not on the screen.
#[test]
fn what_was_not_drawn_is_not_taken() {
    let answered = || {
        let list = |prompt| json!({"prompt": prompt, "options": ["SQLite", "MySQL"]});
        let mut form = form(&json!({"questions": [list("A?"), list("B?")]}));
        form.update(Digit(1));
        form
    };
    let list = || form(&json!({"questions": [{"prompt": "A?", "options": ["SQLite", "MySQL"]}]}));
    let rows: Vec<(Played, Vec<Action>, &str)> = vec![
        // the page that asks on leaving, by Enter and by number
        (answered(), vec![Cancel, CursorDown, Confirm], "→ 2. Send what I have"),
        (answered(), vec![Cancel, Digit(3)], "→ 1. Keep answering"),
        // what typing has highlighted
        (list(), vec![typed("sqlite"), submit("sqlite")], r#"→ 1. SQLite editor "sqlite""#),
        (list(), vec![CursorDown, typed("x"), draft(""), Confirm], "→ 2. MySQL"),
        // words that were typed, and an option that an arrow goes to
        (list(), vec![typed("my own"), submit("my own")], "answered:"),
        (list(), vec![typed("my"), Action::CursorUp, Confirm], "answered: q1=MySQL (2)"),
    ];
    for (mut form, actions, expected) in rows {
        for action in &actions {
            form.update_undrawn(action.clone(), 5_000.0);
        }
        let shown = seen(&form);
        assert!(shown.contains(expected), "{actions:?}\n  shows {shown}\n  not   {expected}");
    }
}

/// A long text asks whether it is meant; the Enter that brought the question does not answer it as well.
#[test]
fn a_held_enter_does_not_confirm_a_long_text() {
    let mut form = form(&json!({"questions": [{"prompt": "A?", "mode": "input"}]}));
    form.update_at(submit(&"word ".repeat(500)), 5_000.0);
    assert_eq!(seen(&form), "→ 1. Yes");
    form.update_at(Confirm, 5_300.0);
    assert!(!seen(&form).contains("answered:"), "{}", seen(&form));
    form.update_at(Confirm, 5_800.0);
    assert!(seen(&form).contains("answered:"), "{}", seen(&form));
}

/// Until there is a pause, Enter does not send what the prompt has held since a form closed, and no key does anything after
/// one that was closed under the user's hands.
#[test]
fn keys_for_a_form_that_has_closed() {
    let (enter, letter) = (true, false);
    for (was_taken, prompt, key, prompt_now, expected) in [
        (false, "a draft", enter, "a draft", true),
        (false, "a draft", letter, "a draft", false),
        (false, "a draft", enter, "a draft, and more", false),
        (false, "", enter, "", false),
        (false, " ", enter, " ", false),
        (true, "", letter, "", true),
        (true, "a draft", enter, "another", true),
    ] {
        let closed = || {
            let mut closed = ClosedForm::new(prompt.to_owned(), 1_000.0);
            if was_taken {
                closed.set_taken();
            }
            closed
        };
        for (after, expected) in [(0.0, Some(expected)), (399.0, Some(expected)), (400.0, None)] {
            let withheld = closed().withholds(key, prompt_now, 1_000.0 + after);
            assert_eq!(withheld, expected, "{was_taken} {prompt:?} {key} {prompt_now:?} {after}");
        }
    }

    // Other keys are no pause, and Enter is let through after a moment.
    let mut closed = ClosedForm::new("a draft".to_owned(), 1_000.0);
    let keys = [(300.0, letter), (350.0, enter), (399.0, letter), (400.0, enter)];
    let withheld = keys.map(|(after, key)| closed.withholds(key, "a draft", 1_000.0 + after));
    assert_eq!(withheld, [Some(false), Some(true), Some(false), None]);

    // Who goes on typing, after a form was closed under their hands, is let through in the end.
    let mut closed = ClosedForm::new(String::new(), 0.0);
    closed.set_taken();
    let count = (1..100).take_while(|at| closed.withholds(letter, "", f64::from(*at) * 300.0) == Some(true)).count();
    assert_eq!(count, 49, "15 s");
}
