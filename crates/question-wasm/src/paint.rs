//! Paints a frame as one string, with the host's strings around the spans. The strings are opaque here.

use std::collections::BTreeMap;

use js_sys::Function;
use question_core::{Frame, Role};
use wasm_bindgen::JsValue;

/// Enough blanks for the indentation of most lines, which is slower to append one by one.
const BLANKS: &str = "                                ";

/// Strings before and after a text of each role, in the order of [`Role::ALL`], and a function that highlights code.
pub(crate) struct Colors {
    roles: Vec<(String, String)>,
    highlight: Option<Function>,
}

impl Colors {
    /// Creates the colors.
    ///
    /// # Errors
    ///
    /// Returns a role that is missing.
    pub(crate) fn new(mut colors: BTreeMap<Role, (String, String)>, highlight: Option<Function>) -> Result<Self, Role> {
        let roles = Role::ALL.iter().map(|role| colors.remove(role).ok_or(*role)).collect::<Result<_, _>>()?;
        Ok(Self { roles, highlight })
    }

    /// Returns code as the host highlights it for its language.
    fn highlighted(&self, code: &str, language: &str) -> Option<String> {
        self.highlight.as_ref()?.call2(&JsValue::NULL, &code.into(), &language.into()).ok()?.as_string()
    }

    pub(crate) fn paint(&self, frame: &Frame<'_>) -> String {
        let mut painted = String::with_capacity(frame.lines.len() * 128);
        for (at, line) in frame.lines.iter().enumerate() {
            if at > 0 {
                painted.push('\n');
            }
            match BLANKS.get(..line.indent) {
                Some(blanks) => painted.push_str(blanks),
                None => painted.extend(std::iter::repeat_n(' ', line.indent)),
            }
            // Adjacent spans of one role are painted together.
            for spans in line.spans.chunk_by(|one, other| one.role == other.role) {
                if let ([span], Some(language)) = (spans, &line.language)
                    && span.role == Role::CodeBlock
                    && let Some(code) = self.highlighted(span.text.as_str(), language)
                {
                    painted.push_str(&code);
                    continue;
                }
                let color = spans.first().and_then(|span| self.roles.get(span.role as usize));
                let (open, close) = color.map_or(("", ""), |(open, close)| (open, close));
                painted.push_str(open);
                for span in spans {
                    painted.push_str(span.text.as_str());
                }
                painted.push_str(close);
            }
        }
        painted
    }
}
