//! Keeps keys and clicks that were meant for something else from a form: keys for pi's prompt, for a selector, for the run
//! or for the form before, when the form opens; keys and clicks for what covered the form; and the second click of a
//! double click.
//!
//! Keys and clicks that answer, toggle, open or leave something apply only after a quiet period since the form was painted
//! and since the last key or click. The form reappearing, and a click that turns a page, each begin another quiet period.
//! What a new form withholds of keys is text for pi's prompt. The host gives the time of each event, in milliseconds since a
//! fixed moment.

use crate::form::action::Action;
use crate::form::command::Command;

/// Quiet period after which the user has surely seen the form, in milliseconds.
pub(crate) const QUIET_MS: f64 = 400.0;
/// Quiet period if pi's prompt holds unsent text, in milliseconds. It is longer, because people pause while they write.
const WRITING_QUIET_MS: f64 = 1_200.0;
/// Time in milliseconds for which the notice about withheld keys stands, so that it can be read. Who still presses a key
/// that leaves the form after that means it.
const NOTICE_MS: f64 = 1_500.0;
/// Time after which plain dialogs open without a quiet period, in milliseconds. Nobody types for that long without a
/// pause.
const LONGEST_MS: f64 = 15_000.0;

fn quiet_ms(is_writing: bool) -> f64 {
    if is_writing { WRITING_QUIET_MS } else { QUIET_MS }
}

/// Returns the milliseconds until plain dialogs that were requested at `asked` may open. Dialogs cannot tell text for the
/// prompt from answers, so they wait for typing to end, unless the user has just asked for them (`is_expected`). `last_key` is
/// the time of the last key, and `is_writing` says whether pi's prompt holds unsent text.
#[must_use]
pub fn dialogs_open_in(last_key: Option<f64>, is_writing: bool, is_expected: bool, asked: f64, now: f64) -> f64 {
    let last_key = last_key.filter(|_| !is_expected);
    let remaining = last_key.map_or(0.0, |last| last + quiet_ms(is_writing) - now);
    remaining.min(asked + LONGEST_MS - now).max(0.0)
}

/// Returns whether a text that was typed while a form opened is meant for pi's prompt. A single key is not, unless the
/// prompt holds unsent text.
#[must_use]
pub fn is_for_prompt(text: &str, is_writing: bool) -> bool {
    is_writing || text.trim().chars().nth(1).is_some()
}

/// The state of the guard. All keys apply at first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Guard {
    /// The quiet period, until it is over.
    quiet: Option<Quiet>,
    /// Time of the last key or click that was withheld, or of the paint, while a notice says that.
    told: Option<f64>,
    /// Time of the first key to leave the form that was withheld, if no other key followed.
    leaving: Option<f64>,
    /// What has changed since the form was drawn.
    undrawn: Undrawn,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Quiet {
    /// Time since which it is quiet. None until the form is painted.
    since: Option<f64>,
    cause: Cause,
    /// Whether pi's prompt holds unsent text, or is being typed into.
    is_writing: bool,
}

/// What a quiet period follows.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Cause {
    /// The form is new: what is typed is meant for pi's prompt. Holds how many characters of it there are.
    Opened(usize),
    /// The form is visible again.
    Appeared,
    /// A click on this row, 0-based, has turned the page.
    Clicked(usize),
}

/// What a key has changed that the user has not seen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Undrawn {
    #[default]
    Nothing,
    /// Which row is highlighted, because of what was typed.
    Highlight,
    Page,
}

/// What a key or a click does.
#[derive(Clone, Copy, PartialEq)]
enum ActionKind {
    Moves,
    Types,
    Counts,
    Leaves,
    Other,
}

/// What a click on an item does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ItemClick {
    Chooses,
    /// It comes early, and highlights the item.
    Highlights,
    /// It is the second one of a double click, whose first one has turned the page. It does nothing.
    Repeats,
}

impl ActionKind {
    /// Returns what an action does. None if it comes from the host.
    fn of(action: &Action) -> Option<Self> {
        Some(match action {
            Action::End(_) | Action::Respond(_) | Action::Enter(_) | Action::Unreadable(_) => return None,
            Action::Do(Command::Cancel | Command::Leave | Command::Later) => Self::Leaves,
            Action::Type(piece) if piece.chars().any(char::is_numeric) => Self::Counts,
            Action::Type(_) => Self::Types,
            Action::Do(Command::PrevTab | Command::NextTab | Command::Queue)
            | Action::Write(_)
            | Action::Attach(_)
            | Action::Point(_)
            | Action::Stay
            | Action::Tab(_) => Self::Moves,
            _ => Self::Other,
        })
    }
}

impl Guard {
    /// Closes the guard of a new form, which is not painted yet. `is_writing` says whether pi's prompt holds unsent text.
    pub fn close(&mut self, is_writing: bool) {
        let quiet = Quiet { since: None, cause: Cause::Opened(0), is_writing };
        *self = Self { quiet: Some(quiet), told: is_writing.then_some(0.0), ..Self::default() };
    }

    /// Begins a quiet period at `now`, because the form has reappeared. Text that the user types meanwhile is the form's,
    /// unless it is a new form.
    pub fn close_again(&mut self, now: f64) {
        self.begin(Cause::Appeared, now);
    }

    /// Begins a quiet period at `now`, because a click on this row, 0-based, has turned the page; on a tab if it is none.
    pub(crate) fn turn_by_click(&mut self, row: Option<usize>, now: f64) {
        self.begin(row.map_or(Cause::Appeared, Cause::Clicked), now);
    }

    fn begin(&mut self, cause: Cause, now: f64) {
        self.settle(now);
        self.leaving = None;
        match &mut self.quiet {
            Some(quiet) => quiet.note(now),
            None => self.quiet = Some(Quiet { since: Some(now), cause, is_writing: false }),
        }
    }

    /// Returns what a click at `now` on the item of this row, 0-based, does.
    pub(crate) fn click(&mut self, row: usize, now: f64) -> ItemClick {
        self.settle(now);
        match self.quiet {
            None => ItemClick::Chooses,
            Some(Quiet { cause: Cause::Clicked(clicked), .. }) if clicked == row => ItemClick::Repeats,
            Some(_) => ItemClick::Highlights,
        }
    }

    /// Begins the quiet period again at `now`, because the host was busy: what it hands over from now on was pressed before
    /// anybody saw the form.
    pub fn stalled(&mut self, now: f64) {
        if let Some(quiet) = &mut self.quiet {
            quiet.note(now);
        }
    }

    /// Records that a key has turned the page. Until that is drawn, only moves and numbers apply, because the user has not
    /// seen it.
    pub(crate) fn turn(&mut self) {
        self.undrawn = Undrawn::Page;
    }

    /// Records that what was typed has highlighted an option. Until that is drawn, nothing takes it.
    pub(crate) fn find(&mut self) {
        if self.undrawn == Undrawn::Nothing {
            self.undrawn = Undrawn::Highlight;
        }
    }

    /// Returns whether a key has turned the page, which was not drawn since.
    pub(crate) fn is_turned(&self) -> bool {
        self.undrawn == Undrawn::Page
    }

    /// Returns whether the guard waits for a drawing.
    #[must_use]
    pub fn awaits_drawing(&self) -> bool {
        self.undrawn != Undrawn::Nothing
    }

    /// Records that the page was drawn.
    pub fn drawn(&mut self) {
        self.undrawn = Undrawn::Nothing;
    }

    /// Starts the quiet period when the form is first painted, at `now`.
    pub fn painted(&mut self, now: f64) {
        if let Some(quiet) = &mut self.quiet
            && quiet.since.is_none()
        {
            quiet.since = Some(now);
            self.told = self.told.map(|_| now);
            self.leaving = None;
        }
    }

    /// Returns the milliseconds until all keys apply: 0 once they do, infinity before the form is painted.
    pub fn remaining_ms(&mut self, now: f64) -> f64 {
        self.settle(now);
        self.quiet.map_or(0.0, |quiet| quiet.remaining_ms(now))
    }

    /// Returns the milliseconds until the form has to be drawn again: when all keys apply, or when the notice has stood long
    /// enough. 0 if neither will happen by itself, infinity before the form is painted.
    pub fn redraw_ms(&mut self, now: f64) -> f64 {
        let remaining = self.remaining_ms(now);
        let notice = self.told.map_or(0.0, |told| told + NOTICE_MS - now);
        if self.quiet.is_some() { remaining } else { notice }
    }

    /// Ends what is over at `now`: the quiet period, and the notice.
    fn settle(&mut self, now: f64) {
        self.quiet = self.quiet.filter(|quiet| quiet.remaining_ms(now) > 0.0);
        if self.quiet.is_none() {
            self.told = self.told.filter(|told| told + NOTICE_MS > now);
        }
    }

    /// Returns whether a notice has to say that keys apply after a quiet period.
    pub(crate) fn needs_notice(&self) -> bool {
        self.told.is_some()
    }

    /// Records a key or a click at `now`, which restarts the quiet period.
    pub fn pressed(&mut self, now: f64) {
        self.settle(now);
        self.stalled(now);
    }

    /// Returns whether a key at `now` is meant for pi's prompt: if the form is new, each that neither moves nor leaves. As
    /// soon as they are a text, the quiet period is longer.
    pub(crate) fn is_early(&mut self, action: &Action, now: f64) -> bool {
        let is_key = match action {
            Action::Type(_) | Action::Key => true,
            Action::Do(_) => !matches!(ActionKind::of(action), None | Some(ActionKind::Moves | ActionKind::Leaves)),
            _ => false,
        };
        self.settle(now);
        let Some(quiet) = self.quiet.as_mut().filter(|_| is_key) else { return false };
        let Cause::Opened(typed) = &mut quiet.cause else { return false };
        if let Action::Type(piece) = action {
            // A paste is an empty piece.
            *typed += if piece.is_empty() { 2 } else { piece.chars().filter(|char| !char.is_whitespace()).count() };
        }
        // A single key is no text.
        quiet.is_writing |= *typed > 1;
        quiet.note(now);
        self.told = Some(now);
        self.leaving = None;
        true
    }

    /// Returns whether a reply to a dialog at `now` was meant for something else. `leaves` says that the dialog was closed
    /// without one. Only the key restarts the quiet period, because some hosts reply by themselves.
    pub fn withholds_reply(&mut self, leaves: bool, now: f64) -> bool {
        !self.lets_through(if leaves { ActionKind::Leaves } else { ActionKind::Other }, now)
    }

    /// Returns whether an action at `now` applies, and restarts the quiet period if the action came from a key or a
    /// click.
    pub(crate) fn allows(&mut self, action: &Action, now: f64) -> bool {
        let Some(kind) = ActionKind::of(action) else { return true };
        let applies = self.lets_through(kind, now);
        self.pressed(now);
        applies
    }

    /// Returns whether a key or click at `now` applies.
    fn lets_through(&mut self, kind: ActionKind, now: f64) -> bool {
        self.settle(now);
        if self.quiet.is_none() || kind == ActionKind::Leaves && self.leaves_anyway(now) {
            *self = Self { undrawn: self.undrawn, ..Self::default() };
            return match self.undrawn {
                Undrawn::Nothing => true,
                Undrawn::Highlight => kind != ActionKind::Other,
                Undrawn::Page => matches!(kind, ActionKind::Moves | ActionKind::Counts),
            };
        }
        self.leaving = if kind == ActionKind::Leaves { self.leaving.or(Some(now)) } else { None };
        let applies = matches!(kind, ActionKind::Moves | ActionKind::Types);
        if !applies {
            self.told = Some(now);
        }
        applies
    }

    /// Returns whether nothing but keys to leave the form were pressed for as long as the notice stands. Each of them
    /// restarts the quiet period, so without this the user could not leave.
    fn leaves_anyway(&self, now: f64) -> bool {
        let is_painted = self.quiet.is_some_and(|quiet| quiet.since.is_some());
        is_painted && self.leaving.is_some_and(|since| now - since >= NOTICE_MS)
    }
}

impl Quiet {
    fn remaining_ms(self, now: f64) -> f64 {
        self.since.map_or(f64::INFINITY, |since| since + quiet_ms(self.is_writing) - now)
    }

    /// Starts again at `now`, unless the form was not painted, or the period started later.
    fn note(&mut self, now: f64) {
        self.since = self.since.map(|since| since.max(now));
    }
}
