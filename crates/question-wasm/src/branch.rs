//! JavaScript binding for the open questions of a session.

use question_core::Branch;
use wasm_bindgen::prelude::*;

use crate::{JsQuestionnaire, JsSettings, read, write};

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

    /// Returns what the host has to do about an event.
    #[wasm_bindgen(unchecked_return_type = "Plan")]
    pub fn plan(&self, #[wasm_bindgen(unchecked_param_type = "Event")] event: JsValue) -> Result<JsValue, JsError> {
        Ok(write::json(&self.branch.plan(&read::event(&event)?)))
    }

    /// Divides answers of the command line between a tool call and those that follow it in its message: those for the
    /// call, and, unless they are for the call alone, the rest.
    pub fn divide(&self, call: &str, answers: &str) -> Vec<String> {
        let (own, rest) = self.branch.divide(call, answers);
        [Some(own), rest].into_iter().flatten().collect()
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
