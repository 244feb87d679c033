//! Defaults beside answers: whose a text is, and when a default counts.

use crate::common::dialogs::{PlainDialogs, replied, seen};
use crate::common::play::abort;
use crate::common::{
    Action, Json, Played, after, asked, draft, fail, form, given, json, played, result, rows_of, submit,
};
use Action::{Abort, Confirm, Digit, NextTab};
use question_core::{DialogStyle, Questionnaire, ToolResult};

fn name(default: &str) -> Json {
    json!({"questions": [{"id": "name", "prompt": "Name?", "defaultValue": default}, {"id": "why", "prompt": "Why?"}]})
}

fn answers(form: &Played) -> Vec<String> {
    abort(form).details.answers.iter().map(given).collect()
}

/// Returns a form of these questions with what was entered in an earlier one.
fn again(earlier: &ToolResult, questionnaire: &Questionnaire) -> Played {
    played(questionnaire).with_drafts(earlier.details.replies(questionnaire))
}

#[test]
fn a_text_stays_the_models_when_it_is_asked_again_with_another_default() {
    let confirmed = result(&after(form(&name("shop")), &[submit("shop"), Abort]));
    let form = again(&confirmed, &asked(&name("cart")));
    assert_eq!(answers(&form), [r#"name="shop" (default)"#]);
}

/// pi's editor makes blanks of a tab.
#[test]
fn a_default_with_a_tab_is_the_models_after_the_editor_too() {
    let form = form(&name("a\tb"));
    assert_eq!(form.draft(), "a    b");
    assert_eq!(answers(&after(form, &[submit("a    b")])), [r#"name="a    b" (default)"#]);
}

#[test]
fn the_default_typed_over_an_answer_is_a_draft() {
    let form = after(form(&name("shop")), &[submit("cart"), Action::PrevTab, Confirm, draft("shop"), NextTab]);
    assert_eq!(answers(&form), [r#"name="cart" (typed)"#]);
    let review = after(form, &[NextTab]);
    assert!(rows_of(&review).iter().any(|row| row == "✎ Not sent: shop"), "{:?}", rows_of(&review));
}

#[test]
fn a_failure_hands_on_no_default_and_no_text_twice() {
    for (actions, expected) in [
        (
            vec![fail()],
            "Error: The question form stopped working: trap. Nothing is decided. Ask the same once more, what was entered is kept. If that fails, put the question into your reply and end your turn.",
        ),
        (
            vec![submit("cart"), Action::PrevTab, Confirm, fail()],
            "Error: The question form stopped working: trap. Nothing is decided. Ask the same once more, what was entered is kept. If that fails, put the question into your reply and end your turn.\nEntered so far, not final:\nName? → cart (typed)\n\
             Not answered yet: \"Why?\"",
        ),
    ] {
        assert_eq!(result(&after(form(&name("shop")), &actions)).content, expected);
    }
}

#[test]
fn a_reply_that_a_dialog_refuses_is_not_added_to_the_default() {
    let call = json!({"questions": [{"prompt": "Which?", "options": ["A"], "defaultValue": "Postgres 16"}]});
    let walk = replied(PlainDialogs::new(&form(&call), DialogStyle::Numbers), &["please not", "0", ""]);
    assert_eq!(seen(&walk), "Which? → please not (typed)");
}

/// Boxes are an answer as a whole.
#[test]
fn boxes_that_are_half_by_default_come_back_as_they_were() {
    let call = json!({"questions": [
        {"id": "m", "prompt": "Which?", "mode": "multi", "options": ["a", "b", "c", "d"], "defaultValues": ["a", "b"]}]});
    let boxes = |form: &Played| -> Vec<String> {
        let is_box = |row: &String| row.contains("[x] ") || row.contains("[ ] ");
        rows_of(form).into_iter().filter(is_box).map(|row| row.trim_start_matches("> ").to_owned()).collect()
    };
    let changed = after(form(&call), &[Digit(1), Digit(3), Digit(0), submit("own")]);
    let mut ended = abort(&changed);
    assert_eq!(ended.details.answers, []);
    // A blank text, which only an edited session has, is none.
    let unsent = ended.details.unsent.iter_mut().flatten().filter_map(|unsent| unsent.boxes.as_mut());
    unsent.for_each(|boxes| boxes.texts.push(" ".to_owned()));
    let restored = again(&ended, &asked(&call));
    assert_eq!(boxes(&restored), ["1. [ ] a", "2. [x] b ◪", "3. [x] c", "4. [ ] d", "[x] (wrote) own"]);
    assert_eq!(boxes(&restored), boxes(&after(changed, &[Action::First])));
    // Submit on the review, which lists all of them, makes them the answer.
    let review = after(restored, &[Confirm, Confirm]);
    assert_eq!(result(&review).content, "Which? → b, c, own (typed)");
}
