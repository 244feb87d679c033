//! What can happen to a form, and what the host has to do about it.

use crate::answer::reply::Response;

/// Something that happened: a key of the user's as the command it is bound to, text from the editor, or an event of
/// the host's. Raw keys never get here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Move the highlight up a row.
    CursorUp,
    /// Move the highlight down a row.
    CursorDown,
    /// Move the highlight up a screenful.
    PageUp,
    /// Move the highlight down a screenful.
    PageDown,
    /// Go to the question on the left.
    PrevTab,
    /// Go to the question on the right.
    NextTab,
    /// Take what is highlighted.
    Confirm,
    /// Step back; from a list, leave the form.
    Cancel,
    /// Take the option of this number; 0 is the custom row.
    Digit(u8),
    /// Check the highlighted box, or uncheck it.
    Toggle,
    /// Check all boxes, or none where all are.
    ToggleAll,
    /// Write a note on the answer.
    Note,
    /// Filter the list.
    Filter,
    /// Talk first.
    Discuss,
    /// Take the last change back.
    Undo,
    /// Make it again.
    Redo,
    /// Show the preview over the whole form, or end that.
    Preview,
    /// Scroll the preview up.
    PreviewUp,
    /// Scroll the preview down.
    PreviewDown,
    /// Say yes.
    Yes,
    /// Say no.
    No,
    /// The mouse was clicked on something.
    Click(Target),
    /// The mouse's wheel was turned up over something.
    WheelUp(Target),
    /// The mouse's wheel was turned down over something.
    WheelDown(Target),
    /// The editor, or the line that filters, holds this text now.
    Draft(String),
    /// The editor was asked to submit this text.
    Submit(String),
    /// The host ends the call: the run was aborted or the session is closing.
    Abort,
    /// The program that shows the form went away.
    Disconnect,
    /// Answers came from elsewhere.
    Respond(Response),
    /// The host cannot go on, for the reason given.
    Fail(String),
}

/// What is at a place of a frame. Positions count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// An item of the list that is shown.
    Item(usize),
    /// A tab.
    Tab(usize),
    /// The preview.
    Preview,
    /// Anything else.
    Nothing,
}

/// What the host does after an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Nothing: the screen is as it was.
    Idle,
    /// Draw again.
    Redraw,
    /// Put [`crate::Form::draft`] into the editor, or into the line that filters, and draw again.
    Edit,
    /// The form has ended: take its result and close it.
    Finish,
}
