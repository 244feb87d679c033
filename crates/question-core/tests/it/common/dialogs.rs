//! A form gone through in plain dialogs, and what a person reads on the way. This is the one place where tests touch the
//! core's dialogs.

use question_core::{Action, Dialog, Dialogs, Ending, Form, Host, Questionnaire, Replies, Response, Style, ToolResult};

use super::json::{Json, taken};
use super::{Played, TUI, form};

/// A form that is asked in dialogs.
#[derive(Clone, Debug)]
pub(crate) struct PlainDialogs {
    dialogs: Dialogs,
}

impl PlainDialogs {
    pub(crate) fn new(form: &Played, style: Style) -> Self {
        Self { dialogs: Dialogs::new(form.to_form(), style) }
    }

    /// The dialogs of a form that the core has made.
    pub(crate) fn of(form: Form, style: Style) -> Self {
        Self { dialogs: Dialogs::new(form, style) }
    }

    /// None after the end.
    pub(crate) fn dialog(&self) -> Option<Dialog> {
        self.dialogs.dialog()
    }

    pub(crate) fn resize(&mut self, columns: usize, rows: usize) {
        self.dialogs.resize(columns, rows);
    }

    /// None closes the dialog.
    pub(crate) fn reply(&mut self, reply: Option<&str>) {
        self.dialogs.reply(reply);
    }

    pub(crate) fn respond(
        &mut self,
        message: &str,
        questionnaire: &Questionnaire,
        standing: &Replies,
    ) -> Result<(), String> {
        self.dialogs.form.update(Action::Respond(Response::read(message, questionnaire, standing)?));
        Ok(())
    }

    /// Enters the answers of a response.
    pub(crate) fn enter(
        &mut self,
        message: &str,
        questionnaire: &Questionnaire,
        standing: &Replies,
    ) -> Result<(), String> {
        self.dialogs.form.update(Action::Enter(Response::read(message, questionnaire, standing)?.replies));
        Ok(())
    }

    pub(crate) fn request(&self, id: &str, questionnaire: &Questionnaire, standing: &Replies) -> Json {
        taken(&questionnaire.request(id, self.dialogs.form.standing(standing)))
    }

    pub(crate) fn disconnect(&mut self) {
        self.dialogs.form.update(Action::End(Ending::Disconnected));
    }

    pub(crate) fn abort(&mut self) {
        self.dialogs.form.update(Action::End(Ending::Aborted));
    }

    pub(crate) fn fail(&mut self, reason: &str) {
        self.dialogs.form.update(Action::End(Ending::Failed(reason.to_owned())));
    }

    /// None before the end.
    pub(crate) fn result(&self, host: Host) -> Option<ToolResult> {
        self.dialogs.form.result(host)
    }
}

/// Replies in turn: an option by what stands before its point; `None` closes the dialog.
pub(crate) fn replied(mut dialogs: PlainDialogs, replies: &[Option<&str>]) -> PlainDialogs {
    for reply in replies {
        let options = dialogs.dialog().map(|dialog| dialog.options).unwrap_or_default();
        let is_named = |option: &&String| match *reply {
            Some("✓") => option.starts_with("✓ "),
            reply => reply.is_some_and(|reply| option.starts_with(&format!("{reply}. "))),
        };
        let named = options.iter().find(is_named).map(String::as_str);
        dialogs.reply(named.or(*reply));
    }
    dialogs
}

pub(crate) fn walked(arguments: &Json, style: Style, replies: &[Option<&str>]) -> PlainDialogs {
    replied(PlainDialogs::new(&form(arguments), style), replies)
}

/// The title and the options, in either style; after the end, what the model reads.
pub(crate) fn seen(dialogs: &PlainDialogs) -> String {
    match (dialogs.dialog(), dialogs.result(TUI)) {
        (Some(Dialog { title, options }), _) => std::iter::once(title).chain(options).collect::<Vec<_>>().join("\n"),
        (None, Some(result)) => result.content,
        (None, None) => "neither dialog nor result".to_owned(),
    }
}
