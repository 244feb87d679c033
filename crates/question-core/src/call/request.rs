//! Arguments → request: what fits a declared schema by serde alone, as it was sent; anything else by a tolerant reading.
//!
//! Reading never fails. What is missing or of another type is left empty here, and `questionnaire` says what is wrong with
//! it; so a model reads one kind of complaint, whatever it got wrong. What fits is told in `declared`. For the rest, the
//! names of things stand in `names`, what a whole call may look like here, a question in `question`, and its options in
//! `options`. No text that a person is to read (a title, a prompt, a label, a description, a preview) is ever parsed.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;
use ts_rs::TS;

use crate::call::declared::{named, passed_on};
use crate::call::fields::{self, Fields, Unpacked, unpacked};
use crate::call::found::{
    Found, LISTS, asks, collect, holds_more, is_by_id, list_under_name_of_options, only_call, plain_text,
    share_options, with_named, with_settings,
};
use crate::call::names;
use crate::call::question::{Notes, is_question};
use crate::call::schema;
use crate::call::types::Kind;
use crate::call::unnamed;
use crate::call::written;
use crate::json::{Lenient, nearly};

/// The arguments in the declared shape, which pi's own validation accepts, and what reading adds to it.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct Request {
    /// Heading of the whole form.
    pub title: Option<String>,
    /// The questions in the order they are asked.
    pub questions: Vec<QuestionRequest>,
    /// Echoed in the result, never interpreted.
    #[serde(default, deserialize_with = "passed_on")]
    #[ts(optional, type = "unknown")]
    pub metadata: Option<Value>,
    /// What the model is told about how its call was read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>")]
    pub reading_notes: Vec<String>,
    /// Why there are no questions, where something was sent.
    pub unread: Option<String>,
}

/// One question as the model sent it.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct QuestionRequest {
    /// Name of the answer.
    pub id: Option<String>,
    /// Short name for tabs and review.
    pub label: Option<String>,
    /// The full question; empty where none was sent.
    pub prompt: String,
    /// What the user can choose from; absent where nothing was sent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<OptionRequest>>")]
    pub options: Vec<OptionRequest>,
    /// Value of the option to recommend.
    pub recommended: Option<String>,
    /// How it is to be answered, where the model said so.
    #[serde(default, deserialize_with = "named")]
    pub mode: Option<Mode>,
    /// Whether the list ends with a row for free text.
    pub allow_custom: Option<bool>,
    /// What that row is called.
    pub custom_label: Option<String>,
    /// Whether blank text is an answer.
    pub allow_empty: Option<bool>,
    /// What is chosen or typed from the start.
    pub default_value: Option<String>,
    /// What is checked from the start.
    pub default_values: Option<Vec<String>>,
    /// What a typed answer has to be.
    #[serde(default, deserialize_with = "named")]
    pub kind: Option<Kind>,
    /// Whether the answer is nobody else's business.
    pub secret: Option<bool>,
    /// What stands in an empty text.
    pub placeholder: Option<String>,
    /// What is wrong with what was sent, to be read behind the name of the question.
    pub unread: Option<String>,
}

/// How a question is answered: by one option or typed text, by any number of both, or by typed text alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
// One more is a variant here, of `Given` and of `Picks`: the compiler names the places that have to know it.
pub enum Mode {
    /// By one option, or by typed text.
    Single,
    /// By any number of options, and of typed texts beside them.
    Multi,
    /// By typed text.
    Input,
}

/// One option as the model sent it.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
pub struct OptionRequest {
    /// What the model gets back.
    pub value: Option<String>,
    /// What the user reads; empty where none was sent.
    pub label: String,
    /// A line of help below the label.
    pub description: Option<String>,
    /// Markdown that shows what choosing it means.
    pub preview: Option<String>,
}

impl Request {
    /// Reads the arguments of a tool call, complete or still streaming in.
    #[must_use]
    pub fn read(arguments: &Value) -> Self {
        if let Some(request) = Self::declared(arguments) {
            return request;
        }
        let mut reading = Reading::default();
        reading.read(arguments, WRAPPERS);
        let Reading { mut request, notes, below } = reading;
        if let Some(first) = request.questions.first_mut() {
            first.push_below(&below);
        }
        request.reading_notes = notes.0;
        request
    }
}

/// How many wrappers a call may have.
const WRAPPERS: usize = 4;

/// A call on the way from its arguments to the request.
#[derive(Default)]
struct Reading {
    request: Request,
    notes: Notes,
    /// Texts that the user has to read and that belong to no question alone.
    below: Vec<String>,
}

impl Reading {
    /// Reads a call in at most so many wrappers.
    fn read(&mut self, arguments: &Value, wrappers: usize) {
        let arguments = match unpacked(arguments) {
            Ok(read) => read,
            Err(wrong) => return self.request.unread = Some(["The call ", &wrong].concat()),
        };
        match &*arguments.value {
            call if arguments.open == 0 && self.take_declared(call) => {}
            call @ Value::Object(fields) => {
                if arguments.open > 0 && !is_whole(&arguments) {
                    return self.request.unread = Some("The call is not valid JSON: it breaks off".to_owned());
                }
                self.read_call(call, fields, wrappers);
                self.note_break(arguments.open > 0);
            }
            list @ Value::Array(_) => match only_call(list) {
                Some(call) if wrappers > 0 && arguments.open == 0 => self.read(call, wrappers - 1),
                _ => self.read_questions("The call", &Value::Null, &arguments),
            },
            Value::String(text) => {
                if let Some(questions) = written::questions(text) {
                    let read = Unpacked { value: Cow::Owned(questions), open: 0 };
                    self.read_questions("The call", &Value::Null, &read);
                }
            }
            _ => {}
        }
    }

    /// Takes a call that fits as it is, once what it was packed in is taken off.
    fn take_declared(&mut self, call: &Value) -> bool {
        let Some(request) = Request::declared(call) else { return false };
        request.reading_notes.iter().for_each(|note| self.notes.push(&[note]));
        let title = request.title.or(self.request.title.take());
        let metadata = request.metadata.or(self.request.metadata.take());
        self.request = Request { title, metadata, reading_notes: Vec::new(), ..request };
        true
    }

    fn read_call(&mut self, call: &Value, sent: &Map<String, Value>, wrappers: usize) {
        let is_result = names::OF_RESULTS.iter().any(|name| !call.field(name).is_null());
        if let Some(Value::Object(understood)) = unnamed::understood(call).filter(|_| !is_result) {
            let call = Value::Object(understood.clone());
            return self.read_call(&call, &understood, wrappers);
        }
        if !is_result {
            let notes = fields::first(call, names::NOTES).list();
            notes.iter().filter_map(Value::as_str).for_each(|note| self.notes.push(&[note]));
        }
        self.request.unread = self.request.unread.take().or_else(|| fields::text(call, names::UNREAD));
        if self.request.metadata.is_none() {
            self.request.metadata = sent.get("metadata").filter(|metadata| !metadata.is_null()).cloned();
        }
        match schema::of_call(sent) {
            Ok(Some((name, schema))) => return self.read_schema(call, &name, &schema),
            Err(wrong) => return self.request.unread = Some(wrong),
            Ok(None) => {}
        }
        if let Some(own) = schema::of_answer(call) {
            return self.read_answer(call, own);
        }
        let own_title = fields::text(call, names::TITLE);
        // A question in the place of a list of them.
        let listed = fields::first(call, names::QUESTIONS);
        let fields_of_form = fields::first(call, names::FIELDS);
        let questions = if fields::is_empty(listed) && fields_of_form.is_array() { fields_of_form } else { listed };
        if fields::is_empty(questions)
            && !fields::has(call, names::PROMPT)
            && let Some((name, list)) = list_under_name_of_options(sent)
        {
            let others = sent.iter().filter(|(other, _)| *other != name);
            let mut call: Map<String, Value> = others.map(|(name, value)| (name.clone(), value.clone())).collect();
            call.insert("questions".to_owned(), list.clone());
            return self.read_call(&Value::Object(call.clone()), &call, wrappers);
        }
        let nested = fields::all(call, names::PROMPT).into_iter().find(|value| is_list_of_questions(value));
        let nested = nested.filter(|_| fields::is_empty(questions));
        let questions = nested.unwrap_or(questions);
        // Beside a list of questions, answers are answers.
        let has_list = !fields::all(call, names::QUESTIONS).is_empty();
        let has_options = fields::has(call, names::OPTIONS) || (!has_list && fields::has(call, names::OPTIONS_WITHIN));
        let is_bare = fields::has(call, names::PROMPT) || has_options;
        if fields::is_empty(questions) && !is_bare && wrappers > 0 {
            if let Some(call) = with_named(sent) {
                return self.read_call(&Value::Object(call.clone()), &call, wrappers - 1);
            }
            let is_meant = |text: &str| nearly::is_meant(text) || text.trim_start().starts_with('"');
            let is_written = |text: &str| written::questions(text).is_some();
            let is_call = |value: &&Value| {
                value.is_object() || value.is_array() || is_meant(value.text()) || is_written(value.text())
            };
            let inner = fields::all(call, names::WRAPPERS).into_iter().find(is_call);
            // Under any other name, what asks something.
            if let Some(inner) = inner.or_else(|| sent.values().find(|value| asks(value))) {
                self.read(&with_settings(inner, Some(sent)), wrappers - 1);
                if !self.request.questions.is_empty() || self.request.unread.is_some() {
                    fields::texts(call, names::BELOW, &mut self.below);
                    self.request.title = self.request.title.take().or(own_title);
                    return;
                }
            }
            if let Some((name, text)) = plain_text(sent) {
                let mut call = sent.clone();
                call.remove(name);
                call.insert("prompt".to_owned(), Value::from(text));
                return self.read_call(&Value::Object(call.clone()), &call, wrappers - 1);
            }
        }
        let is_asking = own_title.as_ref().is_some_and(|title| title.trim_end().ends_with(['?', '？']));
        let is_titled = questions.is_null() && own_title.is_some() && (is_asking || !holds_more(sent));
        if fields::is_empty(questions) && (is_bare || is_titled) {
            return self.read_bare(call);
        }
        self.request.title = own_title.or_else(|| self.request.title.take());
        match unpacked(questions) {
            Err(wrong) => self.request.unread = Some(["\"questions\" ", &wrong].concat()),
            Ok(read) => {
                // What a result says of its questions is no part of them.
                let beside = if is_result { &Value::Null } else { call };
                if read.value.is_object() && fields::has(&read.value, names::QUESTIONS) && wrappers > 0 {
                    self.read(questions, wrappers - 1);
                } else if let Some(written) = written::questions(questions.text()) {
                    let read = Unpacked { value: Cow::Owned(written), open: 0 };
                    self.read_questions("\"questions\"", beside, &read);
                } else if written::is_fields(questions.text()) {
                    self.request.unread = Some("\"questions\" is a text, and no JSON".to_owned());
                } else if questions.is_string() && !nearly::is_meant(questions.text()) && !holds_questions(&read.value)
                {
                    // Words for the user, with something in brackets.
                    let plain = Cow::Borrowed(questions);
                    self.read_questions("\"questions\"", beside, &Unpacked { value: plain, open: 0 });
                } else {
                    self.read_questions("\"questions\"", beside, &read);
                }
                if nested.is_none() {
                    fields::texts(beside, names::PROMPT, &mut self.below);
                }
                fields::texts(beside, names::BELOW, &mut self.below);
                self.notes.push_idle("The call", &unnamed::idle(beside));
            }
        }
    }

    /// Reads the schema of one answer, and what it is an answer to.
    fn read_answer(&mut self, call: &Value, schema: &Value) {
        let asked = Fields { own: schema, beside: call, is_alone: true };
        let mut question = QuestionRequest::read(asked, "Question 1", &mut self.notes);
        let mut message = fields::text(call, names::PROMPT).unwrap_or_default();
        if question.prompt.is_empty() {
            std::mem::swap(&mut question.prompt, &mut message);
        }
        self.below.push(message);
        fields::texts(call, names::BELOW, &mut self.below);
        self.request.questions.push(question);
    }

    /// Reads a call that is a question.
    fn read_bare(&mut self, call: &Value) {
        let mut own = Cow::Borrowed(call);
        if let (true, true, Value::Object(fields)) =
            (fields::has(call, names::LABEL), fields::has(call, names::PROMPT), own.to_mut())
        {
            // It is the heading of the form.
            fields.retain(|name, _| !names::is_any(name, names::LABEL_ELSE));
        }
        let mut question = QuestionRequest::read(Fields::of(&own), "Question 1", &mut self.notes);
        self.request.title = fields::text(call, names::LABEL_ELSE);
        // Said once: as the heading, or in place of the prompt.
        question.label = question.label.filter(|label| {
            fields::has(call, names::LABEL) || self.request.title.as_ref().is_none_or(|title| title != label)
        });
        self.request.title = self.request.title.take().filter(|title| title.trim() != question.first_line());
        self.request.questions.push(question);
    }

    /// Reads questions: a list, one, or an object with an id for each.
    fn read_questions(&mut self, name: &str, beside: &Value, read: &Unpacked<'_>) {
        if read.open > 0 && !is_whole(read) {
            return self.request.unread = Some([name, " is not valid JSON: it breaks off"].concat());
        }
        // A list in an object of its own.
        if let Value::Object(fields) = &*read.value
            && let (1, Some(inner)) = (fields.len(), fields.values().next())
            && !inner.is_object()
            && is_list_of_questions(inner)
        {
            return self.read_questions(name, beside, &Unpacked { value: Cow::Borrowed(inner), open: read.open });
        }
        let mut questions = Vec::new();
        collect(&read.value, LISTS, &mut questions);
        share_options(beside, &mut questions);
        let is_alone = questions.len() == 1;
        let is_shared = questions.iter().any(|question| question.is_shared);
        let left_out = if is_alone || questions.is_empty() { Vec::new() } else { left_out(beside, is_shared) };
        for name in left_out {
            let count = questions.len().to_string();
            self.notes.push(&[
                "\"",
                name,
                "\" stands beside ",
                &count,
                " questions and was left out; send it in each.",
            ]);
        }
        for (at, Found { own, id, below, .. }) in questions.into_iter().enumerate() {
            let name = format!("Question {}", at + 1);
            let mut question = QuestionRequest::read(Fields { own: &own, beside, is_alone }, &name, &mut self.notes);
            question.id = question.id.or(id);
            question.push_below(&below);
            self.request.questions.push(question);
        }
        self.note_break(read.open > 0);
    }

    /// Tells that there may have been more.
    fn note_break(&mut self, is_broken: bool) {
        if is_broken {
            let count = self.request.questions.len().to_string();
            self.notes.push(&["The call broke off behind question ", &count, "; ask again for what is missing."]);
        }
    }
}

impl Reading {
    fn read_schema(&mut self, call: &Value, name: &str, schema: &Value) {
        let message = fields::text(call, names::PROMPT).or_else(|| fields::text(call, &["description"]));
        self.request.title = fields::text(call, names::TITLE).or_else(|| fields::text(schema, names::TITLE));
        self.request.questions = schema::questions(schema, name, message.as_deref(), &mut self.notes);
        if self.request.questions.is_empty()
            && let Some(message) = &message
        {
            // Nothing to fill in: MCP's way to ask whether to go on.
            let question = Value::from_iter([("prompt", message.as_str()), ("type", "confirm")]);
            self.request.questions.push(QuestionRequest::read(Fields::of(&question), "Question 1", &mut self.notes));
        }
        self.below.extend(message);
        fields::texts(call, names::BELOW, &mut self.below);
    }
}

impl QuestionRequest {
    fn first_line(&self) -> &str {
        self.prompt.lines().next().unwrap_or_default().trim()
    }
}

/// Whether nothing is lost of the questions that are there: the text breaks off in the list that holds them, or behind it.
fn is_whole(read: &Unpacked<'_>) -> bool {
    match &*read.value {
        Value::Array(questions) => read.open == 1 && questions.iter().all(Value::is_object),
        Value::Object(fields) => fields.iter().next_back().is_some_and(|(name, questions)| {
            let is_list = questions.list().iter().all(Value::is_object) && questions.is_array();
            read.open <= 2 && is_list && names::is_any(name, names::QUESTIONS)
        }),
        _ => false,
    }
}

/// Whether a field of one question holds a list of them.
fn is_list_of_questions(value: &Value) -> bool {
    match value {
        // Lines that lead up to a question are one.
        Value::Array(list) if is_one_in_lines(list) => false,
        Value::Array(list) => !list.is_empty() && list.iter().all(|item| is_question(item) || is_text(item)),
        Value::Object(sent) => is_question(value) || fields::has(value, names::QUESTIONS) || is_by_id(sent),
        _ => false,
    }
}

fn is_one_in_lines(list: &[Value]) -> bool {
    let asks = |line: &Value| line.text().trim_end().ends_with(['?', '？']);
    let lines = list.split_last();
    lines.is_some_and(|(last, first)| {
        asks(last) && !first.is_empty() && first.iter().all(|line| is_text(line) && !asks(line))
    })
}

fn is_text(value: &Value) -> bool {
    !value.text().trim().is_empty()
}

/// Whether what stood within words asks something.
fn holds_questions(value: &Value) -> bool {
    fields::has(value, names::QUESTIONS) || is_list_of_questions(value)
}

/// What beside a list of questions may belong to any of them, by the names that it was sent under.
fn left_out(beside: &Value, is_shared: bool) -> Vec<&String> {
    const OF_ONE: [names::Names; 7] = [
        names::OPTIONS,
        names::PLACEHOLDER,
        names::RECOMMENDED,
        names::RECOMMENDED_INDEX,
        names::DEFAULT,
        names::DEFAULTS,
        names::DEFAULT_INDEX,
    ];
    let is_of_one = |name: &String| OF_ONE.iter().any(|names| names::is_any(name, names));
    let beside = beside.as_object().into_iter().flatten();
    let is_left = |name: &String| is_of_one(name) && !(is_shared && names::is_any(name, names::OPTIONS));
    beside.filter(|(name, value)| is_left(name) && !fields::is_empty(value)).map(|(name, _)| name).collect()
}

impl Mode {
    /// Whether there is something to choose from.
    pub(crate) fn has_options(self) -> bool {
        match self {
            Self::Single | Self::Multi => true,
            Self::Input => false,
        }
    }

    /// Whether an answer has any number of parts.
    pub(crate) fn takes_many(self) -> bool {
        match self {
            Self::Multi => true,
            Self::Single | Self::Input => false,
        }
    }
}
