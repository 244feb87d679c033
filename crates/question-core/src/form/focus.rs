//! The focus: which control gets the user's keys. It follows from the page, and on a
//! screen also from what covers it: `Help` and `Folded` are the screen's.

use serde::Serialize;
use strum::VariantArray;
use ts_rs::TS;

use crate::form::Form;
use crate::form::page::{Confirmation, Field, Page};

/// The kind of control that gets the user's keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, VariantArray, Serialize, TS)]
pub enum Focus {
    /// A list: digits choose, and other keys that type begin a text.
    List,
    /// The list above an open text: keys that type are text, and others move in the list.
    Options,
    /// The text editor: keys that type are text.
    Editor,
    /// The confirmation of a long text, which is answered with yes or no.
    Confirm,
    /// The page of keys: keys that move scroll it, and any other closes it.
    Help,
    /// The row of a folded form: any key shows the form again.
    Folded,
}

impl Form {
    /// Returns the control that gets the user's keys.
    #[must_use]
    pub fn focus(&self) -> Focus {
        match self.page {
            Page::Tab(_) | Page::Zoom(..) | Page::Confirm(Confirmation::Leave(_) | Confirmation::Queue(_), _) => {
                Focus::List
            }
            Page::Options(_) => Focus::Options,
            Page::Field(_) => Focus::Editor,
            Page::Confirm(Confirmation::Long(_), _) => Focus::Confirm,
        }
    }

    /// Returns the name of the open text, which no other text of the form has; empty if none is open.
    #[must_use]
    pub fn text_name(&self) -> String {
        match self.page.field() {
            Some(Field::Answer(at)) => format!("answer {at}"),
            Some(Field::Added(at, added)) => format!("added {at} {added}"),
            Some(Field::Note(at, _)) => format!("note {at}"),
            Some(Field::Discussion(_)) => "discussion".to_owned(),
            None => String::new(),
        }
    }

    /// Returns whether the text editor has the focus.
    #[must_use]
    pub fn is_editing(&self) -> bool {
        self.focus() == Focus::Editor
    }
}
