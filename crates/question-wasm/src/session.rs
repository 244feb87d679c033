//! What a session holds of questions, for JavaScript.

use question_core::{Late, Session, screen};
use serde_json::Value;
use wasm_bindgen::prelude::*;

use crate::paint::Colors;
use crate::questionnaire::Occasion;
use crate::shapes::LateQuestions;
use crate::{JsQuestionnaire, JsSettings, write};

/// A branch of a session, as far as questions go. Free it.
#[wasm_bindgen(js_name = Session)]
pub struct JsSession {
    session: Session,
    settings: question_core::Settings,
}

#[wasm_bindgen(js_class = Session)]
impl JsSession {
    /// Reads the JSON text of pi's session entries, the oldest first, for the tool of the settings; `answers` is the type
    /// of the messages and entries that bring answers without a call. What is no such text holds nothing.
    #[wasm_bindgen(constructor)]
    pub fn new(settings: &JsSettings, entries: &str, answers: &str) -> Self {
        let entries: Value = question_core::parse(entries).unwrap_or_default();
        let session = Session::read(&entries, settings.settings.dialect.name(), answers);
        Self { session, settings: settings.settings.clone() }
    }

    /// Questions without answers: those that were left pending and those of calls that were interrupted; with `isLast`
    /// the latter alone, and of the model's last message.
    #[wasm_bindgen(js_name = lateQuestions, unchecked_return_type = "LateQuestions[]")]
    pub fn late_questions(&self, #[wasm_bindgen(js_name = isLast)] is_last: bool) -> Result<JsValue, JsError> {
        let prompts = |late: &Late| late.questionnaire(&self.settings).map(|own| own.prompts()).unwrap_or_default();
        let late = self.late(is_last).into_iter();
        write::value(&late.map(|late| LateQuestions { prompts: prompts(&late), calls: late.calls }).collect::<Vec<_>>())
    }

    /// Those at a position, from 0, with the answers so far; undefined where there are none.
    pub fn questionnaire(&self, #[wasm_bindgen(js_name = isLast)] is_last: bool, at: usize) -> Option<JsQuestionnaire> {
        let late = self.late(is_last).into_iter().nth(at)?;
        let questionnaire = late.questionnaire(&self.settings);
        let replies = questionnaire.as_ref().map(|questionnaire| late.replies(questionnaire)).unwrap_or_default();
        Some(JsQuestionnaire { questionnaire, settings: self.settings.clone(), occasion: Occasion::Later(Ok(replies)) })
    }

    /// Whether anything was answered.
    #[wasm_bindgen(getter, js_name = hasAnswers)]
    pub fn has_answers(&self) -> bool {
        self.session.last_answered().is_some()
    }

    /// The questions that were answered last, with their answers filled in; the new result names only those that were
    /// changed. Undefined where nothing was answered.
    pub fn revision(&self) -> Option<JsQuestionnaire> {
        self.session.last_answered().map(|details| JsQuestionnaire::revised(&self.settings, details))
    }

    /// What was asked and answered, in plain lines of at most `columns`; a text for each result.
    pub fn listing(&self, columns: usize) -> Vec<String> {
        let view = |(details, content)| screen::result(details, content, &self.settings, true, columns);
        self.session.answered().map(|told| Colors::default().paint(&view(told))).collect()
    }

    /// Whether a message holds the answers of the pending file that is known by this mark.
    #[wasm_bindgen(js_name = holdsFile)]
    pub fn holds_file(&self, mark: &str) -> bool {
        self.session.holds_file(mark)
    }

    /// Whether a message with this id stands in the session.
    #[wasm_bindgen(js_name = holdsMessage)]
    pub fn holds_message(&self, id: &str) -> bool {
        self.session.holds_message(id)
    }

    /// Whether the branch ends in answers that the model has not acted on.
    #[wasm_bindgen(getter, js_name = endsInAnswers)]
    pub fn ends_in_answers(&self) -> bool {
        self.session.ends_in_answers()
    }

    /// The texts that the user has typed as answers, the oldest first.
    #[wasm_bindgen(getter)]
    pub fn typed(&self) -> Vec<String> {
        self.session.typed().to_vec()
    }
}

impl JsSession {
    fn late(&self, is_last: bool) -> Vec<Late> {
        if is_last { self.session.last_interrupted(&self.settings) } else { self.session.known(&self.settings) }
    }
}
