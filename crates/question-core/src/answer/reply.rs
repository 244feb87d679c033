//! JSON → replies: answers that come from elsewhere than the form, checked against the questions.
//!
//! From the pending file, the command line, a client's response, and earlier results. This is the one place that knows
//! how an answer may be written. What fits nothing is a fault that names the question; it is never guessed at.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use serde_json::Value;

use crate::answer::given::{Choice, Given, Typed};
use crate::answer::record::parts;
use crate::call::questionnaire::{Names, Question, QuestionOption, Questionnaire};
use crate::call::request::{Mode, own_text, without_mark};
use crate::json::{self, Lenient};
use crate::text::Clean;
use crate::text::fuzzy;

/// What the questions of a form are answered with, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replies(pub(crate) Vec<Option<Reply>>);

/// What one question is answered with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reply {
    pub(crate) given: Given,
    pub(crate) note: Option<String>,
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
    /// The user would rather talk first, and says this.
    Discussed(String),
}

/// Fields of an answer that may hold it, in the order in which they count: this tool's, then those of others.
const ANSWER: [&str; 5] = ["value", "answer", "selectedOption", "label", "customText"];
/// Fields that say which question an answer belongs to.
const NAME: [&str; 3] = ["id", "prompt", "question"];
/// Characters of an answer beyond which nobody means it.
const MAX_ANSWER: usize = 1_000_000;

impl Replies {
    /// Reads a JSON text; see [`Self::read`].
    ///
    /// # Errors
    ///
    /// What is wrong, to be read behind the name of where it came from.
    pub fn parse(text: &str, questionnaire: &Questionnaire) -> Result<Self, String> {
        let answers = json::read(text)?;
        if !answers.is_object() {
            return Self::read(&answers, questionnaire);
        }
        // The value has each name but once.
        let fields = json::fields(text);
        let named = fields.iter().map(|(name, _)| (name.as_str(), answers.field(name)));
        Self::of(sort(named.collect(), questionnaire.questions())?, questionnaire)?.bounded(questionnaire)
    }

    /// Reads a list of answers, in the order of the questions or with their ids, or an object of id → answer.
    ///
    /// An answer is a text, a list of texts where the mode is `multi`, an object with one of them as `value` or
    /// `answer`, or null where there is none. A text stands for the option whose value or label it is, in whatever case;
    /// any other is the user's own.
    ///
    /// # Errors
    ///
    /// As [`Self::parse`]; all faults, not only the first.
    pub fn read(answers: &Value, questionnaire: &Questionnaire) -> Result<Self, String> {
        Self::read_any(answers, questionnaire)?.bounded(questionnaire)
    }

    /// The same for answers of any length.
    fn read_any(answers: &Value, questionnaire: &Questionnaire) -> Result<Self, String> {
        let questions = questionnaire.questions();
        let sorted = match answers {
            Value::Array(items) => match items.iter().map(name_of).collect::<Option<Vec<&str>>>() {
                Some(names) if !names.is_empty() => sort(names.into_iter().zip(items).collect(), questions),
                _ if items.len() == questions.len() => in_order(items, questions),
                _ => Err(wrong_count(items.len(), questions.len())),
            },
            Value::Object(fields) => {
                sort(fields.iter().map(|(name, answer)| (name.as_str(), answer)).collect(), questions)
            }
            _ => Err("the answers have to be a list, or an object of question id → answer".to_owned()),
        }?;
        Self::of(sorted, questionnaire)
    }

    /// Reads answers that are in the order of the questions.
    fn of(sorted: Vec<&Value>, questionnaire: &Questionnaire) -> Result<Self, String> {
        let questions = questionnaire.questions();
        let mut faults = Vec::new();
        let mut replies = Vec::with_capacity(questions.len());
        for (at, (question, answer)) in questions.iter().zip(sorted).enumerate() {
            let reply = Reply::read(answer, question, &Options::of(question));
            faults.extend(reply.as_ref().err().map(|what| fault(at, question, what)));
            replies.push(reply.unwrap_or_default());
        }
        if faults.is_empty() { Ok(Self(replies)) } else { Err(faults.join("; ")) }
    }

    /// Reads the answers of a result, of any version and in any dialect.
    ///
    /// # Errors
    ///
    /// As [`Self::parse`].
    pub fn of_result(details: &Value, questionnaire: &Questionnaire) -> Result<Self, String> {
        let (answers, notes) = (details.field("answers"), details.field("annotations"));
        let Value::Object(record) = answers else { return Self::read_any(answers, questionnaire) };
        let questions = questionnaire.questions();
        let places = Places::of(questions);
        let entry = |(name, answer): (&String, &Value)| {
            let asked = places.find(name, |_| true).and_then(|at| questions.get(at));
            let answer = match (asked.filter(|question| question.mode.takes_many()), answer) {
                (Some(question), Value::String(text)) => {
                    let labels = question.options.iter().map(|option| option.label.as_str());
                    Value::Array(parts(text, labels).into_iter().map(Value::from).collect())
                }
                (_, answer) => answer.clone(),
            };
            let note = notes.field(name).field("notes");
            (name.clone(), noted(&answer, note))
        };
        Self::read_any(&Value::Object(record.iter().map(entry).collect()), questionnaire)
    }

    /// The replies, where none is longer than anybody means it. What the user has sent before may be.
    fn bounded(self, questionnaire: &Questionnaire) -> Result<Self, String> {
        let is_long = |reply: &Reply| {
            let typed = match &reply.given {
                Given::Multi { typed, .. } => typed.as_slice(),
                Given::Single(_) | Given::Input(_) => &[],
            };
            let texts = typed.iter().map(|typed| &typed.text).chain(reply.given.text()).chain(&reply.note);
            texts.into_iter().any(|text| text.len() > MAX_ANSWER && text.chars().nth(MAX_ANSWER).is_some())
        };
        let what = format!("holds more than {MAX_ANSWER} characters. Write them into a file, and answer with its name");
        let all = self.0.iter().zip(questionnaire.questions()).enumerate();
        let long = all.filter(|(_, (reply, _))| reply.as_ref().is_some_and(is_long));
        let faults: Vec<String> = long.map(|(at, (_, question))| fault(at, question, &what)).collect();
        if faults.is_empty() { Ok(self) } else { Err(faults.join("; ")) }
    }

    /// Whether no question has an answer.
    #[must_use]
    pub fn are_none(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    /// These, and of others those for questions that have none here.
    #[must_use]
    pub fn over(self, others: &Self) -> Self {
        if self.0.is_empty() {
            return others.clone();
        }
        let own = self.0.into_iter().enumerate();
        Self(own.map(|(at, reply)| reply.or_else(|| others.0.get(at).cloned().flatten())).collect())
    }

    /// The replies, where every question has one.
    ///
    /// # Errors
    ///
    /// Names those that have none.
    pub fn complete(self, questionnaire: &Questionnaire) -> Result<Self, String> {
        let is_missing = |at: &usize| !matches!(self.0.get(*at), Some(Some(_)));
        let missing = (0..).zip(questionnaire.questions()).filter(|(at, _)| is_missing(at));
        let faults: Vec<String> = missing.map(|(at, question)| fault(at, question, "no answer")).collect();
        if faults.is_empty() { Ok(self) } else { Err(faults.join("; ")) }
    }
}

impl Response {
    /// The answers to all questions, wherever they come from.
    ///
    /// # Errors
    ///
    /// Names the questions that have none.
    pub fn answered(replies: Replies, questionnaire: &Questionnaire) -> Result<Self, String> {
        Ok(Self { replies: replies.complete(questionnaire)?, kind: ResponseKind::Answered })
    }
}

fn wrong_count(answers: usize, questions: usize) -> String {
    let count = |number: usize, one: &str, many: &str| format!("{number}{}", if number == 1 { one } else { many });
    format!("{} for {}", count(answers, " answer", " answers"), count(questions, " question", " questions"))
}

fn fault(at: usize, question: &Question, what: &str) -> String {
    format!("question {} ({}): {what}", at + 1, Clean::line(&question.id).as_str())
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

/// The answers in the order of the questions, null where there is none.
fn sort<'a>(named: Vec<(&'a str, &'a Value)>, questions: &[Rc<Question>]) -> Result<Vec<&'a Value>, String> {
    let places = Places::of(questions);
    let mut sorted: Vec<Option<&Value>> = vec![None; questions.len()];
    let mut faults = Vec::new();
    for (name, answer) in named {
        let place = places.find(name, |at| sorted.get(at) == Some(&None));
        let what = match place.and_then(|at| sorted.get_mut(at)) {
            Some(slot @ None) => {
                *slot = Some(answer);
                continue;
            }
            Some(Some(_)) => "has two answers",
            None => "is no question",
        };
        faults.push(format!("\"{}\" {what}", Clean::line(name).as_str()));
    }
    if faults.is_empty() {
        Ok(sorted.into_iter().map(|answer| answer.unwrap_or(&Value::Null)).collect())
    } else {
        Err(faults.join("; "))
    }
}

/// Answers that are in the order of the questions; one that names a question has to be in its place.
fn in_order<'a>(answers: &'a [Value], questions: &[Rc<Question>]) -> Result<Vec<&'a Value>, String> {
    let places = Places::of(questions);
    for (at, (answer, question)) in answers.iter().zip(questions).enumerate() {
        if let Some(name) = name_of(answer)
            && places.find(name, |place| place == at) != Some(at)
        {
            return Err(fault(at, question, &format!("the answer is for \"{}\"", Clean::line(name).as_str())));
        }
    }
    Ok(answers.iter().collect())
}

/// The questions by what they are called.
struct Places<'a> {
    questions: &'a [Rc<Question>],
    ids: BTreeMap<&'a str, usize>,
    /// In their order.
    prompts: BTreeMap<&'a str, Vec<usize>>,
}

impl<'a> Places<'a> {
    fn of(questions: &'a [Rc<Question>]) -> Self {
        let mut prompts: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, question) in questions.iter().enumerate() {
            prompts.entry(question.prompt.as_str()).or_default().push(at);
        }
        let ids = questions.iter().enumerate().map(|(at, question)| (question.id.as_str(), at)).collect();
        Self { questions, ids, prompts }
    }

    /// Position of the question that a name means: by its id, else by its prompt, with the id behind it where that is
    /// needed to tell it apart. Of several with one prompt, the first that `is_free`.
    fn find(&self, name: &str, is_free: impl Fn(usize) -> bool) -> Option<usize> {
        if let Some(at) = self.ids.get(name) {
            return Some(*at);
        }
        let prompts = self.prompts.get(name).map(Vec::as_slice).unwrap_or_default();
        let with_id = name
            .strip_suffix(')')
            .into_iter()
            .flat_map(|name| name.match_indices(" (").map(move |found| (name, found)));
        let by_id = with_id.filter_map(|(name, (end, sign))| {
            let at = *self.ids.get(name.get(end + sign.len()..)?)?;
            (self.questions.get(at)?.prompt.as_str() == name.get(..end)?).then_some(at)
        });
        let by_id: Vec<usize> = by_id.collect();
        let all = || prompts.iter().chain(&by_id).copied();
        all().filter(|at| is_free(*at)).min().or_else(|| all().min())
    }
}

impl Reply {
    /// `None` where there is no answer.
    fn read(answer: &Value, question: &Question, options: &Options<'_>) -> Result<Option<Self>, String> {
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
            match joined(&text, question, options).filter(|_| !is_list && was_custom != Some(true)) {
                Some(options) => choices.extend(options.into_iter().map(Choice::Option)),
                None => choices.push(choice(text, was_custom, nth("index", at).as_i64(), question, options)?),
            }
        }
        let given = match question.mode {
            Mode::Single => Given::Single(Some(only(choices)?)),
            Mode::Multi => boxes(question, choices),
            Mode::Input => match only(choices)? {
                // It has no options.
                Choice::Option(_) => return Err("has no options".to_owned()),
                Choice::Typed(text) => Given::Input(Some(text)),
            },
        };
        let note = answer.field("note").text();
        Ok(Some(Self { given, note: (!note.trim().is_empty()).then(|| note.to_owned()) }))
    }
}

/// What a text chooses. `was_custom` and `index`, from 1, are what the sender says of it.
fn choice(
    text: String,
    was_custom: Option<bool>,
    index: Option<i64>,
    question: &Question,
    options: &Options<'_>,
) -> Result<Choice, String> {
    if was_custom != Some(true) {
        let told = index.and_then(|index| usize::try_from(index).ok()?.checked_sub(1));
        let is_told = |at: &usize| question.options.get(*at).is_some_and(|option| option.value == text);
        if let Some(option) = told.filter(is_told).or_else(|| options.find(&text)) {
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

/// The options of a question, to be found by what they are called; sorted when the first is looked for.
struct Options<'a> {
    all: &'a [QuestionOption],
    names: OnceCell<Names<'a>>,
    /// By value and by label, in one case.
    folded: OnceCell<[BTreeMap<String, usize>; 2]>,
}

impl<'a> Options<'a> {
    fn of(question: &'a Question) -> Self {
        Self { all: &question.options, names: OnceCell::new(), folded: OnceCell::new() }
    }

    /// The option of this value, else of this label; then the same without a mark, and then in whatever case.
    fn find(&self, text: &str) -> Option<usize> {
        if self.all.is_empty() {
            return None;
        }
        let names = self.names.get_or_init(|| Names::of(self.all));
        let exact = names.exact(text).or_else(|| names.exact(without_mark(text)));
        exact.or_else(|| {
            let folded = fold(text);
            let [values, labels] = self.folded.get_or_init(|| {
                let by = |name: fn(&QuestionOption) -> &String| {
                    // Of several with one name, the first is put in last.
                    self.all.iter().enumerate().rev().map(|(at, option)| (fold(name(option)), at)).collect()
                };
                [by(|option| &option.value), by(|option| &option.label)]
            });
            values.get(&folded).or_else(|| labels.get(&folded)).copied()
        })
    }
}

fn fold(text: &str) -> String {
    without_mark(text).trim().chars().map(fuzzy::fold).collect()
}

/// The options of a list of boxes whose names are joined by commas; `None` where the text is anything else.
fn joined(text: &str, question: &Question, options: &Options<'_>) -> Option<Vec<usize>> {
    if !question.mode.takes_many() || !text.contains(',') || options.find(text).is_some() {
        return None;
    }
    text.split(',').map(|part| options.find(part.trim())).collect()
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
    let mut typed: Vec<Typed> = Vec::new();
    let mut texts = BTreeSet::new();
    for choice in choices {
        match choice {
            Choice::Option(option) => {
                if let Some(is_checked) = checked.get_mut(option) {
                    *is_checked = true;
                }
            }
            Choice::Typed(text) if text.trim().is_empty() || !texts.insert(text.clone()) => {}
            Choice::Typed(text) => typed.push(Typed { text, is_checked: true }),
        }
    }
    let is_none_meant = typed.is_empty() && !checked.contains(&true);
    Given::Multi { checked, typed, is_none_meant }
}
