//! JavaScript binding for elicitations over the Agent Client Protocol.

use question_core::Elicitation;
use wasm_bindgen::prelude::*;

use crate::{JsQuestionnaire, read, write};

/// The questions of one form, asked of a client of the Agent Client Protocol. Must be freed after they are answered.
#[wasm_bindgen(js_name = Elicitation)]
pub struct JsElicitation(Elicitation);

#[wasm_bindgen(js_class = Elicitation)]
impl JsElicitation {
    /// Creates the elicitation. `capabilities` are the client's `clientCapabilities`. Throws if the questionnaire has a
    /// refusal.
    #[wasm_bindgen(constructor)]
    pub fn new(
        questionnaire: &JsQuestionnaire,
        #[wasm_bindgen(unchecked_param_type = "unknown")] capabilities: JsValue,
        #[wasm_bindgen(unchecked_param_type = "AcpScope")] scope: JsValue,
    ) -> Result<JsElicitation, JsError> {
        let scope = read::scope(&scope)?;
        let JsQuestionnaire { opening, settings, .. } = questionnaire;
        Ok(Self(Elicitation::new(questionnaire.valid()?, opening, settings, &read::json(&capabilities), scope)))
    }

    /// Returns what to do first.
    #[wasm_bindgen(unchecked_return_type = "AcpStep")]
    pub fn ask(&self) -> JsValue {
        write::json(&self.0.ask())
    }

    /// Returns what to do after the client's reply: `{ result }` or `{ error }`, as in JSON-RPC.
    #[wasm_bindgen(unchecked_return_type = "AcpStep")]
    pub fn reply(&mut self, #[wasm_bindgen(unchecked_param_type = "AcpReply")] reply: JsValue) -> JsValue {
        write::json(&self.0.reply(&read::json(&reply)))
    }

    /// Returns the answers so far as the `ask_user_response` of a user who leaves with them.
    #[wasm_bindgen(getter, js_name = soFar)]
    pub fn so_far(&self) -> String {
        self.0.so_far()
    }
}
