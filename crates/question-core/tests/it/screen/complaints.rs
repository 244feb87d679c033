//! What people complain about in what other question tools show, each once; see `complaints`.

use crate::common::{Action, Json, Played, after, draft, form, frame, highlighted, json, one, result, seen, three};
use Action::{Abort, Cancel, Confirm, CursorDown, CursorUp, Digit, NextTab, PageDown, PrevTab, Toggle};
use question_core::screen;
use question_core::{Line, Size, Step};

fn boxes() -> Played {
    form(&json!({"questions": [
        {"id": "db", "label": "DB", "prompt": "Which?", "mode": "multi", "options": ["PostgreSQL", "SQLite", "MySQL"]},
        {"id": "go", "label": "Go", "prompt": "Go?", "options": ["Yes", "No"]},
    ]}))
}

fn described(label: &str, description: &str) -> Json {
    json!({"label": label, "description": description})
}

/// claude-code#38529, #38803, #62493, #77538, rpiv#47, #181, pi-ask-user#11, vscode#336708
#[test]
fn leaves_the_transcript_its_rows() {
    let options: Vec<Json> = (0..100).map(|at| described(&format!("Option {at}"), &"words ".repeat(40))).collect();
    let prompt = "Which? ".repeat(200);
    let mut form = form(&json!({"questions": [{"prompt": prompt, "options": options}]}));
    for (rows, most) in [(24, 16), (40, 28), (100, 70), (8, 8), (4, 4)] {
        form.resize(Size { columns: 80, rows });
        assert!(frame(&form).lines.len() <= most, "{} of {rows} rows", frame(&form).lines.len());
    }
}

/// claude-code#80356: the click that gives the terminal its focus
#[test]
fn a_click_beside_everything_answers_nothing() {
    let mut form = one();
    let before = seen(&form);
    let target = form.target(screen::Editor::default(), 1, 40);
    assert_eq!(form.update(Action::Click(target)), Step::Idle);
    assert_eq!(seen(&form), before);
}

/// claude-code#78070, #58321, #88657, #29125, #67113, oh-my-pi#8594, #1243, opencode#36803, #11367, gemini#19230
#[test]
fn reaches_every_option_of_a_long_list() {
    let options: Vec<Json> =
        (1..=120).map(|at| described(&format!("Option {at}"), &"words ".repeat(at % 30))).collect();
    for mode in ["single", "multi"] {
        let (prompt, options) = ("Which? ".repeat(90), options.clone());
        let mut form = form(&json!({"questions": [{"prompt": prompt, "mode": mode, "options": options}]}));
        for rows in [6, 10, 24, 60] {
            form.resize(Size { columns: 50, rows });
            for (way, count) in [(CursorDown, 121), (CursorUp, 121), (PageDown, 0)] {
                let mut reached = std::collections::BTreeSet::new();
                loop {
                    let row = highlighted(&frame(&form)).unwrap_or_default();
                    let label = row.split("Option ").nth(1).and_then(|text| text.split(' ').next().map(str::to_owned));
                    reached.extend(label.or_else(|| row.contains("Something").then(|| "0".to_owned())));
                    if form.update(way.clone()) == Step::Idle {
                        break;
                    }
                }
                assert!(reached.len() >= count, "{} of {count} reached by {way:?} in {rows} rows", reached.len());
            }
            while form.update(Action::PageUp) != Step::Idle {}
        }
    }
}

/// claude-code#12420, #26183, #61846, #81901, open-webui#29905, opencode#10012, gsd#559, conductor#128
#[test]
fn has_no_hard_limits() {
    let long = "a label that is longer than a header of twelve characters ".repeat(20);
    let options: Vec<Json> = (0..300).map(|at| described(&format!("{at} {long}"), &long)).collect();
    let question = || {
        let (label, prompt, options) = (long.clone(), long.clone(), options.clone());
        json!({"label": label, "prompt": prompt, "options": options})
    };
    let questions: Vec<Json> = (0..25).map(|_| question()).collect();
    let form = form(&json!({"questions": questions}));
    let mut form = after(form, &[PrevTab, PrevTab, Digit(9), Confirm, Abort]);
    form.resize(Size { columns: 80, rows: 24 });
    let details = result(&form).details;
    assert_eq!((details.questions.len(), details.answers.len()), (25, 1));
    assert_eq!(details.answers[0].picks[0].label.trim_end(), format!("8 {}", long.trim_end()));
}

/// claude-code#88839, #72702, gemini#20889
#[test]
fn state_is_told_without_color() {
    let text = |actions: &[Action]| seen(&after(boxes(), actions));
    assert_ne!(text(&[]), text(&[Toggle]));
    let shown = |form: Played| frame(&form).lines.iter().map(Line::text).collect::<Vec<_>>();
    assert_ne!(shown(three()), shown(after(three(), &[Digit(1), PrevTab])), "an answer");
    assert_ne!(shown(three()), shown(after(three(), &[CursorDown])), "the highlight");
    assert_ne!(shown(three()), shown(after(three(), &[NextTab, PrevTab, NextTab])), "the tab");
}

/// rpiv#192: a bare carriage return in what the model wrote
#[test]
fn carriage_returns_break_no_rows() {
    let form = form(&json!({"title": "a\rb", "questions": [
        {"label": "a\rb", "prompt": "a\rb", "options": [{"label": "a\rb", "description": "a\rb", "preview": "a\rb"}]}]}));
    for form in [form.clone(), after(form, &[Digit(0), draft("x\ry"), Cancel])] {
        for line in frame(&form).lines {
            assert!(!line.text().contains(char::is_control), "{:?}", line.text());
        }
    }
}
