//! Request → questionnaire: questions that can be asked, with every default filled in.
//!
//! This is the one place for defaults, for unique ids and for what is refused. A [`Questionnaire`] holds at least one
//! question, and every question something to answer it with; nothing that follows checks for that again.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with::skip_serializing_none;
use ts_rs::TS;

use crate::call::called::Called;
use crate::call::naming::{self, default_label, is_seen, own_label, without_mark};
use crate::call::refusal::{Fault, Refusal, named, told};
use crate::call::request::{Kind, Mode, OptionRequest, QuestionRequest, Request, bounded};
use crate::call::settings::Settings;
use crate::call::unwrap::joined;
use crate::text::{Clean, harmless, truncate};
use crate::words::Words;

/// Before the options of a question in a list.
const INDENT: &str = "  ";
/// Bytes that fill a column: what is behind so many is out of sight.
const MAX_BYTES: usize = 4;

/// Questions that can be asked: one or more. They never change, and a form and its result share them.
#[derive(Clone, Debug, PartialEq)]
pub struct Questionnaire {
    pub(crate) title: Option<String>,
    pub(crate) questions: Vec<Rc<Question>>,
    pub(crate) metadata: Option<Value>,
    /// What the model is told about how its call was read, a line each.
    pub(crate) reading_notes: Vec<String>,
}

/// A question with its defaults filled in. The custom row is not among its options.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct Question {
    /// Unique among the questions.
    pub id: String,
    /// Short name for tabs and review; Q1, Q2, … where the model gave none, which nobody is shown.
    pub label: String,
    /// The full question.
    pub prompt: String,
    /// How it is answered.
    pub mode: Mode,
    /// What the user can choose from: at least one, and none where the mode is `input`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<QuestionOption>>")]
    pub options: Vec<QuestionOption>,
    /// Whether the list ends with a row for free text.
    pub allow_custom: bool,
    /// What that row is called.
    pub custom_label: String,
    /// Whether blank text, or nothing checked, is an answer.
    pub allow_empty: bool,
    /// What is chosen, typed or checked from the start.
    pub default_value: Option<String>,
    /// What is checked or added from the start, where the mode is `multi`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>")]
    pub default_values: Vec<String>,
    /// Value of the first recommended option.
    pub recommended: Option<String>,
    /// What a typed answer has to be; nobody checks that.
    pub kind: Option<Kind>,
    /// Whether the answer is nobody else's business.
    pub secret: Option<bool>,
    /// What stands in an empty text.
    pub placeholder: Option<String>,
    /// Whether the label is the model's own; if not, the question goes by its prompt.
    #[serde(skip)]
    pub has_own_label: bool,
}

/// One predefined option.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(optional_fields)]
pub struct QuestionOption {
    /// What the model gets back.
    pub value: String,
    /// What the user reads.
    pub label: String,
    /// Help below the label.
    pub description: Option<String>,
    /// Markdown that shows what choosing it means.
    pub preview: Option<String>,
    /// Whether it is marked as recommended.
    #[serde(rename = "recommended", default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub is_recommended: bool,
}

impl Questionnaire {
    /// Fills in what the model left out, as the user's settings have it.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] that lists what cannot be read, every question that has no prompt or cannot be answered, and every option
    /// without a label.
    pub fn new(request: Request, settings: &Settings) -> Result<Self, Refusal> {
        let Request { title, message, mut questions, metadata, reading_notes: mut notes, mut problems } = request;
        if questions.is_empty() {
            return Err(Refusal { problems });
        }
        if let (Some(message), Some(first)) = (filled(message), questions.first_mut()) {
            first.prompt = joined([Some(message), Some(std::mem::take(&mut first.prompt))]).unwrap_or_default();
        }
        let given: Vec<Option<String>> = questions.iter().map(|question| question.id.clone()).collect();
        let mut asked = Vec::with_capacity(questions.len());
        for ((number, question), id) in (1..).zip(questions).zip(unique_ids(&given)) {
            let mut left = Vec::new();
            let (question, faults) = Question::complete(question, id.clone(), number, settings, &mut left);
            problems.extend(faults.into_iter().map(|fault| fault.of_question(number, &id)));
            notes.extend(left.iter().map(|what| told(&format!("{}: {what}", named(number, &id)))));
            asked.push(Rc::new(question));
        }
        if problems.is_empty() {
            Ok(Self { title: filled(title), questions: asked, metadata, reading_notes: bounded(notes) })
        } else {
            Err(Refusal { problems })
        }
    }

    /// What the questions ask, each on a line, and below it as many of its options as there is room for.
    #[must_use]
    pub fn listed(&self, columns: usize, words: &Words) -> Vec<String> {
        let lines =
            naming::lines(self.questions.iter().map(|question| (question.own_label(), question.prompt.as_str())));
        let mut listed = Vec::new();
        for (line, question) in lines.iter().zip(&self.questions) {
            listed.push(line.as_str().to_owned());
            let mut labels = String::new();
            for option in &question.options {
                if labels.len() > columns.saturating_mul(MAX_BYTES) {
                    break;
                }
                let comma = if labels.is_empty() { "" } else { words.comma };
                labels.extend([comma, naming::without_marks(&option.label).as_str()]);
            }
            if !labels.is_empty() {
                let labels = truncate(Clean::composed(labels), columns.saturating_sub(INDENT.len()));
                listed.push([INDENT, labels.as_str()].concat());
            }
        }
        listed
    }

    /// What the questions are called to somebody who reads of them, in their order.
    pub(crate) fn names(&self) -> Vec<Clean<'static>> {
        naming::names(self.questions.iter().map(|question| (question.own_label(), question.prompt.as_str())))
    }

    /// Puts the numbers of the questions into the labels of those that have none of their own.
    pub(crate) fn number(&mut self) {
        for (number, question) in (1..).zip(&mut self.questions) {
            if !question.has_own_label && question.label != default_label(number) {
                Rc::make_mut(question).label = default_label(number);
            }
        }
    }

    /// The questions, never empty.
    #[must_use]
    pub fn questions(&self) -> &[Rc<Question>] {
        &self.questions
    }
}

impl Question {
    /// The label that the model gave it.
    pub(crate) fn own_label(&self) -> Option<&str> {
        self.has_own_label.then_some(self.label.as_str())
    }

    /// The question with its defaults, and what is wrong with it. `number` counts the questions from 1; `told` is what was
    /// left out or guessed.
    fn complete(
        request: QuestionRequest,
        id: String,
        number: usize,
        settings: &Settings,
        told: &mut Vec<String>,
    ) -> (Self, Vec<Fault>) {
        let mut faults = Vec::new();
        if !is_seen(&request.prompt) {
            faults.push(Fault::Prompt);
        }
        let has_options = !request.options.is_empty();
        let mode = request.mode.unwrap_or(if has_options { Mode::Single } else { Mode::Input });
        let allow_custom = settings.always_offer_custom || request.allow_custom != Some(false);
        if mode.has_options() && !has_options {
            faults.push(Fault::Options);
        } else if !mode.has_options() && request.mode.is_none() && !allow_custom {
            faults.push(Fault::NoAnswer);
        }
        if !mode.has_options() && has_options {
            told.push("\"options\" was left out, because its mode is input.".to_owned());
        }
        let recommended = request.recommended_option();
        let mut options: Vec<QuestionOption> = Vec::new();
        for (at, option) in (1..).zip(request.options).take_while(|_| mode.has_options()) {
            match QuestionOption::complete(option) {
                Some(option) => options.push(option),
                None => faults.push(Fault::OptionLabel(at)),
            }
        }
        if let Some(option) = recommended.and_then(|at| options.get_mut(at)) {
            option.is_recommended = true;
        }
        let first_recommended = options.iter().find(|option| option.is_recommended);
        let recommended = first_recommended.map(|option| option.value.clone());
        let label = request.label.filter(|label| own_label(label, number).is_some());
        let mut question = Self {
            id,
            has_own_label: label.is_some(),
            label: label.unwrap_or_else(|| default_label(number)),
            prompt: request.prompt,
            mode,
            allow_custom: allow_custom || !mode.has_options(),
            custom_label: filled(request.custom_label).unwrap_or_else(|| settings.custom_label().to_owned()),
            allow_empty: request.allow_empty.unwrap_or(false),
            default_value: None,
            default_values: Vec::new(),
            recommended,
            kind: request.kind.filter(|_| !mode.has_options()),
            secret: request.secret.filter(|is_secret| *is_secret),
            placeholder: filled(request.placeholder),
            options,
        };
        question.preset(request.default_value, request.default_values.unwrap_or_default(), told);
        (question, faults)
    }

    /// Takes what is to be chosen from the start. One tool's list is another's single value.
    fn preset(&mut self, one: Option<String>, several: Vec<String>, told: &mut Vec<String>) {
        let options = Called::of(&self.options);
        if !self.mode.takes_many() && one.iter().count() + several.len() > 1 {
            told.push("of its defaults the first counts; it takes one answer.".to_owned());
        }
        let mut preset = |name| self.preset_of(name, &options, told);
        if self.mode.takes_many() {
            let all: Vec<String> = several.into_iter().chain(one).flat_map(&mut preset).collect();
            let mut seen = HashSet::new();
            self.default_values = all.iter().filter(|value| seen.insert(*value)).cloned().collect();
        } else {
            let name = one.or_else(|| several.into_iter().next());
            self.default_value = name.and_then(preset);
        }
    }

    /// The value of the option that a default names, as answers name it; of no option, the text, where a text can be an
    /// answer.
    fn preset_of(&self, name: String, options: &Called<'_>, told: &mut Vec<String>) -> Option<String> {
        // What cannot be seen is no default.
        let typed = |name: String| Some(name).filter(|text| is_seen(text));
        // What it is kept as means the same as what was sent.
        let name = if let Ok(Some(_)) = options.find(&name) { name } else { harmless(name) };
        if !self.mode.has_options() {
            return typed(name);
        }
        if let Ok(Some(at)) = options.find(&name) {
            return self.options.get(at).map(|option| option.value.clone());
        }
        let shown = Clean::line(&name).into_owned();
        if !self.allow_custom && !name.trim().is_empty() {
            told.push(format!("the default \"{}\" is none of its options and was left out.", shown.as_str()));
            return None;
        }
        // What the user can accept without a change is what they see.
        typed(name)
    }
}

impl QuestionOption {
    /// Label and value stand in for each other; `None` where both are missing. A mark in the label becomes a flag.
    fn complete(option: OptionRequest) -> Option<Self> {
        let label = filled(Some(option.label)).or_else(|| filled(option.value.clone()))?;
        let unmarked = without_mark(&label).to_owned();
        let is_recommended = unmarked != label;
        // A mark belongs to the label: in a value beside one that has none, it is text.
        let value = option.value.map(|value| if is_recommended { without_mark(&value).to_owned() } else { value });
        Some(Self {
            value: value.unwrap_or_else(|| unmarked.clone()),
            label: unmarked,
            description: filled(option.description),
            preview: filled(option.preview),
            is_recommended,
        })
    }
}

/// The id of a question that has none, by its number.
pub(crate) fn default_id(number: usize) -> String {
    format!("q{number}")
}

/// The ids as given, `q1`, `q2`, … where none is, and `b-2`, `b-3`, … for the second and third `b`. An id that the
/// model wrote itself is never given to another question.
pub(crate) fn unique_ids(given: &[Option<String>]) -> Vec<String> {
    let given: Vec<Option<&str>> = given.iter().map(|id| id.as_deref().filter(|id| !id.trim().is_empty())).collect();
    let own: HashSet<&str> = given.iter().flatten().copied().collect();
    // How often each was met, and the number that its last copy got.
    let mut met: HashMap<&str, (usize, usize)> = HashMap::new();
    let mut made: HashSet<String> = HashSet::new();
    let mut ids = Vec::with_capacity(given.len());
    for (at, id) in given.iter().enumerate() {
        let mut numbered = |wish: &str, from: usize| {
            // One of as many numbers as there are ids is free.
            let numbers = from..=from + 2 * given.len();
            let named = numbers.map(|number| (number, format!("{wish}-{number}")));
            let is_free = |(_, id): &(usize, String)| !own.contains(id.as_str()) && !made.contains(id);
            let (number, id) = named.into_iter().find(is_free).unwrap_or_else(|| (from, wish.to_owned()));
            made.insert(id.clone());
            (number, id)
        };
        ids.push(if let Some(id) = id {
            let (count, last) = met.entry(id).or_default();
            *count += 1;
            if *count == 1 {
                (*id).to_owned()
            } else {
                // The second of its name is number 2; those up to the last one's are taken.
                let (number, id) = numbered(id, (*last + 1).max(*count));
                *last = number;
                id
            }
        } else {
            let wish = default_id(at + 1);
            if own.contains(wish.as_str()) { numbered(&wish, 2).1 } else { wish }
        });
    }
    ids
}

/// `None` for text that is blank.
fn filled(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.trim().is_empty())
}
