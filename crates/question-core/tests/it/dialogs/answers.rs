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
            (&["1"], "Which database? → PostgreSQL (value: pg)"),
            // wrong replies keep the state and say so
            (&["4"], &format!("There is no option 4.\n{LIST}")),
            (&["1,3"], &format!("There is no option 1,3.\n{LIST}")),
            (&["99999999999999999999"], &format!("There is no option 99999999999999999999.\n{LIST}")),
            (&["4", "3", "2"], "Which database? → SQLite"),
            // text
            (&["0"], "Which database?\nType your answer."),
            (&["0", "Oracle"], "Which database? → Oracle (typed)"),
            (&["0", "2"], "Which database? → 2 (typed)"),
            (&["0", ":wq"], "Which database? → :wq (typed)"),
            (&["0", ""], "Nothing typed yet.\nWhich database?\nType your answer."),
            (&["0", CLOSE], LIST),
            (&["0", CLOSE, "1"], "Which database? → PostgreSQL (value: pg)"),
            (&[CLOSE], "Question was cancelled by user."),
        ],
    );
    check_begins(&[Select], &databases(), &[(&["neither"], &format!("There is no option neither.\n{LIST}"))]);
    let own = [
        "no, use MySQL",
        "neither",
        "cancel",
        "please",
        "c",
        "b",
        "n",
        "note",
        "pg",
        "post",
        "0 downtime",
        "3.5",
        "1 but only for staging",
        "sqlite, please",
    ];
    let said: Vec<String> = own.iter().map(|text| format!("Which database? → {text} (typed)")).collect();
    let rows: Vec<(&[&str], &str)> = own.chunks(1).zip(said.iter().map(String::as_str)).collect();
    check_begins(&[Numbers], &databases(), &rows);
    check_begins(
        &[Numbers],
        &databases(),
        &[
            (&["sqlite"], "Which database? → SQLite"),
            (&["SQLite."], "Which database? → SQLite"),
            (&["0", "sqlite"], "Which database? → SQLite"),
            (&[" 2 "], "Which database? → SQLite"),
            (&["２"], "Which database? → SQLite"),
            (&["2."], "Which database? → SQLite"),
            (&["2. SQLite"], "Which database? → SQLite"),
            (&["0 "], "Which database?\nType your answer."),
        ],
    );
}

/// A name is what it is in the form: the label, or the first whole words of one.
#[test]
fn names_are_those_of_the_form() {
    let push = json!({"questions": [{"prompt": "Push?", "options": ["Yes, force-push", "No"]}]});
    let forced = "Push? → Yes, force-push";
    check_begins(
        &[Numbers],
        &push,
        &[
            (&["yes"], forced),
            (&["y"], forced),
            (&["ｙ"], forced),
            (&["N"], "Push? → No"),
            (&["yes, but not now"], "Push? → yes, but not now (typed)"),
            (&[":n for now", "n"], "Push? → No (note: for now)"),
            (&[":NOTE for now", "no"], "Push? → No (note: for now)"),
            (&["：ｎ", "for now", "1"], "Push? → Yes, force-push (note: for now)"),
        ],
    );
    check_begins(&[Select], &push, &[(&[":n", "for now", "1"], "Push? → Yes, force-push (note: for now)")]);
    let ports = json!({"questions": [{"prompt": "Which?", "options": ["8080", "JavaScript", ":wq"]}]});
    check_begins(
        &[Numbers],
        &ports,
        &[
            (&["java"], "Which? → java (typed)"),
            (&["80"], "There is no option 80.\nWhich?"),
            (&["8080"], "Which? → 8080"),
            (&[":wq"], "Which? → :wq"),
        ],
    );
}

#[test]
fn an_empty_reply_chooses_no_unmarked_option() {
    check_begins(&[Numbers], &databases(), &[(&[""], &format!("Nothing typed yet.\n{LIST}"))]);
    let back = "1/2 Go\nGo?\n1. Yes\n2. Later\n0. Something else…";
    check_begins(&[Numbers], &two(), &[(&["1", ":b"], back), (&["1", ":b", ""], "2/2 DB\nWhich?")]);
    let preset = json!({"questions": [{"prompt": "Go?", "options": ["Yes", "No"], "defaultValue": "No"}]});
    check_begins(&[Numbers], &preset, &[(&[""], "Go? → No (your default)")]);
}

#[test]
fn boxes_by_numbers() {
    let list = "Which databases?\n1. A\n2. B\n3. C\n0. Something else…";
    let review = "Review your answers\n0. Submit\n1. DB → ";
    let wrong = |reply: &str| format!("There is no option {reply}.\n{list}");
    let checked = list.replace("1. A", "1. A (checked)").replace("3. C", "3. C (checked)");
    let with_own = list.replace("0.", "4. (wrote) D (checked)\n0.");
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
            (&["1,3", "1"], &checked),
            (&["1,3", "1", ""], &format!("{review}A, C")),
            (&["1,3", "1", "2"], &format!("{review}B")),
            // text is added to the list, and stays whatever options are chosen
            (&["D"], &with_own),
            (&["no, use D"], &list.replace("0.", "4. (wrote) no, use D (checked)\n0.")),
            (&["0", "D"], &with_own),
            (&["D", ""], &format!("{review}(wrote) D")),
            (&["D", "1,4"], &format!("{review}A, (wrote) D")),
            (&["D", "1"], &format!("{review}A, (wrote) D")),
            (&["D", "A, d"], &format!("{review}A, (wrote) D")),
            (&["D", "-"], &format!("{review}none of these")),
            (&["0", "D", "E", "1", "0"], "Which databases? → A, D (typed), E (typed)"),
            (&["0", CLOSE, "", ""], &format!("{review}none of these")),
            // nothing
            (&["", " ", ""], "Which databases? → (none of these)"),
            // a refused reply changes nothing, not even in part
            (&["4"], &wrong("4")),
            (&["0,1"], &wrong("0,1")),
            (&["1,4"], &wrong("1,4")),
            // names, in whatever case
            (&["a"], &format!("{review}A")),
            (&["C, a"], &format!("{review}A, C")),
            (&["c, 1"], &format!("{review}A, C")),
            (&["a, D"], &list.replace("0.", "4. (wrote) a, D (checked)\n0.")),
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
    let asked =
        "Which name?\nCommands begin with a colon (:):\n:t Discuss it first\n:l Answer later\nType your answer.";
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
            (&[], &format!("{asked}\nIf left empty: (default) shop")),
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
        &[(&["default"], "Where? → Default (value: prod)"), (&["prod"], "Where? → prod (typed)")],
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
            (&["0", "8"], "How many? → 8 (typed)"),
        ],
    );
    check_begins(
        &[Numbers],
        &sizes("multi"),
        &[
            (&["1, 2"], &format!("{several}{list}")),
            (&["1, 2."], "Review your answers\n0. Submit\n1. How many? → 2, 4"),
        ],
    );
    let alike = json!({"questions": [{"prompt": "Which?", "options": [
        {"label": "A", "value": "x"}, {"label": "A", "value": "y"}]}]});
    check_begins(&[Numbers], &alike, &[(&["a"], "\"a\" can mean several options: 1. A, 2. A\n")]);
}

/// A line that is refused is the draft of a text that can be sent: a note where the list has no own answers, the answer
/// where it begins with a colon, the message in the review.
#[test]
fn a_refused_line_is_not_lost() {
    let text = "Oracle, because we know it";
    let closed = json!({"questions": [
        {"label": "Go", "prompt": "Go?", "options": ["Soon", "Later"], "allowCustom": false}, {"prompt": "Which name?"}]});
    let refused = |text: &str| format!("There is no option {text}.\n1/2 Go\nGo?\n");
    let kept = |text: &str| format!("Not sent: {text}\n1. Soon\n2. Later\n");
    check_begins(
        &[Numbers],
        &closed,
        &[
            (&[text], &[refused(text), kept(text)].concat()),
            (&[text, "or not"], &[refused("or not"), kept(&format!("{text} or not"))].concat()),
            (&[text, "1", "shop"], &format!("Review your answers\n0. Submit\n1. Go → Soon (Not sent: {text})")),
            // a slip is none
            (&["x"], &[refused("x"), "1. Soon\n2. Later\n".to_owned()].concat()),
            (&["7"], &[refused("7"), "1. Soon\n2. Later\n".to_owned()].concat()),
            // what finds only one option does not name it
            (&["so"], &[refused("so"), kept("so")].concat()),
            (
                &["1", "shop", "wait, no name"],
                "There is no option wait, no name.\nReview your answers\nNot sent: (discuss) wait, no name\n0. Submit\n",
            ),
            (
                &["1", "shop", "wait", ":t", ""],
                "The user would rather discuss this before answering. Nothing is decided: answer them in your reply, and end your turn. They say: wait\nEntered so far, not final:\nGo? → Soon\nWhich name? → shop (typed)",
            ),
        ],
    );
    let row = "0. Something else… Not sent: :80\n";
    check_begins(
        &[Numbers],
        &databases(),
        &[
            (&[":80"], &format!("There is no command :80.\n{}{row}", &LIST.replace("0. Something else…", ""))),
            (&[":80", "0", ""], "Which database? → :80 (typed)"),
            (&[":80", "2"], "Which database? → SQLite"),
            (&[":back to the start"], "There is no command :back to the start.\nWhich database?"),
            (&[":"], &format!("There is no command :.\n{LIST}\nCommands")),
        ],
    );
    let sent = "Type your answer.\nIf left empty: :80";
    let asked = "There is no command :80.\nWhich name?\nCommands begin with a colon (:):\n:t Discuss it first\n:l Answer later\n";
    check_begins(
        &BOTH,
        &name(),
        &[
            (&[":80"], &[asked, sent].concat()),
            (&[":80", ""], "Which name? → :80 (typed)"),
            (&[":80", "x"], "Which name? → x (typed)"),
        ],
    );
}
