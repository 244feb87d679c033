//! The pending file for JavaScript.

use question_core::{PendingFile, Questionnaire};
use wasm_bindgen::prelude::*;

use crate::questionnaire::Occasion;
use crate::{JsQuestionnaire, JsSettings};

/// A pending file as it was read, or what is wrong with it. Free it.
#[wasm_bindgen(js_name = PendingFile)]
pub struct JsPendingFile(Result<(PendingFile, Questionnaire), String>);

#[wasm_bindgen(js_class = PendingFile)]
impl JsPendingFile {
    /// Reads the text of the file, for a session. Never throws: see `problem`.
    #[wasm_bindgen(constructor)]
    pub fn new(settings: &JsSettings, text: &str, session: &str) -> Self {
        let file = PendingFile::read(text).and_then(|file| file.of_session(session));
        Self(file.and_then(|file| {
            let questionnaire = file.questionnaire(&settings.settings)?;
            Ok((file, questionnaire))
        }))
    }

    /// What is wrong with the file, to be read behind its name; undefined where its questions can be answered.
    #[wasm_bindgen(getter)]
    pub fn problem(&self) -> Option<String> {
        self.0.as_ref().err().cloned()
    }

    /// The ids of the calls that the questions come from.
    #[wasm_bindgen(getter)]
    pub fn calls(&self) -> Vec<String> {
        let calls = self.0.as_ref().map(|(file, _)| file.calls()).unwrap_or_default();
        calls.into_iter().map(str::to_owned).collect()
    }

    /// The prompts of the questions, made harmless.
    #[wasm_bindgen(getter)]
    pub fn prompts(&self) -> Vec<String> {
        self.0.as_ref().map(|(_, questionnaire)| questionnaire.prompts()).unwrap_or_default()
    }

    /// Whether an answer stands in the file, fitting or not.
    #[wasm_bindgen(getter, js_name = hasAnswers)]
    pub fn has_answers(&self) -> bool {
        let replies = self.0.as_ref().map(|(file, questionnaire)| file.replies(questionnaire));
        replies.is_ok_and(|replies| replies.map_or(true, |replies| !replies.are_none()))
    }

    /// The questions with the answers that stand in the file. Throws where there is a problem.
    pub fn questionnaire(&self, settings: &JsSettings) -> Result<JsQuestionnaire, JsError> {
        let (file, questionnaire) = self.0.as_ref().map_err(|problem| JsError::new(problem))?;
        let occasion = Occasion::Later(file.replies(questionnaire));
        Ok(JsQuestionnaire { questionnaire: Ok(questionnaire.clone()), settings: settings.settings.clone(), occasion })
    }
}
