//! What a user has entered in a client, and what it means.

use crate::answer::fault::AnswerFault;
use crate::answer::given::{Boxes, Choice, Given};
use crate::answer::replies::{self, is_too_long};
use crate::answer::sheet::joined;
use crate::call::called::{NamesFor, OptionIndex};
use crate::call::questionnaire::Question;
use crate::call::request::Mode;
use crate::text::Clean;
use crate::words::{Words, fill};

/// What a user has entered for a question. Texts are not blank.
#[derive(Debug, Default)]
pub(super) struct FieldValues {
    /// Indices of the chosen options, 0-based. An empty list says that none of them fits; `None` says nothing.
    pub(super) options: Option<Vec<usize>>,
    /// Text in the field for words of the user's own.
    pub(super) text: Option<String>,
    pub(super) note: Option<String>,
}

/// What a client's reply says.
#[derive(Debug, Default)]
pub(super) struct ReadReply {
    pub(super) replies: Vec<Option<replies::Reply>>,
    /// Faults, in English.
    pub(super) faults: Vec<String>,
    pub(super) unclear: Vec<Unclear>,
}

/// An answer that can mean several things, or nothing.
#[derive(Clone, Debug)]
pub(super) struct Unclear {
    /// Index of the question, 0-based.
    pub(super) question: usize,
    /// Why the answer is asked for again, in the user's language.
    pub(super) reason: String,
    /// What was chosen and typed, as far as it is known.
    pub(super) text: Option<String>,
}

impl ReadReply {
    /// Returns the value that was read, or records the fault and returns the default value.
    pub(super) fn fits<T: Default>(&mut self, read: Result<T, String>) -> T {
        read.unwrap_or_else(|fault| {
            self.faults.push(fault);
            T::default()
        })
    }

    /// Records what was entered for the question at index `at`, 0-based, in which a text names options as `by` says.
    pub(super) fn keep(&mut self, at: usize, entered: FieldValues, question: &Question, by: NamesFor, words: &Words) {
        let (given, note) = entered.meaning(question, by, words).unwrap_or_else(|reason| {
            self.unclear.push(Unclear { question: at, reason, text: entered.whole(question) });
            (None, entered.note)
        });
        if let Some(slot) = self.replies.get_mut(at).filter(|_| given.is_some() || note.is_some()) {
            *slot = Some(replies::Reply { given, note, ..replies::Reply::default() });
        }
    }
}

impl FieldValues {
    /// Returns the answer and the note. A text that names options means these options. Any other text is added to
    /// several options, and stands for one; beside a chosen one, it is a note on it.
    ///
    /// # Errors
    ///
    /// Returns why the question has to be asked again, in the user's language.
    pub(super) fn meaning(
        &self,
        question: &Question,
        by: NamesFor,
        words: &Words,
    ) -> Result<(Option<Given>, Option<String>), String> {
        let mut written = self.written(question, by, words)?;
        let note = self.note.clone();
        let given = match (question.mode, self.options.as_deref(), written.pop()) {
            (_, None, None) => None,
            (Mode::Multi, Some([]), None) if question.at_least_one && written.is_empty() => {
                return Err(words.check_one.to_owned());
            }
            (Mode::Multi, options, last) => {
                let options = options.unwrap_or_default().iter().copied().map(Choice::Option);
                let all = options.chain(written).chain(last);
                Some(Given::Multi(Boxes::with_choices(question.options.len(), all)))
            }
            (Mode::Input, _, text) => match text {
                Some(Choice::Typed(text)) => Some(Given::Input(Some(text))),
                Some(Choice::Option(_)) | None => None,
            },
            (Mode::Single, None | Some([]), Some(choice)) => Some(Given::Single(Some(choice))),
            (Mode::Single, Some([]), None) => return Err(words.blank.to_owned()),
            (Mode::Single, Some([chosen, ..]), beside) => {
                let given = Some(Given::Single(Some(Choice::Option(*chosen))));
                match beside {
                    Some(Choice::Typed(text)) => return Ok((given, joined([text].into_iter().chain(note)))),
                    Some(Choice::Option(other)) if other != *chosen => return Err(words.not_one.to_owned()),
                    Some(Choice::Option(_)) | None => given,
                }
            }
        };
        Ok((given, note))
    }

    /// Returns the labels of the chosen options and the text, in one text.
    pub(super) fn whole(&self, question: &Question) -> Option<String> {
        let chosen = self.options.iter().flatten().filter_map(|at| question.options.get(*at));
        let all: Vec<&str> = chosen.map(|option| option.label.as_str()).chain(self.text.as_deref()).collect();
        (!all.is_empty()).then(|| all.join("; "))
    }

    /// Returns the options that the text names, or else the text.
    fn written(&self, question: &Question, by: NamesFor, words: &Words) -> Result<Vec<Choice>, String> {
        let Some(text) = &self.text else { return Ok(Vec::new()) };
        let named = OptionIndex::for_people(question).all(text, question.mode.is_list(), by);
        match named.map_err(|ambiguous| ambiguous.in_words(words))? {
            Some(options) => Ok(options.into_iter().map(Choice::Option).collect()),
            None if question.allow_custom => Ok(vec![Choice::Typed(text.clone())]),
            None => Err(fill(words.not_a_choice, Clean::line(text).as_str())),
        }
    }
}

/// Returns the text, or `None` if it is blank.
///
/// # Errors
///
/// Fails if the text is too long. `name` is its field.
pub(super) fn filled(text: &str, name: &str) -> Result<Option<String>, String> {
    if is_too_long(text) {
        return Err(format!("\"{name}\" {}", AnswerFault::TooLong.in_english()));
    }
    Ok(Some(text.to_owned()).filter(|text| !text.trim().is_empty()))
}
