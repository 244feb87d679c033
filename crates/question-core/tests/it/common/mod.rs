//! Helpers of the tests: JSON, forms made from it, and what a person sees of a form.

pub(crate) mod any;
pub(crate) mod brief;
pub(crate) mod damage;
pub(crate) mod dialogs;
pub(crate) mod filled;
pub(crate) mod json;
pub(crate) mod lists;
pub(crate) mod naming;
pub(crate) mod play;
pub(crate) mod played;
pub(crate) mod reader;
pub(crate) mod seen;
pub(crate) mod sheet;

use question_core::{Frame, Questionnaire, Reading, Refusal, Settings, ToolResult};

pub(crate) use brief::brief;
pub(crate) use json::{Json, json, sent, written};
pub(crate) use played::{Action, EDITOR, Played, TUI};
pub(crate) use seen::{
    check, entry, full, given, has_marker, highlighted, most, notice, rows_of, seen, shown, tab, tokens, words,
    words_of,
};

pub(crate) fn ask(arguments: &Json) -> Result<Questionnaire, Refusal> {
    Questionnaire::new(Reading::of(arguments), &Settings::default())
}

pub(crate) fn asked(arguments: &Json) -> Questionnaire {
    ask(arguments).unwrap_or_else(|refusal| panic!("{arguments:?} is refused: {refusal}"))
}

pub(crate) fn form(arguments: &Json) -> Played {
    played(&asked(arguments))
}

pub(crate) fn played(questionnaire: &Questionnaire) -> Played {
    Played::new(questionnaire, &Settings::default())
}

/// Returns the settings of a settings file.
pub(crate) fn settings(file: &str) -> Settings {
    let (settings, problems) = Settings::read(&[("question.json".to_owned(), file.to_owned())], "C");
    assert_eq!(problems, Vec::<String>::new());
    settings
}

/// Returns the details of a call as a session keeps them, with these fields replaced.
pub(crate) fn kept(arguments: &Json, fields: Json) -> Json {
    let details = json::taken(&asked(arguments).unavailable(TUI, None).details);
    let all = [details, fields].into_iter().filter_map(|object| object.as_object().cloned());
    all.flatten().collect()
}

/// Returns a typed answer to a question with options, as a session keeps it.
pub(crate) fn typed_answer(id: &str, text: &str) -> Json {
    json!({"id": id, "mode": "single", "prompt": "?", "value": text, "label": text, "wasCustom": true})
}

/// Creates a form with these settings.
pub(crate) fn form_with(arguments: &Json, settings: &Settings) -> Played {
    let questionnaire = Questionnaire::new(Reading::of(arguments), settings).expect("it can be asked");
    Played::new(&questionnaire, settings)
}

/// Returns a form with one question.
pub(crate) fn one() -> Played {
    form(&json!({"questions": [
        {"id": "db", "label": "DB", "prompt": "Which database?", "options": [
            {"value": "pg", "label": "PostgreSQL"}, {"value": "lite", "label": "SQLite"}, {"label": "MySQL"}]},
    ]}))
}

/// Returns a form with three questions, with tabs and a review.
pub(crate) fn three() -> Played {
    form(&json!({"questions": [
        {"id": "db", "label": "DB", "prompt": "Which database?", "options": [
            {"value": "pg", "label": "PostgreSQL"}, {"value": "lite", "label": "SQLite"}]},
        {"id": "name", "label": "Name", "prompt": "Which name?", "options": [{"label": "shop"}, {"label": "cart"}]},
        {"id": "go", "label": "Go", "prompt": "Deploy now?", "options": [{"label": "Yes"}, {"label": "No"}]},
    ]}))
}

pub(crate) fn fail() -> Action {
    Action::Fail("trap".to_owned())
}

pub(crate) fn after(mut form: Played, actions: &[Action]) -> Played {
    for action in actions {
        form.update(action.clone());
    }
    form
}

pub(crate) fn result(form: &Played) -> ToolResult {
    form.result(TUI).expect("the form has ended")
}

pub(crate) fn draft(text: &str) -> Action {
    Action::Draft(text.to_owned())
}

pub(crate) fn typed(text: &str) -> Action {
    Action::Typed(text.to_owned())
}

pub(crate) fn submit(text: &str) -> Action {
    Action::Submit(text.to_owned())
}

pub(crate) fn frame(form: &Played) -> Frame<'_> {
    form.frame()
}

/// Checks every row of a table: its name, the actual text and the expected one. Lists all rows that differ.
pub(crate) fn check_all(rows: impl IntoIterator<Item = (String, String, String)>) {
    let differs = |(about, actual, expected): (String, String, String)| {
        (actual != expected).then(|| format!("{about}\n  is  {actual}\n  not {expected}"))
    };
    let wrong: Vec<String> = rows.into_iter().filter_map(differs).collect();
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}
