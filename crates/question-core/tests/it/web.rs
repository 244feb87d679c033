//! Questions as a page in a browser shows them, and what is wrong with its answers.

use crate::common::any;
use crate::common::json::{Parts, taken};
use crate::common::{Json, asked, json, settings, written};
use proptest::prelude::*;
use question_core::{AskUserRequest, Form, Opening, Questionnaire, Reading, Settings, Subagent, WebForm};

fn page_with(arguments: &Json, opening: Opening, settings: &Settings) -> Json {
    let questionnaire = Questionnaire::new(Reading::of(arguments), settings).expect("it can be asked");
    taken(&WebForm::of(Form::new(questionnaire, opening, settings)))
}

fn page(arguments: &Json) -> Json {
    page_with(arguments, Opening::default(), &Settings::default())
}

/// Returns all texts in a value, without fields that are no text of others.
fn texts(value: &Json) -> String {
    match (value.as_str(), value.as_array(), value.as_object()) {
        (Some(text), ..) => text.to_owned(),
        (_, Some(items), _) => items.iter().map(texts).collect(),
        (.., Some(fields)) => {
            let shown = fields.iter().filter(|(name, _)| !["kind", "href", "language"].contains(&name.as_str()));
            shown.map(|(_, value)| texts(value)).collect()
        }
        _ => String::new(),
    }
}

/// Returns a block as a line: what surrounds it, its kind, and its texts, with their styles.
fn line(block: &Json) -> String {
    let edge = |edge: &Json| match edge.at("kind").string() {
        "quote" => "> ".to_owned(),
        _ => edge.at("marker").as_str().map_or("  ".to_owned(), |marker| format!("{marker} ")),
    };
    let piece = |piece: &Json| {
        let mark = if piece.at("isStrong").as_bool() == Some(true) { "**" } else { "" };
        let mark = if piece.at("isCode").as_bool() == Some(true) { "`" } else { mark };
        let href = piece.at("href").as_str().map_or(String::new(), |href| format!("<{href}>"));
        [mark, piece.at("text").string(), mark, &href].concat()
    };
    let pieces = |text: &Json| text.items().iter().map(piece).collect::<String>();
    let content = block.at("content");
    let text = match content.at("kind").string() {
        "code" => {
            let lines = content.at("lines").items().iter().map(Json::string).collect::<Vec<_>>();
            format!("{}: {}", content.at("language").as_str().unwrap_or_default(), lines.join("/"))
        }
        "table" => {
            let row = |row: &Json| row.items().iter().map(pieces).collect::<Vec<_>>().join(" | ");
            content.at("rows").items().iter().map(row).collect::<Vec<_>>().join(" / ")
        }
        kind => [if kind == "heading" { "# " } else { "" }, &pieces(content.at("text"))].concat(),
    };
    block.at("edges").items().iter().map(edge).chain([text]).collect()
}

#[test]
fn a_prompt_is_blocks_and_the_question_its_name() {
    let prompt = "# Plan\nRun **this**, see https://a.example:\n\n```sh\nls\n\npwd\n```\n\n1. one\n   > two\n- `x`\n\n\
                  | a | b |\n|-|-|\n| 1 | **2** |\n\n---\n\nShall I\n**go**?\n\nOr not.";
    let blocks = [
        "# Plan",
        "Run **this**, see https://a.example<https://a.example>:",
        "sh: ls//pwd",
        "1. one",
        "  > two",
        "- `x`",
        "a | b / 1 | **2**",
        "",
    ];
    let question = |label: Json| {
        let page = page(&json!({"questions": [{"prompt": prompt, "label": label, "options": [{"label": "Yes"}]}]}));
        let question = page.at("questions").items()[0].clone();
        let name = question.at("name").items().iter().map(|piece| piece.at("text").string()).collect::<String>();
        (name, question.at("prompt").items().iter().map(line).collect::<Vec<_>>(), question)
    };
    let (name, shown, first) = question(json!(null));
    assert_eq!(
        (name.as_str(), &shown[..8], &shown[8..]),
        ("Shall I\ngo?", &blocks.map(str::to_owned)[..], &["Or not.".to_owned()][..])
    );
    assert_eq!(first.at("title").string(), "Shall I go?");
    let (name, shown, _) = question(json!("Deploy"));
    assert_eq!((name.as_str(), &shown[8..]), ("Deploy", &["Shall I\n**go**?", "Or not."].map(str::to_owned)[..]));
    // What is no paragraph is no name.
    let list = page(&json!({"questions": [{"prompt": "- a?\n- b?"}]})).at("questions").items()[0].clone();
    assert_eq!(list.at("prompt").items().iter().map(line).collect::<Vec<_>>(), ["- a?", "- b?"]);
}

#[test]
fn what_is_chosen_and_entered_so_far_is_told() {
    let questions = json!({"title": "T", "questions": [
        {"id": "one", "prompt": "One?", "recommended": "b", "defaultValue": "b", "options": [
            {"value": "a", "label": "A **b**", "description": "about `a`", "preview": "x"}, {"value": "b", "label": "B"}]},
        {"id": "all", "prompt": "All?", "mode": "multi", "allowEmpty": false, "defaultValues": ["p", "own"], "options": [
            {"value": "p", "label": "P"}, {"value": "q", "label": "Q"}]},
        {"id": "text", "prompt": "Text?", "defaultValue": "d", "placeholder": "e.g. x", "allowEmpty": true, "secret": true},
        {"id": "only", "prompt": "Only?", "allowCustom": false, "options": [{"label": "Go"}]},
    ]});
    let entered = |page: &Json| {
        let row = |option: &Json| {
            let chosen = if option.at("isChosen").as_bool() == Some(true) { "x" } else { "" };
            let marks = option.at("marks").items().iter().map(Json::string).collect::<String>();
            [chosen, " ", option.at("value").string(), &marks].concat()
        };
        let own = |own: &Json| {
            let chosen = if own.at("isChosen").as_bool() == Some(true) { "x" } else { "" };
            own.as_object().map(|_| [chosen, " ", own.at("text").string()].concat())
        };
        let question = |question: &Json| {
            let rows = question.at("options").items().iter().map(row);
            let note = Some(question.at("note").string().to_owned()).filter(|note| !note.is_empty());
            rows.chain(own(question.at("own"))).chain(note).collect::<Vec<_>>().join(", ")
        };
        page.at("questions").items().iter().map(question).collect::<Vec<_>>()
    };
    let shown = page(&questions);
    let at_first = [" a, x b(Recommended)(default),  ", "x p(default),  q, x own", "x d", " Go"];
    assert_eq!(entered(&shown), at_first);
    let fields = |at: usize, names: &[&str]| {
        let question = &shown.at("questions").items()[at];
        names.iter().map(|name| written(question.at(name))).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(fields(0, &["number", "mode", "canBeEmpty", "needsOne"]), r#""1/4" "single" false false"#);
    assert_eq!(fields(1, &["mode", "canBeEmpty", "needsOne"]), r#""multi" false true"#);
    assert_eq!(fields(2, &["mode", "canBeEmpty"]), r#""input" true"#);
    assert!(fields(2, &["secrecy"]).contains("plain text") && fields(0, &["secrecy"]) == "null");
    assert_eq!(shown.at("questions").items()[2].at("own").at("placeholder").string(), "e.g. x");
    let option = &shown.at("questions").items()[0].at("options").items()[0];
    assert_eq!(option.at("description").items().iter().map(line).collect::<Vec<_>>(), ["about `a`"]);
    assert_eq!((texts(option.at("label")), option.at("preview").items().len()), ("A b".to_owned(), 1));
    // Answers that came with the questions.
    let request = taken(&Opening::default().request(&asked(&questions), "r"));
    let known = json!([{"id": "one", "mode": "single", "prompt": "One?", "value": "else", "label": "else", "wasCustom": true, "note": "n"}]);
    let request: Json =
        [("answers".to_owned(), known)].into_iter().chain(request.as_object().cloned().unwrap_or_default()).collect();
    let (questionnaire, opening) = AskUserRequest::read(&written(&request)).expect("it is a request");
    let page = taken(&WebForm::of(Form::new(questionnaire, opening, &Settings::default())));
    assert_eq!(entered(&page)[0], " a,  b(Recommended), x else, n");
}

#[test]
fn a_page_speaks_the_language_of_its_user_and_says_who_asks() {
    let subagent = Subagent { name: Some("tests".to_owned()), cwd: "/w".to_owned(), ..Subagent::default() };
    let opening = Opening { subagent: Some(subagent), ..Opening::default() };
    let german = page_with(&json!({"questions": [{"prompt": "?"}]}), opening, &settings(r#"{"locale": "de"}"#));
    let words = german.at("words");
    assert_eq!(
        [german.at("language"), german.at("asks"), words.at("cancel"), words.at("preview")].map(Json::string),
        ["de", "tests fragt", "Abbrechen", "Vorschau"]
    );
}

#[test]
fn faults_are_told_by_question() {
    let questionnaire = asked(&json!({"questions": [
        {"id": "one", "prompt": "One?", "allowCustom": false, "options": [{"label": "A"}]},
        {"id": "two", "prompt": "Two?", "mode": "multi", "allowEmpty": false, "options": [{"label": "B"}]},
        {"id": "three", "prompt": "Three?"},
    ]}));
    let problems = |fields: &str| {
        let response = [r#"{"type": "ask_user_response", "requestId": "r", "#, fields, "}"].concat();
        Opening::default().problems(&questionnaire, &response).map(|problems| problems.questions)
    };
    let told = |fields: &str| {
        let all = problems(fields).expect("it has a fault");
        all.into_iter().map(|(id, problem)| format!("{id}: {problem}")).collect::<Vec<_>>()
    };
    assert_eq!(problems(r#""answers": ["A", ["B"], "c"]"#), None);
    assert_eq!(told(r#""answers": {"one": "A"}"#), ["three: not answered", "two: not answered"]);
    assert_eq!(
        told(r#""answers": {"one": "X", "two": [], "three": " "}"#),
        [
            "one: \"X\" is none of its options: A",
            "three: the answer is blank",
            "two: at least one option has to be chosen"
        ]
    );
    assert_eq!(told(r#""later": 1"#), Vec::<String>::new());
}

proptest! {
    /// Shows each letter of any prompt once: in the name of its question, or beside it.
    #[test]
    fn a_page_loses_no_word(
        prompt in "[a-c]([a-c]{1,3}|[ \n]|\n\n|[*_`#>|~\\[\\]()&;:!?=+-]|1\\. |- |    |\n```\n|\\|--\\||\u{1b}\\[2J|<img>){0,30}",
    ) {
        let page = page(&json!({"questions": [{"prompt": prompt}]}));
        let question = &page.at("questions").items()[0];
        let shown = [texts(question.at("name")), texts(question.at("prompt"))].concat();
        let letters = |text: &str| {
            let mut letters = text.chars().filter(|char| char.is_alphanumeric()).collect::<Vec<_>>();
            letters.sort_unstable();
            letters.into_iter().collect::<String>()
        };
        prop_assert_eq!(letters(&shown), letters(question_core::Clean::text(&prompt).as_str()), "{}", written(&page));
        prop_assert!(!shown.contains('\u{1b}'), "{:?}", shown);
    }

    #[test]
    fn any_form_makes_a_page_that_is_harmless(form in any::form()) {
        let form = form.to_form();
        let page = taken(&WebForm::of(form));
        for question in page.at("questions").items() {
            let options = question.at("options").items().iter();
            let of_options = options.map(|option| texts(option.at("label")) + &texts(option.at("preview")));
            let shown = [texts(question.at("name")), texts(question.at("prompt"))].into_iter().chain(of_options);
            for text in shown {
                prop_assert!(!text.contains(|char: char| char.is_control() && char != '\n'), "{:?}", text);
            }
        }
    }
}
