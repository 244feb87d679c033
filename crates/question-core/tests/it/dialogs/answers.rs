//! How each kind of question is answered by a reply, and what replies mean nothing. That dialogs lead where the form
//! does is a property of any form.

use crate::common::dialogs::{CLOSE, check_begins, walked};
use crate::common::{Json, json};
use question_core::DialogStyle::{Numbers, Select};

use super::{BOTH, databases, two};

const LIST: &str = "Which database?\n1. PostgreSQL\n2. SQLite\n0. Something else…";

fn boxes() -> Json {
    json!({"questions": [
        {"id": "db", "label": "DB", "prompt": "Which databases?", "mode": "multi", "options": ["A", "B", "C"]},
    ]})
}

fn name() -> Json {
    json!({"questions": [{"id": "name", "label": "Name", "prompt": "Which name?"}]})
}

#[test]
fn one_choice() {
    check_begins(
        &BOTH,
        &databases(),
        &[
            (&[], LIST),
            (&["1"], "Which database? → PostgreSQL (value: pg)"),
            // wrong replies keep the state and say so
            (&["4"], &format!("There is no option 4.\n{LIST}")),
            (&["b"], &format!("There is no option b.\n{LIST}")),
            (&["1,3"], &format!("There is no option 1,3.\n{LIST}")),
            (&["99999999999999999999"], &format!("There is no option 99999999999999999999.\n{LIST}")),
            (&["4", "maybe", "2"], "Which database? → SQLite"),
            // text
            (&["0"], "Which database?\nType your answer."),
            (&["0", "Oracle"], "Which database? → Oracle (typed)"),
            (&["0", "2"], "Which database? → 2 (typed)"),
            (&["0", ""], "Nothing typed yet.\nWhich database?\nType your answer."),
            (&["0", CLOSE], LIST),
            (&["0", CLOSE, "1"], "Which database? → PostgreSQL (value: pg)"),
            (&[CLOSE], "Question was cancelled by user."),
        ],
    );
    check_begins(
        &[Numbers],
        &databases(),
        &[
            (&["sqlite"], "Which database? → SQLite"),
            (&["pg"], &format!("There is no option pg.\n{LIST}")),
            (&[" 2 "], "Which database? → SQLite"),
            (&["0   2 of them "], "Which database? → 2 of them (typed)"),
            (&["0 "], "Which database?\nType your answer."),
            // a text after a number is not dropped
            (&["1 but only for staging"], &format!("There is no option 1 but only for staging.\n{LIST}")),
        ],
    );
}

/// As in the form, `n` means No and `N` opens the note.
#[test]
fn letters_answer_yes_or_no() {
    let go = json!({"questions": [{"prompt": "Go?", "options": ["Yes", "No"]}]});
    check_begins(
        &[Numbers],
        &go,
        &[
            (&["y"], "Go? → Yes"),
            (&["Y"], "Go? → Yes"),
            (&["n"], "Go? → No"),
            (&["ｎ"], "Go? → No"),
            (&["N", "for now"], "Go?\nNote: for now\n1. Yes"),
            (&["N for now", "n"], "Go? → No (note: for now)"),
            // a letter with a text after it is no answer
            (&["n for now", "y"], "Go? → Yes (note: for now)"),
        ],
    );
    check_begins(&[Select], &go, &[(&["n", "for now", "1"], "Go? → Yes (note: for now)")]);
}

#[test]
fn an_empty_reply_chooses_no_unmarked_option() {
    check_begins(&[Numbers], &databases(), &[(&[""], &format!("Nothing typed yet.\n{LIST}"))]);
    let back = "1/2 Go\nGo?\n1. Yes ✓\n2. Later\n0. Something else…";
    check_begins(&[Numbers], &two(), &[(&["1", "b"], back), (&["1", "b", ""], "2/2 DB\nWhich?")]);
    let preset = json!({"questions": [{"prompt": "Go?", "options": ["Yes", "No"], "defaultValue": "No"}]});
    check_begins(&[Numbers], &preset, &[(&[""], "Go? → No")]);
}

#[test]
fn boxes_by_numbers() {
    let list = "Which databases?\n1. ☐ A\n2. ☐ B\n3. ☐ C\n0. Something else…";
    let review = "Review your answers\n0. Submit\n1. DB → ";
    let wrong = |reply: &str| format!("There is no option {reply}.\n{list}");
    check_begins(
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
            (&["0 D"], &list.replace("0.", "4. ☑ (wrote) D\n0.")),
            (&["0 D", "1,4"], &format!("{review}A, (wrote) D")),
            (&["0", "D", "0 E", "1,4,5", "0"], "Which databases? → A, D (typed), E (typed)"),
            (&["0", CLOSE, "", ""], &format!("{review}none of these")),
            // nothing
            (&["", " ", ""], "Which databases? → (nothing chosen)"),
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
    // The host of such dialogs has no Enter key to name.
    for (style, confirm) in [(Numbers, ""), (Select, "✓")] {
        let told = walked(&boxes(), style, &[confirm]).dialog().map(|dialog| dialog.title).unwrap_or_default();
        assert!(told.starts_with("Nothing checked yet.") && !told.contains("enter"), "{told}");
    }
}

#[test]
fn text_questions() {
    let asked = "Which name?\nType your answer.";
    check_begins(
        &BOTH,
        &name(),
        &[
            (&[], asked),
            (&["orders"], "Which name? → orders (typed)"),
            (&["0"], "Which name? → 0 (typed)"),
            (&["two\nlines"], "Which name? → (typed)\n  two\n  lines"),
            (&[""], &format!("Nothing typed yet.\n{asked}")),
            (&[CLOSE], "Question was cancelled by user."),
        ],
    );
    let blank = json!({"questions": [{"prompt": "Anything else?", "allowEmpty": true}]});
    check_begins(&BOTH, &blank, &[(&[""], "Anything else? → (blank)")]);
    // a draft or a default is shown and kept
    let preset = json!({"questions": [{"prompt": "Which name?", "defaultValue": "shop"}]});
    check_begins(
        &BOTH,
        &preset,
        &[
            (&[], "Which name?\n◪ shop\nType your answer."),
            (&[""], "Which name? → shop (your default)"),
            (&["cart"], "Which name? → cart (typed)"),
        ],
    );
}

/// A number means the option that is shown with it, and a name means its label. Values are not shown.
#[test]
fn numbers_and_labels_name_options() {
    let regions = |mode: &str| {
        let options: Vec<Json> =
            (0..4).map(|at| json!({"label": format!("Region {}", at + 1), "value": at.to_string()})).collect();
        json!({"questions": [{"id": "q", "prompt": "Which?", "mode": mode, "options": options}]})
    };
    check_begins(&[Numbers], &regions("single"), &[(&["3"], "Which? → Region 3 (value: 2)")]);
    let review = "Review your answers\n0. Submit\n1. Which? → Region 1, Region 3";
    check_begins(&[Numbers], &regions("multi"), &[(&["1,3"], review), (&["Region 3, 1"], review)]);
    let environments = json!({"questions": [{"prompt": "Where?", "options": [
        {"label": "staging", "value": "default"}, {"label": "Default", "value": "prod"}]}]});
    check_begins(
        &[Numbers],
        &environments,
        &[(&["default"], "Where? → Default (value: prod)"), (&["prod"], "There is no option prod.")],
    );
}

/// If a number is the label of another option, both are seen, and the user is asked which is meant. 0 is no number of
/// an option.
#[test]
fn numbers_that_are_labels_as_well() {
    let sizes = |mode: &str| json!({"questions": [{"prompt": "How many?", "mode": mode, "options": ["2", "4", "0"]}]});
    let list = "How many?\n1. 2\n2. 4\n3. 0\n0. Something else…";
    let several = "\"2\" can mean several options: 1. 2, 2. 4\n";
    check_begins(
        &[Numbers],
        &sizes("single"),
        &[
            (&["2"], &format!("{several}{list}")),
            (&["0"], "How many?\nType your answer."),
            (&["3"], "How many? → 0"),
            (&["2", "2."], "How many? → 4"),
            (&["2", "1. 2"], "How many? → 2"),
            (&["4"], "How many? → 4"),
            (&["0 8"], "How many? → 8 (typed)"),
        ],
    );
    let boxes = list.replace(". 2", ". ☐ 2").replace(". 4", ". ☐ 4").replace("3. 0", "3. ☐ 0");
    check_begins(
        &[Numbers],
        &sizes("multi"),
        &[
            (&["1, 2"], &format!("{several}{boxes}")),
            (&["1, 2."], "Review your answers\n0. Submit\n1. How many? → 2, 4"),
        ],
    );
    let alike = json!({"questions": [{"prompt": "Which?", "options": [
        {"label": "A", "value": "x"}, {"label": "A", "value": "y"}]}]});
    check_begins(&[Numbers], &alike, &[(&["a"], "\"a\" can mean several options: 1. A, 2. A\n")]);
}

/// A text that names no option is the draft of the user's own answer.
#[test]
fn a_text_typed_at_the_list_is_not_lost() {
    let text = "Oracle, because we know it";
    let opened = format!("Which database?\n✎ {text}\nType your answer.");
    let list = format!("There is no option {text}.\n{LIST} ✎ {text}\n");
    check_begins(
        &[Numbers],
        &databases(),
        &[
            (&[text], &list),
            (&[text, "0"], &opened),
            // whatever is mistyped in between, and with what is typed after it
            (&[text, "9", "b", "0"], &opened),
            (&[text, "or not", "0", ""], &format!("Which database? → (typed)\n  {text}\n  or not")),
            (&[text, "0", ""], &format!("Which database? → {text} (typed)")),
            (&[text, "0 Mongo"], "Which database? → Mongo (typed)"),
            (&[text, "1"], "Which database? → PostgreSQL (value: pg)"),
        ],
    );
    let review = format!("Review your answers\n0. Submit\n1. DB → A (✎ Not sent: {text})");
    check_begins(
        &[Numbers],
        &boxes(),
        &[
            (&[text, "1"], &review),
            (&[text, "0", "", "1,4", "0"], &format!("Which databases? → A, \"{text}\" (typed)")),
        ],
    );
    // In a list without own answers, it is the draft of the note.
    let closed = json!({"questions": [
        {"label": "Go", "prompt": "Go?", "options": ["Soon", "Later"], "allowCustom": false}, {"prompt": "Which name?"}]});
    let kept = |text: &str| format!("✎ Not sent: (note) {text}");
    check_begins(
        &[Numbers],
        &closed,
        &[
            (&[text], &format!("There is no option {text}.\n1/2 Go\nGo?\n{}\n1. Soon\n2. Later\n", kept(text))),
            (
                &[text, "or not"],
                &format!("There is no option or not.\n1/2 Go\nGo?\n{}", kept(&format!("{text} or not"))),
            ),
            (&[text, "n", "", "1", "shop"], &format!("Review your answers\n0. Submit\n1. Go → Soon (Note: {text})")),
            (&[text, "1", "shop"], &format!("Review your answers\n0. Submit\n1. Go → Soon ({})", kept(text))),
        ],
    );
    // At a text question, the user goes on with the text.
    let names = json!({"questions": [{"prompt": "Go?", "options": ["Yes"]}, {"prompt": "Which name?"}]});
    check_begins(&[Numbers], &names, &[(&["1", ":", "shop", "", "0"], "Go? → Yes\nWhich name? → shop (typed)")]);
}
