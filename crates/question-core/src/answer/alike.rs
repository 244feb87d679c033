//! Tells options with the same label apart, for the model.

use std::collections::HashMap;

use crate::answer::content::one_line;
use crate::answer::picks::Pick;
use crate::call::questionnaire::QuestionOption;

/// Maximum length of a description that tells an option apart, in characters.
const DESCRIPTION_LIMIT: usize = 60;

/// How often labels occur among the options of a question. Labels are compared as the model reads them.
pub(super) struct Alike<'a> {
    options: &'a [QuestionOption],
    labels: HashMap<String, usize>,
    /// For labels that occur more than once: each with a value, and each with a description.
    values: HashMap<(String, &'a str), usize>,
    descriptions: HashMap<(String, String), usize>,
}

impl<'a> Alike<'a> {
    pub(super) fn of(options: &'a [QuestionOption]) -> Self {
        let mut labels = HashMap::new();
        for option in options {
            *labels.entry(label(option)).or_default() += 1;
        }
        let (mut values, mut descriptions) = (HashMap::new(), HashMap::new());
        // Hardly any question has such labels.
        if labels.len() < options.len() {
            for option in options.iter().filter(|option| labels.get(&label(option)).is_some_and(|&count| count > 1)) {
                *values.entry((label(option), option.value.as_str())).or_default() += 1;
                *descriptions.entry((label(option), description(option))).or_default() += 1;
            }
        }
        Self { options, labels, values, descriptions }
    }

    /// Returns what tells a picked option from others with its label: its description or its number. `None` if there
    /// are no others, or if the value, which is shown if it is not the label, does.
    pub(super) fn sign(&self, pick: &Pick, is_list: bool) -> Option<String> {
        let number = pick.index?;
        let option = self.options.get(number.checked_sub(1)?)?;
        let label = label(option);
        let is_alone = |count: Option<&usize>| count.is_none_or(|&count| count == 1);
        let has_own_value = option.value != option.label && is_alone(self.values.get(&(label.clone(), &option.value)));
        if is_alone(self.labels.get(&label)) || has_own_value {
            return None;
        }
        let description = description(option);
        let is_short = option.description.as_ref().is_some_and(|text| !text.trim().contains('\n'))
            && !description.is_empty()
            && description.chars().nth(DESCRIPTION_LIMIT).is_none();
        // Other texts in brackets have a meaning of their own.
        let is_taken = ["typed", "note:", "value:", "option "].iter().any(|own| description.starts_with(own));
        let is_doubtful = is_taken || is_list && description.contains([',', '"']);
        let own = is_short && !is_doubtful && is_alone(self.descriptions.get(&(label, description.clone())));
        Some(if own { description } else { format!("option {number}") })
    }
}

fn label(option: &QuestionOption) -> String {
    one_line(&option.label, usize::MAX)
}

fn description(option: &QuestionOption) -> String {
    one_line(option.description.as_deref().unwrap_or_default(), usize::MAX)
}
