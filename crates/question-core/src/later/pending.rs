//! Questionnaire ↔ the pending file: questions that wait for their answers where nobody can be asked.
//!
//! The shape of the file, in both directions. Where it is and how it is written is the host's business. What a person
//! has written into it is never changed here: questions are added behind those that are there.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use serde_with::skip_serializing_none;
use ts_rs::TS;

use crate::answer::reply::{Replies, noted};
use crate::call::questionnaire::{Question, QuestionOption, Questionnaire, unique_ids};
use crate::call::refusal::Refusal;
use crate::call::request::{Mode, RECOMMENDED_MARK, Request, own_text};
use crate::call::settings::Settings;
use crate::json::{self, Fields, Lenient};
use crate::later::late::Late;

/// Bytes of a file beyond which it is not read: that takes long, and nobody means it.
const MAX_LENGTH: usize = 20_000_000;

/// A pending file that has been read.
#[derive(Clone, Debug)]
pub struct PendingFile {
    json: Value,
}

/// The tool call that questions come from.
#[derive(Clone, Copy, Debug, Default, Deserialize, TS)]
#[serde(default)]
#[ts(concrete(Text = String))]
pub struct Origin<Text = String> {
    /// The session of the call.
    pub session: Text,
    /// The id of the tool call.
    pub call: Text,
    /// When it was made, as the host writes times.
    pub timestamp: Text,
}

impl Origin {
    /// The entry, borrowed from this one.
    #[must_use]
    pub fn borrowed(&self) -> Origin<&str> {
        let Self { session, call, timestamp } = self;
        Origin { session, call, timestamp }
    }
}

impl PendingFile {
    /// Reads the text of the file.
    ///
    /// # Errors
    ///
    /// What is wrong with it, to be read behind its name.
    pub fn read(text: &str) -> Result<Self, String> {
        if text.len() > MAX_LENGTH {
            return Err(format!(
                "it is longer than {MAX_LENGTH} bytes, more than anybody answers. Shorten it, or remove it"
            ));
        }
        let json = json::read(text)?;
        if json.field("sessionId").text().is_empty() {
            return Err("\"sessionId\" is missing".to_owned());
        }
        if json.field("questions").list().is_empty() {
            return Err("\"questions\" is missing".to_owned());
        }
        Ok(Self { json })
    }

    /// The session that the questions were asked in.
    #[must_use]
    pub fn session(&self) -> &str {
        self.json.field("sessionId").text()
    }

    /// Says where the file belongs, if that is not the session.
    ///
    /// # Errors
    ///
    /// What to do about it.
    pub fn of_session(self, session: &str) -> Result<Self, String> {
        if self.session() == session {
            return Ok(self);
        }
        // Somebody else's file: what is no id of pi's is nothing to paste into a shell.
        let is_id = |char: char| char.is_ascii_alphanumeric() || char == '-';
        let advice = match Some(self.session()).filter(|id| !id.is_empty() && id.chars().all(is_id)) {
            Some(id) => format!("Continue that one with: pi --session {id}. Or remove"),
            None => "Remove".to_owned(),
        };
        Err(format!("it holds the questions of another session. {advice} the file with: /questions clear"))
    }

    /// The ids of the calls that the questions come from.
    #[must_use]
    pub fn calls(&self) -> Vec<&str> {
        let calls = self.questions().iter().map(|question| question.field("call").text());
        let mut met = BTreeSet::new();
        calls.filter(|call| !call.is_empty() && met.insert(*call)).collect()
    }

    /// The questions of the file, as they can be asked.
    ///
    /// # Errors
    ///
    /// What is wrong with them, to be read behind the file's name.
    pub fn questionnaire(&self, settings: &Settings) -> Result<Questionnaire, String> {
        Questionnaire::new(Request::read(&self.json), settings).map_err(|refusal| match refusal {
            Refusal::NoQuestions => "\"questions\" is missing".to_owned(),
            other => other.text(),
        })
    }

    /// The answers that stand in the file.
    ///
    /// # Errors
    ///
    /// As [`Self::questionnaire`].
    pub fn replies(&self, questionnaire: &Questionnaire) -> Result<Replies, String> {
        // By position: a question's text may stand twice.
        let answer = |question: &Value| noted(question.field("answer"), question.field("note"));
        Replies::read(&Value::Array(self.questions().iter().map(answer).collect()), questionnaire)
    }

    /// The questions of the file with the answers that stand in it; `mark` is what its text is known by.
    ///
    /// # Errors
    ///
    /// As [`Self::questionnaire`].
    pub fn late(&self, mark: String, settings: &Settings) -> Result<Late, String> {
        let questionnaire = self.questionnaire(settings)?;
        let replies = self.replies(&questionnaire);
        let calls = self.calls().into_iter().map(str::to_owned).collect();
        Ok(Late { calls, file: Some(mark), questionnaire, replies })
    }

    fn questions(&self) -> &[Value] {
        self.json.field("questions").list()
    }
}

impl Questionnaire {
    /// The text of a pending file with these questions behind those of the file that is there, if any.
    ///
    /// # Errors
    ///
    /// Why the file that is there cannot take them; it is then left as it is.
    pub fn pending_text(&self, existing: Option<&str>, origin: Origin<&str>) -> Result<String, String> {
        let file = existing.map(|text| PendingFile::read(text)?.of_session(origin.session)).transpose()?;
        let earlier = file.as_ref().map(PendingFile::questions).unwrap_or_default();
        // An id stands for one question of the whole file.
        let ids = earlier.iter().map(|question| own_text(question.field("id")));
        let own = self.questions().iter().map(|question| Some(question.id.clone()));
        let ids = unique_ids(&ids.chain(own).collect::<Vec<_>>());
        let own = self.questions().iter().zip(ids.iter().skip(earlier.len()));
        let added = own.map(|(question, id)| Entry::Added(PendingQuestion::new(question, id, origin.call)));
        let Kept { fields, questions } = existing.map(Kept::read).unwrap_or_default();
        let is_new = file.is_none();
        Ok(json::pretty(&PendingFileShape {
            session_id: origin.session,
            timestamp: origin.timestamp,
            // What a call says of all its questions has room for one call.
            title: self.title.as_deref().filter(|_| is_new),
            metadata: self.metadata.as_ref().filter(|_| is_new),
            kept: fields,
            questions: questions.into_iter().map(Entry::Kept).chain(added).collect(),
        }))
    }
}

/// What stands in a file that takes further questions, as a person has written it.
#[derive(Default)]
struct Kept {
    fields: Fields<Box<RawValue>>,
    questions: Vec<Box<RawValue>>,
}

impl Kept {
    fn read(text: &str) -> Self {
        let is_own = |name: &str| ["sessionId", "timestamp", "questions"].contains(&name);
        let (own, fields): (Vec<_>, Vec<_>) = json::fields(text).into_iter().partition(|(name, _)| is_own(name));
        // Of those that stand twice, the last has been read.
        let questions = own.iter().rfind(|(name, _)| name == "questions");
        let questions = questions.map(|(_, questions)| json::items(questions.get())).unwrap_or_default();
        Self { fields: Fields(fields), questions }
    }
}

/// The file as it is written.
#[skip_serializing_none]
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PendingFileShape<'a> {
    session_id: &'a str,
    timestamp: &'a str,
    title: Option<&'a str>,
    metadata: Option<&'a Value>,
    /// What a person has added stays.
    #[serde(flatten)]
    kept: Fields<Box<RawValue>>,
    questions: Vec<Entry<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Entry<'a> {
    Kept(Box<RawValue>),
    Added(PendingQuestion<'a>),
}

/// A question in the file. What is as it would be without being said is not said.
#[skip_serializing_none]
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PendingQuestion<'a> {
    id: &'a str,
    call: &'a str,
    header: Option<&'a str>,
    question: &'a str,
    mode: Mode,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    options: Vec<PendingOption<'a>>,
    allow_custom: Option<bool>,
    allow_empty: Option<bool>,
    default_value: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    default_values: &'a [String],
    /// Null, for a person to put the answer there.
    answer: (),
}

#[skip_serializing_none]
#[derive(Serialize)]
struct PendingOption<'a> {
    /// Marked as people know it, where it is recommended.
    label: String,
    value: &'a str,
    description: Option<&'a str>,
    preview: Option<&'a str>,
}

impl<'a> PendingQuestion<'a> {
    fn new(question: &'a Question, id: &'a str, call: &'a str) -> Self {
        Self {
            id,
            call,
            header: question.has_own_label.then_some(&question.label),
            question: &question.prompt,
            mode: question.mode,
            options: question.options.iter().map(PendingOption::from).collect(),
            allow_custom: (!question.allow_custom).then_some(false),
            allow_empty: question.allow_empty.then_some(true),
            default_value: question.default_value.as_deref(),
            default_values: &question.default_values,
            answer: (),
        }
    }
}

impl<'a> From<&'a QuestionOption> for PendingOption<'a> {
    fn from(option: &'a QuestionOption) -> Self {
        let mark = if option.is_recommended { RECOMMENDED_MARK } else { "" };
        Self {
            label: format!("{}{mark}", option.label),
            value: &option.value,
            description: option.description.as_deref(),
            preview: option.preview.as_deref(),
        }
    }
}
