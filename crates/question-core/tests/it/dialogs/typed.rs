//! What a reply typed at a list means.

use super::answers::{check, databases, seen};
use crate::common::dialogs::walked;
use crate::common::{Json, json};
use question_core::Style::Numbers;

/// A number means the option that is shown with it, and a name means its label. Values are not shown and come last.
#[test]
fn numbers_and_labels_precede_values() {
    let regions = |mode: &str| {
        let options: Vec<Json> =
            (0..4).map(|at| json!({"label": format!("Region {}", at + 1), "value": at.to_string()})).collect();
        json!({"questions": [{"id": "q", "prompt": "Which?", "mode": mode, "options": options}]})
    };
    check(&[Numbers], &regions("single"), &[(&["3"], "Which? → Region 3 (value: 2)")]);
    let review = "Review your answers / 0. Submit / 1. Which? → Region 1, Region 3";
    check(&[Numbers], &regions("multi"), &[(&["1,3"], review), (&["Region 3, 1"], review)]);
    let environments = json!({"questions": [{"prompt": "Where?", "options": [
        {"label": "staging", "value": "default"}, {"label": "Default", "value": "prod"}]}]});
    check(
        &[Numbers],
        &environments,
        &[(&["default"], "Where? → Default (value: prod)"), (&["prod"], "Where? → Default (value: prod)")],
    );
}

/// If a number is the label of another option, both are seen, and the user is asked which is meant.
#[test]
fn numbers_that_are_labels_as_well() {
    let sizes = |mode: &str| json!({"questions": [{"prompt": "How many?", "mode": mode, "options": ["2", "4", "0"]}]});
    let list = "How many? / 1. 2 / 2. 4 / 3. 0 / 0. Something else…";
    let several = "\"2\" can mean several options: 1. 2, 2. 4 / ";
    check(
        &[Numbers],
        &sizes("single"),
        &[
            (&["2"], &format!("{several}{list}")),
            (&["0"], &format!("\"0\" can mean several options: 3. 0, 0. Something else… / {list}")),
            (&["2", "2."], "How many? → 4"),
            (&["2", "1. 2"], "How many? → 2"),
            (&["4"], "How many? → 4"),
            (&["0."], "How many? / Type your answer."),
            (&["0 8"], "How many? → 8 (typed)"),
        ],
    );
    let boxes = list.replace(". 2", ". ☐ 2").replace(". 4", ". ☐ 4").replace("3. 0", "3. ☐ 0");
    check(
        &[Numbers],
        &sizes("multi"),
        &[
            (&["1, 2"], &format!("{several}{boxes}")),
            (&["1, 2."], "Review your answers / 0. Submit / 1. How many? → 2, 4"),
        ],
    );
    let alike = json!({"questions": [{"prompt": "Which?", "options": [
        {"label": "A", "value": "x"}, {"label": "A", "value": "y"}]}]});
    let shown = seen(&walked(&alike, Numbers, &["a"]));
    assert!(shown.starts_with("\"a\" can mean several options: 1. A, 2. A / "), "{shown}");
}

/// A text that names no option begins the user's own answer, like the text of the filter in the form.
#[test]
fn a_text_typed_at_the_list_is_not_lost() {
    let text = "Oracle, because we know it";
    let opened = format!("Which database? / ✎ {text} / Type your answer.");
    check(
        &[Numbers],
        &databases(),
        &[
            (&[text, "0"], &opened),
            // whatever is mistyped in between
            (&[text, "9", "b", "0"], &opened),
            (&[text, "0", ""], &format!("Which database? → {text} (typed)")),
            (&[text, "0 Mongo"], "Which database? → Mongo (typed)"),
            (&[text, "1"], "Which database? → PostgreSQL (value: pg)"),
        ],
    );
}
