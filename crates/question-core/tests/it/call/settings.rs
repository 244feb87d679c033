//! Settings files: how they are read, their faults, and the effect of each setting.

use crate::common::{
    Action, Played, after, brief, check_all, form_with, frame, highlighted, json, seen, sent, settings, submit,
};
use Action::{Cancel, Digit, PageDown};
use question_core::{Dialect, Notify, Questionnaire, Reading, Settings, Size};

/// Reads files named 1, 2, …, in an environment without a language.
fn read(files: &[&str]) -> (Settings, Vec<String>) {
    let named = |(at, text): (usize, &&str)| ((at + 1).to_string(), (*text).to_owned());
    Settings::read(&files.iter().enumerate().map(named).collect::<Vec<_>>(), "C")
}

fn one(settings: &Settings) -> Played {
    form_with(&json!({"questions": [{"prompt": "Why?", "options": ["So"], "allowCustom": false}, "How?"]}), settings)
}

/// Returns the row for free text as it is shown.
fn custom_row(settings: &Settings) -> String {
    let form = after(form_with(&sent(r#"{"question": "Why?", "options": ["So"]}"#), settings), &[PageDown]);
    highlighted(&frame(&form)).unwrap_or_default()
}

/// Returns whether an answer of this length is sent without a question.
fn takes(settings: &Settings, length: usize) -> bool {
    let form = form_with(&sent(r#"{"question": "Why?"}"#), settings);
    after(form, &[submit(&"é".repeat(length))]).is_ended()
}

/// Returns the height of a form with a long prompt, or with many options, in a terminal with this many rows.
fn rows(settings: &Settings, options: usize, terminal: usize) -> usize {
    let options: Vec<_> = (0..options).map(|at| json!(format!("option {at}"))).collect();
    let mut form = form_with(&json!({"question": ("line\n".repeat(200)), "options": options}), settings);
    form.resize(Size { columns: 80, rows: terminal, taken: 0 });
    let frame = frame(&form);
    frame.lines.len() + frame.slot.map_or(0, |slot| slot.rows)
}

/// A settings file, and a check that holds under these settings and not by default.
type Effect = (&'static str, fn(&Settings) -> bool);

#[test]
fn every_setting_does_something() {
    let effects: [Effect; 14] = [
        (r#"{"dialect": "AskUserQuestion"}"#, |settings| settings.dialect == Dialect::AskUserQuestion),
        (r#"{"dialect": "ask_user"}"#, |settings| settings.dialect == Dialect::AskUser),
        (r#"{"customLabel": "Type something."}"#, |settings| custom_row(settings) == "0. Type something."),
        (r#"{"locale": "de"}"#, |settings| custom_row(settings) == "0. Etwas anderes…"),
        (r#"{"customLabel": "Anders", "locale": "de"}"#, |settings| custom_row(settings) == "0. Anders"),
        (r#"{"confirmDiscard": false}"#, |settings| {
            after(one(settings), &[Digit(1), Action::PrevTab, Cancel]).is_ended()
        }),
        (r#"{"softLimit": 10000}"#, |settings| takes(settings, 10_000) && !takes(settings, 10_001)),
        (r#"{"maxHeight": 20}"#, |settings| rows(settings, 0, 100) == 20),
        (r#"{"notify": "bell"}"#, |settings| settings.notify == Notify::Bell && settings.notify.name() == "bell"),
        (r#"{"notify": "terminal"}"#, |settings| settings.notify == Notify::Terminal),
        (r#"{"alwaysOfferCustom": true}"#, |settings| seen(&after(one(settings), &[PageDown])).contains("→ 0.")),
        (r#"{"accessible": true}"#, |settings| settings.accessible),
        (r#"{"subagents": "off"}"#, |settings| !settings.subagents),
        (r#"{"elsewhere": "on"}"#, |settings| settings.elsewhere),
    ];
    for (file, is_so) in effects {
        assert!(is_so(&settings(file)), "{file}");
        assert!(!is_so(&settings("{}")), "without {file}");
    }
    assert!(takes(&settings("{}"), 2_000) && !takes(&settings("{}"), 2_001) && rows(&settings("{}"), 0, 100) == 95);
}

#[test]
fn faults_are_named_with_their_lines_and_the_other_settings_apply() {
    let dialects = r#""dialect" has to be "question", "AskUserQuestion" or "ask_user""#;
    let languages = r#""locale" has to be one of en, de, es, fr, pt, ja, zh, ko, ru, uk"#;
    let height = r#""maxHeight" has to be a percentage from 20 to 100"#;
    let limit = r#""softLimit" has to be a number of characters"#;
    let notify = r#""notify" has to be "off", "bell" or "terminal""#;
    let subagents = r#""subagents" has to be "ask" or "off""#;
    let rows = [
        (r#""dialect": "claude""#, dialects),
        (r#""dialect": 1"#, dialects),
        (r#""customLabel": " \n""#, r#""customLabel" has to be a text"#),
        (r#""locale": "tlh""#, languages),
        (r#""locale": null"#, languages),
        (r#""confirmDiscard": "false""#, r#""confirmDiscard" has to be true or false"#),
        (r#""alwaysOfferCustom": 1"#, r#""alwaysOfferCustom" has to be true or false"#),
        (r#""softLimit": -1"#, limit),
        (r#""softLimit": "2000""#, limit),
        (r#""maxHeight": 19"#, height),
        (r#""maxHeight": 101"#, height),
        (r#""notify": false"#, notify),
        (r#""notify": "Bell""#, notify),
        (r#""subagents": "on""#, subagents),
        (r#""elsewhere": true"#, r#""elsewhere" has to be "on" or "off""#),
        (r#""subagents": false"#, subagents),
        (r#""colour": 1"#, r#""colour" is not a setting"#),
        (r#""maxheight": 50"#, r#""maxheight" is not a setting"#),
    ];
    for (field, fault) in rows {
        // Above a valid setting, and below it.
        for (file, told) in [
            (format!("{{\n{field},\n\n \"accessible\": true}}"), "line 2: "),
            (
                format!("\n{{\"accessible\": true, \"metadata\": [\n1], {field}\n}}"),
                "line 2: \"metadata\" is not a setting; line 3: ",
            ),
        ] {
            let (settings, problems) = read(&[&file]);
            assert_eq!(problems, [format!("1, {told}{fault}")], "{file}");
            assert!(settings.accessible, "{file}");
        }
    }
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
fn a_file_that_is_not_json_is_ignored_and_its_line_named() {
    for (file, fault) in [
        ("", "line 1: it is not a JSON object"),
        ("[]", "it is not a JSON object"),
        ("{} {}", "line 1: it is not a JSON object"),
        ("{\"locale\": \"de\",}", "line 1: it is not a JSON object"),
        ("\u{feff}\n{\n  \"locale\": \"de\"\n  \"softLimit\": 5\n}", "line 4: it is not a JSON object"),
        ("{\n  // words\n  \"locale\": \"de\"\n}", "line 2: it is not a JSON object"),
    ] {
        let (settings, problems) = read(&[file]);
        assert_eq!(problems, [format!("1 is ignored: {fault}")], "{file}");
        assert_eq!(settings.custom_label(), "Something else…", "{file}");
    }
}

/// Who clones a project does not open a door by that; it may be closed there.
#[test]
fn a_project_cannot_be_answered_elsewhere() {
    let rows = [("off", "on", false, 1), ("on", "off", false, 0), ("on", "on", true, 1)];
    for (own, project, is_on, problems) in rows {
        let files = [own, project].map(|value| (value.to_owned(), format!("{{\"elsewhere\": \"{value}\"}}")));
        let (settings, found) = Settings::read_with_project(&files, 1, "C");
        assert_eq!((settings.elsewhere, found.len()), (is_on, problems), "{own} {project}");
        assert!(found.iter().all(|problem| problem.contains("can be turned on by your own settings only")));
    }
}

#[test]
fn a_later_file_overrides_an_earlier_one() {
    let off_and_on = read(&[r#"{"subagents": "off"}"#, r#"{"subagents": "ask"}"#]);
    assert!(off_and_on.0.subagents && off_and_on.1.is_empty());
    let personal = r#"{"dialect": "ask_user", "customLabel": "Else"}"#;
    let rows: [(&[&str], Dialect, &str, usize); 5] = [
        (&[], Dialect::Question, "Something else…", 0),
        (&[personal], Dialect::AskUser, "Else", 0),
        (&[personal, r#"{"customLabel": "Other"}"#], Dialect::AskUser, "Other", 0),
        (&[personal, r#"{"dialect": "question", "customLabel": 3}"#], Dialect::Question, "Else", 1),
        (&["oops", personal], Dialect::AskUser, "Else", 1),
    ];
    for (files, dialect, label, faults) in rows {
        let (settings, problems) = read(files);
        assert_eq!((settings.dialect, settings.custom_label(), problems.len()), (dialect, label, faults), "{files:?}");
    }
}

#[test]
fn a_language_in_any_spelling() {
    let rows = [
        ("de", "Etwas anderes…"),
        ("de-AT", "Etwas anderes…"),
        ("de_DE.UTF-8", "Etwas anderes…"),
        ("de_DE@euro", "Etwas anderes…"),
        ("en_US.UTF-8", "Something else…"),
        ("zh_CN.UTF-8", "其他…"),
        ("zh-Hant-TW", "其他…"),
        // languages without a translation
        ("C", "Something else…"),
        ("", "Something else…"),
        ("deutsch", "Something else…"),
        ("nl_NL.UTF-8", "Something else…"),
    ];
    for (locale, expected) in rows {
        let environment = Settings::read(&[], locale).0;
        let over = Settings::read(&[("f".to_owned(), r#"{"locale": "fr_CA"}"#.to_owned())], locale).0;
        assert_eq!((environment.custom_label(), over.custom_label()), (expected, "Autre chose…"), "{locale}");
    }
}

#[test]
fn the_custom_row_is_named_by_the_model_before_the_user_before_the_language() {
    let asked = |fields: &str, file: &str| {
        let request = Reading::of(&sent(&format!(r#"{{"question": "Why?", "options": ["So"], {fields}}}"#)));
        brief(&Questionnaire::new(request, &settings(file)))
    };
    let named = r#"{"customLabel": "Mine", "locale": "de"}"#;
    let always = r#"{"alwaysOfferCustom": true}"#;
    let rows = [
        (r#""customLabel": "Own""#, named, r#"q1 - single "Why?": So; free text Own"#),
        (r#""customLabel": " ""#, named, r#"q1 - single "Why?": So; free text Mine"#),
        (r#""id": "q1""#, r#"{"locale": "de"}"#, r#"q1 - single "Why?": So; free text Etwas anderes…"#),
        (r#""allowCustom": false"#, "{}", r#"q1 - single "Why?": So; no free text"#),
        (r#""allowCustom": false"#, always, r#"q1 - single "Why?": So"#),
    ];
    check_all(
        rows.map(|(fields, file, expected)| (format!("{fields} {file}"), asked(fields, file), expected.to_owned())),
    );
}

#[test]
fn a_form_takes_no_more_than_its_share_of_the_terminal() {
    let shares = [(20, 100, 20), (20, 24, 8), (70, 24, 16), (100, 24, 19), (100, 6, 3), (20, 4, 3), (20, 9, 6)];
    check_all(shares.map(|(percent, terminal, expected)| {
        let settings = settings(&format!(r#"{{"maxHeight": {percent}}}"#));
        (format!("{percent} % of {terminal}"), rows(&settings, 0, terminal).to_string(), expected.to_string())
    }));
    // It leaves three rows of the transcript.
    assert_eq!(rows(&settings("{}"), 200, 100), 95);
}
