//! The host's Markdown, as the core asks for it.

use question_core::{Markdown, Renderer};
use wasm_bindgen::prelude::*;

use crate::read;

#[wasm_bindgen(typescript_custom_section)]
const HOST_MARKDOWN: &str = "/** The host's Markdown. */
export interface HostMarkdown {
    /** How many lines a text takes, always the same for the same text; undefined where it cannot be laid out. */
    measure(text: string, columns: number, isStrong: boolean): number | undefined;
}
";

#[wasm_bindgen]
extern "C" {
    /// What the host lays Markdown out with.
    #[wasm_bindgen(typescript_type = "HostMarkdown")]
    pub type HostMarkdown;

    #[wasm_bindgen(method, structural, catch)]
    fn measure(this: &HostMarkdown, text: &str, columns: u32, is_strong: bool) -> Result<JsValue, JsValue>;
}

impl HostMarkdown {
    /// The core's way to it. Nothing of what it throws gets further.
    pub(crate) fn renderer(self) -> Renderer {
        let measure = move |Markdown { text, columns, is_strong }: &Markdown| {
            let rows = self.measure(text, u32::try_from(*columns).unwrap_or(u32::MAX), *is_strong);
            usize::try_from(read::json(&rows.ok()?).as_u64()?).ok()
        };
        Renderer::new(measure)
    }
}
