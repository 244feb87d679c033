//! Reads answers from JSON: from the pending file, the command line, or a program's response.
//!
//! This module alone decides which forms an answer in JSON may take (`acp/` makes such a one of a client's reply), and, in
//! a set of answers, which question each belongs to. Items of the pending file are matched to questions by
//! `later/inbox.rs`. It must not guess: an answer that fits nothing is a fault.

use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use crate::answer::defaults::Defaults;
use crate::answer::fault::AnswerFault;
use crate::answer::given::{Boxes, Choice, Given};
use crate::answer::replies::{Replies, Reply};
use crate::call::called::{NamesFor, OptionIndex};
use crate::call::fields::as_text;
use crate::call::naming::line_of;
use crate::call::questionnaire::{Question, Questionnaire, default_id};
use crate::call::request::Mode;
use crate::json::{self, Lenient};
use crate::text::markdown::Styles;
use crate::text::{Clean, shortened};

/// Fields that hold an answer: in results of this tool, and in the pending file.
const ANSWER: [&str; 2] = ["value", "answer"];
/// Fields that name the question of an answer.
const NAME: [&str; 3] = ["id", "prompt", "question"];
/// Other fields of an answer in a result of any dialect.
const BESIDE: [&str; 6] = ["label", "note", "mode", "wasCustom", "index", "selectedOption"];

/// Answers that were accepted, and faults of answers that were not.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gathered {
    pub(crate) replies: Replies,
    /// Faults by the index of the question, 0-based, in question order.
    pub(crate) faults: Vec<(usize, AnswerFault)>,
}

impl Gathered {
    /// Adds the answer to the next question.
    pub(crate) fn push(&mut self, answer: Result<(&Value, &Value), AnswerFault>, question: &Question) {
        let at = self.replies.0.len();
        let (reply, fault) = match answer {
            Ok((answer, note)) => Reply::read(answer, note, question),
            Err(fault) => (None, Some(fault)),
        };
        // Answers in a record have no limit.
        let is_too_long = reply.as_ref().is_some_and(Reply::is_too_long);
        self.replies.0.push(reply.filter(|_| !is_too_long));
        let fault = if is_too_long { Some(AnswerFault::TooLong) } else { fault };
        self.faults.extend(fault.map(|what| (at, what)));
    }
}

/// Adds the name of its question to each fault, which is given with the index of the question, 0-based.
pub(crate) fn named_faults(faults: &[(usize, AnswerFault)], questionnaire: &Questionnaire) -> Vec<AnswerFault> {
    let questions = questionnaire.questions();
    faults.iter().filter_map(|(at, what)| Some(of_question(*at, questions.get(*at)?, what.clone()))).collect()
}

/// Quotes a text that names a question, and shortens it.
pub(crate) fn quoted(text: Clean<'_>) -> String {
    /// Maximum width, in columns.
    const MAX: usize = 60;
    format!("\"{}\"", shortened(text, MAX).as_str())
}

/// Wraps a fault with the name of its question: the id, or the prompt if the id is a default. `at` is 0-based.
pub(crate) fn of_question(at: usize, question: &Question, what: AnswerFault) -> AnswerFault {
    let name = if question.id == default_id(at + 1) {
        quoted(line_of(&question.prompt))
    } else {
        Clean::line(&question.id).as_str().to_owned()
    };
    AnswerFault::Of(at + 1, name, Box::new(what))
}

impl Replies {
    /// Divides answers, a JSON text, between the first `count` questions and the others, each part in question order. Returns
    /// `None` if they do not fit all of the questions.
    pub(crate) fn divide(text: &str, questionnaire: &Questionnaire, count: usize) -> Option<(String, String)> {
        let (answers, faults) = sorted(text, questionnaire, questionnaire.questions().len()).ok()?;
        let answers: Vec<&str> = answers.iter().map(|answer| answer.as_deref().map_or("null", RawValue::get)).collect();
        let (own, others) = answers.split_at_checked(count).filter(|_| faults.is_empty())?;
        Some((format!("[{}]", own.join(", ")), format!("[{}]", others.join(", "))))
    }

    /// Reads answers from a JSON text: a list in question order, a list whose items name their questions, or an object
    /// with question ids as keys. If there is only one question and it takes several answers, a list of them also
    /// counts.
    ///
    /// An answer is a string, a list of strings for a `multi` question, an object with one of them as `value` or
    /// `answer`, or null for no answer. A string that equals the value, label or number of an option, ignoring case,
    /// chooses that option; any other is typed text.
    ///
    /// # Errors
    ///
    /// Returns every fault in the text and its answers.
    pub fn parse(text: &str, questionnaire: &Questionnaire) -> Result<Self, AnswerFault> {
        Self::parse_tail(text, questionnaire, questionnaire.questions().len())
    }

    /// Reads answers like [`Self::parse`], where a list of `tail` answers may also stand for the last `tail` questions.
    pub(crate) fn parse_tail(text: &str, questionnaire: &Questionnaire, tail: usize) -> Result<Self, AnswerFault> {
        let (answers, mut faults) = sorted(text, questionnaire, tail)?;
        let mut gathered = Gathered::default();
        for (question, answer) in questionnaire.questions().iter().zip(answers) {
            let raw = answer.as_deref().map_or("null", RawValue::get);
            let read: Value = json::parse(raw).unwrap_or_default();
            let written = twice(raw).or_else(|| unknown(raw));
            gathered.push(written.map_or(Ok((&read, read.field("note"))), Err), question);
        }
        faults.extend(named_faults(&gathered.faults, questionnaire));
        if faults.is_empty() { Ok(gathered.replies) } else { Err(AnswerFault::All(faults)) }
    }
}

/// Raw answers in question order, and faults in the names of questions.
type Sorted = (Vec<Option<Box<RawValue>>>, Vec<AnswerFault>);

/// Finds the question of each answer: the one that the answer names, or else the one at its place in the list. A list
/// of `tail` answers may stand for the last `tail` questions, and any list for a single `multi` question.
///
/// # Errors
///
/// Fails if the text is not a set of answers.
fn sorted(text: &str, questionnaire: &Questionnaire, tail: usize) -> Result<Sorted, AnswerFault> {
    let questions = questionnaire.questions();
    let answers = json::read(text)?;
    let is_unnamed = |answer: &Value| name_of(answer).is_none();
    let is_list = matches!(questions, [only] if only.mode.is_list());
    let items: Vec<(Option<String>, Box<RawValue>)> = match &answers {
        // The raw fields keep a name that occurs twice; a parsed object does not.
        Value::Object(_) => json::fields(text).into_iter().map(|(name, answer)| (Some(name), answer)).collect(),
        // Several answers to the only question.
        Value::Array(list) if is_list && list.len() > 1 && list.iter().any(is_unnamed) => {
            to_raw_value(list).into_iter().map(|list| (None, list)).collect()
        }
        Value::Array(list) => list.iter().map(name_of).zip(json::items(text)).collect(),
        _ => return Err(AnswerFault::NotAnswers),
    };
    let count = items.len();
    let is_in_order = answers.is_array() && (count == 0 || items.iter().any(|(name, _)| name.is_none()));
    if is_in_order && count != questions.len() && count != tail {
        return Err(AnswerFault::Count(count, questions.len()));
    }
    let indices = questions.len().saturating_sub(count)..;
    let names =
        OptionIndex::of_names(questions.iter().map(|question| (question.id.as_str(), question.prompt.as_str())));
    let ids = || questions.iter().map(|question| question.id.clone()).collect();
    let (mut sorted, mut faults): Sorted = (questions.iter().map(|_| None).collect(), Vec::new());
    for (index, (name, answer)) in indices.zip(items) {
        let at = name.as_ref().map_or(Some(index), |name| names.find(name, NamesFor::Models).ok().flatten());
        let name = name.or_else(|| Some(questions.get(index)?.id.clone())).unwrap_or_default();
        match at.and_then(|at| sorted.get_mut(at)) {
            Some(slot @ None) => *slot = Some(answer),
            Some(Some(_)) => faults.push(AnswerFault::Twice(name)),
            None => faults.push(AnswerFault::NoQuestion(name, ids())),
        }
    }
    Ok((sorted, faults))
}

/// Returns the question that an answer names, as an id or a prompt.
fn name_of(answer: &Value) -> Option<String> {
    NAME.iter().filter_map(|name| as_text(answer.field(name))).find(|name| !name.is_empty())
}

/// Returns a fault if a field of an answer occurs twice, so that the intended value is unknown.
pub(crate) fn twice(raw: &str) -> Option<AnswerFault> {
    let fields = json::fields(raw);
    let is_twice = |name: &&str| fields.iter().filter(|(own, _)| own == name).count() > 1;
    let name = ANSWER.iter().copied().chain(["note"]).find(is_twice)?;
    Some(AnswerFault::Twice(name.to_owned()))
}

/// Returns a fault if an answer has an unknown field with a string or a list, which may be an answer under a misspelled
/// name.
pub(crate) fn unknown(raw: &str) -> Option<AnswerFault> {
    let fields = json::fields(raw);
    // The missing answer is reported as a fault by itself.
    fields.iter().find(|(name, _)| ANSWER.contains(&name.as_str()))?;
    let is_known = |name: &str| ANSWER.contains(&name) || NAME.contains(&name) || BESIDE.contains(&name);
    let (name, _) = fields.iter().find(|(name, value)| !is_known(name) && value.get().starts_with(['"', '[']))?;
    Some(AnswerFault::NoField(name.clone()))
}

impl Reply {
    /// Reads an answer and a note. Returns what fits, and the fault in the rest.
    fn read(answer: &Value, note: &Value, question: &Question) -> (Option<Self>, Option<AnswerFault>) {
        let note = match note {
            Value::Null => Ok(None),
            Value::String(note) => Ok(Some(note.clone()).filter(|note| !note.trim().is_empty())),
            _ => Err(AnswerFault::NotText("note")),
        };
        let given = Given::read(answer, question);
        let fault = given.as_ref().err().or(note.as_ref().err()).cloned();
        let (note, given) = (note.unwrap_or_default(), given.unwrap_or_default());
        let reply = (given.is_some() || note.is_some()).then_some(Self { given, note, ..Self::default() });
        (reply, fault)
    }
}

impl Given {
    fn read(answer: &Value, question: &Question) -> Result<Option<Self>, AnswerFault> {
        let value = value_of(answer)?;
        let items = match value {
            Value::Null => return Ok(None),
            Value::Array(items) => items.as_slice(),
            one => std::slice::from_ref(one),
        };
        let is_array = value.is_array();
        let beside = |name: &str, at: usize| {
            let field = answer.field(name);
            if is_array { field.list().get(at).unwrap_or(&Value::Null) } else { field }
        };
        let options = OptionIndex::for_people(question);
        let mut choices = Vec::new();
        for (at, item) in items.iter().enumerate() {
            let Some(text) = as_text(item) else { return Err(AnswerFault::NotAnswer) };
            // A number or a flag names an option, and is no text of the user's.
            let was_custom = beside("wasCustom", at).as_bool().or((!item.is_string()).then_some(false));
            let number = beside("index", at).as_u64().and_then(|number| usize::try_from(number).ok());
            let found = match question.numbered(number, &text) {
                _ if was_custom == Some(true) => None,
                Some(option) => Some(vec![option]),
                None => options.all(&text, question.mode.is_list() && !is_array, NamesFor::Files)?,
            };
            // What names an option beside the value names the same.
            let is_other = |name: &&'static str| {
                let label = beside(name, at).as_str().filter(|label| *label != text);
                let option = label.and_then(|label| options.find(label, NamesFor::Files).ok().flatten());
                // Of options that look alike, the label names the first, and the value may be that of another.
                let has_label =
                    |at: &usize| question.options.get(*at).is_some_and(|own| Some(own.label.as_str()) == label);
                option.is_some_and(|option| {
                    found.as_ref().is_none_or(|found| !found.contains(&option) && !found.iter().any(has_label))
                })
            };
            if ["label", "selectedOption"].iter().any(is_other) {
                return Err(AnswerFault::Twice("answer".to_owned()));
            }
            match found {
                Some(options) => choices.extend(options.into_iter().map(Choice::Option)),
                None => choices.push(typed(text, was_custom, question)?),
            }
        }
        if choices.is_empty() && question.at_least_one {
            return Err(AnswerFault::NoneChosen);
        }
        Ok(Some(match question.mode {
            Mode::Single => Self::Single(Some(only(choices)?)),
            Mode::Multi => Self::Multi(Boxes::with_choices(question.options.len(), choices)),
            Mode::Input => match only(choices)? {
                // An `input` question has no options.
                Choice::Option(_) => return Err(AnswerFault::NotAnswer),
                Choice::Typed(text) => Self::Input(Some(text)),
            },
        }))
    }
}

/// Returns the value of an answer: the answer itself, or the field of an object that holds it.
///
/// # Errors
///
/// Fails if an object has no such field, or several with different values.
fn value_of(answer: &Value) -> Result<&Value, AnswerFault> {
    let Value::Object(fields) = answer else { return Ok(answer) };
    let has = |names: &[&str]| fields.keys().any(|name| names.contains(&name.as_str()));
    if !has(&ANSWER) {
        let is_missing = fields.is_empty() || has(&NAME);
        return Err(if is_missing { AnswerFault::Missing("answer") } else { AnswerFault::NotAnswer });
    }
    match ANSWER.map(|name| answer.field(name)) {
        [value, Value::Null] | [Value::Null, value] => Ok(value),
        [value, again] if value == again => Ok(value),
        _ => Err(AnswerFault::Twice("answer".to_owned())),
    }
}

/// Reads a text that is no option. `was_custom` is whether the user typed it, if the sender has stated that.
fn typed(text: String, was_custom: Option<bool>, question: &Question) -> Result<Choice, AnswerFault> {
    if text.trim().is_empty() && !question.allow_empty {
        return Err(AnswerFault::Blank);
    }
    let is_option = was_custom == Some(false) && !Defaults::of(question).is_text(&text);
    if (is_option || !question.allow_custom) && question.mode.has_options() {
        let labels = question.options.iter().map(|option| Styles::bare(&option.label).into_owned()).collect();
        return Err(AnswerFault::NoOption(text, labels));
    }
    Ok(Choice::Typed(text))
}

fn only(choices: Vec<Choice>) -> Result<Choice, AnswerFault> {
    match <[Choice; 1]>::try_from(choices) {
        Ok([choice]) => Ok(choice),
        Err(_) => Err(AnswerFault::NotOne),
    }
}
