//! What the user prefers: how settings files are read, what is wrong with a bad one, and what each setting does.

use crate::common::{
    self, Action, Played, after, brief, check_all, draft, form_with, frame, highlighted, json, result, seen, sent,
    settings, submit,
};
use Action::{Cancel, CursorDown, Digit, Note, PageDown};
use question_core::{Dialect, Notify, Outcome, Questionnaire, Request, Settings, Size};

/// Read from files named 1, 2, …, in an environment without a language.
fn read(files: &[&str]) -> (Settings, Vec<String>) {
    let named = |(at, text): (usize, &&str)| ((at + 1).to_string(), (*text).to_owned());
    Settings::read(&files.iter().enumerate().map(named).collect::<Vec<_>>(), "C")
}

fn one(settings: &Settings) -> Played {
    form_with(&json!({"questions": [{"prompt": "Why?", "options": ["So"], "allowCustom": false}, "How?"]}), settings)
}

/// What the custom row is called.
fn custom_row(settings: &Settings) -> String {
    let form = after(form_with(&sent(r#"{"question": "Why?", "options": ["So"]}"#), settings), &[PageDown]);
    highlighted(&frame(&form)).unwrap_or_default()
}

/// Whether a text of so many characters is taken as it is.
fn takes(settings: &Settings, length: usize) -> bool {
    let form = form_with(&sent(r#"{"question": "Why?"}"#), settings);
    after(form, &[submit(&"é".repeat(length))]).is_ended()
}

/// Rows of a form that has more to show than fits into a terminal of so many rows.
fn rows(settings: &Settings, terminal: usize) -> usize {
    let options: Vec<_> = (0..200).map(|at| json!(format!("option {at}"))).collect();
    let mut form = form_with(&json!({"question": "Which?", "options": options}), settings);
    form.resize(Size { columns: 80, rows: terminal });
    frame(&form).lines.len()
}

/// All that settings do, as far as it is not as by default.
fn effects(settings: &Settings) -> String {
    let row = custom_row(settings);
    let left = after(one(settings), &[Digit(1), Action::PrevTab, Cancel]);
    let effects = [
        (settings.dialect != Dialect::Question).then(|| settings.dialect.name().to_owned()),
        (settings.notify != Notify::Off).then(|| format!("{:?}", settings.notify)),
        settings.accessible.then(|| "accessible".to_owned()),
        (row != "0. Something else…").then(|| row.clone()),
        left.is_ended().then(|| "ends at once".to_owned()),
        seen(&after(one(settings), &[Digit(0)])).contains("editor").then(|| "free text for all".to_owned()),
        (!takes(settings, 2_000)).then(|| "asks earlier".to_owned()),
        takes(settings, 2_001).then(|| "asks later".to_owned()),
        (rows(settings, 100) != 70).then(|| format!("{} %", rows(settings, 100))),
    ];
    effects.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

#[test]
fn every_setting_does_something() {
    let rows = [
        ("{}", ""),
        (" \n{ }\n", ""),
        (r#"{"dialect": "question"}"#, ""),
        (r#"{"dialect": "AskUserQuestion"}"#, "AskUserQuestion"),
        (r#"{"dialect": "ask_user"}"#, "ask_user"),
        (r#"{"customLabel": "Type something."}"#, "0. Type something."),
        (r#"{"locale": "de"}"#, "0. Etwas anderes…"),
        (r#"{"locale": "de", "customLabel": "Anders"}"#, "0. Anders"),
        (r#"{"customLabel": "Anders", "locale": "de"}"#, "0. Anders"),
        (r#"{"confirmDiscard": false}"#, "ends at once"),
        (r#"{"confirmDiscard": true}"#, ""),
        (r#"{"softLimit": 5}"#, "asks earlier"),
        (r#"{"softLimit": 10000}"#, "asks later"),
        (r#"{"maxHeight": 20}"#, "20 %"),
        (r#"{"maxHeight": 100}"#, "100 %"),
        (r#"{"notify": "bell"}"#, "Bell"),
        (r#"{"notify": "terminal"}"#, "Terminal"),
        (r#"{"notify": "off"}"#, ""),
        (r#"{"notify": false}"#, ""),
        (r#"{"alwaysOfferCustom": true}"#, "free text for all"),
        (r#"{"alwaysOfferCustom": false}"#, ""),
        (r#"{"accessible": true}"#, "accessible"),
        (
            r#"{"softLimit": 5, "maxHeight": 50, "dialect": "ask_user", "confirmDiscard": false}"#,
            "ask_user, ends at once, asks earlier, 50 %",
        ),
    ];
    check_all(rows.map(|(file, expected)| (file.to_owned(), effects(&settings(file)), expected.to_owned())));
}

#[test]
fn what_is_wrong_is_named_with_its_line_and_what_stands_beside_it_counts() {
    let dialects = r#""dialect" has to be "question", "AskUserQuestion" or "ask_user""#;
    let languages = r#""locale" has to be one of en, de, es, fr, pt, ja, zh, ko, ru, uk"#;
    let height = r#""maxHeight" has to be a percentage from 20 to 100"#;
    let limit = r#""softLimit" has to be a number of characters"#;
    let notify = r#""notify" has to be "off", "bell" or "terminal""#;
    let rows = [
        (r#""dialect": "claude""#, dialects),
        (r#""dialect": "askuserquestion""#, dialects),
        (r#""dialect": 1"#, dialects),
        (r#""customLabel": """#, r#""customLabel" has to be a text"#),
        (r#""customLabel": " \n""#, r#""customLabel" has to be a text"#),
        (r#""customLabel": 7"#, r#""customLabel" has to be a text"#),
        (r#""locale": "tlh""#, languages),
        (r#""locale": """#, languages),
        (r#""locale": null"#, languages),
        (r#""confirmDiscard": "false""#, r#""confirmDiscard" has to be true or false"#),
        (r#""alwaysOfferCustom": 1"#, r#""alwaysOfferCustom" has to be true or false"#),
        (r#""softLimit": -1"#, limit),
        (r#""softLimit": 2.5"#, limit),
        (r#""softLimit": "2000""#, limit),
        (r#""maxHeight": 19"#, height),
        (r#""maxHeight": 101"#, height),
        (r#""maxHeight": "70%""#, height),
        (r#""notify": true"#, notify),
        (r#""notify": "Bell""#, notify),
        (r#""colour": 1"#, r#""colour" is not a setting"#),
        (r#""maxheight": 50"#, r#""maxheight" is not a setting; did you mean "maxHeight"?"#),
        (r#""softLimt": 5"#, r#""softLimt" is not a setting; did you mean "softLimit"?"#),
        (r#""language": "de""#, r#""language" is not a setting"#),
    ];
    check_all(rows.iter().flat_map(|(field, fault)| {
        // Above a setting that is right, and below it.
        [
            (format!("{{\n{field},\n\n \"accessible\": true}}"), 2),
            (format!("\n{{\"accessible\": true, \"metadata\": [\n1], {field}\n}}"), 3),
        ]
        .into_iter()
        .zip(["", "line 2: \"metadata\" is not a setting; "])
        .flat_map(|((file, line), before)| {
            let (settings, problems) = read(&[&file]);
            [
                (file.clone(), problems.join("\n"), format!("1, {before}line {line}: {fault}")),
                (format!("{file}, its effect"), effects(&settings), "accessible".to_owned()),
            ]
        })
        .collect::<Vec<_>>()
    }));
    let (_, problems) = read(&["{\"softLimit\": \"a\",\n\"x\": 1,\n\"locale\": \"en\", \"maxHeight\": 0}"]);
    assert_eq!(
        problems,
        [format!("1, line 1: {limit}; line 2: \"x\" is not a setting; line 3: {height}")],
        "all, in a line"
    );
    let long: Vec<String> =
        (0..20).map(|at| format!("\"{at} {}\": \"{}\"", "key ".repeat(50), "v".repeat(900))).collect();
    let (_, problems) = read(&[&format!("{{{}}}", long.join(","))]);
    let [problem] = problems.as_slice() else { panic!("{problems:?}") };
    assert!(problem.len() < 800 && problem.ends_with("is not a setting; and 12 more"), "{problem}");
}

#[test]
fn a_file_that_is_no_json_says_where_and_counts_as_not_there() {
    let rows = [
        ("", "line 1: it is not a JSON object"),
        ("{", "line 1: it is not a JSON object"),
        ("[]", "it is not a JSON object"),
        ("null", "it is not a JSON object"),
        ("{} {}", "line 1: it is not a JSON object"),
        ("{\"locale\": \"de\",}", "line 1: it is not a JSON object"),
        ("\u{feff}\n{\n  \"locale\": \"de\"\n  \"softLimit\": 5\n}", "line 4: it is not a JSON object"),
        ("{\n  // words\n  \"locale\": \"de\"\n}", "line 2: it is not a JSON object"),
    ];
    check_all(rows.iter().flat_map(|(file, fault)| {
        let (settings, problems) = read(&[file]);
        [
            ((*file).to_owned(), problems.join("\n"), format!("1 is ignored: {fault}")),
            (format!("{file}, its effect"), effects(&settings), String::new()),
        ]
    }));
}

#[test]
fn the_later_file_counts_where_it_says_something() {
    let personal = r#"{"dialect": "ask_user", "softLimit": 5, "customLabel": "Else"}"#;
    let rows: [(&[&str], &str, usize); 8] = [
        (&[], "", 0),
        (&[personal], "ask_user, 0. Else, asks earlier", 0),
        (&[personal, "{}"], "ask_user, 0. Else, asks earlier", 0),
        (&[personal, r#"{"softLimit": 2000}"#], "ask_user, 0. Else", 0),
        (&[personal, r#"{"dialect": "question", "maxHeight": 30}"#], "0. Else, asks earlier, 30 %", 0),
        (&[personal, r#"{"dialect": "question", "maxHeight": 3}"#], "0. Else, asks earlier", 1),
        (&["oops", r#"{"notify": "bell"}"#], "Bell", 1),
        (&["oops", "{]"], "", 2),
    ];
    check_all(rows.iter().flat_map(|(files, expected, faults)| {
        let (settings, problems) = read(files);
        [
            (format!("{files:?}"), effects(&settings), (*expected).to_owned()),
            (format!("{files:?}: {problems:?}"), problems.len().to_string(), faults.to_string()),
        ]
    }));
}

#[test]
fn a_language_in_any_spelling() {
    let rows = [
        ("de", "Etwas anderes…"),
        ("DE", "Etwas anderes…"),
        ("de-AT", "Etwas anderes…"),
        ("de_DE.UTF-8", "Etwas anderes…"),
        ("de_DE@euro", "Etwas anderes…"),
        ("de.UTF-8", "Etwas anderes…"),
        ("en_US.UTF-8", "Something else…"),
        ("pt-BR", "Outra coisa…"),
        ("zh_CN.UTF-8", "其他…"),
        ("zh-Hant-TW", "其他…"),
        // what is not spoken
        ("C", "Something else…"),
        ("C.UTF-8", "Something else…"),
        ("POSIX", "Something else…"),
        ("", "Something else…"),
        ("deutsch", "Something else…"),
        ("nl_NL.UTF-8", "Something else…"),
    ];
    check_all(rows.iter().flat_map(|(locale, expected)| {
        let environment = Settings::read(&[], locale).0;
        let over = Settings::read(&[("f".to_owned(), r#"{"locale": "fr_CA"}"#.to_owned())], locale).0;
        [
            ((*locale).to_owned(), environment.custom_label().to_owned(), (*expected).to_owned()),
            (format!("{locale}, row"), custom_row(&environment), format!("0. {expected}")),
            (format!("{locale}, set"), over.custom_label().to_owned(), "Autre chose…".to_owned()),
        ]
    }));
}

#[test]
fn the_custom_row_is_named_by_the_model_before_the_user_before_the_language() {
    let asked = |fields: &str, file: &str| {
        let request = Request::read(&sent(&format!(r#"{{"question": "Why?", "options": ["So"], {fields}}}"#)));
        brief(&Questionnaire::new(request, &settings(file)))
    };
    let named = r#"{"customLabel": "Mine", "locale": "de"}"#;
    let always = r#"{"alwaysOfferCustom": true}"#;
    let rows = [
        (r#""customLabel": "Own""#, named, r#"q1 Q1 single "Why?": So; free text Own"#),
        (r#""customLabel": " ""#, named, r#"q1 Q1 single "Why?": So; free text Mine"#),
        (r#""id": "q1""#, r#"{"locale": "de"}"#, r#"q1 Q1 single "Why?": So; free text Etwas anderes…"#),
        (r#""allowCustom": false"#, "{}", r#"q1 Q1 single "Why?": So; no free text"#),
        (r#""allowCustom": false"#, always, r#"q1 Q1 single "Why?": So"#),
    ];
    check_all(
        rows.map(|(fields, file, expected)| (format!("{fields} {file}"), asked(fields, file), expected.to_owned())),
    );
    let request = || Request::read(&sent(r#"{"question": "Why?", "allowCustom": false}"#));
    assert!(Questionnaire::new(request(), &settings("{}")).is_err());
    assert_eq!(brief(&Questionnaire::new(request(), &settings(always))), r#"q1 Q1 input "Why?""#);
}

#[test]
fn a_form_takes_no_more_than_its_share_of_the_terminal() {
    let rows = [
        (20, 100, 20),
        (20, 40, 8),
        (20, 24, 8),
        (50, 24, 12),
        (70, 24, 16),
        (100, 24, 24),
        (100, 6, 6),
        (20, 4, 3),
        (20, 6, 4),
        (20, 9, 7),
    ];
    check_all(rows.map(|(percent, terminal, expected)| {
        let settings = settings(&format!(r#"{{"maxHeight": {percent}}}"#));
        (format!("{percent} % of {terminal}"), rows_of(&settings, terminal), expected.to_string())
    }));
}

fn rows_of(settings: &Settings, terminal: usize) -> String {
    rows(settings, terminal).to_string()
}

#[test]
fn a_text_of_the_limit_is_short_and_one_more_is_long() {
    let settings = settings(r#"{"softLimit": 5}"#);
    assert!(takes(&settings, 5) && !takes(&settings, 6), "characters count, not bytes");
    let note = |length: usize| after(one(&settings), &[Note, submit(&"x".repeat(length))]);
    assert!(!common::shown(&frame(&note(5))).contains("is long"));
    assert!(common::shown(&frame(&note(6))).contains("This text is long (6 characters). Use it anyway? [Y/n]"));
    let answer = after(one(&settings), &[Action::NextTab, submit("sixsix")]);
    assert!(common::shown(&frame(&answer)).contains("Answer is long (6 chars). Send it anyway? [Y/n]"));
    assert_eq!(
        result(&after(form_with(&sent(r#"["Why?"]"#), &settings), &[submit("sixsix"), Action::Yes])).content,
        "Why? → sixsix (typed)"
    );
}

#[test]
fn leaving_without_being_asked_loses_nothing() {
    let settings = settings(r#"{"confirmDiscard": false}"#);
    let details = result(&after(one(&settings), &[Digit(1), draft("because"), Cancel, Cancel])).details;
    let values: Vec<&str> = details.answers.iter().map(|answer| answer.picks.all()[0].value.as_str()).collect();
    assert_eq!((details.outcome, values), (Outcome::Cancelled, vec!["So"]));
    let details = result(&after(one(&settings), &[CursorDown, Cancel])).details;
    assert_eq!((details.outcome, details.answers.len()), (Outcome::Cancelled, 0));
}
