//! What can happen to a form, and what the host has to do about it.

use serde::Serialize;
use ts_rs::TS;

use crate::answer::replies::{Replies, Response};
use crate::form::page::Zoomed;

/// Something that happened, in the words of the form. Keys, rows and columns of a screen never get here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Highlight this row of the list that is shown, from 0; past its end, its last.
    Point(usize),
    /// Take this row of the list that is shown, from 0: it is chosen, or its box is checked.
    Take(usize),
    /// Go to the question on the left.
    PrevTab,
    /// Go to the question on the right.
    NextTab,
    /// Go to the question at this position, from 0; behind the last is the review.
    Tab(usize),
    /// Take what is highlighted; a list of boxes is confirmed as it is.
    Confirm,
    /// Confirm a list of boxes, whatever is highlighted.
    ConfirmBoxes,
    /// Step back; from a list, leave the form.
    Cancel,
    /// Leave the form from wherever it is; asked whether to, leave with what there is.
    Leave,
    /// Go on with the number of an option by this digit; alone, 0 is the custom row.
    Digit(u8),
    /// Check the highlighted box, or uncheck it.
    Toggle,
    /// Check all boxes, or none where all are.
    ToggleAll,
    /// Open the highlighted text of the user's own again.
    Edit,
    /// Write a note on the answer.
    Note,
    /// Filter the list.
    Filter,
    /// Talk first.
    Discuss,
    /// The same from the editor of an answer.
    DiscussText,
    /// Take the last change back.
    Undo,
    /// Make it again.
    Redo,
    /// Show the prompt or the highlighted option over the whole terminal, or end that.
    Zoom(Zoomed),
    /// Show what can be done on the page; that is the screen's, but a key that asks for it may be held up.
    Help,
    /// Say yes, to the form or as the answer.
    Yes,
    /// Say no, likewise.
    No,
    /// The editor, or the line that filters, holds this text now.
    Write(String),
    /// The editor was asked to submit this text.
    Submit(String),
    /// The host ends the call: the run was aborted or the session is closing.
    Abort,
    /// The user stopped the run before the form was shown.
    Stop,
    /// The program that shows the form went away.
    Disconnect,
    /// The program that shows the form closed it by itself: nobody was asked.
    Unasked,
    /// Answers came from elsewhere, and end the form.
    Respond(Response),
    /// Answers came from elsewhere, and the form goes on.
    Enter(Replies),
    /// What the user's own editor has saved is no text; the file that holds it.
    Unreadable(String),
    /// The host cannot go on, for the reason given.
    Fail(String),
}

/// What the host does after an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub enum Step {
    /// Nothing: the screen is as it was.
    Idle,
    /// Draw again.
    Redraw,
    /// Put [`crate::form::Form::text`] into the editor, or into the line that filters, and draw again.
    Edit,
    /// The form has ended: take its result and close it.
    Finish,
}
