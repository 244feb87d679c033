//! Actions of the user, and what follows from them.

mod book;
mod boxes;
mod choices;
mod decided;
mod defaults;
mod endings;
mod entered;
mod guard;
mod left;
mod mouse;
mod naming;
mod notes;
mod numbers;
mod pictures;
mod previews;
mod queue;
mod review;
mod texts;
mod undo;
mod unsent;
mod words;
mod wysiwyg;

use crate::common::{Played, form, json};

/// Returns a form with one list of boxes.
fn boxes() -> Played {
    form(&json!({"questions": [
        {"id": "db", "label": "DB", "prompt": "Which databases?", "mode": "multi", "options": [
            {"value": "pg", "label": "PostgreSQL"}, {"value": "lite", "label": "SQLite"}, {"label": "MySQL"}]},
    ]}))
}

/// Returns a form with a list of boxes, which may stay unchecked, between two other lists.
fn mixed() -> Played {
    form(&json!({"questions": [
        {"id": "go", "label": "Go", "prompt": "Go?", "options": ["Yes", "No"]},
        {"id": "db", "label": "DB", "prompt": "Which?", "mode": "multi", "allowEmpty": true, "options": ["A", "B"]},
        {"id": "end", "label": "End", "prompt": "End?", "options": ["Yes", "No"]},
    ]}))
}
