//! Finds what a question begins with: the options that are recommended, and the answers by default.

use serde_json::Value;

use crate::call::called::{By, Called};
use crate::call::naming::is_seen;
use crate::call::questionnaire::QuestionOption;
use crate::call::request::Mode;
use crate::text::Clean;

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
    called: Called<'a>,
    mode: Mode,
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
        Self { options, called: Called::of(options), mode, allow_custom, remarks }
    }

    /// Returns the options that a recommendation means, 0-based.
    pub(super) fn recommended(&mut self, sent: Option<&Value>) -> Vec<usize> {
        let Some(name) = sent.and_then(Value::as_str) else { return Vec::new() };
        match self.called.find(name, By::Value) {
            // Of options with the same value, the first is marked.
            Ok(Some(at)) => return vec![at],
            Ok(None) if name.trim().is_empty() => return Vec::new(),
            Ok(None) => {}
            Err(_) => return self.remark("recommended", name, "names several of its options, so none is marked"),
        }
        match self.meaning(name) {
            Meaning::Options(options) => options,
            _ => self.remark("recommended", name, "names none of its options"),
        }
    }

    /// Returns the default answers: names of options, and texts. A name is the value of the option, or its label if
    /// other options have the same value. One answer at most, unless the question takes several.
    pub(super) fn defaults(mut self, sent: Vec<String>) -> Vec<String> {
        let mut defaults: Vec<String> = Vec::new();
        for name in sent {
            let named = self.default(name);
            let new: Vec<String> = named.into_iter().filter(|name| !defaults.contains(name)).collect();
            defaults.extend(new);
        }
        if defaults.len() > 1 && !self.mode.takes_many() {
            self.remarks.push("it takes one answer and has several defaults, so none is used.".to_owned());
            defaults.clear();
        }
        defaults
    }

    fn default(&mut self, name: String) -> Vec<String> {
        // A default that the user can accept unchanged has to be visible.
        match self.meaning(&name) {
            Meaning::Options(options) => options.into_iter().filter_map(|at| self.name_of(at)).collect(),
            Meaning::Ambiguous => self.remark("default", &name, "names several of its options, so it is not used"),
            Meaning::Nothing if !is_seen(&name) => Vec::new(),
            Meaning::Nothing if !self.allow_custom => {
                self.remark("default", &name, "names none of its options, so it is not used")
            }
            Meaning::Nothing => vec![name],
        }
    }

    /// Returns what a name means: an option, or, if the question takes several, those in a list with commas.
    fn meaning(&self, name: &str) -> Meaning {
        match self.called.shared(name).as_slice() {
            [option] => return Meaning::Options(vec![*option]),
            [] => {}
            _ => return Meaning::Ambiguous,
        }
        let parts =
            name.split([',', '，', '、']).map(str::trim).filter(|part| !part.is_empty() && self.mode.takes_many());
        let found: Vec<Vec<usize>> = parts.map(|part| self.called.shared(part)).collect();
        if found.is_empty() || found.iter().any(Vec::is_empty) {
            return Meaning::Nothing;
        }
        let options: Option<Vec<usize>> =
            found.into_iter().map(|found| <[usize; 1]>::try_from(found).ok().map(|[at]| at)).collect();
        options.map_or(Meaning::Ambiguous, Meaning::Options)
    }

    /// Returns the name by which an option is found again.
    fn name_of(&self, at: usize) -> Option<String> {
        let option = self.options.get(at)?;
        let mut names = [&option.value, &option.label].into_iter();
        names.find(|name| self.called.shared(name) == [at]).cloned()
    }

    fn remark<T>(&mut self, what: &str, name: &str, why: &str) -> Vec<T> {
        self.remarks.push(format!("the {what} \"{}\" {why}.", Clean::line(name).as_str()));
        Vec::new()
    }
}
