//! What an option is shown by, where nothing can be shown beside it: read once, above the question or in its title.

use super::{BOTH, boxes, databases};
use crate::common::dialogs::{replied, seen, walked};
use crate::common::{Json, check_all, json};
use question_core::Style;

const SCHEMA: &str = "## Tables\n\n```sql\nCREATE TABLE a (\n  b **int\n);\n```";

fn with(mode: &str) -> Json {
    json!({"questions": [{"prompt": "Which schema?", "mode": mode, "options": [
        {"label": "Wide", "preview": SCHEMA}, {"label": "Narrow"}, {"label": "Both", "preview": "One **after** the other"}]}]})
}

const WIDE: &str = "Preview: 1. Wide\nTables\n\nCREATE TABLE a (\n  b **int\n);\n";
const BOTH_OF_THEM: &str = "Preview: 3. Both\nOne after the other\n";

#[test]
fn previews_are_read_above_the_question() {
    let ways = "n. A note on your answer\nc. Talk about it first\n";
    let list = format!(
        "Which schema?\n1. Wide\n2. Narrow\n3. Both\n0. Something else…\n\
         p. Show 2 previews (for one of them: p 1)\n{ways}Type a number or a name."
    );
    let shows = |replies: &[&str]| {
        let replies: Vec<Option<&str>> = replies.iter().map(|&reply| (reply != "close").then_some(reply)).collect();
        seen(&walked(&with("single"), Style::Numbers, &replies))
    };
    let narrow = "Which schema? → Narrow";
    check_all(
        [
            (&[] as &[_], list.clone()),
            (&["p"], format!("{WIDE}\n{BOTH_OF_THEM}\n{list}")),
            (&["P 1"], format!("{WIDE}\n{list}")),
            (&["p 3"], format!("{BOTH_OF_THEM}\n{list}")),
            (&["p both"], format!("{BOTH_OF_THEM}\n{list}")),
            (&["p 2"], format!("No preview for this option\n{list}")),
            (&["p 4"], format!("There is no option 4.\n{list}")),
            (&["p 0"], format!("There is no option 0.\n{list}")),
            (&["p 1 3"], format!("There is no option 1 3.\n{list}")),
            (&["Ｐ　３"], format!("{BOTH_OF_THEM}\n{list}")),
            (&["p3"], format!("There is no option p3.\n{list}")),
            // once, whatever comes next
            (&["p 1", "p 3"], format!("{BOTH_OF_THEM}\n{list}")),
            (&["p", "7"], format!("There is no option 7.\n{list}")),
            (&["p", ""], format!("Nothing typed yet.\n{list}")),
            (&["p", "close"], list.clone()),
            (&["p", "close", "close"], "Question was cancelled by user.".to_owned()),
            (&["p", "2"], narrow.to_owned()),
            (&["p 1", "narrow"], narrow.to_owned()),
            (&["p", "n for now", "2"], format!("{narrow} (note: for now)")),
        ]
        .map(|(replies, expected)| (format!("{replies:?}"), shows(replies), expected)),
    );
}

#[test]
fn a_title_shows_the_previews_above_the_options() {
    let dialog = |replies| walked(&with("single"), Style::Select, replies).dialog().expect("it goes on");
    let list = dialog(&[]);
    assert_eq!((list.title.as_str(), list.options.len()), ("Which schema?", 7));
    assert_eq!(list.options.get(4).map(String::as_str), Some("p. Show 2 previews"));
    let shown = dialog(&[Some("p")]);
    assert_eq!(shown.title, format!("Which schema?\n\n{WIDE}\n{BOTH_OF_THEM}").trim_end());
    let rest: Vec<&String> = list.options.iter().filter(|option| !option.starts_with("p. ")).collect();
    assert_eq!(shown.options.iter().collect::<Vec<_>>(), rest, "the same question, whose previews are there");
    assert_eq!(dialog(&[Some("p"), None]), list);
    assert_eq!(seen(&walked(&with("single"), Style::Select, &[Some("p"), Some("2")])), "Which schema? → Narrow");
}

#[test]
fn there_is_a_way_where_there_are_previews() {
    for style in BOTH {
        for none in [databases(), boxes()] {
            assert!(!seen(&walked(&none, style, &[])).contains("\np. "));
            let refused = seen(&walked(&none, style, &[Some("p 1")]));
            assert!(refused.starts_with("There is no option p 1.\nWhich"), "{refused}");
        }
        let one = json!({"questions": [{"prompt": "Which?", "options": [{"label": "A", "preview": "a"}, "B"]}]});
        assert!(seen(&walked(&one, style, &[])).contains("\np. Show 1 preview\n"));
    }
}

/// As with the other letters: what is offered comes first, and a name can be given by its number.
#[test]
fn options_may_be_called_like_the_letter() {
    let called = |mode: &str| {
        json!({"questions": [{"prompt": "Which?", "mode": mode, "options": [
            {"label": "p", "preview": "letter"}, {"label": "p 1", "preview": "both"}, {"label": "q"}]}]})
    };
    let shows = |mode, replies| seen(&walked(&called(mode), Style::Numbers, replies));
    assert!(shows("single", &[Some("p")]).starts_with("Preview: 1. p\nletter\n\nPreview: 2. p 1\nboth\n\nWhich?"));
    assert!(shows("single", &[Some("p 1")]).starts_with("Preview: 1. p\nletter\n\nWhich?"));
    assert_eq!(shows("single", &[Some("1")]), "Which? → p");
    assert_eq!(shows("single", &[Some("2")]), "Which? → p 1");
    assert!(shows("single", &[Some("p 2")]).starts_with("Preview: 2. p 1\nboth\n\nWhich?"));
    assert!(shows("multi", &[Some("p")]).starts_with("Preview: 1. p\n"));
    assert_eq!(shows("multi", &[Some("p 1"), Some("0")]), "Which? → p 1");
    assert!(shows("multi", &[Some("p 2")]).starts_with("Preview: 2. p 1\nboth\n\nWhich?"));
}

#[test]
fn to_read_is_no_answer() {
    for style in BOTH {
        let confirm = if style == Style::Select { "✓" } else { "" };
        let asked = walked(&with("multi"), style, &[Some(confirm), Some("p"), Some(confirm)]);
        assert!(seen(&asked).starts_with("Nothing checked yet."), "{}", seen(&asked));
    }
    let checked = walked(&with("multi"), Style::Select, &[Some("2"), Some("p")]);
    assert!(seen(&checked).contains("\n2. ☑ Narrow\n"), "{}", seen(&checked));
    assert_eq!(seen(&replied(checked, &[Some("✓"), Some("0")])), "Which schema? → Narrow");
}

/// What is cut says how much is missing; alone, more of it is there.
#[test]
fn long_previews_are_cut() {
    let lines: Vec<String> = (1..=500).map(|at| format!("    line {at}")).collect();
    let long = json!({"questions": [{"prompt": "Which?", "options": [
        {"label": "A", "preview": lines.join("\n")}, {"label": "B", "preview": "x".repeat(9_600)}]}]});
    for (style, replies, is_there, is_missing) in [
        (Style::Select, &[Some("p")] as &[_], "line 30\n… 470 more lines\n\nPreview: 2. B\nxxx", "line 31"),
        (Style::Numbers, &[Some("p")], "line 30\n… 470 more lines\n\nPreview: 2. B\nxxx", "line 31"),
        (Style::Numbers, &[Some("p")], "x\n… 90 more lines\n\nWhich?", "line 31"),
        (Style::Numbers, &[Some("p 1")], "line 200\n… 300 more lines\n\nWhich?", "line 201"),
        (Style::Numbers, &[Some("p 2")], "xxx\n\nWhich?", "more lines"),
    ] {
        let shown = seen(&walked(&long, style, replies));
        assert!(shown.contains(is_there) && !shown.contains(is_missing), "{style:?} {replies:?}: {shown}");
    }
    let endless = json!({"questions": [{"prompt": "Which?", "options": [
        {"label": "A", "preview": "x".repeat(1_000_000)}, {"label": "B", "preview": "b"}]}]});
    assert!(seen(&walked(&endless, Style::Numbers, &[Some("p")])).contains("… 1,220+ more lines\n"));
    let options: Vec<Json> = (1..=50).map(|at| json!({"label": format!("No. {at}"), "preview": "a"})).collect();
    let many = json!({"questions": [{"prompt": "Which?", "options": options}]});
    for style in BOTH {
        let shown = seen(&walked(&many, style, &[Some("p")]));
        assert!(shown.contains("Preview: 30. No. 30\na\n\n… 20 more"), "{shown}");
    }
}
