//! Answers from outside the form: those of a file or of a program. It must not read them, and shows no page.

use crate::answer::outcome::Ending;
use crate::answer::replies::{Replies, Response, ResponseKind};
use crate::form::Form;
use crate::form::action::Step;
use crate::text::without_controls;

impl Form {
    /// Applies a program's response to the whole form.
    pub(super) fn take_response(&mut self, Response { replies, kind }: Response) -> Step {
        self.enter_replies(replies);
        match kind {
            ResponseKind::Answered => self.end(Ending::Answered),
            ResponseKind::Cancelled if self.is_revision() || !self.has_input() => {
                self.end(Ending::Cancelled { share: self.has_input() })
            }
            ResponseKind::Cancelled => self.end(Ending::Undecided),
            ResponseKind::Later => self.end(Ending::Later),
            ResponseKind::Discussed(message) => {
                self.discussion = without_controls(message);
                self.end(Ending::Discussed)
            }
        }
    }

    /// Enters answers from outside the form. Questions without a reply stay as they are.
    pub(super) fn enter_replies(&mut self, replies: Replies) -> Step {
        for (entry, reply) in self.entries.iter_mut().zip(replies.0) {
            if let Some(reply) = reply {
                entry.reply(reply);
                entry.edit(|sheet| sheet.is_kept_elsewhere = false);
            }
        }
        Step::Redraw
    }
}
