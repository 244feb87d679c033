//! The state of one call on the screen, and what can be asked of it. It changes only in `update`.

pub(crate) mod action;
pub(crate) mod entry;
pub(crate) mod filter;
pub(crate) mod guard;
pub(crate) mod history;
pub(crate) mod outcome;
pub(crate) mod page;
pub(crate) mod shown;
mod update;

use serde_json::Value;

use crate::answer::draft::Draft;
use crate::answer::given::Row;
use crate::answer::reply::Replies;
use crate::answer::result::Occasion;
use crate::call::questionnaire::Questionnaire;
use crate::call::settings::Settings;
use crate::form::entry::Entry;
use crate::form::guard::Guard;
use crate::form::history::History;
pub(crate) use crate::form::page::{Base, Ending, Field, LeaveChoice, LongChoice, Notice, Page};
use crate::form::shown::ShownOption;
use crate::screen::{self, keys::Keys};
use crate::text::Clean;
use crate::words::Words;

/// One call of the tool, while its user answers it.
#[derive(Clone, Debug)]
pub struct Form {
    pub(crate) title: Option<Clean<'static>>,
    pub(crate) metadata: Option<Value>,
    pub(crate) entries: Vec<Entry>,
    pub(crate) page: Page,
    /// Where the review's highlight is: a question's position, or their number for Submit.
    pub(crate) review: Cursor,
    /// What the user would rather say first.
    pub(crate) discussion: String,
    pub(crate) notice: Option<Notice>,
    pub(crate) ending: Option<Ending>,
    pub(crate) history: History,
    pub(crate) guard: Guard,
    pub(crate) viewport: Viewport,
    /// Lines of the shown preview that are scrolled off, and how many there are of it.
    pub(crate) preview_skip: usize,
    pub(crate) preview_rows: usize,
    /// Rows that every page with a tab takes in this viewport, so that the form keeps its height between them.
    pub(crate) height: usize,
    pub(crate) keys: Keys,
    pub(crate) words: Words,
    pub(crate) preferences: Preferences,
    pub(crate) occasion: Occasion,
}

/// Those of the user's settings that a form has to know.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Preferences {
    pub(crate) confirm_discard: bool,
    /// In characters.
    pub(crate) soft_limit: usize,
    /// In percent of the terminal's rows.
    pub(crate) max_height: usize,
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

/// What has the user's keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// A list: letters and digits are commands.
    List,
    /// The text editor: only leaving it is a command.
    Editor,
    /// A line of text above a list: what is not text moves in the list.
    Line,
    /// A question that is answered with yes or no.
    Confirm,
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
    /// A form with nothing entered but defaults, on its first question.
    #[must_use]
    pub fn new(questionnaire: Questionnaire, keys: Keys, settings: &Settings) -> Self {
        let words = &settings.words;
        let entries: Vec<Entry> =
            questionnaire.questions.into_iter().map(|question| Entry::new(question, words)).collect();
        let starts_in_editor = entries.first().is_some_and(Entry::is_input);
        Self {
            title: questionnaire.title.map(|title| Clean::line(&title).into_owned()),
            metadata: questionnaire.metadata,
            review: Cursor::at(entries.len()),
            entries,
            page: if starts_in_editor { Page::Field(Field::Answer(0)) } else { Page::Base(Base::Question(0)) },
            discussion: String::new(),
            notice: None,
            ending: None,
            history: History::default(),
            guard: Guard::default(),
            viewport: Viewport { columns: 0, rows: 0 },
            preview_skip: 0,
            preview_rows: 0,
            height: 0,
            keys,
            words: words.clone(),
            preferences: Preferences {
                confirm_discard: settings.confirm_discard,
                soft_limit: settings.soft_limit,
                max_height: settings.max_height,
            },
            occasion: Occasion::Call,
        }
        .resized(Viewport { columns: 80, rows: 24 })
    }

    /// The form for a call that is over; `replies` are the answers that it has so far.
    #[must_use]
    pub fn later(mut self, replies: Replies) -> Self {
        self.fill(replies);
        Self { occasion: Occasion::Later, ..self }
    }

    /// The form for answers that are to be changed.
    #[must_use]
    pub fn revision(mut self, answers: &Replies) -> Self {
        self.fill(answers.clone());
        let before = self.standing(answers);
        Self { occasion: Occasion::Revision(before), ..self }
    }

    pub(crate) fn is_revision(&self) -> bool {
        matches!(self.occasion, Occasion::Revision(_))
    }

    fn resized(mut self, viewport: Viewport) -> Self {
        self.resize(viewport);
        self
    }

    /// Tells the form the size of the terminal that it is drawn in.
    pub fn resize(&mut self, viewport: Viewport) {
        if self.viewport != viewport {
            self.viewport = viewport;
            self.height = screen::height(self);
            screen::clamp(self);
        }
    }

    /// Tells the form how many lines the host has made of the preview that it was asked for.
    pub fn set_preview_rows(&mut self, rows: usize) {
        self.preview_rows = rows;
    }

    /// What has the user's keys.
    #[must_use]
    pub fn focus(&self) -> Focus {
        match self.page {
            Page::Base(_) | Page::Preview(_) | Page::Leave { .. } => Focus::List,
            Page::Field(_) => Focus::Editor,
            Page::Filter(_) => Focus::Line,
            Page::Long { .. } => Focus::Confirm,
        }
    }

    /// Whether the text editor has the focus.
    #[must_use]
    pub fn is_editing(&self) -> bool {
        matches!(self.page, Page::Field(_))
    }

    /// Whether the form has ended.
    #[must_use]
    pub fn is_ended(&self) -> bool {
        self.ending.is_some()
    }

    /// The text that belongs into the editor, or into the line that filters; empty where neither is open.
    #[must_use]
    pub fn draft(&self) -> &str {
        match self.page {
            Page::Field(field) | Page::Long { field, .. } => self.field_text(field),
            Page::Filter(at) => self.entries.get(at).map_or("", |entry| entry.filter.text()),
            Page::Base(_) | Page::Preview(_) | Page::Leave { .. } => "",
        }
    }

    pub(crate) fn field_text(&self, field: Field) -> &str {
        let draft = |at: usize| self.entries.get(at).map(|entry| &entry.draft);
        match field {
            Field::Answer(at) => draft(at).map_or("", |draft| &draft.text),
            Field::Note(at) => draft(at).map_or("", |draft| &draft.note_text),
            Field::Discussion(_) => &self.discussion,
        }
    }

    /// The question that the page belongs to; `None` for those that belong to all of them.
    pub(crate) fn shown_question(&self) -> Option<usize> {
        match self.page {
            Page::Base(Base::Question(at))
            | Page::Filter(at)
            | Page::Preview(at)
            | Page::Field(Field::Answer(at) | Field::Note(at))
            | Page::Long { field: Field::Answer(at) | Field::Note(at), .. } => Some(at),
            Page::Base(Base::Review)
            | Page::Field(Field::Discussion(_))
            | Page::Long { field: Field::Discussion(_), .. }
            | Page::Leave { .. } => None,
        }
    }

    /// The page with a tab that this one belongs to.
    pub(crate) fn base(&self) -> Base {
        match self.page {
            Page::Base(base)
            | Page::Field(Field::Discussion(base))
            | Page::Long { field: Field::Discussion(base), .. }
            | Page::Leave { from: base, .. } => base,
            _ => self.shown_question().map_or(Base::Review, Base::Question),
        }
    }

    /// The highlight of the page that is shown.
    pub(crate) fn cursor(&self) -> Cursor {
        match self.page {
            Page::Leave { choice, .. } => Cursor::at(choice as usize),
            Page::Long { choice, .. } => Cursor::at(choice as usize),
            Page::Filter(at) => self.entries.get(at).map_or(Cursor::at(0), |entry| entry.filter.cursor()),
            _ => match self.base() {
                Base::Question(at) => self.entries.get(at).map_or(Cursor::at(0), |entry| entry.cursor),
                Base::Review => self.review,
            },
        }
    }

    /// The same to be moved, where it scrolls.
    pub(crate) fn cursor_mut(&mut self) -> Option<&mut Cursor> {
        match self.page {
            Page::Leave { .. } | Page::Long { .. } | Page::Field(Field::Discussion(_)) => None,
            Page::Filter(at) => self.entries.get_mut(at).map(|entry| entry.filter.cursor_mut()),
            _ => match self.base() {
                Base::Question(at) => self.entries.get_mut(at).map(|entry| &mut entry.cursor),
                Base::Review => Some(&mut self.review),
            },
        }
    }

    /// The highlighted option of a question.
    fn highlighted_option(&self, at: usize) -> Option<&ShownOption> {
        let entry = self.entries.get(at)?;
        let cursor = if self.page == Page::Filter(at) { entry.filter.cursor() } else { entry.cursor };
        match entry.row(cursor.row()) {
            Row::Option(option) => entry.shown.options.get(option),
            Row::Typed(_) | Row::Custom => None,
        }
    }

    /// Its label.
    pub(crate) fn highlighted_label(&self, at: usize) -> Clean<'_> {
        self.highlighted_option(at).map(|option| option.label.borrowed()).unwrap_or_default()
    }

    /// Its preview.
    pub(crate) fn preview(&self, at: usize) -> Option<&Clean<'static>> {
        self.highlighted_option(at)?.preview.as_ref()
    }

    /// Whether a question takes only text.
    pub(crate) fn is_input(&self, at: usize) -> bool {
        self.entries.get(at).is_some_and(Entry::is_input)
    }

    /// Whether it is such a question and the only one: then there is no page beside its editor.
    pub(crate) fn is_lone_input(&self, at: usize) -> bool {
        self.is_input(at) && !self.has_tabs()
    }

    /// Whether any option has a preview.
    #[must_use]
    pub fn has_previews(&self) -> bool {
        self.entries.iter().any(|entry| entry.shown.preview_lines > 0)
    }

    /// Whether the questions are shown in tabs.
    pub(crate) fn has_tabs(&self) -> bool {
        self.entries.len() > 1
    }

    /// Whether the form ends in a review.
    pub(crate) fn has_review(&self) -> bool {
        self.has_tabs() || self.entries.iter().any(Entry::is_multi)
    }

    /// Whether the user would lose something if the form just closed.
    pub(crate) fn has_input(&self) -> bool {
        self.drafts().any(Draft::has_input) || !self.discussion.trim().is_empty()
    }

    pub(crate) fn drafts(&self) -> impl Iterator<Item = &Draft> {
        self.entries.iter().map(|entry| &entry.draft)
    }

    /// Position of the first question without an answer.
    pub(crate) fn first_unanswered(&self) -> Option<usize> {
        self.drafts().position(|draft| !draft.is_answered())
    }
}
