//! JavaScript binding for elicitations over the Agent Client Protocol.

use question_core::Elicitation;
use wasm_bindgen::prelude::*;

use crate::dialogs::JsDialogs;
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

    /// Does the same, and enters the reply into the dialogs of the same questions, which end with the last one. The reply is
    /// undefined if the client is gone.
    #[wasm_bindgen(unchecked_return_type = "AcpStep")]
    pub fn take(
        &mut self,
        dialogs: &mut JsDialogs,
        #[wasm_bindgen(unchecked_param_type = "AcpReply | undefined")] reply: JsValue,
    ) -> JsValue {
        let reply = (!reply.is_undefined()).then(|| read::json(&reply));
        let is_interrupted = dialogs.dialogs.is_interrupted();
        write::json(&self.0.take(&mut dialogs.dialogs.form, reply.as_ref(), is_interrupted))
    }
}
