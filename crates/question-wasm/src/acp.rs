//! Questions for the clients of agents for JavaScript.

use question_core::Elicitation;
use wasm_bindgen::prelude::*;

use crate::{JsQuestionnaire, read, write};

/// The questions of one form, put to a client of the Agent Client Protocol. Free it when they are answered.
#[wasm_bindgen(js_name = Elicitation)]
pub struct JsElicitation(Elicitation);

#[wasm_bindgen(js_class = Elicitation)]
impl JsElicitation {
    /// `capabilities` are the `clientCapabilities` of the client. Throws where the questionnaire has a refusal.
    #[wasm_bindgen(constructor)]
    pub fn new(
        questionnaire: &JsQuestionnaire,
        #[wasm_bindgen(unchecked_param_type = "unknown")] capabilities: JsValue,
        #[wasm_bindgen(unchecked_param_type = "AcpScope")] scope: JsValue,
    ) -> Result<JsElicitation, JsError> {
        let scope = read::scope(&scope)?;
        Ok(Self(Elicitation::new(questionnaire.form()?, &read::json(&capabilities), scope)))
    }

    /// What to do first.
    #[wasm_bindgen(unchecked_return_type = "AcpStep")]
    pub fn ask(&self) -> JsValue {
        write::json(&self.0.ask())
    }

    /// What to do after the client has replied: `{ result }` or `{ error }`, as JSON-RPC has it.
    #[wasm_bindgen(unchecked_return_type = "AcpStep")]
    pub fn reply(&mut self, #[wasm_bindgen(unchecked_param_type = "AcpReply")] reply: JsValue) -> JsValue {
        write::json(&self.0.reply(&read::json(&reply)))
    }

    /// What was answered so far: the `ask_user_response` of a user who leaves with that.
    #[wasm_bindgen(getter, js_name = soFar)]
    pub fn so_far(&self) -> String {
        self.0.so_far()
    }
}
