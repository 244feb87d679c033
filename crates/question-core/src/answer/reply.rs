//! JSON → replies: answers that come from elsewhere than the form, checked against the questions.
//!
//! From the pending file, the command line, a client's response, and earlier results. This is the one place that knows
//! how an answer may be written. What fits nothing is a fault that names the question; it is never guessed at.

use std::collections::HashSet;
use std::rc::Rc;

use serde_json::Value;

use crate::answer::draft::Unsent;
use crate::answer::given::{Boxes, Choice, Given, Typed};
use crate::answer::places::Places;
use crate::answer::record::parts;
use crate::call::called::Called;
use crate::call::fields::own_text;
use crate::call::naming::line_of;
use crate::call::questionnaire::{Question, Questionnaire, default_id};
use crate::call::request::Mode;
use crate::json::{self, Lenient};
use crate::text::{Clean, harmless, shortened};

/// What the questions of a form are answered with, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replies(pub(crate) Vec<Option<Reply>>);

/// What one question is answered with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reply {
    /// `None` where there is only a note.
    pub(crate) given: Option<Given>,
    pub(crate) note: Option<String>,
    /// What was being written beside them.
    pub(crate) unsent: Unsent,
}

/// What a program says of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The answers; all of them, unless the user left or would rather talk.
    pub(crate) replies: Replies,
    pub(crate) kind: ResponseKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ResponseKind {
    Answered,
    Cancelled,
    /// The user has left the rest without an answer.
    Unanswered,
    /// The user would rather talk first, and says this.
    Discussed(String),
}

/// Fields of an answer that may hold it, in the order in which they count: this tool's, then those of others.
const ANSWER: [&str; 5] = ["value", "answer", "selectedOption", "label", "customText"];
/// Fields that say which question an answer belongs to.
const NAME: [&str; 3] = ["id", "prompt", "question"];
/// Fields that an answer of a result has beside these.
const BESIDE: [&str; 5] = ["note", "mode", "wasCustom", "index", "submitted"];
/// Columns of what a question asks, where something is wrong with its answer.
const MAX_NAME: usize = 60;
/// Characters of an answer beyond which nobody means it.
const MAX_ANSWER: usize = 1_000_000;
pub(crate) const TOO_LONG: &str =
    "holds more than 1,000,000 characters. Write them into a file, and answer with its name";

/// Whether a text is longer than anybody means it.
pub(crate) fn is_too_long(text: &str) -> bool {
    text.len() > MAX_ANSWER && text.chars().nth(MAX_ANSWER).is_some()
}

impl Replies {
    /// Whether there is but a note on the question at this position, from 0.
    pub(crate) fn is_only_note(&self, at: usize) -> bool {
        self.0.get(at).and_then(Option::as_ref).is_some_and(|reply| reply.given.is_none())
    }

    /// As they are put into a form that is shown.
    pub(crate) fn shown(self) -> Self {
        Self(self.0.into_iter().map(|reply| reply.map(Reply::shown)).collect())
    }

    /// Reads a JSON text; see [`Self::read`].
    ///
    /// # Errors
    ///
    /// What is wrong, to be read behind the name of where it came from.
    pub fn parse(text: &str, questionnaire: &Questionnaire) -> Result<Self, String> {
        Self::parse_tail(text, questionnaire, questionnaire.questions().len())
    }

    /// The same, where a list may also answer only so many of the last questions.
    pub(crate) fn parse_tail(text: &str, questionnaire: &Questionnaire, tail: usize) -> Result<Self, String> {
        let answers = json::read(text)?;
        if answers.is_object() {
            // As they are written, so that what stands twice is noticed.
            let fields = json::fields(text);
            let named = fields.iter().map(|(name, raw)| (name.as_str(), Written::of(answers.field(name), raw.get())));
            return sort(named.collect(), questionnaire.questions()).strict(questionnaire);
        }
        let raw = json::items(text);
        let items = answers.list().iter().zip(&raw).map(|(answer, raw)| Written::of(answer, raw.get()));
        Self::read_list(&answers, items.collect(), questionnaire, tail)
    }

    /// Reads a list of answers, in the order of the questions or with their ids, or an object of id → answer.
    ///
    /// An answer is a text, a list of texts where the mode is `multi`, an object with one of them as `value` or
    /// `answer`, or null where there is none. A text stands for the option whose value, label or number it is, in
    /// whatever case; any other is the user's own.
    ///
    /// # Errors
    ///
    /// As [`Self::parse`]; all faults, not only the first.
    pub fn read(answers: &Value, questionnaire: &Questionnaire) -> Result<Self, String> {
        let questions = questionnaire.questions();
        if let Value::Object(fields) = answers {
            let named = fields.iter().map(|(name, answer)| (name.as_str(), Written::from(answer)));
            return sort(named.collect(), questions).strict(questionnaire);
        }
        let items = answers.list().iter().map(Written::from).collect();
        Self::read_list(answers, items, questionnaire, questions.len())
    }

    /// `items` are those of the answers.
    fn read_list(
        answers: &Value,
        items: Vec<Written>,
        questionnaire: &Questionnaire,
        tail: usize,
    ) -> Result<Self, String> {
        let questions = questionnaire.questions();
        if !answers.is_array() {
            return Err("the answers have to be a list, or an object of question id → answer".to_owned());
        }
        match items.iter().map(|item| name_of(item.answer)).collect::<Option<Vec<&str>>>() {
            Some(names) if !names.is_empty() => sort(names.into_iter().zip(items).collect(), questions),
            _ if items.len() == questions.len() || items.len() == tail => in_order(items, questions)?,
            _ => return Err(wrong_count(items.len(), questions.len())),
        }
        .strict(questionnaire)
    }

    /// Reads the answers of a result, of any version and in any dialect, and what was being written when it ended. What
    /// cannot be read counts as none.
    #[must_use]
    pub fn of_result(details: &Value, questionnaire: &Questionnaire) -> Self {
        let mut replies = Self::answers_of(details, questionnaire);
        let places = Places::of(questionnaire.questions());
        for unsent in Unsent::all(details) {
            let place = unsent.id.as_deref().and_then(|id| places.find(id, |_| true));
            let Some(at) = place else { continue };
            if replies.0.len() <= at {
                replies.0.resize(questionnaire.questions().len(), None);
            }
            if let Some(reply) = replies.0.get_mut(at) {
                *reply = Some(reply.take().unwrap_or_default().writing(unsent));
            }
        }
        replies
    }

    fn answers_of(details: &Value, questionnaire: &Questionnaire) -> Self {
        let (answers, notes) = (details.field("answers"), details.field("annotations"));
        let questions = questionnaire.questions();
        let Value::Object(record) = answers else {
            let items: Vec<Written> = answers.list().iter().map(Written::from).collect();
            return match items.iter().map(|item| name_of(item.answer)).collect::<Option<Vec<&str>>>() {
                Some(names) => sort(names.into_iter().zip(items).collect(), questions).gather(questionnaire).replies,
                None => Self::read(answers, questionnaire).unwrap_or_default(),
            };
        };
        let places = Places::of(questions);
        let entry = |(name, answer): (&String, &Value)| {
            let asked = places.find(name, |_| true).and_then(|at| questions.get(at));
            let answer = match (asked, answer) {
                (Some(question), Value::String(text)) if question.mode.takes_many() => {
                    let labels = question.options.iter().map(|option| option.label.as_str());
                    Value::Array(parts(text, labels).into_iter().map(Value::from).collect())
                }
                (_, answer) => answer.clone(),
            };
            // What it says is the label of an option, or was typed.
            let is_typed = asked.is_some_and(|question| {
                answer.as_str().is_some_and(|text| !matches!(Called::of(&question.options).find(text), Ok(Some(_))))
            });
            let mut answer = noted(&answer, notes.field(name).field("notes"));
            if let (true, Value::Object(fields)) = (is_typed, &mut answer) {
                fields.insert("wasCustom".to_owned(), Value::Bool(true));
            }
            (name.clone(), answer)
        };
        let entries: Vec<(String, Value)> = record.iter().map(entry).collect();
        let named = entries.iter().map(|(name, answer)| (name.as_str(), Written::from(answer))).collect();
        sort(named, questions).gather(questionnaire).replies
    }

    /// Whether no question has an answer.
    #[must_use]
    pub fn are_none(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    /// These, and of others those for questions that have none here. A note for which there is no answer stays with the
    /// one that comes.
    #[must_use]
    pub fn over(self, others: &Self) -> Self {
        if self.0.is_empty() {
            return others.clone();
        }
        let own = self.0.into_iter().enumerate();
        let merged = own.map(|(at, own)| match (own, others.0.get(at).cloned().flatten()) {
            (Some(own), Some(other)) if own.given.is_none() => {
                Some(Reply { given: other.given, note: own.note.or(other.note), unsent: own.unsent.or(other.unsent) })
            }
            (Some(own), Some(other)) if other.given.is_none() => {
                Some(Reply { given: own.given, note: own.note.or(other.note), unsent: own.unsent })
            }
            (own, other) => own.or(other),
        });
        Self(merged.collect())
    }

    /// The replies, where every question has one.
    ///
    /// # Errors
    ///
    /// Names those that have none.
    pub fn complete(self, questionnaire: &Questionnaire) -> Result<Self, String> {
        let missing = (0..).zip(questionnaire.questions()).filter(|(at, _)| !self.answers(*at));
        let faults: Vec<String> = missing.map(|(at, question)| fault(at, question, "no answer")).collect();
        if faults.is_empty() { Ok(self) } else { Err(faults.join("; ")) }
    }

    /// Whether the question at a position, from 0, has an answer.
    pub(crate) fn answers(&self, at: usize) -> bool {
        self.0.get(at).and_then(Option::as_ref).is_some_and(|reply| reply.given.is_some())
    }

    /// The reply to the question at a position, from 0.
    pub(crate) fn at(&self, at: usize) -> Option<&Reply> {
        self.0.get(at)?.as_ref()
    }
}

/// Replies that fit, and what is wrong with the others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gathered {
    pub(crate) replies: Replies,
    /// By the position of the question, from 0.
    pub(crate) faults: Vec<(usize, String)>,
}

impl Gathered {
    /// Reads answers that are in the order of the questions.
    pub(crate) fn read(answers: Vec<Option<Written>>, questionnaire: &Questionnaire) -> Self {
        let mut gathered = Self::default();
        for (at, (question, answer)) in questionnaire.questions().iter().zip(answers).enumerate() {
            let (reply, fault) = answer.map(|answer| Reply::read(&answer, question)).unwrap_or_default();
            gathered.replies.0.push(reply);
            gathered.faults.extend(fault.map(|what| (at, what)));
        }
        gathered
    }

    /// The same without what is longer than anybody means it. What the user has sent before may be.
    pub(crate) fn bounded(mut self) -> Self {
        for (at, reply) in self.replies.0.iter_mut().enumerate() {
            if reply.take_if(|reply| reply.is_too_long()).is_some() {
                self.faults.push((at, TOO_LONG.to_owned()));
            }
        }
        self.faults.sort_by_key(|(at, _)| *at);
        self
    }
}

/// Answers by their questions, before they are looked into.
struct Sorted<'a> {
    answers: Vec<Option<Written<'a>>>,
    /// Of names.
    faults: Vec<String>,
}

impl Sorted<'_> {
    fn gather(self, questionnaire: &Questionnaire) -> Gathered {
        Gathered::read(self.answers, questionnaire)
    }

    /// All of them, or what is wrong.
    fn strict(self, questionnaire: &Questionnaire) -> Result<Replies, String> {
        if !self.faults.is_empty() {
            return Err(self.faults.join("; "));
        }
        let Gathered { replies, faults } = self.gather(questionnaire).bounded();
        if faults.is_empty() { Ok(replies) } else { Err(told(&faults, questionnaire)) }
    }
}

/// Faults, each with its question.
pub(crate) fn told(faults: &[(usize, String)], questionnaire: &Questionnaire) -> String {
    let questions = questionnaire.questions();
    let told = faults.iter().filter_map(|(at, what)| Some(fault(*at, questions.get(*at)?, what)));
    told.collect::<Vec<_>>().join("; ")
}

/// An answer as somebody has written it.
#[derive(Clone, Debug)]
pub(crate) struct Written<'a> {
    pub(crate) answer: &'a Value,
    /// What is wrong with how it is written.
    pub(crate) fault: Option<String>,
}

impl<'a> From<&'a Value> for Written<'a> {
    fn from(answer: &'a Value) -> Self {
        Self { answer, fault: None }
    }
}

impl<'a> Written<'a> {
    /// An answer, and its text.
    fn of(answer: &'a Value, raw: &str) -> Self {
        Self { answer, fault: twice(raw).or_else(|| unknown(raw)) }
    }
}

/// What an answer says twice: of two, nobody knows which is meant.
pub(crate) fn twice(raw: &str) -> Option<String> {
    let fields = json::fields(raw);
    let is_twice = |name: &&str| fields.iter().filter(|(own, _)| own == name).count() > 1;
    let name = ANSWER.iter().copied().chain(["note"]).find(is_twice)?;
    Some(format!("\"{name}\" stands there twice"))
}

/// A text that somebody has written into an answer and that is no part of one: a slip in a name would be lost without a word.
fn unknown(raw: &str) -> Option<String> {
    let fields = json::fields(raw);
    // Without an answer, that is what is wrong.
    fields.iter().find(|(name, _)| ANSWER.contains(&name.as_str()))?;
    let is_known = |name: &str| ANSWER.contains(&name) || NAME.contains(&name) || BESIDE.contains(&name);
    let (name, _) = fields.iter().find(|(name, value)| !is_known(name) && value.get().starts_with('"'))?;
    Some(format!("\"{}\" is no field of an answer; there are \"answer\" and \"note\"", Clean::line(name).as_str()))
}

impl Response {
    /// The answers to all questions, wherever they come from.
    ///
    /// # Errors
    ///
    /// Names the questions that have none.
    pub fn answered(replies: Replies, questionnaire: &Questionnaire) -> Result<Self, String> {
        Ok(Self::of(replies.complete(questionnaire)?))
    }

    /// The answers to all questions that need one.
    pub(crate) fn of(replies: Replies) -> Self {
        Self { replies, kind: ResponseKind::Answered }
    }
}

fn wrong_count(answers: usize, questions: usize) -> String {
    let count = |number: usize, one: &str, many: &str| format!("{number}{}", if number == 1 { one } else { many });
    format!("{} for {}", count(answers, " answer", " answers"), count(questions, " question", " questions"))
}

/// What is wrong with the answer to a question, which is known by its id, or by what it asks where nobody gave it one.
fn fault(at: usize, question: &Question, what: &str) -> String {
    let name = if question.id == default_id(at + 1) {
        format!("\"{}\"", shortened(line_of(&question.prompt), MAX_NAME).as_str())
    } else {
        Clean::line(&question.id).as_str().to_owned()
    };
    format!("question {} ({name}): {what}", at + 1)
}

/// An answer with a note, to be read.
pub(crate) fn noted(answer: &Value, note: &Value) -> Value {
    let fields = [("answer", answer), ("note", note)].map(|(name, value)| (name.to_owned(), value.clone()));
    Value::Object(fields.into_iter().collect())
}

/// The question that an answer says it belongs to.
fn name_of(answer: &Value) -> Option<&str> {
    NAME.iter().map(|name| answer.field(name).text()).find(|name| !name.is_empty())
}

/// The answers by their questions.
fn sort<'a>(named: Vec<(&str, Written<'a>)>, questions: &[Rc<Question>]) -> Sorted<'a> {
    let places = Places::of(questions);
    let mut answers: Vec<Option<Written>> = vec![None; questions.len()];
    let mut faults = Vec::new();
    for (name, answer) in named {
        let place = places.find(name, |at| matches!(answers.get(at), Some(None)));
        match place.and_then(|at| answers.get_mut(at)) {
            Some(slot @ None) => *slot = Some(answer),
            Some(Some(_)) => faults.push(format!("\"{}\" has two answers", Clean::line(name).as_str())),
            None => faults.push(places.no_question(name)),
        }
    }
    Sorted { answers, faults }
}

/// Answers that are in the order of the last questions; one that names a question has to be in its place.
fn in_order<'a>(items: Vec<Written<'a>>, questions: &[Rc<Question>]) -> Result<Sorted<'a>, String> {
    let places = Places::of(questions);
    let before = questions.len().saturating_sub(items.len());
    for ((at, question), item) in (0..).zip(questions).skip(before).zip(&items) {
        if let Some(name) = name_of(item.answer)
            && places.find(name, |place| place == at) != Some(at)
        {
            return Err(fault(at, question, &format!("the answer is for \"{}\"", Clean::line(name).as_str())));
        }
    }
    let answers = std::iter::repeat_with(|| None).take(before).chain(items.into_iter().map(Some)).collect();
    Ok(Sorted { answers, faults: Vec::new() })
}

impl Reply {
    /// The same, with what was still being written: that is told as an answer where there is no other, and is none.
    fn writing(self, unsent: Unsent) -> Self {
        let text = unsent.text.as_deref();
        let given = self.given.and_then(|given| match given {
            given if text.is_none() => Some(given),
            given if given.text().map(String::as_str) == text => None,
            Given::Multi(mut boxes) => {
                boxes.typed.retain(|typed| Some(typed.text.as_str()) != text);
                (boxes.is_none_meant || boxes.has_checked()).then_some(Given::Multi(boxes))
            }
            given => Some(given),
        });
        // Two of them are told as one.
        let note = self.note.map(|note| match unsent.note.as_deref() {
            Some(begun) => {
                note.strip_suffix(begun).map_or(note.as_str(), |note| note.trim_end_matches("; ")).to_owned()
            }
            None => note,
        });
        Self { given, note: note.filter(|note| !note.is_empty()), unsent }
    }

    /// As it is put into an editor: what is accepted there is what was seen.
    fn shown(self) -> Self {
        let Self { given, note, unsent } = self;
        Self {
            given: given.map(|given| given.map_typed(harmless)),
            note: note.map(harmless),
            unsent: unsent.map(harmless),
        }
    }

    fn is_too_long(&self) -> bool {
        let typed = self.given.as_ref().map_or(&[][..], Given::typed);
        let one = self.given.as_ref().and_then(Given::text);
        let mut texts = typed.iter().map(|typed| &typed.text).chain(one).chain(&self.note);
        texts.any(|text| is_too_long(text))
    }

    /// What is said, if anything, as far as it fits; and what is wrong with it.
    fn read(written: &Written, question: &Question) -> (Option<Self>, Option<String>) {
        let answer = written.answer;
        if let Some(fault) = &written.fault {
            return (None, Some(fault.clone()));
        }
        let note = match answer.field("note") {
            Value::Null => Ok(None),
            Value::String(note) => Ok(Some(note.clone()).filter(|note| !note.trim().is_empty())),
            _ => Err("\"note\" has to be a text".to_owned()),
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
    fn read(answer: &Value, question: &Question) -> Result<Option<Self>, String> {
        let value = match answer {
            Value::Object(fields) => {
                if !fields.iter().any(|(name, _)| ANSWER.contains(&name.as_str())) {
                    return Err("holds no \"value\" and no \"answer\"".to_owned());
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
                return Err("an answer has to be a text, or for mode multi a list of texts".to_owned());
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
                Choice::Option(_) => return Err("has no options".to_owned()),
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
) -> Result<Choice, String> {
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
        return Err("the answer is blank".to_owned());
    }
    if (was_custom == Some(false) || !question.allow_custom) && question.mode.has_options() {
        let labels: Vec<&str> = question.options.iter().map(|option| option.label.as_str()).collect();
        let labels = labels.join(", ");
        return Err(format!(
            "\"{}\" is none of its options: {}",
            Clean::line(&text).as_str(),
            Clean::line(&labels).as_str()
        ));
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
fn only(choices: Vec<Choice>) -> Result<Choice, String> {
    match <[Choice; 1]>::try_from(choices) {
        Ok([choice]) => Ok(choice),
        Err(_) => Err("takes exactly one answer".to_owned()),
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
    let typed: Vec<Typed> = new.map(|text| Typed { text: text.clone(), is_checked: true }).collect();
    let is_none_meant = typed.is_empty() && !checked.contains(&true);
    Given::Multi(Boxes { checked, typed, is_none_meant })
}
