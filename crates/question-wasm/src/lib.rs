//! JavaScript binding of `question-core`: names, types and painting. It must not contain logic of its own.
//!
//! `build.rs` derives TypeScript's declarations from the Rust types of all shapes; `tests/boundary.rs` checks that
//! values match them.

// The callers are JavaScript, which reads the generated declarations and passes values by value.
#![allow(clippy::missing_errors_doc, clippy::must_use_candidate, clippy::needless_pass_by_value)]
// The macro's code for enums compares floats.
#![allow(clippy::float_cmp)]

/// Allocator of the module. Drawing a frame allocates hundreds of small pieces, which takes 6 % less time with this
/// allocator than with the standard library's (`npm run bench -- frames`). The module is 5 KB smaller with it.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

mod acp;
mod branch;
mod desk;
mod dialogs;
mod form;
mod paint;
mod questionnaire;
mod read;
mod shapes;
mod write;

use js_sys::Function;
use question_core::transcript;
use question_core::{Asked, ClosedForm, Dialect, Ending, Settings, ToolResult};
use wasm_bindgen::prelude::*;

pub use acp::JsElicitation;
pub use branch::JsBranch;
pub use desk::{answered_from, desk, receive, unanswered};
pub use dialogs::JsDialogs;
pub use form::{JsForm, bindings, resolve_keys};
use paint::Colors;
pub use questionnaire::JsQuestionnaire;

#[wasm_bindgen(typescript_custom_section)]
const SHAPES: &str = include_str!(concat!(env!("OUT_DIR"), "/shapes.d.ts"));

#[wasm_bindgen(typescript_custom_section)]
const FORM_END: &str = "/** How a form ends from outside. */
export type FormEnd = \"abort\" | \"disconnect\" | \"unshown\" | \"fail\";
";

#[wasm_bindgen(typescript_custom_section)]
const UNANSWERED: &str = "/** How asking the person above a session has failed. */
export type Unanswered = \"gone\" | \"deaf\" | \"unreadable\" | \"tooLarge\";
";

#[wasm_bindgen(typescript_custom_section)]
const ACP_REPLY: &str = "/** A client's reply to a request, as in JSON-RPC. */
export type AcpReply = { result: unknown } | { error: { code: number; message?: string } };
";

/// Converts the arguments of a tool call to the declared schema of the dialect in the settings, by which the host
/// validates them. Undefined if they cannot be read; `Questionnaire` then has the refusal. Never throws.
#[wasm_bindgen(js_name = prepareArguments, unchecked_return_type = "Request | undefined")]
pub fn prepare_arguments(
    settings: &JsSettings,
    #[wasm_bindgen(unchecked_param_type = "unknown")] arguments: JsValue,
) -> JsValue {
    let prepared = read::call(&arguments).in_dialect(settings.settings.dialect);
    prepared.map_or(JsValue::UNDEFINED, |prepared| write::json(&prepared))
}

/// Returns the painted lines of a call in the transcript, each of which ends in a newline. The arguments may be
/// incomplete.
#[wasm_bindgen(js_name = callView)]
pub fn call_view(
    palette: &Palette,
    settings: &JsSettings,
    #[wasm_bindgen(unchecked_param_type = "unknown")] arguments: JsValue,
    columns: usize,
) -> String {
    palette.0.paint(&transcript::call(&read::json(&arguments), &settings.settings, columns), "").lines
}

/// Returns the painted lines of a result in the transcript, each of which ends in a newline. `details` may come from
/// any version of this tool or from another tool; `content` is the text for the model.
#[wasm_bindgen(js_name = resultView)]
pub fn result_view(
    palette: &Palette,
    settings: &JsSettings,
    #[wasm_bindgen(unchecked_param_type = "unknown")] details: JsValue,
    content: &str,
    expanded: bool,
    columns: usize,
) -> String {
    palette
        .0
        .paint(&transcript::result(&read::json(&details), content, &settings.settings, expanded, columns), "")
        .lines
}

/// Returns the lines of a result in the transcript without colors, each of which ends in a newline.
#[wasm_bindgen(js_name = resultText)]
pub fn result_text(
    settings: &JsSettings,
    #[wasm_bindgen(unchecked_param_type = "unknown")] details: JsValue,
    columns: usize,
) -> String {
    let details = read::json(&details);
    let frame = transcript::result(&details, "", &settings.settings, false, columns);
    frame.lines.iter().map(|line| line.text() + "\n").collect()
}

/// Returns a text that is safe to print on a terminal. Newlines and tabs are kept.
#[wasm_bindgen]
pub fn harmless(text: String) -> String {
    question_core::harmless(text)
}

/// Returns a text that an editor can hold: without control characters, and otherwise as it was entered.
#[wasm_bindgen(js_name = withoutControls)]
pub fn without_controls(text: String) -> String {
    question_core::without_controls(text)
}

/// Returns the milliseconds until dialogs that were requested at `asked_at` may open, so that they receive no key meant
/// for pi's prompt, unless the user has just asked for them. Times are in milliseconds.
#[wasm_bindgen(js_name = dialogsOpenIn)]
pub fn dialogs_open_in(
    #[wasm_bindgen(js_name = lastKeyAt)] last_key_at: Option<f64>,
    #[wasm_bindgen(js_name = isWriting)] is_writing: bool,
    #[wasm_bindgen(js_name = isExpected)] is_expected: bool,
    #[wasm_bindgen(js_name = askedAt)] asked_at: f64,
    now: f64,
) -> f64 {
    question_core::dialogs_open_in(last_key_at, is_writing, is_expected, asked_at, now)
}

/// A form that has closed, and what is still meant for it.
#[wasm_bindgen(js_name = ClosedForm)]
pub struct JsClosedForm(ClosedForm);

#[wasm_bindgen(js_class = ClosedForm)]
impl JsClosedForm {
    /// Creates one that has closed at `now`, in milliseconds, in front of a prompt with this text.
    #[wasm_bindgen(constructor)]
    pub fn new(prompt: String, now: f64) -> Self {
        Self(ClosedForm::new(prompt, now))
    }

    /// Records that an answer from elsewhere has closed it while it had the keys.
    #[wasm_bindgen(js_name = setTaken)]
    pub fn set_taken(&mut self) {
        self.0.set_taken();
    }

    /// Returns whether a key at `now`, in milliseconds, was meant for it; undefined once no key is. `empties`: it would send
    /// or clear the prompt, which holds `prompt`.
    pub fn withholds(&mut self, empties: bool, prompt: &str, now: f64) -> Option<bool> {
        self.0.withholds(empties, prompt, now)
    }
}

/// Returns whether a text that was typed while a form opened is meant for pi's prompt. `is_writing`: the prompt holds
/// unsent text.
#[wasm_bindgen(js_name = isForPrompt)]
pub fn is_for_prompt(text: &str, is_writing: bool) -> bool {
    question_core::is_for_prompt(text, is_writing)
}

/// Returns the text of a result with the lines that say which of its pictures are not attached, and the pictures of its
/// record with why the model has not seen one. A picture that could not be read has a `fault`; `unseen` is why the model would
/// not see any.
#[wasm_bindgen(unchecked_return_type = "[content: string, noted: Picture[] | null]")]
pub fn attached(
    content: String,
    #[wasm_bindgen(unchecked_param_type = "Attachment[]")] pictures: JsValue,
    #[wasm_bindgen(unchecked_param_type = "Picture[] | undefined")] noted: JsValue,
    unseen: Option<String>,
) -> JsValue {
    write::json(&question_core::attached(content, &read::json(&pictures), read::json(&noted), unseen.as_deref()))
}

/// Returns the error for a response to a request that has ended.
#[wasm_bindgen(js_name = lateResponse)]
pub fn late_response(message: &str) -> String {
    question_core::late_response(message)
}

/// Returns the result of a form that has failed for this reason, without the form: of what its `asked` and its last `left`
/// have returned. Throws if they are of no form.
#[wasm_bindgen(unchecked_return_type = "ToolResult")]
pub fn failed(asked: &str, left: Option<String>, reason: String) -> Result<JsValue, JsError> {
    let failed = Asked::failed(asked, left.as_deref(), reason);
    let (result, dialect) = failed.ok_or_else(|| JsError::new("no form has left this"))?;
    Ok(spoken(&result, dialect))
}

/// Colors of the roles: strings to write before and after a text.
#[wasm_bindgen(js_name = Palette)]
pub struct Palette(Colors);

#[wasm_bindgen(js_class = Palette)]
impl Palette {
    /// Creates a palette. `link` holds what to write before the address of a link, between the address and the text, and
    /// after the text; undefined if the terminal has no links. `highlight` colors a row of code in a language; it must
    /// return the same text with colors, or undefined. Throws if a role is missing.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "Colors")] colors: JsValue,
        #[wasm_bindgen(unchecked_param_type = "[string, string, string] | undefined")] link: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "(code: string, language: string) => string | undefined")]
        highlight: Option<Function>,
    ) -> Result<Palette, JsError> {
        let colors = Colors::new(read::colors(&colors)?.0, read::link(&link)?, highlight);
        colors.map(Self).map_err(|role| JsError::new(&format!("colors: no role {}", role.name())))
    }
}

/// Settings of the user.
#[wasm_bindgen(js_name = Settings)]
pub struct JsSettings {
    settings: Settings,
    problems: Vec<String>,
}

#[wasm_bindgen(js_class = Settings)]
impl JsSettings {
    /// Reads settings files, each given as a pair of name and text; later files take precedence. `locale` is the locale
    /// of the environment. `dialect` overrides the setting, because the tool is registered only once. The first `own` files
    /// are the person's, or all, and the others a project's. Never throws; see `problems`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "Array<readonly [name: string, text: string]>")] files: JsValue,
        locale: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "Dialect")] dialect: Option<String>,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] own: Option<usize>,
    ) -> Self {
        let files = read::files(&files);
        let (mut settings, problems) = Settings::read_with_project(&files, own.unwrap_or(files.len()), locale);
        if let Some(dialect) = dialect.as_deref().and_then(Dialect::with_name) {
            settings.dialect = dialect;
        }
        Self { settings, problems }
    }

    /// Returns the faults in the files, one line for each file. The settings without a fault apply all the same.
    #[wasm_bindgen(getter)]
    pub fn problems(&self) -> Vec<String> {
        self.problems.clone()
    }

    /// Returns the name of the tool that is offered to the model.
    #[wasm_bindgen(getter, unchecked_return_type = "Dialect")]
    pub fn dialect(&self) -> String {
        self.settings.dialect.name().to_owned()
    }

    /// Returns how the user is notified of a waiting question.
    #[wasm_bindgen(getter, unchecked_return_type = "Notify")]
    pub fn notify(&self) -> String {
        self.settings.notify.name().to_owned()
    }

    /// Returns whether subagents may ask.
    #[wasm_bindgen(getter)]
    pub fn subagents(&self) -> bool {
        self.settings.subagents
    }

    /// Returns whether questions may be answered from other terminals.
    #[wasm_bindgen(getter)]
    pub fn elsewhere(&self) -> bool {
        self.settings.elsewhere
    }

    /// Returns what the user tells the model about asking. Undefined if that is nothing.
    #[wasm_bindgen(getter)]
    pub fn guidance(&self) -> Option<String> {
        self.settings.guidance.clone()
    }

    /// Returns whether questions are asked in plain numbered dialogs.
    #[wasm_bindgen(getter)]
    pub fn accessible(&self) -> bool {
        self.settings.accessible
    }

    /// Says in the user's language that a form waits.
    #[wasm_bindgen(getter, js_name = aQuestionWaits)]
    pub fn a_question_waits(&self) -> String {
        self.settings.words().a_question_waits.to_owned()
    }
}

/// Returns how a form ends from outside.
pub(crate) fn ending(how: &str, reason: Option<String>) -> Ending {
    match (how, reason) {
        ("unshown", Some(reason)) => Ending::Unshown(reason),
        (_, Some(reason)) => Ending::Failed(reason),
        ("disconnect", None) => Ending::Disconnected,
        (_, None) => Ending::Aborted,
    }
}

/// Converts a result to the shape of a dialect.
pub(crate) fn spoken(result: &ToolResult, dialect: Dialect) -> JsValue {
    write::json(&result.in_dialect(dialect))
}
