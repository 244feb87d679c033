//! What can happen to a form, and what the host does next.

use serde::Serialize;
use ts_rs::TS;

use crate::answer::replies::{Replies, Response};
use crate::form::page::{Ending, Zoomed};

/// Something that happens to a form, free of keys and of rows and columns on a screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Highlight a row of the list, from 0; the last if it lies past the end.
    Point(usize),
    /// Choose a row of the list, from 0, or check its box.
    Take(usize),
    /// Go to the question on the left.
    PrevTab,
    /// Go to the question on the right.
    NextTab,
    /// Go to the question at this position, from 0; the review follows the last.
    Tab(usize),
    /// Take the highlighted row; confirm a list of boxes as it is.
    Confirm,
    /// Confirm a list of boxes, whatever row is highlighted.
    ConfirmBoxes,
    /// Step back; from a list, leave the form.
    Cancel,
    /// Leave the form from any page; on the page that asks whether to, leave and send what there is.
    Leave,
    /// Add a digit to the number of an option; 0 alone is the custom row.
    Digit(u8),
    /// Check the highlighted box, or uncheck it.
    Toggle,
    /// Check all boxes, or none where all are.
    ToggleAll,
    /// Edit the highlighted text that was added.
    Edit,
    /// Write a note on the answer.
    Note,
    /// Filter the list.
    Filter,
    /// Open the editor for a message to talk first.
    Discuss,
    /// Do so from the editor of an answer.
    DiscussText,
    /// Take the last change back.
    Undo,
    /// Make the last undone change again.
    Redo,
    /// Zoom a text, or leave the zoom.
    Zoom(Zoomed),
    /// Show the page of keys. The screen does, if the guard allows.
    Help,
    /// Say yes to the form, or answer yes.
    Yes,
    /// Say no to the form, or answer no.
    No,
    /// The editor or the filter holds this text now.
    Write(String),
    /// The editor submits this text.
    Submit(String),
    /// Answers came from elsewhere, and end the form.
    Respond(Response),
    /// Answers came from elsewhere, and the form goes on.
    Enter(Replies),
    /// The user's own editor has saved something else than text, in this file.
    Unreadable(String),
    /// The host ends the form.
    End(Ending),
}

/// What the host does after an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub enum Step {
    /// Nothing: the screen is as it was.
    Idle,
    /// Draw again.
    Redraw,
    /// Put [`crate::form::Form::text`] into the editor or the filter, and draw again.
    Edit,
    /// The form has ended: take its result and close it.
    Finish,
}
