//! JavaScript binding for the form as plain dialogs.

use question_core::{Dialect, DialogHost, Dialogs};
use wasm_bindgen::prelude::*;

use crate::{JsQuestionnaire, read, spoken, write};

/// A form as a sequence of plain dialogs. Must be freed after it has ended.
#[wasm_bindgen(js_name = Dialogs)]
pub struct JsDialogs {
    pub(crate) dialogs: Dialogs,
    dialect: Dialect,
}

#[wasm_bindgen(js_class = Dialogs)]
impl JsDialogs {
    /// Creates the dialogs of a host that has lists, inputs, or both. Choices are options of the dialogs, or listed in the
    /// title and answered by typing. `isWriting` says whether the prompt of the user's terminal holds unsent text; undefined
    /// for a program. In a terminal, dialogs are guarded; see `guard` of `Form`. `unshown`: why the host shows no form, if
    /// dialogs stand in for it. Throws if the questionnaire has a refusal.
    #[wasm_bindgen(constructor)]
    pub fn new(
        questionnaire: &JsQuestionnaire,
        #[wasm_bindgen(js_name = hasList)] has_list: bool,
        #[wasm_bindgen(js_name = hasInput)] has_input: bool,
        #[wasm_bindgen(js_name = isWriting)] is_writing: Option<bool>,
        unshown: Option<String>,
    ) -> Result<JsDialogs, JsError> {
        let terminal = is_writing.map(|is_writing| DialogHost::Terminal { is_writing, unshown });
        let host = terminal.unwrap_or_default();
        let mut dialogs = Dialogs::new(questionnaire.form()?, host.style(has_list, has_input));
        dialogs.set_host(host);
        Ok(Self { dialogs, dialect: questionnaire.settings.dialect })
    }

    /// Returns the dialog to show; undefined after the form has ended.
    #[wasm_bindgen(unchecked_return_type = "Dialog | undefined")]
    pub fn dialog(&self) -> Option<JsValue> {
        self.dialogs.dialog().map(|dialog| write::value(&dialog))
    }

    /// Sets the size of the terminal in columns and rows. Taller dialogs are divided into pages. Without a size, no
    /// dialog is.
    pub fn resize(&mut self, columns: usize, rows: usize) {
        self.dialogs.resize(columns, rows);
    }

    /// Says that an editor shows the dialogs as requests for a permission.
    #[wasm_bindgen(js_name = setEditor)]
    pub fn set_editor(&mut self) {
        self.dialogs.set_host(DialogHost::Editor);
    }

    /// Records that the host opens the dialog at `now`, in milliseconds.
    #[wasm_bindgen(js_name = hostOpened)]
    pub fn host_opened(&mut self, now: f64) {
        self.dialogs.host_opened(now);
    }

    /// Records that a dialog became visible at `now`, in milliseconds.
    pub fn painted(&mut self, now: f64) {
        self.dialogs.form.guard().painted(now);
    }

    /// Records a key pressed at `now`, in milliseconds, which restarts the quiet period.
    pub fn pressed(&mut self, now: f64) {
        self.dialogs.form.guard().pressed(now);
    }

    /// Handles what the host has replied to the dialog at `now`, in milliseconds: any value. Returns a text that was meant for
    /// its prompt.
    #[wasm_bindgen(js_name = hostReplied)]
    pub fn host_replied(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "unknown")] reply: JsValue,
        now: f64,
    ) -> Option<String> {
        self.dialogs.host_replied(read::host_reply(&reply), now)
    }

    /// Ends the form at `now`, in milliseconds, because the host cannot show the dialog, for this reason.
    #[wasm_bindgen(js_name = hostFailed)]
    pub fn host_failed(&mut self, reason: String, now: f64) {
        self.dialogs.host_failed(reason, now);
    }

    /// Handles the reply of a user who has read the dialog; undefined if it was closed without one.
    pub fn reply(&mut self, reply: Option<String>) {
        self.dialogs.reply(reply.as_deref());
    }

    /// Returns a message that asks the same questions of a program with a user interface of its own.
    #[wasm_bindgen(unchecked_return_type = "AskUserRequest")]
    pub fn request(&self, request_id: &str) -> JsValue {
        write::json(&self.dialogs.form.request(request_id))
    }

    /// Takes a program's response to that message, which ends the form at the next reply of undefined; the open dialog has to
    /// be closed for that. If the response has a fault or comes too late, returns that, and changes nothing.
    pub fn respond(&mut self, message: &str) -> Option<String> {
        self.dialogs.respond(message).err()
    }

    /// Ends the form from outside in the same way; see `end` of `Form`.
    pub fn interrupt(&mut self, #[wasm_bindgen(unchecked_param_type = "\"abort\" | \"disconnect\"")] how: &str) {
        self.dialogs.interrupt(crate::ending(how, None));
    }

    /// Returns whether the form is to be ended from outside; after its end, whether that came too late.
    #[wasm_bindgen(getter, js_name = isInterrupted)]
    pub fn is_interrupted(&self) -> bool {
        self.dialogs.is_interrupted()
    }

    /// Ends the form at once: by what interrupts it, or else as by an abort.
    pub fn abort(&mut self) {
        self.dialogs.end(crate::ending("abort", None));
    }

    /// Returns whether the user has entered anything.
    #[wasm_bindgen(getter, js_name = isTouched)]
    pub fn is_touched(&self) -> bool {
        self.dialogs.form.has_input()
    }

    /// Returns what stays the same of what the form would leave; see `asked` of `Form`.
    pub fn asked(&self, #[wasm_bindgen(unchecked_param_type = "Host")] host: JsValue) -> Result<String, JsError> {
        Ok(write::text(&self.dialogs.form.asked(self.dialect, read::host(&host)?)))
    }

    /// Returns what the form would leave if it failed now; see `left` of `Form`.
    pub fn left(&mut self) -> Option<String> {
        self.dialogs.form.left().map(|left| write::text(&left))
    }

    /// Returns the result of a form that has ended; undefined before that.
    #[wasm_bindgen(unchecked_return_type = "ToolResult | undefined")]
    pub fn result(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Host")] host: JsValue,
    ) -> Result<Option<JsValue>, JsError> {
        let host = read::host(&host)?;
        Ok(self.dialogs.form.result(host).map(|result| spoken(&result, self.dialect)))
    }
}
