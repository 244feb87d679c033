//! One answer as somebody has written it → what it gives, checked against its question. The one place that knows how an
//! answer may be written. What fits nothing is a fault; it is never guessed at.

use std::collections::HashSet;

use serde_json::Value;

use crate::answer::draft::Unsent;
use crate::answer::fault::AnswerFault;
use crate::answer::given::{Boxes, Choice, Given, Typed};
use crate::answer::reply::Reply;
use crate::call::called::Called;
use crate::call::fields::own_text;
use crate::call::questionnaire::Question;
use crate::call::request::Mode;
use crate::json::{self, Lenient};
use crate::text::unmarked::unmarked_label;

/// Fields of an answer that may hold it, in the order in which they count: this tool's, then those of others.
const ANSWER: [&str; 5] = ["value", "answer", "selectedOption", "label", "customText"];
/// Fields that say which question an answer belongs to.
const NAME: [&str; 3] = ["id", "prompt", "question"];
/// Fields that an answer of a result has beside these.
const BESIDE: [&str; 5] = ["note", "mode", "wasCustom", "index", "submitted"];

/// An answer as somebody has written it.
#[derive(Clone, Debug)]
pub(crate) struct Written<'a> {
    pub(crate) answer: &'a Value,
    /// What is wrong with how it is written.
    pub(crate) fault: Option<AnswerFault>,
}

impl<'a> From<&'a Value> for Written<'a> {
    fn from(answer: &'a Value) -> Self {
        Self { answer, fault: None }
    }
}

impl<'a> Written<'a> {
    /// An answer, and its text.
    pub(super) fn of(answer: &'a Value, raw: &str) -> Self {
        Self { answer, fault: twice(raw).or_else(|| unknown(raw)) }
    }
}

/// What an answer says twice: of two, nobody knows which is meant.
pub(crate) fn twice(raw: &str) -> Option<AnswerFault> {
    let fields = json::fields(raw);
    let is_twice = |name: &&str| fields.iter().filter(|(own, _)| own == name).count() > 1;
    let name = ANSWER.iter().copied().chain(["note"]).find(is_twice)?;
    Some(AnswerFault::Twice(name))
}

/// A text that somebody has written into an answer and that is no part of one: a slip in a name would be lost without a word.
fn unknown(raw: &str) -> Option<AnswerFault> {
    let fields = json::fields(raw);
    // Without an answer, that is what is wrong.
    fields.iter().find(|(name, _)| ANSWER.contains(&name.as_str()))?;
    let is_known = |name: &str| ANSWER.contains(&name) || NAME.contains(&name) || BESIDE.contains(&name);
    let (name, _) = fields.iter().find(|(name, value)| !is_known(name) && value.get().starts_with('"'))?;
    Some(AnswerFault::NoField(name.clone()))
}

/// An answer with a note, to be read.
pub(crate) fn noted(answer: &Value, note: &Value) -> Value {
    let fields = [("answer", answer), ("note", note)].map(|(name, value)| (name.to_owned(), value.clone()));
    Value::Object(fields.into_iter().collect())
}

/// The question that an answer says it belongs to.
pub(super) fn name_of(answer: &Value) -> Option<&str> {
    NAME.iter().map(|name| answer.field(name).text()).find(|name| !name.is_empty())
}

impl Reply {
    /// What is said, if anything, as far as it fits; and what is wrong with it.
    pub(super) fn read(written: &Written, question: &Question) -> (Option<Self>, Option<AnswerFault>) {
        let answer = written.answer;
        if let Some(fault) = &written.fault {
            return (None, Some(fault.clone()));
        }
        let note = match answer.field("note") {
            Value::Null => Ok(None),
            Value::String(note) => Ok(Some(note.clone()).filter(|note| !note.trim().is_empty())),
            _ => Err(AnswerFault::NotText("note")),
        };
        let given = Given::read(answer, question);
        let (note_fault, given_fault) = (note.as_ref().err().cloned(), given.as_ref().err().cloned());
        let (note, given) = (note.unwrap_or_default(), given.unwrap_or_default());
        let reply = (given.is_some() || note.is_some()).then_some(Self { given, note, unsent: Unsent::default() });
        (reply, given_fault.or(note_fault))
    }
}

impl Given {
    /// `None` where there is no answer.
    fn read(answer: &Value, question: &Question) -> Result<Option<Self>, AnswerFault> {
        let value = match answer {
            Value::Object(fields) => {
                if !fields.iter().any(|(name, _)| ANSWER.contains(&name.as_str())) {
                    return Err(AnswerFault::NoAnswerField);
                }
                let filled = ANSWER.iter().map(|name| answer.field(name)).find(|value| **value != Value::Null);
                filled.unwrap_or(&Value::Null)
            }
            answer => answer,
        };
        if *value == Value::Null {
            return Ok(None);
        }
        let items = match value {
            Value::Array(items) => items.as_slice(),
            one => std::slice::from_ref(one),
        };
        let is_list = matches!(value, Value::Array(_));
        let nth = |name: &str, at: usize| {
            let field = answer.field(name);
            field.list().get(at).unwrap_or(field)
        };
        let options = Called::of(&question.options);
        let mut choices = Vec::new();
        for (at, item) in items.iter().enumerate() {
            let Some(text) = own_text(item) else {
                return Err(AnswerFault::NotAnswer);
            };
            let was_custom = match nth("wasCustom", at) {
                // Of several, it says that there is text among them.
                Value::Bool(true) if is_list && answer.field("wasCustom").is_true() => None,
                Value::Bool(was_custom) => Some(*was_custom),
                _ => None,
            };
            match joined(&text, question, &options).filter(|_| !is_list && was_custom != Some(true)) {
                Some(options) => choices.extend(options.into_iter().map(Choice::Option)),
                None => choices.push(choice(text, was_custom, nth("index", at).as_i64(), question, &options)?),
            }
        }
        Ok(Some(match question.mode {
            Mode::Single => Self::Single(Some(only(choices)?)),
            Mode::Multi => boxes(question, choices),
            Mode::Input => match only(choices)? {
                // It has no options.
                Choice::Option(_) => return Err(AnswerFault::NotAnswer),
                Choice::Typed(text) => Self::Input(Some(text)),
            },
        }))
    }
}

/// What a text chooses. `was_custom` and `index`, from 1, are what the sender says of it.
fn choice(
    text: String,
    was_custom: Option<bool>,
    index: Option<i64>,
    question: &Question,
    options: &Called<'_>,
) -> Result<Choice, AnswerFault> {
    if was_custom != Some(true) {
        let told = index.and_then(|index| usize::try_from(index).ok()?.checked_sub(1));
        let is_told = |at: &usize| question.options.get(*at).is_some_and(|option| option.value == text);
        let option = match told.filter(is_told) {
            Some(option) => Some(option),
            None => options.find_or_count(&text)?,
        };
        if let Some(option) = option {
            return Ok(Choice::Option(option));
        }
    }
    if text.trim().is_empty() && !question.allow_empty {
        return Err(AnswerFault::Blank);
    }
    if (was_custom == Some(false) || !question.allow_custom) && question.mode.has_options() {
        let labels = question.options.iter().map(|option| unmarked_label(&option.label)).collect();
        return Err(AnswerFault::NoOption(text, labels));
    }
    Ok(Choice::Typed(text))
}

/// The options of a list of boxes whose names are joined by commas; `None` where the text is anything else.
fn joined(text: &str, question: &Question, options: &Called<'_>) -> Option<Vec<usize>> {
    if !question.mode.takes_many() || !matches!(options.find(text), Ok(None)) {
        return None;
    }
    options.joined(text, Called::find_or_count)
}

/// The one choice of a question that takes no more.
fn only(choices: Vec<Choice>) -> Result<Choice, AnswerFault> {
    match <[Choice; 1]>::try_from(choices) {
        Ok([choice]) => Ok(choice),
        Err(_) => Err(AnswerFault::NotOne),
    }
}

/// Boxes of which these are checked; that none is has been said in so many words.
fn boxes(question: &Question, choices: Vec<Choice>) -> Given {
    let mut checked = vec![false; question.options.len()];
    let mut texts = Vec::new();
    for choice in choices {
        match choice {
            Choice::Option(option) => {
                if let Some(is_checked) = checked.get_mut(option) {
                    *is_checked = true;
                }
            }
            Choice::Typed(text) => texts.push(text),
        }
    }
    let mut seen = HashSet::new();
    let new = texts.iter().filter(|text| !text.trim().is_empty() && seen.insert(*text));
    let typed: Vec<Typed> = new.map(|text| Typed::new(text.clone(), true)).collect();
    let is_none_meant = typed.is_empty() && !checked.contains(&true);
    Given::Multi(Boxes { checked, typed, is_none_meant })
}
