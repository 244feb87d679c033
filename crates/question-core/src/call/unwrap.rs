//! Finds the questions in arguments of any shape: a call, a list of questions, or a single one, each as a value, as
//! JSON in a string, or in a wrapper.
//!
//! This module must not interpret the fields of a question; `read` does.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::call::aliases::{Alias, CALL, FieldKind, QUESTION, Type, WRAPPERS, is_empty, is_named};
use crate::call::mcp;
use crate::call::option::yes_and_no;
use crate::call::refusal::in_one_line;
use crate::call::request::{Mode, QuestionRequest, Request};
use crate::call::sent::{Field, Sent, flag, own_text, quoted};
use crate::json::{Lenient, slips};

/// Maximum number of nested strings and wrappers around a call.
const MAX_LAYERS: usize = 8;
/// Advice for lists and objects that cannot be read.
const SEND_LIST: &str = "Send a list of objects, not a text";

impl Request {
    /// Reads arguments that do not fit the declared schema.
    pub(super) fn unwrapped(arguments: &Value) -> Self {
        let mut request = Self::default();
        request.read_layer("The call", arguments, MAX_LAYERS);
        request.noted()
    }

    /// Adds a note on how something was read or left out.
    pub(super) fn note(&mut self, note: &str) {
        self.reading_notes.push(in_one_line(note));
    }

    /// Returns the text of a field, or `None` with a note if it is no text. `about` names its question in the note.
    pub(super) fn text(&mut self, about: &str, (name, value): Field<'_>) -> Option<String> {
        let text = own_text(value);
        if text.is_none() {
            self.note(&format!("{about}\"{name}\" has to be a text, and was left out."));
        }
        text
    }

    /// Adds a problem: why something cannot be read, and what to send instead.
    pub(super) fn refuse(&mut self, problem: &str) {
        self.problems.push(in_one_line(problem));
    }

    /// Reads arguments or the contents of a wrapper. `name` denotes them in problems; `layers` is how many more
    /// wrappers may follow.
    fn read_layer(&mut self, name: &str, arguments: &Value, layers: usize) {
        let arguments = match unpacked(arguments) {
            Ok(arguments) => arguments,
            Err(wrong) => return self.refuse(&format!("{name} {wrong}. Send an object with \"questions\".")),
        };
        match &*arguments {
            Value::Object(fields) => self.read_call(fields, layers),
            Value::Array(questions) => self.read_questions(questions, &Sent::default()),
            _ => {}
        }
    }

    fn read_call(&mut self, call: &Map<String, Value>, layers: usize) {
        let named = |name: &str| call.iter().find(|(sent, value)| is_named(sent, name) && !value.is_null());
        if let Some((_, metadata)) = named("metadata") {
            self.metadata = Some(metadata.clone());
        }
        if let Some((name, questions)) = named("questions") {
            let beside = self.beside(call, name);
            return match unpacked(questions).as_deref() {
                Ok(Value::Array(questions)) => self.read_questions(questions, &beside),
                Ok(Value::Object(fields)) if fields.keys().any(|name| is_named(name, "questions")) && layers > 0 => {
                    self.read_call(fields, layers - 1);
                    self.take_beside(&beside);
                }
                Ok(Value::Object(by_id)) if by_id.values().all(Value::is_object) => self.read_by_id(by_id, &beside),
                Ok(one @ Value::Object(_)) => self.read_questions(std::slice::from_ref(one), &beside),
                Ok(Value::Null) => {}
                Ok(_) => self.refuse(&format!("\"questions\" is not a list. {SEND_LIST}.")),
                Err(wrong) => self.refuse(&format!("\"questions\" {wrong}. {SEND_LIST}.")),
            };
        }
        if let Some((name, schema)) = named("requestedschema") {
            let beside = self.beside(call, name);
            return self.read_schema(schema, &beside);
        }
        let is_wrapper = |name: &str| WRAPPERS.iter().any(|(own, _)| is_named(name, own));
        let inner = call.iter().find(|(name, value)| is_wrapper(name) && !is_empty(value));
        if let Some((name, inner)) = inner.filter(|_| !has(call, &[FieldKind::Prompt]) && layers > 0) {
            let beside = self.beside(call, name);
            self.read_layer(&format!("\"{name}\""), inner, layers - 1);
            return self.take_beside(&beside);
        }
        let telling = [FieldKind::Prompt, FieldKind::Options, FieldKind::Mode, FieldKind::Multi];
        if has(call, &telling) || named("message").is_some() {
            let question = QuestionRequest::read(&Sent::of(call, QUESTION), 1, self);
            self.questions.push(question);
        } else if let Some((name, _)) = call.iter().find(|(name, value)| !is_empty(value) && !is_known(name)) {
            self.refuse(&format!("{} is an unknown field. Send \"questions\", a list of objects.", quoted(name)));
        }
    }

    /// Reads the title of a call. Returns its other fields beside the one that holds the questions.
    fn beside<'a>(&mut self, call: &'a Map<String, Value>, inner: &str) -> Sent<'a> {
        for (name, title) in call.iter().filter(|(name, title)| is_named(name, "title") && !is_empty(title)) {
            self.title = self.text("", (name, title)).or(self.title.take());
        }
        let is_own = |sent: &str, value: &Value| {
            CALL.iter().any(|own| is_named(sent, own))
                // Claude Code records a call together with its answers.
                || (value.is_object() && is_named(sent, "answers"))
        };
        Sent::of(call.iter().filter(|(name, value)| *name != inner && !is_own(name, value)), QUESTION)
    }

    /// Returns the texts beside questions, which are shown above the first.
    fn texts(&mut self, beside: &Sent<'_>) -> Option<String> {
        let fields = beside.all_of(FieldKind::Prompt).iter().chain(beside.all_of(FieldKind::Above));
        joined(fields.map(|field| self.text("", *field)))
    }

    fn read_by_id(&mut self, by_id: &Map<String, Value>, beside: &Sent<'_>) {
        let mut questions: Vec<Value> = by_id.values().cloned().collect();
        for (id, fields) in by_id.keys().zip(questions.iter_mut().filter_map(Value::as_object_mut)) {
            if !fields.keys().any(|name| is_named(name, "id")) {
                fields.insert("id".to_owned(), Value::from(id.as_str()));
            }
        }
        self.read_questions(&questions, beside);
    }

    /// Reads a list of questions. `beside` holds the fields of the call outside the list.
    fn read_questions(&mut self, questions: &[Value], beside: &Sent<'_>) {
        let questions: Vec<&Value> = questions.iter().filter(|question| !question.is_null()).collect();
        let is_alone = questions.len() == 1;
        for (number, question) in (1..).zip(questions) {
            let fields = match fields_of(question) {
                Ok(fields) => fields,
                Err(wrong) => {
                    self.refuse(&format!("Question {number} {wrong}"));
                    self.questions.push(QuestionRequest::unread());
                    continue;
                }
            };
            let mut sent = Sent::of(&*fields, QUESTION);
            if is_alone {
                sent.join(beside);
            }
            let question = QuestionRequest::read(&sent, number, self);
            self.questions.push(question);
        }
        if !is_alone {
            self.take_beside(beside);
        }
    }

    /// Reads the texts beside the questions, and reports the other fields there.
    fn take_beside(&mut self, beside: &Sent<'_>) {
        self.message = joined([self.texts(beside), self.message.take()]);
        self.leave(beside);
    }

    /// Reports the fields beside the questions other than texts, because it is unknown which question they belong to. A
    /// field that asks for several choices, or holds options while no question has any, is refused: otherwise a
    /// question for several choices would turn into one for a single choice or free text.
    fn leave(&mut self, beside: &Sent<'_>) {
        let has_options = self.questions.iter().any(|question| !question.options.is_empty());
        for (kind, (name, value)) in beside.all() {
            let named = value.as_str().and_then(Type::named);
            let is_refused = match kind {
                FieldKind::Prompt | FieldKind::Above | FieldKind::Id | FieldKind::Ignored => continue,
                // An object around a call has a type of its own.
                FieldKind::Mode if named.is_none_or(|named| named == Type::Any) => continue,
                FieldKind::Mode => named == Some(Type::Mode(Mode::Multi)),
                FieldKind::Multi => flag(value) != Some(false),
                FieldKind::Options => !has_options,
                _ => false,
            };
            if is_refused {
                self.refuse(&format!("\"{name}\" is outside the questions. Send it in each question."));
            } else {
                self.note(&format!("\"{name}\" is outside the questions and was left out; send it in each question."));
            }
        }
        beside.note_unknown("The call", self);
    }

    fn read_schema(&mut self, schema: &Value, beside: &Sent<'_>) {
        let schema = match unpacked(schema) {
            Ok(schema) => schema,
            Err(wrong) => return self.refuse(&format!("\"requestedSchema\" {wrong}. Send an object.")),
        };
        let Some(properties) = schema.field("properties").as_object() else {
            return self.refuse("\"requestedSchema\" has no \"properties\". Send \"questions\", a list of objects.");
        };
        let own = schema.as_object().map(|fields| self.beside(fields, "properties")).unwrap_or_default();
        let message = joined([self.texts(&own), self.texts(beside)]);
        self.leave(beside);
        // With a single property, the message is the question.
        let (asked, message) = if properties.len() < 2 { (message, None) } else { (None, message) };
        self.message = joined([self.message.take(), message]);
        for (number, question) in (1..).zip(mcp::questions(&schema, properties, asked.as_deref())) {
            let question = QuestionRequest::read(&Sent::of(&question, QUESTION), number, self);
            self.questions.push(question);
        }
        if let Some(prompt) = asked.filter(|_| properties.is_empty()) {
            // An empty form is MCP's way to ask for confirmation.
            let options = yes_and_no(false);
            self.questions.push(QuestionRequest { prompt, options, ..QuestionRequest::default() });
        }
    }
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

/// Returns whether a name is known for a field of a call or a question.
pub(super) fn is_known(name: &str) -> bool {
    CALL.into_iter().chain(QUESTION.iter().map(|(own, ..)| *own)).any(|own| is_named(name, own))
}

/// Returns whether an object has a field of one of these kinds, even an unusable one. A title or a message does not
/// count, since anything may have one.
fn has(fields: &Map<String, Value>, kinds: &[FieldKind]) -> bool {
    let is_telling = |(own, of, _): &&Alias| {
        !["title", "message"].contains(own) && of.first().is_some_and(|kind| kinds.contains(kind))
    };
    fields.keys().any(|name| QUESTION.iter().filter(is_telling).any(|(own, ..)| is_named(name, own)))
}

/// Returns the value, parsed if it is JSON in a string.
///
/// # Errors
///
/// Returns what is wrong with the string, worded to follow the name of the field.
pub(super) fn unpacked(value: &Value) -> Result<Cow<'_, Value>, String> {
    let mut value = Cow::Borrowed(value);
    for _ in 0..MAX_LAYERS {
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

/// Joins texts that are not blank by an empty line.
pub(super) fn joined(texts: impl IntoIterator<Item = Option<String>>) -> Option<String> {
    let texts: Vec<String> = texts.into_iter().flatten().filter(|text| !text.trim().is_empty()).collect();
    (!texts.is_empty()).then(|| texts.join("\n\n"))
}
