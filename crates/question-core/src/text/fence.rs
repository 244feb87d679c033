//! Blocks of code among the lines of a text: between fences, and by their indent.

use super::item::sign_end;

/// Whether the lines gone through so far leave a block of code open.
#[derive(Default)]
pub(super) struct Fence {
    pub(super) is_open: bool,
    mark: char,
    length: usize,
}

impl Fence {
    /// Whether a line opens or closes a block of code. One that opens it may stand behind the sign of an item.
    pub(super) fn passes(&mut self, line: &str) -> bool {
        let line = if self.is_open { line } else { line.get(signs_of(line)..).unwrap_or_default() };
        let line = line.trim_start_matches(' ').trim_end();
        let Some(mark) = line.chars().next().filter(|mark| matches!(mark, '`' | '~')) else { return false };
        let rest = line.trim_start_matches(mark);
        let length = line.len() - rest.len();
        let is_fence = if self.is_open {
            mark == self.mark && length >= self.length && rest.is_empty()
        } else {
            length >= 3 && !(mark == '`' && rest.contains('`'))
        };
        if is_fence {
            *self = Self { is_open: !self.is_open, mark, length };
        }
        is_fence
    }
}

/// What stands behind the signs of a fence, where it is more than a language: the file that the code is of.
pub(super) fn told_behind(line: &str) -> Option<&str> {
    let told = line.trim().trim_start_matches(['`', '~']).trim();
    told.contains(|char: char| !char.is_alphanumeric() && !matches!(char, '+' | '#' | '_' | '-')).then_some(told)
}

/// What tells lines of code by their indent.
#[derive(Default)]
pub(super) struct Indented {
    /// Whether a line of text came last, with which the next goes on.
    is_behind_text: bool,
    /// Blanks that the lines of the item begin with in which these are.
    base: usize,
}

impl Indented {
    /// Blanks behind those of its item that a line of code begins with, at least.
    const BLANKS: usize = 4;

    /// Whether a line is code by its indent.
    pub(super) fn passes(&mut self, line: &str) -> bool {
        let text = line.trim_start_matches([' ', '\t']);
        if text.trim().is_empty() {
            self.is_behind_text = false;
            return false;
        }
        let blanks = line.get(..line.len() - text.len()).unwrap_or_default();
        let indent = blanks.chars().map(|char| if char == '\t' { Self::BLANKS } else { 1 }).sum::<usize>();
        if !self.is_behind_text && indent >= self.base + Self::BLANKS {
            return true;
        }
        self.is_behind_text = true;
        match signs_of(text) {
            0 if indent == 0 => self.base = 0,
            0 => {}
            signs => self.base = indent + signs,
        }
        false
    }
}

/// Bytes of the signs of items that a line begins with, each with a blank.
pub(super) fn signs_of(line: &str) -> usize {
    let mut end = 0;
    while let Some(sign) = line.get(end..).and_then(sign_end) {
        end += sign + 1;
    }
    end
}
