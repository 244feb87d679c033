//! Frame → painted lines: one string, with the host's strings around every span. It does not know what those do.

use question_core::{Frame, Role};

/// What goes before and after a text of each role, in the order of [`Role::ALL`].
#[derive(Default)]
pub(crate) struct Colors([(String, String); Role::ALL.len()]);

impl Colors {
    pub(crate) fn set(&mut self, role: Role, open: &str, close: &str) {
        if let Some(color) = self.0.get_mut(role as usize) {
            *color = (open.to_owned(), close.to_owned());
        }
    }

    pub(crate) fn paint(&self, frame: &Frame) -> String {
        let mut painted = String::with_capacity(frame.lines.len() * 128);
        for (at, line) in frame.lines.iter().enumerate() {
            if at > 0 {
                painted.push('\n');
            }
            for span in &line.spans {
                let Some((open, close)) = self.0.get(span.role as usize) else { continue };
                painted.push_str(open);
                painted.push_str(span.text.as_str());
                painted.push_str(close);
            }
        }
        painted
    }
}
