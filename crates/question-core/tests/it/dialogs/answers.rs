//! How each kind of question is answered in dialogs of both styles, and how one question leads to the next.

use crate::common::dialogs::{CLOSE, PlainDialogs, replied, walked};
use crate::common::{self, Json, TUI, json};
use question_core::Style::{self, Numbers, Select};

use super::BOTH;

const NOTHING: &str = "Nothing checked yet.";
const LIST: &str = "Which database? / 1. PostgreSQL / 2. SQLite / 3. MySQL / 0. Something else…";

pub(super) fn databases() -> Json {
    json!({"questions": [
        {"id": "db", "label": "DB", "prompt": "Which database?", "options": [
            {"value": "pg", "label": "PostgreSQL"}, {"value": "lite", "label": "SQLite"}, {"label": "MySQL"}]},
    ]})
}

fn boxes() -> Json {
    json!({"questions": [
        {"id": "db", "label": "DB", "prompt": "Which databases?", "mode": "multi", "options": ["A", "B", "C"]},
    ]})
}

fn name() -> Json {
    json!({"questions": [{"id": "name", "label": "Name", "prompt": "Which name?"}]})
}

/// Returns one question of each mode, with the input question in the middle.
fn several() -> Json {
    json!({"title": "Setup", "questions": [
        {"id": "go", "label": "Go", "prompt": "Go?", "options": ["Yes", "No"]},
        {"id": "name", "label": "Name", "prompt": "Which name?"},
        {"id": "db", "label": "DB", "prompt": "Which?", "mode": "multi", "options": ["A", "B"]},
    ]})
}

/// Starts of the lines that say how to reply, and of the commands below a list.
const HOW: [&str; 11] = [
    "n. ",
    "N. ",
    "c. ",
    "b. ",
    "Type a number",
    "Type numbers",
    "Type a colon",
    "If left empty: ",
    "If you cancel: ",
    "Leave empty to keep this text.",
    "You can leave it empty.",
];

/// Returns the lines of the dialog and its options, without those in [`HOW`]; after the end, the text for the model.
pub(super) fn seen(walk: &PlainDialogs) -> String {
    let Some(dialog) = walk.dialog() else {
        return walk.result(TUI).map_or_else(String::new, |result| result.content.replace('\n', " / "));
    };
    let is_told = |line: &&str| !HOW.iter().any(|start| line.starts_with(start));
    let lines = dialog.title.split('\n').chain(dialog.options.iter().map(String::as_str));
    lines.filter(is_told).collect::<Vec<_>>().join(" / ")
}

/// Checks every row of a table in each of these styles.
pub(super) fn check(styles: &[Style], arguments: &Json, rows: &[(&[&str], &str)]) {
    common::check_all(styles.iter().flat_map(|&style| {
        let row = move |&(replies, expected): &(&[&str], &str)| {
            let actual = seen(&walked(arguments, style, replies));
            (format!("{style:?} {replies:?}"), actual, expected.to_owned())
        };
        rows.iter().map(row).collect::<Vec<_>>()
    }));
}

fn title(walk: &PlainDialogs) -> String {
    walk.dialog().map(|dialog| dialog.title).unwrap_or_default()
}

#[test]
fn whole_dialogs() {
    let select = walked(&several(), Select, &[]).dialog().expect("it has started");
    assert_eq!(select.title, "Setup\n1/3 Go\nGo?");
    let options = ["1. Yes", "2. No", "0. Something else…", "n. A note on your answer", "c. Talk about it first"]
        .map(str::to_owned);
    assert_eq!(select.options, options);
    let numbers = walked(&several(), Numbers, &[]).dialog().expect("it has started");
    assert_eq!(
        numbers.title,
        "Setup\n1/3 Go\nGo?\n1. Yes\n2. No\n0. Something else…\nN. A note on your answer\nc. Talk about it first\n\
         Type a number or a name."
    );
    assert_eq!(numbers.options, Vec::<String>::new());
    let multi = walked(&several(), Select, &["1", "shop"]).dialog().expect("it goes on");
    assert_eq!(multi.title, "Setup\n3/3 DB\nWhich?");
    assert!(multi.options.starts_with(&["1. ☐ A".to_owned(), "2. ☐ B".to_owned(), "0. Something else…".to_owned()]));
    assert_eq!(multi.options.iter().filter(|option| option.contains("Confirm")).count(), 1, "{:?}", multi.options);
    assert_eq!(multi.options.last().map(String::as_str), Some("b. ← Name"));
}

#[test]
fn one_choice() {
    let list = LIST;
    check(
        &BOTH,
        &databases(),
        &[
            (&[], list),
            (&["1"], "Which database? → PostgreSQL (value: pg)"),
            // wrong replies keep the state and say so
            (&["4"], &format!("There is no option 4. / {list}")),
            (&["b"], &format!("There is no option b. / {list}")),
            (&["1,3"], &format!("There is no option 1,3. / {list}")),
            (&["99999999999999999999"], &format!("There is no option 99999999999999999999. / {list}")),
            (&["4", "maybe", "2"], "Which database? → SQLite (value: lite)"),
            // text
            (&["0"], "Which database? / Type your answer."),
            (&["0", "Oracle"], "Which database? → Oracle (typed)"),
            (&["0", "2"], "Which database? → 2 (typed)"),
            (&["0", ""], "Nothing typed yet. / Which database? / Type your answer."),
            (&["0", CLOSE], list),
            (&["0", CLOSE, "1"], "Which database? → PostgreSQL (value: pg)"),
            (&[CLOSE], "Question was cancelled by user."),
        ],
    );
    check(
        &[Numbers],
        &databases(),
        &[
            (&["sqlite"], "Which database? → SQLite (value: lite)"),
            (&["pg"], "Which database? → PostgreSQL (value: pg)"),
            (&[" 2 "], "Which database? → SQLite (value: lite)"),
            (&["0   2 of them "], "Which database? → 2 of them (typed)"),
            (&["0 "], "Which database? / Type your answer."),
            // a text after a number is not dropped
            (&["1 but only for staging"], &format!("There is no option 1 but only for staging. / {list}")),
        ],
    );
}

/// As in the form, `n` means No and `N` opens the note.
#[test]
fn letters_answer_yes_or_no() {
    let go = json!({"questions": [{"prompt": "Go?", "options": ["Yes", "No"]}]});
    let list = "Go? / 1. Yes / 2. No / 0. Something else…";
    check(
        &[Numbers],
        &go,
        &[
            (&["y"], "Go? → Yes"),
            (&["Y"], "Go? → Yes"),
            (&["n"], "Go? → No"),
            (&["ｎ"], "Go? → No"),
            (&["N", "for now"], &list.replace("Go? ", "Go? / Note: for now ")),
            (&["N for now", "n"], "Go? → No (note: for now)"),
            // a letter with a text after it is no answer
            (&["n for now", "y"], "Go? → Yes (note: for now)"),
        ],
    );
    check(&[Select], &go, &[(&["n", "for now", "1"], "Go? → Yes (note: for now)")]);
}

#[test]
fn an_empty_reply_chooses_no_unmarked_option() {
    check(&[Numbers], &databases(), &[(&[""], &format!("Nothing typed yet. / {LIST}"))]);
    let list = "1. Yes ✓ / 2. No / 0. Something else…";
    check(
        &[Numbers],
        &several(),
        &[
            (&["1", CLOSE, "b"], &format!("Setup / 1/3 Go / Go? / {list}")),
            (&["1", CLOSE, "b", ""], "Setup / 2/3 Name / Which name? / Type your answer."),
        ],
    );
    let preset = json!({"questions": [{"prompt": "Go?", "options": ["Yes", "No"], "defaultValue": "No"}]});
    check(&[Numbers], &preset, &[(&[""], "Go? → No")]);
}

#[test]
fn boxes_are_checked_dialog_by_dialog() {
    let list = "Which databases? / 1. ☐ A / 2. ☑ B / 3. ☐ C / 0. Something else… / ✓ Confirm";
    let unmarked = list.replace('☑', "☐");
    let review = "Review your answers / 0. Submit / 1. DB → ";
    check(
        &[Select],
        &boxes(),
        &[
            (&[], &unmarked),
            (&["2"], list),
            (&["2", "2"], &unmarked),
            (&["3", "1", "✓", "0"], "Which databases? → A, C"),
            (&["2", "✓", "1"], list),
            (&["2", "☑"], &format!("There is no option ☑. / {list}")),
            // text becomes a box of its own
            (&["0", "D"], &unmarked.replace("0.", "4. ☑ (wrote) D / 0.")),
            (&["0", "D", "4"], &unmarked.replace("0.", "4. ☐ (wrote) D / 0.")),
            (&["2", "0", CLOSE, "✓"], &format!("{review}B")),
            (&["2", "0", "", CLOSE, "✓", "0"], "Which databases? → B"),
            // none
            (&["2", "2", "✓", "✓", "0"], "Which databases? → (none)"),
        ],
    );
    // The host of such dialogs has no Enter key to name.
    let told = title(&walked(&boxes(), Select, &["✓"]));
    assert!(told.starts_with(NOTHING) && told.ends_with("Which databases?") && !told.contains("enter"), "{told}");
}

#[test]
fn boxes_by_numbers() {
    let list = "Which databases? / 1. ☐ A / 2. ☐ B / 3. ☐ C / 0. Something else…";
    let review = "Review your answers / 0. Submit / 1. DB → ";
    let wrong = |reply: &str| format!("There is no option {reply}. / {list}");
    check(
        &[Numbers],
        &boxes(),
        &[
            (&[], list),
            (&["2"], &format!("{review}B")),
            (&["1,3"], &format!("{review}A, C")),
            // typed with wide characters
            (&["１，３"], &format!("{review}A, C")),
            (&["1　3"], &format!("{review}A, C")),
            (&["A、C"], &format!("{review}A, C")),
            (&["3 1"], &format!("{review}A, C")),
            (&[" 1,,3, "], &format!("{review}A, C")),
            (&["1,3", "0"], "Which databases? → A, C"),
            // numbers replace the checked boxes, and an empty reply keeps them
            (&["1,3", "1"], &list.replace("☐ A", "☑ A").replace("☐ C", "☑ C")),
            (&["1,3", "1", ""], &format!("{review}A, C")),
            (&["1,3", "1", "2"], &format!("{review}B")),
            // text
            (&["0 D"], &list.replace("0.", "4. ☑ (wrote) D / 0.")),
            (&["0 D", "1,4"], &format!("{review}A, (wrote) D")),
            (&["0", "D", "0 E", "1,4,5", "0"], "Which databases? → A, D (typed), E (typed)"),
            (&["0", CLOSE, "", ""], &format!("{review}none of these")),
            // nothing
            (&["", " ", ""], "Which databases? → (none)"),
            // a refused reply changes nothing, not even in part
            (&["4"], &wrong("4")),
            (&["0,1"], &wrong("0,1")),
            (&["1,4"], &wrong("1,4")),
            (&["1,4,a"], &wrong("1,4,a")),
            // names, in whatever case
            (&["a"], &format!("{review}A")),
            (&["C, a"], &format!("{review}A, C")),
            (&["c, 1"], &format!("{review}A, C")),
            (&["a, D"], &wrong("a, D")),
            (&["1-3"], &wrong("1-3")),
        ],
    );
    assert!(title(&walked(&boxes(), Numbers, &[""])).starts_with(NOTHING));
}

#[test]
fn text_questions() {
    let asked = "Which name? / Type your answer.";
    check(
        &BOTH,
        &name(),
        &[
            (&[], asked),
            (&["orders"], "Which name? → orders (typed)"),
            (&["0"], "Which name? → 0 (typed)"),
            (&["two\nlines"], "Which name? → (typed) /   two /   lines"),
            (&[""], &format!("Nothing typed yet. / {asked}")),
            (&[CLOSE], "Question was cancelled by user."),
        ],
    );
    let blank = json!({"questions": [{"prompt": "Anything else?", "allowEmpty": true}]});
    check(&BOTH, &blank, &[(&[""], "Anything else? → (blank)")]);
    // a draft or a default is shown and kept
    let preset = json!({"questions": [{"prompt": "Which name?", "defaultValue": "shop"}]});
    check(
        &BOTH,
        &preset,
        &[
            (&[], "Which name? / ✎ shop / Type your answer."),
            (&[""], "Which name? → shop (typed)"),
            (&["cart"], "Which name? → cart (typed)"),
        ],
    );
}

#[test]
fn from_question_to_question() {
    let name = "Setup / 2/3 Name / Which name? / Type your answer.";
    let kept = "Setup / 2/3 Name / Which name? / ✎ shop / Type your answer.";
    let row = "Setup / 2/3 Name / Which name? / 0. Type your answer";
    check(
        &BOTH,
        &several(),
        &[
            (&["1"], name),
            (&["1", ""], &format!("Nothing typed yet. / {name}")),
            // closing a text question leads to a list, with the ways on and back
            (&["1", CLOSE], row),
            (&["1", CLOSE, "0", "shop", "b"], kept),
            (&["1", CLOSE, "b"], "Setup / 1/3 Go / Go? / 1. Yes ✓ / 2. No / 0. Something else…"),
            (&["1", "shop", "b", CLOSE], &format!("{row} ✓ shop")),
            (
                &["1", "shop", "b", CLOSE, "b", "b"],
                "There is no option b. / Setup / 1/3 Go / Go? / 1. Yes ✓ / 2. No / 0. Something else…",
            ),
            // the user's own text is kept beside a choice, and an empty reply restores it
            (&["0", "Soon", CLOSE, "b"], "Setup / 1/3 Go / Go? / 1. Yes / 2. No / 0. Something else… ✓ Soon"),
            (&["0", "Soon", CLOSE, "b", "0", ""], name),
            (&["0", "Soon", CLOSE, "b", "2", CLOSE, "b", "0"], "Setup / 1/3 Go / Go? / ✎ Soon / Type your answer."),
        ],
    );
}

#[test]
fn the_review_has_ways_back() {
    let review = "Setup / Review your answers / 0. Submit / 1. Go → Yes / 2. Name → (wrote) shop / 3. DB → A";
    let whole = "Go? → Yes / Which name? → shop (typed) / Which? → A";
    let to_review = |style: Style| {
        let done: &[&str] = if style == Select { &["1", "shop", "1", "✓"] } else { &["1", "shop", "1"] };
        walked(&several(), style, done)
    };
    for style in BOTH {
        let check = |replies: &[&str], expected: &str| {
            let walked = replied(to_review(style), replies);
            assert_eq!(seen(&walked), expected, "{style:?} {replies:?}");
        };
        let end = if style == Select { "✓" } else { "" };
        check(&[], review);
        check(&["0"], whole);
        check(&["4"], &format!("There is no option 4. / {review}"));
        check(&["1"], "Setup / 1/3 Go / Go? / 1. Yes ✓ / 2. No / 0. Something else…");
        check(&["2"], "Setup / 2/3 Name / Which name? / ✎ shop / Type your answer.");
        // a change that is made from the review leads back to it
        check(&["2", "cart", "0"], &whole.replace("shop", "cart"));
        check(&["2", ""], review);
        check(&["1", "2", "0"], &whole.replace("Yes", "No"));
        check(&["3", end], review);
        check(&[CLOSE, "1"], review);
    }
}
