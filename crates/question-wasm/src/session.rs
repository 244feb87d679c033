//! What waits in a session, for JavaScript.

use question_core::{Plan, Session};
use serde_json::Value;
use wasm_bindgen::prelude::*;

use crate::questionnaire::Occasion;
use crate::{JsQuestionnaire, JsSettings, read, write};

/// A session as it is now, as far as questions go. Free it.
#[wasm_bindgen(js_name = Session)]
pub struct JsSession {
    pub(crate) session: Session,
    settings: question_core::Settings,
}

#[wasm_bindgen(js_class = Session)]
impl JsSession {
    /// Reads the JSON text of pi's session entries, the oldest first, for the tool of the settings. What is no such text
    /// holds nothing.
    #[wasm_bindgen(constructor)]
    pub fn new(
        settings: &JsSettings,
        entries: &str,
        #[wasm_bindgen(unchecked_param_type = "SessionFacts")] facts: JsValue,
    ) -> Result<JsSession, JsError> {
        let entries: Value = question_core::parse(entries).unwrap_or_default();
        let session = Session::read(&entries, read::facts(&facts)?, &settings.settings);
        Ok(Self { session, settings: settings.settings.clone() })
    }

    /// What to do when the session begins: answers that were given meanwhile go to the model, and a call that was
    /// interrupted is asked again.
    #[wasm_bindgen(unchecked_return_type = "Plan")]
    pub fn resume(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Beginning")] beginning: JsValue,
    ) -> Result<JsValue, JsError> {
        Ok(self.shaped(&self.session.resume(&read::beginning(&beginning)?)))
    }

    /// What `/questions answer` comes to.
    #[wasm_bindgen(unchecked_return_type = "Plan")]
    pub fn answer(&self, #[wasm_bindgen(js_name = hasUI)] has_ui: bool) -> JsValue {
        self.shaped(&self.session.answer(has_ui))
    }

    /// What `/questions revise` comes to.
    #[wasm_bindgen(unchecked_return_type = "Plan")]
    pub fn revise(&self, #[wasm_bindgen(js_name = hasUI)] has_ui: bool) -> JsValue {
        self.shaped(&self.session.revise(has_ui))
    }

    /// The text of `/questions`, the lines of results no wider than `columns`.
    pub fn listing(&self, columns: usize) -> String {
        self.session.listing(columns)
    }

    /// Late questions with the answers so far, by the `calls` and the `file` that a plan names them with; those to be revised
    /// have none of both. Throws where there are none.
    pub fn questionnaire(&self, calls: Vec<String>, file: Option<String>) -> Result<JsQuestionnaire, JsError> {
        let (questionnaire, occasion) = if calls.is_empty() {
            let revision = self.session.revision();
            revision.map(|(questionnaire, settled, begun)| (questionnaire, Occasion::Revision(settled, begun)))
        } else {
            let late = self.session.late().into_iter().find(|late| late.calls == calls && late.file == file);
            late.map(|late| (late.questionnaire.clone(), Occasion::Later(Box::new(self.session.opened(late)))))
        }
        .ok_or_else(|| JsError::new("there are no such questions"))?;
        Ok(JsQuestionnaire { questionnaire: Ok(questionnaire), settings: self.settings.clone(), occasion })
    }

    /// The name of the pending file that counts here, as the user knows it.
    #[wasm_bindgen(getter)]
    pub fn file(&self) -> String {
        self.session.file().to_owned()
    }

    /// Whether the answers to all questions of the pending file stand in the session.
    #[wasm_bindgen(getter, js_name = isDelivered)]
    pub fn is_delivered(&self) -> bool {
        self.session.is_delivered()
    }

    /// The ids of the session's entries that answer questions of the pending file.
    #[wasm_bindgen(getter, js_name = answeredBy)]
    pub fn answered_by(&self) -> Vec<String> {
        self.session.answered_by().to_vec()
    }

    /// Whether the pending file is of another session, and that session is here.
    #[wasm_bindgen(getter, js_name = isOfKnownSession)]
    pub fn is_of_known_session(&self) -> bool {
        self.session.is_of_known_session()
    }

    /// The ids of the calls whose questions are in the pending file; none where something is wrong with it.
    #[wasm_bindgen(getter, js_name = pendingCalls)]
    pub fn pending_calls(&self) -> Vec<String> {
        self.session.pending().map(|late| late.calls.clone()).unwrap_or_default()
    }

    /// Why the pending file should not be removed without a question; undefined where nothing would be lost.
    #[wasm_bindgen(getter)]
    pub fn doubt(&self) -> Option<String> {
        self.session.doubt()
    }

    /// Whether a message that brings answers stands in the session, by the id in its details.
    #[wasm_bindgen(js_name = holdsMessage)]
    pub fn holds_message(&self, id: &str) -> bool {
        self.session.branch().holds_message(id)
    }

    /// The texts that the user has typed as answers, the oldest first.
    #[wasm_bindgen(getter)]
    pub fn typed(&self) -> Vec<String> {
        self.session.branch().typed().to_vec()
    }
}

impl JsSession {
    fn shaped(&self, plan: &Plan) -> JsValue {
        write::json(&plan.in_dialect(self.settings.dialect))
    }
}
