//! Answers from outside the form: their notations, the questions they belong to, and their faults.

use crate::common::{Json, asked, check_all, json, played, seen, sent};
use question_core::{Questionnaire, Replies, Response};

/// Returns a question of every mode, and one that takes no free text.
fn all() -> Questionnaire {
    asked(&sent(
        r#"[{"id": "db", "prompt": "Which database?", "options": [
                {"value": "pg", "label": "PostgreSQL", "recommended": true}, {"value": "lite", "label": "SQLite"},
                {"value": "5432", "label": "Port (Recommended)"}, {"value": "true", "label": "Any"}]},
            {"id": "with", "prompt": "With what?", "mode": "multi", "options": [
                {"value": "auth", "label": "Login"}, "REST", "Tests, all"]},
            {"id": "name", "prompt": "Which name?"},
            {"id": "go", "prompt": "Deploy now?", "options": ["Yes", "No"], "allowCustom": false}]"#,
    ))
}

/// Returns the result of answers to all questions or to some, or their faults.
fn read(questionnaire: &Questionnaire, answers: &str) -> String {
    let replies = match Replies::parse(answers, questionnaire) {
        Ok(replies) => replies,
        Err(fault) => return fault.in_english(),
    };
    let message =
        |answers| format!(r#"{{"type":"ask_user_response","requestId":"r","cancelled":true,"answers":{answers}}}"#);
    let response = Response::answered(replies, questionnaire)
        .or_else(|_| Response::read(&message(answers), questionnaire, &Replies::default()))
        .expect("what is read once is read again");
    let form = played(questionnaire);
    seen(&form.responded(response))
}

fn check(questionnaire: &Questionnaire, rows: &[(&str, &str)]) {
    check_all(
        rows.iter().map(|&(answers, expected)| (answers.to_owned(), read(questionnaire, answers), expected.to_owned())),
    );
}

/// Checks how the answer to one question may be written, in a list and by the question's id.
fn check_one(question: &Json, rows: &[(&str, &str)]) {
    let questionnaire = asked(question);
    let id = questionnaire.questions().first().map(|question| question.id.clone()).unwrap_or_default();
    check_all(rows.iter().flat_map(|&(answer, expected)| {
        [format!("[{answer}]"), format!("{{\"{id}\": {answer}}}")].map(|answers| {
            let actual = read(&questionnaire, &answers);
            let actual = actual.strip_prefix("answered: ").unwrap_or(&actual);
            let actual = actual.strip_prefix("question 1 (q): ").unwrap_or(actual).to_owned();
            (answers, actual, expected.to_owned())
        })
    }));
}

#[test]
fn one_answer_in_all_its_shapes() {
    let question = sent(
        r#"[{"id": "q", "prompt": "Which database?", "options": [
            {"value": "pg", "label": "PostgreSQL"}, {"value": "lite", "label": "SQLite (Recommended)"},
            {"value": "5432", "label": "Port"}, {"value": "true", "label": "Any"}, {"value": "1.50", "label": "ÄLTER"}]}]"#,
    );
    let (pg, lite) = ("q=pg (1)", "q=lite (2)");
    check_one(
        &question,
        &[
            // the option's value or label, in whatever case, as it is marked
            (r#""pg""#, pg),
            (r#""POSTGRESQL""#, pg),
            (r#""postgresql (recommended)""#, pg),
            (r#""SQLite (Recommended)""#, lite),
            (r#""älter""#, "q=1.50 (5)"),
            // numbers and booleans, as for ports and flags
            ("5432", "q=5432 (3)"),
            ("1.50", "q=1.50 (5)"),
            // a number without quotes is no text
            ("1.5", "\"1.5\" is none of its options: PostgreSQL, SQLite, Port, Any, ÄLTER"),
            ("\"1.5\"", "q=\"1.5\" (typed)"),
            // typed text is kept as it is
            (r#""Mongo, SQLite""#, "q=\"Mongo, SQLite\" (typed)"),
            (r#"" two\nlines ""#, "q=\" two\\nlines \" (typed)"),
            // no answer
            ("null", ""),
            (r#"{"answer": null, "note": "later"}"#, ""),
            // an object of this tool or of another
            (r#"{"value": "pg"}"#, pg),
            (r#"{"answer": "pg"}"#, pg),
            (r#"{"label": "PostgreSQL", "value": "pg"}"#, pg),
            (r#"{"label": "Postgres", "value": "pg"}"#, pg),
            (r#"{"label": "postgresql", "value": "pg"}"#, pg),
            (r#"{"answer": "pg", "value": "pg"}"#, pg),
            // two options, or an option and a text
            (r#"{"label": "SQLite", "value": "pg"}"#, "\"answer\" is there twice"),
            (r#"{"label": "SQLite", "value": "Mongo"}"#, "\"answer\" is there twice"),
            (r#"{"selectedOption": "SQLite", "answer": "pg"}"#, "\"answer\" is there twice"),
            (r#"{"answer": ["pg"]}"#, pg),
            (r#"{"value": "pg", "note": "for now"}"#, "q=pg (1) note \"for now\""),
            (r#"{"value": "pg", "note": null, "more": {"of": "it"}}"#, pg),
            (r#"{"value": "pg", "note": 5}"#, "\"note\" has to be a text"),
            // the number of an option, unless an option has that name
            ("2", lite),
            (r#"" 2 ""#, lite),
            ("6", "\"6\" is none of its options: PostgreSQL, SQLite, Port, Any, ÄLTER"),
            ("\"6\"", "q=\"6\" (typed)"),
            (r#"{"value": "2", "wasCustom": true}"#, "q=\"2\" (typed)"),
            // a field that occurs twice is ambiguous
            (r#"{"answer": "pg", "answer": null}"#, "\"answer\" is there twice"),
            (r#"{"answer": "pg", "notes": "x"}"#, "\"notes\" is no field of an answer; there are \"answer\" and \"note\""),
            (r#"{"question": "Which database?", "answer": "SQLite", "selectedOption": "SQLite", "wasCustom": false}"#, lite),
            // typed text is no option, even if it equals one
            (r#"{"prompt": "Which database?", "value": "pg", "wasCustom": true}"#, "q=\"pg\" (typed)"),
            // a number counts only together with the value
            (r#"{"value": "lite", "index": 1}"#, lite),
            (r#"{"value": "pg", "index": 99}"#, pg),
        ]
        .map(|(answer, expected)| (answer, if expected.is_empty() { "cancelled:" } else { expected })),
    );
}

#[test]
fn several_answers_in_all_their_shapes() {
    let question = sent(
        r#"[{"id": "q", "prompt": "With what?", "mode": "multi", "options": [
            {"value": "auth", "label": "Login"}, "REST", "Tests, all"]}]"#,
    );
    check_one(
        &question,
        &[
            (r#"["auth", "REST"]"#, "q=[auth (1), REST (2)]"),
            (r#"["mine", "REST", "yours", "mine"]"#, "q=[REST (2), \"mine\" (typed), \"yours\" (typed)]"),
            (r#"["REST", "REST"]"#, "q=[REST (2)]"),
            ("[]", "q=[]"),
            (r#"{"value": [], "note": "none fits"}"#, "q=[] note \"none fits\""),
            // a single name, or several joined by commas
            (r#""auth""#, "q=[auth (1)]"),
            (r#""Login, REST""#, "q=[auth (1), REST (2)]"),
            ("2", "q=[REST (2)]"),
            ("[3, 1]", "q=[auth (1), Tests, all (3)]"),
            (r#""1, 2""#, "q=[auth (1), REST (2)]"),
            (r#""1 2""#, "q=[auth (1), REST (2)]"),
            (r#""Tests, all""#, "q=[Tests, all (3)]"),
            (r#""Login, SSO""#, "q=[\"Login, SSO\" (typed)]"),
            (r#"["Login, REST"]"#, "q=[\"Login, REST\" (typed)]"),
            // an object, this tool's or another's
            (
                r#"{"value": ["REST", "auth"], "label": ["REST", "Login"], "wasCustom": [true, false], "index": [null, 1]}"#,
                "q=[auth (1), \"REST\" (typed)]",
            ),
            (r#"{"answer": ["Login", "REST"], "wasCustom": false}"#, "q=[auth (1), REST (2)]"),
            (r#"{"answer": ["Login", "SSO"], "wasCustom": true}"#, "q=[auth (1), \"SSO\" (typed)]"),
            (r#"{"answer": "Login, REST", "wasCustom": true}"#, "q=[\"Login, REST\" (typed)]"),
        ],
    );
}

#[test]
fn names_that_several_options_have() {
    let question = sent(
        r#"[{"id": "q", "prompt": "Which?", "options": [
            {"value": "x", "label": "Same"}, {"value": "x", "label": "Other"}, {"value": "y", "label": "Same"},
            {"value": "Same", "label": "z"}, {"value": "Z", "label": "Mark (Recommended)"}, {"value": "mark", "label": "m"}]}]"#,
    );
    check_one(
        &question,
        &[
            (r#""x""#, "q=x (1)"),
            (r#"{"value": "x", "index": 2}"#, "q=x (2)"),
            (r#"{"value": "x", "index": 3}"#, "q=x (1)"),
            // the value of one option and the label of others
            (r#""Same""#, "q=Same (4)"),
            (r#"{"value": "Same"}"#, "q=Same (4)"),
            (r#"{"value": "Same", "index": 4}"#, "q=Same (4)"),
            // a number with a period is never a name
            (r#""3.""#, "q=y (3)"),
            (r#""3. Same""#, "q=y (3)"),
            (r#""3.5""#, "q=\"3.5\" (typed)"),
            // the exact case precedes any other
            (r#""Z""#, "q=Z (5)"),
            (r#""mark""#, "q=mark (6)"),
            (r#""Mark""#, "q=Z (5)"),
        ],
    );
    let twins = sent(
        r#"[{"id": "q", "prompt": "Which?", "options": [{"value": "a", "label": "Same"},
        {"value": "b", "label": "Same"}, {"value": "c", "label": "Copy"}, {"value": "c", "label": "Copy"}]}]"#,
    );
    let several = "\"Same\" can mean several options: 1. Same, 2. Same";
    check_one(&twins, &[(r#""Same""#, several), ("2", "q=b (2)"), (r#""b""#, "q=b (2)"), (r#""Copy""#, "q=c (3)")]);
    // values that differ only in case
    let cases = sent(r#"[{"id": "q", "prompt": "Which?", "options": ["dev", "DEV"]}]"#);
    let several = "\"Dev\" can mean several options: 1. dev, 2. DEV";
    check_one(&cases, &[(r#""dev""#, "q=dev (1)"), (r#""DEV""#, "q=DEV (2)"), (r#""Dev""#, several)]);
}

#[test]
fn which_answer_belongs_to_which_question() {
    let (all, whole) = (all(), "answered: db=pg (1) with=[auth (1)] name=\"shop\" (typed) go=Yes (1)");
    check(
        &all,
        &[
            (r#"["pg", "auth", "shop", "yes"]"#, whole),
            (r#"{"go": "Yes", "name": "shop", "with": ["Login"], "db": "PostgreSQL"}"#, whole),
            (
                r#"{"Which database?": "PostgreSQL", "With what?": "Login", "Which name?": "shop", "Deploy now?": "Yes"}"#,
                whole,
            ),
            (
                r#"[{"id": "go", "value": "Yes"}, {"prompt": "Which name?", "value": "shop"},
                    {"question": "With what?", "answer": ["Login"]}, {"id": "db", "value": "pg"}]"#,
                whole,
            ),
            (
                r#"[{"value": "pg"}, ["auth"], {"answer": "shop"}, true]"#,
                "question 4 (go): \"true\" is none of its options: Yes, No",
            ),
            // some of the answers
            (r#"[null, null, "shop", null]"#, "cancelled: name=\"shop\" (typed)"),
            (r#"{"name": "shop"}"#, "cancelled: name=\"shop\" (typed)"),
            ("{}", "cancelled:"),
        ],
    );
    // an id precedes a prompt; a prompt of several questions means none of them
    let twins = asked(&sent(
        r#"[{"id": "Why?", "prompt": "How?"}, {"id": "b", "prompt": "Why?"}, {"id": "c", "prompt": "Why?"}]"#,
    ));
    check(
        &twins,
        &[
            (r#"{"Why?": "x"}"#, "cancelled: Why?=\"x\" (typed)"),
            (r#"{"b": "y", "WHY?": "x"}"#, "cancelled: Why?=\"x\" (typed) b=\"y\" (typed)"),
            (r#"{"How?": "x", "b": "y", "c": "z"}"#, "answered: Why?=\"x\" (typed) b=\"y\" (typed) c=\"z\" (typed)"),
        ],
    );
    let unclear = asked(&sent(r#"[{"id": "a", "prompt": "Why?"}, {"id": "b", "prompt": "Why?"}]"#));
    check(&unclear, &[(r#"{"Why?": "x"}"#, "\"Why?\" is no question; there are: a, b")]);
    // ids that are numbers
    let numbered = asked(&sent(r#"[{"id": "2", "prompt": "How?"}, {"id": "1", "prompt": "Why?"}]"#));
    let by_number = r#"[{"id": 1, "value": "y"}, {"id": 2, "value": "x"}]"#;
    check(&numbered, &[(by_number, "answered: 2=\"x\" (typed) 1=\"y\" (typed)")]);
    // in a list where only some answers name their question, the others answer those at their places
    check(&all, &[(r#"[{"id": "db", "value": "pg"}, "auth", "shop", "Yes"]"#, whole)]);
    check(&all, &[(r#"[{"id": "name", "value": "shop"}, "auth", {"id": "db", "value": "pg"}, "Yes"]"#, whole)]);
    check(&all, &[(r#"[{"id": "name", "value": "shop"}, "auth", "pg", "Yes"]"#, "\"name\" is there twice")]);
}

/// The texts of all faults are in a sheet of their own, `answer/faults.rs`.
#[test]
fn answers_that_fit_nothing_are_faults() {
    let questionnaire = all();
    check(
        &questionnaire,
        &[
            ("[]", "answers: 0, questions: 4"),
            (r#"["pg", "auth", "shop", "yes", "more"]"#, "answers: 5, questions: 4"),
            (r#"{"db": "pg", "Which database?": null}"#, "\"Which database?\" is there twice"),
            // all faults, with the number and the id of each question
            (
                r#"[{}, {"value": {}}, "  ", "maybe"]"#,
                "question 1 (db): \"answer\" is missing; \
                 question 2 (with): an answer has to be a text, or for mode multi a list of texts; \
                 question 3 (name): the answer is blank; \
                 question 4 (go): \"maybe\" is none of its options: Yes, No",
            ),
            (
                r#"[{"value": "Mongo", "wasCustom": false}, ["REST", null], {"value": "a", "answer": "b"},
                    {"value": "Yes", "wasCustom": true}]"#,
                "question 1 (db): \"Mongo\" is none of its options: PostgreSQL, SQLite, Port, Any; \
                 question 2 (with): an answer has to be a text, or for mode multi a list of texts; \
                 question 3 (name): \"answer\" is there twice; \
                 question 4 (go): \"Yes\" is none of its options: Yes, No",
            ),
        ],
    );
}

/// A list of several answers can only be meant for the only question.
#[test]
fn the_only_question_takes_a_list_of_several_answers() {
    let only =
        |mode: &str| asked(&json!([{"id": "q", "prompt": "With what?", "mode": mode, "options": ["A", "B", "C"]}]));
    check(
        &only("multi"),
        &[
            (r#"["A", "c"]"#, "answered: q=[A (1), C (3)]"),
            (r#"["A", "mine"]"#, "answered: q=[A (1), \"mine\" (typed)]"),
            ("\u{feff}[1, \"c\"]\n", "answered: q=[A (1), C (3)]"),
        ],
    );
    assert_eq!(read(&only("single"), r#"["A", "C"]"#), "answers: 2, questions: 1");
    assert_eq!(
        read(&only("multi"), r#"["A", null]"#),
        "question 1 (q): an answer has to be a text, or for mode multi a list of texts"
    );
}

#[test]
fn blank_is_an_answer_where_the_model_allows_it() {
    let blank = asked(&sent(
        r#"[{"id": "a", "prompt": "A?", "allowEmpty": true}, {"id": "b", "prompt": "B?", "allowEmpty": true, "options": ["x"]},
            {"id": "c", "prompt": "C?", "allowEmpty": true, "options": ["x"], "multi": true}]"#,
    ));
    check(&blank, &[(r#"["", " ", ""]"#, "answered: a=\"\" (typed) b=\" \" (typed) c=[]")]);
}

#[test]
fn all_questions_or_those_that_are_missing() {
    let questionnaire = all();
    let complete = |answers| {
        let complete = Replies::parse(answers, &questionnaire).and_then(|replies| replies.complete(&questionnaire));
        complete.map(|_| ()).map_err(|fault| fault.in_english())
    };
    assert_eq!(complete(r#"["pg", [], "shop", "no"]"#), Ok(()));
    let fault = "question 1 (db): not answered; question 3 (name): not answered".to_owned();
    assert_eq!(complete(r#"[null, "Login", {"answer": null}, "no"]"#), Err(fault));
    let none = Replies::parse("[null, null, null, null]", &questionnaire).unwrap();
    assert!(none.are_none() && Replies::default().are_none());
    assert!(!Replies::parse(r#"{"with": []}"#, &questionnaire).unwrap().are_none());
    // no replies at all are not complete
    let missing = none.complete(&questionnaire).unwrap_err();
    assert_eq!(Replies::default().complete(&questionnaire), Err(missing));
}

#[test]
fn a_label_is_found_as_it_is_shown() {
    let options = r#"["Copy `all`", "**Copy** none", {"label": "Copy none", "value": "none"}]"#;
    let question = |free: bool| {
        sent(&format!(r#"[{{"id": "q", "prompt": "Which?", "allowCustom": {free}, "options": {options}}}]"#))
    };
    check_one(&question(true), &[(r#""copy all""#, "q=Copy `all` (1)"), (r#""Copy none""#, "q=none (3)")]);
    let long = "a reason ".repeat(20_000);
    let told = read(&asked(&question(false)), &format!(r#"["{long}"]"#));
    assert!(told.len() < 300 && told.ends_with("Copy all, Copy none, Copy none"), "{told}");
}

/// A fault names some of the options or questions, and their names in part.
#[test]
fn lists_in_faults_are_bounded() {
    let labels: Vec<String> = (0..1_000).map(|at| format!("{at} {}", "x".repeat(1_000))).collect();
    let options = json!([{"id": "q", "prompt": "Which?", "allowCustom": false, "options": labels}]);
    let same: Vec<Json> = (0..1_000).map(|at| json!({"value": at.to_string(), "label": "same"})).collect();
    let twins = json!([{"id": "q", "prompt": "Which?", "options": same}]);
    let many: Vec<Json> = labels.iter().map(|label| json!({"id": label, "prompt": "Which?"})).collect();
    for (questions, answers) in [(options, r#"["none"]"#), (twins, r#"["same"]"#), (json!(many), r#"{"none": 1}"#)] {
        let told = read(&asked(&questions), answers);
        assert!(told.len() < 1_200 && told.ends_with(", …"), "{told}");
    }
    let ten: Vec<String> = (1..=10).map(|at| format!("L{at}")).collect();
    let closed = asked(&json!([{"id": "q", "prompt": "Which?", "allowCustom": false, "options": ten}]));
    assert!(read(&closed, r#"["none"]"#).ends_with("L9, L10"), "all of them are named");
}
