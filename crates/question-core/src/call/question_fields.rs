//! Reads one question with field names of `aliases`, and converts each value to the type of its field.
//!
//! What has no place in a question is shown by its name, if it is a text. Anything else that cannot be read, and
//! whatever contradicts another field, is a problem, and the question is refused.

use serde_json::Value;

use crate::call::aliases::{FieldKind, Type};
use crate::call::called::OptionIndex;
use crate::call::fields::{Field, FieldMap, as_text, by_name, flag_of, quoted, text_of};
use crate::call::names::Limit;
use crate::call::option::read_option;
use crate::call::reading::Reading;
use crate::call::refusal::name_of_question;
use crate::call::request::{Mode, OptionRequest, QuestionRequest};
use crate::call::unwrap::with_below;
use crate::call::unwrap::{joined, unpacked};
use crate::text::is_seen;

const EXIST: &str = "A question has \"id\", \"label\", \"prompt\", \"mode\", \"options\", \"allowCustom\", \
                     \"customLabel\", \"allowEmpty\", \"defaultValue\", \"defaultValues\" and \"recommended\"";
const MODES: &str = "Send \"mode\": \"single\", \"multi\" or \"input\".";
const OPTIONS: &str = "Send a list of objects: [{\"label\": \"…\"}, …].";
/// Maximum number of different problems with the options of a question that are told.
const MAX_OPTION_PROBLEMS: usize = 5;

/// Returns the problem with a field that may ask for several choices, where nothing else does.
pub(super) fn unsure(name: &str) -> String {
    [&quoted(name), " may ask for several choices. ", MODES].concat()
}

/// A question or an option whose fields are being read.
pub(super) struct Reader<'a> {
    pub(super) fields: &'a FieldMap<'a>,
    pub(super) problems: Vec<String>,
}

/// What the fields of a question say about its mode, each with a field that says so.
#[derive(Default)]
struct Said<'a> {
    several: Option<&'a str>,
    one: Option<&'a str>,
    input: Option<&'a str>,
    /// Fields that may ask for several choices.
    unsure: Vec<&'a str>,
    /// The first type that has a meaning.
    kind: Option<Type>,
}

impl QuestionRequest {
    /// Reads a question; `number` is 1-based. Of a refused question only its identity and prompt are kept, and its mode if
    /// that needs options and no field holds any. What is missing then is a further problem.
    pub(super) fn read(fields: &FieldMap<'_>, number: usize, reading: &mut Reading) -> Self {
        let mut reader = Reader { fields, problems: fields.problems(EXIST) };
        let question = reader.question();
        if reader.problems.is_empty() {
            return question;
        }
        let name = name_of_question(number, question.id.as_deref());
        for what in reader.problems {
            reading.refuse(&[&name, ": ", &what].concat());
        }
        let is_sent = |kind| fields.get(kind).is_some();
        let Self { id, label, prompt, mode, options, .. } = question;
        let mode = mode.filter(|_| !is_sent(FieldKind::Options) && options.is_empty());
        let prompt = if is_sent(FieldKind::Prompt) && !is_seen(&prompt) { Self::unread().prompt } else { prompt };
        Self { id, label, prompt, mode, ..Self::default() }
    }

    /// Returns the place holder of a refused question, which causes no further problem.
    pub(super) fn unread() -> Self {
        Self { prompt: "…".to_owned(), ..Self::default() }
    }
}

impl<'a> Reader<'a> {
    /// Returns what was read of a field, or `None` with a problem.
    fn taken<T>(&mut self, read: Result<T, String>) -> Option<T> {
        read.map_err(|what| self.problems.push(what)).ok()
    }

    pub(super) fn text(&mut self, kind: FieldKind) -> Option<String> {
        let field = self.fields.get(kind)?;
        self.taken(text_of(field))
    }

    pub(super) fn texts(&mut self, kind: FieldKind) -> Vec<String> {
        self.fields.all_of(kind).iter().filter_map(|field| self.taken(text_of(*field))).collect()
    }

    pub(super) fn flag(&mut self, kind: FieldKind) -> Option<bool> {
        let field = self.fields.get(kind)?;
        self.taken(flag_of(field))
    }

    fn question(&mut self) -> QuestionRequest {
        let mut texts = self.texts(FieldKind::Above);
        let (prompt, label) = (self.text(FieldKind::Prompt), self.text(FieldKind::Label));
        // Some tools send the same text under two names.
        texts.retain(|text| prompt.as_ref() != Some(text) && label.as_ref() != Some(text));
        let mut question = QuestionRequest {
            id: self.text(FieldKind::Id),
            label,
            custom_label: self.text(FieldKind::CustomLabel),
            placeholder: self.text(FieldKind::Placeholder),
            options: self.options(),
            allow_custom: self.flag(FieldKind::AllowCustom),
            allow_empty: self.flag(FieldKind::AllowEmpty),
            secret: self.flag(FieldKind::Secret).filter(|is_secret| *is_secret),
            ..QuestionRequest::default()
        };
        let is_optional = self.flag(FieldKind::Required).map(|is_required| !is_required);
        if question.allow_empty.is_some_and(|allows| is_optional == Some(!allows)) {
            self.problems.push("\"allowEmpty\" contradicts \"required\". Send one of them.".to_owned());
        }
        question.allow_empty = question.allow_empty.or(is_optional);
        let mut below = self.mode(&mut question);
        question.recommended = self.recommended(&question);
        question.default_values = self.defaults(&question);
        below.extend(self.fields.texts_without_place());
        // Without a prompt there is no question that the other texts could stand beside.
        if let Some(prompt) = prompt {
            texts.push(prompt);
            question.prompt = with_below(joined(texts).unwrap_or_default(), &below);
        }
        question
    }

    fn options(&mut self) -> Vec<OptionRequest> {
        let Some((name, sent)) = self.fields.get(FieldKind::Options) else { return Vec::new() };
        let sent = unpacked(sent);
        let wrong = match sent.as_deref() {
            Ok(Value::Array(items)) => {
                let (mut options, mut problems) = (Vec::new(), Vec::new());
                for item in items.iter().filter(|item| !item.is_null()) {
                    let mut wrong = Vec::new();
                    options.push(read_option(item, &mut wrong));
                    wrong.retain(|what| !problems.contains(what));
                    problems.append(&mut wrong);
                    problems.truncate(MAX_OPTION_PROBLEMS);
                }
                self.problems.extend(problems.iter().map(|what| ["in ", &quoted(name), ", ", what].concat()));
                return options;
            }
            Ok(Value::Null) => return Vec::new(),
            Ok(_) => "is not a list",
            Err(wrong) => wrong.as_str(),
        };
        self.problems.push(format!("{} {wrong}. {OPTIONS}", quoted(name)));
        Vec::new()
    }

    /// Returns what the fields say about the mode. A type that is unknown is a problem if there are options, otherwise
    /// it is added to the texts `below` the prompt, as are limits, other than those that the form keeps anyway.
    fn said(&mut self, has_options: bool, below: &mut Vec<String>) -> Said<'a> {
        let mut said = Said::default();
        for (name, value) in self.fields.all_of(FieldKind::Mode) {
            let kind = value.as_str().and_then(Type::with_name);
            match kind {
                Some(Type::Mode(Mode::Multi)) => said.several = said.several.or(Some(name)),
                Some(Type::Mode(Mode::Single) | Type::YesNo) => said.one = said.one.or(Some(name)),
                Some(Type::Mode(Mode::Input)) => said.input = said.input.or(Some(name)),
                Some(Type::List | Type::Any) => {}
                None if has_options || !value.is_string() => {
                    self.problems.push(format!("{}: {value} is not known. {MODES}", quoted(name)));
                }
                None => below.extend(value.as_str().map(|text| by_name(name, text))),
            }
            said.kind = said.kind.or(kind.filter(|kind| *kind != Type::Any));
        }
        for (name, value) in self.fields.all_of(FieldKind::Multi) {
            let is_type = value.as_str().and_then(Type::with_name) == Some(Type::Mode(Mode::Multi));
            match self.taken(if is_type { Ok(true) } else { flag_of((name, value)) }) {
                Some(true) => said.several = said.several.or(Some(name)),
                Some(false) => said.one = said.one.or(Some(name)),
                None => {}
            }
        }
        for (name, value) in self.fields.all_of(FieldKind::One) {
            match self.taken(flag_of((name, value))) {
                Some(true) => said.one = said.one.or(Some(name)),
                Some(false) if has_options => said.unsure.push(name),
                Some(false) | None => {}
            }
        }
        for (name, value) in self.fields.all_of(FieldKind::Limit) {
            let Some(limit) = Limit::read(name, value) else { continue };
            if limit.number > 1 || !has_options {
                below.extend(as_text(value).map(|text| by_name(name, &text)));
            }
            if limit.number > 1 && has_options {
                said.several = said.several.or(Some(name));
            } else if limit.is_max && has_options {
                said.one = said.one.or(Some(name));
            }
        }
        said.unsure.extend(self.fields.unsure().filter(|_| has_options).map(|(name, _)| name));
        said
    }

    /// Sets the mode, and the options that follow from it. Returns texts to show below the prompt.
    fn mode(&mut self, question: &mut QuestionRequest) -> Vec<String> {
        let mut below = Vec::new();
        let has_options = !question.options.is_empty();
        let said = self.said(has_options, &mut below);
        if said.several.or(said.one).or(said.input).is_none() {
            self.problems.extend(said.unsure.iter().map(|name| unsure(name)));
        }
        for other in [said.one, said.input] {
            if let Some((one, other)) = said.several.zip(other) {
                let what = [&quoted(one), " asks for several choices, and ", &quoted(other), " does not. "].concat();
                self.problems.push(what + MODES);
            }
        }
        if let Some((input, (options, _))) = said.input.zip(self.fields.get(FieldKind::Options))
            && has_options
        {
            let (input, options) = (quoted(input), quoted(options));
            self.problems.push(format!("{input} asks for a text, and {options} for a choice. Send one of them."));
        }
        question.mode = match said.kind {
            // One that contradicts itself has no mode.
            _ if said.several.is_some() => said.one.or(said.input).is_none().then_some(Mode::Multi),
            Some(Type::Mode(mode)) => Some(mode),
            Some(Type::List | Type::YesNo) => Some(Mode::Single),
            Some(Type::Any) | None => None,
        };
        if said.kind == Some(Type::YesNo) && !has_options {
            question.options = ["Yes", "No"].map(OptionRequest::labeled).into();
        }
        below
    }

    /// Returns what is recommended: values, labels, or numbers. A number that names no option is an index, 0-based.
    fn recommended(&self, question: &QuestionRequest) -> Option<Value> {
        let index = question.option_index();
        let read = |value: &Value| match as_text(value) {
            Some(name) if index.meant_by_model(&name).is_some() => Value::from(name),
            _ => value.clone(),
        };
        self.fields.get(FieldKind::Recommended).map(|(_, value)| match value {
            Value::Array(items) => items.iter().map(read).collect(),
            value => read(value),
        })
    }

    /// Returns the default answers. Any field for them is accepted for every mode.
    fn defaults(&mut self, question: &QuestionRequest) -> Option<Vec<String>> {
        let is_list = question.mode.map_or(!question.options.is_empty(), Mode::is_list);
        let (index, mut all) = (question.option_index(), Vec::new());
        for (name, value) in self.fields.all_of(FieldKind::Default) {
            let unpacked = unpacked(value).ok().filter(|list| is_list && list.is_array());
            let items = match unpacked.as_deref().unwrap_or(value) {
                Value::Array(items) => items.as_slice(),
                value => std::slice::from_ref(value),
            };
            all.extend(items.iter().filter_map(|item| self.default((name, item), &index)));
        }
        (!all.is_empty()).then_some(all)
    }

    /// Reads a default. One that is no text has to name an option, if there are any.
    fn default(&mut self, field: Field<'_>, options: &OptionIndex<'_>) -> Option<String> {
        let name = self.taken(text_of(field))?;
        if field.1.is_string() || options.is_empty() || options.meant_by_model(&name).is_some() {
            return Some(name);
        }
        let what = format!("{}: {name} is none of its options. Send the value of an option.", quoted(field.0));
        self.problems.push(what);
        None
    }
}
