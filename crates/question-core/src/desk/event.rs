//! What happens around forms, as the host tells it.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::answer::result::Host;
use crate::form::waiter::QueueAct;
use crate::later::plan::StartLine;

/// What has happened. Tickets stand for questions, by the number that the host has given them.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum DeskEvent {
    /// A session begins or continues. Needs the branch.
    Begun(Begun),
    /// Questions are to be asked. Needs the branch if there are answers of the command line, and then the questions.
    Asked(Asking),
    /// The own place of this ticket shows its questions.
    Shown(u32),
    /// The host does not show its form, in which nothing was answered.
    Unshown {
        /// Number of the ticket.
        ticket: u32,
        /// Why.
        reason: String,
    },
    /// It has made the request for a program.
    Requested {
        /// Number of the ticket.
        ticket: u32,
        /// Length of the request.
        bytes: usize,
        /// Whether the program is shown nothing else.
        is_alone: bool,
    },
    /// A program has sent this response.
    Responded(String),
    /// The place that was handed a response refuses it, for this reason.
    Refused(String),
    /// A place has ended. Needs the branch in which late questions were asked.
    Replied(PlaceReply),
    /// Questions were answered from elsewhere. Needs the branch in which late questions were asked.
    Answered {
        /// Number of the ticket.
        ticket: u32,
        /// The result.
        result: PlaceResult,
        /// Whether the user has entered anything at the own place.
        is_touched: bool,
        /// Where it was given, as the user reads it.
        from: String,
    },
    /// The user wants something with the questions that wait for the form of this ticket.
    Queued {
        /// Number of the ticket.
        ticket: u32,
        /// What.
        act: QueueAct,
    },
    /// Late questions cannot be asked, for this reason.
    Unopened {
        /// Number of the sequence.
        sequence: u32,
        /// The reason.
        problem: String,
    },
    /// The core has failed for this ticket, which the host has finished.
    Failed(u32),
    /// The run that waits for this ticket was aborted.
    Aborted(u32),
    /// The questions of this ticket can be written into the pending file. Needs the branch and the questions.
    Prepared(u32),
    /// The file was written, unless there is a fault.
    Written {
        /// Number of the ticket.
        ticket: u32,
        /// Why it was not written.
        #[ts(optional)]
        fault: Option<WritingFault>,
    },
    /// The host has looked for a pending file in the prompts of the session. Needs the branch with that file alone.
    Looked {
        /// The text that a prompt was given, if one has it. It counts only if the file still has it.
        #[ts(optional)]
        prompted: Option<String>,
        /// Whether the user is told why the file stays.
        is_told: bool,
    },
    /// The user runs `/questions` with these arguments. Needs the branch for those that are known.
    Command(String),
    /// The model begins to reply. Needs the branch if the number of questions that wait may have changed.
    Replying,
    /// A turn of a run has ended: its results are in the session. Needs the branch as `Replying` does.
    TurnEnded,
    /// The orders are carried out, among which was that to tell this. Needs the branch.
    Recounted,
    /// The user has gone to another place of the session. Needs the branch.
    Moved,
    /// A run has ended, with its messages. Needs the branch if calls were not begun.
    RunEnded(Vec<RunMessage>),
    /// No run follows. Needs the branch if messages were sent, questions left in the file, or as `Replying` does.
    Settled,
    /// The time has passed within which pi ends after it has aborted a run.
    Elapsed,
    /// The pictures of the message with this id were read.
    Attached(String),
    /// The person above has answered questions that they had put off. Refused if no run goes on.
    Heard {
        /// Number of the ticket that the questions had.
        ticket: u32,
        /// Whether pictures are to be read for the answer.
        has_pictures: bool,
    },
    /// A subagent was told an answer, or has ended before that.
    Passed {
        /// Id of what it has asked.
        to: String,
        /// Whether it has taken the answer.
        is_taken: bool,
    },
    /// The session is closing. Needs the branch if questions were put off.
    Closing(CloseReason),
    /// What was asked has ended, or does not end in time. Needs the branch if messages were sent, or answers unheard.
    Closed(CloseReason),
}

impl DeskEvent {
    /// Returns whether the pending files of other sessions matter, if the branch is needed: the user is told of their
    /// questions.
    #[must_use]
    pub fn needs_all_files(&self) -> bool {
        match self {
            Self::Begun(_) => true,
            Self::Command(line) => Subcommand::with_name(line.trim()) == Some(Subcommand::Answer),
            _ => false,
        }
    }
}

/// What the host knows at each event.
// Each is a fact of its own.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Scene {
    /// Mode and time of the host.
    pub host: Host,
    /// The same time, as it stands in a pending file.
    pub timestamp: String,
    /// The same time of day, as the user reads it.
    pub clock: String,
    /// A random text, which differs from all others.
    pub key: String,
    /// Id of the session.
    pub session: String,
    /// Whether the session is kept in a file.
    pub is_kept: bool,
    /// Whether it is one inside the process of another.
    pub is_nested: bool,
    /// Whether a run goes on.
    pub is_running: bool,
    /// Whether a terminal gets dialogs: the user has set so, or it cannot redraw.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub wants_dialogs: bool,
    /// Whether the program that drives pi has disconnected, or told pi to end.
    pub is_gone: bool,
    /// Ids of what subagents have asked that is answered later, and that still listen.
    #[serde(default)]
    #[ts(as = "Option<Vec<String>>", optional)]
    pub listening: Vec<String>,
}

/// The beginning of a session.
#[derive(Clone, Debug, Default, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct Begun {
    /// The command line, if pi was started with this session.
    pub line: Option<StartLine>,
    /// Answers of the command line, or those that were not used before pi reloaded the extension.
    pub answers: Option<String>,
}

/// What matters to questions of a message of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct RunMessage {
    /// Why a reply of the model has ended, as pi names that.
    pub stop_reason: Option<String>,
    /// Ids of the calls of this tool in a reply that calls tools.
    pub calls: Option<Vec<String>>,
    /// Id of the call that a result with details is for. What pi writes for a call that was not begun has none.
    pub begun: Option<String>,
}

/// Questions that are to be asked.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Asking {
    /// Number that the host has given to them alone.
    pub ticket: u32,
    /// Who asks.
    pub asker: Asker,
    /// What they are about, in one line.
    #[serde(default)]
    #[ts(as = "Option<String>", optional)]
    pub about: String,
    /// Whether the settings let a person above this session be asked.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub asks_above: bool,
    /// Whether the environment names the pi of such a person, which has started this process.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub is_child: bool,
}

/// Who asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Asker {
    /// The call of the model with this id, which waits for the result.
    Call(String),
    /// Another session, or another extension of this one, which waits for the result.
    Session {
        /// Its name, task, folder and process, as they are noted.
        #[ts(type = "Subagent")]
        subagent: Value,
        /// Id of the request, which differs from those of other sessions.
        id: String,
    },
    /// The sequence of late questions with this number: those that come first in it.
    Sequence(u32),
}

/// A place where questions are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Seat {
    /// A form, dialogs or a program of this session.
    Own,
    /// The person above this session.
    Above,
    /// Another program or terminal of the same user.
    Elsewhere,
}

/// The end of a place.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct PlaceReply {
    /// Number of the ticket.
    pub ticket: u32,
    /// The place.
    pub seat: Seat,
    /// Its result; absent if there is none.
    pub result: Option<PlaceResult>,
    /// Why the branch cannot be read, or nobody above was asked.
    pub problem: Option<String>,
}

/// What the desk needs of a result.
// Each is a fact of its own.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PlaceResult {
    /// Its record.
    #[ts(type = "Details")]
    pub record: Value,
    /// Text for the model.
    pub content: String,
    /// Whether the user said anything.
    pub is_said: bool,
    /// Whether it holds anything that the user entered.
    pub is_entered: bool,
    /// Whether the user has ended the form.
    pub is_by_user: bool,
    /// Whether pictures are to be read for it.
    pub has_pictures: bool,
}

impl PlaceResult {
    /// Returns how it says that the questions have ended; empty if it does not.
    pub(super) fn outcome(&self) -> &str {
        self.record.get("outcome").and_then(Value::as_str).unwrap_or_default()
    }
}

/// How questions end from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum End {
    /// The run was aborted, or the session is closing.
    Abort,
    /// The program that asked the user has disconnected.
    Disconnect,
    /// The user has stopped the run before they saw the questions, which are not asked again.
    Stop,
    /// Another place was first.
    Taken,
    /// The user has left questions that waited.
    Leave,
    /// The user has put off questions that waited.
    Later,
}

/// Why a pending file was not written.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum WritingFault {
    /// Another process has written it meanwhile, as the system says.
    Overtaken(String),
    /// It cannot be written, for this reason.
    Failed(String),
}

/// Why a session closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum CloseReason {
    /// pi ends.
    Quit,
    /// pi reloads its extensions.
    Reload,
    /// pi goes on with another session.
    Other,
}

/// What `/questions` does, by its argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Subcommand {
    /// Opens the questions that are pending.
    Answer,
    /// Tells the model to ask what its last message asks in prose.
    Ask,
    /// Puts the pending file aside.
    Clear,
    /// Tells how questions are answered in another terminal.
    Elsewhere,
    /// Takes the tool from the model, for this session.
    Off,
    /// Gives it back.
    On,
    /// Opens the form that was answered last again.
    Revise,
}

impl Subcommand {
    pub(super) const ALL: [Self; 7] =
        [Self::Answer, Self::Ask, Self::Clear, Self::Elsewhere, Self::Off, Self::On, Self::Revise];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Answer => "answer",
            Self::Ask => "ask",
            Self::Clear => "clear",
            Self::Elsewhere => "elsewhere",
            Self::Off => "off",
            Self::On => "on",
            Self::Revise => "revise",
        }
    }

    pub(super) fn with_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|command| command.name() == name)
    }
}
