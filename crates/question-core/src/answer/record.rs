//! Results as the tools from elsewhere have them. Ours are the result itself.

use std::collections::HashSet;
use std::rc::Rc;

use serde::Serialize;
use serde_json::Value;
use serde_with::skip_serializing_none;
use ts_rs::TS;

use crate::answer::draft::Unsent;
use crate::answer::picks::{Answer, Pick, Picks};
use crate::answer::result::{Details, HostMode, Outcome, ToolResult};
use crate::call::dialect::Dialect;
use crate::call::questionnaire::Question;
use crate::json::Fields;

/// What the host gets.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "ToolResult")]
pub struct ToldResult<'a> {
    /// What the model reads.
    content: &'a str,
    /// What the session keeps, here in the dialect "question".
    #[ts(type = "Details")]
    details: ToldDetails<'a>,
    /// Whether the user has said anything: an answer, a note, a wish to talk.
    is_said: bool,
}

/// What the session keeps, as the tool of a dialect has it.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum ToldDetails<'a> {
    /// Of this tool.
    Own(&'a Details),
    /// Of one that is known from elsewhere.
    Other(Box<OtherDetails<'a>>),
}

/// Details with the answers of a tool from elsewhere among them.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OtherDetails<'a> {
    answered: Option<bool>,
    title: Option<&'a str>,
    questions: &'a [Rc<Question>],
    answers: OtherAnswers<'a>,
    /// What a record of answers has no place for: the notes, under the names that the answers have in it.
    annotations: Option<Fields<Annotation<'a>>>,
    cancelled: bool,
    outcome: Outcome,
    mode: HostMode,
    answered_at: Option<i64>,
    metadata: Option<&'a Value>,
    message: Option<&'a str>,
    pending_file: Option<&'a str>,
    changed: Option<&'a [String]>,
    reading_notes: Option<&'a [String]>,
    unsent: Option<&'a [Unsent]>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum OtherAnswers<'a> {
    /// Question text → answer text.
    Record(Fields<String>),
    List(Vec<AskUserAnswer<'a>>),
}

/// What an annotation says.
#[derive(Clone, Debug, Serialize)]
struct Annotation<'a> {
    notes: &'a str,
}

#[skip_serializing_none]
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct AskUserAnswer<'a> {
    question: &'a str,
    answer: Labels<'a>,
    selected_option: Option<&'a str>,
    was_custom: bool,
    note: Option<&'a str>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum Labels<'a> {
    One(&'a str),
    Many(Vec<&'a str>),
}

impl ToolResult {
    /// The result in the shape of a dialect.
    #[must_use]
    pub fn in_dialect(&self, dialect: Dialect) -> ToldResult<'_> {
        ToldResult { content: &self.content, details: self.details.in_dialect(dialect), is_said: self.is_said }
    }
}

impl Details {
    /// The details in the shape of a dialect.
    #[must_use]
    pub fn in_dialect(&self, dialect: Dialect) -> ToldDetails<'_> {
        let other = match dialect {
            Dialect::Question => return ToldDetails::Own(self),
            Dialect::AskUserQuestion => OtherDetails {
                annotations: annotations(&self.answers),
                ..self.other(None, OtherAnswers::Record(record(&self.answers)))
            },
            Dialect::AskUser => {
                let answers = self.answers.iter().map(AskUserAnswer::from).collect();
                self.other(Some(self.outcome == Outcome::Answered), OtherAnswers::List(answers))
            }
        };
        ToldDetails::Other(Box::new(other))
    }

    fn other<'a>(&'a self, answered: Option<bool>, answers: OtherAnswers<'a>) -> OtherDetails<'a> {
        OtherDetails {
            answered,
            title: self.title.as_deref(),
            questions: &self.questions,
            answers,
            annotations: None,
            cancelled: self.cancelled,
            outcome: self.outcome,
            mode: self.mode,
            answered_at: self.answered_at,
            metadata: self.metadata.as_ref(),
            message: self.message.as_deref(),
            pending_file: self.pending_file.as_deref(),
            changed: self.changed.as_deref(),
            reading_notes: self.reading_notes.as_deref(),
            unsent: self.unsent.as_deref(),
        }
    }
}

fn record(answers: &[Answer]) -> Fields<String> {
    let text = |answer: &Answer| labels(answer.picks.all()).join(", ");
    Fields(named(answers).map(|(name, answer)| (name, text(answer))).collect())
}

fn annotations(answers: &[Answer]) -> Option<Fields<Annotation<'_>>> {
    let all: Vec<_> = named(answers)
        .filter_map(|(name, answer)| Some((name, Annotation { notes: answer.note.as_deref()? })))
        .collect();
    (!all.is_empty()).then_some(Fields(all))
}

/// The answers with the names that they have in a record: their prompts; of two questions with the same one, the second
/// is told apart by its id.
fn named(answers: &[Answer]) -> impl Iterator<Item = (String, &Answer)> {
    let mut prompts = HashSet::new();
    answers.iter().map(move |answer| {
        let is_taken = !prompts.insert(answer.prompt.as_str());
        let name = if is_taken { format!("{} ({})", answer.prompt, answer.id) } else { answer.prompt.clone() };
        (name, answer)
    })
}

/// The labels that were joined for a record: those of options, in their order, then what was typed.
pub(crate) fn parts<'a>(text: &'a str, labels: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut parts = Vec::new();
    let mut rest = text;
    for label in labels {
        let after = rest.strip_prefix(label).filter(|after| after.is_empty() || after.starts_with(", "));
        if let (Some(after), false) = (after, label.is_empty()) {
            parts.push(label);
            rest = after.strip_prefix(", ").unwrap_or(after);
        }
    }
    parts.extend((!rest.is_empty()).then_some(rest));
    parts
}

impl<'a> From<&'a Answer> for AskUserAnswer<'a> {
    fn from(answer: &'a Answer) -> Self {
        let (labels, selected_option) = match &answer.picks {
            Picks::Single(pick) | Picks::Input(pick) => {
                (Labels::One(&pick.label), pick.index.map(|_| pick.label.as_str()))
            }
            Picks::Multi(picks) => (Labels::Many(labels(picks)), None),
        };
        Self {
            question: &answer.prompt,
            answer: labels,
            selected_option,
            was_custom: answer.picks.all().iter().any(Pick::was_custom),
            note: answer.note.as_deref(),
        }
    }
}

fn labels(picks: &[Pick]) -> Vec<&str> {
    picks.iter().map(|pick| pick.label.as_str()).collect()
}
