//! JavaScript binding for the questions of a call, and the results of a call that does not show a form.

use question_core::{About, AskUserRequest, AskedQuestions, Form, Opening, Questionnaire, Refusal, Settings, WebForm};
use wasm_bindgen::prelude::*;

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
            let opening = std::mem::take(&mut self.opening);
            let entered = branch.branch.entered(questionnaire, opening.subagent.as_ref());
            self.opening = opening.remembering(entered);
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

    /// Says in one line what the questions are about; empty if they cannot be asked.
    #[wasm_bindgen(getter)]
    pub fn about(&self) -> String {
        self.questionnaire.as_ref().map_or_else(|_| String::new(), Questionnaire::about)
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

    /// Returns the result of questions that ended like this without a place. Throws if answers have a fault.
    #[wasm_bindgen(unchecked_return_type = "ToolResult")]
    pub fn finish(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Finish")] with: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Host")] host: JsValue,
    ) -> Result<JsValue, JsError> {
        let host = read::host(&host)?;
        let result = match &self.questionnaire {
            Ok(_) => read::finish(&with)?.result(self.asked()?, host),
            Err(refusal) => Ok(refusal.result(host)),
        };
        let result = result.map_err(|fault| JsError::new(&fault.in_english()))?;
        Ok(spoken(&result, self.settings.dialect))
    }

    /// Returns a message that asks the questions of other programs.
    #[wasm_bindgen(unchecked_return_type = "AskUserRequest")]
    pub fn request(&self, request_id: &str) -> Result<JsValue, JsError> {
        let AskedQuestions { questionnaire, opening } = self.asked()?;
        Ok(write::json(&opening.request(questionnaire, request_id)))
    }

    /// Returns what other places see of who asks. `folder` is that of the session.
    #[wasm_bindgen(unchecked_return_type = "{ folder: string; from?: string; ask?: string }")]
    pub fn asker(&self, folder: &str) -> JsValue {
        write::json(&self.opening.asker(folder))
    }

    /// Returns the questions as a page in a browser shows them.
    #[wasm_bindgen(unchecked_return_type = "WebForm")]
    pub fn page(&self) -> Result<JsValue, JsError> {
        Ok(write::json(&WebForm::of(self.form()?)))
    }

    /// Returns what is wrong with a response from elsewhere, which needs no type and no id; undefined if it would be accepted.
    #[wasm_bindgen(unchecked_return_type = "Problems | undefined")]
    pub fn problems(&self, message: &str) -> Result<Option<JsValue>, JsError> {
        let AskedQuestions { questionnaire, opening } = self.asked()?;
        Ok(opening.problems(questionnaire, message).map(|problems| write::json(&problems)))
    }

    /// Returns the result of such a response, or what is wrong with it. `from` says where it was given.
    #[wasm_bindgen(unchecked_return_type = "ToolResult | string")]
    pub fn respond(
        &self,
        message: &str,
        from: &str,
        #[wasm_bindgen(unchecked_param_type = "Host")] host: JsValue,
    ) -> Result<JsValue, JsError> {
        let AskedQuestions { questionnaire, opening } = self.asked()?;
        let result = opening.responded(questionnaire, (message, from), read::host(&host)?);
        Ok(result.map_or_else(JsValue::from, |result| spoken(&result, self.settings.dialect)))
    }

    /// Handles an event at the desk that is about these questions, like `Branch.desk`.
    #[wasm_bindgen(unchecked_return_type = "Handled")]
    pub fn desk(
        &self,
        branch: &JsBranch,
        desk: &str,
        #[wasm_bindgen(unchecked_param_type = "DeskEvent")] event: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Scene")] scene: JsValue,
    ) -> Result<JsValue, JsError> {
        crate::desk::handle(desk, &event, &scene, About { branch: Some(&branch.branch), asked: Some(self.asked()?) })
    }
}

impl JsQuestionnaire {
    pub(crate) fn valid(&self) -> Result<&Questionnaire, JsError> {
        self.questionnaire.as_ref().map_err(|refusal| JsError::new(&refusal.to_string()))
    }

    fn asked(&self) -> Result<AskedQuestions<'_>, JsError> {
        Ok(AskedQuestions { questionnaire: self.valid()?, opening: &self.opening })
    }

    /// Creates the form for a person who sees it. Throws if the questions cannot be asked.
    pub(crate) fn form(&self) -> Result<Form, JsError> {
        Ok(Form::new(self.valid()?.clone(), self.opening.clone(), &self.settings))
    }
}
