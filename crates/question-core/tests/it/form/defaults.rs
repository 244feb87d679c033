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

/// Boxes are one set. Who touches one decides all of them, as they are shown.
#[test]
fn who_touches_a_box_decides_the_set() {
    let call = json!({"questions": [
        {"id": "m", "prompt": "Which?", "mode": "multi", "options": ["a", "b", "c"], "defaultValues": ["a", "b"]}]});
    for (actions, expected) in [
        (vec![], None),
        (vec![Digit(3)], Some("m=[a (1), b (2), c (3)]")),
        (vec![Digit(1)], Some("m=[b (2)]")),
        // back to the proposal, by the person
        (vec![Digit(1), Digit(1)], Some("m=[a (1), b (2)]")),
        (vec![Digit(0), submit("own")], Some(r#"m=[a (1), b (2), "own" (typed)]"#)),
        // words that are not submitted withdraw the default, and decide nothing
        (vec![Digit(0), draft("own"), Action::Cancel], None),
        (vec![Digit(0), draft("own"), Action::Cancel, NextTab, Confirm, Confirm], None),
        (vec![NextTab, Confirm], Some("m=[a (1), b (2)]")),
        // nothing is checked, which has to be confirmed
        (vec![Digit(1), Digit(2)], None),
        (vec![Digit(1), Digit(2), Confirm, Confirm], Some("m=[]")),
    ] {
        let form = after(form(&call), &actions);
        let ended = if form.is_ended() { result(&form) } else { abort(&form) };
        let decided: Vec<String> = ended.details.answers.iter().map(given).collect();
        assert_eq!(decided.first().map(String::as_str), expected, "{actions:?}");
        assert_eq!(answers(&again(&ended, &asked(&call))), decided, "{actions:?}, asked again");
    }
}
