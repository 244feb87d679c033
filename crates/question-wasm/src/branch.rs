//! JavaScript binding for the open questions of a session.

use question_core::{About, Branch};
use wasm_bindgen::prelude::*;

use crate::{JsQuestionnaire, JsSettings, read};

/// The branch of a session at one moment, reduced to its questions. Must be freed.
#[wasm_bindgen(js_name = Branch)]
pub struct JsBranch {
    pub(crate) branch: Branch,
    settings: question_core::Settings,
}

#[wasm_bindgen(js_class = Branch)]
impl JsBranch {
    /// Reads pi's session entries, a JSON text with the oldest first, for the tool in the settings. Entries that cannot
    /// be read are skipped.
    #[wasm_bindgen(constructor)]
    pub fn new(
        settings: &JsSettings,
        entries: &str,
        #[wasm_bindgen(unchecked_param_type = "SessionFacts")] facts: JsValue,
    ) -> Result<JsBranch, JsError> {
        let branch = Branch::read(entries, read::facts(&facts)?, &settings.settings);
        Ok(Self { branch, settings: settings.settings.clone() })
    }

    /// Handles an event at the desk in this branch. `desk` is the text that the last event has returned, empty at first.
    #[wasm_bindgen(unchecked_return_type = "Handled")]
    pub fn desk(
        &self,
        desk: &str,
        #[wasm_bindgen(unchecked_param_type = "DeskEvent")] event: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Scene")] scene: JsValue,
    ) -> Result<JsValue, JsError> {
        crate::desk::handle(desk, &event, &scene, About { branch: Some(&self.branch), asked: None })
    }

    /// Returns the text of `/questions`. Lines with results are at most `columns` wide.
    pub fn listing(&self, columns: usize) -> String {
        self.branch.listing(columns)
    }

    /// Returns the questions that a plan asks, by the name there: the open ones of a call, or those that were answered
    /// last, with the answers so far. Throws if there are none.
    pub fn questionnaire(&self, ask: &str) -> Result<JsQuestionnaire, JsError> {
        let inquiry = self.branch.inquiry(ask);
        let (questionnaire, opening) = inquiry.ok_or_else(|| JsError::new("there are no such questions"))?;
        Ok(JsQuestionnaire { questionnaire: Ok(questionnaire), settings: self.settings.clone(), opening })
    }

    /// Returns the texts that the user has typed as answers, oldest first.
    #[wasm_bindgen(getter)]
    pub fn typed(&self) -> Vec<String> {
        self.branch.typed()
    }
}
