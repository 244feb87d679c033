//! One question as it was sent, in any shape → question request, and what there is to tell the model of it.

use serde_json::Value;

use crate::call::fields::{self, Fields, own_text, unpacked};
use crate::call::names;
use crate::call::options::{self, Options};
use crate::call::request::{Mode, OptionRequest, QuestionRequest};
use crate::call::schema;
use crate::call::types::{Kind, Type};
use crate::call::unnamed;
use crate::json::{Lenient, nearly};

/// What is told of questions, each thing once.
#[derive(Default)]
pub(super) struct Notes(pub(super) Vec<String>);

impl Notes {
    #[inline(never)]
    pub(super) fn push(&mut self, parts: &[&str]) {
        let note = parts.concat();
        if !self.0.contains(&note) {
            self.0.push(note);
        }
    }

    /// Tells that what these fields say was left out.
    #[inline(never)]
    pub(super) fn push_idle(&mut self, about: &str, idle: &[String]) {
        if !idle.is_empty() {
            let have = if idle.len() == 1 { " has no effect here." } else { " have no effect here." };
            self.push(&[about, ": ", &idle.join(", "), have]);
        }
    }
}

impl QuestionRequest {
    /// Reads one question. `sent` says of it what is its own; `name` is what the model knows it by.
    pub(super) fn read(sent: Fields<'_>, name: &str, notes: &mut Notes) -> Self {
        let own = match written_question(sent.own) {
            Ok(Some(inner)) => return Self::read(Fields { own: &inner, ..sent }, name, notes),
            Ok(None) => sent,
            Err(wrong) => return Self { unread: Some(["it ", &wrong].concat()), ..Self::default() },
        };
        // A text with its type, as the parts of a message are.
        if let Some(text) = part_of_message(own.own) {
            return Self::read(Fields { own: text, ..own }, name, notes);
        }
        if let Some(understood) = unnamed::understood(own.own) {
            return Self::read(Fields { own: &understood, ..own }, name, notes);
        }
        if let Some(whole) = schema::of_question(own.own) {
            return Self::read(Fields { own: &whole, ..own }, name, notes);
        }
        // A question in a field of a question.
        if fields::text(own.own, names::PROMPT).is_none()
            && let Some(inner) =
                fields::all(own.own, names::PROMPT).into_iter().find(|value| value.is_object()).or_else(|| {
                    own.own
                        .as_object()
                        .into_iter()
                        .flatten()
                        .map(|(_, value)| value)
                        .find(|value| value.is_object() && is_question(value))
                })
        {
            return Self::read(Fields { own: inner, beside: own.own, is_alone: true }, name, notes);
        }
        let mut question = Self { prompt: own.own.text().to_owned(), ..Self::default() };
        if question.prompt.is_empty() {
            question.read_texts(own.own);
        }
        let mut options = Options::read(own);
        question.unread = fields::text(own.own, names::UNREAD);
        question.read_mode(own, &mut options, name, notes);
        question.read_defaults(own, &options, name, notes);
        if options.is_guess && !question.options.is_empty() {
            let count = question.options.len().to_string();
            notes.push(&[name, ": the text \"options\" was read as a list of ", &count, ". Send a list of objects."]);
        }
        // What is said of all questions means those that have options.
        let said = if question.options.is_empty() && !own.is_alone { Fields::of(own.own) } else { own };
        question.allow_custom = said.flag(names::ALLOW_CUSTOM).or_else(|| said.flag(names::NO_CUSTOM).map(|no| !no));
        // That it is among the options says that there is one.
        question.allow_custom = options.custom.as_ref().map(|_| true).or(question.allow_custom);
        question.custom_label =
            own.text(names::CUSTOM_LABEL).or_else(|| custom_label(own)).or_else(|| options.custom.take());
        question.allow_empty = own.flag(names::ALLOW_EMPTY).or_else(|| own.flag(names::REQUIRED).map(|must| !must));
        question.placeholder = own.text(names::PLACEHOLDER).filter(|text| !text.trim().is_empty());
        // However it was said that it is a question: it is read again as it is declared.
        if question.prompt.is_empty() && question.mode.is_some() {
            question.prompt = question.label.take().unwrap_or_default();
        }
        notes.push_idle(name, &unnamed::idle(own.own));
        notes.push_idle(&[name, ", options"].concat(), &options.idle);
        question
    }

    fn read_texts(&mut self, own: &Value) {
        let text = |names| fields::text(own, names).filter(|text| !text.trim().is_empty());
        self.id = fields::text(own, names::ID);
        let lines = || fields::all(own, names::PROMPT).into_iter().find_map(lines);
        self.prompt = text(names::PROMPT).or_else(lines).or_else(|| text(names::PROMPT_ELSE)).unwrap_or_default();
        let other = |text: &String| text.trim() != self.prompt.trim();
        self.label = fields::text(own, names::LABEL);
        if self.label.as_ref().is_none_or(|label| label.trim().is_empty()) && !self.prompt.is_empty() {
            self.label = text(names::LABEL_ELSE).filter(other).or(self.label.take());
        }
        // A field of a form.
        let is_asking = self.label.as_ref().is_some_and(|label| label.trim_end().ends_with(['?', '？']));
        if self.prompt.is_empty() && (is_asking || fields::has(own, names::MODE) || fields::has(own, names::OPTIONS)) {
            self.prompt = self.label.take().unwrap_or_default();
        }
        let mut said = vec![self.prompt.clone(), self.label.clone().unwrap_or_default()];
        let known = said.len();
        // Of several headings, the others.
        fields::texts(own, names::LABEL_ELSE, &mut said);
        // Of several questions in one, the others.
        fields::texts(own, names::PROMPT, &mut said);
        fields::texts(own, names::BELOW, &mut said);
        self.push_below(&said.split_off(known));
    }

    /// Puts texts below the prompt that stand nowhere in it.
    pub(super) fn push_below(&mut self, texts: &[String]) {
        for text in texts {
            let text = text.trim();
            // A word may be part of another.
            let is_said = if text.contains(char::is_whitespace) {
                self.prompt.contains(text)
            } else {
                self.prompt.lines().any(|line| line.trim() == text)
            };
            if !self.prompt.trim().is_empty() && !text.is_empty() && !is_said {
                self.prompt.truncate(self.prompt.trim_end().len());
                self.prompt.extend(["\n\n", text]);
            }
        }
    }

    /// How it is answered. Several stay several, whatever else is said.
    fn read_mode(&mut self, sent: Fields<'_>, read: &mut Options, name: &str, notes: &mut Notes) {
        let types = sent.types();
        let has = |wanted: Type| types.contains(&wanted);
        self.options = std::mem::take(&mut read.all);
        let is_sent = read.is_sent;
        self.kind = types.iter().find_map(|kind| if let Type::Kind(kind) = kind { Some(*kind) } else { None });
        // Inquirer's list is one to choose from.
        let is_inquirer = [&["message"], &["choices"]].into_iter().all(|names| fields::has(sent.own, names));
        let is_list = self.kind == Some(Kind::List) && is_sent && !is_inquirer;
        let is_number = types.iter().any(|kind| matches!(kind, Type::Kind(_)));
        let most =
            !is_number && sent.all(names::MOST, sent.is_alone).into_iter().filter_map(fields::number).max() > Some(1);
        let says_multi = |said: Fields<'_>| {
            said.types().contains(&Type::Multi)
                || said.flag(names::IS_MULTI) == Some(true)
                || fields::number(said.first(names::IS_MULTI)).is_some_and(|count| count > 1)
                || said.text(names::IS_MULTI).is_some_and(|word| Type::named(&word) == Some(Type::Multi))
        };
        // What is said of all questions means those that have options.
        let said = if is_sent || sent.is_alone { sent } else { Fields::of(sent.own) };
        let is_ranking = said.types().contains(&Type::Ranking) && is_sent;
        let mut is_multi = says_multi(said) || is_list || (most && is_sent) || is_ranking;
        if is_ranking {
            notes.push(&[name, " was asked for several; in which order is not asked."]);
        }
        let explicit = types.iter().find_map(|kind| match kind {
            Type::Single => Some(Mode::Single),
            Type::Input => Some(Mode::Input),
            _ => None,
        });
        let mut is_single = false;
        if is_sent
            && !is_multi
            && explicit.is_none()
            && let Some(says) = says_several(&self.prompt)
        {
            is_multi = sent.flag(names::IS_MULTI).is_none();
            // Who reads that again shall know it as well.
            is_single = !is_multi;
            if is_multi {
                notes.push(&[name, " was asked for several, because its prompt says \"", says, "\"."]);
            }
        }
        let is_labeled = types.is_empty() && is_labeled_yes_no(sent);
        let is_yes_no = has(Type::YesNo) || has(Type::Boolean) || sent.is_beside_yes_no() || is_labeled;
        if !is_yes_no {
            let idle = |names: names::Names| unnamed::sent_texts(sent.own, names);
            notes.push_idle(name, &[idle(names::YES_LABEL), idle(names::NO_LABEL)].concat());
        }
        let is_yes_no = is_yes_no && !is_sent;
        self.mode = if is_multi && (is_sent || explicit.is_none_or(Mode::has_options)) && !is_yes_no {
            Some(Mode::Multi)
        } else if explicit.is_some() && !is_yes_no {
            explicit
        } else if is_sent || is_yes_no {
            // Options that cannot be read are missed by the model: the question is not one for free text.
            (is_yes_no || is_single || self.options.is_empty()).then_some(Mode::Single)
        } else {
            (self.kind.is_some() || has(Type::Text) || has(Type::Secret)).then_some(Mode::Input)
        };
        if is_yes_no {
            self.options = yes_and_no(sent, has(Type::Boolean));
        }
        if self.mode.is_none_or(Mode::has_options) {
            let unread = read.unread.as_ref().map(|wrong| ["\"options\" ", wrong].concat());
            self.unread = unread.or(self.unread.take());
        }
        // The address of a page that the user is sent to is none that they type.
        let is_link = self.kind == Some(Kind::Url) && fields::has(sent.own, &["url", "link"]);
        self.kind = self.kind.filter(|_| self.options.is_empty() && !is_link);
        if let (Some(Kind::Number | Kind::Integer | Kind::List | Kind::Json), None) = (self.kind, explicit) {
            notes.push(&[name, " was asked as text; what the user types is not checked."]);
        }
        let is_secret = has(Type::Secret) || sent.flag(names::IS_SECRET) == Some(true);
        self.secret = is_secret.then_some(true);
    }

    /// Position of the recommended option.
    pub(crate) fn recommended_option(&self) -> Option<usize> {
        options::position(&self.options, self.recommended.as_ref()?)
    }
}

/// What the row for free text is called, in place of whether there is one.
fn custom_label(own: Fields<'_>) -> Option<String> {
    let beside = Some(own.beside).filter(|_| own.is_alone);
    let fields = [Some(own.own), beside].into_iter().flatten().filter_map(Value::as_object).flatten();
    let mut sent = fields.filter(|(name, _)| names::is_any(name, names::ALLOW_CUSTOM));
    sent.find_map(|(name, value)| unnamed::custom_label(name, value))
}

/// The text of a part of a message: `{"type": "text", "text": "Which?"}`.
fn part_of_message(sent: &Value) -> Option<&Value> {
    let is_part = sent.as_object().is_some_and(|fields| fields.len() == 2);
    let is_text = is_part && fields::first(sent, &["type"]).text() == "text";
    Some(fields::first(sent, &["text"])).filter(|text| is_text && text.is_string())
}

/// A text that was sent as a list of its lines.
fn lines(sent: &Value) -> Option<String> {
    let lines: Option<Vec<&str>> = sent.as_array()?.iter().map(Value::as_str).collect();
    lines.map(|lines| lines.join("\n")).filter(|text| !text.trim().is_empty())
}

/// What a prompt says that means several.
fn says_several(prompt: &str) -> Option<&'static str> {
    let folded = prompt.to_ascii_lowercase();
    names::PROMPTS_OF_MULTI.iter().find(|says| folded.contains(**says)).copied()
}

/// Whether there are words for yes and for no, and not just that there are.
fn is_labeled_yes_no(sent: Fields<'_>) -> bool {
    [names::YES_LABEL, names::NO_LABEL].into_iter().all(|names| !unnamed::sent_texts(sent.own, names).is_empty())
}

/// A question that was written into a string, in the place of an object; `None` for any other text, which is its prompt.
///
/// # Errors
///
/// What is wrong with one that cannot be read: nobody shall have to read its fields.
fn written_question(sent: &Value) -> Result<Option<Value>, String> {
    let Value::String(text) = sent else { return Ok(None) };
    let has_fields = fields::holds_question(text);
    if !has_fields && !nearly::is_meant(text) {
        return Ok(None);
    }
    match unpacked(sent) {
        Ok(read) if read.open == 0 && read.value.is_object() && is_question(&read.value) => {
            Ok(Some(read.value.into_owned()))
        }
        _ if !has_fields => Ok(None),
        Ok(read) if read.open > 0 => Err("is not valid JSON: it breaks off".to_owned()),
        Ok(_) => Err("holds JSON that asks nothing".to_owned()),
        Err(wrong) => Err(wrong),
    }
}

/// Whether an object asks something.
#[inline(never)]
pub(super) fn is_question(value: &Value) -> bool {
    fields::text(value, names::PROMPT).is_some_and(|text| !text.trim().is_empty())
}

fn yes_and_no(sent: Fields<'_>, is_boolean: bool) -> Vec<OptionRequest> {
    let labels = sent.first(names::OPTION_LABELS);
    let of = |at: usize, label: &str, value: &str, labels_of, word: names::Names| {
        let own = sent.text(labels_of).or_else(|| labels.get(at).and_then(own_text));
        let own = own.or_else(|| fields::text(labels, word));
        // That there is one is no label of it.
        let own = own.filter(|label| !label.trim().is_empty() && !matches!(label.as_str(), "true" | "false"));
        let value = if is_boolean { Some(value.to_owned()) } else { own.as_ref().map(|_| label.to_owned()) };
        OptionRequest { value, label: own.unwrap_or_else(|| label.to_owned()), ..OptionRequest::default() }
    };
    vec![of(0, "Yes", "true", names::YES_LABEL, names::YES), of(1, "No", "false", names::NO_LABEL, names::NO)]
}
