//! Completes a request to a questionnaire, in which every question can be asked.
//!
//! This module alone fills in defaults, makes ids unique, and refuses questions. A [`Questionnaire`] made from a
//! request holds at least one question, and each has a way to be answered.

use std::rc::Rc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with::skip_serializing_none;
use ts_rs::TS;

use crate::call::naming;
use crate::call::option::without_suffix;
use crate::call::preset::Presets;
use crate::call::reading::Reading;
use crate::call::refusal::{Refusal, in_one_line, name_of_question};
use crate::call::request::{Mode, OptionRequest, QuestionRequest, Request};
use crate::call::settings::Settings;
use crate::call::unwrap::joined;
use crate::text::markdown::plain;
use crate::text::{Clean, is_blank, is_seen, truncate};
use crate::words::Language;

/// Width of the line that says what questions are about, in columns, at most.
const ABOUT_COLUMNS: usize = 40;

/// Questions that can be asked, at least one. They are immutable and shared between a form and its result.
#[derive(Clone, Debug, PartialEq)]
pub struct Questionnaire {
    pub(crate) title: Option<String>,
    pub(crate) questions: Vec<Rc<Question>>,
    pub(crate) metadata: Option<Value>,
    /// Remarks for the model on what its call could not have, one line each.
    pub(crate) remarks: Vec<String>,
}

/// A question with its defaults filled in. The custom row is not one of its options.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct Question {
    /// Id, unique in the form.
    pub id: String,
    /// Short name for tabs and review, if the model sent one.
    pub label: Option<String>,
    /// The full question.
    pub prompt: String,
    /// How the question is answered.
    pub mode: Mode,
    /// Options to choose from: none if the mode is `input`, otherwise at least one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<QuestionOption>>")]
    pub options: Vec<QuestionOption>,
    /// Whether the list ends with a custom row.
    pub allow_custom: bool,
    /// Label of the custom row.
    pub custom_label: String,
    /// Whether blank text, or nothing checked, is an answer.
    pub allow_empty: bool,
    /// Whether at least one option of a `multi` question has to be checked, because `allowEmpty` was sent as false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub at_least_one: bool,
    /// The default answer of a `single` or `input` question: a value of an option, or text.
    pub default_value: Option<String>,
    /// The default answers of a `multi` question: values of options, and added texts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>")]
    pub default_values: Vec<String>,
    /// Value of the first recommended option.
    pub recommended: Option<String>,
    /// Whether the answer is secret; absent if not.
    pub secret: Option<bool>,
    /// Text shown in an empty editor.
    pub placeholder: Option<String>,
    /// The language that the question is asked in.
    #[serde(skip)]
    #[ts(skip)]
    pub(crate) language: Language,
}

/// An option to choose.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(optional_fields)]
pub struct QuestionOption {
    /// Value returned to the model.
    pub value: String,
    /// Text shown to the user.
    pub label: String,
    /// Help text below the label.
    pub description: Option<String>,
    /// Markdown preview of what choosing the option leads to.
    pub preview: Option<String>,
    /// Whether the option is marked as recommended.
    #[serde(rename = "recommended", default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub is_recommended: bool,
}

impl Questionnaire {
    /// Completes a request according to the user's settings.
    ///
    /// # Errors
    ///
    /// Returns a [`Refusal`] with every problem: what could not be read, questions without a prompt or a way to answer,
    /// and options without a label.
    pub fn new(reading: impl Into<Reading>, settings: &Settings) -> Result<Self, Refusal> {
        let Reading { request, mut problems, exist } = reading.into();
        let Request { title, message, mut questions, metadata } = request;
        if questions.is_empty() {
            return Err(Refusal { problems, exist });
        }
        if let (Some(message), Some(first)) = (filled(message), questions.first_mut()) {
            first.prompt = joined(vec![message, std::mem::take(&mut first.prompt)]).unwrap_or_default();
        }
        let given: Vec<Option<String>> = questions.iter().map(|question| question.id.clone()).collect();
        let (mut asked, mut remarks) = (Vec::with_capacity(questions.len()), Vec::new());
        for ((number, question), id) in (1..).zip(questions).zip(unique_ids(&given)) {
            let (mut own_problems, mut own_remarks) = (Vec::new(), Vec::new());
            let question = Question::complete(question, id.clone(), settings, &mut own_problems, &mut own_remarks);
            let name = name_of_question(number, Some(&id));
            problems.extend(own_problems.iter().map(|what| format!("{name}: {what}")));
            remarks.extend(own_remarks.iter().map(|what| in_one_line(&format!("{name}: {what}"))));
            asked.push(Rc::new(question));
        }
        if problems.is_empty() {
            Ok(Self { title: filled(title), questions: asked, metadata: metadata.map(Value::Object), remarks })
        } else {
            Err(Refusal { problems, exist })
        }
    }

    /// Says in one line what the questions are about: by the title, or else by their names.
    #[must_use]
    pub fn about(&self) -> String {
        let names = || Clean::composed(self.names().iter().map(Clean::as_str).collect::<Vec<_>>().join(", "));
        truncate(self.title_line().unwrap_or_else(names), ABOUT_COLUMNS).as_str().to_owned()
    }

    pub(crate) fn names(&self) -> Vec<Clean<'static>> {
        naming::names(self.questions.iter().map(|question| (question.own_label(), question.prompt.as_str())))
    }

    /// Returns the heading of the form, on one line.
    pub(crate) fn title_line(&self) -> Option<Clean<'static>> {
        self.title.as_deref().map(|title| Clean::line(&plain(title)).into_owned())
    }

    /// Returns the questions; there is at least one.
    #[must_use]
    pub fn questions(&self) -> &[Rc<Question>] {
        &self.questions
    }
}

impl Question {
    /// Returns the label, unless it shows nothing. A question without one is named by its prompt.
    pub(crate) fn own_label(&self) -> Option<&str> {
        self.label.as_deref().filter(|label| is_seen(label))
    }

    /// Completes a question. Appends to `problems` why it cannot be asked, with what to send instead, and to `remarks`
    /// what it could not have.
    fn complete(
        request: QuestionRequest,
        id: String,
        settings: &Settings,
        problems: &mut Vec<String>,
        remarks: &mut Vec<String>,
    ) -> Self {
        if !is_seen(&request.prompt) {
            problems.push("\"prompt\" is missing. Send the full question as \"prompt\".".to_owned());
        }
        let has_options = !request.options.is_empty();
        let mode = match request.mode {
            None => {
                if has_options {
                    Mode::Single
                } else {
                    Mode::Input
                }
            }
            // Options of a text are suggestions, beside which the user can always type.
            Some(Mode::Input) if has_options => Mode::Single,
            Some(mode) => mode,
        };
        if mode.has_options() && !has_options {
            let send = "Send at least one {\"value\", \"label\"}, or \"mode\": \"input\" for free text.";
            problems.push(format!("\"options\" is missing or empty. {send}"));
        }
        let mut options: Vec<QuestionOption> = Vec::new();
        for (at, option) in (1..).zip(request.options) {
            match QuestionOption::complete(option) {
                Some(option) => options.push(option),
                None => problems.push(format!(
                    "\"options\", item {at}: \"label\" is missing. Send each option as {{\"value\", \"label\"}}."
                )),
            }
        }
        let sent: Vec<String> = request.default_values.into_iter().flatten().chain(request.default_value).collect();
        if request.mode.is_none() && has_options && sent.iter().any(|value| sent.first() != Some(value)) {
            problems.push(
                "it has several defaults. Send \"mode\": \"multi\" for several choices, or one default.".to_owned(),
            );
        }
        let allow_custom = settings.always_offer_custom
            || request.allow_custom != Some(false)
            || !mode.has_options()
            || request.mode == Some(Mode::Input);
        let mut presets = Presets::new(&options, mode, allow_custom, remarks);
        let recommended = presets.recommended(request.recommended.as_ref());
        let mut defaults = presets.defaults(sent);
        for at in recommended {
            if let Some(option) = options.get_mut(at) {
                option.is_recommended = true;
            }
        }
        let default_value = if mode.is_list() { None } else { defaults.pop() };
        let first_recommended = options.iter().find(|option| option.is_recommended);
        Self {
            id,
            label: request.label.filter(|label| is_seen(label)),
            prompt: request.prompt,
            mode,
            allow_custom,
            language: Language(settings.words()),
            custom_label: filled(request.custom_label).unwrap_or_else(|| settings.custom_label().to_owned()),
            allow_empty: request.allow_empty.unwrap_or(false),
            at_least_one: mode.is_list() && request.allow_empty == Some(false),
            default_value,
            default_values: defaults,
            recommended: first_recommended.map(|option| option.value.clone()),
            secret: request.secret.filter(|is_secret| *is_secret),
            placeholder: filled(request.placeholder),
            options,
        }
    }
}

impl QuestionOption {
    /// Completes an option. Label and value replace each other if one is missing; returns `None` if both are. The
    /// suffix of a recommended label becomes `is_recommended`.
    fn complete(option: OptionRequest) -> Option<Self> {
        let label = filled(Some(option.label)).or_else(|| filled(option.value.clone()))?;
        let bare = without_suffix(&label).to_owned();
        let is_recommended = bare != label;
        // A value that ends with the suffix keeps it, unless the label has it as well.
        let value = option.value.map(|value| if is_recommended { without_suffix(&value).to_owned() } else { value });
        Some(Self {
            value: value.unwrap_or_else(|| bare.clone()),
            label: bare,
            description: filled(option.description),
            preview: filled(option.preview),
            is_recommended,
        })
    }
}

/// Returns the id of a question without one, by its number, 1-based.
pub(crate) fn default_id(number: usize) -> String {
    format!("q{number}")
}

/// Returns a unique id for each question: the given one, or `q1`, `q2`, …. Repeated ids get a suffix: `b`, `b-2`,
/// `b-3`.
///
/// An id that the model sent is never assigned to another question.
pub(crate) fn unique_ids(given: &[Option<String>]) -> Vec<String> {
    let id = |(number, id): (usize, &Option<String>)| match id {
        Some(id) if !id.trim().is_empty() => (id.clone(), true),
        _ => (default_id(number), false),
    };
    naming::made_unique((1..).zip(given).map(id).collect(), |id, number| format!("{id}-{number}"))
}

/// Returns the text unless it is blank.
fn filled(text: Option<String>) -> Option<String> {
    text.filter(|text| !is_blank(text))
}
