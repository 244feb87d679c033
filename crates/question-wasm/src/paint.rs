//! Paints a frame as one string, with the host's strings around the spans, and compares paintings. The host's strings
//! are opaque here.

use std::collections::BTreeMap;

use js_sys::Function;
use question_core::{Frame, Line, Role};
use wasm_bindgen::JsValue;

/// Blanks for the indentation of most lines. Appending them one by one is slower.
const BLANKS: &str = "                                ";

/// Strings before and after a text of each role, in the order of [`Role::ALL`], and a function that highlights code.
pub(crate) struct Colors {
    roles: Vec<(String, String)>,
    /// Strings before the address of a link, between the address and the text, and after the text. `None` if the
    /// terminal has no links.
    link: Option<[String; 3]>,
    highlight: Option<Function>,
}

impl Colors {
    /// Fails with the first role that has no colors.
    pub(crate) fn new(
        mut colors: BTreeMap<Role, (String, String)>,
        link: Option<[String; 3]>,
        highlight: Option<Function>,
    ) -> Result<Self, Role> {
        let roles = Role::ALL.iter().map(|role| colors.remove(role).ok_or(*role)).collect::<Result<_, _>>()?;
        Ok(Self { roles, link, highlight })
    }

    /// Returns code as the host highlights it for its language.
    fn highlighted(&self, code: &str, language: &str) -> Option<String> {
        self.highlight.as_ref()?.call2(&JsValue::NULL, &code.into(), &language.into()).ok()?.as_string()
    }

    /// Paints the lines, with the host's mark at the place of its cursor.
    pub(crate) fn paint(&self, frame: &Frame<'_>, cursor: &str) -> Painted {
        let mut painted = String::with_capacity(frame.lines.len() * 128);
        let mut ends = Vec::with_capacity(frame.lines.len());
        for (row, line) in frame.lines.iter().enumerate() {
            let cursor = if frame.cursor == Some(row) { cursor } else { "" };
            self.push_line(line, cursor, &mut painted);
            painted.push('\n');
            ends.push(painted.len());
        }
        Painted { lines: painted, ends }
    }

    fn push_line(&self, line: &Line<'_>, cursor: &str, painted: &mut String) {
        match BLANKS.get(..line.indent) {
            Some(blanks) => painted.push_str(blanks),
            None => painted.extend(std::iter::repeat_n(' ', line.indent)),
        }
        painted.push_str(cursor);
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
                match (&self.link, &span.link) {
                    (Some([open, between, close]), Some(address)) => {
                        painted.extend([open, &**address, between, span.text.as_str(), close]);
                    }
                    _ => painted.push_str(span.text.as_str()),
                }
            }
            painted.push_str(close);
        }
    }
}

/// Painted lines.
#[derive(Default)]
pub(crate) struct Painted {
    /// The lines, each of which ends in a newline.
    pub(crate) lines: String,
    /// Where each line ends in `lines`, in bytes.
    ends: Vec<usize>,
}

/// Numbers of lines at the top and at the bottom that two paintings have in common.
#[derive(Clone, Copy, Default)]
pub(crate) struct Common {
    pub(crate) above: usize,
    pub(crate) below: usize,
}

impl Painted {
    /// Returns the lines in common with an earlier painting. May miss one on each side.
    pub(crate) fn common(&self, earlier: &Self) -> Common {
        let (new, old) = (self.lines.as_bytes(), earlier.lines.as_bytes());
        // By words of eight bytes: WebAssembly has no fast comparison of slices.
        let words = new.as_chunks::<8>().0.iter().zip(old.as_chunks::<8>().0);
        let start = words.take_while(|(new, old)| new == old).count() * 8;
        let words = new.as_rchunks::<8>().1.iter().rev().zip(old.as_rchunks::<8>().1.iter().rev());
        let end = new.len() - words.take_while(|(new, old)| new == old).count() * 8;

        let most = self.ends.len().min(earlier.ends.len());
        let above = self.ends.partition_point(|line| *line <= start);
        // Equal bytes at the bottom begin with the end of a line, so the line before them is another one.
        let below = (self.ends.len() - self.ends.partition_point(|line| *line <= end)).saturating_sub(1);
        Common { above, below: below.min(most - above) }
    }

    /// Returns the lines that are not in common, each of which ends in a newline.
    pub(crate) fn between(&self, common: Common) -> &str {
        let end = |lines: usize| lines.checked_sub(1).and_then(|last| self.ends.get(last)).copied().unwrap_or(0);
        self.lines.get(end(common.above)..end(self.ends.len() - common.below)).unwrap_or_default()
    }
}
