//! The state of one call on the screen, and what can be asked of it. It changes only in `update`.

use std::rc::Rc;

use crate::questionnaire::{CUSTOM_LABEL, Question, QuestionOption, Questionnaire};
use crate::text::Clean;
use crate::{Keys, view};

/// One call of the tool, while its user answers it.
#[derive(Clone, Debug)]
pub struct Form {
    pub(crate) entries: Vec<Entry>,
    pub(crate) page: Page,
    /// Where the review's highlight is: a question's position, or their number for Submit.
    pub(crate) review: Cursor,
    pub(crate) notice: Option<Notice>,
    pub(crate) ending: Option<Ending>,
    pub(crate) viewport: Viewport,
    pub(crate) keys: Keys,
}

/// A question and what the user has entered for it.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) question: Rc<Question>,
    pub(crate) shown: Shown,
    pub(crate) cursor: Cursor,
    pub(crate) answer: Option<Given>,
    /// Text in the custom row's editor, kept whether or not it became the answer.
    pub(crate) draft: String,
}

/// A question's texts as they are drawn, made harmless and measured once.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    pub(crate) label: Clean<'static>,
    pub(crate) prompt: Clean<'static>,
    pub(crate) options: Vec<ShownOption>,
    pub(crate) custom: ShownOption,
}

#[derive(Clone, Debug)]
pub(crate) struct ShownOption {
    /// The number before the label, right-aligned among those of its list.
    pub(crate) number: Clean<'static>,
    pub(crate) label: Clean<'static>,
    pub(crate) description: Option<Clean<'static>>,
}

impl Shown {
    fn new(question: &Question) -> Self {
        let digits = question.options.len().checked_ilog10().map_or(1, |log| log as usize + 1);
        let number = |number: usize| {
            let number = number.to_string();
            Clean::composed(" ".repeat(digits.saturating_sub(number.len())) + &number + ". ")
        };
        let option = |(at, option): (usize, &QuestionOption)| ShownOption {
            number: number(at),
            label: Clean::line(&option.label).into_owned(),
            description: option.description.as_ref().map(|text| Clean::text(text.trim_end()).into_owned()),
        };
        Self {
            label: Clean::line(&question.label).into_owned(),
            prompt: Clean::text(question.prompt.trim_end()).into_owned(),
            options: (1..).zip(&question.options).map(option).collect(),
            custom: ShownOption { number: number(0), label: CUSTOM_LABEL.into(), description: None },
        }
    }
}

/// What the user answered a question with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Given {
    /// The option at this position, from 0.
    Option(usize),
    /// Text of their own.
    Typed(String),
}

/// Where the highlight is, and how far a text that is taller than the screen has been scrolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cursor {
    /// Reading on in a prompt that does not fit: `skip` lines of its rest are scrolled off.
    Prompt { skip: usize },
    /// On a row of the list, counted from 0; `skip` lines of it are scrolled off.
    Row { row: usize, skip: usize },
}

impl Cursor {
    pub(crate) fn at(row: usize) -> Self {
        Self::Row { row, skip: 0 }
    }

    /// The highlighted row, or the first while the prompt is being read.
    pub(crate) fn row(self) -> usize {
        match self {
            Self::Prompt { .. } => 0,
            Self::Row { row, .. } => row,
        }
    }
}

/// What is on the screen. Questions are named by their position, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Page {
    /// A page that Esc leaves the form from.
    Base(Base),
    /// The editor of a question's custom row.
    Editor(usize),
    /// "You have entered something": what becomes of it.
    Leave { from: Base, choice: LeaveChoice },
}

/// A page with a tab of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Base {
    Question(usize),
    Review,
}

/// The ways out of a form in which something was entered, in the order shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LeaveChoice {
    Keep,
    Send,
    Discard,
}

impl LeaveChoice {
    pub(crate) const ALL: [Self; 3] = [Self::Keep, Self::Send, Self::Discard];
}

/// A line above the hints that says why nothing happened; gone with the next action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notice {
    BlankText,
    /// Brought here by Submit, because this question has no answer yet.
    Unanswered,
}

/// How a form ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Answered,
    Cancelled { share: bool },
    Aborted,
    Failed(String),
}

/// The size of the terminal, in columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewport {
    /// Columns that a line may take.
    pub columns: usize,
    /// Rows of the whole terminal, of which a form takes only a part.
    pub rows: usize,
}

impl Form {
    /// A form with nothing entered, on its first question.
    #[must_use]
    pub fn new(questionnaire: Questionnaire, keys: Keys) -> Self {
        let entries: Vec<Entry> = questionnaire.into_questions().into_iter().map(Entry::new).collect();
        Self {
            review: Cursor::at(entries.len()),
            entries,
            page: Page::Base(Base::Question(0)),
            notice: None,
            ending: None,
            viewport: Viewport { columns: 80, rows: 24 },
            keys,
        }
    }

    /// Tells the form the size of the terminal that it is drawn in.
    pub fn resize(&mut self, viewport: Viewport) {
        if self.viewport != viewport {
            self.viewport = viewport;
            view::clamp(self);
        }
    }

    /// Whether the text editor has the focus.
    #[must_use]
    pub fn is_editing(&self) -> bool {
        matches!(self.page, Page::Editor(_))
    }

    /// Whether the form has ended.
    #[must_use]
    pub fn is_ended(&self) -> bool {
        self.ending.is_some()
    }

    /// The text that belongs into the editor; empty where no editor is open.
    #[must_use]
    pub fn draft(&self) -> &str {
        match self.page {
            Page::Editor(at) => self.entries.get(at).map_or("", |entry| &entry.draft),
            _ => "",
        }
    }

    /// The highlight of the page that is shown.
    pub(crate) fn cursor(&self) -> Cursor {
        match self.page {
            Page::Base(Base::Question(at)) | Page::Editor(at) => {
                self.entries.get(at).map_or(Cursor::at(0), |entry| entry.cursor)
            }
            Page::Base(Base::Review) => self.review,
            Page::Leave { choice, .. } => Cursor::at(choice as usize),
        }
    }

    /// The same to be moved, where it scrolls.
    pub(crate) fn cursor_mut(&mut self) -> Option<&mut Cursor> {
        match self.page {
            Page::Base(Base::Question(at)) | Page::Editor(at) => {
                self.entries.get_mut(at).map(|entry| &mut entry.cursor)
            }
            Page::Base(Base::Review) => Some(&mut self.review),
            Page::Leave { .. } => None,
        }
    }

    /// Whether the questions are shown in tabs and end in a review.
    pub(crate) fn has_review(&self) -> bool {
        self.entries.len() > 1
    }

    /// Whether the user would lose something if the form just closed.
    pub(crate) fn has_input(&self) -> bool {
        self.entries.iter().any(|entry| entry.answer.is_some() || !entry.draft.trim().is_empty())
    }

    /// Position of the first question without an answer.
    pub(crate) fn first_unanswered(&self) -> Option<usize> {
        self.entries.iter().position(|entry| entry.answer.is_none())
    }
}

impl Entry {
    fn new(question: Rc<Question>) -> Self {
        Self { shown: Shown::new(&question), question, cursor: Cursor::at(0), answer: None, draft: String::new() }
    }

    /// The row of the list that takes free text: the last one.
    pub(crate) fn custom_row(&self) -> usize {
        self.question.options.len()
    }
}
