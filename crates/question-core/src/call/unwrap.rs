//! Finds the questions in arguments of any shape: a call, a list of questions, or a single one, each as a value, as
//! JSON in a string, or in a wrapper.
//!
//! This module must not interpret the fields of a question; `read` does.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::call::aliases::{CALL, FieldKind, Type, WRAPPERS, of_option, of_question};
use crate::call::mcp;
use crate::call::names::{is_empty, is_named};
use crate::call::option::yes_and_no;
use crate::call::reading::Reading;
use crate::call::refusal::named;
use crate::call::request::QuestionRequest;
use crate::call::sent::{Field, Sent, by_name, flag, own_text, quoted, text};
use crate::json::{Lenient, slips};

/// Maximum number of nested strings and wrappers around a call.
const MAX_LAYERS: usize = 8;
/// Advice for lists and objects that cannot be read.
const SEND_LIST: &str = "Send a list of objects, not a text";
const EXIST: &str = "A call has \"title\", \"message\", \"questions\" and \"metadata\"";

impl Reading {
    /// Reads arguments that do not fit the declared schema.
    pub(super) fn unwrapped(arguments: &Value) -> Self {
        let mut reading = Self::default();
        reading.read_layer(arguments, MAX_LAYERS);
        reading.settled()
    }

    /// Returns the text of a field, or `None` with a problem if it is no text.
    fn text(&mut self, field: Field<'_>) -> Option<String> {
        text(field).map_err(|wrong| self.refuse(&wrong)).ok()
    }

    /// Reads arguments or the contents of a wrapper. `layers` is how many more wrappers may follow.
    fn read_layer(&mut self, arguments: &Value, layers: usize) {
        let arguments = match unpacked(arguments) {
            Ok(arguments) => arguments,
            Err(wrong) => return self.refuse(&format!("The call {wrong}. Send an object with \"questions\".")),
        };
        match &*arguments {
            Value::Object(fields) => self.read_call(fields, layers),
            Value::Array(questions) => self.read_questions(questions, &Sent::default()),
            _ => {}
        }
    }

    fn read_call(&mut self, call: &Map<String, Value>, layers: usize) {
        let named = |name: &str| call.iter().find(|(sent, value)| is_named(sent, name) && !value.is_null());
        if let Some((_, Value::Object(metadata))) = named("metadata") {
            self.request.metadata = Some(metadata.clone());
        }
        if let Some((name, questions)) = named("questions").filter(|(_, questions)| !is_empty(questions)) {
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
            self.read_layer(inner, layers - 1);
            return self.take_beside(&beside);
        }
        let telling = [FieldKind::Prompt, FieldKind::Options, FieldKind::Mode, FieldKind::Multi];
        if has(call, &telling) || named("message").is_some() {
            let question = QuestionRequest::read(&Sent::of(call, of_question), 1, self);
            self.request.questions.push(question);
        } else if let Some((name, _)) = call.iter().find(|(name, value)| !is_empty(value) && !is_known(name)) {
            self.refuse(&format!("{} is an unknown field. {EXIST}.", quoted(name)));
        }
    }

    /// Reads the title of a call. Returns its other fields beside the one that holds the questions.
    fn beside<'a>(&mut self, call: &'a Map<String, Value>, inner: &str) -> Sent<'a> {
        for (name, title) in call.iter().filter(|(name, title)| is_named(name, "title") && !is_empty(title)) {
            self.request.title = self.text((name, title)).or(self.request.title.take());
        }
        // Claude Code records a call together with its answers.
        let recorded =
            call.iter().find_map(|(name, value)| Some((name, is_named(name, "answers").then(|| listed(value))??)));
        if let Some((name, answers)) = &recorded {
            self.show(by_name(name, answers));
        }
        let recorded = recorded.map(|(name, _)| name);
        let is_own = |sent: &String| CALL.iter().any(|own| is_named(sent, own)) || recorded == Some(sent);
        Sent::of(call.iter().filter(|(name, _)| *name != inner && !is_own(name)), of_question)
    }

    /// Returns the texts beside questions, which are shown above the first.
    fn texts(&mut self, beside: &Sent<'_>) -> Option<String> {
        let fields = beside.all_of(FieldKind::Prompt).iter().chain(beside.all_of(FieldKind::Above));
        joined(fields.map(|field| self.text(*field)))
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
                    self.refuse(&format!("{} {wrong}", named(number, None)));
                    self.request.questions.push(QuestionRequest::unread());
                    continue;
                }
            };
            let mut sent = Sent::of(&*fields, of_question);
            if is_alone {
                sent.join(beside);
            }
            let question = QuestionRequest::read(&sent, number, self);
            self.request.questions.push(question);
        }
        if is_alone {
            self.take_unknown(beside);
        } else {
            self.take_beside(beside);
        }
    }

    /// Reads the fields beside the questions.
    fn take_beside(&mut self, beside: &Sent<'_>) {
        self.request.message = joined([self.texts(beside), self.request.message.take()]);
        self.take_known(beside);
        self.take_unknown(beside);
    }

    /// Adds a text to those above the first question.
    fn show(&mut self, shown: String) {
        self.request.message = joined([self.request.message.take(), Some(shown)]);
    }

    /// Reads the known fields beside the questions other than texts above them. It is unknown which question they
    /// belong to, so one that says more than its default is refused, and a text is shown above all.
    fn take_known(&mut self, beside: &Sent<'_>) {
        let has_options = self.request.questions.iter().any(|question| !question.options.is_empty());
        for (kind, (name, value)) in beside.all() {
            let is_default = match kind {
                FieldKind::Prompt | FieldKind::Above | FieldKind::Id | FieldKind::Ignored => true,
                // An object around a call has a type of its own.
                FieldKind::Mode => value.as_str().and_then(Type::named).is_none_or(|named| named == Type::Any),
                FieldKind::Multi | FieldKind::AllowEmpty | FieldKind::NoCustom | FieldKind::Secret => {
                    flag(value) == Some(false)
                }
                FieldKind::AllowCustom | FieldKind::Required => flag(value) == Some(true),
                _ => false,
            };
            if is_default {
                continue;
            }
            let shown = match kind {
                FieldKind::Label | FieldKind::Placeholder | FieldKind::Limit | FieldKind::Shown => own_text(value),
                // Roo Code requires options of the call even if each question has its own.
                FieldKind::Options if has_options => labels(value),
                _ => None,
            };
            match shown {
                Some(shown) => self.show(by_name(name, &shown)),
                None => self.refuse(&format!("{} is outside the questions. Send it in each question.", quoted(name))),
            }
        }
    }

    /// Reads the unknown fields beside the questions.
    fn take_unknown(&mut self, beside: &Sent<'_>) {
        for (name, text) in beside.texts() {
            self.show(by_name(name, text));
        }
        if let Some(wrong) = beside.unusable(EXIST) {
            self.refuse(&wrong);
        }
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
        // With a single property, the message is the question.
        let (asked, message) = if properties.len() < 2 { (message, None) } else { (None, message) };
        self.request.message = joined([self.request.message.take(), message]);
        for (number, question) in (1..).zip(mcp::questions(&schema, properties, asked.as_deref())) {
            let question = QuestionRequest::read(&Sent::of(&question, of_question), number, self);
            self.request.questions.push(question);
        }
        if let Some(prompt) = asked.filter(|_| properties.is_empty()) {
            // An empty form is MCP's way to ask for confirmation.
            let options = yes_and_no(false);
            self.request.questions.push(QuestionRequest { prompt, options, ..QuestionRequest::default() });
        }
        self.take_known(beside);
        self.take_unknown(beside);
    }
}

/// Returns an object of texts as one text: a line, or a list in Markdown. Returns `None` if the value is no such object.
fn listed(texts: &Value) -> Option<String> {
    let texts = texts.as_object()?.iter().map(|(name, text)| Some(format!("{name} → {}", text.as_str()?)));
    match texts.collect::<Option<Vec<String>>>()?.as_slice() {
        [] => None,
        [one] => Some(one.clone()),
        all => Some(["- ", &all.join("\n- ")].concat()),
    }
}

/// Returns the labels in a list of options as one text, or `None` if it is no such list.
fn labels(options: &Value) -> Option<String> {
    let options = unpacked(options).ok()?;
    let label = |option: &Value| match option {
        Value::Object(fields) => {
            Sent::of(fields, of_option).get(FieldKind::Label).and_then(|(_, label)| own_text(label))
        }
        option => own_text(option),
    };
    let labels: Option<Vec<String>> = options.as_array()?.iter().map(label).collect();
    labels.map(|labels| labels.join(", "))
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
    CALL.iter().any(|own| is_named(name, own)) || of_question(name, &Value::Null).is_some()
}

/// Returns whether an object has a field of one of these kinds, even an unusable one. A title or a message does not
/// count, since anything may have one.
fn has(fields: &Map<String, Value>, kinds: &[FieldKind]) -> bool {
    let is_any = |name: &str| ["title", "message"].iter().any(|any| is_named(name, any));
    let is_telling = |name: &String| {
        let row = of_question(name, &Value::Null);
        !is_any(name) && row.and_then(|(_, of)| of.first()).is_some_and(|kind| kinds.contains(kind))
    };
    fields.keys().any(is_telling)
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
