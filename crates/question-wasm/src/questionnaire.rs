//! JavaScript binding for the questions of a call, and the results of a call that does not show a form.

use question_core::{AskUserRequest, Ending, Form, Opening, Place, Questionnaire, Refusal, Settings};
use wasm_bindgen::prelude::*;

use crate::shapes::{Answered, PendingText};
use crate::{JsBranch, JsSettings, read, spoken, write};

/// The questions of a form, or the refusal of a call.
#[wasm_bindgen(js_name = Questionnaire)]
pub struct JsQuestionnaire {
    pub(crate) questionnaire: Result<Questionnaire, Refusal>,
    pub(crate) settings: Settings,
    pub(crate) opening: Opening,
}

#[wasm_bindgen(js_class = Questionnaire)]
impl JsQuestionnaire {
    /// Reads the arguments of a call. Never throws; see `refusal`.
    #[wasm_bindgen(constructor)]
    pub fn new(settings: &JsSettings, #[wasm_bindgen(unchecked_param_type = "unknown")] arguments: JsValue) -> Self {
        let settings = settings.settings.clone();
        let questionnaire = Questionnaire::new(read::call(&arguments), &settings);
        Self { questionnaire, settings, opening: Opening::default() }
    }

    /// Restores what was entered when the subagent of `askFor`, or without one the session itself, asked the same questions
    /// before, for the form of a call.
    pub fn remember(&mut self, branch: &JsBranch) {
        if let Ok(questionnaire) = &self.questionnaire {
            let subagent = self.opening.subagent.take();
            self.opening =
                Opening { subagent: subagent.clone(), ..branch.branch.entered(questionnaire, subagent.as_ref()) };
        }
    }

    /// Says which session the questions come from. Throws if `subagent` is none.
    #[wasm_bindgen(js_name = askFor)]
    pub fn ask_for(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Subagent")] subagent: JsValue,
    ) -> Result<(), JsError> {
        self.opening.subagent = Some(read::subagent(&subagent)?);
        Ok(())
    }

    /// Says in the user's language that the questions wait, and who asks if that is another session.
    #[wasm_bindgen(getter)]
    pub fn asks(&self) -> String {
        self.opening.asks(&self.settings)
    }

    /// Reads an `ask_user_request` with the answers in it. Any other message results in a refusal.
    #[wasm_bindgen(js_name = ofRequest)]
    pub fn of_request(
        settings: &JsSettings,
        #[wasm_bindgen(unchecked_param_type = "AskUserRequest")] request: JsValue,
    ) -> Self {
        let settings = settings.settings.clone();
        let (questionnaire, opening) = AskUserRequest::read(&read::json_text(&request)).unzip();
        let questionnaire = questionnaire.ok_or_else(Refusal::default);
        Self { questionnaire, settings, opening: opening.unwrap_or_default() }
    }

    /// Returns the result for questions that cannot be asked; undefined if they can.
    #[wasm_bindgen(unchecked_return_type = "ToolResult | undefined")]
    pub fn refusal(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Host")] host: JsValue,
    ) -> Result<Option<JsValue>, JsError> {
        let host = read::host(&host)?;
        Ok(self.questionnaire.as_ref().err().map(|refusal| spoken(&refusal.result(host), self.settings.dialect)))
    }

    /// Returns the result for a host without a user interface. `reason` is why the questions could not be saved either.
    #[wasm_bindgen(unchecked_return_type = "ToolResult")]
    pub fn unavailable(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Host")] host: JsValue,
        reason: Option<String>,
    ) -> Result<JsValue, JsError> {
        let host = read::host(&host)?;
        let result = match &self.questionnaire {
            Ok(questionnaire) => questionnaire.unavailable(host, reason),
            Err(refusal) => refusal.result(host),
        };
        Ok(spoken(&result, self.settings.dialect))
    }

    /// Returns the result for questions that end before their form has opened. After "stop", they are not asked again.
    #[wasm_bindgen(js_name = endUnseen, unchecked_return_type = "ToolResult")]
    pub fn end_unseen(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Host")] host: JsValue,
        #[wasm_bindgen(unchecked_param_type = "\"abort\" | \"disconnect\" | \"stop\"")] how: &str,
    ) -> Result<JsValue, JsError> {
        let ending = match how {
            "disconnect" => Ending::Disconnected,
            "stop" => Ending::Stopped,
            _ => Ending::Aborted,
        };
        let result = self.opening.result(self.valid()?, &ending, read::host(&host)?);
        Ok(spoken(&result, self.settings.dialect))
    }

    /// Returns the result for a session that another one has started, in which nobody can be asked. `why` is the reason
    /// if there was somebody.
    #[wasm_bindgen(js_name = unaskedInside, unchecked_return_type = "ToolResult")]
    pub fn unasked_inside(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Host")] host: JsValue,
        why: Option<String>,
    ) -> Result<JsValue, JsError> {
        Ok(spoken(&self.valid()?.unasked_inside(read::host(&host)?, why), self.settings.dialect))
    }

    /// Returns the result for questions saved to `file`, a path relative to the project's folder, with `key` as their
    /// key. `remark` is added for the model.
    #[wasm_bindgen(unchecked_return_type = "ToolResult")]
    pub fn pending(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Host")] host: JsValue,
        file: String,
        key: String,
        remark: Option<String>,
    ) -> Result<JsValue, JsError> {
        let result = self.valid()?.pending(read::host(&host)?, file, key, remark);
        Ok(spoken(&result, self.settings.dialect))
    }

    /// Returns a pending file of the session with these questions after those that it has. If none can be written, returns
    /// the reason instead.
    #[wasm_bindgen(js_name = pendingText, unchecked_return_type = "PendingText")]
    pub fn pending_text(
        &self,
        branch: &JsBranch,
        #[wasm_bindgen(unchecked_param_type = "Origin")] origin: JsValue,
    ) -> Result<JsValue, JsError> {
        let (questionnaire, origin) = (self.valid()?, read::origin(&origin));
        Ok(write::json(&match branch.branch.pending_text(questionnaire, &origin) {
            Ok((Place { name, existing, notice }, text)) => {
                PendingText::Text { name, text, existing, notice, problem: None }
            }
            Err(problem) => PendingText::Problem { problem },
        }))
    }

    /// Returns the result of answering all questions with `answers`, a JSON text, and the answers that came with the
    /// questions. If the answers have a fault, returns that instead, worded to follow the name of their source.
    #[wasm_bindgen(unchecked_return_type = "Answered")]
    pub fn answered(
        &self,
        answers: Option<String>,
        #[wasm_bindgen(unchecked_param_type = "Host")] host: JsValue,
    ) -> Result<JsValue, JsError> {
        let host = read::host(&host)?;
        Ok(match self.opening.answered(self.valid()?, answers.as_deref(), host) {
            Ok(result) => {
                write::json(&Answered::Result { result: result.in_dialect(self.settings.dialect), problem: None })
            }
            Err(fault) => write::json(&Answered::Problem { problem: fault.in_english() }),
        })
    }
}

impl JsQuestionnaire {
    pub(crate) fn valid(&self) -> Result<&Questionnaire, JsError> {
        self.questionnaire.as_ref().map_err(|refusal| JsError::new(&refusal.to_string()))
    }

    /// Creates the form for a person who sees it. Throws if the questions cannot be asked.
    pub(crate) fn form(&self) -> Result<Form, JsError> {
        Ok(Form::new(self.valid()?.clone(), self.opening.clone(), &self.settings))
    }
}
