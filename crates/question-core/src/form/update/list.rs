//! Applies actions to the list of a question, to the zoom, and to the review.

use crate::answer::given::{Boxes, Row};
use crate::call::request::Mode;
use crate::form::action::{Action, Step};
use crate::form::page::{Base, Field, Notice, Page, Zoomed};
use crate::form::{Form, Unfinished};

impl Form {
    pub(super) fn update_question(&mut self, at: usize, action: &Action, begun: Option<Unfinished>) -> Step {
        let row = self.highlight();
        match *action {
            Action::Confirm => self.confirm(at, row, begun),
            Action::ConfirmBoxes => self.confirm_boxes(at, begun),
            Action::Toggle => self.toggle(at, row),
            Action::ToggleAll => self.change_boxes(at, Boxes::toggle_all),
            Action::Digit(digit) => self.go_on_with_number(at, usize::from(digit), begun),
            Action::Edit => self.open_typed(at, row),
            Action::OpenText => self.open_custom(at),
            Action::Yes | Action::No => match self.yes_no(at) {
                Some([yes, no]) => self.choose(at, if *action == Action::Yes { yes } else { no }),
                None => Step::Idle,
            },
            Action::Note => self.open(Field::Note(at, Base::Question(at))),
            Action::Filter => self.open_filter(at),
            Action::Zoom(zoomed) => self.zoom(at, zoomed),
            _ => Step::Idle,
        }
    }

    pub(super) fn update_zoom(&mut self, at: usize, zoomed: Zoomed, action: &Action) -> Step {
        match (action, zoomed) {
            (Action::Zoom(_) | Action::Cancel, _) | (Action::Confirm, Zoomed::Prompt) => self.back_from_zoom(at),
            (Action::Confirm, Zoomed::Option(option)) => {
                self.back_from_zoom(at);
                self.take_zoomed(at, option)
            }
            (Action::PrevTab, Zoomed::Option(0)) => self.zoom(at, Zoomed::Prompt),
            (Action::PrevTab, Zoomed::Option(option)) => self.zoom(at, Zoomed::Option(option - 1)),
            (Action::NextTab, Zoomed::Option(option)) => self.zoom(at, Zoomed::Option(option + 1)),
            (Action::NextTab, Zoomed::Prompt) => {
                let option = self.highlighted().map_or(0, |(_, option)| option);
                self.zoom(at, Zoomed::Option(option))
            }
            _ => Step::Idle,
        }
    }

    fn back_from_zoom(&mut self, at: usize) -> Step {
        self.turn_page(Page::Base(Base::Question(at)))
    }

    /// Zooms a text of a question. An option is also highlighted.
    fn zoom(&mut self, at: usize, zoomed: Zoomed) -> Step {
        let Some(entry) = self.entries.get_mut(at) else { return Step::Idle };
        if let Zoomed::Option(option) = zoomed {
            if option >= entry.question.options.len() {
                return Step::Idle;
            }
            entry.point(option);
        }
        self.turn_page(Page::Zoom(at, zoomed))
    }

    /// Chooses the option that was zoomed. A checked box stays checked.
    fn take_zoomed(&mut self, at: usize, option: usize) -> Step {
        let is_checked = self.entry(at).is_some_and(|entry| entry.is_checked(Row::Option(option)));
        if is_checked { Step::Redraw } else { self.choose(at, option) }
    }

    pub(super) fn update_review(&mut self, action: &Action, begun: Option<Unfinished>) -> Step {
        let row = self.highlight();
        match *action {
            Action::Confirm => self.confirm_review(row, begun),
            Action::Digit(digit) => self.open_numbered(usize::from(digit), begun),
            Action::Note if row < self.entries.len() => self.open(Field::Note(row, Base::Review)),
            _ => Step::Idle,
        }
    }

    /// Adds a digit to the unfinished number of an answer, or begins a number. The question opens as soon as no further
    /// digit can follow, and is highlighted until then.
    fn open_numbered(&mut self, digit: usize, begun: Option<Unfinished>) -> Step {
        let begun = begun.and_then(Unfinished::number);
        let number = begun.map_or(digit, |begun| begun * 10 + digit);
        let Some(row) = number.checked_sub(1) else { return Step::Idle };
        if row >= self.entries.len() {
            self.notice = begun.map(|_| Notice::NoSuchNumber(number));
            return if begun.is_some() { Step::Redraw } else { Step::Idle };
        }
        self.point(row);
        if number * 10 <= self.entries.len() {
            self.unfinished = Some(Unfinished::Number(number));
            return Step::Redraw;
        }
        self.confirm_review(row, None)
    }

    /// Opens the question or the message of a row, or submits the form: at once, or if questions that need an answer have
    /// none, by a second confirmation.
    fn confirm_review(&mut self, row: usize, begun: Option<Unfinished>) -> Step {
        if let Some(entry) = self.entries.get_mut(row) {
            entry.show_unsent();
            self.picked = Some(row);
            return self.show(Base::Question(row));
        }
        if row < self.submit_row() {
            return self.open(Field::Discussion(Base::Review));
        }
        if begun != Some(Unfinished::Submit) && self.first_missing().is_some() {
            self.unfinished = Some(Unfinished::Submit);
            return Step::Redraw;
        }
        self.submit_form()
    }

    /// Confirms a list of boxes, unless a number is unfinished or the custom row is highlighted; otherwise chooses the
    /// row.
    fn confirm(&mut self, at: usize, row: usize, begun: Option<Unfinished>) -> Step {
        let Some(entry) = self.entry(at) else { return Step::Idle };
        match (entry.question.mode, entry.row(row), begun) {
            (Mode::Multi, Row::Option(_) | Row::Typed(_), None | Some(Unfinished::NoneChecked)) => {
                self.confirm_boxes(at, begun)
            }
            (Mode::Single | Mode::Multi | Mode::Input, ..) => self.choose(at, row),
        }
    }

    /// Adds a digit to the unfinished number, or begins a number. Its option is chosen as soon as no further digit can
    /// follow, and highlighted until then. 0 is the custom row.
    fn go_on_with_number(&mut self, at: usize, digit: usize, begun: Option<Unfinished>) -> Step {
        let Some(entry) = self.entry(at) else { return Step::Idle };
        let options = entry.question.options.len();
        let begun = begun.and_then(Unfinished::number);
        let number = begun.map_or(digit, |begun| begun * 10 + digit);
        match (begun, entry.question.mode) {
            (Some(begun), Mode::Multi) if number > options => {
                // The number was complete: toggle its box, and begin another.
                self.choose(at, begun - 1);
                self.go_on_with_number(at, digit, None);
                Step::Redraw
            }
            (Some(_), Mode::Single | Mode::Input) if number > options => {
                self.notice = Some(Notice::NoSuchNumber(number));
                Step::Redraw
            }
            _ if number == 0 => self.open_custom(at),
            _ if number > options => Step::Idle,
            _ if number * 10 <= options => {
                self.unfinished = Some(Unfinished::Number(number));
                self.point(number - 1);
                Step::Redraw
            }
            _ => self.choose(at, number - 1),
        }
    }

    /// Chooses the row at this index of the filtered list, 0-based: answers with an option, toggles a box, or opens the
    /// editor of the custom row.
    pub(super) fn choose(&mut self, at: usize, row: usize) -> Step {
        let Some(entry) = self.entry(at) else { return Step::Idle };
        match (entry.question.mode, entry.row(row)) {
            (Mode::Input, _) => self.open(Field::Answer(at)),
            (Mode::Single | Mode::Multi, Row::Custom) => self.open_custom(at),
            (Mode::Multi, Row::Option(_) | Row::Typed(_)) => {
                self.point(row);
                self.toggle(at, row)
            }
            (Mode::Single, Row::Option(option)) => self.answer(at, option),
            (Mode::Single, Row::Typed(_)) => Step::Idle,
        }
    }

    /// Answers with an option.
    fn answer(&mut self, at: usize, option: usize) -> Step {
        if let Some(entry) = self.entries.get_mut(at) {
            entry.show(Row::Option(option));
        }
        self.change(at, |draft| draft.choose(option));
        self.go_on(at)
    }

    /// Toggles a box, or opens the editor of the custom row.
    fn toggle(&mut self, at: usize, row: usize) -> Step {
        match self.entry(at).map(|entry| entry.row(row)) {
            Some(row @ (Row::Option(_) | Row::Typed(_))) => self.change_boxes(at, |boxes| boxes.toggle(row)),
            Some(Row::Custom) if self.boxes(at).is_some() => self.open_custom(at),
            Some(Row::Custom) | None => Step::Idle,
        }
    }

    /// Confirms the boxes. If none is checked, a second confirmation has to follow, unless the question allows an empty
    /// answer.
    fn confirm_boxes(&mut self, at: usize, begun: Option<Unfinished>) -> Step {
        let (Some(entry), Some(boxes)) = (self.entry(at), self.boxes(at)) else { return Step::Idle };
        let is_empty = !boxes.has_checked();
        if is_empty && !entry.question.allow_empty && begun != Some(Unfinished::NoneChecked) {
            self.unfinished = Some(Unfinished::NoneChecked);
            return Step::Redraw;
        }
        self.change_boxes(at, Boxes::confirm);
        self.go_on(at)
    }

    /// Returns the boxes of a question, if it has any.
    fn boxes(&self, at: usize) -> Option<&Boxes> {
        self.entry(at)?.draft().given.boxes()
    }

    /// Changes the boxes of a question.
    fn change_boxes(&mut self, at: usize, change: impl FnOnce(&mut Boxes)) -> Step {
        if self.boxes(at).is_none() {
            return Step::Idle;
        }
        self.change(at, |draft| {
            if let Some(boxes) = draft.given.boxes_mut() {
                change(boxes);
            }
        });
        Step::Redraw
    }

    /// Opens the editor of an added text, or of the custom row.
    fn open_typed(&mut self, at: usize, row: usize) -> Step {
        match self.entry(at).map(|entry| entry.row(row)) {
            Some(Row::Typed(text)) => self.open(Field::Added(at, text)),
            Some(Row::Custom) => self.choose(at, row),
            Some(Row::Option(_)) | None => Step::Idle,
        }
    }

    /// Opens the editor of the custom row, if there is one.
    fn open_custom(&mut self, at: usize) -> Step {
        match self.entries.get_mut(at) {
            Some(entry) if entry.question.allow_custom => entry.show(Row::Custom),
            _ => return Step::Idle,
        }
        self.open(Field::Answer(at))
    }

    /// Opens the filter, if there are options.
    fn open_filter(&mut self, at: usize) -> Step {
        let Some(entry) = self.entries.get_mut(at).filter(|entry| !entry.question.options.is_empty()) else {
            return Step::Idle;
        };
        let row = entry.row(entry.highlight());
        entry.filter.open(&entry.shown, row);
        self.turn_page(Page::Filter(at))
    }
}
