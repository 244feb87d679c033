//! What a host replies to dialogs. A reply is no answer if nobody can have read the dialog, or if it was meant for the
//! host's prompt.

use super::Dialogs;
use crate::answer::outcome::Ending;
use crate::answer::result::Host;
use crate::faces::model::ToolResult;
use crate::form::guard::is_for_prompt;

/// Milliseconds in which nobody can have read a dialog.
const UNREAD_MS: f64 = 300.0;

/// Number of replies without a meaning after which a dialog counts as closed.
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
pub(super) struct Hearing {
    host: DialogHost,
    /// Time at which the open dialog was opened, in milliseconds.
    opened: Option<f64>,
    /// Whether the user may have read a dialog.
    was_read: bool,
    /// Number of replies without a meaning to the open dialog.
    odd: u32,
    /// Why the host shows no dialog, if the user has seen none.
    unavailable: Option<String>,
}

impl Hearing {
    fn is_unread(&self, now: f64) -> bool {
        self.opened.is_none_or(|opened| now - opened < UNREAD_MS)
    }

    fn closes_by_itself(&self) -> bool {
        match &self.host {
            DialogHost::Terminal { unshown, .. } => unshown.is_some(),
            DialogHost::Program | DialogHost::Editor => true,
        }
    }

    /// Returns whether no dialog can be shown.
    pub(super) fn is_unavailable(&self) -> bool {
        self.unavailable.is_some()
    }
}

impl Dialogs {
    /// Says who shows the dialogs. Those in a terminal are guarded until it is quiet.
    pub fn set_host(&mut self, host: DialogHost) {
        if let DialogHost::Terminal { is_writing, .. } = host {
            self.form.guard().close(is_writing);
        }
        self.hearing.host = host;
    }

    /// Records that the host opens the dialog at `now`, in milliseconds.
    pub fn opened(&mut self, now: f64) {
        self.hearing.opened = Some(now);
    }

    /// Handles what the host replies to the dialog at `now`. `is_withdrawn` says that it was told to close it. Returns a
    /// text that is meant for the prompt.
    pub fn hear(&mut self, reply: HostReply, is_withdrawn: bool, now: f64) -> Option<String> {
        let is_unread = self.hearing.is_unread(now);
        self.hearing.was_read |= !is_unread;
        if let Some(is_writing) = self.withholds(&reply, is_withdrawn, now) {
            self.trouble = Some(self.form.words().waiting.to_owned());
            return match reply {
                HostReply::Text(text) if self.is_typed() && is_for_prompt(&text, is_writing) => Some(text),
                _ => None,
            };
        }
        let odd = std::mem::take(&mut self.hearing.odd);
        match reply {
            _ if is_unread && !is_withdrawn && self.hearing.host == DialogHost::Editor => self.end(Ending::Unasked),
            HostReply::Text(text) => {
                self.hearing.was_read = true;
                self.reply(Some(&text));
            }
            HostReply::Odd if odd + 1 < MAX_ODD => self.hearing.odd = odd + 1,
            _ if is_unread && !is_withdrawn && self.hearing.closes_by_itself() => self.end(Ending::Unasked),
            HostReply::Closed | HostReply::Odd => self.reply(None),
        }
        None
    }

    /// Returns whether pi's prompt holds unsent text, if the guard of the form withholds a reply.
    fn withholds(&mut self, reply: &HostReply, is_withdrawn: bool, now: f64) -> Option<bool> {
        let DialogHost::Terminal { is_writing, .. } = self.hearing.host else { return None };
        let leaves = match reply {
            HostReply::Text(_) => false,
            HostReply::Closed if !is_withdrawn && !self.hearing.closes_by_itself() => true,
            HostReply::Closed | HostReply::Odd => return None,
        };
        self.form.guard().withholds_reply(leaves, now).then_some(is_writing)
    }

    /// Ends the form at `now`, because the host cannot show the dialog, for this reason.
    pub fn fail(&mut self, reason: String, now: f64) {
        if self.hearing.was_read || !self.hearing.is_unread(now) {
            return self.end(Ending::Failed(reason));
        }
        let unshown = match &self.hearing.host {
            DialogHost::Terminal { unshown, .. } => unshown.as_ref(),
            DialogHost::Program | DialogHost::Editor => None,
        };
        let no_form = unshown.map(|unshown| ["; and no form: ", unshown].concat());
        self.hearing.unavailable = Some(reason + &no_form.unwrap_or_default());
    }

    /// Returns the result of a form that has ended, or that the host cannot show; `None` before that.
    #[must_use]
    pub fn result(&self, host: Host) -> Option<ToolResult> {
        match &self.hearing.unavailable {
            Some(reason) => Some(self.form.questionnaire().unavailable(host, Some(reason.clone()))),
            None => self.form.result(host),
        }
    }
}
