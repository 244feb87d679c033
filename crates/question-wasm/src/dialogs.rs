//! The form as plain dialogs for JavaScript.

use question_core::{Action, Before, Dialect, Dialogs, Questionnaire, Replies, Response, Style};
use wasm_bindgen::prelude::*;

use crate::{JsQuestionnaire, read, spoken, write};

/// One form as a row of plain dialogs. Free it when it has ended.
#[wasm_bindgen(js_name = Dialogs)]
pub struct JsDialogs {
    dialogs: Dialogs,
    questionnaire: Questionnaire,
    /// The answers that the form began with.
    standing: Replies,
    dialect: Dialect,
}

#[wasm_bindgen(js_class = Dialogs)]
impl JsDialogs {
    /// `typed`: choices are lines of the title, to be answered by typing; else they are options of the dialogs. Throws
    /// where the questionnaire has a refusal.
    #[wasm_bindgen(constructor)]
    pub fn new(questionnaire: &JsQuestionnaire, typed: bool) -> Result<JsDialogs, JsError> {
        let style = if typed { Style::Numbers } else { Style::Select };
        Ok(Self {
            dialogs: Dialogs::new(questionnaire.form()?, style),
            questionnaire: questionnaire.valid()?.clone(),
            standing: questionnaire.standing(),
            dialect: questionnaire.settings.dialect,
        })
    }

    /// The dialog to show; undefined once the form has ended.
    #[wasm_bindgen(unchecked_return_type = "Dialog | undefined")]
    pub fn dialog(&self) -> Option<JsValue> {
        self.dialogs.dialog().map(|dialog| write::value(&dialog))
    }

    /// The terminal has so many columns and rows: a dialog that is taller comes in pages. Without this, none does.
    pub fn resize(&mut self, columns: usize, rows: usize) {
        self.dialogs.resize(columns, rows);
    }

    /// Guards dialogs that open by themselves; see `guard` of `Form`.
    pub fn guard(
        &mut self,
        #[wasm_bindgen(js_name = lastKey)] last_key: Option<f64>,
        #[wasm_bindgen(js_name = isWriting)] is_writing: bool,
    ) {
        self.dialogs.form.guard().close(Before { last_key, is_writing });
    }

    /// Notes that a dialog stands on the screen since `now`.
    pub fn painted(&mut self, now: f64) {
        self.dialogs.form.guard().painted(now);
    }

    /// Counts a key that comes at `now`: silence begins anew.
    pub fn pressed(&mut self, now: f64) {
        self.dialogs.form.guard().holds(false, now);
    }

    /// Whether a reply that comes at `now` is still meant for pi's prompt: then the dialog is to be shown again.
    pub fn holds(&mut self, now: f64) -> bool {
        self.dialogs.form.guard().remaining_ms(now) > 0.0
    }

    /// Takes the reply to the dialog; undefined where it was closed without one.
    pub fn reply(&mut self, reply: Option<String>) {
        self.dialogs.reply(reply.as_deref());
    }

    /// The message that asks the same questions of a program that can show them in its own way.
    #[wasm_bindgen(unchecked_return_type = "AskUserRequest")]
    pub fn request(&self, request_id: &str) -> JsValue {
        write::json(&self.questionnaire.request(request_id, self.dialogs.form.standing(&self.standing)))
    }

    /// What is wrong with a program's response to that message; undefined where `respond` would take it.
    pub fn problem(&self, message: &str) -> Option<String> {
        Response::read(message, &self.questionnaire, &self.standing).err()
    }

    /// Takes a program's response to that message, which ends the form; returns what is wrong with it, and then changes
    /// nothing.
    pub fn respond(&mut self, message: &str) -> Option<String> {
        match Response::read(message, &self.questionnaire, &self.standing) {
            Ok(response) => {
                self.dialogs.form.update(Action::Respond(response));
                None
            }
            Err(problem) => Some(problem),
        }
    }

    /// Enters the answers of a program's response, however that ends, and goes on; not one that has anything wrong with it.
    pub fn enter(&mut self, message: &str) {
        if let Ok(response) = Response::read(message, &self.questionnaire, &self.standing) {
            self.dialogs.form.update(Action::Enter(response.replies));
        }
    }

    /// Ends the form because the program that asked the user went away.
    pub fn disconnect(&mut self) {
        self.dialogs.form.update(Action::Disconnect);
    }

    /// Ends the form because the program that shows it closed it by itself: nobody was asked.
    pub fn unasked(&mut self) {
        self.dialogs.form.update(Action::Unasked);
    }

    /// Ends the form because the user stopped the run before it was shown: it is not asked again.
    pub fn stop(&mut self) {
        self.dialogs.form.update(Action::Stop);
    }

    /// Ends the form because the run was aborted or the session closes.
    pub fn abort(&mut self) {
        self.dialogs.form.update(Action::Abort);
    }

    /// Ends the form because the host cannot go on, and why.
    pub fn fail(&mut self, reason: String) {
        self.dialogs.form.update(Action::Fail(reason));
    }

    /// The result of a form that has ended; undefined while it goes on.
    #[wasm_bindgen(unchecked_return_type = "ToolResult | undefined")]
    pub fn result(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Host")] host: JsValue,
    ) -> Result<Option<JsValue>, JsError> {
        let host = read::host(&host)?;
        Ok(self.dialogs.form.result(host).map(|result| spoken(&result, self.dialect)))
    }
}
