//! What follows from what the user does.

mod boxes;
mod choices;
mod complaints;
mod endings;
mod entered;
mod filter;
mod guard;
mod mouse;
mod notes;
mod numbers;
mod previews;
mod texts;
mod undo;
mod unsent;

use crate::common::{Played, form, json};

/// One list of boxes.
fn boxes() -> Played {
    form(&json!({"questions": [
        {"id": "db", "label": "DB", "prompt": "Which databases?", "mode": "multi", "options": [
            {"value": "pg", "label": "PostgreSQL"}, {"value": "lite", "label": "SQLite"}, {"label": "MySQL"}]},
    ]}))
}

/// A list of boxes between two others, of which nothing may be checked.
fn mixed() -> Played {
    form(&json!({"questions": [
        {"id": "go", "label": "Go", "prompt": "Go?", "options": ["Yes", "No"]},
        {"id": "db", "label": "DB", "prompt": "Which?", "mode": "multi", "allowEmpty": true, "options": ["A", "B"]},
        {"id": "end", "label": "End", "prompt": "End?", "options": ["Yes", "No"]},
    ]}))
}
