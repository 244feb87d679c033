//! A text of a question on the whole terminal. It must not scroll it, which the screen does.

use crate::answer::given::Row;
use crate::form::Form;
use crate::form::action::Step;
use crate::form::command::Command;
use crate::form::page::{Page, Tab, Zoomed};

impl Form {
    /// Zooms a text of a question. An option is also highlighted.
    pub(super) fn zoom(&mut self, at: usize, zoomed: Zoomed) -> Step {
        let Some(entry) = self.entry(at) else { return Step::Idle };
        let Zoomed::Option(option) = zoomed else { return self.turn_page(Page::Zoom(at, zoomed)) };
        if option >= entry.question.options.len() {
            return Step::Idle;
        }
        let step = self.turn_page(Page::Zoom(at, zoomed));
        self.highlight_row(at, Row::Option(option));
        step
    }

    /// Carries out a command on a text that is zoomed.
    pub(super) fn do_in_zoom(&mut self, at: usize, zoomed: Zoomed, command: Command) -> Step {
        match (command, zoomed) {
            (Command::PrevTab, Zoomed::Option(option)) => {
                self.zoom(at, option.checked_sub(1).map_or(Zoomed::Prompt, Zoomed::Option))
            }
            (Command::NextTab, Zoomed::Option(option)) => self.zoom(at, Zoomed::Option(option + 1)),
            (Command::NextTab, Zoomed::Prompt) => {
                self.zoom(at, Zoomed::Option(self.previewed().map_or(0, |(_, option)| option)))
            }
            (Command::Confirm | Command::Cancel | Command::Zoom, _) => self.back_to(Tab::Question(at)),
            _ => Step::Idle,
        }
    }
}
