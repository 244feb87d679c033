//! JavaScript binding for the form on the screen: input goes in, steps and painted lines come out.

use question_core::{Action, Command, Dialect, Slot};
use question_core::{Editor, Input, Screen, Size};
use wasm_bindgen::prelude::*;

use crate::paint::{Common, Painted};
use crate::{JsQuestionnaire, Palette, read, spoken, write};

/// A form on the screen. Must be freed after it has ended.
///
/// Input carries its time in milliseconds since any fixed moment. While a guard is active, the form ignores keys that
/// answer.
#[wasm_bindgen(js_name = Form)]
pub struct JsForm {
    screen: Screen,
    dialect: Dialect,
    /// The editor as drawn last.
    editor: Editor,
    slot: Option<Slot>,
    painted: Painted,
    common: Common,
}

/// Returns the ids of all bindings of the form, with those of pi's bindings for the same purposes.
#[wasm_bindgen(unchecked_return_type = "Binding[]")]
pub fn bindings() -> JsValue {
    write::value(&Command::bindings())
}

/// Returns the keys of each focus with their commands, in order of precedence.
#[wasm_bindgen(js_name = resolveKeys, unchecked_return_type = "Record<Focus, ResolvedKey[]>")]
pub fn resolve_keys(#[wasm_bindgen(unchecked_param_type = "BoundKeys")] keys: JsValue) -> JsValue {
    write::json(&read::keys(&keys).resolved())
}

#[wasm_bindgen(js_class = Form)]
impl JsForm {
    /// Creates a form in which all keys apply. `commands` are the names of the commands of extensions, without the slash.
    /// Throws if the questionnaire has a refusal.
    #[wasm_bindgen(constructor)]
    pub fn new(
        questionnaire: &JsQuestionnaire,
        #[wasm_bindgen(unchecked_param_type = "BoundKeys")] keys: JsValue,
        commands: Option<Vec<String>>,
    ) -> Result<JsForm, JsError> {
        let keys = read::keys(&keys);
        let form = questionnaire.form()?.beside(commands.unwrap_or_default());
        Ok(Self {
            screen: Screen::new(form, keys.into(), &questionnaire.settings),
            dialect: questionnaire.settings.dialect,
            editor: Editor::default(),
            slot: None,
            painted: Painted::default(),
            common: Common::default(),
        })
    }

    /// Guards a form that opens. Keys that answer, toggle, open or leave something apply after a quiet period since the form
    /// was painted and since the last key. `isWriting` says whether pi's prompt holds unsent text.
    pub fn guard(&mut self, #[wasm_bindgen(js_name = isWriting)] is_writing: bool) {
        self.screen.guard().close(is_writing);
    }

    /// Records that the form became visible at `now`, in milliseconds.
    pub fn painted(&mut self, now: f64) {
        self.screen.guard().painted(now);
    }

    /// Records at `now`, in milliseconds, that the form is visible again, after something else has covered it.
    pub fn appeared(&mut self, now: f64) {
        self.screen.guard().close_again(now);
    }

    /// Records at `now`, in milliseconds, that the host was busy, so that keys come later than they were pressed.
    pub fn stalled(&mut self, now: f64) {
        self.screen.guard().stalled(now);
    }

    /// Returns the milliseconds until the form has to be drawn again because of its guard: 0 if it has not, infinity before
    /// it is painted.
    #[wasm_bindgen(js_name = redrawMs)]
    pub fn redraw_ms(&mut self, now: f64) -> f64 {
        self.screen.guard().redraw_ms(now)
    }

    /// Handles a key that is bound to a command, or one without a meaning in the form, which is none. `typed`: what it types,
    /// if it does. `isCompleting`: whether the editor has the focus and shows completions.
    #[wasm_bindgen(unchecked_return_type = "Step")]
    pub fn press(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Command | \"none\"")] command: &str,
        now: f64,
        typed: Option<String>,
        #[wasm_bindgen(js_name = isCompleting)] is_completing: Option<bool>,
    ) -> JsValue {
        let (command, typed) = (Command::with_name(command), typed.as_deref().unwrap_or_default());
        write::value(&self.screen.press(command, typed, is_completing.unwrap_or_default(), now))
    }

    /// Handles what is typed in one piece, by keys without a command; empty for a text that is pasted. The host passes it on
    /// to the editor after the steps `Type` and `Text`.
    #[wasm_bindgen(js_name = "type", unchecked_return_type = "Step")]
    pub fn type_text(
        &mut self,
        piece: String,
        now: f64,
        #[wasm_bindgen(js_name = isCompleting)] is_completing: Option<bool>,
    ) -> JsValue {
        write::value(&self.screen.type_piece(piece, is_completing.unwrap_or_default(), now))
    }

    /// Handles a change of the text in the editor.
    #[wasm_bindgen(unchecked_return_type = "Step")]
    pub fn write(&mut self, text: String, now: f64) -> JsValue {
        self.act(Action::Write(text), now)
    }

    /// Handles the submission of the editor's text.
    #[wasm_bindgen(unchecked_return_type = "Step")]
    pub fn submit(&mut self, text: String, now: f64) -> JsValue {
        self.act(Action::Submit(text), now)
    }

    /// Puts the picture at `path` into the open text. The host then types its marker.
    #[wasm_bindgen(unchecked_return_type = "Step")]
    pub fn attach(&mut self, path: String, now: f64) -> JsValue {
        self.act(Action::Attach(path), now)
    }

    /// Returns the marker that stands for the picture at `path` in the open text; undefined if it cannot be attached.
    pub fn marker(&self, path: &str) -> Option<String> {
        self.screen.form().marker(path)
    }

    /// Handles an external editor that saved invalid text in `file`. The text of the form stays, and a notice names the
    /// file.
    #[wasm_bindgen(unchecked_return_type = "Step")]
    pub fn unreadable(&mut self, file: String, now: f64) -> JsValue {
        self.act(Action::Unreadable(file), now)
    }

    /// Handles a click on a target that `target` returned.
    #[wasm_bindgen(unchecked_return_type = "Step")]
    pub fn click(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Target")] target: JsValue,
        now: f64,
    ) -> Result<JsValue, JsError> {
        Ok(self.update(Input::Click(read::target(&target)?), now))
    }

    /// Handles the mouse wheel over a target that `target` returned.
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

    /// Ends the form from outside: because the run was aborted or the session is closing, the program that asked the user
    /// disconnected, or, for a reason, the host does not show the form or cannot go on.
    pub fn end(&mut self, #[wasm_bindgen(unchecked_param_type = "FormEnd")] how: &str, reason: Option<String>) {
        self.act(Action::End(crate::ending(how, reason)), 0.0);
    }

    /// Returns whether part of the page is hidden, so that page keys belong to the form.
    #[wasm_bindgen(getter, js_name = isCut)]
    pub fn is_cut(&self) -> bool {
        self.screen.is_cut()
    }

    /// Sets the size of the terminal. `taken` is the number of rows that everything else than the transcript and the form
    /// takes, 0 if that is unknown; `below` is how many of them are below the form, where others may push it off the screen.
    /// The form gives rows back to them, as long as it can show what is chosen.
    pub fn resize(&mut self, columns: usize, rows: usize, taken: usize, below: usize, now: f64) {
        self.screen.show(below < rows, now);
        self.screen.resize(Size { columns, rows, taken }, now);
    }

    /// Sets what waits for this form to end, at the time `now`.
    #[wasm_bindgen(js_name = setWaiting)]
    pub fn set_waiting(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Waiter[]")] waiting: JsValue,
        now: f64,
    ) -> Result<(), JsError> {
        self.screen.set_waiting(read::waiting(&waiting)?, now);
        Ok(())
    }

    /// Takes what the user wants with what waits, after the step `Queue`; undefined if nothing.
    #[wasm_bindgen(js_name = takeQueueAct, unchecked_return_type = "QueueAct | undefined")]
    pub fn take_queue_act(&mut self) -> JsValue {
        self.screen.take_queue_act().map_or(JsValue::UNDEFINED, |act| write::value(&act))
    }

    /// Returns the painted lines that differ from the last drawing, each of which ends in a newline. They are between
    /// the lines in common. Most keys change few lines, and JavaScript takes as long to receive a line as the core to
    /// draw it. `editor_rows` is the height of the text editor and `editor_cursor` the line of its cursor, 0-based;
    /// both are 0 if no editor is open. `mark` is written where the host's cursor stands, unless the editor has it; undefined
    /// while the form does not have the host's focus.
    pub fn view(
        &mut self,
        palette: &Palette,
        editor_rows: usize,
        editor_cursor: usize,
        mark: Option<String>,
    ) -> String {
        self.screen.set_editor_rows(editor_rows);
        self.editor = Editor { rows: editor_rows, cursor: editor_cursor };
        let frame = self.screen.frame(self.editor);
        self.slot = frame.slot;
        let painted = palette.0.paint(&frame, mark.as_deref().unwrap_or_default());
        self.common = painted.common(&self.painted);
        self.painted = painted;
        self.screen.drawn();
        self.painted.between(self.common).to_owned()
    }

    /// Returns the number of lines at the top that the last two drawings have in common.
    #[wasm_bindgen(getter, js_name = commonAbove)]
    pub fn common_above(&self) -> usize {
        self.common.above
    }

    /// Returns the number of lines at the bottom that the last two drawings have in common.
    #[wasm_bindgen(getter, js_name = commonBelow)]
    pub fn common_below(&self) -> usize {
        self.common.below
    }

    /// Returns the place of the text editor in the lines that were drawn last; undefined if it is
    /// closed or has no room.
    #[wasm_bindgen(getter, unchecked_return_type = "Slot | undefined")]
    pub fn slot(&self) -> Option<JsValue> {
        self.slot.map(|slot| write::value(&slot))
    }

    /// Returns the target at a row and column of what was drawn last, with the editor's lines in place. Both are
    /// 0-based.
    #[wasm_bindgen(unchecked_return_type = "Target")]
    pub fn target(&self, row: usize, column: usize) -> JsValue {
        write::value(&self.screen.target(self.editor, row, column))
    }

    /// Returns whether the user has entered anything.
    #[wasm_bindgen(getter, js_name = isTouched)]
    pub fn is_touched(&self) -> bool {
        self.screen.form().has_input()
    }

    /// Names the control that gets the user's keys.
    #[wasm_bindgen(getter, unchecked_return_type = "Focus")]
    pub fn focus(&self) -> JsValue {
        write::value(&self.screen.focus())
    }

    /// Returns the open text, which the shim puts into pi's editor; empty if none is open.
    #[wasm_bindgen(getter)]
    pub fn text(&self) -> String {
        self.screen.form().open_text().to_owned()
    }

    /// Returns the name of the open text, which no other text of the form has; empty if none is open.
    #[wasm_bindgen(getter, js_name = textName)]
    pub fn text_name(&self) -> String {
        self.screen.form().text_name()
    }

    /// Returns what stays the same of what the form would leave, for `failed`.
    pub fn asked(&self, #[wasm_bindgen(unchecked_param_type = "Host")] host: JsValue) -> Result<String, JsError> {
        Ok(write::text(&self.screen.form().asked(self.dialect, read::host(&host)?)))
    }

    /// Returns what the form would leave if it failed now, for `failed`; undefined if that is the same as when this was
    /// called last.
    pub fn left(&mut self) -> Option<String> {
        self.screen.left().map(|left| write::text(&left))
    }

    /// Returns the placeholder of the empty editor; empty if there is none.
    #[wasm_bindgen(getter)]
    pub fn placeholder(&self) -> String {
        self.screen.form().placeholder().to_owned()
    }

    /// Returns the result of a form that has ended; undefined before that.
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
    fn act(&mut self, action: Action, now: f64) -> JsValue {
        self.update(Input::Act(action), now)
    }

    fn update(&mut self, input: Input, now: f64) -> JsValue {
        write::value(&self.screen.update(input, now))
    }
}
