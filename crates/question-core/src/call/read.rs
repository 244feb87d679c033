//! Reads one question with field names of `aliases`, and converts each value to the type of its field.
//!
//! What has no place in a question is shown by its name, if it is a text. Anything else that cannot be read, and
//! whatever contradicts another field, is a problem, and the question is refused.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::call::aliases::{FieldKind, Type};
use crate::call::names::Limit;
use crate::call::naming::{is_seen, with_below};
use crate::call::option::is_group;
use crate::call::option::{read_option, unstrung, yes_and_no};
use crate::call::reading::Reading;
use crate::call::refusal::named;
use crate::call::request::{Mode, OptionRequest, QuestionRequest};
use crate::call::sent::{Field, Sent, by_name, flag, flag_of, index, own_text, quoted, text};
use crate::call::unwrap::{joined, unpacked};

const EXIST: &str = "A question has \"id\", \"label\", \"prompt\", \"mode\", \"options\", \"allowCustom\", \
                     \"customLabel\", \"allowEmpty\", \"defaultValue\", \"defaultValues\" and \"recommended\"";
/// Maximum number of different problems with the options of a question that are told.
const MAX_OPTION_PROBLEMS: usize = 5;

/// A question whose fields are being read.
struct Reader<'a, 'r> {
    sent: &'a Sent<'a>,
    /// How problems name the question.
    name: String,
    reading: &'r mut Reading,
}

/// What the fields of a question say about its mode, each with a field that says so.
#[derive(Default)]
struct Said<'a> {
    several: Option<&'a str>,
    one: Option<&'a str>,
    input: Option<&'a str>,
    /// The first type that has a meaning.
    kind: Option<Type>,
}

impl QuestionRequest {
    /// Reads a question; `number` is 1-based. Of a refused question only its identity and prompt are kept, and an empty
    /// prompt is filled so that it causes no further problem.
    pub(super) fn read(sent: &Sent<'_>, number: usize, reading: &mut Reading) -> Self {
        let before = reading.problems.len();
        let id = sent.get(FieldKind::Id).and_then(|(_, id)| own_text(id));
        let question = Reader { sent, name: named(number, id.as_deref()), reading }.question();
        if reading.problems.len() == before {
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

impl<'a> Reader<'a, '_> {
    fn refuse(&mut self, what: &str) {
        self.reading.refuse(&format!("{}: {what}", self.name));
    }

    /// Returns what was read of a field, or `None` with a problem.
    fn taken<T>(&mut self, read: Result<T, String>) -> Option<T> {
        read.map_err(|what| self.refuse(&what)).ok()
    }

    fn text(&mut self, kind: FieldKind) -> Option<String> {
        let field = self.sent.get(kind)?;
        self.taken(text(field))
    }

    fn flag(&mut self, kind: FieldKind) -> Option<bool> {
        let field = self.sent.get(kind)?;
        self.taken(flag_of(field))
    }

    /// Returns a flag that has a field of its own and one that means the opposite.
    fn flag_or_opposite(&mut self, kind: FieldKind, opposite: FieldKind) -> Option<bool> {
        let (flag, other) = (self.flag(kind), self.flag(opposite).map(|flag| !flag));
        if flag.is_some() && other.is_some() && flag != other {
            self.contradict(self.sent.get(kind), self.sent.get(opposite));
        }
        flag.or(other)
    }

    fn contradict(&mut self, one: Option<Field<'_>>, other: Option<Field<'_>>) {
        if let Some(((one, _), (other, _))) = one.zip(other) {
            self.refuse(&format!("{} contradicts {}. Send one of them.", quoted(one), quoted(other)));
        }
    }

    fn question(mut self) -> QuestionRequest {
        let above = self.sent.all_of(FieldKind::Above).iter();
        let mut above: Vec<Option<String>> = above.map(|field| self.taken(text(*field))).collect();
        let (prompt, label) = (self.prompt(), self.text(FieldKind::Label));
        // Some tools send the same text under two names.
        above.retain(|text| *text != prompt && *text != label);
        let mut question = QuestionRequest {
            id: self.text(FieldKind::Id),
            label,
            custom_label: self.text(FieldKind::CustomLabel),
            placeholder: self.text(FieldKind::Placeholder),
            allow_custom: self.flag_or_opposite(FieldKind::AllowCustom, FieldKind::NoCustom),
            allow_empty: self.flag_or_opposite(FieldKind::AllowEmpty, FieldKind::Required),
            secret: self.flag(FieldKind::Secret).filter(|is_secret| *is_secret),
            ..QuestionRequest::default()
        };
        let checked = self.options(&mut question);
        let mut below = self.limits(!question.options.is_empty());
        self.mode(&mut question, &mut below);
        self.recommended(&mut question);
        self.defaults(&mut question, checked);
        below.extend(self.shown(question.mode));
        for wrong in self.sent.doubled().chain(self.sent.unusable(EXIST)) {
            self.refuse(&wrong);
        }
        // Without a prompt there is no question that the other texts could stand beside.
        let asked = prompt.and_then(|prompt| joined(above.into_iter().chain([Some(prompt)])));
        question.prompt = asked.map(|asked| with_below(asked, &below)).unwrap_or_default();
        question
    }

    fn prompt(&mut self) -> Option<String> {
        let (name, value) = self.sent.get(FieldKind::Prompt)?;
        let prompt = own_text(value);
        if prompt.is_none() {
            self.refuse(&format!("{} has to be a text, the full question.", quoted(name)));
        }
        prompt
    }

    /// Returns the limits to show. One that the form keeps anyway, such as "at least one", is left out.
    fn limits(&self, has_options: bool) -> Vec<String> {
        let limits = self.sent.all_of(FieldKind::Limit).iter();
        let is_shown = |(name, value): &&Field<'_>| {
            !has_options || Limit::read(name, value).is_some_and(|limit| !limit.is_of_choices || limit.number > 1.0)
        };
        limits.filter(is_shown).filter_map(|(name, value)| Some(by_name(name, &own_text(value)?))).collect()
    }

    /// Returns the other fields to show below the prompt. An unknown field that seems to ask for several choices is
    /// refused unless the question takes several.
    fn shown(&mut self, mode: Option<Mode>) -> Vec<String> {
        let is_several = |text: &str| Type::named(text) == Some(Type::Mode(Mode::Multi));
        let several = self.sent.texts().find(|(_, text)| mode != Some(Mode::Multi) && is_several(text));
        if let Some((name, _)) = several {
            let send = "Send \"mode\": \"multi\" if several can be chosen, or leave it out";
            self.refuse(&format!("{} is an unknown field. {send}.", quoted(name)));
        }
        let known = self.sent.all_of(FieldKind::Shown).iter().filter(|(_, value)| flag(value) != Some(false));
        let known: Vec<_> = known.map(|field| Some((field.0, self.taken(text(*field))?))).collect();
        let unknown = self.sent.texts().map(|(name, text)| (name, text.to_owned()));
        known.into_iter().flatten().chain(unknown).map(|(name, text)| by_name(name, &text)).collect()
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
                self.refuse(&format!("{} {wrong}. Send a list of objects: [{{\"label\": \"…\"}}, …].", quoted(name)));
                return Vec::new();
            }
        };
        let mut checked = Vec::new();
        let mut problems = BTreeSet::new();
        for item in items.iter().filter(|item| !item.is_null()) {
            let item = unstrung(item);
            let Value::Object(fields) = &*item else {
                question.options.push(OptionRequest::labeled(&own_text(&item).unwrap_or_default()));
                continue;
            };
            if let Some((group, _)) = fields.iter().find(|(name, value)| is_group(name, value)) {
                self.refuse(&format!("{} is a list in an option. Send all options in one list.", quoted(group)));
                return Vec::new();
            }
            let mut wrong = Vec::new();
            let (option, is_checked) = read_option(fields, &mut wrong);
            checked.extend(is_checked.then(|| option.name().to_owned()));
            if problems.len() < MAX_OPTION_PROBLEMS {
                problems.extend(wrong);
            }
            question.options.push(option);
        }
        for wrong in problems {
            self.refuse(&format!("in {}, {wrong}", quoted(name)));
        }
        checked
    }

    /// Returns what the fields say about the mode. A type that is unknown is a problem if there are options, otherwise
    /// it is added to the texts `below` the prompt.
    fn said(&mut self, has_options: bool, below: &mut Vec<String>) -> Said<'a> {
        let mut said = Said::default();
        for (name, value) in self.sent.all_of(FieldKind::Mode) {
            match value.as_str().and_then(Type::named) {
                Some(Type::Any) => {}
                Some(kind) => {
                    let says = match kind {
                        Type::Mode(Mode::Multi) => &mut said.several,
                        Type::Mode(Mode::Single) | Type::YesNo | Type::Boolean => &mut said.one,
                        Type::Mode(Mode::Input) => &mut said.input,
                        _ => &mut None,
                    };
                    says.get_or_insert(name);
                    said.kind.get_or_insert(kind);
                }
                None if has_options || !value.is_string() => self.refuse(&format!(
                    "{}: {value} is not known. Send \"mode\": \"single\", \"multi\" or \"input\".",
                    quoted(name)
                )),
                None => below.extend(value.as_str().map(|text| by_name(name, text))),
            }
        }
        for (name, value) in self.sent.all_of(FieldKind::Multi) {
            let is_type = || value.as_str().and_then(Type::named) == Some(Type::Mode(Mode::Multi));
            match self.taken(if is_type() { Ok(true) } else { flag_of((name, value)) }) {
                Some(true) => said.several.get_or_insert(name),
                Some(false) => said.one.get_or_insert(name),
                None => continue,
            };
        }
        let limits = self.sent.all_of(FieldKind::Limit).iter().filter(|_| has_options);
        for (name, limit) in limits.filter_map(|(name, value)| Some((name, Limit::read(name, value)?))) {
            match limit.number {
                _ if !limit.is_of_choices => {}
                number if number > 1.0 => _ = said.several.get_or_insert(name),
                number if limit.is_max && number < 1.0 => {
                    self.refuse(&format!("{} has to be 1 or more.", quoted(name)));
                }
                _ if limit.is_max => _ = said.one.get_or_insert(name),
                _ => {}
            }
        }
        said
    }

    fn mode(&mut self, question: &mut QuestionRequest, below: &mut Vec<String>) {
        let has_options = !question.options.is_empty();
        let said = self.said(has_options, below);
        for (one, other) in [(said.several, said.one), (said.several, said.input)] {
            if let Some((one, other)) = one.zip(other) {
                let what = format!("{} asks for several choices, and {} does not", quoted(one), quoted(other));
                self.refuse(&format!("{what}. Send \"mode\": \"single\", \"multi\" or \"input\"."));
            }
        }
        if let Some((input, (options, _))) = said.input.filter(|_| has_options).zip(self.sent.get(FieldKind::Options)) {
            let what = format!("{} asks for a text, and {} for a choice", quoted(input), quoted(options));
            self.refuse(&format!("{what}. Send one of them."));
        }
        question.mode = match said.kind {
            _ if said.several.is_some() => Some(Mode::Multi),
            Some(Type::YesNo | Type::Boolean) if !has_options => {
                question.options = yes_and_no(said.kind == Some(Type::Boolean));
                Some(Mode::Single)
            }
            Some(Type::Mode(mode)) => Some(mode),
            Some(Type::List) => Some(Mode::Single),
            Some(Type::Kind(_) | Type::Secret) if !has_options => Some(Mode::Input),
            _ => None,
        };
        question.kind = match said.kind {
            Some(Type::Kind(kind)) if !has_options => Some(kind),
            _ => None,
        };
        if said.kind == Some(Type::Secret) {
            question.secret = Some(true);
        }
    }

    /// Sets what is recommended: values, labels, or numbers. A number that names no option is an index, 0-based.
    fn recommended(&mut self, question: &mut QuestionRequest) {
        let (named, index) = (self.sent.get(FieldKind::Recommended), self.sent.get(FieldKind::RecommendedIndex));
        let name =
            |value: &Value| own_text(value).filter(|name| question.option_named(name).is_some()).map(Value::from);
        let read = |(_, value): Field<'_>| match value {
            Value::Array(items) => items.iter().map(|item| name(item).unwrap_or_else(|| item.clone())).collect(),
            value => name(value).unwrap_or_else(|| value.clone()),
        };
        let (one, other) = (named.map(read), index.map(|(_, value)| value.clone()));
        if let (Some(one), Some(other)) = (&one, &other)
            && question.option_recommended(one) != question.option_recommended(other)
        {
            self.contradict(named, index);
        }
        question.recommended = one.or(other);
    }

    /// Reads a default: a text, or, if that names no option, true or false for "Yes" or "No", or an index, 0-based, as
    /// in Inquirer.
    fn default(&mut self, field: Field<'_>, question: &QuestionRequest) -> Option<String> {
        let (name, value) = field;
        let text = self.taken(text(field))?;
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
            self.refuse(&format!("{}: {text} is none of its options. Send the value of an option.", quoted(name)));
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
                Value::Array(items) => all.extend(items.iter().filter_map(|item| self.default((name, item), question))),
                value => all.extend(self.default((name, value), question)),
            }
        }
        if all.is_empty() {
            all = checked;
        }
        // Either field is accepted for every mode.
        question.default_values = Some(all).filter(|all| !all.is_empty());
    }
}
