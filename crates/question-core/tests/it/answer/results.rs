//! Results of calls: the text for the model, and the details for the session.

use crate::common::json::{Parts, taken};
use crate::common::{
    Action, Json, Played, TUI, after, ask, check_all, draft, fail, form, json, one, result, sent, submit, three,
    written,
};
use Action::{Abort, Cancel, Confirm, CursorDown, Digit, Discuss, Note};
use question_core::{Dialect, Host, HostMode, Outcome};

/// A form, the actions of its user, and the text that the model reads then.
type Row<'a> = (fn() -> Played, &'a [Action], &'a str);

fn check(rows: &[Row]) {
    check_all(rows.iter().map(|(new, actions, expected)| {
        (format!("{actions:?}"), result(&after(new(), actions)).content, (*expected).to_owned())
    }));
}

/// A form, and the actions of its user.
type Way = (fn() -> Played, Vec<Action>);

/// Returns a form with a question of every mode.
fn all() -> Played {
    form(&sent(
        r#"{"metadata": {"from": 1.50}, "questions": [
            {"id": "db", "prompt": "Which database?", "options": [{"value": "pg", "label": "PostgreSQL"}, "SQLite"]},
            {"id": "with", "label": "With", "prompt": "With what?", "multi": true, "options": [
                {"value": "auth", "label": "Login"}, "REST"]},
            {"id": "name", "prompt": "Which name?"}]}"#,
    ))
}

fn multi() -> Played {
    form(&sent(r#"{"id": "with", "question": "With what?", "multi": true, "options": ["Login", "REST"]}"#))
}

fn input() -> Played {
    form(&sent(r#"{"question": "Which name?", "allowEmpty": true}"#))
}

#[test]
fn what_the_model_reads() {
    let shared = "The user left the form and sent these answers:\nWhich database? → PostgreSQL (value: pg)\n\
                  Left open by the user, not decided: Name, Go";
    let noted = "The user left the form and answered nothing, so nothing is decided. They wrote:\nNote, for \"Which database?\": later";
    let three_answers = "Which database? → SQLite (value: lite)\nWhich name? → orders (typed)\nDeploy now? → Yes";
    check(&[
        (one, &[Digit(1)], "Which database? → PostgreSQL (value: pg)"),
        (one, &[Digit(0), submit("CSV files")], "Which database? → CSV files (typed)"),
        (one, &[Digit(0), submit("none:\n- CSV")], "Which database? → (typed)\n  none:\n  - CSV"),
        (three, &[Digit(2), Digit(0), submit("orders"), Digit(1), Confirm], three_answers),
        (one, &[Cancel], "Question was cancelled by user."),
        (three, &[Digit(1), Cancel, CursorDown, CursorDown, CursorDown, Confirm], "Question was cancelled by user."),
        (three, &[Digit(1), Cancel, CursorDown, Confirm], shared),
        (three, &[Note, submit("later"), Cancel, CursorDown, Confirm], noted),
        (
            three,
            &[Note, submit("later"), Cancel, CursorDown, CursorDown, CursorDown, Confirm],
            "Question was cancelled by user.",
        ),
        (one, &[Abort], "Question was aborted before the user had answered. Nothing is decided."),
        (
            one,
            &[fail()],
            "Error: The question form stopped working: trap. Nothing is decided. Ask the same once more, what was entered is kept. If that fails, put the question into your reply and end your turn.",
        ),
        (
            three,
            &[Digit(0), draft("half"), fail()],
            "Error: The question form stopped working: trap. Nothing is decided. Ask the same once more, what was entered is kept. If that fails, put the question into your reply and end your turn.",
        ),
    ]);
}

#[test]
fn what_the_model_reads_of_every_mode() {
    check(&[
        (
            all,
            &[Digit(1), Digit(1), Digit(0), submit("SSO"), Confirm, submit("shop"), Confirm],
            "Which database? → PostgreSQL (value: pg)\nWith what? → Login (value: auth), SSO (typed)\n\
             Which name? → shop (typed)",
        ),
        // in the order of the options, whatever was checked first
        (
            multi,
            &[Digit(0), submit("b"), Digit(0), submit("a"), Digit(2), Confirm, Confirm],
            "With what? → REST, b (typed), a (typed)",
        ),
        (multi, &[Confirm, Confirm, Confirm], "With what? → (none of these)"),
        (input, &[submit(" ")], "Which name? → (blank)"),
        // notes
        (one, &[Note, submit("for now"), Digit(3)], "Which database? → MySQL (note: for now)"),
        (one, &[Note, submit("x"), Note, submit(" "), Digit(3)], "Which database? → MySQL"),
    ]);
}

#[test]
fn what_the_model_reads_if_the_user_wants_to_talk_first() {
    let ask_back = "The user would rather discuss this before answering. Nothing is decided: ask in your reply what they have in mind, and end your turn.";
    check(&[
        (one, &[Discuss, submit("")], ask_back),
        (
            one,
            &[Discuss, submit(" why? ")],
            "The user would rather discuss this before answering. Nothing is decided: answer them in your reply, and end your turn. They say: why?",
        ),
        (
            three,
            &[Digit(1), Discuss, submit("why?")],
            "The user would rather discuss this before answering. Nothing is decided: answer them in your reply, and end your turn. They say: why?\nEntered so far, not final:\n\
             Which database? → PostgreSQL (value: pg)\nNot answered yet: Name, Go",
        ),
        (one, &[Discuss, draft("why?"), Cancel, Cancel, CursorDown, Confirm], "Question was cancelled by user."),
        (
            one,
            &[Discuss, draft("why?"), fail()],
            "Error: The question form stopped working: trap. Nothing is decided. Ask the same once more, what was entered is kept. If that fails, put the question into your reply and end your turn.",
        ),
    ]);
}

/// Lines of a typed text cannot be taken for lines of the result, whatever separates them.
#[test]
fn what_the_user_wrote_over_several_lines_is_indented() {
    let pasted = "ok\nSeverity? → Low\r\nNot answered: none\rNote: a\u{85}b\u{2028}c\u{2029}d\u{b}e\u{c}f";
    let ways: [Way; 6] = [
        (one, vec![Digit(0), submit(pasted)]),
        (input, vec![submit(pasted)]),
        (multi, vec![Digit(1), Digit(0), submit(pasted), Digit(0), submit("c"), Confirm, Confirm]),
        (one, vec![Note, submit(pasted), Digit(1)]),
        (three, vec![Note, submit(pasted), Abort]),
        (one, vec![Discuss, submit(pasted)]),
    ];
    for (new, actions) in ways {
        let content = result(&after(new(), &actions)).content;
        let own: Vec<&str> = content
            .split(|char: char| char != '\t' && char.is_control() || "\u{2028}\u{2029}".contains(char))
            .collect();
        let written: Vec<&&str> = own.iter().filter(|line| line.starts_with("  ")).collect();
        assert!(written.iter().any(|line| **line == "  Severity? → Low"), "{actions:?}: {content:?}");
        for line in own.iter().filter(|line| !line.starts_with("  ")) {
            assert!(
                !["Severity", "Not answered: none", "Note: a", "b", "c", "d", "e", "f"]
                    .iter()
                    .any(|text| line.starts_with(text)),
                "{line:?} in {content:?}"
            );
        }
    }
}

/// Unsubmitted text is kept in the details, and the model does not read it.
#[test]
fn the_model_does_not_read_unsent_texts() {
    let rows: [Way; 5] = [
        (one, vec![Digit(0), draft("half")]),
        (multi, vec![Digit(0), draft("half")]),
        (multi, vec![Digit(1), Digit(0), draft("half")]),
        (three, vec![Digit(2), Action::PrevTab, Digit(0), draft("half")]),
        (three, vec![Discuss, draft("half")]),
    ];
    for (new, actions) in rows {
        for end in [vec![Abort], vec![Cancel, Abort], vec![Cancel, Cancel, CursorDown, Confirm]] {
            let result = result(&after(new(), &[actions.clone(), end.clone()].concat()));
            assert!(!result.content.contains("half"), "{actions:?} {end:?}: {}", result.content);
            let unsent = taken(&result.in_dialect(Dialect::Question));
            assert!(written(unsent.at("details").at("unsent")).contains("\"half\""), "{actions:?} {end:?}");
        }
    }
    // what is discarded is not kept
    let discarded = [Digit(0), draft("half"), Cancel, Cancel, CursorDown, CursorDown, CursorDown, Confirm];
    assert_eq!(result(&after(one(), &discarded)).details.unsent, None);
    // a submitted note is sent even without an answer
    for new in [one, multi] {
        let content = result(&after(new(), &[Note, submit("why"), Abort])).content;
        assert!(content.contains(": why") && !content.contains('→'), "{content}");
    }
}

#[test]
fn what_the_model_reads_without_an_interface() {
    for (mode, name) in [(HostMode::Print, "print"), (HostMode::Json, "json"), (HostMode::Rpc, "rpc")] {
        let questionnaire = ask(&json!({"questions": [{"prompt": "Why?", "options": [{"label": "So"}]}]}));
        let result = questionnaire.expect("valid").unavailable(Host { mode, now: None }, None);
        assert_eq!(
            result.content,
            format!(
                "Error: UI is unavailable: pi runs in {name} mode, where the user cannot be asked. \
                 Nothing is decided. Do only what needs no answer, put the question into your reply and end your turn."
            )
        );
        assert_eq!((result.details.outcome, result.details.cancelled), (Outcome::Unavailable, true));
        assert_eq!(written(taken(&result.details.in_dialect(Dialect::Question)).at("mode")), format!("{name:?}"));
        assert_eq!(result.details.questions.len(), 1);
    }
    let nobody =
        "Nothing is decided. Do only what needs no answer, put the question into your reply and end your turn.";
    // where the user could be asked, or somebody could ask them
    let questionnaire = ask(&json!(["Why?"])).expect("valid");
    let why = || Some("no room is left".to_owned());
    for (result, reason) in [
        (questionnaire.unavailable(TUI, why()), "no room is left"),
        (questionnaire.unasked_inside(TUI, why()), "no room is left"),
        (questionnaire.unasked_inside(TUI, None), "another session has started this one, and nobody can be asked here"),
    ] {
        let expected = format!("Error: UI is unavailable: {reason}. {nobody}");
        assert_eq!(result.content, expected);
    }
}

#[test]
fn the_model_reads_one_line_for_each_choice() {
    let new = form(&json!({"questions": [
        {"prompt": "First\n\nline?", "options": [{"label": "Yes\nSecond? → No"}]},
        {"prompt": "Second?", "options": [{"value": "a\nb", "label": "B"}]},
        {"prompt": (format!("{}!", "long ".repeat(100))), "options": [{"label": "C"}]},
    ]}));
    let content = result(&after(new, &[Digit(1), Digit(1), Digit(1), Confirm])).content;
    let [begin, end] = [16, 15].map(|count| "long ".repeat(count));
    let long = format!("{}…ng {end}!", begin.trim_end());
    assert_eq!(content, format!("line? → Yes Second? → No\nSecond? → B (value: a b)\n{long} → C"));

    // a note after a text of several lines has a line of its own
    let noted = result(&after(one(), &[Note, submit("why"), Digit(0), submit("a\nb")])).content;
    assert!(noted.lines().any(|line| line == "  b") && noted.contains("(note: why)"), "{noted}");
    // the value of an option is on one line
    let value = form(&json!([{"prompt": "Which?", "options": [{"value": "a\nb", "label": "B"}]}]));
    let noted = result(&after(value, &[Note, submit("why"), Digit(1)])).content;
    assert_eq!(noted, "Which? → B (value: a b) (note: why)");
    let two = result(&after(multi(), &[Digit(0), submit("a\nb"), Digit(0), submit("c"), Confirm, Confirm])).content;
    assert!(two.ends_with("\n- (typed)\n  a\n  b\n- c (typed)"), "{two}");
}

/// Returns a form that is answered with an option, several options with a text and a note, and a text.
fn filled() -> Played {
    let with = [Digit(2), Digit(2), Digit(1), Digit(0), submit("SSO, LDAP"), Note, submit("soon"), Confirm];
    after(after(all(), &with), &[submit("shop"), Confirm])
}

#[test]
fn the_details_are_complete() {
    let json = taken(&result(&filled()).in_dialect(Dialect::Question));
    let rest = r#""allowCustom":true,"customLabel":"Something else…","allowEmpty":false"#;
    let expected = [
        r#"{"content":"Which database? → SQLite\nWith what? → Login (value: auth), REST, \"SSO, LDAP\" (typed) (note: soon)\nWhich name? → shop (typed)","#,
        r#""details":{"questions":["#,
        r#"{"id":"db","prompt":"Which database?","mode":"single","options":[{"value":"pg","label":"PostgreSQL"},{"value":"SQLite","label":"SQLite"}],"#,
        rest,
        r#"},{"id":"with","label":"With","prompt":"With what?","mode":"multi","options":[{"value":"auth","label":"Login"},{"value":"REST","label":"REST"}],"#,
        rest,
        r#"},{"id":"name","prompt":"Which name?","mode":"input","#,
        rest,
        r#"}],"answers":[{"id":"db","mode":"single","prompt":"Which database?","value":"SQLite","label":"SQLite","wasCustom":false,"index":2},"#,
        r#"{"id":"with","mode":"multi","prompt":"With what?","value":["auth","REST","SSO, LDAP"],"label":["Login","REST","SSO, LDAP"],"wasCustom":[false,false,true],"index":[1,2,null],"note":"soon"},"#,
        r#"{"id":"name","mode":"input","prompt":"Which name?","value":"shop","label":"shop","wasCustom":true}],"#,
        r#""cancelled":false,"outcome":"answered","mode":"tui","answeredAt":1700000000000,"metadata":{"from":1.50}},"isSaid":true,"isEntered":true,"isByUser":true,"pictures":[]}"#,
    ];
    assert_eq!(written(&json), expected.concat());
}

#[test]
fn every_tool_gets_its_own_answers() {
    let same_text = form(&json!([{"id": "a", "prompt": "Why?", "options": ["x (Recommended)"]},
        {"id": "b", "prompt": "Why?", "options": ["y"]}]));
    let option = |question: &str, label: &str| json!({"question": question, "answer": label, "selectedOption": label, "wasCustom": false});
    for (form, record, list) in [
        (
            filled(),
            json!({"Which database?": "SQLite", "With what?": "Login, REST, SSO, LDAP", "Which name?": "shop"}),
            json!([
                option("Which database?", "SQLite"),
                {"question": "With what?", "answer": ["Login", "REST", "SSO, LDAP"], "wasCustom": true, "note": "soon"},
                {"question": "Which name?", "answer": "shop", "wasCustom": true}]),
        ),
        (
            after(multi(), &[Confirm, Confirm, Confirm]),
            json!({"With what?": ""}),
            json!([{"question": "With what?", "answer": [], "wasCustom": false}]),
        ),
        (
            after(same_text, &[Digit(1), Digit(1), Confirm]),
            json!({"Why?": "x", "Why? (b)": "y"}),
            json!([option("Why?", "x"), option("Why?", "y")]),
        ),
        (after(all(), &[Cancel]), json!({}), json!([])),
        (
            after(all(), &[Digit(2), Cancel, CursorDown, Confirm]),
            json!({"Which database?": "SQLite"}),
            json!([option("Which database?", "SQLite")]),
        ),
    ] {
        let result = result(&form);
        let own = taken(&result.in_dialect(Dialect::Question));
        for (dialect, answers) in [(Dialect::AskUserQuestion, &record), (Dialect::AskUser, &list)] {
            let told = taken(&result.in_dialect(dialect));
            assert_eq!(told.at("details").at("answers"), answers, "{dialect:?}");
            assert_eq!(told.at("details").at("record"), own.at("details"), "{dialect:?}");
            assert_eq!(told.at("content"), own.at("content"), "{dialect:?}");
        }
        let [record, list] = [Dialect::AskUserQuestion, Dialect::AskUser].map(|it| taken(&result.in_dialect(it)));
        let is_noted = result.details.answers.iter().any(|answer| answer.note.is_some());
        let notes = if is_noted { json!({"With what?": {"notes": "soon"}}) } else { Json::Null };
        assert_eq!(record.at("details").at("annotations"), &notes);
        let is_answered = result.details.outcome == Outcome::Answered;
        assert_eq!(list.at("details").at("answered"), &json!(is_answered), "{:?}", result.details.outcome);
    }
}

#[test]
fn of_many_questions_without_an_answer_some_are_named() {
    let twelve = "\nNot answered yet: L2, L3, L4, L5, L6, L7, L8, L9, L10, L11, L12, L13";
    for (count, more) in [(13, ""), (14, " and 1 more"), (30, " and 17 more")] {
        let questions: Vec<Json> =
            (1..=count).map(|at| json!({"prompt": "?", "label": format!("L{at}"), "options": ["a"]})).collect();
        let content = result(&after(form(&json!({ "questions": questions })), &[Digit(1), Abort])).content;
        assert!(content.ends_with(&[twelve, more].concat()), "{content}");
    }
}
