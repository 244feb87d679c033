//! What the user has entered for one question, until it is sent.

use std::collections::{HashMap, HashSet};

use crate::answer::given::{Choice, Given, Typed};
use crate::answer::reply::Reply;
use crate::call::questionnaire::Question;
use crate::call::request::Mode;

/// What the user has entered for a question; what undo brings back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Draft {
    pub(crate) given: Given,
    /// Text in the editor of the custom row or of an input question, kept whether or not it became the answer.
    pub(crate) text: String,
    /// What the user has to say about the answer.
    pub(crate) note: Option<String>,
    /// Text in the note's editor.
    pub(crate) note_text: String,
    /// Whether any of it is the user's own doing, and not a default.
    pub(crate) is_touched: bool,
    /// Whether there was an answer before that.
    had_default: bool,
    /// The last text that was an answer, the user's own or a default: who chooses something else has not left it unsent.
    settled: String,
}

impl Draft {
    /// What is entered before the user has done anything.
    pub(crate) fn of_defaults(question: &Question) -> Self {
        // The first of each value; most questions have no defaults.
        let has_defaults = question.default_value.is_some() || !question.default_values.is_empty();
        let options = question.options.iter().enumerate().rev().filter(|_| has_defaults);
        let options: HashMap<&str, usize> = options.map(|(at, option)| (option.value.as_str(), at)).collect();
        let option = |value: &String| options.get(value.as_str()).copied();
        let custom = |value: &&String| question.allow_custom && !value.trim().is_empty();
        let default = question.default_value.as_ref();
        let given = match question.mode {
            Mode::Single => {
                let typed = || default.filter(custom).map(|value| Choice::Typed(value.clone()));
                Given::Single(default.and_then(option).map(Choice::Option).or_else(typed))
            }
            Mode::Multi => {
                let unmatched = question.default_values.iter().filter(|value| option(value).is_none());
                let typed = |value: &String| Typed { text: value.clone(), is_checked: true };
                let defaults: HashSet<&String> = question.default_values.iter().collect();
                Given::Multi {
                    checked: question.options.iter().map(|option| defaults.contains(&option.value)).collect(),
                    typed: unmatched.filter(custom).map(typed).collect(),
                    is_none_meant: false,
                }
            }
            Mode::Input => Given::Input(default.filter(custom).cloned()),
        };
        let text = given.text().cloned().unwrap_or_default();
        let draft = Self {
            settled: text.clone(),
            given,
            text,
            note: None,
            note_text: String::new(),
            is_touched: false,
            had_default: false,
        };
        Self { had_default: draft.is_answered(), ..draft }
    }

    /// Takes an answer, or a note, that came from elsewhere.
    pub(crate) fn take(&mut self, reply: Reply) {
        let Reply { given, note } = reply;
        if let Some(given) = given {
            self.text = given.text().cloned().unwrap_or_default();
            self.settled.clone_from(&self.text);
            self.given = given;
            self.had_default = true;
            self.note = None;
        }
        self.note = note.or_else(|| self.note.take());
        self.note_text = self.note.clone().unwrap_or_default();
    }

    /// Whether the question can be submitted as it is.
    pub(crate) fn is_answered(&self) -> bool {
        match &self.given {
            Given::Single(choice) => choice.is_some(),
            Given::Multi { is_none_meant, .. } => *is_none_meant || self.given.has_checked(),
            Given::Input(text) => text.is_some(),
        }
    }

    /// What was typed for the answer and for the note, and is neither.
    pub(crate) fn unsent_texts(&self) -> impl Iterator<Item = &str> {
        [self.unsent_text(), self.unsent_note()].into_iter().flatten()
    }

    /// What was typed for the answer, and is not it.
    pub(crate) fn unsent_text(&self) -> Option<&str> {
        unsent(&self.text, self.given.text()).filter(|text| *text != self.settled.trim())
    }

    /// What was typed for the note, and is not it.
    pub(crate) fn unsent_note(&self) -> Option<&str> {
        unsent(&self.note_text, self.note.as_ref())
    }

    /// Makes part of the answer what was typed and is none yet; beside an option, it is a note.
    pub(crate) fn include_unsent(&mut self) {
        if self.unsent_note().is_some() {
            self.note = Some(self.note_text.clone());
        }
        if self.unsent_text().is_some() {
            let text = self.text.clone();
            if let Given::Single(Some(Choice::Option(_))) = self.given {
                self.note = Some(self.note.iter().chain([&text]).cloned().collect::<Vec<_>>().join("; "));
            } else {
                self.take_text(text);
            }
        }
        self.omit_unsent();
    }

    /// Answers with a text: of a list of boxes, one more.
    pub(crate) fn take_text(&mut self, text: String) {
        match &mut self.given {
            Given::Single(choice) => *choice = Some(Choice::Typed(text.clone())),
            Given::Input(given) => *given = Some(text.clone()),
            given @ Given::Multi { .. } => {
                self.text.clear();
                return given.add(text);
            }
        }
        self.settled = text;
    }

    /// Drops what was typed and is no part of the answer.
    pub(crate) fn omit_unsent(&mut self) {
        self.text = self.given.text().cloned().unwrap_or_default();
        self.note_text = self.note.clone().unwrap_or_default();
    }

    /// Whether the answer is this option, of those of which there can be but one.
    pub(crate) fn is_option(&self, option: usize) -> bool {
        matches!(&self.given, Given::Single(Some(Choice::Option(chosen))) if *chosen == option)
    }

    /// Whether the user would lose something if it were dropped.
    pub(crate) fn has_input(&self) -> bool {
        self.is_touched && (self.is_answered() || self.had_default || self.has_leftover())
    }

    /// Whether there is something beside the answer, or in place of one.
    pub(crate) fn has_leftover(&self) -> bool {
        let has_unchecked = match &self.given {
            Given::Multi { typed, .. } => typed.iter().any(|typed| !typed.is_checked),
            Given::Single(_) | Given::Input(_) => false,
        };
        has_unchecked || self.note.is_some() || [&self.text, &self.note_text].iter().any(|text| !text.trim().is_empty())
    }
}

/// A text that was typed, unless it is what was kept.
fn unsent<'a>(text: &'a str, kept: Option<&String>) -> Option<&'a str> {
    let text = text.trim();
    let is_kept = kept.is_some_and(|kept| kept.trim() == text);
    (!is_kept && !text.is_empty()).then_some(text)
}
