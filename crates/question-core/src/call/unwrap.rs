//! Finds the questions in arguments that do not fit the schema: a call, a list of questions, or a single one, each as a
//! value or as JSON in a string.
//!
//! Of the fields of a question, this module knows only those that stand for one beside the list; `question_fields` has
//! the rest.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::call::aliases::FieldKind;
use crate::call::fields::{FieldMap, as_text, flag_of, is_empty, is_named, quoted, text_of};
use crate::call::question_fields::WAITS;
use crate::call::reading::Reading;
use crate::call::refusal::{Level, name_of_question};
use crate::call::request::QuestionRequest;
use crate::json::slips;
use crate::text::question::asking_sentence;

/// Maximum number of strings in strings, each the JSON of the next.
const MAX_STRINGS: usize = 4;
const SEND: &str = "Send an object with \"questions\", a list of objects";

impl Reading {
    /// Reads arguments that do not fit the declared schema.
    pub(super) fn unwrapped(arguments: &Value) -> Self {
        let mut reading = Self::default();
        reading.read(arguments);
        reading.normalized()
    }

    fn read(&mut self, arguments: &Value) {
        let unpacked = unpacked(arguments);
        let wrong = match unpacked.as_deref() {
            Ok(Value::Array(questions)) => return self.read_questions(questions, &FieldMap::default()),
            Ok(Value::Object(call)) => return self.read_call(call),
            Ok(Value::Null) => return,
            Ok(_) => "is neither an object nor a list",
            Err(wrong) => wrong,
        };
        self.refuse(&format!("The call {wrong}. {SEND}."));
    }

    fn read_call(&mut self, call: &Map<String, Value>) {
        if let Some(call) = handed_on(call) {
            return self.read(call);
        }
        let field = |own: &str| call.iter().find(|(name, value)| is_named(name, own) && !is_empty(value));
        if let Some((_, Value::Object(metadata))) = field("metadata") {
            self.request.metadata = Some(metadata.clone());
        }
        if let Some((name, questions)) = field("questions") {
            let beside = self.beside(call, name);
            return self.read_list(name, questions, &beside);
        }
        let fields = FieldMap::of_question(call.iter());
        if is_question(&fields) {
            let question = QuestionRequest::read(&fields, 1, self);
            self.request.questions.push(question);
            return;
        }
        if fields.has_unknown() {
            self.refuse_unknown(&fields);
            self.refuse(
                "The call has no questions. Send {\"questions\": [{\"prompt\": \"…\"}, …]}, with nothing around it.",
            );
        }
    }

    fn read_list(&mut self, name: &str, questions: &Value, beside: &FieldMap<'_>) {
        let unpacked = unpacked(questions);
        let wrong = match unpacked.as_deref() {
            Ok(Value::Array(questions)) => return self.read_questions(questions, beside),
            Ok(one @ Value::Object(fields)) if is_question(&FieldMap::of_question(fields.iter())) => {
                return self.read_questions(std::slice::from_ref(one), beside);
            }
            Ok(Value::Null) => return,
            Ok(_) => "is not a list of objects",
            Err(wrong) => wrong,
        };
        self.refuse(&format!("{} {wrong}. {SEND}.", quoted(name)));
    }

    /// Reads the title of a call. Returns its other fields beside the one that holds the questions.
    fn beside<'a>(&mut self, call: &'a Map<String, Value>, questions: &str) -> FieldMap<'a> {
        for field in call.iter().filter(|(name, value)| is_named(name, "title") && !is_empty(value)) {
            match text_of((field.0, field.1)) {
                Ok(title) => self.request.title = Some(title),
                Err(wrong) => self.refuse(&wrong),
            }
        }
        FieldMap::of_question(call.iter().filter(|(name, _)| *name != questions && !is_named(name, "title")))
    }

    /// Reads a list of questions. `beside` holds the fields of the call outside the list, which belong to a question
    /// that is alone.
    fn read_questions(&mut self, questions: &[Value], beside: &FieldMap<'_>) {
        let questions: Vec<&Value> = questions.iter().filter(|question| !question.is_null()).collect();
        let is_alone = questions.len() == 1;
        for (number, question) in (1..).zip(questions) {
            let question = match fields_of(question) {
                Ok(fields) => {
                    let mut fields = FieldMap::of_question(fields.iter());
                    if is_alone {
                        fields.join(beside);
                    }
                    QuestionRequest::read(&fields, number, self)
                }
                Err(wrong) => {
                    self.refuse(&format!("{} {wrong}", name_of_question(number, None)));
                    QuestionRequest::unread()
                }
            };
            self.request.questions.push(question);
        }
        if !is_alone {
            self.take_beside(beside);
        }
        self.refuse_unknown(beside);
    }

    /// Reads the fields beside several questions. Texts for the user stand above all. It is unknown which question
    /// another field belongs to, so it is refused.
    fn take_beside(&mut self, beside: &FieldMap<'_>) {
        for (kind, (name, value)) in beside.all() {
            match kind {
                FieldKind::Ignored | FieldKind::Kept | FieldKind::Metadata => {}
                FieldKind::Waits(waits) if flag_of((name, value)) == Ok(waits) => {}
                FieldKind::Waits(_) => self.refuse(&format!("{}: {WAITS}", quoted(name))),
                FieldKind::Prompt | FieldKind::Above | FieldKind::Below if let Some(text) = as_text(value) => {
                    self.request.message = joined(self.request.message.take().into_iter().chain([text]).collect());
                }
                _ => self.refuse(&format!(
                    "{} is outside the questions. Send it in the question that it belongs to, or leave it out.",
                    quoted(name)
                )),
            }
        }
    }

    /// Refuses the unknown fields of a call.
    fn refuse_unknown(&mut self, fields: &FieldMap<'_>) {
        if let Some(problem) = fields.problem_of_unknown() {
            self.refuse(&["The call: ", &problem].concat());
            self.exist.push(Level::Call);
        }
    }
}

/// Returns whether an object is a question: it has a prompt or options. A title is no prompt, since anything may have one.
fn is_question(fields: &FieldMap<'_>) -> bool {
    let is_title = |name: &str| is_named(name, "title");
    fields.all().any(|(kind, (name, _))| match kind {
        FieldKind::Prompt => !is_title(name),
        kind => kind == FieldKind::Options,
    })
}

/// Returns the call that the extension has handed on because it cannot be read: pi validates that it has questions.
fn handed_on(call: &Map<String, Value>) -> Option<&Value> {
    let is_empty = call.get("questions")?.as_array()?.is_empty();
    call.get("arguments").filter(|_| is_empty && call.len() == 2)
}

/// Returns the fields of a question, which may be an object, its JSON in a string, or the prompt alone.
///
/// # Errors
///
/// Returns what is wrong with the question and what to send instead, worded to follow its number.
fn fields_of(question: &Value) -> Result<Cow<'_, Map<String, Value>>, String> {
    let read = match question {
        Value::Object(fields) => return Ok(Cow::Borrowed(fields)),
        Value::String(text) if is_json(text) => {
            slips::read(text).map_err(|wrong| format!("is not valid JSON: {wrong}. Send an object, not a text."))?
        }
        other => other.clone(),
    };
    match read {
        Value::Object(fields) => Ok(Cow::Owned(fields)),
        Value::String(_) => Ok(Cow::Owned(Map::from_iter([("prompt".to_owned(), read)]))),
        _ => Err("is neither an object nor a text. Send an object.".to_owned()),
    }
}

/// Returns the value, parsed if it is JSON in a string.
///
/// # Errors
///
/// Returns what is wrong with the string, worded to follow the name of the field.
pub(super) fn unpacked(value: &Value) -> Result<Cow<'_, Value>, String> {
    let mut value = Cow::Borrowed(value);
    for _ in 0..MAX_STRINGS {
        let Value::String(text) = &*value else { break };
        if text.trim().is_empty() {
            return Ok(Cow::Owned(Value::Null));
        }
        let read = slips::read(text);
        value = Cow::Owned(read.map_err(|wrong| {
            if is_json(text) { format!("is not valid JSON: {wrong}") } else { "is a text".to_owned() }
        })?);
    }
    Ok(value)
}

/// Returns whether a text is probably meant as JSON. An opening bracket alone is not enough, because prose may begin
/// with one.
pub(super) fn is_json(text: &str) -> bool {
    let text = text.trim_start();
    let inner = text.strip_prefix(['[', '{']).map(str::trim_start);
    inner.is_some_and(|inner| inner.starts_with(['"', '\'', '[', '{', '\\']))
}

/// Returns a prompt with texts below it, as a quote if one of them would be taken for the question otherwise.
pub(super) fn with_below(prompt: String, below: &[String]) -> String {
    if below.is_empty() {
        return prompt;
    }
    let below = below.join("\n\n");
    let whole = [&prompt, "\n\n", &below].concat();
    if asking_sentence(&whole) == asking_sentence(&prompt) {
        return whole;
    }
    [&prompt, "\n\n> ", &below.replace('\n', "\n> ")].concat()
}

/// Joins texts that are not blank by an empty line.
pub(super) fn joined(mut texts: Vec<String>) -> Option<String> {
    texts.retain(|text| !text.trim().is_empty());
    (!texts.is_empty()).then(|| texts.join("\n\n"))
}
