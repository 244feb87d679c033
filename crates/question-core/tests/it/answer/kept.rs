//! Answers as a session keeps them read back as the same answers.

use crate::common::any::question;
use crate::common::filled::{alike, filled, plan};
use crate::common::json::{Parts, taken};
use crate::common::{Json, ask, asked, check_all, played, result, sent, written};
use proptest::prelude::*;
use question_core::{AnswerFault, Details, Dialect, Outcome, Questionnaire, Replies, Request, Response, Settings};

/// The answers of a form that was submitted with these answers.
fn submitted(questionnaire: &Questionnaire, answers: &Json) -> Result<Details, AnswerFault> {
    let replies = Replies::read(answers, questionnaire)?;
    let response = Response::answered(replies, questionnaire)?;
    let form = played(questionnaire);
    Ok(result(&form.responded(response)).details)
}

#[test]
fn answers_in_the_shape_of_another_tool_read_back() {
    let questions = r#"[{"id": "a", "prompt": "Which?", "options": [{"value": "pg", "label": "PostgreSQL"}, "SQLite"]},
        {"id": "b", "prompt": "Which one?", "options": [{"value": "pg", "label": "PostgreSQL"}, "SQLite"]},
        {"id": "c", "prompt": "With what?", "mode": "multi", "options": ["Login", "REST"]}]"#;
    let both = [Dialect::AskUserQuestion, Dialect::AskUser].as_slice();
    let (one, twins) = (asked(&sent(questions)), asked(&sent(&questions.replace(" one?", "?"))));
    let rows = [
        (both, &one, r#"{"a": "pg", "b": "CSV", "c": ["Login", "REST"]}"#),
        // which a record of texts has no way to tell
        (&[Dialect::AskUser], &one, r#"{"a": "SQLite", "b": "PostgreSQL", "c": []}"#),
        (
            &[Dialect::AskUser],
            &one,
            r#"{"a": "pg", "b": {"value": "SQLite", "wasCustom": true}, "c": ["REST", "SSO"]}"#,
        ),
        (both, &twins, r#"{"a": "pg", "b": "SQLite", "c": ["REST"]}"#),
    ];
    check_all(rows.iter().flat_map(|(dialects, questionnaire, answers)| {
        let details = submitted(questionnaire, &sent(answers)).expect("it answers all questions");
        let row = move |dialect: &Dialect| {
            let told = taken(&details.in_dialect(*dialect));
            let again = submitted(questionnaire, told.at("answers")).map(|again| again.answers);
            (written(told.at("answers")), format!("{again:?}"), format!("{:?}", Ok::<_, String>(&details.answers)))
        };
        dialects.iter().map(row).collect::<Vec<_>>()
    }));
}

proptest! {
    #[test]
    fn what_a_session_keeps_reads_back(
        questions in prop::collection::vec(prop_oneof![question(), alike()], 1..=4),
        plans in prop::collection::vec(plan(), 4),
    ) {
        let request = Request { questions, ..Request::default() };
        let questionnaire = Questionnaire::new(request, &Settings::default()).expect("it can be asked");
        let count = questionnaire.questions().len();
        let form = filled(played(&questionnaire), count, &plans);
        let details = result(&form).details;
        prop_assert_eq!(details.outcome, Outcome::Answered);
        let kept = taken(&details.in_dialect(Dialect::Question));
        // The questions as they were asked, and as the session keeps them.
        for questionnaire in [questionnaire, ask(&kept).expect("it was asked before")] {
            let again = submitted(&questionnaire, kept.at("answers"));
            prop_assert_eq!(again.map(|again| again.answers), Ok(details.answers.clone()));
        }
    }
}
