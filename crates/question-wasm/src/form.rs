//! The form for JavaScript: commands in, steps and painted lines out.

use question_core::screen::{self, Editor};
use question_core::{Action, Dialect, Focus, Form, Slot, Step, Target, Viewport};
use wasm_bindgen::prelude::*;

use crate::{JsQuestionnaire, Palette, read, spoken, write};

/// One form on the screen. Free it when it has ended.
#[wasm_bindgen(js_name = Form)]
pub struct JsForm {
    form: Form,
    dialect: Dialect,
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
        let mut form = questionnaire.form(read::keys(&read::json(&keys)))?;
        form.opened(last, now);
        Ok(Self { form, dialect: questionnaire.settings.dialect, editor: Editor::default(), slot: None, preview: None })
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
        screen::preview(&self.form).map(|screen::Preview { markdown, columns }| {
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
        let frame = screen::form(&self.form, self.editor);
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
        match screen::target(&self.form, self.editor, row, column) {
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
        let host = read::host(&host)?;
        Ok(self.form.result(host).map(|result| spoken(&result, self.dialect)))
    }
}
