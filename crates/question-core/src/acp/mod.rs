//! Questions → what the client of an agent is asked over the Agent Client Protocol (ACP), and its replies → the response to
//! an `ask_user_request`, or why there is none.
//!
//! The one place that knows this protocol. It asks in the best way that the client knows, asks again for what was left
//! blank, and checks a reply against what was asked: one with anything in it that does not fit is refused, and never guessed
//! at. What does fit is no answer then, but it is kept.

mod form;
mod question_request;

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};
use ts_rs::TS;

use crate::answer::fault::AnswerFault;
use crate::answer::picks::Pick;
use crate::answer::replies::is_too_long;
use crate::call::naming::without_marks;
use crate::call::questionnaire::Question;
use crate::call::request::Mode;
use crate::form::Form;
use crate::form::entry::Entry;
use crate::form::shown::ShownOption;
use crate::json::Lenient;
use crate::later::exchange::{RESPONSE, UNANSWERED};
use crate::text::markdown::Markdown;
use crate::words::fill;

pub use question_request::{AcpAnswer, AcpQuestion, AcpQuestionRequest, AcpQuestionResponse};

/// What a client's question belongs to.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct AcpScope {
    /// The `requestId` of the `ask_user_request`, which the response repeats.
    pub request_id: String,
    /// The session, as the client knows it.
    pub session_id: String,
    /// The tool call in it, if it still waits.
    pub tool_call_id: Option<String>,
}

/// What to do next.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(tag = "step", rename_all = "camelCase")]
pub enum AcpStep {
    /// Send the client this request, and bring what it replies.
    Ask {
        /// The method of the request.
        method: &'static str,
        /// Its parameters.
        #[ts(type = "Record<string, unknown>")]
        params: Box<RawValue>,
    },
    /// Done: the `ask_user_response`, as a JSON text.
    Respond {
        /// The message.
        response: String,
    },
    /// The reply does not fit what was asked.
    Refuse {
        /// What is wrong with it.
        problem: String,
        /// What fits, and what was answered before: the `ask_user_response` of a user who leaves with that, as a JSON text.
        response: String,
    },
    /// The request was withdrawn.
    Withdrawn,
    /// The client cannot be asked in a way that is known here.
    Unsupported,
}

/// How a client can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// By a form: a part of the protocol.
    Form,
    /// By a request of this tool's own.
    QuestionRequest,
}

/// The questions of a form, put to the client of an agent.
#[derive(Clone, Debug)]
pub struct Elicitation {
    form: Form,
    scope: AcpScope,
    /// How the client can be asked; the first is tried.
    ways: Vec<Way>,
    /// For each question, what it was answered with, as a response has it.
    answers: Vec<Option<Map<String, Value>>>,
    notes: Vec<Option<String>>,
    /// Whether what was left blank is asked for again.
    is_again: bool,
}

/// What a client says of one question.
#[derive(Debug, Default)]
struct Said {
    /// Positions of options, from 0.
    options: Vec<usize>,
    /// A text of the user's own.
    text: Option<String>,
    /// That none of the options is the answer.
    is_none: bool,
    note: Option<String>,
}

/// What a client replies.
#[derive(Debug, Default)]
struct Reply {
    /// By the position of the question; what does not fit is left out.
    said: Vec<(usize, Said)>,
    /// What does not fit, in words.
    faults: Vec<String>,
}

/// The client has withdrawn a request, or was told to.
const CANCELLED: i64 = -32800;

impl Elicitation {
    /// Puts the questions to a client with these `clientCapabilities`.
    #[must_use]
    pub fn new(form: Form, capabilities: &Value, scope: AcpScope) -> Self {
        let has_form = *capabilities.field("elicitation").field("form") != Value::Null;
        let own = capabilities.field("_meta").field("pi-question").field("questionRequest");
        let ways = [(Way::Form, has_form), (Way::QuestionRequest, !matches!(own, Value::Null | Value::Bool(false)))];
        let count = form.entries().len();
        Self {
            form,
            scope,
            ways: ways.into_iter().filter_map(|(way, is_known)| is_known.then_some(way)).collect(),
            answers: vec![None; count],
            notes: vec![None; count],
            is_again: false,
        }
    }

    /// What to ask the client.
    #[must_use]
    pub fn ask(&self) -> AcpStep {
        let (method, params) = match self.ways.first() {
            Some(Way::Form) => ("elicitation/create", to_raw_value(&self.form_params())),
            Some(Way::QuestionRequest) => ("_pi-question/question_request", to_raw_value(&self.question_request())),
            None => return AcpStep::Unsupported,
        };
        // All of them can be written.
        params.map_or(AcpStep::Unsupported, |params| AcpStep::Ask { method, params })
    }

    /// Takes the client's reply, with its `result` or `error`.
    pub fn reply(&mut self, reply: &Value) -> AcpStep {
        let (result, error) = (reply.field("result"), reply.field("error"));
        if *error != Value::Null {
            return self.fall_back(error);
        }
        let said = match self.ways.first() {
            Some(Way::Form) => self.read_form(result),
            Some(Way::QuestionRequest) => self.read_response(result),
            None => return AcpStep::Unsupported,
        };
        match said {
            Ok(Some(Reply { said, faults })) => {
                let is_new = self.keep(said);
                if faults.is_empty() { self.go_on(is_new) } else { self.refuse(faults.join("; ")) }
            }
            Ok(None) => AcpStep::Respond { response: self.so_far() },
            Err(problem) => self.refuse(problem),
        }
    }

    /// What was answered so far, whatever comes next: the `ask_user_response` of a user who leaves with that.
    #[must_use]
    pub fn so_far(&self) -> String {
        self.response(&[("cancelled", true)])
    }

    fn refuse(&self, problem: String) -> AcpStep {
        AcpStep::Refuse { problem, response: self.so_far() }
    }

    /// The way after one that the client does not know after all.
    fn fall_back(&mut self, error: &Value) -> AcpStep {
        let code = error.field("code").as_i64();
        if code == Some(CANCELLED) {
            return AcpStep::Withdrawn;
        }
        self.ways = self.ways.split_off(1.min(self.ways.len()));
        // What has been said is not asked for once more in another way.
        if self.ways.is_empty() && self.answers.iter().any(Option::is_some) {
            let code = code.unwrap_or_default();
            return self.refuse(format!("what was left blank could not be asked for again (error {code})"));
        }
        self.ask()
    }

    /// Whether there is anything new in it.
    fn keep(&mut self, all: Vec<(usize, Said)>) -> bool {
        let mut is_new = false;
        for (at, said) in all {
            let Some(entry) = self.form.entry(at) else { continue };
            let answer = said.answer(&entry.question);
            is_new |= answer.is_some() || said.note.is_some();
            let places = self.answers.get_mut(at).zip(self.notes.get_mut(at));
            if let Some((own_answer, own_note)) = places {
                *own_answer = answer.or_else(|| own_answer.take());
                *own_note = said.note.or_else(|| own_note.take());
            }
        }
        is_new
    }

    fn go_on(&mut self, is_new: bool) -> AcpStep {
        if self.open().next().is_none() {
            return AcpStep::Respond { response: self.response(&[]) };
        }
        if self.is_again && !is_new {
            // Whoever leaves the same blank twice means that.
            return AcpStep::Respond { response: self.response(&[("cancelled", true), (UNANSWERED, true)]) };
        }
        self.is_again = true;
        self.ask()
    }

    /// `left`: how the user has left, if they have. Only else, what is blank means something.
    fn response(&self, left: &[(&str, bool)]) -> String {
        let answers = (0..self.answers.len()).filter_map(|at| self.answer(at, left.is_empty()));
        let answers = Value::Array(answers.collect());
        let fields =
            [("type", RESPONSE.into()), ("requestId", self.scope.request_id.as_str().into()), ("answers", answers)];
        let left = left.iter().map(|&(name, is_so)| (name, is_so.into()));
        let all = fields.into_iter().chain(left).map(|(name, value)| (name.to_owned(), value));
        // All of them can be written.
        serde_json::to_string(&all.collect::<Map<String, Value>>()).unwrap_or_default()
    }

    /// What a response says of a question; `counts_blank`: with what leaving it blank means.
    fn answer(&self, at: usize, counts_blank: bool) -> Option<Value> {
        let entry = self.form.entry(at)?;
        let own = self.answers.get(at)?.clone();
        let blank = || self.if_blank(at).filter(|_| counts_blank).map(|(answer, _)| answer);
        let note = self.notes.get(at)?.as_deref();
        let answer = own.or_else(blank).or_else(|| note.map(|_| Map::new()))?;
        let mut fields = answer;
        fields.insert("id".to_owned(), entry.question.id.as_str().into());
        // A note alone is an answer without a value.
        fields.entry("value").or_insert(Value::Null);
        if let Some(note) = note {
            fields.insert("note".to_owned(), note.into());
        }
        Some(Value::Object(fields))
    }

    /// The questions to ask now, by their position.
    fn asked(&self) -> impl Iterator<Item = (usize, &Entry)> {
        let is_asked = |at: usize| !self.is_again || self.is_open(at);
        self.form.entries().iter().enumerate().filter(move |&(at, _)| is_asked(at))
    }

    /// The questions that have no answer, and for which nothing stands in.
    fn open(&self) -> impl Iterator<Item = usize> {
        (0..self.answers.len()).filter(|&at| self.is_open(at))
    }

    fn is_open(&self, at: usize) -> bool {
        self.answers.get(at).is_some_and(Option::is_none) && self.if_blank(at).is_none()
    }

    /// What a question that is left blank is answered with, as a response has it, and in words.
    fn if_blank(&self, at: usize) -> Option<(Map<String, Value>, String)> {
        let entry = self.form.entry(at)?;
        if let Some(answer) = self.form.preset(at) {
            // Of an option's label the form shows no marks; a text is told as it is.
            let shown = |pick: &Pick| match pick.index {
                Some(_) => without_marks(&pick.label).as_str().to_owned(),
                None => pick.label.clone(),
            };
            let labels: Vec<String> = answer.picks.all().iter().map(shown).collect();
            let told = if labels.is_empty() { self.form.words().none.to_owned() } else { labels.join(", ") };
            let picks: Vec<_> = answer.picks.all().iter().map(|pick| (pick.value.as_str(), pick.index)).collect();
            let mut written = written(&picks, answer.picks.mode())?;
            if let Some(note) = answer.note {
                written.insert("note".to_owned(), note.into());
            }
            return Some((written, told));
        }
        let Question { mode, allow_empty, allow_custom, .. } = *entry.question;
        match mode {
            _ if !allow_empty => None,
            Mode::Multi => written(&[], mode).map(|answer| (answer, self.form.words().none.to_owned())),
            Mode::Single if !allow_custom => None,
            Mode::Single | Mode::Input => written(&[("", None)], mode).map(|answer| (answer, String::new())),
        }
    }

    /// What stands above all: what the form is about, or what is still to be answered.
    fn message(&self) -> String {
        let words = self.form.words();
        if self.is_again {
            let labels: Vec<&str> = self.asked().map(|(_, entry)| form::title(entry)).collect();
            return fill(words.unanswered, &labels.join(", "));
        }
        let count = self.form.entries().len();
        let told = || words.count(words.questions, count);
        self.form.title().map_or_else(told, |title| title.as_str().to_owned())
    }

    /// What is said of a question below its prompt: what is wrong with an earlier answer, what one may look like, and
    /// what it means to leave it blank.
    fn remarks(&self, at: usize, entry: &Entry) -> Vec<String> {
        let placeholder = Some(entry.shown.placeholder.as_str()).filter(|text| !text.is_empty());
        let blank = self.if_blank(at).filter(|(_, told)| !told.is_empty());
        let blank = blank.map(|(_, told)| fill(self.form.words().if_blank, &told));
        entry.fault().into_iter().chain(placeholder).map(str::to_owned).chain(blank).collect()
    }
}

impl Reply {
    /// What fits; of what does not, the fault is taken down.
    fn fits<T: Default>(&mut self, read: Result<T, String>) -> T {
        read.unwrap_or_else(|fault| {
            self.faults.push(fault);
            T::default()
        })
    }
}

impl Said {
    /// The answer as a response has it; `None` where nothing is said. A text is the answer where there can be but one, and
    /// goes with the others where there can be several.
    fn answer(&self, question: &Question) -> Option<Map<String, Value>> {
        let option = |at: &usize| Some((question.options.get(*at)?.value.as_str(), Some(at + 1)));
        let text = self.text.as_deref().map(|text| (text, None));
        let all: Vec<_> = match question.mode {
            Mode::Multi => {
                // In their order, and each but once.
                let mut is_chosen = vec![false; question.options.len()];
                for at in &self.options {
                    if let Some(is_chosen) = is_chosen.get_mut(*at) {
                        *is_chosen = true;
                    }
                }
                let chosen = (0..).zip(is_chosen).filter_map(|(at, is_chosen)| is_chosen.then_some(at));
                chosen.filter_map(|at: usize| option(&at)).chain(text).collect()
            }
            Mode::Single | Mode::Input => text.or_else(|| self.options.first().and_then(option)).into_iter().collect(),
        };
        if all.is_empty() && !self.is_none { None } else { written(&all, question.mode) }
    }
}

/// An answer as a response has it: values with the numbers of their options; a text has none.
fn written(picks: &[(&str, Option<usize>)], mode: Mode) -> Option<Map<String, Value>> {
    let [mut values, mut were_custom, mut indices] = [const { Vec::new() }; 3];
    for (value, index) in picks {
        values.push(Value::from(*value));
        were_custom.push(Value::from(index.is_none()));
        indices.push(index.map_or(Value::Null, Value::from));
    }
    let all = [("value", values), ("wasCustom", were_custom), ("index", indices)];
    let fields = all.into_iter().map(|(name, values)| {
        let value = match mode {
            Mode::Multi => Value::Array(values),
            Mode::Single | Mode::Input => values.into_iter().next()?,
        };
        Some((name.to_owned(), value))
    });
    fields.collect()
}

/// What is said of an option, and what it looks like. No client lays that out, so there are no marks in it.
fn described(option: &ShownOption) -> Option<String> {
    let description = option.description.as_ref().map(|text| text.text().as_str().to_owned());
    let preview = option.preview.as_ref().map(Markdown::plain);
    let texts: Vec<String> = description.into_iter().chain(preview).collect();
    (!texts.is_empty()).then(|| texts.join("\n\n"))
}

/// An object of those fields that are not null.
fn object<const COUNT: usize>(fields: [(&str, Value); COUNT]) -> Value {
    let filled = fields.into_iter().filter(|(_, value)| *value != Value::Null);
    Value::Object(filled.map(|(name, value)| (name.to_owned(), value)).collect())
}

/// A text that is not blank.
fn filled(value: &Value, name: &str) -> Result<Option<String>, String> {
    match value {
        Value::Null => Ok(None),
        Value::String(text) if is_too_long(text) => Err(format!("\"{name}\" {}", AnswerFault::TooLong.in_english())),
        Value::String(text) => Ok(Some(text.clone()).filter(|text| !text.trim().is_empty())),
        _ => Err(format!("\"{name}\" has to be a text")),
    }
}
