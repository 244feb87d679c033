//! The form on the screen for JavaScript: what the user does goes in, steps and painted lines come out.

use question_core::screen::{Editor, Input, Screen, Size};
use question_core::{Before, Command, Dialect, Frame, Slot};
use wasm_bindgen::prelude::*;

use crate::{JsQuestionnaire, Palette, read, spoken, write};

/// One form on the screen. Free it when it has ended.
///
/// What happens to it comes with the time, in milliseconds since any fixed moment; of keys that come while the user was
/// still typing elsewhere, it takes none that answers.
#[wasm_bindgen(js_name = Form)]
pub struct JsForm {
    screen: Screen,
    dialect: Dialect,
    /// Of the last drawing.
    editor: Editor,
    slot: Option<Slot>,
    tail: String,
}

/// All commands that keys can be bound to, with their names in `keybindings.json` and the keys that they have by default.
#[wasm_bindgen(unchecked_return_type = "Binding[]")]
pub fn bindings() -> JsValue {
    write::value(&Command::bindings())
}

#[wasm_bindgen(js_class = Form)]
impl JsForm {
    /// A form of which all keys count. Throws where the questionnaire has a refusal.
    #[wasm_bindgen(constructor)]
    pub fn new(
        questionnaire: &JsQuestionnaire,
        #[wasm_bindgen(unchecked_param_type = "BoundKeys")] keys: JsValue,
    ) -> Result<JsForm, JsError> {
        let keys = read::keys(&keys);
        Ok(Self {
            screen: Screen::new(questionnaire.form()?, keys.into(), &questionnaire.settings),
            dialect: questionnaire.settings.dialect,
            editor: Editor::default(),
            slot: None,
            tail: String::new(),
        })
    }

    /// Guards a form that opens by itself: keys that answer, toggle or open something count once there was silence since it
    /// was painted and since the last key. `lastKey` is when the user had pressed that, if ever, and `isWriting` whether pi's
    /// prompt holds unsent text.
    pub fn guard(
        &mut self,
        #[wasm_bindgen(js_name = lastKey)] last_key: Option<f64>,
        #[wasm_bindgen(js_name = isWriting)] is_writing: bool,
    ) {
        self.screen.guard().close(Before { last_key, is_writing });
    }

    /// Notes that the form stands on the screen since `now`.
    pub fn painted(&mut self, now: f64) {
        self.screen.guard().painted(now);
    }

    /// Counts a key, whatever it is to the form, and returns whether it is still meant for pi's prompt. `types`: it is a
    /// text, or ends one. To be asked before the form gets a key.
    pub fn holds(&mut self, types: bool, now: f64) -> bool {
        self.screen.guard().holds(types, now)
    }

    /// Milliseconds of silence until all keys count: 0 once they do, for good, and infinite until the form is painted. Draw
    /// again then: a line says why keys do nothing.
    #[wasm_bindgen(js_name = quietIn)]
    pub fn quiet_in(&mut self, now: f64) -> f64 {
        self.screen.guard().remaining_ms(now)
    }

    /// A key was pressed that is bound to a command.
    #[wasm_bindgen(unchecked_return_type = "Step")]
    pub fn press(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Command")] command: &str,
        now: f64,
    ) -> Result<JsValue, JsError> {
        let command = Command::named(command).ok_or_else(|| JsError::new("no such command"))?;
        Ok(self.update(Input::Press(command), now))
    }

    /// A digit was pressed: takes the option of that number; 0 is the custom row.
    #[wasm_bindgen(unchecked_return_type = "Step")]
    pub fn digit(&mut self, digit: u8, now: f64) -> JsValue {
        self.update(Input::Digit(digit), now)
    }

    /// The editor, or the line that filters, holds this text now.
    #[wasm_bindgen(unchecked_return_type = "Step")]
    pub fn write(&mut self, text: String, now: f64) -> JsValue {
        self.update(Input::Write(text), now)
    }

    /// The editor was asked to submit this text.
    #[wasm_bindgen(unchecked_return_type = "Step")]
    pub fn submit(&mut self, text: String, now: f64) -> JsValue {
        self.update(Input::Submit(text), now)
    }

    /// What the user's own editor has saved is no text, and lies in `file`: the form says so, and keeps the text that it has.
    #[wasm_bindgen(unchecked_return_type = "Step")]
    pub fn unreadable(&mut self, file: String, now: f64) -> JsValue {
        self.update(Input::Unreadable(file), now)
    }

    /// The mouse was clicked on what `target` has found.
    #[wasm_bindgen(unchecked_return_type = "Step")]
    pub fn click(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Target")] target: JsValue,
        now: f64,
    ) -> Result<JsValue, JsError> {
        Ok(self.update(Input::Click(read::target(&target)?), now))
    }

    /// The mouse was clicked on what `target` has found, while the form had no keys: highlights it.
    #[wasm_bindgen(unchecked_return_type = "Step")]
    pub fn aim(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Target")] target: JsValue,
        now: f64,
    ) -> Result<JsValue, JsError> {
        Ok(self.update(Input::Aim(read::target(&target)?), now))
    }

    /// The mouse's wheel was turned over what `target` has found.
    #[wasm_bindgen(unchecked_return_type = "Step")]
    pub fn wheel(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Target")] target: JsValue,
        is_up: bool,
        now: f64,
    ) -> Result<JsValue, JsError> {
        let target = read::target(&target)?;
        Ok(self.update(if is_up { Input::WheelUp(target) } else { Input::WheelDown(target) }, now))
    }

    /// Ends the form because the run was aborted or the session closes.
    pub fn abort(&mut self) {
        self.screen.update(Input::Abort);
    }

    /// Ends the form because the host cannot go on, and why.
    pub fn fail(&mut self, reason: String) {
        self.screen.update(Input::Fail(reason));
    }

    /// Whether there is more on the page than is shown, so that keys which turn over a screenful are the form's.
    #[wasm_bindgen(getter, js_name = isCut)]
    pub fn is_cut(&self) -> bool {
        self.screen.is_cut()
    }

    /// Tells the form the size of the terminal.
    pub fn resize(&mut self, columns: usize, rows: usize) {
        self.screen.resize(Size { columns, rows });
    }

    /// The painted lines, joined by newlines. `editor_rows` is the height of the text editor and `editor_cursor` the line
    /// of its cursor, from 0; they are 0 where there is none.
    pub fn view(&mut self, palette: &Palette, editor_rows: usize, editor_cursor: usize) -> String {
        self.screen.set_editor_rows(editor_rows);
        self.editor = Editor { rows: editor_rows, cursor: editor_cursor };
        let frame = self.screen.frame(self.editor);
        self.slot = frame.slot;
        let tail = Frame { lines: frame.tail.iter().cloned().collect(), ..Frame::default() };
        self.tail = palette.0.paint(&tail);
        palette.0.paint(&frame)
    }

    /// Where the text editor, or the line that filters, goes in what `view` returned last; undefined where it has no
    /// room or is closed.
    #[wasm_bindgen(getter, unchecked_return_type = "Slot | undefined")]
    pub fn slot(&self) -> Option<JsValue> {
        self.slot.map(|slot| write::value(&slot))
    }

    /// What goes behind the line that filters in it, painted; blank where nothing does.
    #[wasm_bindgen(getter)]
    pub fn tail(&self) -> String {
        self.tail.clone()
    }

    /// Columns that the text editor, or the line that filters, may take.
    #[wasm_bindgen(getter, js_name = fieldColumns)]
    pub fn field_columns(&self) -> usize {
        self.screen.field_columns()
    }

    /// What is at a place of what was drawn last, the editor's lines put in; `row` and `column` count from 0.
    #[wasm_bindgen(unchecked_return_type = "Target")]
    pub fn target(&self, row: usize, column: usize) -> JsValue {
        write::value(&self.screen.target(self.editor, row, column))
    }

    /// What has the user's keys.
    #[wasm_bindgen(getter, unchecked_return_type = "Focus")]
    pub fn focus(&self) -> JsValue {
        write::value(&self.screen.focus())
    }

    /// The text that belongs into the editor, or into the line that filters.
    #[wasm_bindgen(getter)]
    pub fn text(&self) -> String {
        self.screen.form().text().to_owned()
    }

    /// What stands in the editor while it is empty; blank where nothing does.
    #[wasm_bindgen(getter)]
    pub fn placeholder(&self) -> String {
        self.screen.form().placeholder().to_owned()
    }

    /// The result of a form that has ended; undefined while it goes on.
    #[wasm_bindgen(unchecked_return_type = "ToolResult | undefined")]
    pub fn result(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Host")] host: JsValue,
    ) -> Result<Option<JsValue>, JsError> {
        let host = read::host(&host)?;
        Ok(self.screen.result(host).map(|result| spoken(&result, self.dialect)))
    }
}

impl JsForm {
    fn update(&mut self, input: Input, now: f64) -> JsValue {
        write::value(&self.screen.update_at(input, now))
    }
}
