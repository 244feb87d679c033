//! Tells options with the same label apart, for the model.

use std::collections::HashMap;

use super::text::one_line;
use crate::answer::picks::Pick;
use crate::call::questionnaire::QuestionOption;

/// Maximum length of a description that tells an option apart, in characters.
const DESCRIPTION_LIMIT: usize = 60;

/// The options of a question, compared as the model reads them.
pub(super) struct Alike<'a> {
    options: &'a [QuestionOption],
    /// How often each label occurs, and, if any occurs again, each label with a value and with a description.
    occurrences: HashMap<String, usize>,
}

impl<'a> Alike<'a> {
    pub(super) fn of(options: &'a [QuestionOption]) -> Self {
        let mut occurrences: HashMap<String, usize> = HashMap::new();
        let mut count = |key: fn(&QuestionOption) -> String| {
            for option in options {
                *occurrences.entry(key(option)).or_default() += 1;
            }
            occurrences.len()
        };
        // Hardly any question has options with the same label.
        if count(label) < options.len() {
            count(with_value);
            count(with_description);
        }
        Self { options, occurrences }
    }

    /// Returns whether the label of a picked option says its value: it reads the same but for case and separators, and no
    /// other option has it.
    pub(super) fn says(&self, pick: &Pick) -> bool {
        let letters = |text: &str| text.to_lowercase().replace([' ', '-', '_'], "");
        let is_alone = || self.occurrences.get(&one_line(&pick.label, usize::MAX)).is_none_or(|&count| count == 1);
        pick.value == pick.label || is_alone() && letters(&pick.value) == letters(&pick.label)
    }

    /// Returns what tells a picked option from others with its label: its description or its number. `None` if there
    /// are no others, or if its value does, which is shown if it is not the label.
    pub(super) fn sign(&self, pick: &Pick, is_list: bool) -> Option<String> {
        let number = pick.number()?;
        let option = self.options.get(number.checked_sub(1)?)?;
        let is_alone = |key: String| self.occurrences.get(&key).is_none_or(|&count| count == 1);
        if is_alone(label(option)) || option.value != option.label && is_alone(with_value(option)) {
            return None;
        }
        let description = option.description.as_deref().unwrap_or_default().trim();
        let is_short = !description.contains('\n') && description.chars().nth(DESCRIPTION_LIMIT).is_none();
        // Other texts in brackets have a meaning of their own, and a comma separates picks.
        let is_taken =
            ["typed", "default", "note:", "value:", "option "].iter().any(|own| description.starts_with(own));
        let is_doubtful = description.is_empty() || is_taken || is_list && description.contains([',', '"']);
        let tells = is_short && !is_doubtful && is_alone(with_description(option));
        Some(if tells { one_line(description, DESCRIPTION_LIMIT) } else { format!("option {number}") })
    }
}

fn label(option: &QuestionOption) -> String {
    one_line(&option.label, usize::MAX)
}

fn with_value(option: &QuestionOption) -> String {
    [&label(option), "\nvalue ", &option.value].concat()
}

fn with_description(option: &QuestionOption) -> String {
    let description = option.description.as_deref().unwrap_or_default();
    [&label(option), "\ndescription ", &one_line(description, usize::MAX)].concat()
}
