//! Reads one question with field names of `aliases`, and converts each value to the type of its field.
//!
//! What cannot be read, and whatever contradicts another field, is a problem, and the question is refused.

use serde_json::Value;

use crate::call::aliases::{FieldKind, Type};
use crate::call::called::OptionIndex;
use crate::call::fields::{Field, FieldMap, as_flag, as_text, flag_of, quoted, text_of};
use crate::call::option::read_option;
use crate::call::reading::Reading;
use crate::call::refusal::{Level, name_of_question};
use crate::call::request::{Mode, OptionRequest, QuestionRequest};
use crate::call::unwrap::with_below;
use crate::call::unwrap::{joined, unpacked};
use crate::json::compact;
use crate::text::is_seen;

/// Follows what is wrong with a type.
const MODES: &str = "send only \"mode\": \"single\", \"multi\" or \"input\".";
const ORDER: &str =
    "an order cannot be asked yet. Send \"mode\": \"input\" without options, and what is to be ordered in the prompt.";
/// What is wrong with a call that does not want to wait.
pub(super) const WAITS: &str = "the tool always waits for the answers. Leave it out.";
const OPTIONS: &str = "Send a list of objects: [{\"label\": \"…\"}, …].";
/// The options of a question that asks for yes or no.
const YES_NO: [&str; 2] = ["Yes", "No"];
/// Maximum number of different problems with the options of a question that are told.
const MAX_OPTION_PROBLEMS: usize = 5;

/// A question or an option whose fields are being read.
pub(super) struct FieldReader<'a> {
    pub(super) fields: &'a FieldMap<'a>,
    pub(super) problems: Vec<String>,
    /// Whether an option has unknown fields.
    options_exist: bool,
}

/// What the fields of a question say about its mode, each with a field that says so.
#[derive(Default)]
struct ModeFields<'a> {
    several: Option<&'a str>,
    /// A field that asks for one choice, or for a text.
    other: Option<&'a str>,
    /// The first type that has a meaning.
    kind: Option<Type>,
}

impl QuestionRequest {
    /// Reads a question; `number` is 1-based. Of a refused question only its identity and prompt are kept, and its mode if
    /// that needs options and no field holds any. What is missing then is a further problem.
    pub(super) fn read(fields: &FieldMap<'_>, number: usize, reading: &mut Reading) -> Self {
        let mut reader = FieldReader::new(fields);
        let question = reader.question();
        if reader.problems.is_empty() {
            return question;
        }
        reading.exist.extend(Some(Level::Question).filter(|_| fields.has_unknown()));
        reading.exist.extend(Some(Level::Option).filter(|_| reader.options_exist));
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

impl<'a> FieldReader<'a> {
    pub(super) fn new(fields: &'a FieldMap<'a>) -> Self {
        Self { fields, problems: fields.problems(), options_exist: false }
    }

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
            allow_custom: self.opposites(FieldKind::AllowCustom, FieldKind::HideCustom),
            allow_empty: self.opposites(FieldKind::AllowEmpty, FieldKind::Required),
            secret: self.flag(FieldKind::Secret).filter(|is_secret| *is_secret),
            ..QuestionRequest::default()
        };
        for waits in [true, false] {
            for field in self.fields.all_of(FieldKind::Waits(waits)) {
                if self.taken(flag_of(*field)).is_some_and(|flag| flag != waits) {
                    self.problems.push(format!("{}: {WAITS}", quoted(field.0)));
                }
            }
        }
        self.mode(&mut question);
        question.recommended = self.recommended(&question);
        question.default_values = self.defaults(&question);
        let below = self.texts(FieldKind::Below);
        // Without a prompt there is no question that the other texts could stand beside.
        if let Some(prompt) = prompt {
            texts.push(prompt);
            question.prompt = with_below(joined(texts).unwrap_or_default(), &below);
        }
        question
    }

    /// Returns the flag in a field, or the opposite of that in another.
    fn opposites(&mut self, kind: FieldKind, opposite: FieldKind) -> Option<bool> {
        let (flag, negated) = (self.flag(kind), self.flag(opposite).map(|flag| !flag));
        if let (Some(own), Some(other)) = (self.fields.get(kind), self.fields.get(opposite))
            && flag != negated
        {
            let (own, other) = (quoted(own.0), quoted(other.0));
            self.problems.push(format!("{own} contradicts {other}. Send one of them."));
        }
        flag.or(negated)
    }

    fn options(&mut self) -> Vec<OptionRequest> {
        let Some((name, sent)) = self.fields.get(FieldKind::Options) else { return Vec::new() };
        let sent = unpacked(sent);
        let wrong = match sent.as_deref() {
            Ok(Value::Array(items)) => {
                let (mut options, mut problems) = (Vec::new(), Vec::new());
                for item in items.iter().filter(|item| !item.is_null()) {
                    let mut wrong = Vec::new();
                    let (option, has_unknown) = read_option(item, &mut wrong);
                    options.push(option);
                    self.options_exist |= has_unknown;
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

    /// Returns what the fields say about the mode. A type that is unknown is a problem.
    fn mode_fields(&mut self) -> ModeFields<'a> {
        let mut fields = ModeFields::default();
        for (name, value) in self.fields.all_of(FieldKind::Mode) {
            let kind = value.as_str().and_then(Type::with_name);
            match kind {
                Some(Type::Mode(Mode::Multi)) => fields.several = fields.several.or(Some(name)),
                Some(Type::Mode(Mode::Single | Mode::Input) | Type::YesNo | Type::Secret) => {
                    fields.other = fields.other.or(Some(name));
                }
                Some(Type::List | Type::Any) => {}
                Some(Type::Order) => self.problems.push(format!("{}: {}: {ORDER}", quoted(name), compact(value))),
                None => {
                    self.problems.push(format!("{}: {} is not known. Instead, {MODES}", quoted(name), compact(value)));
                }
            }
            fields.kind = fields.kind.or(kind.filter(|kind| *kind != Type::Any));
        }
        for (name, value) in self.fields.all_of(FieldKind::Multi) {
            match self.taken(flag_of((name, value))) {
                Some(true) => fields.several = fields.several.or(Some(name)),
                Some(false) => fields.other = fields.other.or(Some(name)),
                None => {}
            }
        }
        if let Some((several, other)) = fields.several.zip(fields.other) {
            let what =
                [&quoted(several), " asks for several choices, and ", &quoted(other), " does not. Instead, "].concat();
            self.problems.push(what + MODES);
        }
        fields
    }

    /// Sets the mode, and the options that follow from it.
    fn mode(&mut self, question: &mut QuestionRequest) {
        let fields = self.mode_fields();
        question.mode = match fields.kind {
            // One that contradicts itself has no mode.
            _ if fields.several.is_some() => fields.other.is_none().then_some(Mode::Multi),
            Some(Type::Mode(mode)) => Some(mode),
            Some(Type::List | Type::YesNo) => Some(Mode::Single),
            Some(Type::Secret) => Some(Mode::Input),
            Some(Type::Order | Type::Any) | None => None,
        };
        if fields.kind == Some(Type::YesNo) && question.options.is_empty() {
            question.options = YES_NO.map(OptionRequest::labeled).into();
        }
        if fields.kind == Some(Type::Secret) {
            question.secret = Some(true);
        }
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

    /// Reads a default. One that is no text has to name an option, if there are any. True and false name Yes and No.
    fn default(&mut self, field: Field<'_>, options: &OptionIndex<'_>) -> Option<String> {
        let name = self.taken(text_of(field))?;
        if options.meant_by_model(&name).is_some() {
            return Some(name);
        }
        let [yes, no] = YES_NO;
        let answer = as_flag(field.1).map(|is_yes| if is_yes { yes } else { no });
        if let Some(answer) = answer.filter(|answer| options.meant_by_model(answer).is_some()) {
            return Some(answer.to_owned());
        }
        if field.1.is_string() || options.is_empty() {
            return Some(name);
        }
        let what = format!("{}: {name} is none of its options. Send the value of an option.", quoted(field.0));
        self.problems.push(what);
        None
    }
}
