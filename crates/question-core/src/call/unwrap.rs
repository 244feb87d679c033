//! Finds the questions in arguments of any shape: a call, a list of questions, or a single one, each as a value, as
//! JSON in a string, or in a wrapper.
//!
//! This module must not interpret the fields of a question; `read` does.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::call::aliases::{FieldKind, QUESTION, Type, WRAPPERS, is_any, of_family};
use crate::call::fields::{FieldMap, as_flag, as_text, by_name, quoted, text_of};
use crate::call::names::{is_empty, is_id, is_named};
use crate::call::option::read_option;
use crate::call::question_fields::unsure;
use crate::call::reading::Reading;
use crate::call::refusal::name_of_question;
use crate::call::request::QuestionRequest;
use crate::json::slips;
use crate::text::question::asking_sentence;

/// Maximum number of nested strings and wrappers around a call.
const MAX_LAYERS: usize = 8;
const SEND: &str = "Send an object with \"questions\", a list of objects";
const EXIST: &str = "A call has \"title\", \"message\", \"metadata\" and \"questions\", a list of objects";

impl Reading {
    /// Reads arguments that do not fit the declared schema.
    pub(super) fn unwrapped(arguments: &Value) -> Self {
        let mut reading = Self::default();
        reading.read_layer(arguments, "The call", &FieldMap::default(), MAX_LAYERS);
        reading.normalized()
    }

    /// Reads a call or a list of questions: the arguments, or the contents of a field, which problems call `what`.
    /// `beside` holds the other fields. `layers` is how many more wrappers may follow.
    fn read_layer(&mut self, layer: &Value, what: &str, beside: &FieldMap<'_>, layers: usize) {
        let layer = unpacked(layer);
        let wrong = match layer.as_deref() {
            Ok(Value::Array(questions)) => return self.read_questions(questions, beside),
            Ok(Value::Object(call)) if layers > 0 => {
                self.read_call(call, layers - 1);
                return self.take_beside(beside);
            }
            Ok(Value::Null) => return,
            Ok(_) => "is neither an object nor a list",
            Err(wrong) => wrong.as_str(),
        };
        self.refuse(&format!("{what} {wrong}. {SEND}."));
    }

    fn read_call(&mut self, call: &Map<String, Value>, layers: usize) {
        let field = |own: &str| call.iter().find(|(name, value)| is_named(name, own) && !is_empty(value));
        if let Some((_, Value::Object(metadata))) = field("metadata") {
            self.request.metadata = Some(metadata.clone());
        }
        if let Some((name, questions)) = field("questions") {
            let beside = self.beside(call, name);
            return self.read_layer(questions, &quoted(name), &beside, layers);
        }
        let question = FieldMap::of_question(call);
        let inner = WRAPPERS.iter().find_map(|(own, _)| field(own));
        if let Some((name, inner)) = inner.filter(|_| !is_telling(&question, &[FieldKind::Prompt])) {
            let beside = self.beside(call, name);
            self.read_layer(inner, "The call", &FieldMap::default(), layers);
            return self.take_beside(&beside);
        }
        let telling = [FieldKind::Prompt, FieldKind::Options, FieldKind::Mode, FieldKind::Multi];
        if is_telling(&question, &telling) || field("message").is_some() {
            let question = QuestionRequest::read(&question, 1, self);
            self.request.questions.push(question);
        } else if let Some((name, _)) = question.unknown().first() {
            self.refuse(&format!("{} is an unknown field. {EXIST}.", quoted(name)));
        }
    }

    /// Reads the title of a call. Returns its other fields beside the one that holds the questions.
    fn beside<'a>(&mut self, call: &'a Map<String, Value>, inner: &str) -> FieldMap<'a> {
        let mut beside = Vec::new();
        for (name, value) in call.iter().filter(|(name, value)| *name != inner && !is_empty(value)) {
            match listed(value).filter(|_| is_named(name, "answers")) {
                // Claude Code records a call together with its answers.
                Some(answers) => self.show(by_name(name, &answers)),
                None if is_named(name, "title") => match text_of((name, value)) {
                    Ok(title) => self.request.title = Some(title),
                    Err(wrong) => self.refuse(&wrong),
                },
                None => beside.push((name.as_str(), value)),
            }
        }
        FieldMap::new(beside, QUESTION, of_family)
    }

    /// Reads a list of questions. `beside` holds the fields of the call outside the list, which belong to a question
    /// that is alone.
    fn read_questions(&mut self, questions: &[Value], beside: &FieldMap<'_>) {
        let questions: Vec<&Value> = questions.iter().filter(|question| !question.is_null()).collect();
        let is_alone = questions.len() == 1;
        for (number, question) in (1..).zip(questions) {
            let question = match fields_of(question) {
                Ok(fields) => {
                    let mut fields = FieldMap::of_question(&fields);
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
        if is_alone {
            self.take_unknown(beside);
        } else {
            self.take_beside(beside);
        }
    }

    /// Adds a text to those above the first question.
    fn show(&mut self, shown: String) {
        self.request.message = joined([self.request.message.take().unwrap_or_default(), shown].into());
    }

    /// Reads the fields beside the questions. Texts are shown above all. It is unknown which question another field
    /// belongs to, so one that says more than its default is refused.
    fn take_beside(&mut self, beside: &FieldMap<'_>) {
        let has_options = self.request.questions.iter().any(|question| !question.options.is_empty());
        for (kind, (name, value)) in beside.all() {
            let shown = match kind {
                FieldKind::Ignored | FieldKind::Metadata => continue,
                FieldKind::Id if is_id(value) => continue,
                FieldKind::Mode if value.as_str().and_then(Type::with_name) == Some(Type::Any) => continue,
                FieldKind::Multi | FieldKind::AllowEmpty | FieldKind::Secret if as_flag(value) == Some(false) => {
                    continue;
                }
                FieldKind::AllowCustom | FieldKind::Required | FieldKind::One if as_flag(value) == Some(true) => {
                    continue;
                }
                FieldKind::Prompt | FieldKind::Above => as_text(value),
                FieldKind::Id | FieldKind::Label | FieldKind::Placeholder => {
                    as_text(value).map(|text| by_name(name, &text))
                }
                // Roo Code requires options of the call even if each question has its own.
                FieldKind::Options if has_options => labels(value).map(|labels| by_name(name, &labels)),
                _ => None,
            };
            match shown {
                Some(shown) => self.show(shown),
                None => self.refuse(&format!("{} is outside the questions. Send it in each question.", quoted(name))),
            }
        }
        self.take_unknown(beside);
    }

    /// Reads the unknown fields beside the questions.
    fn take_unknown(&mut self, beside: &FieldMap<'_>) {
        let is_open = |question: &QuestionRequest| question.mode.is_none() && !question.options.is_empty();
        if self.request.questions.iter().any(is_open) {
            beside.unsure().for_each(|(name, _)| self.refuse(&unsure(name)));
        }
        beside.texts_without_place().for_each(|shown| self.show(shown));
        beside.problems(EXIST).iter().for_each(|wrong| self.refuse(wrong));
    }
}

/// Returns whether an object has a known field of one of these kinds under a name that says so. A title or a message
/// does not, since anything may have one.
fn is_telling(fields: &FieldMap<'_>, kinds: &[FieldKind]) -> bool {
    let is_any = |name: &str| is_any(name, "title message");
    fields.all().any(|(kind, (name, _))| kinds.contains(&kind) && !is_any(name))
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

/// Returns the labels in a list of options as one text, or `None` if it is no list.
fn labels(options: &Value) -> Option<String> {
    let options = unpacked(options).ok()?;
    let labels = options.as_array()?.iter().map(|option| read_option(option, &mut Vec::new()).label);
    Some(labels.collect::<Vec<String>>().join(", "))
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
