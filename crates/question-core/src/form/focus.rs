//! The focus: which control gets the user's keys. It follows from the page alone.

use serde::Serialize;
use strum::VariantArray;
use ts_rs::TS;

use crate::call::request::Mode;
use crate::form::Form;
use crate::form::page::{Base, Field, OwnQuestion, Page};
use crate::words::Words;

/// The kind of control that gets the user's keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, VariantArray, Serialize, TS)]
pub enum Focus {
    /// A list: letters and digits are commands.
    List,
    /// The list of a question whose only options are yes and no: `y` and `n` answer it.
    YesNo,
    /// The text editor: keys that type are text.
    Editor,
    /// The filter input above a list: keys that type are text, and others move in the list.
    Line,
    /// The form's own question about a long text, which is answered with yes or no.
    Confirm,
    /// The page of keys: keys that move scroll it, and any other closes it.
    Help,
    /// The row of a folded form: any key shows the form again.
    Folded,
}

impl Form {
    /// Returns the rows of yes and no, 0-based, if these are the only options of a question.
    pub(crate) fn yes_no(&self, at: usize) -> Option<[usize; 2]> {
        let entry = self.entry(at)?;
        if entry.question.mode != Mode::Single || entry.question.options.len() != 2 {
            return None;
        }
        Words::yes_and_no([entry.shown.option(0)?, entry.shown.option(1)?].map(|option| option.label.as_str()))
    }

    /// Returns the focus while the list of a question is shown.
    pub(crate) fn list_focus(&self, at: usize) -> Focus {
        if self.yes_no(at).is_some() { Focus::YesNo } else { Focus::List }
    }

    /// Returns the control that gets the user's keys.
    #[must_use]
    pub fn focus(&self) -> Focus {
        match self.page {
            Page::Base(Base::Question(at)) => self.list_focus(at),
            Page::Base(_) | Page::Zoom(..) | Page::Own(OwnQuestion::Leave(_), _) => Focus::List,
            Page::Field(_) => Focus::Editor,
            Page::Filter(_) => Focus::Line,
            Page::Own(OwnQuestion::Long(_), _) => Focus::Confirm,
        }
    }

    /// Returns the name of the text that is edited, which no other text of the form has; empty if none is edited.
    #[must_use]
    pub fn text_name(&self) -> String {
        match self.page {
            Page::Field(Field::Answer(at)) => format!("answer {at}"),
            Page::Field(Field::Added(at, added)) => format!("added {at} {added}"),
            Page::Field(Field::Note(at, _)) => format!("note {at}"),
            Page::Field(Field::Discussion(_)) => "discussion".to_owned(),
            Page::Filter(at) => format!("filter {at}"),
            Page::Base(_) | Page::Zoom(..) | Page::Own(..) => String::new(),
        }
    }

    /// Returns whether the text editor has the focus.
    #[must_use]
    pub fn is_editing(&self) -> bool {
        self.focus() == Focus::Editor
    }
}
