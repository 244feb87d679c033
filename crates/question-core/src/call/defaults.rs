//! What is chosen or typed from the start, and what is recommended, by any of the ways that tools have for that.

use serde_json::Value;

use crate::call::fields::{self, Fields, Unpacked, own_text, unpacked};
use crate::call::names;
use crate::call::options::{self, Options};
use crate::call::question::Notes;
use crate::call::request::{Mode, OptionRequest, QuestionRequest};
use crate::call::types::Type;
use crate::json::Lenient;

impl QuestionRequest {
    /// Reads defaults and recommendations; its options are read before.
    pub(super) fn read_defaults(&mut self, sent: Fields<'_>, read: &Options, name: &str, notes: &mut Notes) {
        let takes_many = self.mode.is_some_and(Mode::takes_many);
        let is_yes_no = sent.types().iter().any(|kind| matches!(kind, Type::YesNo | Type::Boolean));
        let (default, defaults) = (sent.first(names::DEFAULT), sent.first(names::DEFAULTS));
        // Only a list of boxes has several; to a text field, JSON is a text like any other.
        let listed = list(default).filter(|_| takes_many);
        let listed = listed.as_ref().map_or(default, |read| &*read.value);
        self.default_value = match listed {
            Value::Object(_) => fields::text(listed, NAMES_OF_OPTION),
            Value::Number(number) if !self.options.is_empty() && !is_yes_no => {
                self.numbered(&number.to_string(), name, notes)
            }
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
        if let Some(value) = self.default_value.as_mut()
            // A number is an index, but in a question of the kind.
            && (is_yes_no || options::position(options, value).is_none())
            && !options.iter().any(|option| option.label == *value || option.value.as_ref() == Some(value))
            && let Some(at) = flagged(options, value, is_yes_no)
        {
            *value = options::name_of(options, at);
        }
        let index = sent.first(names::RECOMMENDED_INDEX);
        let (recommended, is_index) =
            if index.is_null() { (sent.first(names::RECOMMENDED), false) } else { (index, true) };
        self.read_recommended(recommended, is_index, name, notes);
        if let (Some(wanted), None) = (&self.recommended, self.recommended_option())
            && !self.options.is_empty()
        {
            if let Some(at) = flagged(&self.options, wanted, is_yes_no) {
                self.recommended = Some(options::name_of(&self.options, at));
            } else if fields::flag(&Value::from(wanted.as_str())) == Some(false) {
                self.recommended = None;
            }
            self.note_recommended(name, notes);
        }
    }

    /// The option that a number is a default for: by its name, or else by its index, from 0.
    fn numbered(&self, number: &str, name: &str, notes: &mut Notes) -> Option<String> {
        let is_number = |option: &OptionRequest| options::are_numbers(std::slice::from_ref(option));
        // Among numbers, a number is one of them, or what the user is offered to type.
        if options::position(&self.options, number).is_some() || self.options.iter().all(is_number) {
            return Some(number.to_owned());
        }
        let option = number.parse().ok().and_then(|at: usize| self.options.get(at).zip(Some(at)));
        if let Some((option, at)) = option {
            notes.push(&[name, ": the default ", number, " was read as an index, from 0: \"", &option.label, "\"."]);
            return Some(options::name_of(&self.options, at));
        }
        // No index is how some tools say that there is none.
        if !number.starts_with('-') {
            notes.push(&[name, ": the default ", number, " is none of its options and was left out."]);
        }
        None
    }

    /// Reads which options are recommended: by value, by label, or, where a number is sent as one, by an index from 0.
    fn read_recommended(&mut self, sent: &Value, is_index: bool, name: &str, notes: &mut Notes) {
        if let Value::Array(all) = sent {
            return all.iter().for_each(|one| self.read_recommended(one, is_index, name, notes));
        }
        let Some(wanted) = named(sent) else { return };
        let called = if is_index { None } else { options::position(&self.options, &wanted) };
        let index = fields::number(sent).filter(|at| (is_index || sent.is_number()) && *at < self.options.len());
        if let Some(at) = called.or(index) {
            if called.is_none() && !is_index && options::are_numbers(&self.options) {
                let read = options::name_of(&self.options, at);
                let is_index = " is the value of no option and was read as an index, from 0: \"";
                notes.push(&[name, ": the recommended ", &wanted, is_index, &read, "\"."]);
            }
            return self.recommend(at);
        }
        // Several in one text.
        let parts: Vec<&str> = wanted.split(',').map(str::trim).collect();
        let parts: Option<Vec<usize>> = parts.iter().map(|part| options::position(&self.options, part)).collect();
        match parts.filter(|parts| parts.len() > 1) {
            Some(parts) => parts.into_iter().for_each(|at| self.recommend(at)),
            None => self.recommended = self.recommended.take().or(Some(wanted)),
        }
    }

    /// Recommends the option at a position: by its name, or, where another one is called the same or recommended before, by
    /// a mark of its own.
    pub(super) fn recommend(&mut self, at: usize) {
        let name = options::name_of(&self.options, at);
        if self.recommended.is_none() && options::position(&self.options, &name) == Some(at) {
            self.recommended = Some(name);
        } else if let Some(option) = self.options.get_mut(at) {
            option.recommend();
        }
    }

    /// Tells that no option is called what is recommended.
    pub(super) fn note_recommended(&self, name: &str, notes: &mut Notes) {
        let wanted = self.recommended.as_deref().filter(|wanted| !wanted.trim().is_empty());
        if let (Some(wanted), None, false) = (wanted, self.recommended_option(), self.options.is_empty()) {
            notes.push(&[name, ": the recommended \"", wanted, "\" is none of its options."]);
        }
    }
}

/// The position of the option that a word for yes or no means: by its label, or where it stands in a question of the kind.
fn flagged(options: &[OptionRequest], word: &str, is_yes_no: bool) -> Option<usize> {
    let of = |text: &str| fields::flag(&Value::from(text));
    let flag = of(word)?;
    let labeled = options.iter().position(|option| of(&option.label) == Some(flag));
    labeled.or_else(|| (is_yes_no && options.len() == 2).then_some(usize::from(!flag)))
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
