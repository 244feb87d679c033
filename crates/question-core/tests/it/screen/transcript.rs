//! Snapshots of the lines in the transcript: of calls and results of this version, of others, and of other tools.

use crate::common::dialogs::walked;
use crate::common::json::{Parts, taken};
use crate::common::sheet::{Sheet, snapshot};
use crate::common::{Action, Json, Played, after, draft, entry, form, json, kept, result, sent, shown, submit, three};
use Action::{Cancel, Confirm, CursorDown, Digit, Discuss, Note, Toggle};
use question_core::{Dialect, DialogStyle, Settings, transcript};

#[test]
fn calls_in_the_transcript() {
    let long = "a label that goes on for much longer than anybody would want to read";
    let labels = |labels: &[&str]| {
        let question = |label: &&str| json!({"label": (*label), "prompt": "Which?"});
        json!({"questions": (labels.iter().map(question).collect::<Vec<_>>())})
    };
    let mut sheet = Sheet::default();
    for (name, arguments) in [
        ("one", labels(&["Database"])),
        ("three", labels(&["Database", "Name", "Go"])),
        ("long labels", labels(&[long, long])),
        ("no label", json!({"questions": [{"prompt": "Which database\nshould it be?"}]})),
        ("hostile", labels(&["\u{1b}[31mred", "日本語"])),
        ("{}", json!({})),
        ("null", json!(null)),
        ("{questions: null}", json!({"questions": null})),
        ("{questions: [{}]}", json!({"questions": [{}]})),
    ] {
        for columns in [80, 30, 8] {
            sheet.add(
                &format!("{name}, {columns} columns"),
                &shown(&transcript::call(&arguments, &Settings::default(), columns)),
            );
        }
    }
    snapshot!("call", sheet);
}

#[test]
fn results_in_the_transcript() {
    let typed = "orders, all of them, and the returns too,\nas one service";
    let partly = [Digit(1), Digit(0), draft("half a name"), Cancel];
    let ended = |actions: &[Action]| result(&after(three(), actions));
    let then = |actions: &[Action]| ended(&[partly.as_slice(), actions].concat());
    let mut sheet = Sheet::default();
    for (name, result) in [
        ("answered", ended(&[Digit(2), Digit(0), submit(typed), Digit(1), Confirm])),
        ("cancelled", ended(&[Cancel])),
        ("cancelled, shared", then(&[Cancel, CursorDown, Confirm])),
        ("aborted", then(&[Action::Abort])),
        ("failed", then(&[Action::Fail("trap".to_owned())])),
    ] {
        add_result(&mut sheet, name, taken(&result.in_dialect(Dialect::Question)).at("details"), &result.content);
    }
    let error = "Error: No questions provided";
    for (name, details, content) in [
        ("invalid", kept(&name(), json!({"questions": [], "outcome": "invalid"})), error),
        ("unavailable", kept(&name(), json!({})), "Error: UI is unavailable"),
        (
            "pending",
            kept(&name(), json!({"outcome": "pending", "pendingFile": ".pi/pending-questions.json"})),
            "Pending.",
        ),
        ("connection lost", kept(&name(), json!({"outcome": "connection_lost"})), "Lost."),
        ("answered, of another tool", json!({"answers": {"db": "pg"}, "outcome": "answered"}), "Which? → pg"),
    ] {
        add_result(&mut sheet, name, &details, content);
    }
    snapshot!("result", sheet);
}

fn add_result(sheet: &mut Sheet, name: &str, details: &Json, content: &str) {
    for (how, is_expanded, columns) in [("collapsed", false, 60), ("expanded", true, 60), ("narrow", true, 16)] {
        sheet.add(&format!("{name}, {how}"), &shown(&entry(details, content, is_expanded, columns)));
    }
}

#[test]
fn results_of_all_kinds() {
    let list = json!([{"value": "auth", "label": "Authentication"}, {"label": "REST API"}, {"label": "Dashboard"}]);
    let new = || {
        form(&json!({"questions": [
            {"id": "features", "label": "Features", "prompt": "Which features?", "mode": "multi", "options": (list.clone())},
            {"id": "name", "label": "Name", "prompt": "Which name?"}]}))
    };
    let boxes = [Toggle, Digit(3), Digit(0), submit("Single\nsign-on"), Note, submit("in this\norder")];
    let then = |actions: &[Action]| after(new(), &[boxes.as_slice(), actions].concat());
    let name = [Confirm, submit("orders"), Confirm];
    let mut sheet = Sheet::default();
    for (name, form) in [
        ("answered", then(&name)),
        ("none checked", after(new(), &[&[Confirm], name.as_slice()].concat())),
        ("discuss", then(&[Discuss, submit("why not\nboth?")])),
        ("discuss, not said", after(new(), &[Discuss, submit("")])),
        ("sent", then(&[Discuss, draft("unsent"), Cancel, Cancel, CursorDown, Confirm])),
    ] {
        let content = result(&form).content;
        add_result(&mut sheet, name, &details(&form), &content);
        // Only the record is read, which is the same in every dialect.
        for dialect in [Dialect::AskUserQuestion, Dialect::AskUser] {
            let other = taken(&result(&form).in_dialect(dialect)).at("details").clone();
            for is_expanded in [false, true] {
                assert_eq!(drawn(&other, is_expanded, 60), drawn(&details(&form), is_expanded, 60), "{name}");
            }
        }
    }
    snapshot!("result_kinds", sheet);
}

/// What another tool of the same name has written is shown by its text, whatever it looks like.
#[test]
fn results_of_others() {
    let content = "Which database? → PostgreSQL\u{1b}[2J";
    for details in [
        r#"{"answered": true, "answers": [{"question": "Which?", "answer": "a, b", "wasCustom": true}]}"#,
        r#"{"questions": [{"question": "Which?", "header": "DB"}], "answers": {"Which?": "PostgreSQL, SQLite"}}"#,
        r#"{"question": "Which?", "options": ["PostgreSQL", "SQLite"], "answer": "PostgreSQL", "wasCustom": false}"#,
        r#"{"questions": [{"id": "db", "label": "DB", "prompt": "Which?", "options": [{"value": "pg", "label": "PostgreSQL"}]}],
            "answers": [{"id": "db", "value": "pg", "label": "PostgreSQL", "wasCustom": false, "index": 1}], "cancelled": false}"#,
        r#"{"outcome": "answered", "answers": [{"id": "x", "mode": "multi", "value": ["v"], "label": ["a"], "wasCustom": [true]}]}"#,
        r#"{"questions": 3, "answers": [[], "a", {"answer": {}}, {"label": 3}], "outcome": [], "cancelled": "no"}"#,
        r#""rubbish""#,
        "null",
        "[1, null]",
    ] {
        let details = sent(details);
        let frame = entry(&details, content, true, 60);
        assert_eq!(plain(&shown(&frame)), "Which database? → PostgreSQL␛[2J", "{details}");
        for columns in [0, 1, 2, 5] {
            drop(entry(&details, "", true, columns));
            drop(transcript::call(&details, &Settings::default(), columns));
        }
    }
}

/// A question whose prompt shows nothing is named by its label, or by its number.
#[test]
fn an_answer_to_a_prompt_that_shows_nothing() {
    let asked = json!([{"id": "db", "label": "DB", "prompt": "1?"}, {"id": "n", "prompt": "2?"}]);
    let answers = result(&after(form(&asked), &[submit("pg"), submit("shop"), Confirm])).details.answers;
    let mut details = kept(&asked, json!({"outcome": "answered", "answers": (taken(&answers))}));
    for question in details["questions"].as_array_mut().expect("a list") {
        question["prompt"] = json!("```\n\u{200b}\nls\n```");
    }
    assert_eq!(plain(&shown(&entry(&details, "", false, 60))), "✓ DB → (wrote) pg\n✓ #2 → (wrote) shop");
}

fn name() -> Json {
    json!([{"label": "Name", "prompt": "Which name?", "options": ["a"]}])
}

#[test]
fn what_was_not_sent_is_counted_and_shown_where_all_is() {
    let asked = json!({"questions": [
        {"prompt": "A?", "options": ["one", "two"]}, {"prompt": "B?"},
        {"prompt": "C?", "mode": "multi", "options": ["red", "light, blue"]}]});
    let boxes = [Action::NextTab, submit("whole"), Toggle, Digit(0), submit("own, and more"), Digit(0), draft("green")];
    let answers = "Left with 2 of 3 answers\n✓ B? → (wrote) whole\n✓ C? → red, (wrote) \"own, and more\"";
    for (actions, collapsed, unsent) in [
        (&boxes[..], answers, "✎ C? → Not sent: green"),
        (&[Action::NextTab, draft("half")], "Cancelled", "✎ B? → Not sent: half"),
        (&[Digit(0), draft("two"), Cancel], "Cancelled", "✎ A? → Not sent: two"),
        (&[Discuss, draft("why?"), Cancel], "Cancelled", "✎ Not sent: why?"),
    ] {
        let sent = [actions, &[Action::Leave, CursorDown, Confirm]].concat();
        let details = details(&after(form(&asked), &sent));
        let (line, whole) = (drawn(&details, false, 80), drawn(&details, true, 80));
        assert_eq!(line, [collapsed, "\n✎ 1 text not sent"].concat(), "{actions:?}");
        assert!(whole.lines().any(|line| line == unsent), "{actions:?}:\n{whole}");
    }
    let two = [Digit(0), draft("two"), Cancel, Action::NextTab, draft("half"), Action::Leave, CursorDown, Confirm];
    assert!(drawn(&details(&after(form(&asked), &two)), false, 80).ends_with("\n✎ 2 texts not sent"));
}

#[test]
fn options_not_taken_that_have_commas_are_told_apart() {
    let list = ["SQLite", "PostgreSQL", "Redis, with persistence"];
    let details = details(&after(form(&json!({"questions": [{"prompt": "A?", "options": list}]})), &[Digit(1)]));
    let text = drawn(&details, true, 80);
    assert!(text.contains("not taken: PostgreSQL, \"Redis, with persistence\""), "{text}");
}

/// The details of a form's result.
fn details(form: &Played) -> Json {
    taken(&result(form).in_dialect(Dialect::Question)).at("details").clone()
}

/// A result as text without roles.
fn drawn(details: &Json, is_expanded: bool, columns: usize) -> String {
    plain(&shown(&entry(details, "", is_expanded, columns)))
}

/// A sheet's text without its roles.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for (at, piece) in text.split('⟨').enumerate() {
        plain.push_str(if at == 0 { piece } else { piece.split_once('⟩').map_or(piece, |(_, text)| text) });
    }
    plain.trim_end().to_owned()
}

/// The other tools have no word for it in their answers.
#[test]
fn a_label_has_no_marks_of_lines() {
    let label = "- not a *list*\n# no heading";
    let asked = json!({"questions": [{"prompt": "Which?", "options": [label, "> no quote"]}]});
    let details = details(&after(form(&asked), &[Digit(1)]));
    let (line, whole) = (drawn(&details, false, 80), drawn(&details, true, 80));
    assert!(line.contains("→ - not a *list* # no heading"), "{line}");
    assert!(whole.contains("# no heading") && whole.contains("not taken: > no quote"), "{whole}");
}

const QUESTION: &str = "Which database should the order service use for the orders of the last ten years?";

/// What a user answers is the news: the question gives way to it.
#[test]
fn a_collapsed_line_in_columns_of_all_kinds() {
    let boxes = ["PostgreSQL", "SQLite", "Redis, with persistence", "DynamoDB", "A file for each of them"];
    let asked = |prompt: &str, mode: &str, options: &[&str]| json!({"questions": [{"prompt": prompt, "mode": mode, "options": options}]});
    let all: Vec<Action> = (1..=5).map(Digit).collect();
    let typed = "orders, all of them, and the returns too, as one service that can be deployed without the others";
    let rows = [
        ("one", asked(QUESTION, "single", &boxes), vec![Digit(3)]),
        ("two", asked(QUESTION, "multi", &boxes), vec![Toggle, Digit(2), Confirm, Confirm]),
        ("two, the first long", asked(QUESTION, "multi", &boxes), vec![Digit(3), Digit(4), Confirm, Confirm]),
        ("five", asked(QUESTION, "multi", &boxes), [&all[..], &[Confirm, Confirm]].concat()),
        ("five, a short question", asked("Which?", "multi", &boxes), [&all[..], &[Confirm, Confirm]].concat()),
        ("a text", asked(QUESTION, "single", &boxes), vec![Digit(0), submit(typed)]),
        (
            "boxes and a text",
            asked(QUESTION, "multi", &boxes),
            vec![Toggle, Digit(2), Digit(0), submit(typed), Confirm, Confirm],
        ),
        (
            "a text that was not sent",
            asked(QUESTION, "multi", &boxes),
            vec![Toggle, Digit(2), Digit(0), draft(typed), Cancel, Cancel, CursorDown, Confirm],
        ),
        ("none", asked(QUESTION, "multi", &boxes), vec![Confirm, Confirm, Confirm]),
    ];
    let mut sheet = Sheet::default();
    for columns in [40, 60, 80, 100] {
        let mut lines = Vec::new();
        for (name, arguments, actions) in &rows {
            let details = details(&after(form(arguments), actions));
            let frame = entry(&details, "", false, columns);
            assert!(frame.lines.iter().all(|line| line.width() <= columns), "{name}, {columns} columns");
            lines.push(format!("{}\n", plain(&shown(&frame))));
        }
        sheet.add(&format!("{columns} columns"), &lines.concat());
    }
    snapshot!("collapsed", sheet);
}

/// In every place that shows texts alone.
#[test]
fn a_table_reads_as_rows() {
    let table = "Two ways:\n\n| way | downtime |\n|---|---:|\n| **in place** | 5 min |\n| 複製 | 0 |\n\n```\n| a |\n|---|\n```\n\nWhich?";
    let asked = json!({"questions": [{"prompt": table, "options": ["one", "two"]}]});
    let answered = after(form(&asked), &[Digit(1)]);
    let details = details(&answered);
    let drawn = |columns| drawn(&details, true, columns);
    let code = "    | a |\n    |---|\n";
    let aligned = "  way      │ downtime\n  ─────────┼─────────\n  in place │ 5 min\n  複製     │ 0\n";
    assert!(drawn(80).contains(aligned) && drawn(80).contains(code), "{}", drawn(80));
    let narrow = "  way    │ downti\n         │ me\n  ───────┼───────\n  in     │ 5 min\n";
    assert!(drawn(17).contains(narrow), "{}", drawn(17));
    for style in [DialogStyle::Select, DialogStyle::Numbers] {
        let title = walked(&asked, style, &[]).dialog().expect("it has started").title;
        assert!(title.contains("Two ways:\n\nway · downtime\nin place · 5 min\n複製 · 0\n\n| a |\n|---|"), "{title}");
    }
    assert!(result(&answered).details.questions.iter().all(|question| question.prompt == table), "as it was sent");
    // A row alone says nothing beside an answer.
    let approved = form(&json!({"questions": [{"options": ["yes"],
        "prompt": "# Move the orders\n\nBy night.\n\n| way | downtime |\n|---|---|\n| copy | 5 min |\n\nGo on?"}]}));
    let collapsed = self::drawn(&self::details(&after(approved, &[Digit(1)])), false, 40);
    assert!(collapsed.contains("✓ Go on? → yes\n  Move the orders\n  By night."), "{collapsed}");
}

/// What is left blank on purpose is an answer.
#[test]
fn a_blank_answer_is_one() {
    let blank = json!({"label": "More", "prompt": "Anything else?", "allowEmpty": true});
    let first = json!({"prompt": "Which?", "options": ["a", "b"]});
    let form = form(&json!({"questions": [first, blank, {"prompt": "Why?"}]}));
    let whole = after(form.clone(), &[Digit(1), submit(""), submit("so"), Confirm]);
    let partly = after(form, &[Digit(1), submit(""), Cancel, Cancel, CursorDown, Confirm]);
    for (form, left_with) in [(&whole, ""), (&partly, "Left with 2 of 3 answers")] {
        let text = drawn(&details(form), false, 80);
        assert!(text.contains("Anything else? → (blank)") && text.contains(left_with), "{text}");
    }
}

#[test]
fn prompts_and_what_is_said_are_laid_out() {
    let prompt = "Two ways:\n\n- copy\n- steps\n\nWhich **one**?";
    let asked = json!({"questions": [{"prompt": prompt, "options": ["Copy"]},
        {"prompt": "| a |\n|---|", "label": "Table", "options": ["x"]}, {"prompt": "| a |\n|---|", "options": ["x"]},
        {"prompt": "- ~~a~~\n- b\n\nWhy?", "mode": "input"}]});
    let discussed = after(form(&asked), &[Digit(1), Discuss, submit("Not **yet**:\n- one\n- two")]);
    let text = drawn(&details(&discussed), true, 60);
    let rows: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let expected = "Wants to discuss first|  Not yet:|  - one|  - two|Left with 1 of 4 answers|✓ Two ways:|  - copy|  - steps|  Which one?|  → Copy|□ a|  ─|  x|  not answered|□ a|  ─|  x|  not answered|□ - ~~a~~|  - b|  Why?|  not answered";
    assert_eq!(rows.join("|"), expected, "{text}");
}

/// A note that was submitted is sent, though its question has no answer.
#[test]
fn a_note_without_an_answer_is_shown() {
    let asked =
        form(&json!({"questions": [{"prompt": "Which?", "options": ["a"]}, {"prompt": "Why?", "options": ["b"]}]}));
    let details = details(&after(asked, &[Note, submit("why not"), Cancel, CursorDown, Confirm]));
    for is_expanded in [false, true] {
        let text = drawn(&details, is_expanded, 60);
        assert!(text.lines().any(|line| line == "• Which? → Note: why not"), "{text}");
    }
}

/// Of a long question, two rows are kept, and no row is there twice; of a short one, what it was about.
#[test]
fn the_sentence_that_was_decided_on_is_kept() {
    let lead = "The nightly export and the order service share one host today, and the export makes the orders slow.";
    let long =
        "On which of these hosts do you want me to run the nightly export of the orders from the first of May on?";
    for (prompt, columns, expected) in [
        (format!("{lead} {long}"), 80, vec![long]),
        (format!("{lead}\n\nWhich host?"), 80, vec!["Which host?", "share one host today"]),
        (format!("{lead}\n\n{long}"), 120, vec![long]),
        (format!("{long}\n\n```sh\nssh db-2 export\n```"), 80, vec![long, "ssh db-2 export"]),
    ] {
        let asked = json!({"questions": [{"prompt": (prompt.clone()), "options": ["db-1", "db-2"]}]});
        let text = drawn(&details(&after(form(&asked), &[Digit(2)])), false, columns);
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(expected.iter().all(|kept| words.contains(kept)), "{prompt}:\n{text}");
        assert!(words.contains("→ db-2") && text.lines().count() <= 4, "{prompt}:\n{text}");
        let rows: Vec<&str> = text.lines().map(str::trim).collect();
        let is_twice = rows.iter().enumerate().any(|(at, row)| rows.iter().skip(at + 1).any(|other| other == row));
        assert!(!is_twice, "{text}");
    }
}
