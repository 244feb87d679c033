//! Properties of any form and any reply: answers are not guessed and not lost, and asking ends.

use super::{Client, FORM, OWN};
use crate::common::any::{nasty, question};
use crate::common::damage::{apply, structural};
use crate::common::filled::alike;
use crate::common::json::{Parts, object, taken};
use crate::common::{Json, json};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use question_core::{AcpStep, QuestionRequest, Questionnaire, Replies, Request, Response, Settings};
use std::collections::HashSet;

fn client(questions: Vec<QuestionRequest>, capabilities: &str) -> Client {
    let request = Request { questions, ..Request::default() };
    let questionnaire = Questionnaire::new(request, &Settings::default()).expect("it can be asked");
    Client::of(questionnaire, &Settings::default(), capabilities, Replies::default())
}

fn questions() -> impl Strategy<Value = Vec<QuestionRequest>> {
    prop::collection::vec(prop_oneof![question(), alike()], 1..=4)
}

/// Returns the options of a field, and whether several can be chosen.
fn options(property: &Json) -> (Vec<&str>, bool) {
    let several = property.at("items").at("anyOf").items();
    let all = if several.is_empty() { property.at("oneOf").items() } else { several };
    (all.iter().map(|option| option.at("const").string()).collect(), !several.is_empty())
}

/// Fills in every field of a form.
fn filled_in(schema: &Json, picks: &[Index], text: &str) -> Json {
    let fields = schema.fields().into_iter().zip(picks.iter().cycle());
    object(
        fields
            .map(|((name, property), pick)| {
                let value = match options(property) {
                    (options, _) if options.is_empty() => json!((format!("{text}{name}"))),
                    (options, true) => json!([(*pick.get(&options))]),
                    (options, false) => json!((*pick.get(&options))),
                };
                (name.to_owned(), value)
            })
            .collect(),
    )
}

proptest! {
    #[test]
    fn a_form_says_what_can_be_answered(questions in questions()) {
        let client = client(questions, FORM);
        let schema = client.schema();
        let fields = schema.fields();
        prop_assert!(fields.is_sorted_by_key(|(name, _)| *name));
        for (name, property) in fields {
            let (names, _) = options(property);
            prop_assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
            let title = property.at("title").string();
            prop_assert!(!title.chars().any(char::is_control), "{}: {:?}", name, title);
            prop_assert!(property.at("default") == &Json::Null);
        }
    }

    #[test]
    fn what_is_filled_in_is_the_answer(
        questions in questions(),
        picks in prop::collection::vec(any::<Index>(), 1..5),
        text in nasty(),
    ) {
        let mut client = client(questions, FORM);
        let schema = client.schema();
        let content = filled_in(&schema, &picks, &text);
        client.reply(&json!({"result": {"action": "accept", "content": (content.clone())}}));
        let AcpStep::Respond { response } = &client.step else { panic!("{:?}", client.step) };
        prop_assert!(Response::read(response, &client.questionnaire, &Replies::default()).is_ok());
        let response: Json = question_core::parse(response).expect("it is JSON");
        for (at, (answer, question)) in response.at("answers").items().iter().zip(client.questionnaire.questions()).enumerate() {
            let field = |end: &str| content.at(&format!("q{:02}{end}", at + 1)).string();
            let typed = if question.options.is_empty() { field("") } else { field("_other") };
            let (names, _) = options(schema.at(&format!("q{:02}", at + 1)));
            let chosen = names.iter().position(|name| *name == field("")).filter(|at| *at < question.options.len());
            match (answer.at("value"), chosen) {
                (Json::Array(values), _) => {
                    let own = values.iter().zip(answer.at("index").items()).filter(|(_, index)| **index == Json::Null);
                    prop_assert_eq!(own.count(), usize::from(!typed.is_empty()));
                }
                // A text beside an option is a note on it.
                (_, Some(chosen)) => {
                    prop_assert_eq!(answer.at("index"), &json!((chosen + 1)));
                    prop_assert!(answer.at("note").string().contains(typed));
                }
                (value, None) => prop_assert_eq!(value.string(), typed),
            }
        }
    }

    #[test]
    fn a_client_that_leaves_all_blank_is_asked_twice(questions in questions(), own in any::<bool>()) {
        let mut client = client(questions, if own { OWN } else { FORM });
        let nothing = if own { json!({"answers": []}) } else { json!({"action": "accept"}) };
        for _ in 0..2 {
            if let AcpStep::Ask { .. } = client.step {
                client.reply(&json!({"result": (nothing.clone())}));
            }
        }
        let AcpStep::Respond { response } = &client.step else { panic!("{:?}", client.step) };
        prop_assert!(Response::read(response, &client.questionnaire, &Replies::default()).is_ok());
    }

    #[test]
    fn a_damaged_reply_is_taken_or_refused(
        questions in questions(),
        picks in prop::collection::vec(any::<Index>(), 1..5),
        text in nasty(),
        damages in structural(),
        capabilities in select([FORM, OWN].as_slice()),
    ) {
        let mut client = client(questions, capabilities);
        let content = filled_in(&client.schema(), &picks, &text);
        let reply = json!({"result": {"action": "accept", "content": content, "answers": [{"id": "q1", "selectedIndex": 0}]}});
        let mut parts: Vec<String> = reply.to_string().split_inclusive(['{', '}', '[', ']', ',', ':']).map(str::to_owned).collect();
        apply(&mut parts, &damages);
        let Ok(reply) = question_core::parse(&parts.concat()) else { return Ok(()) };
        client.reply(&reply);
        if let AcpStep::Respond { response } = &client.step {
            prop_assert!(Response::read(response, &client.questionnaire, &Replies::default()).is_ok());
        }
        prop_assert!(taken(&client.step).at("step") != &Json::Null);
    }
}
