//! What can happen to a form, and what the host has to do about it.

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
    /// The editor holds this text now.
    Draft(String),
    /// The editor was asked to submit this text.
    Submit(String),
    /// The host ends the call: the run was aborted or the session is closing.
    Abort,
    /// The host cannot go on, for the reason given.
    Fail(String),
}

/// What the host does after an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Nothing: the screen is as it was.
    Idle,
    /// Draw again.
    Redraw,
    /// Put [`crate::Form::draft`] into the editor and draw again.
    Edit,
    /// The form has ended: take its result and close it.
    Finish,
}
