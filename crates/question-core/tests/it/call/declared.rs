//! Calls that fit what a tool declares: asked as they were sent, whatever their texts look like.

use crate::common::any::nasty;
use crate::common::json::{Json, json, object, taken};
use crate::common::{TUI, ask};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use question_core::{Clean, Details, Dialect, Mode, QuestionOption, Questionnaire, Request};

const DIALECTS: [Dialect; 3] = [Dialect::Question, Dialect::AskUserQuestion, Dialect::AskUser];

/// Texts that a tolerant reader may take for something else.
fn misleading() -> impl Strategy<Value = String> {
    const PARTS: [&str; 58] = [
        "```json\n{\"retries\": 3}\n```\nShall I write this?",
        "{\"retries\": 3} or {\"retries\": 5}?",
        "{\"question\": \"Which?\", \"options\": [\"a\", \"b\"]}",
        "{\"questions\": [{\"prompt\": \"Which?\"}]}",
        "[{\"prompt\": \"A?\"}, {\"prompt\": \"B?\"}]",
        "[\"a\", \"b\"]",
        "[]",
        "{}",
        "{",
        "[1, 2",
        "]}",
        "{'prompt': 'Which?'}",
        "{prompt: Which?}",
        "{\\\"question\\\": \\\"Which?\\\"}",
        "\"quoted\"",
        "\"{\\\"prompt\\\": \\\"Which?\\\"}\"",
        "\\n\\\"",
        "\"label\": \"x\",",
        "options: a, b",
        "question: Which?\noptions:\n- a\n- b",
        "[question] Which? (multi)\n[option] a\n[option] b",
        "1. [question] Which?\n[topic] T",
        "<suggest>a</suggest><suggest>b</suggest>",
        "<question>Which?</question>",
        "<option value=\"a\">",
        "a, b or c",
        "a | b; c",
        "yes/no",
        "- a\n- b",
        "1) a\n2) b",
        "Select all that apply.",
        "(multiselect)",
        "multi",
        "checkbox",
        "header: T",
        "\"multiSelect\": true",
        "requestedSchema",
        "1",
        "0",
        "-1",
        "3.5",
        "1e3",
        "true",
        "no",
        "null",
        "None",
        "(Recommended)",
        "a (Recommended)",
        " (recommended) ",
        "[recommended]",
        " - recommended",
        "# Title\n\n**bold** `code` [link](https://example.org)",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "Other",
        "Something else…",
        "Q1",
        "Q2",
        "//",
    ];
    let part = prop_oneof![6 => select(PARTS.as_slice()).prop_map(str::to_owned), 1 => nasty()];
    let joint = select([" ", "\n", "", ", "].as_slice());
    (prop::collection::vec(part, 1..4), joint).prop_map(|(parts, joint)| parts.join(joint))
}

fn seen() -> impl Strategy<Value = String> {
    misleading().prop_map(|text| if is_seen(&text) { text } else { "Which?".to_owned() })
}

fn is_seen(text: &str) -> bool {
    text.split_whitespace().any(|word| Clean::line(word).columns() > 0)
}

fn maybe() -> impl Strategy<Value = Option<String>> {
    prop::option::of(misleading())
}

#[derive(Clone, Debug)]
struct SentOption {
    value: Option<String>,
    label: String,
    description: Option<String>,
    preview: Option<String>,
}

#[derive(Clone, Debug)]
struct SentQuestion {
    id: Option<String>,
    label: Option<String>,
    prompt: String,
    mode: Option<Mode>,
    options: Vec<SentOption>,
    allow_custom: Option<bool>,
    custom_label: Option<String>,
    allow_empty: Option<bool>,
    recommended: Option<Index>,
}

fn option() -> impl Strategy<Value = SentOption> {
    (maybe(), seen(), maybe(), maybe()).prop_map(|(value, label, description, preview)| SentOption {
        value,
        label,
        description,
        preview,
    })
}

fn question() -> impl Strategy<Value = SentQuestion> {
    let mode = select([None, Some(Mode::Single), Some(Mode::Multi), Some(Mode::Input)].as_slice());
    let options = prop::collection::vec(option(), 0..4);
    let flags = (any::<Option<bool>>(), any::<Option<bool>>(), any::<Option<Index>>());
    (maybe(), maybe(), seen(), maybe(), mode, options, flags).prop_map(
        |(id, label, prompt, custom_label, mode, options, (allow_custom, allow_empty, recommended))| {
            let has_options = !options.is_empty();
            // What is refused, and options that are of no use.
            let is_refused = matches!((mode, has_options), (Some(Mode::Single | Mode::Multi), false))
                || matches!((mode, has_options), (Some(Mode::Input), true));
            SentQuestion {
                id,
                label,
                prompt,
                mode: mode.filter(|_| !is_refused),
                options,
                allow_custom: allow_custom.filter(|_| has_options),
                custom_label,
                allow_empty,
                recommended: recommended.filter(|_| has_options),
            }
        },
    )
}

/// An object of those fields that have a value.
fn fields(all: Vec<(&str, Option<Json>)>) -> Json {
    object(all.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect())
}

fn text(text: Option<&String>) -> Option<Json> {
    text.cloned().map(Json::from)
}

impl SentOption {
    fn named(&self) -> &str {
        self.value.as_ref().unwrap_or(&self.label)
    }

    fn in_dialect(&self, dialect: Dialect) -> Json {
        let label = Some(Json::from(self.label.as_str()));
        let description = text(self.description.as_ref());
        let is_own = dialect == Dialect::Question;
        let preview = text(self.preview.as_ref()).filter(|_| dialect != Dialect::AskUser);
        let value = text(self.value.as_ref()).filter(|_| is_own);
        fields(vec![("value", value), ("label", label), ("description", description), ("preview", preview)])
    }
}

impl SentQuestion {
    fn recommended(&self) -> Option<usize> {
        Some(self.recommended?.index(self.options.len()))
    }

    /// The question with what the tool of a dialect declares.
    fn declared(mut self, dialect: Dialect) -> Self {
        if dialect == Dialect::Question {
            return self;
        }
        (self.id, self.allow_custom, self.custom_label, self.allow_empty) = (None, None, None, None);
        self.mode = self.mode.filter(|mode| *mode == Mode::Multi);
        self.recommended = self.recommended.filter(|_| dialect == Dialect::AskUserQuestion);
        for option in &mut self.options {
            option.value = None;
            option.preview = option.preview.take().filter(|_| dialect == Dialect::AskUserQuestion);
        }
        self
    }

    fn in_dialect(&self, dialect: Dialect) -> Json {
        let options: Vec<Json> = self.options.iter().map(|option| option.in_dialect(dialect)).collect();
        let is_needed = dialect == Dialect::AskUserQuestion || !options.is_empty();
        let options = is_needed.then(|| Json::from(options));
        let label = text(self.label.as_ref());
        let prompt = Some(Json::from(self.prompt.as_str()));
        let multi = || self.mode.map(|mode| Json::from(mode == Mode::Multi));
        match dialect {
            Dialect::Question => fields(vec![
                ("id", text(self.id.as_ref())),
                ("label", label),
                ("prompt", prompt),
                ("mode", self.mode.map(|mode| json!(mode))),
                ("options", options),
                ("allowCustom", self.allow_custom.map(Json::from)),
                ("customLabel", text(self.custom_label.as_ref())),
                ("allowEmpty", self.allow_empty.map(Json::from)),
                ("recommended", self.recommended().and_then(|at| Some(Json::from(self.options.get(at)?.named())))),
            ]),
            Dialect::AskUserQuestion => fields(vec![
                ("header", label),
                ("question", prompt),
                ("options", options),
                ("multi", multi()),
                ("recommended", self.recommended().map(Json::from)),
            ]),
            Dialect::AskUser => {
                fields(vec![("question", prompt), ("header", label), ("options", options), ("multiSelect", multi())])
            }
        }
    }

    /// The options as they have to be asked, and which are recommended.
    fn options(&self, dialect: Dialect) -> Vec<QuestionOption> {
        let filled = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
        let option = |option: &SentOption| {
            let is_recommended = bare(&option.label) != option.label;
            let value = if is_recommended { bare(option.named()) } else { option.named() };
            QuestionOption {
                value: value.to_owned(),
                label: bare(&option.label).to_owned(),
                description: filled(&option.description),
                preview: filled(&option.preview),
                is_recommended,
            }
        };
        let mut options: Vec<QuestionOption> = self.options.iter().map(option).collect();
        if let Some(at) = self.recommended() {
            // By its name the first is meant that has it, by its index no other.
            let value = options.get(at).map(|option| option.value.clone());
            let is_it = |(here, option): (usize, &QuestionOption)| match dialect {
                Dialect::AskUserQuestion => here == at,
                _ => Some(&option.value) == value.as_ref(),
            };
            let found = options.iter().enumerate().position(is_it);
            if let Some(option) = found.and_then(|at| options.get_mut(at)) {
                option.is_recommended = true;
            }
        }
        options
    }
}

/// A label without marks at its end.
fn bare(text: &str) -> &str {
    const MARK: &str = "(recommended)";
    let trimmed = text.trim_end();
    let rest = trimmed.len().checked_sub(MARK.len()).and_then(|at| trimmed.split_at_checked(at));
    if let Some((rest, mark)) = rest
        && mark.eq_ignore_ascii_case(MARK)
        && !rest.trim().is_empty()
    {
        return bare(rest.trim_end());
    }
    text
}

fn is_as_sent(sent: &[SentQuestion], title: Option<&str>, dialect: Dialect) -> Result<(), TestCaseError> {
    let sent: Vec<SentQuestion> = sent.iter().map(|question| question.clone().declared(dialect)).collect();
    let questions: Vec<Json> = sent.iter().map(|question| question.in_dialect(dialect)).collect();
    let title = title.filter(|_| dialect == Dialect::Question);
    let metadata = (dialect != Dialect::AskUserQuestion).then(|| json!({"a": ["{\"prompt\": \"M?\"}", 1.5]}));
    let call = fields(vec![
        ("title", title.map(Json::from)),
        ("questions", Some(Json::from(questions))),
        ("metadata", metadata.clone()),
    ]);
    let request = Request::read(&call);
    prop_assert_eq!(request.title.as_deref(), title);
    prop_assert_eq!(&request.metadata, &metadata);
    let asked = ask(&call).map_err(|refusal| TestCaseError::fail(format!("{call}: {refusal}")))?;
    prop_assert_eq!(&asked.unavailable(TUI, None).details.reading_notes, &None, "{}", call);
    prop_assert_eq!(asked.questions().len(), sent.len());
    for (number, (question, sent)) in (1..).zip(asked.questions().iter().zip(&sent)) {
        let default = if sent.options.is_empty() { Mode::Input } else { Mode::Single };
        let label = sent.label.clone().filter(|label| is_seen(label)).unwrap_or_else(|| format!("Q{number}"));
        let custom = sent.custom_label.clone().filter(|label| !label.trim().is_empty());
        prop_assert_eq!(&question.prompt, &sent.prompt);
        prop_assert_eq!(&question.label, &label);
        prop_assert_eq!(question.mode, sent.mode.unwrap_or(default), "{}", call);
        prop_assert_eq!(&question.options, &sent.options(dialect), "{}", call);
        prop_assert_eq!(question.allow_custom, sent.allow_custom.unwrap_or(true));
        prop_assert_eq!(&question.custom_label, &custom.unwrap_or_else(|| "Something else…".to_owned()));
        prop_assert_eq!(question.allow_empty, sent.allow_empty.unwrap_or(false));
    }
    is_read_again(&asked, &request)
}

/// As pi passes it on, and as sessions keep it.
fn is_read_again(asked: &Questionnaire, request: &Request) -> Result<(), TestCaseError> {
    for dialect in DIALECTS {
        let prepared = taken(&request.in_dialect(dialect));
        prop_assert_eq!(&ask(&prepared), &Ok(asked.clone()), "{:?} {}", dialect, prepared);
    }
    let details = taken(&asked.unavailable(TUI, None).details);
    let again = Details::read(&details).and_then(|record| record.questionnaire());
    prop_assert_eq!(again.as_ref().map(Questionnaire::questions), Some(asked.questions()), "{}", details);
    Ok(())
}

proptest! {
    #[test]
    fn what_fits_is_asked_as_it_was_sent(sent in prop::collection::vec(question(), 1..4), title in prop::option::of(seen())) {
        for dialect in DIALECTS {
            is_as_sent(&sent, title.as_deref(), dialect)?;
        }
    }
}

/// What names no option is not recommended, and the model is told; what is a number is an index where it is sent as one.
#[test]
fn a_recommendation_that_names_no_option_is_told() {
    let asked = |call: Json| {
        let asked = ask(&call).expect("it can be asked");
        let marked: Vec<bool> = asked.questions()[0].options.iter().map(|option| option.is_recommended).collect();
        (marked, asked.unavailable(TUI, None).details.reading_notes.unwrap_or_default().join("\n"))
    };
    let own = |recommended: Json| json!({"questions": [{"prompt": "Which?", "options": [{"label": "a"}, {"label": "b"}], "recommended": recommended}]});
    let other = |recommended: Json| json!({"questions": [{"question": "Which?", "options": [{"label": "a"}, {"label": "b"}], "recommended": recommended}]});
    let note = |wanted: &str| format!("Question 1: the recommended \"{wanted}\" is none of its options.");
    for (call, marked, told) in [
        (own(json!("b")), [false, true], String::new()),
        (own(json!("1")), [false, false], note("1")),
        (own(json!("z")), [false, false], note("z")),
        (own(json!(1)), [false, true], String::new()),
        (own(json!("")), [false, false], String::new()),
        (other(json!(1)), [false, true], String::new()),
        (other(json!(2)), [false, false], note("2")),
        (other(json!("1")), [false, false], note("1")),
    ] {
        assert_eq!(asked(call.clone()), (marked.to_vec(), told.clone()), "{call}");
        for dialect in DIALECTS {
            let prepared = taken(&Request::read(&call).in_dialect(dialect));
            assert_eq!(asked(prepared.clone()), (marked.to_vec(), told.clone()), "{prepared}");
        }
    }
}
