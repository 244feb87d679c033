//! The question core for JavaScript: names, types and painting, and no logic of its own.
//!
//! What crosses the boundary is declared in `types.d.ts`, and `tests/contract.rs` holds the two together.

// The callers are JavaScript: they read the generated declarations, and pass what they have by value.
#![allow(clippy::missing_errors_doc, clippy::must_use_candidate, clippy::needless_pass_by_value)]
// In what the macro makes of enums.
#![allow(clippy::float_cmp)]

mod paint;
mod read;

use question_core::view::{self, Editor};
use question_core::{Action, Form, Frame, Questionnaire, Refusal, Request, Step, Viewport};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use paint::Colors;

/// Smaller and quicker than Rust's default for the many short-lived pieces of a frame.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

/// Brings a tool call's arguments into the declared shape, which the host then validates. Never throws.
#[wasm_bindgen(js_name = prepareArguments, unchecked_return_type = "Request")]
pub fn prepare_arguments(#[wasm_bindgen(unchecked_param_type = "unknown")] arguments: JsValue) -> JsValue {
    to_js(&Request::read(&read::json(&arguments)))
}

/// The tool call's lines in the transcript, joined by newlines; safe while the arguments are still streaming in.
#[wasm_bindgen(js_name = callView)]
pub fn call_view(
    palette: &Palette,
    #[wasm_bindgen(unchecked_param_type = "unknown")] arguments: JsValue,
    columns: usize,
) -> String {
    palette.0.paint(&view::call(&read::json(&arguments), columns))
}

/// The result's lines in the transcript, joined by newlines. `details` may come from any version of this tool or from
/// another tool; `content` is what the model was told.
#[wasm_bindgen(js_name = resultView)]
pub fn result_view(
    palette: &Palette,
    #[wasm_bindgen(unchecked_param_type = "unknown")] details: JsValue,
    content: &str,
    expanded: bool,
    columns: usize,
) -> String {
    palette.0.paint(&view::result(&read::json(&details), content, expanded, columns))
}

/// Has the next call start a fresh instance of the module. To be called after a trap, which leaves the old instance in
/// no state to be used; objects made before throw from then on.
#[wasm_bindgen]
pub fn renew() {
    wasm_bindgen::handler::schedule_reinit();
}

/// What each role of a text looks like: strings to put before and after it.
#[wasm_bindgen(js_name = Palette)]
pub struct Palette(Colors);

#[wasm_bindgen(js_class = Palette)]
impl Palette {
    /// Throws where a role is missing.
    #[wasm_bindgen(constructor)]
    pub fn new(#[wasm_bindgen(unchecked_param_type = "Colors")] colors: JsValue) -> Result<Palette, JsError> {
        Ok(Self(read::colors(&read::json(&colors))?))
    }
}

/// The questions of a call, or why they cannot be asked.
#[wasm_bindgen(js_name = Questionnaire)]
pub struct JsQuestionnaire(Result<Questionnaire, Refusal>);

#[wasm_bindgen(js_class = Questionnaire)]
impl JsQuestionnaire {
    /// Reads a call's arguments. Never throws: see `refusal`.
    #[wasm_bindgen(constructor)]
    pub fn new(#[wasm_bindgen(unchecked_param_type = "unknown")] arguments: JsValue) -> Self {
        Self(Request::read(&read::json(&arguments)).try_into())
    }

    /// The result to return where the questions cannot be asked; undefined where they can.
    #[wasm_bindgen(unchecked_return_type = "ToolResult | undefined")]
    pub fn refusal(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Host")] host: JsValue,
    ) -> Result<Option<JsValue>, JsError> {
        let host = read::host(&read::json(&host))?;
        Ok(self.0.as_ref().err().map(|refusal| to_js(&refusal.result(host))))
    }

    /// The result to return where there is no user interface.
    #[wasm_bindgen(unchecked_return_type = "ToolResult")]
    pub fn unavailable(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Host")] host: JsValue,
    ) -> Result<JsValue, JsError> {
        let host = read::host(&read::json(&host))?;
        Ok(match &self.0 {
            Ok(questionnaire) => to_js(&questionnaire.unavailable(host)),
            Err(refusal) => to_js(&refusal.result(host)),
        })
    }
}

/// One form on the screen. Free it when it has ended.
#[wasm_bindgen(js_name = Form)]
pub struct JsForm {
    form: Form,
    slot: Option<Slot>,
}

/// The place of the text editor in the last frame.
#[derive(Clone, Copy, Serialize)]
struct Slot {
    row: usize,
    first: usize,
    rows: usize,
}

/// Something that happened to a form: a command that the user's key is bound to, text from the editor, or an event of
/// the host's.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Moves the highlight up a row.
    CursorUp = 0,
    /// Moves the highlight down a row.
    CursorDown = 1,
    /// Moves the highlight up a screenful.
    PageUp = 2,
    /// Moves the highlight down a screenful.
    PageDown = 3,
    /// Goes to the question on the left.
    PrevTab = 4,
    /// Goes to the question on the right.
    NextTab = 5,
    /// Takes what is highlighted.
    Confirm = 6,
    /// Steps back; from a list, leaves the form.
    Cancel = 7,
    /// Text: one digit. Takes the option of that number; 0 is the custom row.
    Digit = 8,
    /// Text: what the editor holds now.
    Draft = 9,
    /// Text: what the editor was asked to submit.
    Submit = 10,
    /// The host ends the call.
    Abort = 11,
    /// Text: why the host cannot go on.
    Fail = 12,
}

/// What the host does after an action.
#[wasm_bindgen(js_name = Step)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsStep {
    /// Nothing.
    Idle = 0,
    /// Draw again.
    Redraw = 1,
    /// Put `draft` into the editor and draw again.
    Edit = 2,
    /// Take the result and close the form.
    Finish = 3,
}

#[wasm_bindgen(js_class = Form)]
impl JsForm {
    /// Throws where the questionnaire has a refusal.
    #[wasm_bindgen(constructor)]
    pub fn new(
        questionnaire: &JsQuestionnaire,
        #[wasm_bindgen(unchecked_param_type = "Keys")] keys: JsValue,
    ) -> Result<JsForm, JsError> {
        let keys = read::keys(&read::json(&keys));
        let questionnaire = questionnaire.0.clone().map_err(|refusal| JsError::new(&refusal.to_string()))?;
        Ok(Self { form: Form::new(questionnaire, keys), slot: None })
    }

    /// The only way to change the form. `text` belongs to the commands that say so.
    pub fn update(&mut self, command: Command, text: Option<String>) -> JsStep {
        let text = text.unwrap_or_default();
        let step = self.form.update(match command {
            Command::CursorUp => Action::CursorUp,
            Command::CursorDown => Action::CursorDown,
            Command::PageUp => Action::PageUp,
            Command::PageDown => Action::PageDown,
            Command::PrevTab => Action::PrevTab,
            Command::NextTab => Action::NextTab,
            Command::Confirm => Action::Confirm,
            Command::Cancel => Action::Cancel,
            Command::Digit => match text.parse() {
                Ok(digit) => Action::Digit(digit),
                Err(_) => return JsStep::Idle,
            },
            Command::Draft => Action::Draft(text),
            Command::Submit => Action::Submit(text),
            Command::Abort => Action::Abort,
            Command::Fail => Action::Fail(text),
        });
        match step {
            Step::Idle => JsStep::Idle,
            Step::Redraw => JsStep::Redraw,
            Step::Edit => JsStep::Edit,
            Step::Finish => JsStep::Finish,
        }
    }

    /// The painted lines, joined by newlines, for a terminal of `columns` and `rows`. `editor_rows` is the height of
    /// the text editor and `editor_cursor` the line of its cursor, from 0; both are 0 where none is open.
    pub fn view(
        &mut self,
        palette: &Palette,
        columns: usize,
        rows: usize,
        editor_rows: usize,
        editor_cursor: usize,
    ) -> String {
        self.form.resize(Viewport { columns, rows });
        let Frame { lines, slot } = view::form(&self.form, Editor { rows: editor_rows, cursor: editor_cursor });
        self.slot = slot.map(|slot| Slot { row: slot.row, first: slot.first, rows: slot.rows });
        palette.0.paint(&Frame { lines, slot: None })
    }

    /// Where the text editor goes in the frame that `view` returned last; undefined where it has no room or is closed.
    #[wasm_bindgen(getter, unchecked_return_type = "Slot | undefined")]
    pub fn slot(&self) -> Option<JsValue> {
        self.slot.as_ref().map(to_js)
    }

    /// Whether the text editor has the focus.
    #[wasm_bindgen(getter, js_name = isEditing)]
    pub fn is_editing(&self) -> bool {
        self.form.is_editing()
    }

    /// The text that belongs into the editor.
    #[wasm_bindgen(getter)]
    pub fn draft(&self) -> String {
        self.form.draft().to_owned()
    }

    /// The result of a form that has ended; undefined while it goes on.
    #[wasm_bindgen(unchecked_return_type = "ToolResult | undefined")]
    pub fn result(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Host")] host: JsValue,
    ) -> Result<Option<JsValue>, JsError> {
        let host = read::host(&read::json(&host))?;
        Ok(self.form.result(host).as_ref().map(to_js))
    }
}

fn to_js(value: &impl Serialize) -> JsValue {
    value.serialize(&serde_wasm_bindgen::Serializer::json_compatible()).unwrap_or_default()
}
