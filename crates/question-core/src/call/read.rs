//! Reads one question with field names of `aliases`, and converts each value to the type of its field.
//!
//! A value that cannot be converted is left out with a note. If leaving it out would change what is asked, the question
//! is refused.

use std::collections::BTreeSet;

use serde::Deserialize as _;
use serde_json::Value;

use crate::call::aliases::{FieldKind, Type};
use crate::call::naming::is_seen;
use crate::call::option::{is_group, read_option, unstrung, yes_and_no};
use crate::call::refusal::named;
use crate::call::request::{Mode, OptionRequest, QuestionRequest, Request};
use crate::call::sent::{Field, MAX_UNKNOWN, Sent, flag, index, note_left_out, own_text, quoted};
use crate::call::unwrap::{joined, unpacked};

/// A question whose fields are being read.
struct Reader<'a, 'r> {
    sent: &'a Sent<'a>,
    /// How notes and problems name the question.
    name: String,
    request: &'r mut Request,
}

impl QuestionRequest {
    /// Reads a question; `number` is 1-based. Of a refused question only its identity and prompt are kept, and an empty
    /// prompt is filled so that it causes no further problem.
    pub(super) fn read(sent: &Sent<'_>, number: usize, request: &mut Request) -> Self {
        let before = request.problems.len();
        let id = sent.get(FieldKind::Id).and_then(|(_, id)| own_text(id));
        let question = Reader { sent, name: named(number, id.as_deref()), request }.question();
        if request.problems.len() == before {
            return question;
        }
        let Self { id, label, prompt, .. } = question;
        let unread = Self::unread();
        Self { id, label, prompt: if is_seen(&prompt) { prompt } else { unread.prompt }, ..unread }
    }

    /// Returns the place holder of a refused question, which causes no further problem.
    pub(super) fn unread() -> Self {
        Self { prompt: "…".to_owned(), ..Self::default() }
    }
}

impl Reader<'_, '_> {
    fn note(&mut self, what: &str) {
        self.request.note(&format!("{}: {what}", self.name));
    }

    fn refuse(&mut self, what: &str) {
        self.request.refuse(&format!("{}: {what}", self.name));
    }

    fn text(&mut self, kind: FieldKind) -> Option<String> {
        let field = self.sent.get(kind)?;
        self.text_of(field)
    }

    fn text_of(&mut self, field: Field<'_>) -> Option<String> {
        self.request.text(&format!("{}: ", self.name), field)
    }

    fn prompt(&mut self) -> Option<String> {
        let (name, value) = self.sent.get(FieldKind::Prompt)?;
        let prompt = own_text(value);
        if prompt.is_none() {
            self.refuse(&format!("\"{name}\" has to be a text, the full question."));
        }
        prompt
    }

    fn flag(&mut self, kind: FieldKind) -> Option<bool> {
        let (name, value) = self.sent.get(kind)?;
        let flag = flag(value);
        if flag.is_none() {
            self.note(&format!("\"{name}\" has to be true or false, and was left out."));
        }
        flag
    }

    /// Returns whether several options can be chosen, if a field says so.
    fn is_multi(&mut self) -> Option<bool> {
        let mut is_multi = None;
        for (name, value) in self.sent.all_of(FieldKind::Multi) {
            match flag(value) {
                Some(flag) => is_multi = Some(flag || is_multi == Some(true)),
                // A question for several choices must not turn into one for a single choice.
                None => self.refuse(&format!("\"{name}\" has to be true or false.")),
            }
        }
        is_multi
    }

    /// Returns the type of the question: `multi` if any field says so, else the first type that has a meaning.
    fn kind(&mut self) -> Option<Type> {
        let mut kinds = Vec::new();
        for (name, value) in self.sent.all_of(FieldKind::Mode) {
            let kind = value.as_str().and_then(Type::named);
            kinds.extend(kind.filter(|kind| *kind != Type::Any));
            if kind.is_some() {
                continue;
            }
            let about = format!("\"{name}\": {value} is not known");
            if self.sent.get(FieldKind::Options).is_some() {
                self.refuse(&format!("{about}. Send \"mode\": \"single\", \"multi\" or \"input\"."));
            } else {
                self.note(&format!("{about}, and was left out."));
            }
        }
        let multi = kinds.iter().find(|kind| **kind == Type::Mode(Mode::Multi));
        multi.or(kinds.first()).copied()
    }

    fn question(mut self) -> QuestionRequest {
        let above = self.sent.all_of(FieldKind::Above).iter();
        let mut above: Vec<Option<String>> = above.map(|field| self.text_of(*field)).collect();
        let (prompt, label) = (self.prompt(), self.text(FieldKind::Label));
        // Some tools send the same text under two names.
        above.retain(|text| *text != prompt && *text != label);
        let mut question = QuestionRequest {
            id: self.text(FieldKind::Id),
            label,
            prompt: joined(above.into_iter().chain([prompt])).unwrap_or_default(),
            custom_label: self.text(FieldKind::CustomLabel),
            placeholder: self.text(FieldKind::Placeholder),
            allow_custom: self.flag(FieldKind::AllowCustom).or_else(|| self.flag(FieldKind::NoCustom).map(|no| !no)),
            allow_empty: self.flag(FieldKind::AllowEmpty).or_else(|| self.flag(FieldKind::Required).map(|must| !must)),
            secret: self.flag(FieldKind::Secret).filter(|is_secret| *is_secret),
            ..QuestionRequest::default()
        };
        let checked = self.options(&mut question);
        self.mode(&mut question);
        self.recommended(&mut question);
        self.defaults(&mut question, checked);
        self.doubled();
        self.unknown(&question);
        question
    }

    /// Reports fields that are sent twice. Two different lists of options are refused, since the intended one is
    /// unknown.
    fn doubled(&mut self) {
        for (kind, (first, taken), (name, value)) in self.sent.doubled() {
            if taken == value {
                continue;
            }
            if kind == FieldKind::Options {
                self.refuse(&format!("\"{name}\" repeats \"{first}\". Send one of them."));
            } else {
                self.note(&format!("\"{name}\" was left out, because \"{first}\" stands for the same."));
            }
        }
    }

    /// Reports unknown fields. One whose value may be the options, or is a type with several choices, is refused.
    fn unknown(&mut self, question: &QuestionRequest) {
        let is_about = |(_, value): &&(&str, &Value)| match question.mode {
            _ if question.options.is_empty() => value.is_array() || value.is_object(),
            Some(Mode::Multi) => false,
            _ => value.as_str().and_then(Type::named) == Some(Type::Mode(Mode::Multi)),
        };
        let send = if question.options.is_empty() {
            "Send what can be chosen as \"options\", or leave it out"
        } else {
            "Send \"mode\": \"multi\" if several can be chosen, or leave it out"
        };
        match self.sent.unknown.iter().find(is_about) {
            Some((name, _)) => self.refuse(&format!("{} is an unknown field. {send}.", quoted(name))),
            None => self.sent.note_unknown(&self.name, self.request),
        }
    }

    /// Reads the options. Returns the names of those that are chosen by default.
    fn options(&mut self, question: &mut QuestionRequest) -> Vec<String> {
        let Some((name, sent)) = self.sent.get(FieldKind::Options) else { return Vec::new() };
        let sent = unpacked(sent);
        let items = match sent.as_deref() {
            Ok(Value::Array(items)) => items,
            Ok(Value::Null) => return Vec::new(),
            wrong => {
                let wrong = wrong.map_or_else(Clone::clone, |_| "is not a list".to_owned());
                self.refuse(&format!("\"{name}\" {wrong}. Send a list of objects: [{{\"label\": \"…\"}}, …]."));
                return Vec::new();
            }
        };
        let mut checked = Vec::new();
        let mut left = BTreeSet::new();
        for item in items.iter().filter(|item| !item.is_null()) {
            let item = unstrung(item);
            let Value::Object(fields) = &*item else {
                question.options.push(OptionRequest::labeled(&own_text(&item).unwrap_or_default()));
                continue;
            };
            if let Some((group, _)) = fields.iter().find(|(name, value)| is_group(name, value)) {
                self.refuse(&format!("\"{group}\" is a list in an option. Send all options in one list."));
                return Vec::new();
            }
            let (option, is_checked, more) = read_option(fields);
            checked.extend(is_checked.then(|| option.name().to_owned()));
            // A note names a few fields at most, however many options there are.
            if left.len() <= MAX_UNKNOWN {
                left.extend(more.into_iter().map(str::to_owned));
            }
            question.options.push(option);
        }
        let names: Vec<&str> = left.iter().map(String::as_str).collect();
        note_left_out(&format!("{}, options", self.name), "unusable", &names, self.request);
        checked
    }

    /// Sets the mode. `multi` takes precedence over other statements, and a note reports the contradiction.
    fn mode(&mut self, question: &mut QuestionRequest) {
        let has_options = !question.options.is_empty();
        let (is_multi, kind) = (self.is_multi(), self.kind());
        let sent = self.sent.get(FieldKind::Mode).and_then(|(_, mode)| Mode::deserialize(mode).ok());
        if has_options && sent.zip(is_multi).is_some_and(|(mode, is_multi)| mode.takes_many() != is_multi) {
            self.note(
                "it says both that several options can be chosen and that only one can. It was read as \"multi\".",
            );
        }
        question.mode = match kind {
            Some(Type::YesNo | Type::Boolean) if !has_options => {
                question.options = yes_and_no(kind == Some(Type::Boolean));
                Some(Mode::Single)
            }
            Some(Type::Mode(Mode::Input)) if !has_options => Some(Mode::Input),
            _ if is_multi == Some(true) => Some(Mode::Multi),
            Some(Type::Mode(mode)) => Some(mode),
            Some(Type::Kind(_) | Type::Secret) if !has_options => Some(Mode::Input),
            _ => None,
        };
        question.kind = match kind {
            Some(Type::Kind(kind)) if !has_options => Some(kind),
            _ => None,
        };
        if kind == Some(Type::Secret) {
            question.secret = Some(true);
        }
    }

    /// Sets the recommended option: a value, a label, or a number. A number that names no option is an index, 0-based.
    fn recommended(&mut self, question: &mut QuestionRequest) {
        let named = self.sent.get(FieldKind::Recommended).map(|(_, value)| value);
        let name = named.and_then(own_text).filter(|name| question.option_named(name).is_some()).map(Value::from);
        let index = self.sent.get(FieldKind::RecommendedIndex).map(|(_, value)| value);
        question.recommended = name.or_else(|| named.or(index).cloned());
    }

    /// Reads a default: a text, or, if that names no option, true or false for "Yes" or "No", or an index, 0-based, as
    /// in Inquirer.
    fn default(&mut self, name: &str, value: &Value, question: &QuestionRequest) -> Option<String> {
        let text = self.text_of((name, value))?;
        if value.is_string() || question.options.is_empty() || question.option_named(&text).is_some() {
            return Some(text);
        }
        let says = |option: &&OptionRequest| flag(&Value::from(option.label.as_str())) == value.as_bool();
        let option = match value {
            Value::Bool(_) => question.options.iter().find(says),
            // Options that follow from a type have no index, because they were not sent.
            _ => index(value)
                .filter(|_| self.sent.get(FieldKind::Options).is_some())
                .and_then(|at| question.options.get(at)),
        };
        if option.is_none() {
            self.note(&format!("\"{name}\": {text} is none of its options, and was left out."));
        }
        option.map(|option| option.name().to_owned())
    }

    /// Sets the default answers. `checked` holds the names of the options that are themselves marked as chosen.
    fn defaults(&mut self, question: &mut QuestionRequest, checked: Vec<String>) {
        let takes_many = question.mode.is_some_and(Mode::takes_many);
        let unpack = |value| unpacked(value).ok().filter(|list| takes_many && list.is_array());
        let mut all: Vec<String> = Vec::new();
        for (name, value) in self.sent.all_of(FieldKind::Default) {
            match unpack(value).as_deref().unwrap_or(value) {
                Value::Array(items) => all.extend(items.iter().filter_map(|item| self.default(name, item, question))),
                value => all.extend(self.default(name, value, question)),
            }
        }
        if all.is_empty() {
            all = checked;
        }
        // Either field is accepted for every mode.
        question.default_values = Some(all).filter(|all| !all.is_empty());
    }
}
