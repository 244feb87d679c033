//! The page of who waits: who is answered first, put off or left, and what a key means while the rows move.

use crate::common::{Action, Played, form, frame, json, shown};
use question_core::{QueueAct, Step};

fn asked() -> Played {
    let mut form = form(&json!({"questions": [{"prompt": "Which?", "options": ["One", "Two"]}]})).sized(80, 24);
    form.set_waiters(&[4, 7]);
    form
}

fn act(form: &mut Played, actions: Vec<Action>) -> (Step, Option<QueueAct>) {
    let mut step = Step::Idle;
    for action in actions {
        step = form.update(action);
    }
    (step, form.queue_act())
}

#[test]
fn the_page_names_all_that_wait() {
    let mut form = asked();
    assert!(shown(&frame(&form)).lines().next().is_some_and(|border| border.contains("2 more wait ctrl+s")));
    assert_eq!(act(&mut form, vec![Action::Queue]), (Step::Redraw, None));
    let page = shown(&frame(&form));
    assert_eq!(page.matches("2 more wait").count(), 1, "{page}");
    for row in [
        "2 more wait",
        "1. Keep answering",
        "2. The model has a question · Why? · 14:04",
        "3. The model has a question · Why? · 14:07",
        "4. Leave all that wait",
    ] {
        assert!(page.contains(row), "{row}: {page}");
    }
    // Back to the question.
    assert_eq!(act(&mut form, vec![Action::Cancel]), (Step::Redraw, None));
    assert!(shown(&frame(&form)).contains("Which?"));
}

#[test]
fn a_row_is_answered_first_put_off_or_left() {
    use Action::{Confirm, CursorDown, Digit, Last, Later, Leave, Queue};
    for (actions, expected) in [
        (vec![Digit(2)], QueueAct::First(4)),
        (vec![CursorDown, CursorDown, Confirm], QueueAct::First(7)),
        (vec![CursorDown, Later], QueueAct::PutOff(4)),
        (vec![CursorDown, CursorDown, Leave], QueueAct::Leave(7)),
        (vec![Digit(4)], QueueAct::LeaveAll),
        (vec![Last, Leave], QueueAct::LeaveAll),
        (vec![Last, Later], QueueAct::PutOffAll),
    ] {
        let mut form = asked();
        form.update(Queue);
        assert_eq!(act(&mut form, actions.clone()), (Step::Queue, Some(expected)), "{actions:?}");
        assert!(!form.is_ended());
    }
}

/// On the first row, the commands are the form's own.
#[test]
fn the_first_row_is_the_form() {
    for action in [Action::Later, Action::Leave] {
        let mut form = asked();
        assert_eq!(act(&mut form, vec![Action::Queue, action]), (Step::Finish, None));
    }
    let mut form = asked();
    assert_eq!(act(&mut form, vec![Action::Queue, Action::Digit(1)]), (Step::Redraw, None));
    assert!(shown(&frame(&form)).contains("Which?"));
}

/// With nobody waiting, there is no such page, and the form says so. In a text, the key is the editor's.
#[test]
fn nobody_waits() {
    let mut form = asked();
    form.set_waiters(&[]);
    assert!(!shown(&frame(&form)).contains("ctrl+s"));
    assert_eq!(act(&mut form, vec![Action::Queue]), (Step::Redraw, None));
    assert!(shown(&frame(&form)).contains("Nobody else waits."), "{}", shown(&frame(&form)));
    assert_eq!(act(&mut form, vec![Action::Digit(0), Action::Queue]), (Step::Idle, None));
}

/// The rows move under the user's hands: the highlight stays on the same one, and no key counts at once.
#[test]
fn one_leaves_while_the_page_is_shown() {
    let mut form = asked();
    act(&mut form, vec![Action::Queue, Action::CursorDown, Action::CursorDown]);
    form.set_waiters(&[7]);
    assert!(shown(&frame(&form)).contains("⟨accent⟩→ 2. The model has a question · Why? · 14:07"));
    let (step, now) = (form.update_soon(Action::Later), form.queue_act());
    assert_eq!((step, now), (Step::Redraw, None));
    assert_eq!(act(&mut form, vec![Action::Later]), (Step::Queue, Some(QueueAct::PutOff(7))));
    // The last one leads back to the question, which a second key does not put off.
    form.set_waiters(&[]);
    assert!(shown(&frame(&form)).contains("Which?"));
    form.update_soon(Action::Later);
    assert!(!form.is_ended());
}

/// From a text, which is kept, from the fold and from the page of keys.
#[test]
fn from_everywhere() {
    for before in [vec![Action::Typed("half a thought".to_owned())], vec![Action::Fold], vec![Action::Help]] {
        let mut form = asked();
        act(&mut form, before.clone());
        form.update(Action::Queue);
        assert!(shown(&frame(&form)).contains("Leave all that wait"), "{before:?}");
        form.update(Action::Cancel);
        assert!(shown(&frame(&form)).contains("Which?"), "{before:?}");
    }
    let mut form = asked();
    form.update(Action::Fold);
    assert!(shown(&frame(&form)).contains("2 more wait ctrl+s"));
}

/// The page opens while a new form still holds keys back, so that what is pressed next is meant for the page.
#[test]
fn it_opens_at_once() {
    let mut form = asked();
    form.guard(false);
    form.painted(0.0);
    assert_eq!(form.update_at(Action::Queue, 100.0), Step::Redraw);
    assert!(shown(&frame(&form)).contains("Leave all that wait"));
    form.update_at(Action::Digit(1), 200.0);
    assert!(!form.is_ended());
}
