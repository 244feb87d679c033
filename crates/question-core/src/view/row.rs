//! The rows of a page: the options of a question, added texts and the row for text; in the review, the answers; the
//! choices of a confirmation. A row is made when it is needed, because few of ten thousand are ever seen.

use std::borrow::Cow;

use serde::Serialize;

use super::answer::AnswerView;
use super::aside::{Aside, AsideKind, PROPOSED, UNSENT};
use super::{confirmation, start};
use crate::answer::given::Row;
use crate::answer::sheet::Standing;
use crate::form::Form;
use crate::form::entry::Entry;
use crate::form::page::{Confirmation, Field, Page, Tab};
use crate::text::Clean;
use crate::text::markdown::{Markdown, Styles};
use crate::words::{Words, fill};

/// A row of a page.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RowView<'a> {
    /// What the row is.
    pub kind: RowKind,
    /// The number that chooses the row: from 1 on, or 0 for the row for text.
    pub number: Option<usize>,
    /// Whether the row is checked, if it has a box.
    pub is_checked: Option<bool>,
    /// How far the row is decided as the answer, or as a part of it.
    pub standing: Standing,
    /// Whether something is missing that the row needs.
    pub is_missing: bool,
    /// The text of the row; in the review, the question and its answer.
    pub label: Clean<'a>,
    /// Bold and code in the label, or what typed words find in it.
    #[serde(skip)]
    pub(crate) styles: Cow<'a, Styles>,
    /// The suffix of a recommended option. Begins with a blank.
    pub recommended: Option<Clean<'a>>,
    /// Whether the open editor edits the text of the row.
    pub is_edited: bool,
    /// Texts of the user on the row for text.
    pub texts: Vec<Aside<'a>>,
    /// Text below the label.
    pub(crate) description: Option<&'a Markdown>,
    /// Text beside the list while the row is highlighted.
    pub(crate) preview: Option<&'a Markdown>,
    /// The answer that a row of the review shows.
    pub answer: Option<Box<AnswerView<'a>>>,
    /// The answers that a choice sends.
    pub asides: Vec<Aside<'a>>,
}

/// What a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum RowKind {
    /// An option.
    Option,
    /// A text that the user has added to a list of boxes.
    Added,
    /// The row for text.
    Custom,
    /// A question with its answer, in the review.
    Answer,
    /// The message of a user who wants to talk first, not sent yet.
    Discussion,
    /// The row that submits the form.
    Submit,
    /// A choice of a confirmation.
    Choice,
}

impl<'a> RowView<'a> {
    pub(super) fn new(kind: RowKind, label: Clean<'a>) -> Self {
        Self {
            kind,
            number: None,
            is_checked: None,
            standing: Standing::Open,
            is_missing: false,
            label,
            styles: Cow::Owned(Styles::default()),
            recommended: None,
            is_edited: false,
            texts: Vec::new(),
            description: None,
            preview: None,
            answer: None,
            asides: Vec::new(),
        }
    }

    /// Views the option at index `at` of a question, 0-based.
    pub(crate) fn option(entry: &'a Entry, at: usize) -> Option<Self> {
        let shown = entry.shown.option(at)?;
        // What the words of the open text find is marked instead: in the label, or all of it for words in the description.
        let styles = if entry.search().is_match(at) {
            let mut marks = entry.search().marks(shown.label.as_str());
            if marks.is_empty() {
                marks = shown.label.as_str().char_indices().map(|(at, _)| at).collect();
            }
            Cow::Owned(Styles::of_matches(&shown.label, &marks))
        } else {
            Cow::Borrowed(&shown.styles)
        };
        // Written out, because options are viewed often.
        Some(Self {
            kind: RowKind::Option,
            number: Some(at + 1),
            is_checked: entry.question.mode.has_boxes().then(|| entry.is_checked(Row::Option(at))),
            standing: entry.sheet().standing_of(at),
            is_missing: false,
            label: shown.label.borrowed(),
            styles,
            recommended: shown.recommended.as_ref().map(Clean::borrowed),
            is_edited: false,
            texts: Vec::new(),
            description: shown.description.as_ref(),
            preview: shown.preview.as_ref(),
            answer: None,
            asides: Vec::new(),
        })
    }

    /// Returns the label with the suffix of a recommendation.
    pub(crate) fn title(&self) -> String {
        [self.label.as_str(), self.recommended.as_ref().map_or("", Clean::as_str)].concat()
    }

    /// Returns the sign before a row of the review; empty for other rows.
    pub(crate) fn sign(&self) -> Clean<'static> {
        match (self.kind, self.standing) {
            (RowKind::Answer, Standing::Decided) => Clean::own("✓ ", 2),
            (RowKind::Answer, Standing::Proposed) => Clean::own(PROPOSED, 2),
            (RowKind::Answer, Standing::Open) => Clean::own("□ ", 2),
            (RowKind::Discussion, _) => Clean::own(UNSENT, 2),
            _ => Clean::EMPTY,
        }
    }

    /// Returns the sign behind an option: that of an answer, unless its box is shown and says so, or that of a default, with
    /// a word for it if it is the only one. It begins with a blank.
    pub(crate) fn mark(&self, words: &Words, is_box_shown: bool) -> Option<Clean<'static>> {
        match (self.kind, self.standing, self.is_checked) {
            (RowKind::Option, Standing::Proposed, Some(_)) => Some(Clean::own(" ◪", 2)),
            (RowKind::Option, Standing::Proposed, None) => {
                Some(Clean::composed([" ", PROPOSED, words.by_default].concat().trim_end().to_owned()))
            }
            (RowKind::Option, Standing::Decided, is_checked) if is_checked.is_none() || !is_box_shown => {
                Some(Clean::own(" ✓", 2))
            }
            _ => None,
        }
    }
}

/// The rows of the page that a form shows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows<'a> {
    form: &'a Form,
    of: RowsOf<'a>,
    /// Whether only the options that the words in the open text find are shown, with the row of the text.
    is_narrowed: bool,
    shorten: fn(&str) -> &str,
}

/// What the rows are.
#[derive(Clone, Copy, Debug)]
enum RowsOf<'a> {
    /// The list of a question, and the field in the open editor.
    Question(&'a Entry, Option<Field>),
    Review,
    /// The answers of the review, above the open message.
    Answers,
    Choices(Confirmation),
    /// The page has no rows.
    Nothing,
}

impl<'a> Rows<'a> {
    /// Views the rows of the page, with each text of the user shortened.
    pub(crate) fn of(form: &'a Form, shorten: fn(&str) -> &str) -> Self {
        let list = |at: usize, edited: Option<Field>| {
            // The text of a question without options is its row, beside a note or a message if it has words.
            let is_beside = matches!(edited, Some(Field::Note(..) | Field::Discussion(_)));
            let has_row = |entry: &&Entry| {
                edited.is_none() || entry.question.mode.has_options() || (is_beside && entry.sheet().has_words())
            };
            let entry = form.entry(at).filter(has_row);
            entry.map_or(RowsOf::Nothing, |entry| RowsOf::Question(entry, edited))
        };
        let of = match form.page() {
            Page::Tab(Tab::Question(at)) => list(at, None),
            Page::Options(at) => list(at, Some(Field::Answer(at))),
            Page::Field(Field::Discussion(Tab::Review)) => RowsOf::Answers,
            Page::Field(field) => field.tab().question().map_or(RowsOf::Nothing, |at| list(at, Some(field))),
            Page::Tab(Tab::Review) => RowsOf::Review,
            Page::Confirm(asked, _) => RowsOf::Choices(asked),
            Page::Zoom(..) => RowsOf::Nothing,
        };
        Self { form, of, is_narrowed: false, shorten }
    }

    /// Narrows a list to what the words in its open text find.
    pub(crate) fn narrowed(self, is_narrowed: bool) -> Self {
        Self { is_narrowed, ..self }
    }

    /// Returns the question whose list this is.
    pub(crate) fn entry(&self) -> Option<&'a Entry> {
        match self.of {
            RowsOf::Question(entry, _) => Some(entry),
            RowsOf::Review | RowsOf::Answers | RowsOf::Choices(_) | RowsOf::Nothing => None,
        }
    }

    pub(crate) fn is_review(&self) -> bool {
        matches!(self.of, RowsOf::Review | RowsOf::Answers)
    }

    pub(crate) fn len(&self) -> usize {
        match self.of {
            RowsOf::Question(entry, _) if self.is_narrowed => {
                entry.search().found().len() + usize::from(entry.question.allow_custom)
            }
            RowsOf::Question(entry, _) => entry.row_count(),
            RowsOf::Review => self.form.submit_row() + 1,
            RowsOf::Answers => self.form.entries().len(),
            RowsOf::Choices(asked) => asked.count(self.form.waiting().len()),
            RowsOf::Nothing => 0,
        }
    }

    /// Returns the number of rows that have one as their number, from 1 on.
    pub(crate) fn numbered(&self) -> usize {
        match self.of {
            RowsOf::Question(entry, _) => entry.question.options.len(),
            RowsOf::Review | RowsOf::Answers => self.form.entries().len(),
            RowsOf::Choices(asked) => asked.count(self.form.waiting().len()),
            RowsOf::Nothing => 0,
        }
    }

    /// Returns the index of the row of the form at index `at` among the shown ones, both 0-based.
    pub(crate) fn row(&self, at: usize) -> usize {
        match self.entry().filter(|_| self.is_narrowed) {
            Some(entry) => entry.search().found().get(at).copied().unwrap_or_else(|| entry.position(Row::Custom)),
            None => at,
        }
    }

    /// Returns the index among the shown rows of a row of the form, or of the row for text, all 0-based.
    fn index_of(&self, row: usize) -> usize {
        match self.entry().filter(|_| self.is_narrowed) {
            Some(entry) => {
                let found = entry.search().found();
                found.binary_search(&row).unwrap_or(found.len())
            }
            None => row,
        }
    }

    /// Returns the index of the highlighted row among the shown ones, 0-based. Above a message, no answer is highlighted,
    /// because Enter sends it.
    pub(crate) fn highlight(&self) -> Option<usize> {
        self.form.highlight().filter(|_| !matches!(self.of, RowsOf::Answers)).map(|row| self.index_of(row))
    }

    /// Returns the index of the shown row that is highlighted, or was in the review, 0-based; 0 without any.
    pub(crate) fn focus(&self) -> usize {
        self.form.highlight().map_or(0, |row| self.index_of(row))
    }

    /// Returns the row at index `at` among the shown ones, 0-based.
    pub(crate) fn get(&self, at: usize) -> Option<RowView<'a>> {
        match self.of {
            RowsOf::Question(entry, edited) => match entry.row(self.row(at)) {
                Row::Option(option) => RowView::option(entry, option),
                Row::Typed(text) => Some(self.added(entry, edited, text)),
                Row::Custom => Some(self.custom(entry, edited)),
            },
            RowsOf::Review | RowsOf::Answers => Some(self.of_review(at)),
            RowsOf::Choices(asked) => confirmation::row(self.form, asked, at, self.shorten),
            RowsOf::Nothing => None,
        }
    }

    /// Returns all shown rows.
    pub(crate) fn all(self) -> impl Iterator<Item = RowView<'a>> {
        (0..self.len()).filter_map(move |at| self.get(at))
    }

    fn added(&self, entry: &'a Entry, edited: Option<Field>, at: usize) -> RowView<'a> {
        let (words, row) = (self.form.words(), Row::Typed(at));
        let text = entry.sheet().given.typed().get(at).map_or("", |typed| typed.text.as_str());
        let is_edited = matches!(edited, Some(Field::Added(_, edited)) if edited == at);
        // The editor shows the text that is edited.
        let shown = if is_edited { "" } else { (self.shorten)(text) };
        let more = if !is_edited && shown.len() < text.len() { "…" } else { "" };
        let source = if entry.sheet().is_default_text(text) { words.by_default } else { words.wrote };
        let label = Clean::composed([source, shown, more].concat().trim_end().to_owned());
        RowView { is_checked: Some(entry.is_checked(row)), is_edited, ..RowView::new(RowKind::Added, label) }
    }

    fn custom(&self, entry: &'a Entry, edited: Option<Field>) -> RowView<'a> {
        let (words, sheet) = (self.form.words(), entry.sheet());
        let number = entry.question.mode.has_options().then_some(0);
        if self.is_narrowed {
            let label = fill(words.answer_in_words, start(sheet.editor_text().trim()));
            return RowView { number, ..RowView::new(RowKind::Custom, Clean::line(&label).into_owned()) };
        }
        let is_edited = matches!(edited, Some(Field::Answer(_)));
        let aside = |(standing, text): (Standing, &'a str)| {
            let kind = match standing {
                Standing::Decided => AsideKind::Wrote,
                Standing::Proposed => AsideKind::Proposed,
                Standing::Open => AsideKind::Unsent,
            };
            Aside::new(kind, (self.shorten)(text))
        };
        let texts = sheet.row_texts().filter(|_| !is_edited).map(aside).collect();
        RowView { number, is_edited, texts, ..RowView::new(RowKind::Custom, entry.shown.custom_label.borrowed()) }
    }

    /// Returns a row of the review: a question with its answer, the unsent message, or Submit.
    fn of_review(&self, at: usize) -> RowView<'a> {
        let (form, words) = (self.form, self.form.words());
        if let Some(entry) = form.entry(at) {
            let answer = AnswerView::of(entry, self.shorten);
            let label = Clean::text(&answer.line(words)).into_owned();
            return RowView {
                number: Some(at + 1),
                standing: answer.standing,
                is_missing: entry.is_missing(),
                answer: Some(Box::new(answer)),
                ..RowView::new(RowKind::Answer, label)
            };
        }
        if at < form.submit_row() {
            let label = Aside::new(AsideKind::Discussion, (self.shorten)(form.discussion())).spoken(words);
            return RowView::new(RowKind::Discussion, Clean::text(&label).into_owned());
        }
        let label = match form.missing().count() {
            0 => words.submit.into(),
            missing => Clean::composed(words.count(words.submit_unanswered, missing)),
        };
        RowView { is_missing: form.first_missing().is_some(), ..RowView::new(RowKind::Submit, label) }
    }
}
