//! Reads one question with field names of `aliases`, and converts each value to the type of its field.
//!
//! A value that cannot be converted is left out with a note. If leaving it out would change what is asked, the question
//! is refused.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::call::aliases::{Place, SEVERAL, Type};
use crate::call::naming::is_seen;
use crate::call::option::{is_group, is_separator, read_option, unstrung, yes_and_no};
use crate::call::request::{Mode, OptionRequest, QuestionRequest, position};
use crate::call::sent::{MAX_UNKNOWN, Sent, flag, index, note_left_out, own_text, quoted};
use crate::call::unwrap::{Reading, joined, unpacked};

/// A question whose fields are being read.
struct Reader<'a, 'r> {
    sent: &'a Sent<'a, Place>,
    number: usize,
    reading: &'r mut Reading,
}

impl QuestionRequest {
    /// Reads a question; `number` is 1-based. Of a refused question only its identity and prompt are kept, and an empty
    /// prompt is filled so that it causes no further problem.
    pub(super) fn read(sent: &Sent<'_, Place>, number: usize, reading: &mut Reading) -> Self {
        let before = reading.refused();
        let question = Reader { sent, number, reading }.question();
        if reading.refused() == before {
            return question;
        }
        let Self { id, label, prompt, .. } = question;
        Self { id, label, prompt: if is_seen(&prompt) { prompt } else { "…".to_owned() }, ..Self::default() }
    }
}

impl Reader<'_, '_> {
    fn note(&mut self, what: &str) {
        self.reading.note(&format!("Question {}: {what}", self.number));
    }

    fn refuse(&mut self, what: &str) {
        self.reading.refuse(&format!("Question {}: {what}", self.number));
    }

    fn text(&mut self, place: Place) -> Option<String> {
        let (name, value) = self.sent.get(place)?;
        self.texted(name, value)
    }

    fn texted(&mut self, name: &str, value: &Value) -> Option<String> {
        let text = own_text(value);
        if text.is_none() {
            self.note(&format!("\"{name}\" has to be a text, and was left out."));
        }
        text
    }

    fn prompt(&mut self) -> Option<String> {
        let (name, value) = self.sent.get(Place::Prompt)?;
        let prompt = own_text(value);
        if prompt.is_none() {
            self.refuse(&format!("\"{name}\" has to be a text, the full question."));
        }
        prompt
    }

    fn flag(&mut self, place: Place) -> Option<bool> {
        let (name, value) = self.sent.get(place)?;
        let flag = flag(value);
        if flag.is_none() {
            self.note(&format!("\"{name}\" has to be true or false, and was left out."));
        }
        flag
    }

    /// Returns whether several options can be chosen, if a field says so.
    fn is_multi(&mut self) -> Option<bool> {
        let mut is_multi = None;
        for (name, value) in self.sent.all_of(Place::Multi) {
            match flag(value) {
                Some(flag) => is_multi = Some(flag || is_multi == Some(true)),
                // A question for several choices must not turn into one for a single choice.
                None => self.refuse(&format!("\"{name}\" has to be true or false.")),
            }
        }
        is_multi
    }

    /// Returns the type of the question. Of several, `multi` precedes the first that has a meaning.
    fn kind(&mut self) -> Option<Type> {
        let mut kinds = Vec::new();
        for (name, value) in self.sent.all_of(Place::Mode) {
            let kind = value.as_str().and_then(Type::named);
            kinds.extend(kind.filter(|kind| *kind != Type::Any));
            if kind.is_some() {
                continue;
            }
            let about = format!("\"{name}\": {value} is not known");
            if self.sent.get(Place::Options).is_some() {
                self.refuse(&format!("{about}. Send \"mode\": \"single\", \"multi\" or \"input\"."));
            } else {
                self.note(&format!("{about}, and was left out."));
            }
        }
        let multi = kinds.iter().find(|kind| **kind == Type::Mode(Mode::Multi));
        multi.or(kinds.first()).copied()
    }

    fn question(mut self) -> QuestionRequest {
        let above = self.sent.all_of(Place::Above).into_iter();
        let mut above: Vec<Option<String>> = above.map(|(name, value)| self.texted(name, value)).collect();
        let (prompt, label) = (self.prompt(), self.text(Place::Label));
        // Some tools send the same text under two names.
        above.retain(|text| *text != prompt && *text != label);
        let mut question = QuestionRequest {
            id: self.text(Place::Id),
            label,
            prompt: joined(above.into_iter().chain([prompt])).unwrap_or_default(),
            custom_label: self.text(Place::CustomLabel),
            placeholder: self.text(Place::Placeholder),
            allow_custom: self.flag(Place::AllowCustom).or_else(|| self.flag(Place::NoCustom).map(|no| !no)),
            allow_empty: self.flag(Place::AllowEmpty).or_else(|| self.flag(Place::Required).map(|must| !must)),
            secret: self.flag(Place::Secret).filter(|is_secret| *is_secret),
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
        for (place, name, value) in &self.sent.doubled {
            let Some((first, taken)) = self.sent.get(*place).filter(|(_, taken)| taken != value) else { continue };
            if *place == Place::Options && taken != *value {
                self.refuse(&format!("\"{name}\" stands beside \"{first}\". Send one of them."));
            } else {
                self.note(&format!("\"{name}\" was left out, because \"{first}\" stands for the same."));
            }
        }
    }

    /// Reports unknown fields. One that may hold the options, or may ask for several choices, is refused.
    fn unknown(&mut self, question: &QuestionRequest) {
        let is_about = |(name, value): &&(&str, &Value)| match question.mode {
            _ if question.options.is_empty() => value.is_array() || value.is_object(),
            Some(Mode::Multi) => false,
            _ => is_about_several(name, value),
        };
        let send = if question.options.is_empty() {
            "Send what can be chosen as \"options\", or leave it out"
        } else {
            "Send \"mode\": \"multi\" if several can be chosen, or leave it out"
        };
        match self.sent.unknown.iter().find(is_about) {
            Some((name, _)) => self.refuse(&format!("{} is an unknown field. {send}.", quoted(name))),
            None => self.sent.note_unknown(&format!("Question {}", self.number), self.reading),
        }
    }

    /// Reads the options. Returns the names of those that are chosen by default.
    fn options(&mut self, question: &mut QuestionRequest) -> Vec<String> {
        let Some((name, sent)) = self.sent.get(Place::Options) else { return Vec::new() };
        let sent = unpacked(sent);
        let items = match sent.as_deref() {
            Ok(Value::Array(items)) => items,
            Ok(Value::Null) => return Vec::new(),
            wrong => {
                let wrong = wrong.map_or_else(Clone::clone, |_| "is no list".to_owned());
                self.refuse(&format!("\"{name}\" {wrong}. Send a list of objects: [{{\"label\": \"…\"}}, …]."));
                return Vec::new();
            }
        };
        let mut checked = Vec::new();
        let mut left: [BTreeSet<String>; 2] = Default::default();
        for item in items.iter().filter(|item| !item.is_null() && !is_separator(item)) {
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
            for (left, more) in left.iter_mut().zip(more).filter(|(left, _)| left.len() <= MAX_UNKNOWN) {
                left.extend(more.into_iter().map(str::to_owned));
            }
            question.options.push(option);
        }
        for (kind, left) in ["unknown", "unreadable"].into_iter().zip(left) {
            let names: Vec<&str> = left.iter().map(String::as_str).collect();
            note_left_out(&format!("Question {}, options", self.number), kind, &names, self.reading);
        }
        self.other(question);
        checked
    }

    /// Converts a last option "Other" to the row for free text, which the list has anyway.
    fn other(&mut self, question: &mut QuestionRequest) {
        let is_other =
            |option: &OptionRequest| option.label.trim().trim_end_matches(['.', '…']).eq_ignore_ascii_case("other");
        if question.allow_custom == Some(false) || question.options.len() < 2 {
            return;
        }
        if let Some(other) = question.options.pop_if(|option| is_other(option)) {
            self.note(&format!(
                "its option \"{}\" was taken for the free-text row, which the list has anyway.",
                other.label
            ));
            question.placeholder = question.placeholder.take().or(other.description);
            question.custom_label = question.custom_label.take().or(Some(other.label));
        }
    }

    /// Sets the mode. `multi` takes precedence over other statements.
    fn mode(&mut self, question: &mut QuestionRequest) {
        let has_options = !question.options.is_empty();
        let (is_multi, kind) = (self.is_multi(), self.kind());
        question.mode = match kind {
            Some(Type::YesNo | Type::Boolean) if !has_options => {
                question.options = yes_and_no(kind == Some(Type::Boolean));
                Some(Mode::Single)
            }
            Some(Type::Mode(Mode::Input)) if !has_options => Some(Mode::Input),
            _ if is_multi == Some(true) => Some(Mode::Multi),
            Some(Type::Mode(mode)) => Some(mode),
            Some(Type::Kind(_) | Type::Secret) if !has_options => Some(Mode::Input),
            _ if has_options && is_multi.is_none() && says_several(&question.prompt) => {
                self.note("several can be chosen, because its prompt says so.");
                Some(Mode::Multi)
            }
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
        let at = match (self.sent.get(Place::Recommended), self.sent.get(Place::RecommendedIndex)) {
            (Some((_, value @ Value::Number(number))), _) => {
                position(&question.options, &number.to_string()).or_else(|| index(value))
            }
            (Some((name, value)), _) => {
                question.recommended = self.texted(name, value);
                return;
            }
            (None, Some((_, value))) => index(value),
            (None, None) => return,
        };
        match at.filter(|at| *at < question.options.len()) {
            Some(at) => question.recommend(at),
            None if question.options.is_empty() => {}
            None => self.note("what is recommended is out of range, and was left out; 0 is the first option."),
        }
    }

    /// Reads a default: a text, or a number. A number that names no option is an index, 0-based, as in Inquirer.
    fn default(&mut self, name: &str, value: &Value, question: &QuestionRequest) -> Option<String> {
        let text = self.texted(name, value)?;
        if question.custom_label.as_ref().is_some_and(|label| label.trim().eq_ignore_ascii_case(text.trim())) {
            // It names the row for free text, in which nothing is typed yet.
            return None;
        }
        if value.is_string() || question.options.is_empty() || position(&question.options, &text).is_some() {
            return Some(text);
        }
        // An index refers to options that were sent, not to those derived from a type.
        let is_made = self.sent.get(Place::Options).is_none();
        let meant = flag(value).filter(|_| is_made || value.is_boolean());
        let says = |option: &&OptionRequest| flag(&Value::from(option.label.as_str())) == meant;
        let option = match meant {
            Some(_) => question.options.iter().find(says),
            None => index(value).and_then(|at| question.options.get(at)),
        };
        if option.is_none() {
            self.note(&format!("\"{name}\": {text} is none of its options, and was left out."));
        }
        option.map(|option| option.name().to_owned())
    }

    /// Sets the default answers. `checked` holds the options that are marked as chosen themselves.
    fn defaults(&mut self, question: &mut QuestionRequest, checked: Vec<String>) {
        let takes_many = question.mode.is_some_and(Mode::takes_many);
        let unpack = |value| unpacked(value).ok().filter(|list| takes_many && list.is_array());
        let mut all: Vec<String> = Vec::new();
        for (name, value) in self.sent.all_of(Place::Default) {
            match unpack(value).as_deref().unwrap_or(value) {
                Value::Array(items) => all.extend(items.iter().filter_map(|item| self.default(name, item, question))),
                value => all.extend(self.default(name, value, question)),
            }
        }
        if all.is_empty() {
            all = checked;
        }
        if takes_many {
            question.default_values = Some(all).filter(|all| !all.is_empty());
        } else {
            if all.len() > 1 {
                self.note("of its defaults the first counts; it takes one answer.");
            }
            question.default_value = all.into_iter().next();
        }
    }
}

/// Returns whether a prompt says that several options can be chosen.
fn says_several(prompt: &str) -> bool {
    let prompt = prompt.to_ascii_lowercase();
    SEVERAL.iter().any(|words| prompt.contains(words))
}

/// Returns whether an unknown field may ask for several choices, by a word in its name or by its value.
fn is_about_several(name: &str, value: &Value) -> bool {
    const WORDS: [&str; 5] = ["multi", "multiple", "many", "several", "checkbox"];
    let is_one = |word: &str| WORDS.iter().any(|own| word.eq_ignore_ascii_case(own));
    let kind = value.as_str();
    let is_type = |kind: &str| is_one(kind) || Type::named(kind) == Some(Type::Mode(Mode::Multi));
    (words(name).into_iter().any(is_one) && flag(value) != Some(false)) || kind.is_some_and(is_type)
}

/// Splits a name into its words: `can`, `Pick` and `Many` for `canPickMany`.
fn words(name: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for part in name.split(|char: char| !char.is_alphanumeric()) {
        let mut rest = part;
        while let Some((at, _)) = rest.char_indices().skip(1).find(|(_, char)| char.is_uppercase()) {
            let (word, more) = rest.split_at_checked(at).unwrap_or((rest, ""));
            words.push(word);
            rest = more;
        }
        words.push(rest);
    }
    words
}
