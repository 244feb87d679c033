//! A question of a form and what the user has entered for it.

use std::rc::Rc;

use crate::answer::draft::Draft;
use crate::answer::given::{Choice, Given, Row};
use crate::answer::reply::Reply;
use crate::call::questionnaire::Question;
use crate::call::request::Mode;
use crate::form::Cursor;
use crate::form::filter::Filter;
use crate::form::shown::Shown;
use crate::words::Words;

/// A question and what the user has entered for it.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) question: Rc<Question>,
    pub(crate) shown: Shown,
    pub(crate) cursor: Cursor,
    pub(crate) filter: Filter,
    pub(crate) draft: Draft,
}

impl Entry {
    pub(crate) fn new(question: Rc<Question>, words: &Words) -> Self {
        let mut entry = Self {
            shown: Shown::new(&question, words),
            cursor: Cursor::at(0),
            filter: Filter::default(),
            draft: Draft::of_defaults(&question),
            question,
        };
        entry.cursor = Cursor::at(entry.first_row());
        entry
    }

    /// Takes an answer that came from elsewhere.
    pub(crate) fn reply(&mut self, reply: Reply) {
        self.draft = Draft::of_reply(reply, self.draft.is_touched);
        self.filter.close();
        self.cursor = Cursor::at(self.first_row());
    }

    /// The row that the highlight starts on: the answer that is preset, else what is recommended, else the first.
    fn first_row(&self) -> usize {
        let options = &self.question.options;
        let recommended = || options.iter().position(|option| option.is_recommended);
        match &self.draft.given {
            Given::Single(Some(Choice::Option(at))) => *at,
            Given::Single(Some(Choice::Typed(_))) => options.len(),
            Given::Single(None) | Given::Multi { .. } | Given::Input(_) => recommended().unwrap_or(0),
        }
    }

    /// How many rows the list has: with a filter those that match, and the custom row.
    pub(crate) fn row_count(&self) -> usize {
        match self.filter.matches() {
            Some(matches) => matches.len() + usize::from(self.question.allow_custom),
            None => self.unfiltered_count(),
        }
    }

    /// What a row is; past the end of the list it is the custom row.
    pub(crate) fn row(&self, at: usize) -> Row {
        match self.filter.matches() {
            Some(matches) => matches.get(at).map_or(Row::Custom, |&option| Row::Option(option)),
            None => self.unfiltered_row(at),
        }
    }

    /// How many rows the list has without a filter.
    pub(crate) fn unfiltered_count(&self) -> usize {
        let listed = match &self.draft.given {
            Given::Multi { typed, .. } => self.question.options.len() + typed.len(),
            Given::Single(_) => self.question.options.len(),
            Given::Input(_) => return 1,
        };
        listed + usize::from(self.question.allow_custom)
    }

    /// What a row is without a filter.
    pub(crate) fn unfiltered_row(&self, at: usize) -> Row {
        let options = self.question.options.len();
        match &self.draft.given {
            _ if at < options => Row::Option(at),
            Given::Multi { typed, .. } if at < options + typed.len() => Row::Typed(at - options),
            _ => Row::Custom,
        }
    }

    /// Where a row is in the unfiltered list.
    pub(crate) fn position(&self, row: Row) -> usize {
        let options = self.question.options.len();
        match (row, &self.draft.given) {
            (Row::Option(at), _) => at,
            (Row::Typed(at), _) => options + at,
            (Row::Custom, Given::Multi { typed, .. }) => options + typed.len(),
            (Row::Custom, _) => options,
        }
    }

    pub(crate) fn is_input(&self) -> bool {
        self.question.mode == Mode::Input
    }

    pub(crate) fn is_multi(&self) -> bool {
        self.question.mode == Mode::Multi
    }
}
