//! A form that is filled in by plain dialogs, and what a person reads in them. No other test uses the core's dialogs
//! directly.

use question_core::{Dialog, DialogHost, DialogStyle, Dialogs, Ending, Host, HostReply, ToolResult};

use super::json::{Json, taken};
use super::{Played, TUI, form};

/// A form that is asked in dialogs.
#[derive(Clone, Debug)]
pub(crate) struct PlainDialogs {
    dialogs: Dialogs,
}

impl PlainDialogs {
    pub(crate) fn new(form: &Played, style: DialogStyle) -> Self {
        Self { dialogs: Dialogs::new(form.to_form(), style) }
    }

    /// Returns the dialog, or `None` after the end.
    pub(crate) fn dialog(&self) -> Option<Dialog> {
        self.dialogs.dialog()
    }

    pub(crate) fn resize(&mut self, columns: usize, rows: usize) {
        self.dialogs.resize(columns, rows);
    }

    /// Replies to the dialog, or closes it if `None`.
    pub(crate) fn reply(&mut self, reply: Option<&str>) {
        self.dialogs.reply(reply);
    }

    pub(crate) fn respond(&mut self, message: &str) -> Result<(), String> {
        self.dialogs.respond(message)?;
        self.reply(None);
        Ok(())
    }

    /// Says who shows the dialogs.
    pub(crate) fn shown_by(mut self, host: DialogHost) -> Self {
        self.dialogs.set_host(host);
        self
    }

    /// Opens the dialog at `now`, at which the user begins to see it.
    pub(crate) fn open(&mut self, now: f64) {
        self.dialogs.host_opened(now);
        self.dialogs.form.guard().painted(now);
    }

    /// Has the host reply at `now`. Returns what was meant for its prompt.
    pub(crate) fn host_replied(&mut self, reply: HostReply, now: f64) -> Option<String> {
        self.dialogs.host_replied(reply, now)
    }

    /// Has the host reject the dialog at `now`.
    pub(crate) fn reject(&mut self, reason: &str, now: f64) {
        self.dialogs.host_failed(reason.to_owned(), now);
    }

    /// Takes a response, with which the host is about to close the dialog.
    pub(crate) fn begin_response(&mut self, message: &str) -> Result<(), String> {
        self.dialogs.respond(message)
    }

    /// Begins to end the form like this, with which the host is about to close the dialog.
    pub(crate) fn interrupt(&mut self, ending: Ending) {
        self.dialogs.interrupt(ending);
    }

    /// Ends the form for another reason of the host's.
    pub(crate) fn end(&mut self, ending: Ending) {
        self.dialogs.end(ending);
    }

    pub(crate) fn is_interrupted(&self) -> bool {
        self.dialogs.is_interrupted()
    }

    pub(crate) fn request(&self, id: &str) -> Json {
        taken(&self.dialogs.form.request(id))
    }

    pub(crate) fn disconnect(&mut self) {
        self.interrupt(Ending::Disconnected);
        self.reply(None);
    }

    pub(crate) fn abort(&mut self) {
        self.interrupt(Ending::Aborted);
        self.reply(None);
    }

    pub(crate) fn fail(&mut self, reason: &str) {
        self.end(Ending::Failed(reason.to_owned()));
    }

    /// Returns the result, or `None` before the end.
    pub(crate) fn result(&self, host: Host) -> Option<ToolResult> {
        self.dialogs.form.result(host)
    }
}

/// The reply that closes a dialog.
pub(crate) const CLOSE: &str = "\u{0}close";

/// Replies to one dialog after another. An option of a dialog is named by its key, such as "1", ":n" or "✓".
pub(crate) fn replied(mut dialogs: PlainDialogs, replies: &[&str]) -> PlainDialogs {
    for &reply in replies {
        let options = dialogs.dialog().map(|dialog| dialog.options).unwrap_or_default();
        let is_named = |option: &&String| {
            let separator = if reply.starts_with(['✓', ':']) { " " } else { ". " };
            option.strip_prefix(reply).is_some_and(|rest| rest.starts_with(separator))
        };
        let reply = options.iter().find(is_named).map_or(reply, String::as_str);
        dialogs.reply((reply != CLOSE).then_some(reply));
    }
    dialogs
}

pub(crate) fn walked(arguments: &Json, style: DialogStyle, replies: &[&str]) -> PlainDialogs {
    replied(PlainDialogs::new(&form(arguments), style), replies)
}

/// Returns the title and the options, in either style; after the end, the text for the model.
pub(crate) fn seen(dialogs: &PlainDialogs) -> String {
    match (dialogs.dialog(), dialogs.result(TUI)) {
        (Some(Dialog { title, options }), _) => std::iter::once(title).chain(options).collect::<Vec<_>>().join("\n"),
        (None, Some(result)) => result.content,
        (None, None) => "neither dialog nor result".to_owned(),
    }
}

/// What is expected of the text after some replies.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sees<'a> {
    Is(&'a str),
    Begins(&'a str),
    Has(&'a str),
}

/// Checks every row of a table in each style: replies, and what is expected of the text after them.
pub(crate) fn check_seen(styles: &[DialogStyle], arguments: &Json, rows: &[(&[&str], Sees)]) {
    for &style in styles {
        for (replies, expected) in rows {
            let seen = seen(&walked(arguments, style, replies));
            let is_expected = match *expected {
                Sees::Is(text) => seen == text,
                Sees::Begins(text) => seen.starts_with(text),
                Sees::Has(text) => seen.contains(text),
            };
            assert!(is_expected, "{style:?} {replies:?}: {expected:?}\nis\n{seen}");
        }
    }
}

/// Checks every row of a table in each style: replies, and the beginning of the dialog after them, or the whole text
/// for the model after the end.
pub(crate) fn check_begins(styles: &[DialogStyle], arguments: &Json, rows: &[(&[&str], &str)]) {
    for &style in styles {
        for &(replies, expected) in rows {
            let walk = walked(arguments, style, replies);
            let seen = seen(&walk);
            let is_expected = if walk.dialog().is_some() { seen.starts_with(expected) } else { seen == expected };
            assert!(is_expected, "{style:?} {replies:?}: not\n{expected}\nbut\n{seen}");
        }
    }
}
