//! The question core for JavaScript: names, types and painting, and no logic of its own.
//!
//! What crosses the boundary is declared in `types.d.ts`, and `tests/contract.rs` holds the two together.

// The callers are JavaScript: they read the generated declarations, and pass what they have by value.
#![allow(clippy::missing_errors_doc, clippy::must_use_candidate, clippy::needless_pass_by_value)]
// In what the macro makes of enums.
#![allow(clippy::float_cmp)]

mod paint;
mod read;
mod write;

use question_core::view::{self, Editor};
use question_core::{
    Action, Dialect, Dialog, Focus, Form, Keys, Notify, Questionnaire, Refusal, Request, Settings, Slot, Step, Style,
    Target, ToolResult, Viewport, Walk,
};
use wasm_bindgen::prelude::*;

use paint::Colors;

/// Smaller and quicker than Rust's default for the many short-lived pieces of a frame.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

/// Brings a tool call's arguments into the shape that the tool of the settings' dialect declares, which the host then
/// validates. Never throws.
#[wasm_bindgen(js_name = prepareArguments, unchecked_return_type = "Request")]
pub fn prepare_arguments(
    settings: &JsSettings,
    #[wasm_bindgen(unchecked_param_type = "unknown")] arguments: JsValue,
) -> JsValue {
    write::json(&Request::read(&read::json(&arguments)).to_json(settings.settings.dialect))
}

/// The tool call's lines in the transcript, joined by newlines; safe while the arguments are still streaming in.
#[wasm_bindgen(js_name = callView)]
pub fn call_view(
    palette: &Palette,
    settings: &JsSettings,
    #[wasm_bindgen(unchecked_param_type = "unknown")] arguments: JsValue,
    columns: usize,
) -> String {
    palette.0.paint(&view::call(&read::json(&arguments), &settings.settings, columns))
}

/// The result's lines in the transcript, joined by newlines. `details` may come from any version of this tool or from
/// another tool; `content` is what the model was told.
#[wasm_bindgen(js_name = resultView)]
pub fn result_view(
    palette: &Palette,
    settings: &JsSettings,
    #[wasm_bindgen(unchecked_param_type = "unknown")] details: JsValue,
    content: &str,
    expanded: bool,
    columns: usize,
) -> String {
    palette.0.paint(&view::result(&read::json(&details), content, &settings.settings, expanded, columns))
}

/// Has the next call start a fresh instance of the module. To be called after a trap, which leaves the old instance in
/// no state to be used; objects made before throw from then on.
#[wasm_bindgen]
pub fn renew() {
    wasm_bindgen::handler::schedule_reinit();
}

/// Does nothing. The next call after `renew` starts the fresh instance, and has to be one without texts: they are copied
/// before it starts, into the old one.
#[wasm_bindgen]
pub fn start() {}

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

/// What the user prefers.
#[wasm_bindgen(js_name = Settings)]
pub struct JsSettings {
    settings: Settings,
    problems: Vec<String>,
}

#[wasm_bindgen(js_class = Settings)]
impl JsSettings {
    /// Reads settings files, each a pair of its name and its text, of which a later one wins. `locale` is that of the
    /// environment. With a `dialect` that one counts: the tool is registered but once. Never throws: see `problems`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "Array<readonly [name: string, text: string]>")] files: JsValue,
        locale: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "Dialect")] dialect: Option<String>,
    ) -> Self {
        let (mut settings, problems) = Settings::read(&read::files(&read::json(&files)), locale);
        if let Some(dialect) = dialect.as_deref().and_then(Dialect::named) {
            settings.dialect = dialect;
        }
        Self { settings, problems }
    }

    /// What is wrong with the files, a line for each bad one; those count as not there.
    #[wasm_bindgen(getter)]
    pub fn problems(&self) -> Vec<String> {
        self.problems.clone()
    }

    /// The name of the tool that the model is offered.
    #[wasm_bindgen(getter, unchecked_return_type = "Dialect")]
    pub fn dialect(&self) -> String {
        self.settings.dialect.name().to_owned()
    }

    /// How the user is told that a question waits.
    #[wasm_bindgen(getter, unchecked_return_type = "Notify")]
    pub fn notify(&self) -> String {
        match self.settings.notify {
            Notify::Off => "off",
            Notify::Bell => "bell",
            Notify::Terminal => "terminal",
        }
        .to_owned()
    }

    /// Whether questions are asked in plain numbered dialogs.
    #[wasm_bindgen(getter)]
    pub fn accessible(&self) -> bool {
        self.settings.accessible
    }
}

/// The questions of a call, or why they cannot be asked.
#[wasm_bindgen(js_name = Questionnaire)]
pub struct JsQuestionnaire {
    questionnaire: Result<Questionnaire, Refusal>,
    settings: Settings,
}

#[wasm_bindgen(js_class = Questionnaire)]
impl JsQuestionnaire {
    /// Reads a call's arguments. Never throws: see `refusal`.
    #[wasm_bindgen(constructor)]
    pub fn new(settings: &JsSettings, #[wasm_bindgen(unchecked_param_type = "unknown")] arguments: JsValue) -> Self {
        let settings = settings.settings.clone();
        let request = Request::read(&read::json(&arguments));
        Self { questionnaire: Questionnaire::new(request, &settings), settings }
    }

    /// The result to return where the questions cannot be asked; undefined where they can.
    #[wasm_bindgen(unchecked_return_type = "ToolResult | undefined")]
    pub fn refusal(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Host")] host: JsValue,
    ) -> Result<Option<JsValue>, JsError> {
        let host = read::host(&read::json(&host))?;
        Ok(self.questionnaire.as_ref().err().map(|refusal| spoken(&refusal.result(host), &self.settings)))
    }

    /// The result to return where there is no user interface.
    #[wasm_bindgen(unchecked_return_type = "ToolResult")]
    pub fn unavailable(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Host")] host: JsValue,
    ) -> Result<JsValue, JsError> {
        let host = read::host(&read::json(&host))?;
        let result = match &self.questionnaire {
            Ok(questionnaire) => questionnaire.unavailable(host),
            Err(refusal) => refusal.result(host),
        };
        Ok(spoken(&result, &self.settings))
    }
}

/// One form on the screen. Free it when it has ended.
#[wasm_bindgen(js_name = Form)]
pub struct JsForm {
    form: Form,
    settings: Settings,
    /// Of the last drawing.
    editor: Editor,
    slot: Option<Slot>,
    preview: Option<Slot>,
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
    /// Text: what the editor, or the line that filters, holds now.
    Draft = 9,
    /// Text: what the editor was asked to submit.
    Submit = 10,
    /// The host ends the call.
    Abort = 11,
    /// Text: why the host cannot go on.
    Fail = 12,
    /// Checks the highlighted box, or unchecks it.
    Toggle = 13,
    /// Checks all boxes, or none where all are.
    ToggleAll = 14,
    /// Opens the editor for a note on the answer.
    Note = 15,
    /// Opens the line that filters the list.
    Filter = 16,
    /// Opens the editor for what the user would rather say first.
    Discuss = 17,
    /// Takes the last change back.
    Undo = 18,
    /// Makes it again.
    Redo = 19,
    /// Shows the preview over the whole form, or ends that.
    Preview = 20,
    /// Scrolls the preview up.
    PreviewUp = 21,
    /// Scrolls the preview down.
    PreviewDown = 22,
    /// Answers yes.
    Yes = 23,
    /// Answers no.
    No = 24,
    /// Text: a `target` that was clicked on.
    Click = 25,
    /// Text: a `target` over which the wheel was turned up.
    WheelUp = 26,
    /// Text: a `target` over which the wheel was turned down.
    WheelDown = 27,
}

/// What the host does after an action.
#[wasm_bindgen(js_name = Step)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsStep {
    /// Nothing.
    Idle = 0,
    /// Draw again.
    Redraw = 1,
    /// Put `draft` into the editor, or into the line that filters, and draw again.
    Edit = 2,
    /// Take the result and close the form.
    Finish = 3,
}

/// What has the user's keys.
#[wasm_bindgen(js_name = Focus)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsFocus {
    /// A list: letters and digits are commands.
    List = 0,
    /// The text editor: only leaving it is a command.
    Editor = 1,
    /// The line that filters: what is not text moves in the list.
    Line = 2,
    /// A question that is answered with yes or no.
    Confirm = 3,
}

#[wasm_bindgen(js_class = Form)]
impl JsForm {
    /// A form that opens at `now`, when the user had pressed the last key at `last`, if ever; both in milliseconds since
    /// the same moment. Throws where the questionnaire has a refusal.
    #[wasm_bindgen(constructor)]
    pub fn new(
        questionnaire: &JsQuestionnaire,
        #[wasm_bindgen(unchecked_param_type = "Keys")] keys: JsValue,
        now: f64,
        last: Option<f64>,
    ) -> Result<JsForm, JsError> {
        let keys = read::keys(&read::json(&keys));
        let settings = questionnaire.settings.clone();
        let questionnaire = questionnaire.questionnaire.clone().map_err(|refusal| JsError::new(&refusal.text()))?;
        let mut form = Form::new(questionnaire, keys, &settings);
        form.opened(last, now);
        Ok(Self { form, settings, editor: Editor::default(), slot: None, preview: None })
    }

    /// The only way to change the form. `now` is when it happened, in the constructor's time; `text` belongs to the
    /// commands that say so.
    pub fn update(&mut self, command: Command, now: f64, text: Option<String>) -> JsStep {
        let text = text.unwrap_or_default();
        let action = match command {
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
            Command::Toggle => Action::Toggle,
            Command::ToggleAll => Action::ToggleAll,
            Command::Note => Action::Note,
            Command::Filter => Action::Filter,
            Command::Discuss => Action::Discuss,
            Command::Undo => Action::Undo,
            Command::Redo => Action::Redo,
            Command::Preview => Action::Preview,
            Command::PreviewUp => Action::PreviewUp,
            Command::PreviewDown => Action::PreviewDown,
            Command::Yes => Action::Yes,
            Command::No => Action::No,
            Command::Click => Action::Click(read::target(&text)),
            Command::WheelUp => Action::WheelUp(read::target(&text)),
            Command::WheelDown => Action::WheelDown(read::target(&text)),
        };
        match self.form.update_at(action, now) {
            Step::Idle => JsStep::Idle,
            Step::Redraw => JsStep::Redraw,
            Step::Edit => JsStep::Edit,
            Step::Finish => JsStep::Finish,
        }
    }

    /// Whether any option has a preview; where none has, `previewFor` need not be asked.
    #[wasm_bindgen(getter, js_name = hasPreviews)]
    pub fn has_previews(&self) -> bool {
        self.form.has_previews()
    }

    /// The preview that the host has to lay out before it draws, for a terminal of `columns` and `rows`; undefined where
    /// none is shown.
    #[wasm_bindgen(js_name = previewFor, unchecked_return_type = "Preview | undefined")]
    pub fn preview_for(&mut self, columns: usize, rows: usize) -> Option<JsValue> {
        self.form.resize(Viewport { columns, rows });
        view::preview(&self.form).map(|view::Preview { markdown, columns }| {
            write::object(&[("markdown", markdown.into()), ("columns", columns.into())])
        })
    }

    /// The painted lines, joined by newlines, for a terminal of `columns` and `rows`. `editor_rows` is the height of
    /// the text editor and `editor_cursor` the line of its cursor, from 0; `preview_rows` is that of the preview. They
    /// are 0 where there is none.
    pub fn view(
        &mut self,
        palette: &Palette,
        columns: usize,
        rows: usize,
        editor_rows: usize,
        editor_cursor: usize,
        preview_rows: usize,
    ) -> String {
        self.form.resize(Viewport { columns, rows });
        self.form.set_preview_rows(preview_rows);
        self.editor = Editor { rows: editor_rows, cursor: editor_cursor };
        let frame = view::form(&self.form, self.editor);
        self.slot = frame.slot;
        self.preview = frame.preview;
        palette.0.paint(&frame)
    }

    /// Where the text editor, or the line that filters, goes in what `view` returned last; undefined where it has no
    /// room or is closed.
    #[wasm_bindgen(getter, unchecked_return_type = "Slot | undefined")]
    pub fn slot(&self) -> Option<JsValue> {
        self.slot.map(write::slot)
    }

    /// Where the preview goes in it: behind the text of its lines, before the editor's are put in; undefined where
    /// none is shown.
    #[wasm_bindgen(getter, js_name = previewSlot, unchecked_return_type = "Slot | undefined")]
    pub fn preview_slot(&self) -> Option<JsValue> {
        self.preview.map(write::slot)
    }

    /// What is at a place of what was drawn last, the editor's lines put in; `row` and `column` count from 0. It is the
    /// text of the commands for the mouse; empty where there is nothing.
    pub fn target(&self, row: usize, column: usize) -> String {
        match view::target(&self.form, self.editor, row, column) {
            Target::Item(item) => ["item ", &item.to_string()].concat(),
            Target::Tab(tab) => ["tab ", &tab.to_string()].concat(),
            Target::Preview => "preview".to_owned(),
            Target::Nothing => String::new(),
        }
    }

    /// What has the user's keys.
    #[wasm_bindgen(getter)]
    pub fn focus(&self) -> JsFocus {
        match self.form.focus() {
            Focus::List => JsFocus::List,
            Focus::Editor => JsFocus::Editor,
            Focus::Line => JsFocus::Line,
            Focus::Confirm => JsFocus::Confirm,
        }
    }

    /// The text that belongs into the editor, or into the line that filters.
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
        Ok(self.form.result(host).map(|result| spoken(&result, &self.settings)))
    }
}

/// One form as a row of plain dialogs. Free it when it has ended.
#[wasm_bindgen(js_name = Walk)]
pub struct JsWalk {
    walk: Walk,
    settings: Settings,
}

#[wasm_bindgen(js_class = Walk)]
impl JsWalk {
    /// `typed`: choices are lines of the title, to be answered by typing; else they are options of the dialogs. Throws
    /// where the questionnaire has a refusal.
    #[wasm_bindgen(constructor)]
    pub fn new(questionnaire: &JsQuestionnaire, typed: bool) -> Result<JsWalk, JsError> {
        let settings = questionnaire.settings.clone();
        let questionnaire = questionnaire.questionnaire.clone().map_err(|refusal| JsError::new(&refusal.text()))?;
        let style = if typed { Style::Numbers } else { Style::Select };
        Ok(Self { walk: Walk::new(Form::new(questionnaire, Keys::default(), &settings), style), settings })
    }

    /// The dialog to show; undefined once the form has ended.
    #[wasm_bindgen(unchecked_return_type = "Dialog | undefined")]
    pub fn dialog(&self) -> Option<JsValue> {
        self.walk.dialog().map(|Dialog { title, options }| {
            let options: js_sys::Array = options.iter().map(|option| JsValue::from_str(option)).collect();
            write::object(&[("title", title.into()), ("options", options.into())])
        })
    }

    /// Takes the reply to the dialog; undefined where it was closed without one.
    pub fn reply(&mut self, reply: Option<String>) {
        self.walk.reply(reply.as_deref());
    }

    /// Ends the form because the run was aborted or the session closes.
    pub fn abort(&mut self) {
        self.walk.abort();
    }

    /// Ends the form because the host cannot go on, and why.
    pub fn fail(&mut self, reason: String) {
        self.walk.fail(reason);
    }

    /// The result of a form that has ended; undefined while it goes on.
    #[wasm_bindgen(unchecked_return_type = "ToolResult | undefined")]
    pub fn result(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Host")] host: JsValue,
    ) -> Result<Option<JsValue>, JsError> {
        let host = read::host(&read::json(&host))?;
        Ok(self.walk.result(host).map(|result| spoken(&result, &self.settings)))
    }
}

/// A result in the shape of the settings' dialect.
fn spoken(result: &ToolResult, settings: &Settings) -> JsValue {
    write::json(&result.to_json(settings.dialect))
}
