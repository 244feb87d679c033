//! Finds what a question begins with: the options that are recommended, and the answers by default.

use std::collections::HashSet;

use serde_json::Value;

use crate::call::called::{NamesFor, OptionIndex};
use crate::call::questionnaire::QuestionOption;
use crate::call::request::Mode;
use crate::text::Clean;
use crate::text::is_seen;

/// What a name means among the options of a question.
enum Meaning {
    Options(Vec<usize>),
    /// Several options share the name, or a part of it.
    Ambiguous,
    Nothing,
}

/// A question whose recommendations and defaults are looked up.
pub(super) struct Presets<'a, 'r> {
    options: &'a [QuestionOption],
    index: OptionIndex<'a>,
    is_list: bool,
    allow_custom: bool,
    /// What the question cannot have, for the model.
    remarks: &'r mut Vec<String>,
}

impl<'a, 'r> Presets<'a, 'r> {
    pub(super) fn new(
        options: &'a [QuestionOption],
        mode: Mode,
        allow_custom: bool,
        remarks: &'r mut Vec<String>,
    ) -> Self {
        Self { options, index: OptionIndex::of(options), is_list: mode.is_list(), allow_custom, remarks }
    }

    /// Returns the options that a recommendation means, 0-based. Of options with the same value, the first is marked.
    pub(super) fn recommended(&mut self, sent: Option<&Value>) -> Vec<usize> {
        let Some(name) = sent.and_then(Value::as_str) else { return Vec::new() };
        let why = match (self.index.find(name, NamesFor::Models), self.meaning(name)) {
            (Ok(Some(at)), _) => return vec![at],
            (Ok(None), Meaning::Options(options)) => return options,
            (Ok(None), _) if name.trim().is_empty() => return Vec::new(),
            (Ok(None), _) => "names none of its options",
            (Err(_), _) => "names several of its options, so none is marked",
        };
        self.remark("recommended", name, why);
        Vec::new()
    }

    /// Returns the default answers: names of options, and texts. A name is the value of the option, or its label if
    /// other options have the same value. One answer at most, unless the question takes several.
    pub(super) fn defaults(mut self, sent: Vec<String>) -> Vec<String> {
        let (mut defaults, mut met) = (Vec::new(), HashSet::new());
        for name in sent {
            defaults.extend(self.default(name).into_iter().filter(|name| met.insert(name.clone())));
        }
        if defaults.len() > 1 && !self.is_list {
            self.remarks.push("it takes one answer and has several defaults, so none is used.".to_owned());
            defaults.clear();
        }
        defaults
    }

    fn default(&mut self, name: String) -> Vec<String> {
        let why = match self.meaning(&name) {
            Meaning::Options(options) => return options.into_iter().filter_map(|at| self.name_of(at)).collect(),
            Meaning::Ambiguous => "names several of its options, so it is not used",
            // A default that the user can accept unchanged has to be visible.
            Meaning::Nothing if !is_seen(&name) => return Vec::new(),
            Meaning::Nothing if self.allow_custom => {
                if self.is_list {
                    let why = "names none of its options: it is offered as a text, and counts only if the user adds it";
                    self.remark("default", &name, why);
                }
                return vec![name];
            }
            Meaning::Nothing => "names none of its options, so it is not used",
        };
        self.remark("default", &name, why);
        Vec::new()
    }

    /// Returns what a name means: an option, or, if the question takes several, those in a list with commas.
    fn meaning(&self, name: &str) -> Meaning {
        match self.index.all_meant_by_model(name).as_slice() {
            [option] => return Meaning::Options(vec![*option]),
            [] => {}
            _ => return Meaning::Ambiguous,
        }
        let (mut options, mut is_ambiguous) = (Vec::new(), false);
        let parts = name.split([',', '，', '、']).map(str::trim).filter(|part| !part.is_empty() && self.is_list);
        for part in parts {
            match self.index.all_meant_by_model(part).as_slice() {
                [] => return Meaning::Nothing,
                [option] => options.push(*option),
                _ => is_ambiguous = true,
            }
        }
        match options.is_empty() {
            _ if is_ambiguous => Meaning::Ambiguous,
            true => Meaning::Nothing,
            false => Meaning::Options(options),
        }
    }

    /// Returns the name by which an option is found again.
    fn name_of(&self, at: usize) -> Option<String> {
        let option = self.options.get(at)?;
        let mut names = [&option.value, &option.label].into_iter();
        names.find(|name| self.index.all_meant_by_model(name) == [at]).cloned()
    }

    fn remark(&mut self, what: &str, name: &str, why: &str) {
        self.remarks.push(format!("the {what} \"{}\" {why}.", Clean::line(name).as_str()));
    }
}
