//! The form of an `elicitation/create` request.

use super::{Client, FORM, strict, three};
use crate::common::json::{Parts, encoded};
use crate::common::sheet::{Sheet, snapshot};
use crate::common::{Json, asked, check_all, json, sent};
use question_core::{AcpStep, Replies, Settings};

/// Returns a question with a long list of options.
fn long(mode: &str, allow_custom: bool) -> Json {
    let options: Vec<String> = (1..=200).map(|at| format!("Region {at}")).collect();
    json!([{"id": "a", "label": "Region", "prompt": "Where?", "mode": mode, "options": options, "allowCustom": allow_custom}])
}

/// Returns a question for one option or a text.
fn either() -> Json {
    sent(r#"[{"prompt": "Deploy?", "options": ["Yes", "No"]}]"#)
}

/// Returns a question with a default, and one without.
fn defaulted() -> Json {
    sent(r#"[{"prompt": "A?", "options": ["x", "y"], "defaultValue": "y"}, {"prompt": "B?"}]"#)
}

fn accept(content: &str) -> String {
    format!(r#"{{"action": "accept", "content": {content}}}"#)
}

#[test]
fn forms_are_as_stored() {
    let mut sheet = Sheet::default();
    sheet.add("questions of each kind", &encoded(&Client::new(&three(), FORM).params()));
    let mut again = Client::new(&three(), FORM);
    again.reply(&json!({"result": {"action": "accept", "content": {"q01": "pg"}}}));
    sheet.add("again, what was left blank", &encoded(&again.params()));
    sheet.add("options alone", &encoded(&Client::new(&strict(), FORM).schema()));
    let odd = sent(
        r#"{"title": "Setup\u001b[2J", "questions": [
            {"prompt": "Which?\nReally.", "defaultValue": "b", "options": [
                {"label": "A", "value": "x", "preview": "a: 1"}, {"label": "A", "value": "y"}, {"label": "B", "value": "x"}]},
            {"prompt": "With?", "mode": "multi", "options": ["a"], "allowEmpty": true, "customLabel": "Or"},
            {"prompt": "Key?", "placeholder": "an email", "secret": true, "defaultValue": "me"}]}"#,
    );
    sheet.add(
        "values that are alike, defaults, in German",
        &encoded(&Client::with(&odd, FORM, r#"{"locale": "de"}"#).params()),
    );
    snapshot!("acp_forms", sheet);
}

/// Checks what the model is told after a client has accepted forms with these contents.
fn check_rows(rows: &[(Json, &[&str], &str)]) {
    check_all(rows.iter().map(|(questions, contents, expected)| {
        let replies: Vec<String> = contents.iter().map(|content| accept(content)).collect();
        let replies: Vec<&str> = replies.iter().map(String::as_str).collect();
        (format!("{contents:?}"), Client::new(questions, FORM).after(&replies), (*expected).to_owned())
    }));
}

#[test]
fn what_is_entered_is_what_the_model_is_told() {
    let rows: &[(Json, &[&str], &str)] = &[
        (
            three(),
            &[
                r#"{"q01": "lite", "q01_other": " for now", "q02": ["REST", "Auth", "REST"], "q02_other": "Admin", "q03": "shop"}"#,
            ],
            "Which database? → SQLite (value: lite) (note:  for now)\nWith what? → Auth, REST, Admin (typed)\nWhich name? → shop (typed)",
        ),
        // blank questions are asked again, once more and after each form that brings an answer
        (
            three(),
            &[r#"{"q01": "", "q02": [], "q02_other": " ", "q03": null}"#],
            "? Not answered yet: Database, Extras, Which name?",
        ),
        (
            three(),
            &[r#"{"q01": "pg"}"#, r#"{"q02": ["none"], "q03": "shop"}"#],
            "Which database? → PostgreSQL (value: pg)\nWith what? → (none of these)\nWhich name? → shop (typed)",
        ),
        (
            three(),
            &[r#"{"q01": "pg"}"#, r#"{"q02": ["none", "Auth"], "q03": "shop"}"#],
            "Which database? → PostgreSQL (value: pg)\nWith what? → Auth\nWhich name? → shop (typed)",
        ),
        (
            three(),
            &[r#"{"q01": "pg"}"#, r#"{"q03": "shop"}"#, "{}"],
            "The user left the form.\nEntered so far, not final:\nWhich database? → PostgreSQL (value: pg)\nWhich name? → shop (typed)\nNot answered yet: Extras",
        ),
        (three(), &["{}", r#"{"q01": "pg"}"#], "? Not answered yet: Extras, Which name?"),
        (three(), &["{}", "{}"], "Question was cancelled by user."),
        // a blank answer stands for a default or an empty answer
        (
            sent(
                r#"[{"prompt": "A?", "options": ["x", "y"], "defaultValue": "y"}, {"prompt": "B?", "allowEmpty": true},
                {"prompt": "C?", "mode": "multi", "options": ["x"], "allowEmpty": true}]"#,
            ),
            &["{}"],
            "A? → y (your default)\nB? → (blank)\nC? → (none of these)",
        ),
        // also if another question is left blank twice
        (
            defaulted(),
            &["{}", "{}"],
            "The user left the form.\nEntered so far, not final:\nA? → y (your default)\nNot answered yet: \"B?\"",
        ),
        // but not beside a note, which confirms nothing
        (
            sent(
                r#"[{"prompt": "Delete?", "mode": "multi", "options": ["x", "y"], "defaultValues": ["x"]},
                {"prompt": "B?"}]"#,
            ),
            &[r#"{"q01_remark": "nothing", "q02": "b"}"#, r#"{"q01": []}"#],
            "The user left the form.\nEntered so far, not final:\nB? → b (typed)\nNot answered yet: \"Delete?\"\n\
             Note, for \"Delete?\": nothing",
        ),
        // a number that was typed, and a list of one, are what they say
        (
            sent(
                r#"[{"prompt": "Port?"}, {"prompt": "Size?", "options": ["8", "16"]},
                {"prompt": "With?", "mode": "multi", "options": ["80", "x"]}]"#,
            ),
            &[r#"{"q01": 5432, "q02": ["16"], "q03": 80}"#],
            "Port? → 5432 (typed)\nSize? → 16\nWith? → 80",
        ),
        // options of equal value are named by their numbers
        (
            sent(r#"[{"prompt": "A?", "options": [{"label": "One", "value": "x"}, {"label": "Two", "value": "x"}]}]"#),
            &[r#"{"q01": "2"}"#],
            "A? → Two (value: x)",
        ),
        // the text beside a long list may be the name of an option
        (long("single", true), &[r#"{"q01": "region 17"}"#], "Where? → Region 17"),
        (long("multi", true), &[r#"{"q01": "17", "q01_list": ["Region 3"]}"#], "Where? → Region 3, Region 17"),
    ];
    check_rows(rows);
}

/// The text beside a long list means what the list shows: numbers and labels. The user is told what is unclear.
#[test]
fn a_long_list_is_answered_by_what_it_shows() {
    let question = |mode: &str, options: Vec<Json>| json!([{"prompt": "Which?", "mode": mode, "options": options}]);
    let regions = (0..24).map(|at| json!({"label": format!("Region {}", at + 1), "value": at.to_string()})).collect();
    let regions: Vec<Json> = regions;
    let sizes: Vec<Json> = (1..=24).map(|at| json!((2 * at).to_string())).collect();
    let answered = |questions: &Json, text: &str| {
        let mut client = Client::new(questions, FORM);
        client.reply(&json!({"result": (sent(&accept(&format!(r#"{{"q01": "{text}"}}"#))))}));
        match client.step {
            AcpStep::Ask { .. } => client.schema().at("q01").at("description").string().to_owned(),
            _ => client.told(),
        }
    };
    let single = question("single", regions.clone());
    assert_eq!(answered(&single, "3"), "Which? → Region 3 (value: 2)");
    assert_eq!(answered(&single, "region 3"), "Which? → Region 3 (value: 2)");
    assert_eq!(answered(&single, "0"), "Which? → 0 (typed)");
    let several = answered(&question("multi", regions), "1, 3");
    assert_eq!(several, "Which? → Region 1 (value: 0), Region 3 (value: 2)");
    let sizes = question("single", sizes);
    assert_eq!(
        answered(&sizes, "2"),
        "\"2\" can mean several options: 1. 2, 2. 4\n\nType a number or a name.\n\n\
        An answer of your own, or a note on the option that you chose."
    );
    assert_eq!(answered(&sizes, "2."), "Which? → 4");
    assert_eq!(
        answered(&long("single", false), "The moon"),
        "Where?\n\nThere is no option The moon.\n\nType a number or a name."
    );
}

/// A text beside one option is a note on it, and is never lost.
#[test]
fn a_text_and_an_option_are_both_told() {
    let rows: &[(Json, &[&str], &str)] = &[
        (either(), &[r#"{"q01": "Yes", "q01_other": "not before noon"}"#], "Deploy? → Yes (note: not before noon)"),
        (either(), &[r#"{"q01_other": "not before noon"}"#], "Deploy? → not before noon (typed)"),
        (either(), &[r#"{"q01": "other", "q01_other": "not before noon"}"#], "Deploy? → not before noon (typed)"),
        // a text that names an option means it
        (either(), &[r#"{"q01_other": "yes"}"#], "Deploy? → Yes"),
        (either(), &[r#"{"q01": "Yes", "q01_other": "Yes"}"#], "Deploy? → Yes"),
        (
            three(),
            &[r#"{"q01": "pg", "q02_other": "rest, auth", "q03": "x"}"#],
            "Which database? → PostgreSQL (value: pg)\nWith what? → Auth, REST\nWhich name? → x (typed)",
        ),
        // and it is asked again if another one is chosen, or if "something else" is nothing
        (either(), &[r#"{"q01": "Yes", "q01_other": "no"}"#], "? Not answered yet: Deploy?"),
        (either(), &[r#"{"q01": "Yes", "q01_other": "no"}"#, r#"{"q01": "No"}"#], "Deploy? → No"),
        (
            either(),
            &[r#"{"q01": "Yes", "q01_other": "no"}"#, "{}"],
            "The user left the form and answered nothing, so nothing is decided. They wrote:\nNote, for \"Deploy?\": Yes; no",
        ),
        (either(), &[r#"{"q01": "other"}"#], "? Not answered yet: Deploy?"),
        (
            sent(r#"[{"prompt": "Deploy?", "options": ["Yes", "No"], "defaultValue": "Yes"}]"#),
            &[r#"{"q01": "other"}"#, r#"{"q01": "other"}"#],
            "Question was cancelled by user.",
        ),
        // also if the list is long
        (long("single", true), &[r#"{"q01": "17", "q01_list": "Region 17"}"#], "Where? → Region 17"),
        (long("single", true), &[r#"{"q01": "17", "q01_list": "Region 3"}"#], "? Not answered yet: Region"),
        (long("single", true), &[r#"{"q01": "for now", "q01_list": "Region 3"}"#], "Where? → Region 3 (note: for now)"),
        (long("single", true), &[r#"{"q01": "The moon"}"#], "Where? → The moon (typed)"),
        (long("single", false), &[r#"{"q01": "The moon"}"#], "? Not answered yet: Region"),
        (long("single", false), &[r#"{"q01": "The moon"}"#, r#"{"q01": "Region 2"}"#], "Where? → Region 2"),
        (
            long("single", false),
            &[r#"{"q01": "The moon", "q01_list": "Region 3"}"#, r#"{"q01": "Mars"}"#],
            "The user left the form and answered nothing, so nothing is decided. They wrote:\nNote, for \"Where?\": Mars",
        ),
    ];
    check_rows(rows);
}

/// Submitting a form confirms what it says about blank fields, whatever becomes of the form after it.
#[test]
fn a_default_is_confirmed_by_submitting_the_form_that_names_it() {
    let left = r#"{"action": "cancel"}"#;
    let so_far = "The user left the form.\nEntered so far, not final:\nA? → y (your default)\nNot answered yet: \"B?\"";
    let rows: [(&[&str], &str); 3] = [
        (&[left], "Question was cancelled by user."),
        (&[&accept("{}"), left], so_far),
        (&[&accept(r#"{"q01_other": " "}"#), &accept(r#"{"q02": "b"}"#)], "A? → y (your default)\nB? → b (typed)"),
    ];
    check_all(rows.map(|(replies, expected)| {
        (format!("{replies:?}"), Client::new(&defaulted(), FORM).after(replies), expected.to_owned())
    }));
    // A form that asks again says so only of fields that are open.
    let mut again = Client::new(
        &sent(
            r#"[{"prompt": "A?", "mode": "multi", "options": ["x"], "defaultValues": ["x"]}, {"prompt": "B?", "allowEmpty": true}, {"prompt": "C?"}]"#,
        ),
        FORM,
    );
    let described = |client: &Client, name: &str| client.schema().at(name).at("description").string().to_owned();
    assert_eq!(described(&again, "q01"), "If left empty: x");
    assert_eq!(described(&again, "q02"), "You can leave it empty.");
    again.reply(&json!({"result": (sent(&accept(r#"{"q01_remark": "which ones?"}"#)))}));
    let schema = again.schema();
    assert_eq!(schema.at("q01").at("description"), &Json::Null);
    let names: Vec<&str> = schema.fields().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["q01", "q01_other", "q01_remark", "q03"]);
}

/// Each field of a form of several questions says which one it belongs to, also without labels.
#[test]
fn titles_of_fields_are_distinct() {
    let questions = sent(
        r#"[{"prompt": "Which one?", "options": ["a", "b"]}, {"prompt": "Which one?", "mode": "multi", "options": ["a"]},
        {"prompt": "We deploy. Where?", "options": ["a", "b"], "allowCustom": false}]"#,
    );
    let titles = |settings: &str| {
        let schema = Client::with(&questions, FORM, settings).schema();
        schema.fields().into_iter().map(|(_, field)| field.at("title").string().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(
        titles("{}"),
        ["Which one?", "Which one? · Something else…", "Which one? (2)", "Which one? (2) · Something else…", "Where?"]
    );
    assert_eq!(titles(r#"{"locale": "fr"}"#)[3], "Which one? (2) · Autre chose…");
}

#[test]
fn invalid_values_are_refused() {
    let rows = [
        (accept(r#"{"q01": "Oracle"}"#), r#"! "q01": "Oracle" is none of its options"#),
        (accept(r#"{"q01": ["pg", "lite"]}"#), r#"! "q01" takes exactly one answer"#),
        (accept(r#"{"q01": true}"#), r#"! "q01" has to hold texts"#),
        (accept(r#"{"q02": [null]}"#), r#"! "q02" has to hold texts"#),
        (accept(r#"{"q02": [1]}"#), r#"! "q02": "1" is none of its options"#),
        (accept(r#"{"q03": ["shop"]}"#), r#"! "q03" has to be a text"#),
        (accept(r#"{"q02": ["none"]}"#), r#"! "q02": "none" is none of its options"#),
        (accept(r#"{"q04": "a\u001b[2J"}"#), r#"! "q04" was not asked for"#),
        (accept("[]"), r#"! "content" has to be an object"#),
        (r#"{"action": "submit"}"#.to_owned(), r#"! "action" has to be "accept", "decline" or "cancel""#),
        (r#"{"action": "decline", "content": {"q01": "pg"}}"#.to_owned(), "Question was cancelled by user."),
        (r#"{"action": "cancel"}"#.to_owned(), "Question was cancelled by user."),
    ];
    check_all(rows.into_iter().map(|(reply, expected)| {
        let told = Client::new(&three(), FORM).after(&[&reply]);
        (reply, told, expected.to_owned())
    }));
}

#[test]
fn valid_fields_beside_invalid_ones_are_kept_but_do_not_answer() {
    let named = "Entered so far, not final:\nWhich name? → shop (typed)\nNot answered yet: Database, Extras";
    let long = "x".repeat(1_000_001);
    let rows = [
        (
            r#"{"q01": true, "q02": {"Auth": true}, "q03": "shop", "more": "x"}"#.to_owned(),
            format!("\"q01\" has to hold texts; \"q02\" has to hold texts; \"more\" was not asked for\n{named}"),
        ),
        (
            format!(r#"{{"q01": "pg", "q02": ["Auth"], "q02_other": "{long}", "q03": "shop"}}"#),
            "\"q02_other\" holds more than 1,000,000 characters. Write them into a file, and answer with its name\n\
            Entered so far, not final:\nWhich database? → PostgreSQL (value: pg)\nWhich name? → shop (typed)\n\
            Not answered yet: Extras\nNote, for \"With what?\": Auth"
                .to_owned(),
        ),
        // faults in some fields of a question
        (
            r#"{"q01": "Oracle", "q01_other": "the licence is there", "q02": [{}], "q02_remark": "soon"}"#.to_owned(),
            "\"q01\": \"Oracle\" is none of its options; \"q02\" has to hold texts\n\
            Note, for \"Which database?\": the licence is there\nNote, for \"With what?\": soon"
                .to_owned(),
        ),
    ];
    check_all(rows.map(|(content, expected)| {
        let told = Client::new(&three(), FORM).after(&[&accept(&content)]);
        (content, told, format!("! {expected}"))
    }));
    let told = Client::new(&strict(), FORM).after(&[&accept(r#"{"q01": "Yes", "q01_other": "No"}"#)]);
    assert_eq!(told, "! \"q01_other\" was not asked for\nEntered so far, not final:\nDeploy? → Yes");
    // Earlier answers are kept.
    let replies = [accept(r#"{"q03": "shop"}"#), accept(r#"{"q01": [[]]}"#)];
    let told = Client::new(&three(), FORM).after(&[&replies[0], &replies[1]]);
    assert_eq!(told, format!("! \"q01\" has to hold texts\n{named}"));
}

#[test]
fn earlier_answers_are_kept_if_nothing_is_entered() {
    let questionnaire = asked(&three());
    let standing = Replies::parse(r#"{"db": {"value": "lite", "note": "for now"}, "with": []}"#, &questionnaire);
    let client = Client::of(questionnaire, &Settings::default(), FORM, standing.expect("they fit"));
    let schema = client.schema();
    let told = |name: &str| schema.at(name).at("description").string().to_owned();
    assert_eq!(
        [told("q01"), told("q02")],
        ["Which database?\n\nIf left empty: SQLite", "With what?\n\nIf left empty: none of these"]
    );
    assert_eq!(
        client.after(&[&accept(r#"{"q03": "shop"}"#)]),
        "Which database? → SQLite (value: lite) (note: for now)\nWith what? → (none of these)\nWhich name? → shop (typed)"
    );
}
