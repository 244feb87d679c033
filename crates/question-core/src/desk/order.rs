//! What the host has to do.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use super::AskedQuestions;
use super::event::{Asker, End, Seat};
use crate::answer::fault::AnswerFault;
use crate::answer::outcome::Ending;
use crate::answer::result::Host;
use crate::faces::model::ToolResult;
use crate::form::waiter::Waiter;
use crate::later::plan::{Effects, HostNotice, InDialect, Severity};

/// What the host has to do. Orders are carried out one after another.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Order {
    /// Open a place for a ticket. The user is notified once, when a form or dialogs of a terminal are shown, or begin to wait
    /// for the place of pi's prompt; dialogs that stand in for a form notify nobody.
    Open {
        /// Number of the ticket.
        ticket: u32,
        /// The way.
        way: Way,
        /// Id of the request to a program.
        request: String,
        /// Whether the user has just asked for the form, so that no key can be meant for pi's prompt.
        is_expected: bool,
        /// Whether a form begins with what was entered when the same questions were asked before. Late ones bring that.
        recalls: bool,
    },
    /// End a place that is open. The host still tells how it has ended, if it was shown.
    Close {
        /// Number of the ticket.
        ticket: u32,
        /// The place.
        seat: Seat,
        /// How its form ends.
        how: End,
    },
    /// Draw the open form again, for which these others wait.
    Count {
        /// Number of the ticket.
        ticket: u32,
        /// What waits, oldest first.
        waiting: Vec<Waiter>,
    },
    /// Tell other places that questions wait for the user here, until they are finished.
    Publish {
        /// Number of the ticket.
        ticket: u32,
        /// Name of their call, if it is the same each time that they are asked.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        call: Option<String>,
    },
    /// Tell the other place, or the person above, that the answer does not count.
    Refuse {
        /// Number of the ticket.
        ticket: u32,
        /// Why.
        problem: String,
    },
    /// Hand a program its request: by the call, or else as an entry of the session.
    Announce {
        /// Number of the ticket.
        ticket: u32,
    },
    /// Hand a program's response to the place of a ticket.
    Respond {
        /// Number of the ticket.
        ticket: u32,
        /// The response.
        message: String,
    },
    /// Give the one who asks the result.
    Finish {
        /// Number of the ticket.
        ticket: u32,
        /// The result.
        with: Finish,
        /// Whether it is the last one: pi ends, and the run is to be aborted.
        is_last: bool,
    },
    /// Ask the first questions of a sequence, which this name stands for. Those of a session that has just begun wait until
    /// pi sends its events.
    Ask {
        /// Who asks.
        asker: Asker,
        /// Name of the questions in the branch.
        ask: String,
        /// Whether the session has just begun.
        is_at_start: bool,
    },
    /// Tell that the questions of a ticket can be written into the pending file.
    Prepare {
        /// Number of the ticket.
        ticket: u32,
    },
    /// Write the pending file, and tell how that ended.
    Write {
        /// Number of the ticket; absent if no call waits for it.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        ticket: Option<u32>,
        /// Its path, as the user knows it.
        name: String,
        /// Its new text.
        text: String,
        /// The text that it has to have until then; absent if it does not exist.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        existing: Option<String>,
    },
    /// Rename a pending file that is done with, and tell the user, unless an entry of the same orders could not be written.
    Retire {
        /// Its path, as the user knows it.
        name: String,
        /// Whether notices wait until pi has drawn the conversation.
        is_at_start: bool,
        /// Whether the run fails if that fails.
        is_required: bool,
    },
    /// Look whether a prompt of the session has the text of a pending file, and tell what was found.
    Look {
        /// Its path, as the user knows it.
        name: String,
        /// The text that the prompt was given; absent if the file could not be read.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        text: Option<String>,
        /// Whether the user is told why the file stays.
        is_told: bool,
    },
    /// Show a notice.
    Say {
        /// What the user reads.
        text: String,
        /// How much it matters.
        severity: Severity,
        /// Whether it waits until pi has drawn the conversation.
        is_at_start: bool,
    },
    /// Show the questions and answers of the session.
    List,
    /// Tell how questions are answered in another terminal.
    Direct,
    /// Send the model a prompt of the user's, after the run that goes on.
    Prompt {
        /// The prompt.
        text: String,
    },
    /// Give the model the tool, or take it from it.
    Offer {
        /// Whether it has the tool.
        is_offered: bool,
    },
    /// Show a row above the prompt, or none; not while the row of a question stands there.
    Row {
        /// The row.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        text: Option<String>,
    },
    /// Tell that what is ordered was done.
    Recount,
    /// Write an entry of this tool into the session.
    Note {
        /// Its data.
        #[ts(type = "object")]
        data: Value,
    },
    /// Make the message that brings a result to the model, and keep it until it is sent.
    Keep {
        /// Its id, which stands in its details.
        id: String,
        /// The result; absent if it is that of a place.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional, as = "Option<crate::faces::model::DialectResult<'static>>")]
        result: Option<Box<InDialect>>,
        /// The place.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        from: Option<PlaceOf>,
        /// What stands before its text.
        #[serde(skip_serializing_if = "String::is_empty")]
        #[ts(as = "Option<String>", optional)]
        lead: String,
        /// Fields to add to the details.
        effects: Effects,
        /// Whether an entry stands for it until a run has taken it in.
        is_noted: bool,
    },
    /// Tell a subagent that listens the result of a place, and tell whether it has taken it.
    Pass {
        /// The place.
        from: PlaceOf,
        /// Id of what it has asked.
        to: String,
    },
    /// Listen for what the person above answers later to the questions of this ticket.
    Listen {
        /// Number of the ticket.
        ticket: u32,
    },
    /// Listen for no answer any more.
    Unlisten,
    /// Read the pictures of a message, and tell when that is done.
    Attach {
        /// Its id.
        id: String,
    },
    /// Send a message that is kept.
    Send {
        /// Its id.
        id: String,
        /// How.
        how: Sending,
    },
    /// Drop a message that is kept: it is in the session.
    Drop {
        /// Its id.
        id: String,
    },
    /// Append a message that a process has left as an entry when it was killed.
    Resume {
        /// Text for the model.
        content: String,
        /// Its details.
        #[ts(type = "object")]
        details: Value,
    },
    /// Tell the model a text beside what the user has answered.
    Tell {
        /// The text.
        content: String,
        /// How.
        how: Sending,
    },
    /// Keep answers of the command line while pi reloads the extension.
    Carry {
        /// The answers.
        answers: String,
    },
    /// Tell when the time has passed within which pi ends after it has aborted a run.
    Delay,
    /// Wait with the event that is handled until something happens.
    Hold {
        /// What.
        until: Until,
        /// Longest time to wait, in milliseconds; absent for as long as it takes.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        most: Option<u32>,
    },
    /// Go on: it has happened.
    Release {
        /// What.
        until: Until,
    },
    /// Make pi exit with the code of a failure when it is done.
    Fail,
    /// End pi, which has nothing to run.
    Exit,
}

/// The way in which a place opens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Way {
    /// A form in the place of pi's prompt.
    Form,
    /// Dialogs in the terminal, because the user wants them, or for this reason: the host does not show a form.
    Dialogs(Option<String>),
    /// The program that drives pi: by requests to the client of an agent, if it knows them, else by a request for the program
    /// and dialogs; by the request alone, if the program wants that.
    Program,
    /// Asking the person above; whether that may be the one of a session of the same process. A session with a person of its
    /// own, such as a program's, asks another process alone.
    Above(bool),
    /// None: the questions end like this without being shown.
    Unseen(End),
}

/// A place of a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct PlaceOf {
    /// Number of the ticket.
    pub ticket: u32,
    /// The place.
    pub seat: Seat,
}

/// The result of a ticket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(optional_fields)]
pub enum Finish {
    /// That of this place.
    Place(Seat),
    /// None: the session has ended first.
    Gone,
    /// That of questions that nobody has seen, and that end like this.
    Unseen(End),
    /// That of these answers on the command line, a JSON text.
    Answers(String),
    /// That of a session that another one has started, in which nobody can be asked; why, if there was somebody.
    Inside(Option<String>),
    /// That of questions that wait in a file.
    Pending {
        /// Path of the file, relative to the project's folder.
        file: String,
        /// Their key in the file.
        key: String,
        /// What is added to the text for the model.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        remark: Option<String>,
    },
    /// That of questions that nobody can be asked, for this reason.
    Unavailable(Option<String>),
}

impl Finish {
    /// Returns the result of questions that ended like this without a place. One of a place is the host's.
    ///
    /// # Errors
    ///
    /// Fails with the fault of answers.
    pub fn result(
        self,
        AskedQuestions { questionnaire, opening }: AskedQuestions<'_>,
        host: Host,
    ) -> Result<ToolResult, AnswerFault> {
        Ok(match self {
            Self::Place(_) | Self::Gone => opening.result(questionnaire, &Ending::Aborted, host),
            Self::Unseen(how) => opening.result(questionnaire, &how.into(), host),
            Self::Answers(answers) => opening.answered(questionnaire, Some(&answers), host)?,
            Self::Inside(why) => questionnaire.unasked_inside(host, why),
            Self::Pending { file, key, remark } => questionnaire.pending(host, file, key, remark),
            Self::Unavailable(reason) => questionnaire.unavailable(host, reason),
        })
    }
}

impl From<End> for Ending {
    fn from(how: End) -> Self {
        match how {
            End::Abort | End::Taken => Self::Aborted,
            End::Disconnect => Self::Disconnected,
            End::Stop => Self::Stopped,
            End::Leave => Self::Cancelled { share: false },
            End::Later => Self::Later,
        }
    }
}

/// How a message is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Sending {
    /// It starts a run, or goes into the one that goes on.
    Run,
    /// It goes into the run that goes on, and starts none.
    Steer,
    /// It waits for the next prompt.
    NextTurn,
    /// It is appended to the session.
    Append,
}

/// What the host waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Until {
    /// The end of the run.
    Run,
    /// The end of the sequence with this number.
    Sequence(u32),
    /// The end of the turn, within which pi writes results.
    Turn,
    /// The end of all that is asked.
    Unasked,
}

impl Order {
    /// Puts a pending file aside, which the run does not depend on.
    pub(super) fn retire(name: String) -> Self {
        Self::Retire { name, is_at_start: false, is_required: false }
    }

    pub(super) fn info(text: impl Into<String>) -> Self {
        HostNotice::info(text).into()
    }

    pub(super) fn error(text: impl Into<String>) -> Self {
        Self::Say { text: text.into(), severity: Severity::Error, is_at_start: false }
    }

    pub(super) fn warning(text: impl Into<String>) -> Self {
        HostNotice::warning(text).into()
    }
}

impl From<HostNotice> for Order {
    fn from(HostNotice { text, severity }: HostNotice) -> Self {
        Self::Say { text, severity, is_at_start: false }
    }
}
