//! Actions that can happen to a form, and the step that the host takes after each.

use serde::Serialize;
use ts_rs::TS;

use crate::answer::outcome::Ending;
use crate::answer::replies::{Replies, Response};
use crate::form::command::Command;
use crate::form::page::Zoomed;

/// Something that happens to a form, free of keys and of rows and columns on a screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Carry out a command. One that only the screen can carry out, such as a command that scrolls, changes nothing.
    Do(Command),
    /// Highlight the row at this index, 0-based, or the last row if there are fewer.
    Point(usize),
    /// Change nothing, but take the notice of the action before it away.
    Stay,
    /// Change nothing: a key without a meaning here.
    Key,
    /// Choose the row at this index, 0-based, or toggle its box.
    Take(usize),
    /// Go to the tab at this index, 0-based; the review is the last tab.
    Tab(usize),
    /// Confirm the boxes, even if the custom row is highlighted.
    ConfirmBoxes,
    /// Open the editor of the custom row.
    OpenText,
    /// Take what the user types in one piece while the editor does not have the focus: the number of an option, or the
    /// beginning of a text. A paste is an empty piece, which is always the beginning of a text.
    Type(String),
    /// End the number of a box, after which another may follow.
    EndNumber,
    /// Zoom a text, or leave the zoom.
    Zoom(Zoomed),
    /// Store this text of the editor.
    Write(String),
    /// Submit this text of the editor.
    Submit(String),
    /// Apply a program's response, and end the form.
    Respond(Response),
    /// Enter answers from outside without ending the form.
    Enter(Replies),
    /// Put the picture at this path into the open text, where its marker is typed then.
    Attach(String),
    /// Show a notice that the external editor saved invalid text in this file.
    Unreadable(String),
    /// End the form for a reason of the host's.
    End(Ending),
}

/// What the host does after an action. A paste that no step passes on to the editor is kept for pi's prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub enum Step {
    /// Nothing changes. A key is the host's, for its transcript.
    Idle,
    /// Nothing changes. A key or a text is the open editor's, unless the host scrolls its transcript by it.
    Text,
    /// Draw again. A key or a text is used up.
    Redraw,
    /// Draw again, and keep what was typed for pi's prompt, as nobody had seen the form.
    Early,
    /// Put [`crate::form::Form::open_text`] into the editor, and draw again.
    Edit,
    /// Put the form's text into the editor, draw again, and pass what was typed on to the editor.
    Type,
    /// Open the text of the editor in the user's own editor.
    OpenOutside,
    /// Draw again, and tell the desk what [`crate::form::Form::take_queue_act`] returns.
    Queue,
    /// The form has ended: take its result and close it.
    Finish,
}
