//! One question as it was sent, in any shape → question request, and what there is to tell the model of it.

use serde_json::Value;

use crate::call::fields::{self, Fields, Unpacked, own_text, unpacked};
use crate::call::names;
use crate::call::options::{self, Options};
use crate::call::request::{Mode, OptionRequest, QuestionRequest};
use crate::call::types::{Kind, Type};
use crate::call::unnamed;
use crate::json::{Lenient, nearly};

/// What is told of questions, each thing once.
#[derive(Default)]
pub(super) struct Notes(pub(super) Vec<String>);

impl Notes {
    pub(super) fn push(&mut self, parts: &[&str]) {
        let note = parts.concat();
        if !self.0.contains(&note) {
            self.0.push(note);
        }
    }

    /// Tells that what these fields say was left out.
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
        let own = match unpacked_question(sent.own) {
            Ok(Some(inner)) => return Self::read(Fields { own: &inner, ..sent }, name, notes),
            Ok(None) => sent,
            Err(wrong) => return Self { unread: Some(["it ", &wrong].concat()), ..Self::default() },
        };
        if let Some(understood) = unnamed::understood(own.own) {
            return Self::read(Fields { own: &understood, ..own }, name, notes);
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
        question.allow_custom = own.flag(names::ALLOW_CUSTOM).or_else(|| own.flag(names::NO_CUSTOM).map(|no| !no));
        question.custom_label = own.text(names::CUSTOM_LABEL).or_else(|| custom_label(own));
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
        self.prompt = text(names::PROMPT).or_else(|| text(names::PROMPT_ELSE)).unwrap_or_default();
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
        // Of several questions in one, the others.
        fields::texts(own, names::PROMPT, &mut said);
        fields::texts(own, names::BELOW, &mut said);
        self.push_below(&said.split_off(known));
    }

    /// Puts texts below the prompt that stand nowhere in it.
    pub(super) fn push_below(&mut self, texts: &[String]) {
        for text in texts {
            if !self.prompt.trim().is_empty() && !self.prompt.contains(text.trim()) {
                self.prompt.truncate(self.prompt.trim_end().len());
                self.prompt.extend(["\n\n", text.trim()]);
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
        let is_list = self.kind == Some(Kind::List) && is_sent;
        let most = fields::number(sent.first(names::MOST)).is_some_and(|most| most > 1);
        let says_multi = |said: Fields<'_>| {
            said.types().contains(&Type::Multi)
                || said.flag(names::IS_MULTI) == Some(true)
                || said.text(names::IS_MULTI).is_some_and(|word| Type::named(&word) == Some(Type::Multi))
        };
        // What is said of all questions means those that have options.
        let said = if is_sent || sent.is_alone { sent } else { Fields::of(sent.own) };
        let is_multi = says_multi(said) || is_list || (most && is_sent);
        let explicit = types.iter().find_map(|kind| match kind {
            Type::Single => Some(Mode::Single),
            Type::Input => Some(Mode::Input),
            _ => None,
        });
        let is_yes_no = (has(Type::YesNo) || has(Type::Boolean)) && !is_sent;
        self.mode = if is_multi && (is_sent || explicit.is_none_or(Mode::has_options)) {
            Some(Mode::Multi)
        } else if explicit.is_some() && !is_yes_no {
            explicit
        } else if is_sent || is_yes_no {
            // Options that cannot be read are missed by the model: the question is not one for free text.
            (is_yes_no || self.options.is_empty()).then_some(Mode::Single)
        } else {
            (self.kind.is_some() || has(Type::Text) || has(Type::Secret)).then_some(Mode::Input)
        };
        if is_yes_no && !self.mode.is_some_and(Mode::takes_many) {
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

    fn read_defaults(&mut self, sent: Fields<'_>, read: &Options, name: &str, notes: &mut Notes) {
        let takes_many = self.mode.is_some_and(Mode::takes_many);
        let (default, defaults) = (sent.first(names::DEFAULT), sent.first(names::DEFAULTS));
        // Only a list of boxes has several; to a text field, JSON is a text like any other.
        let listed = list(default).filter(|_| takes_many);
        let listed = listed.as_ref().map_or(default, |read| &*read.value);
        self.default_value = match listed {
            Value::Object(_) => fields::text(listed, NAMES_OF_OPTION),
            // No index is how some tools say that there is none.
            Value::Number(_) if !self.options.is_empty() => own_text(listed).filter(|number| {
                let is_option = options::position(&self.options, number).is_some();
                if !is_option && !number.starts_with('-') {
                    notes.push(&[name, ": the default ", number, " is none of its options and was left out."]);
                }
                is_option
            }),
            Value::Array(all) if self.options.is_empty() && !takes_many => {
                Some(all.iter().filter_map(named).collect::<Vec<_>>().join(", ")).filter(|text| !text.is_empty())
            }
            Value::Array(all) if !takes_many && all.len() > 1 => {
                notes.push(&[name, ": of its defaults the first was taken; it takes one answer."]);
                None
            }
            _ => own_text(listed),
        };
        if default.is_object() && self.default_value.is_none() {
            notes.push_idle(name, &["\"default\"".to_owned()]);
        }
        let several = list(defaults);
        let several = several.as_ref().map_or(defaults, |read| &*read.value);
        self.default_values = match (listed, several) {
            (_, Value::Array(all)) | (Value::Array(all), Value::Null) => Some(all.iter().filter_map(named).collect()),
            (_, Value::Null) => None,
            (_, one) => named(one).map(|text| vec![text]),
        };
        let options = &self.options;
        let mut chosen: Vec<String> = read.defaults.iter().map(|at| options::name_of(options, *at)).collect();
        let index = sent.first(names::DEFAULT_INDEX);
        for at in index.as_array().map_or(std::slice::from_ref(index), Vec::as_slice) {
            match fields::number(at).filter(|at| *at < options.len()) {
                Some(at) => chosen.push(options::name_of(options, at)),
                None if index.is_null() || options.is_empty() => {}
                None => notes.push(&[name, ": \"defaultIndex\" is no index of an option, from 0."]),
            }
        }
        if !chosen.is_empty() && self.default_value.is_none() && self.default_values.is_none() {
            if takes_many {
                self.default_values = Some(chosen);
            } else {
                self.default_value = chosen.into_iter().next();
            }
        }
        // "Yes" by any name.
        let is_yes_no = sent.types().iter().any(|kind| matches!(kind, Type::YesNo | Type::Boolean));
        if is_yes_no
            && let [yes, no] = options.as_slice()
            && let Some(value) = self.default_value.as_mut()
            && ![yes, no].iter().any(|option| option.label == *value || option.value.as_ref() == Some(value))
            && let Some(flag) = fields::flag(&Value::from(value.as_str()))
        {
            *value = options::name_of(options, usize::from(!flag));
        }
        self.read_recommended(sent.first(names::RECOMMENDED));
        if let (true, Some(wanted), None, [_, _]) =
            (is_yes_no, &self.recommended, self.recommended_option(), self.options.as_slice())
            && let Some(flag) = fields::flag(&Value::from(wanted.as_str()))
        {
            self.recommended = Some(options::name_of(&self.options, usize::from(!flag)));
        }
        if let (Some(wanted), None, false) = (&self.recommended, self.recommended_option(), self.options.is_empty())
            && sent.first(names::RECOMMENDED).as_bool().is_none()
        {
            notes.push(&[name, ": the recommended \"", wanted, "\" is none of its options."]);
        }
    }

    fn read_recommended(&mut self, sent: &Value) {
        let of = |value: &Value, options: &[OptionRequest]| match value {
            // An index from 0, as some tools have it.
            Value::Number(number) => {
                let at = fields::number(value).filter(|&at| at < options.len());
                Some(at.map_or_else(|| number.to_string(), |at| options::name_of(options, at)))
            }
            value => named(value),
        };
        let Value::Array(all) = sent else {
            self.recommended = of(sent, &self.options);
            return;
        };
        for value in all {
            let Some(name) = of(value, &self.options) else { continue };
            if self.recommended.is_none() {
                self.recommended = Some(name);
            } else if let Some(option) = options::position(&self.options, &name).and_then(|at| self.options.get_mut(at))
            {
                option.recommend();
            }
        }
    }

    /// Position of the recommended option.
    pub(crate) fn recommended_option(&self) -> Option<usize> {
        options::position(&self.options, self.recommended.as_ref()?)
    }
}

/// What the row for free text is called, in place of whether there is one.
fn custom_label(own: Fields<'_>) -> Option<String> {
    let sent = own.first(names::ALLOW_CUSTOM);
    let label =
        if sent.is_object() { fields::text(sent, names::OPTION_LABEL) } else { own.text(names::CUSTOM_OR_LABEL) };
    label.filter(|label| fields::flag(&Value::from(label.as_str())).is_none())
}

/// A list that is JSON in a string.
fn list(value: &Value) -> Option<Unpacked<'_>> {
    let is_meant = value.text().trim_start().starts_with('[');
    unpacked(value).ok().filter(|read| is_meant && read.open == 0 && read.value.is_array())
}

/// Fields by which an option is named where it is a default.
const NAMES_OF_OPTION: names::Names = &["value", "label", "title", "text", "id", "name"];

/// The name of an option, alone or in an object.
fn named(value: &Value) -> Option<String> {
    own_text(value).or_else(|| fields::text(value, NAMES_OF_OPTION))
}

/// A question that is JSON in a string, its own or that of its prompt; `None` where it is none.
fn unpacked_question(sent: &Value) -> Result<Option<Value>, String> {
    let prompt = Some(fields::first(sent, names::PROMPT));
    let text = match (sent, prompt) {
        (Value::String(_), _) => sent,
        (_, Some(prompt @ Value::String(_))) => prompt,
        _ => return Ok(None),
    };
    let Value::String(written) = text else { return Ok(None) };
    if !nearly::is_meant(written) && (text != sent || !fields::holds_names(written)) {
        return Ok(None);
    }
    let read = unpacked(text);
    match read {
        Ok(read) if read.open == 0 && read.value.is_object() && is_question(&read.value) => {
            Ok(Some(if text == sent { read.value.into_owned() } else { merged(read.value.into_owned(), sent) }))
        }
        // Of a prompt, a text that only looks like it.
        _ if text != sent && !fields::holds_names(written) => Ok(None),
        Ok(read) if read.open > 0 => Err("is not valid JSON: it breaks off".to_owned()),
        Ok(_) => Ok(Some(Value::Null)),
        Err(wrong) => Err(wrong),
    }
}

/// An object with those fields of another that it lacks, but for its prompt.
fn merged(mut inner: Value, outer: &Value) -> Value {
    if let (Value::Object(fields), Value::Object(more)) = (&mut inner, outer) {
        for (name, value) in more.iter().filter(|(name, _)| !names::is_any(name, names::PROMPT)) {
            if !fields.contains_key(name) {
                fields.insert(name.clone(), value.clone());
            }
        }
    }
    inner
}

/// Whether an object asks something.
pub(super) fn is_question(value: &Value) -> bool {
    fields::text(value, names::PROMPT).is_some_and(|text| !text.trim().is_empty())
}

fn yes_and_no(sent: Fields<'_>, is_boolean: bool) -> Vec<OptionRequest> {
    let labels = sent.first(names::OPTION_LABELS);
    let of = |at: usize, label: &str, value: &str, labels_of, word: names::Names| {
        let own = sent.text(labels_of).or_else(|| labels.get(at).and_then(own_text));
        let own = own.or_else(|| fields::text(labels, word)).filter(|label| !label.trim().is_empty());
        let value = if is_boolean { Some(value.to_owned()) } else { own.as_ref().map(|_| label.to_owned()) };
        OptionRequest { value, label: own.unwrap_or_else(|| label.to_owned()), ..OptionRequest::default() }
    };
    vec![of(0, "Yes", "true", names::YES_LABEL, names::YES), of(1, "No", "false", names::NO_LABEL, names::NO)]
}
