//! What a host does with dialogs. Its reply is no answer if nobody can have read the dialog, or if it was meant for the
//! host's prompt.

use super::{DialogStyle, Dialogs};
use crate::answer::outcome::Ending;
use crate::form::guard::is_for_prompt;

/// Milliseconds in which nobody can have read a dialog.
const UNREAD_MS: f64 = 300.0;

/// Number of replies without a meaning, one after another, after which a dialog counts as closed.
const MAX_ODD: u32 = 10;

/// Who shows dialogs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum DialogHost {
    /// The user's terminal, where a reply may be meant for the host's prompt.
    Terminal {
        /// Whether the prompt holds unsent text.
        is_writing: bool,
        /// Why the host shows no form, if dialogs stand in for it. It may close them by itself, too.
        unshown: Option<String>,
    },
    /// A program, which may close dialogs by itself.
    #[default]
    Program,
    /// A program that shows dialogs in an editor as requests for a permission, and may give one by itself.
    Editor,
}

impl DialogHost {
    /// Returns how choices are offered, by the kinds of dialogs that the host has. A person in a terminal who wants dialogs types;
    /// whoever is shown them in place of a form picks, as a program does.
    #[must_use]
    pub fn style(&self, has_list: bool, has_input: bool) -> DialogStyle {
        let prefers_typing = matches!(self, Self::Terminal { unshown: None, .. });
        if !has_list || (prefers_typing && has_input) { DialogStyle::Numbers } else { DialogStyle::Select }
    }
}

/// What a host replies to a dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostReply {
    /// A text.
    Text(String),
    /// The dialog was closed.
    Closed,
    /// A value without a meaning.
    Odd,
}

/// What is known of the host of dialogs.
#[derive(Clone, Debug, Default)]
pub(super) struct HostState {
    host: DialogHost,
    /// Time at which the open dialog was opened, in milliseconds.
    opened: Option<f64>,
    /// Whether the user may have read a dialog.
    was_read: bool,
    /// Number of replies without a meaning since the last one that had one.
    odd: u32,
}

impl HostState {
    /// Returns whether nobody can have read the dialog at `now`. So it is before the first one opens.
    fn is_unread(&self, now: f64) -> bool {
        self.opened.is_none_or(|opened| now - opened < UNREAD_MS)
    }

    /// Returns whether the host may close a dialog without its user.
    fn closes_by_itself(&self) -> bool {
        match &self.host {
            DialogHost::Terminal { unshown, .. } => unshown.is_some(),
            DialogHost::Program | DialogHost::Editor => true,
        }
    }

    /// Returns whether a reply to a dialog that nobody can have read is the host's own.
    fn is_own(&self, reply: &HostReply) -> bool {
        match reply {
            HostReply::Closed => self.closes_by_itself(),
            HostReply::Text(_) | HostReply::Odd => self.host == DialogHost::Editor,
        }
    }
}

impl Dialogs {
    /// Says who shows the dialogs. Those in a terminal are guarded until it is quiet.
    pub fn set_host(&mut self, host: DialogHost) {
        if let DialogHost::Terminal { is_writing, .. } = host {
            self.form.guard().close(is_writing);
        }
        self.host.host = host;
    }

    /// Records that the host opens the dialog at `now`, in milliseconds.
    pub fn host_opened(&mut self, now: f64) {
        self.host.opened = Some(now);
    }

    /// Handles what the host replies to the dialog at `now`. Returns a text that is meant for its prompt.
    pub fn host_replied(&mut self, reply: HostReply, now: f64) -> Option<String> {
        let is_unread = self.host.is_unread(now);
        self.host.was_read |= !is_unread;
        if self.withholds(&reply, now) {
            self.trouble = Some(self.form.words().waiting.to_owned());
            let is_writing = matches!(self.host.host, DialogHost::Terminal { is_writing: true, .. });
            return match reply {
                HostReply::Text(text) if self.is_typed() && is_for_prompt(&text, is_writing) => Some(text),
                HostReply::Text(_) | HostReply::Closed | HostReply::Odd => None,
            };
        }
        let odd = std::mem::take(&mut self.host.odd) + 1;
        let reply = if reply == HostReply::Odd && odd >= MAX_ODD { HostReply::Closed } else { reply };
        if is_unread && self.host.is_own(&reply) {
            // By what interrupts it, if the host was told to close the dialog.
            self.end(Ending::Unasked(None));
            return None;
        }
        match reply {
            HostReply::Text(text) => {
                let is_typed = self.is_typed();
                self.host.was_read = true;
                self.reply(Some(&text));
                // A program that picks what is no choice may do so for ever.
                if self.trouble.is_some() && !is_typed {
                    self.host.odd = odd;
                }
                if self.host.odd >= MAX_ODD {
                    self.host.odd = 0;
                    self.reply(None);
                }
            }
            HostReply::Closed => self.reply(None),
            HostReply::Odd => self.host.odd = odd,
        }
        None
    }

    /// Returns whether the guard of the form withholds a reply in a terminal. A dialog that the host was told to close, or may
    /// have closed by itself, was not closed by a key.
    fn withholds(&mut self, reply: &HostReply, now: f64) -> bool {
        let leaves = match (&self.host.host, reply) {
            (DialogHost::Terminal { .. }, HostReply::Text(_)) => false,
            (DialogHost::Terminal { unshown: None, .. }, HostReply::Closed) if !self.is_interrupted() => true,
            _ => return false,
        };
        self.form.guard().withholds_reply(leaves, now)
    }

    /// Ends the form at `now`, because the host cannot show the dialog, for this reason. If the user has read none, nobody
    /// was asked.
    pub fn host_failed(&mut self, reason: String, now: f64) {
        if self.host.was_read || !self.host.is_unread(now) {
            return self.end(Ending::Failed(reason));
        }
        let reason = match &self.host.host {
            DialogHost::Terminal { unshown: Some(unshown), .. } => [&reason, "; and no form: ", unshown].concat(),
            _ => reason,
        };
        self.end(Ending::Unasked(Some(reason)));
    }
}
