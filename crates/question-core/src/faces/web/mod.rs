//! Questions as a page in a browser shows them: all of a call at once. The program that serves the page prints this, and
//! a response brings the answers back.
//!
//! It must not decide what an answer is, or how a page looks.

mod words;

use serde::Serialize;
use serde_with::skip_serializing_none;
use ts_rs::TS;

pub use self::words::WebWords;
use crate::answer::given::Row;
use crate::answer::sheet::Standing;
use crate::call::request::Mode;
use crate::form::Form;
use crate::form::action::Action;
use crate::form::entry::Entry;
use crate::form::prompt::{Passage, Prompt};
use crate::text::Clean;
use crate::text::markdown::{Markdown, WebBlock, WebContent, WebPiece};
use crate::view::{PageView, RowView};

/// The questions of a call. Texts are harmless; values, and texts that were entered, are as they are.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, TS)]
#[ts(optional_fields)]
pub struct WebForm {
    /// The language of the words, by its code.
    pub language: &'static str,
    /// Who asks, if that is another session.
    pub asks: Option<String>,
    /// Title of the questions.
    pub title: Option<String>,
    /// The questions.
    pub questions: Vec<WebQuestion>,
    /// Words of the page.
    pub words: WebWords,
}

/// A question.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct WebQuestion {
    /// Id of the question.
    pub id: String,
    /// The number of the question, 1-based, and of all, if there are several.
    pub number: Option<String>,
    /// What the question asks, or its label.
    pub name: Vec<WebPiece>,
    /// The same in one line, for sentences.
    pub title: String,
    /// The prompt, without what the name says.
    pub prompt: Vec<WebBlock>,
    /// That a secret answer is kept as plain text.
    pub secrecy: Option<&'static str>,
    /// How the question is answered.
    pub mode: Mode,
    /// The options, and texts that the user has added to them.
    pub options: Vec<WebOption>,
    /// The field for words of the user's own, if there is one.
    pub own: Option<WebOwn>,
    /// The note on the answer; empty if there is none.
    pub note: String,
    /// Whether a blank text, or no checked box, is an answer.
    pub can_be_empty: bool,
    /// Whether at least one box has to be checked.
    pub needs_one: bool,
}

/// An option, or a text that the user has added.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WebOption {
    /// The value that an answer names.
    pub value: String,
    /// Whether the user has added it.
    pub is_added: bool,
    /// The text of the option.
    pub label: Vec<WebPiece>,
    /// What is said of the option: that it is recommended, or the default.
    pub marks: Vec<String>,
    /// Whether it is chosen so far.
    pub is_chosen: bool,
    /// Help below the label.
    pub description: Vec<WebBlock>,
    /// What choosing the option leads to.
    pub preview: Vec<WebBlock>,
}

/// The field for words of the user's own.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WebOwn {
    /// What the field is called.
    pub label: String,
    /// Text in the empty field.
    pub placeholder: String,
    /// Whether it holds the answer so far.
    pub is_chosen: bool,
    /// The text so far.
    pub text: String,
}

impl WebForm {
    /// Views the questions of a form that nobody has changed.
    #[must_use]
    pub fn of(mut form: Form) -> Self {
        let questions = (0..form.entries().len()).filter_map(|at| {
            form.update(Action::Tab(at));
            WebQuestion::of(form.entry(at)?, &PageView::of(&form))
        });
        let questions = questions.collect();
        Self {
            language: form.words().code(),
            asks: form.subagent().map(|subagent| subagent.asks(form.words()).as_str().to_owned()),
            title: form.title().map(|title| title.as_str().to_owned()),
            questions,
            words: WebWords::of(form.words()),
        }
    }
}

impl WebQuestion {
    fn of(entry: &Entry, page: &PageView<'_>) -> Option<Self> {
        let (question, sheet) = (&entry.question, entry.sheet());
        let title = page.name.as_ref()?;
        let (name, prompt) = page.prompt.map(|prompt| named(prompt, page.is_named)).unwrap_or_default();
        let options: Vec<WebOption> =
            page.rows.iter().enumerate().filter_map(|(at, row)| WebOption::of(entry, at, row)).collect();
        let own = (question.mode == Mode::Input || question.allow_custom).then(|| WebOwn {
            label: entry.shown.custom_label.as_str().to_owned(),
            placeholder: entry.shown.placeholder.as_str().to_owned(),
            is_chosen: sheet.row_texts().any(|(standing, _)| standing != Standing::Open),
            text: sheet.editor_text().to_owned(),
        });
        Some(Self {
            id: question.id.clone(),
            number: page.number.map(|(at, of)| format!("{at}/{of}")),
            name: name.unwrap_or_else(|| vec![WebPiece::plain(title)]),
            title: title.as_str().to_owned(),
            prompt,
            secrecy: page.prompt.and_then(Prompt::secrecy),
            mode: question.mode,
            options,
            own,
            note: sheet.note_text().to_owned(),
            can_be_empty: question.allow_empty,
            needs_one: question.at_least_one,
        })
    }
}

/// Divides a prompt into the name of its question and the rest. A label is the name of all of it; otherwise the name is the
/// paragraph that asks, if it is one.
fn named(prompt: &Prompt, has_label: bool) -> (Option<Vec<WebPiece>>, Vec<WebBlock>) {
    let mut name = None;
    let mut rest = Vec::new();
    for (passage, text) in prompt.passages() {
        let mut blocks = match passage {
            Passage::Secrecy => continue,
            Passage::Question | Passage::Context => text.nodes(),
        };
        if let (Passage::Question, false, [block]) = (passage, has_label, blocks.as_mut_slice())
            && let (true, WebContent::Text { text } | WebContent::Heading { text }) =
                (block.edges.is_empty(), &mut block.content)
        {
            name = Some(std::mem::take(text)).filter(|text| !text.is_empty());
        } else {
            rest.append(&mut blocks);
        }
    }
    (name, rest)
}

impl WebOption {
    /// Views the row at index `at`, 0-based, of a question; `None` for the row of the user's own words.
    fn of(entry: &Entry, at: usize, row: &RowView<'_>) -> Option<Self> {
        let (value, label, is_added) = match entry.row(at) {
            Row::Option(at) => {
                (entry.question.options.get(at)?.value.clone(), WebPiece::all(&row.label, &row.styles), false)
            }
            Row::Typed(at) => {
                let text = &entry.sheet().given.typed().get(at)?.text;
                (text.clone(), vec![WebPiece::plain(&Clean::text(text))], true)
            }
            Row::Custom => return None,
        };
        let default = (row.standing == Standing::Proposed).then_some(entry.words().by_default);
        let marks = row.recommended.as_ref().map(Clean::as_str).into_iter().chain(default);
        let nodes = |text: Option<&Markdown>| text.map(Markdown::nodes).unwrap_or_default();
        Some(Self {
            value,
            is_added,
            label,
            marks: marks.map(|mark| mark.trim().to_owned()).collect(),
            is_chosen: row.is_checked.unwrap_or(row.standing != Standing::Open),
            description: nodes(row.description),
            preview: nodes(row.preview),
        })
    }
}
