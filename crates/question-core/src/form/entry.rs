//! A question of a form and what the user has entered for it.

use std::rc::Rc;

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

/// What the user has entered for a question; what undo brings back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Draft {
    pub(crate) given: Given,
    /// Text in the editor of the custom row or of an input question, kept whether or not it became the answer.
    pub(crate) text: String,
    /// What the user has to say about the answer.
    pub(crate) note: Option<String>,
    /// Text in the note's editor.
    pub(crate) note_text: String,
    /// Whether any of it is the user's own doing, and not a default.
    pub(crate) is_touched: bool,
    /// Whether there was an answer before that.
    had_default: bool,
}

/// The answer that a draft amounts to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Given {
    /// At most one choice.
    Single(Option<Choice>),
    /// Any number of them.
    Multi {
        /// For each option, whether its box is checked.
        checked: Vec<bool>,
        typed: Vec<Typed>,
        /// Whether the user has said that nothing checked is the answer.
        is_none_meant: bool,
    },
    /// Submitted text.
    Input(Option<String>),
}

/// The choice among options and free text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// The option at this position, from 0.
    Option(usize),
    /// Text of the user's own.
    Typed(String),
}

/// A text that was added to a list of boxes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Typed {
    pub(crate) text: String,
    pub(crate) is_checked: bool,
}

/// A row of a question's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    /// The option at this position, from 0.
    Option(usize),
    /// The added text at this position, from 0.
    Typed(usize),
    /// The row that takes free text.
    Custom,
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
        let is_touched = self.draft.is_touched;
        self.draft = Draft { is_touched, ..Draft::of_reply(reply) };
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

impl Draft {
    /// What is entered before the user has done anything.
    fn of_defaults(question: &Question) -> Self {
        let option = |value: &String| question.options.iter().position(|option| option.value == *value);
        let custom = |value: &&String| question.allow_custom && !value.trim().is_empty();
        let default = question.default_value.as_ref();
        let given = match question.mode {
            Mode::Single => {
                let typed = || default.filter(custom).map(|value| Choice::Typed(value.clone()));
                Given::Single(default.and_then(option).map(Choice::Option).or_else(typed))
            }
            Mode::Multi => {
                let unmatched = question.default_values.iter().filter(|value| option(value).is_none());
                let typed = |value: &String| Typed { text: value.clone(), is_checked: true };
                Given::Multi {
                    checked: question
                        .options
                        .iter()
                        .map(|option| question.default_values.contains(&option.value))
                        .collect(),
                    typed: unmatched.filter(custom).map(typed).collect(),
                    is_none_meant: false,
                }
            }
            Mode::Input => Given::Input(default.filter(custom).cloned()),
        };
        let text = given.text().cloned().unwrap_or_default();
        let draft = Self { given, text, note: None, note_text: String::new(), is_touched: false, had_default: false };
        Self { had_default: draft.is_answered(), ..draft }
    }

    /// What is entered where the answer came from elsewhere.
    fn of_reply(reply: Reply) -> Self {
        let Reply { given, note } = reply;
        let (text, note_text) = (given.text().cloned().unwrap_or_default(), note.clone().unwrap_or_default());
        Self { given, text, note, note_text, is_touched: false, had_default: true }
    }

    /// Whether the question can be submitted as it is.
    pub(crate) fn is_answered(&self) -> bool {
        match &self.given {
            Given::Single(choice) => choice.is_some(),
            Given::Multi { is_none_meant, .. } => *is_none_meant || self.given.has_checked(),
            Given::Input(text) => text.is_some(),
        }
    }

    /// What was typed for the answer and for the note, and is neither.
    pub(crate) fn unsent_texts(&self) -> impl Iterator<Item = &str> {
        let pairs = [(&self.text, self.given.text()), (&self.note_text, self.note.as_ref())];
        let unsent = |(text, kept): (&'_ String, Option<&String>)| {
            let is_kept = kept.is_some_and(|kept| kept.trim() == text.trim());
            !is_kept && !text.trim().is_empty()
        };
        pairs.into_iter().filter(move |&pair| unsent(pair)).map(|(text, _)| text.trim())
    }

    /// Whether the answer is this option, of those of which there can be but one.
    pub(crate) fn is_option(&self, option: usize) -> bool {
        matches!(&self.given, Given::Single(Some(Choice::Option(chosen))) if *chosen == option)
    }

    /// Whether the user would lose something if it were dropped.
    pub(crate) fn has_input(&self) -> bool {
        self.is_touched && (self.is_answered() || self.had_default || self.has_leftover())
    }

    /// Whether there is something beside the answer, or in place of one.
    pub(crate) fn has_leftover(&self) -> bool {
        let has_unchecked = match &self.given {
            Given::Multi { typed, .. } => typed.iter().any(|typed| !typed.is_checked),
            Given::Single(_) | Given::Input(_) => false,
        };
        has_unchecked || self.note.is_some() || [&self.text, &self.note_text].iter().any(|text| !text.trim().is_empty())
    }
}

impl Given {
    /// The typed text that is the answer, where there can be but one.
    pub(crate) fn text(&self) -> Option<&String> {
        match self {
            Self::Single(Some(Choice::Typed(text))) | Self::Input(Some(text)) => Some(text),
            Self::Single(_) | Self::Input(None) | Self::Multi { .. } => None,
        }
    }

    /// Whether the box of a row is checked.
    pub(crate) fn is_checked(&self, row: Row) -> bool {
        match (self, row) {
            (Self::Multi { checked, .. }, Row::Option(option)) => checked.get(option) == Some(&true),
            (Self::Multi { typed, .. }, Row::Typed(text)) => typed.get(text).is_some_and(|typed| typed.is_checked),
            _ => false,
        }
    }

    /// Positions of the checked options, from 0.
    pub(crate) fn checked(&self) -> impl Iterator<Item = usize> {
        let checked: &[bool] = match self {
            Self::Multi { checked, .. } => checked,
            Self::Single(_) | Self::Input(_) => &[],
        };
        (0..).zip(checked).filter_map(|(at, &is_checked)| is_checked.then_some(at))
    }

    /// Whether every box is checked.
    pub(crate) fn are_all_checked(&self) -> bool {
        match self {
            Self::Multi { checked, typed, .. } => {
                !checked.contains(&false) && typed.iter().all(|typed| typed.is_checked)
            }
            Self::Single(_) | Self::Input(_) => false,
        }
    }

    /// Whether any box is checked.
    pub(crate) fn has_checked(&self) -> bool {
        match self {
            Self::Multi { checked, typed, .. } => checked.contains(&true) || typed.iter().any(|typed| typed.is_checked),
            Self::Single(_) | Self::Input(_) => false,
        }
    }
}
