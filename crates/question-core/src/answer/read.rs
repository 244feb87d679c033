//! JSON → answers, wherever they come from: the pending file, the command line, or a program's response. The one place that
//! knows which question an answer belongs to, how it may be written, and what is wrong with one that fits nothing; it is
//! never guessed at.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use serde_json::Value;
use serde_json::value::RawValue;

use crate::answer::draft::Unsent;
use crate::answer::fault::AnswerFault;
use crate::answer::given::{Boxes, Choice, Given, Typed};
use crate::answer::replies::{Replies, Reply};
use crate::call::called::Called;
use crate::call::naming::line_of;
use crate::call::questionnaire::{Question, Questionnaire, default_id};
use crate::call::request::Mode;
use crate::call::sent::own_text;
use crate::json::{self, Lenient};
use crate::text::markdown::Styles;
use crate::text::{Clean, fuzzy, shortened};

/// Columns of what a question asks, where something is wrong with its answer.
const MAX_NAME: usize = 60;
/// Fields of an answer that may hold it, in the order in which they count: this tool's, then those of others.
const ANSWER: [&str; 5] = ["value", "answer", "selectedOption", "label", "customText"];
/// Fields that say which question an answer belongs to.
const NAME: [&str; 3] = ["id", "prompt", "question"];
/// Fields that an answer of a result has beside these.
const BESIDE: [&str; 4] = ["note", "mode", "wasCustom", "index"];

/// Answers that fit, and what is wrong with the others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gathered {
    pub(crate) replies: Replies,
    /// By the position of the question, from 0, and in that order.
    pub(crate) faults: Vec<(usize, AnswerFault)>,
}

impl Gathered {
    /// Takes the answer to the next question.
    pub(crate) fn push(&mut self, answer: Result<(&Value, &Value), AnswerFault>, question: &Question) {
        let at = self.replies.0.len();
        let (reply, fault) = match answer {
            Ok((answer, note)) => Reply::read(answer, note, question),
            Err(fault) => (None, Some(fault)),
        };
        // What the user has sent before may be longer than anybody means it.
        let is_too_long = reply.as_ref().is_some_and(Reply::is_too_long);
        self.replies.0.push(reply.filter(|_| !is_too_long));
        let fault = if is_too_long { Some(AnswerFault::TooLong) } else { fault };
        self.faults.extend(fault.map(|what| (at, what)));
    }
}

/// Faults, each with its question.
pub(crate) fn told(faults: &[(usize, AnswerFault)], questionnaire: &Questionnaire) -> AnswerFault {
    let questions = questionnaire.questions();
    let told = faults.iter().filter_map(|(at, what)| Some(of_question(*at, questions.get(*at)?, what.clone())));
    AnswerFault::All(told.collect())
}

/// What is wrong with the answer to a question, which is known by its id, or by what it asks where nobody gave it one.
pub(super) fn of_question(at: usize, question: &Question, what: AnswerFault) -> AnswerFault {
    let name = if question.id == default_id(at + 1) {
        format!("\"{}\"", shortened(line_of(&question.prompt), MAX_NAME).as_str())
    } else {
        Clean::line(&question.id).as_str().to_owned()
    };
    AnswerFault::Of(at + 1, name, Box::new(what))
}

impl Replies {
    /// Reads a JSON text: a list of answers, in the order of the questions or with their ids, or an object of id → answer.
    ///
    /// An answer is a text, a list of texts where the mode is `multi`, an object with one of them as `value` or
    /// `answer`, or null where there is none. A text stands for the option whose value, label or number it is, in
    /// whatever case; any other is the user's own.
    ///
    /// # Errors
    ///
    /// All that is wrong.
    pub fn parse(text: &str, questionnaire: &Questionnaire) -> Result<Self, AnswerFault> {
        Self::parse_tail(text, questionnaire, questionnaire.questions().len())
    }

    /// The same, where a list may also answer only so many of the last questions.
    pub(crate) fn parse_tail(text: &str, questionnaire: &Questionnaire, tail: usize) -> Result<Self, AnswerFault> {
        let questions = questionnaire.questions();
        let answers = json::read(text)?;
        let names = Names::of(questions);
        // As they are written, so that what stands twice is noticed.
        if answers.is_object() {
            return names.sort(json::fields(text)).strict(questionnaire);
        }
        if !answers.is_array() {
            return Err(AnswerFault::NotAnswers);
        }
        let items = json::items(text);
        let told: Option<Vec<String>> = answers.list().iter().map(name_of).collect();
        match told.filter(|told| !told.is_empty()) {
            Some(told) => names.sort(told.into_iter().zip(items).collect()),
            None if items.len() == questions.len() || items.len() == tail => {
                names.in_order(answers.list(), items, questions)?
            }
            None => return Err(AnswerFault::Count(items.len(), questions.len())),
        }
        .strict(questionnaire)
    }
}

/// Answers by their questions, before they are looked into.
struct Sorted {
    answers: Vec<Option<Box<RawValue>>>,
    /// Of names.
    faults: Vec<AnswerFault>,
}

impl Sorted {
    /// All of them, or what is wrong.
    fn strict(self, questionnaire: &Questionnaire) -> Result<Replies, AnswerFault> {
        let Self { answers, mut faults } = self;
        let mut gathered = Gathered::default();
        for (question, answer) in questionnaire.questions().iter().zip(answers) {
            let raw = answer.as_deref().map_or("null", RawValue::get);
            let read: Value = json::parse(raw).unwrap_or_default();
            let written = twice(raw).or_else(|| unknown(raw));
            gathered.push(written.map_or(Ok((&read, read.field("note"))), Err), question);
        }
        if let AnswerFault::All(of_questions) = told(&gathered.faults, questionnaire) {
            faults.extend(of_questions);
        }
        if faults.is_empty() { Ok(gathered.replies) } else { Err(AnswerFault::All(faults)) }
    }
}

/// The question that an answer says it belongs to.
fn name_of(answer: &Value) -> Option<String> {
    NAME.iter().filter_map(|name| own_text(answer.field(name))).find(|name| !name.is_empty())
}

/// The questions by what they are called.
struct Names<'a> {
    questions: &'a [Rc<Question>],
    ids: HashMap<&'a str, usize>,
    /// Ids and prompts, in whatever case.
    folded: HashMap<String, Vec<usize>>,
}

impl<'a> Names<'a> {
    fn of(questions: &'a [Rc<Question>]) -> Self {
        let ids = questions.iter().enumerate().map(|(at, question)| (question.id.as_str(), at)).collect();
        let mut folded: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, question) in questions.iter().enumerate() {
            for name in [&question.prompt, &question.id] {
                folded.entry(fold(name)).or_default().push(at);
            }
        }
        Self { questions, ids, folded }
    }

    /// Position of the question that a name means: by its id, else by its prompt or id in whatever case. Of several, the
    /// first that `is_free`.
    fn find(&self, name: &str, is_free: impl Fn(usize) -> bool) -> Option<usize> {
        if let Some(at) = self.ids.get(name) {
            return Some(*at);
        }
        let all = self.folded.get(&fold(name))?;
        let exact: Vec<usize> = all.iter().copied().filter(|at| self.is_asked(*at, name)).collect();
        let all = if exact.is_empty() { all } else { &exact };
        all.iter().copied().find(|at| is_free(*at)).or(all.first().copied())
    }

    fn is_asked(&self, at: usize, prompt: &str) -> bool {
        self.questions.get(at).is_some_and(|question| question.prompt == prompt)
    }

    /// The answers by their questions.
    fn sort(&self, named: Vec<(String, Box<RawValue>)>) -> Sorted {
        let mut answers: Vec<Option<Box<RawValue>>> = self.questions.iter().map(|_| None).collect();
        let mut faults = Vec::new();
        for (name, answer) in named {
            let place = self.find(&name, |at| matches!(answers.get(at), Some(None)));
            match place.and_then(|at| answers.get_mut(at)) {
                Some(slot @ None) => *slot = Some(answer),
                Some(Some(_)) => faults.push(AnswerFault::TwoAnswers(name)),
                None => {
                    let ids: Vec<&str> = self.questions.iter().map(|question| question.id.as_str()).collect();
                    faults.push(AnswerFault::NoQuestion(name, ids.join(", ")));
                }
            }
        }
        Sorted { answers, faults }
    }

    /// Answers that are in the order of the last questions; one that names a question has to be in its place.
    fn in_order(
        &self,
        answers: &[Value],
        items: Vec<Box<RawValue>>,
        questions: &[Rc<Question>],
    ) -> Result<Sorted, AnswerFault> {
        let before = questions.len().saturating_sub(items.len());
        for ((at, question), answer) in (0..).zip(questions).skip(before).zip(answers) {
            if let Some(name) = name_of(answer)
                && self.find(&name, |place| place == at) != Some(at)
            {
                return Err(of_question(at, question, AnswerFault::ForAnother(name)));
            }
        }
        let answers = std::iter::repeat_with(|| None).take(before).chain(items.into_iter().map(Some)).collect();
        Ok(Sorted { answers, faults: Vec::new() })
    }
}

fn fold(name: &str) -> String {
    name.trim().chars().map(fuzzy::fold).collect()
}

/// What an answer says twice: of two, nobody knows which is meant.
pub(crate) fn twice(raw: &str) -> Option<AnswerFault> {
    let fields = json::fields(raw);
    let is_twice = |name: &&str| fields.iter().filter(|(own, _)| own == name).count() > 1;
    let name = ANSWER.iter().copied().chain(["note"]).find(is_twice)?;
    Some(AnswerFault::Twice(name))
}

/// What somebody has written into an answer and is no part of one: a slip in a name would be lost without a word.
pub(crate) fn unknown(raw: &str) -> Option<AnswerFault> {
    let fields = json::fields(raw);
    // Without an answer, that is what is wrong.
    fields.iter().find(|(name, _)| ANSWER.contains(&name.as_str()))?;
    let is_known = |name: &str| ANSWER.contains(&name) || NAME.contains(&name) || BESIDE.contains(&name);
    let (name, _) = fields.iter().find(|(name, value)| !is_known(name) && value.get().starts_with(['"', '[']))?;
    Some(AnswerFault::NoField(name.clone()))
}

impl Reply {
    /// What is said, if anything, as far as it fits; and what is wrong with it.
    fn read(answer: &Value, note: &Value, question: &Question) -> (Option<Self>, Option<AnswerFault>) {
        let note = match note {
            Value::Null => Ok(None),
            Value::String(note) => Ok(Some(note.clone()).filter(|note| !note.trim().is_empty())),
            _ => Err(AnswerFault::NotText("note")),
        };
        let given = Given::read(answer, question);
        let fault = given.as_ref().err().or(note.as_ref().err()).cloned();
        let (note, given) = (note.unwrap_or_default(), given.unwrap_or_default());
        let reply = (given.is_some() || note.is_some()).then_some(Self { given, note, unsent: Unsent::default() });
        (reply, fault)
    }
}

impl Given {
    /// `None` where there is no answer.
    fn read(answer: &Value, question: &Question) -> Result<Option<Self>, AnswerFault> {
        let value = match answer {
            Value::Object(fields) => {
                if !fields.iter().any(|(name, _)| ANSWER.contains(&name.as_str())) {
                    return Err(AnswerFault::Missing("answer"));
                }
                let mut filled =
                    ANSWER.iter().map(|name| (*name, answer.field(name))).filter(|(_, value)| !value.is_null());
                let (_, first) = filled.next().unwrap_or(("", &Value::Null));
                // Beside a value, its label says the same.
                if let Some((name, _)) = filled.find(|(name, other)| *name != "label" && *other != first) {
                    return Err(AnswerFault::Twice(name));
                }
                first
            }
            answer => answer,
        };
        let items = match value {
            Value::Null => return Ok(None),
            Value::Array(items) => items.as_slice(),
            one => std::slice::from_ref(one),
        };
        let is_list = value.is_array();
        let nth = |name: &str, at: usize| {
            let field = answer.field(name);
            field.list().get(at).unwrap_or(field)
        };
        let options = Called::of(&question.options);
        let mut choices = Vec::new();
        for (at, item) in items.iter().enumerate() {
            let Some(text) = own_text(item) else { return Err(AnswerFault::NotAnswer) };
            let was_custom = match nth("wasCustom", at) {
                // Of several, it says that there is text among them.
                Value::Bool(true) if is_list && answer.field("wasCustom").is_true() => None,
                was_custom => was_custom.as_bool(),
            };
            match joined(&text, question, &options).filter(|_| !is_list && was_custom != Some(true)) {
                Some(options) => choices.extend(options.into_iter().map(Choice::Option)),
                None => choices.push(choice(text, was_custom, nth("index", at).as_u64(), question, &options)?),
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
    index: Option<u64>,
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
        let labels = question.options.iter().map(|option| Styles::bare(&option.label)).collect();
        return Err(AnswerFault::NoOption(text, labels));
    }
    Ok(Choice::Typed(text))
}

/// The options of a list of boxes whose names a person has joined by commas; `None` where the text is anything else.
fn joined(text: &str, question: &Question, options: &Called<'_>) -> Option<Vec<usize>> {
    let is_joined = question.mode.takes_many() && text.contains(',') && matches!(options.find(text), Ok(None));
    is_joined.then(|| options.joined(text, Called::find_or_count))?
}

/// The one choice of a question that takes no more.
fn only(choices: Vec<Choice>) -> Result<Choice, AnswerFault> {
    match <[Choice; 1]>::try_from(choices) {
        Ok([choice]) => Ok(choice),
        Err(_) => Err(AnswerFault::NotOne),
    }
}

/// A list of boxes with these choices.
pub(crate) fn boxes(question: &Question, choices: Vec<Choice>) -> Given {
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
