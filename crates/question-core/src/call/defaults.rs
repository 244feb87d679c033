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
        if let Some(value) = self.default_value.as_mut()
            // A number is an index, but in a question of the kind.
            && (is_yes_no || options::position(options, value).is_none())
            && !options.iter().any(|option| option.label == *value || option.value.as_ref() == Some(value))
            && let Some(at) = flagged(options, value, is_yes_no)
        {
            *value = options::name_of(options, at);
        }
        let index = sent.first(names::RECOMMENDED_INDEX);
        if index.is_null() {
            let recommended = sent.first(names::RECOMMENDED);
            self.note_index(recommended, name, notes);
            self.read_recommended(recommended);
        } else {
            self.read_recommended(&self.named_by_index(index));
        }
        if let (Some(wanted), None) = (&self.recommended, self.recommended_option())
            && !self.options.is_empty()
        {
            if let Some(at) = flagged(&self.options, wanted, is_yes_no) {
                self.recommended = Some(options::name_of(&self.options, at));
            } else if fields::flag(&Value::from(wanted.as_str())) == Some(false) {
                self.recommended = None;
            } else if wanted.trim().contains(' ') {
                // Words for the user.
                let wanted = wanted.clone();
                self.recommended = None;
                self.push_below(&[wanted]);
            } else {
                notes.push(&[name, ": the recommended \"", wanted, "\" is none of its options."]);
            }
        }
    }

    /// What is sent as positions, by the names of the options there.
    fn named_by_index(&self, sent: &Value) -> Value {
        match sent {
            Value::Array(all) => all.iter().map(|index| self.named_by_index(index)).collect(),
            index => match fields::number(index).filter(|at| *at < self.options.len()) {
                Some(at) => Value::from(options::name_of(&self.options, at)),
                None => index.clone(),
            },
        }
    }

    /// Tells that a number was taken for an index where options are numbers as well.
    fn note_index(&self, sent: &Value, name: &str, notes: &mut Notes) {
        if let Value::Number(number) = sent
            && let number = number.to_string()
            && let Some(option) = options::position(&self.options, &number).and_then(|at| self.options.get(at))
            && ![Some(&option.label), option.value.as_ref()]
                .into_iter()
                .flatten()
                .any(|name| options::without_mark(name) == number)
            && options::are_numbers(&self.options)
        {
            notes.push(&[
                name,
                ": the recommended ",
                &number,
                " is the value of no option and was read as an index, from 0: \"",
                &option.label,
                "\".",
            ]);
        }
    }

    fn read_recommended(&mut self, sent: &Value) {
        let of = |value: &Value, options: &[OptionRequest]| match value {
            // A value, a label, or an index from 0, as some tools have it.
            Value::Number(number) => {
                let number = number.to_string();
                Some(options::position(options, &number).map_or(number, |at| options::name_of(options, at)))
            }
            value => named(value),
        };
        let Value::Array(all) = sent else {
            self.recommended = of(sent, &self.options);
            // Several in one text.
            let parts: Vec<Value> = sent.text().split(',').map(|part| Value::from(part.trim())).collect();
            let is_option = |part: &Value| options::position(&self.options, part.text()).is_some();
            if parts.len() > 1 && self.recommended_option().is_none() && parts.iter().all(is_option) {
                self.recommended = None;
                self.read_recommended(&Value::Array(parts));
            }
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
