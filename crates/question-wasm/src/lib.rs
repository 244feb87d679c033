//! The question core for JavaScript: names, types and painting, and no logic of its own.
//!
//! What crosses the boundary is declared by the shapes themselves (`build.rs`); `tests/contract.rs` holds the two together.

// The callers are JavaScript: they read the generated declarations, and pass what they have by value.
#![allow(clippy::missing_errors_doc, clippy::must_use_candidate, clippy::needless_pass_by_value)]
// In what the macro makes of enums.
#![allow(clippy::float_cmp)]

/// A frame is made of hundreds of small pieces. With this allocator it takes 6 % less time than with that of the standard
/// library (`npm run bench -- frames`), and the module is 5 KB smaller.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

mod acp;
mod dialogs;
mod form;
mod paint;
mod questionnaire;
mod read;
mod session;
mod shapes;
mod write;

use js_sys::Function;
use question_core::screen;
use question_core::{Before, Dialect, PendingFile, Response, Settings, Told, ToolResult};
use wasm_bindgen::prelude::*;

pub use acp::JsElicitation;
pub use dialogs::JsDialogs;
pub use form::{JsForm, bindings};
use paint::Colors;
pub use questionnaire::JsQuestionnaire;
pub use session::JsSession;

#[wasm_bindgen(typescript_custom_section)]
const SHAPES: &str = include_str!(concat!(env!("OUT_DIR"), "/shapes.d.ts"));

#[wasm_bindgen(typescript_custom_section)]
const ACP_REPLY: &str = "/** What a client replies to a request, as JSON-RPC has it. */
export type AcpReply = { result: unknown } | { error: { code: number; message?: string } };
";

/// Brings a tool call's arguments into the shape that the tool of the settings' dialect declares, which the host then
/// validates. Never throws.
#[wasm_bindgen(js_name = prepareArguments, unchecked_return_type = "Request")]
pub fn prepare_arguments(
    settings: &JsSettings,
    #[wasm_bindgen(unchecked_param_type = "unknown")] arguments: JsValue,
) -> JsValue {
    write::json(&read::call(&arguments).in_dialect(settings.settings.dialect))
}

/// The tool call's lines in the transcript, joined by newlines; safe while the arguments are still streaming in.
#[wasm_bindgen(js_name = callView)]
pub fn call_view(
    palette: &Palette,
    settings: &JsSettings,
    #[wasm_bindgen(unchecked_param_type = "unknown")] arguments: JsValue,
    columns: usize,
) -> String {
    palette.0.paint(&screen::call(&read::json(&arguments), &settings.settings, columns))
}

/// The result's lines in the transcript. `details` may come from any version of this tool or from another tool; `content`
/// is what the model was told.
#[wasm_bindgen(js_name = resultView)]
pub fn result_view(
    palette: &Palette,
    settings: &JsSettings,
    #[wasm_bindgen(unchecked_param_type = "unknown")] details: JsValue,
    content: &str,
    expanded: bool,
    columns: usize,
) -> String {
    palette.0.paint(&screen::result(&read::json(&details), content, &settings.settings, expanded, columns))
}

/// A text that somebody else wrote, with nothing in it that a terminal would obey. Newlines and tabs are kept.
#[wasm_bindgen]
pub fn harmless(text: String) -> String {
    question_core::harmless(text)
}

/// Milliseconds until dialogs that were asked for at `asked_at` may open, so that they get no key that is meant for pi's
/// prompt.
#[wasm_bindgen(js_name = quietIn)]
pub fn quiet_in(last_key_at: Option<f64>, is_writing: bool, asked_at: f64, now: f64) -> f64 {
    Before { last_key: last_key_at, is_writing }.quiet_in(asked_at, now)
}

/// The request that a program's response answers, and undefined where the message is none; what is wrong with it comes
/// from the `Dialogs`.
#[wasm_bindgen(js_name = requestId)]
pub fn request_id(message: &str) -> Option<String> {
    Response::request_id(message).ok()
}

/// What to tell of a response that no open request takes. `answered` are the requests that have ended, `open` those that
/// still wait.
#[wasm_bindgen(js_name = strayResponse)]
pub fn stray_response(message: &str, answered: Vec<String>, open: Vec<String>) -> String {
    match Response::request_id(message) {
        Ok(id) => question_core::stray_response(&id, &answered, &open),
        Err(problem) => problem,
    }
}

/// Whether a text is JSON that does not carry the id of this session.
#[wasm_bindgen(js_name = isOfOther)]
pub fn is_of_other(text: &str, session: &str) -> bool {
    PendingFile::is_of_other(text, session)
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
    /// Throws where a role is missing. `highlight` colors a row of code of a language; what it returns has to be the same
    /// text with colors, or undefined.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "Colors")] colors: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "(code: string, language: string) => string | undefined")]
        highlight: Option<Function>,
    ) -> Result<Palette, JsError> {
        let colors = Colors::new(read::colors(&colors)?.0, highlight);
        colors.map(Self).map_err(|role| JsError::new(&format!("colors: no role {}", role.name())))
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
        let (mut settings, problems) = Settings::read(&read::files(&files), locale);
        if let Some(dialect) = dialect.as_deref().and_then(Dialect::named) {
            settings.dialect = dialect;
        }
        Self { settings, problems }
    }

    /// What is wrong with the files, a line for each; what stands beside it counts.
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
        self.settings.notify.name().to_owned()
    }

    /// Whether questions are asked in plain numbered dialogs.
    #[wasm_bindgen(getter)]
    pub fn accessible(&self) -> bool {
        self.settings.accessible
    }

    /// What the host says by itself, in the user's language; `values` are the names and reasons in it.
    pub fn told(&self, #[wasm_bindgen(unchecked_param_type = "Told")] told: &str, values: Vec<String>) -> String {
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        Told::named(told).map_or_else(|| values.join(": "), |told| self.settings.told(told, &values))
    }
}

/// A result in the shape of a dialect.
pub(crate) fn spoken(result: &ToolResult, dialect: Dialect) -> JsValue {
    write::json(&result.in_dialect(dialect))
}
