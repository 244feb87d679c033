//! Answers in records read back as the same answers, in every dialect.

use crate::common::any::{action, question};
use crate::common::filled::{alike, filled, plan};
use crate::common::json::{json, taken};
use crate::common::{Action, Json, after, kept, played, result};
use proptest::prelude::*;
use question_core::{Dialect, Outcome, QuestionRequest, Questionnaire, Record, Replies, Request, Response, Settings};

const DIALECTS: [Dialect; 3] = [Dialect::Question, Dialect::AskUserQuestion, Dialect::AskUser];

fn questionnaire(questions: Vec<QuestionRequest>) -> Questionnaire {
    let request = Request { questions, metadata: json!({"a": [1.50]}).as_object().cloned(), ..Request::default() };
    Questionnaire::new(request, &Settings::default()).expect("it can be asked")
}

proptest! {
    #[test]
    fn what_a_session_keeps_reads_back(
        questions in prop::collection::vec(prop_oneof![question(), alike()], 1..=4),
        plans in prop::collection::vec(plan(), 4),
    ) {
        let asked = questionnaire(questions);
        let details = result(&filled(played(&asked), asked.questions().len(), &plans)).details;
        prop_assert_eq!(details.outcome, Outcome::Answered);
        for dialect in DIALECTS {
            let kept = Record::read(&taken(&details.in_dialect(dialect))).expect("it is ours");
            prop_assert_eq!(&kept, &details);
            let again = kept.questionnaire().expect("it was asked before");
            prop_assert_eq!(again.questions(), asked.questions());
            // A form opens with the answers, and another is answered by them.
            let replies = kept.replies(&again);
            let cut_off = result(&after(played(&again).again(replies.clone()), &[Action::Abort])).details;
            prop_assert_eq!(&cut_off.answers, &details.answers);
            let response = Response::answered(replies, &again).expect("all of them are there");
            prop_assert_eq!(&result(&played(&again).responded(response)).details.answers, &details.answers);
        }
    }

    /// Programs may send answers back as they read them.
    #[test]
    fn what_a_program_reads_it_can_send_back(
        questions in prop::collection::vec(prop_oneof![question(), alike()], 1..=4),
        plans in prop::collection::vec(plan(), 4),
    ) {
        let asked = questionnaire(questions);
        let details = result(&filled(played(&asked), asked.questions().len(), &plans)).details;
        let replies = Replies::parse(&taken(&details.answers).to_string(), &asked).expect("they were given before");
        let response = Response::answered(replies, &asked).expect("all of them are there");
        prop_assert_eq!(&result(&played(&asked).responded(response)).details.answers, &details.answers);
    }

    #[test]
    fn unsent_texts_read_back(
        questions in prop::collection::vec(question(), 1..=3),
        actions in prop::collection::vec(action(), 0..30),
    ) {
        let form = after(played(&questionnaire(questions)), &actions);
        if !form.is_ended() {
            let details = result(&after(form, &[Action::Abort])).details;
            for dialect in DIALECTS {
                let kept = Record::read(&taken(&details.in_dialect(dialect)));
                prop_assert_eq!(kept.as_ref(), Some(&details));
            }
        }
    }
}

/// Details of another tool with the same name are not a record, however similar they are.
#[test]
fn details_of_other_tools_are_not_read() {
    for details in [
        json!(null),
        json!({}),
        json!({"questions": [], "answers": [], "cancelled": false}),
        json!({"questions": [{"id": "a", "prompt": "A?", "options": []}], "answers": [{"id": "a", "value": "x", "label": "x",
            "wasCustom": false}], "cancelled": false}),
        json!({"answers": {"A?": "x"}, "cancelled": false, "outcome": "answered"}),
        json!({"answered": true, "answers": [{"question": "A?", "answer": "x", "wasCustom": true}], "mode": "tui"}),
        json!({"questions": [], "answers": [], "cancelled": false, "outcome": "done", "mode": "tui"}),
        json!({"record": {}, "questions": [], "answers": [], "cancelled": true, "outcome": "answered", "mode": "tui"}),
    ] {
        assert_eq!(Record::read(&details), None, "{details}");
    }
}

/// A record in which an answer contradicts its question or itself was edited, and is not read.
#[test]
fn contradictory_records_are_not_read() {
    let asked = json!([{"id": "a", "prompt": "A?", "options": ["x", "y"]},
        {"id": "b", "prompt": "B?", "options": ["x", "y"], "mode": "multi"}]);
    let answers = json!([
        {"id": "a", "mode": "single", "prompt": "A?", "value": "x", "label": "x", "wasCustom": false, "index": 1},
        {"id": "b", "mode": "multi", "prompt": "B?", "value": ["y", "z"], "label": ["y", "z"], "wasCustom": [false, true],
            "index": [2, null]},
    ]);
    let whole = kept(&asked, json!({"answers": answers, "outcome": "answered"}));
    // lists where there is one answer, and one answer where there are lists
    let list = json!({"id": "a", "mode": "single", "prompt": "A?", "value": ["x"], "label": ["x"], "wasCustom": [false],
        "index": [1]});
    let single =
        json!({"id": "b", "mode": "multi", "prompt": "B?", "value": "y", "label": "y", "wasCustom": false, "index": 2});
    assert!(Record::read(&whole).is_some());
    for (place, value) in [
        ("/answers/0", list),
        ("/answers/1", single),
        ("/answers/0/id", json!("c")),
        ("/answers/0/mode", json!("input")),
        ("/answers/0/value", json!("y")),
        ("/answers/0/label", json!("y")),
        ("/answers/0/wasCustom", json!(true)),
        ("/answers/0/index", json!(3)),
        ("/answers/0/index", json!(0)),
        ("/answers/0/index", json!("1")),
        ("/answers/1/id", json!("a")),
        ("/answers/1/value", json!(["y"])),
        ("/answers/1/label", json!("y")),
        ("/answers/1/wasCustom", json!([false, false])),
        ("/answers/1/index", json!([2])),
        ("/questions/0/options/0/value", json!("w")),
        ("/questions/1/id", json!("c")),
    ] {
        let mut details = whole.clone();
        *details.pointer_mut(place).expect(place) = value;
        assert_eq!(Record::read(&details), None, "{place}: {details}");
    }
}

/// A record with questions that nobody could be asked opens no form.
#[test]
fn what_could_not_have_been_asked_is_not_asked_again() {
    let asked =
        json!([{"id": "a", "prompt": "A?", "options": ["x", "y"]}, {"id": "b", "prompt": "B?", "mode": "input"}]);
    let whole = kept(&asked, json!({"outcome": "aborted"}));
    let questionnaire = |details: &Json| Record::read(details).expect("it is ours").questionnaire();
    assert!(questionnaire(&whole).is_some());
    for (place, value) in [
        ("/questions", json!([])),
        ("/questions/1/id", json!("a")),
        ("/questions/0/prompt", json!(" ")),
        ("/questions/0/options", json!([])),
        ("/questions/0/mode", json!("input")),
        ("/questions/1/mode", json!("single")),
    ] {
        let mut details = whole.clone();
        *details.pointer_mut(place).expect(place) = value;
        assert!(questionnaire(&details).is_none(), "{place}: {details}");
    }
}
