//! The same form in plain dialogs.

mod answers;
mod any_form;
mod host;
mod leaving;
mod notes;
mod offers;
mod pages;
mod previews;
mod told;

use crate::common::{Json, json};
use question_core::DialogStyle;

const BOTH: [DialogStyle; 2] = [DialogStyle::Select, DialogStyle::Numbers];

fn databases() -> Json {
    json!({"questions": [{"id": "db", "label": "DB", "prompt": "Which database?", "options": [
        {"value": "pg", "label": "PostgreSQL"}, {"label": "SQLite"}]}]})
}

fn boxes() -> Json {
    json!({"questions": [{"label": "DB", "prompt": "Which?", "mode": "multi", "options": ["A", "B"]}]})
}

fn two() -> Json {
    json!({"questions": [
        {"id": "go", "label": "Go", "prompt": "Go?", "options": ["Yes", "Later"]},
        {"id": "db", "label": "DB", "prompt": "Which?", "options": ["A", "B"]},
    ]})
}
