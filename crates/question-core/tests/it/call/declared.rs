//! Calls that fit the declared schema of a dialect are asked as they were sent, whatever their texts contain.

use crate::common::any::nasty;
use crate::common::json::{Json, Parts, json, taken};
use crate::common::{TUI, ask};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use question_core::{
    Clean, Dialect, Mode, OptionRequest, QuestionOption, QuestionRequest, Questionnaire, Reading, Record, Request,
};

const DIALECTS: [Dialect; 3] = [Dialect::Question, Dialect::AskUserQuestion, Dialect::AskUser];

/// Returns a strategy for texts that a tolerant reader might interpret.
fn misleading() -> impl Strategy<Value = String> {
    const SHORT: &[&str] = &[
        "[]", "{}", "{", "[1, 2", "]}", "\\n\\\"", "a | b; c", "yes/no", "- a\n- b", "multi", "checkbox", "1", "0",
        "-1", "3.5", "1e3", "true", "no", "null", "None", "Other", "Q1", "Q2", "//",
    ];
    const LONG: &[&str] = &[
        "a, b or c",
        "header: T",
        "```json\n{\"retries\": 3}\n```\nShall I write this?",
        "{\"retries\": 3} or {\"retries\": 5}?",
        "{\"question\": \"Which?\", \"options\": [\"a\", \"b\"]}",
        "{\"questions\": [{\"prompt\": \"Which?\"}]}",
        "[{\"prompt\": \"A?\"}, {\"prompt\": \"B?\"}]",
        "[\"a\", \"b\"]",
        "{'prompt': 'Which?'}",
        "{prompt: Which?}",
        "{\\\"question\\\": \\\"Which?\\\"}",
        "\"quoted\"",
        "\"{\\\"prompt\\\": \\\"Which?\\\"}\"",
        "\"label\": \"x\",",
        "options: a, b",
        "question: Which?\noptions:\n- a\n- b",
        "[question] Which? (multi)\n[option] a\n[option] b",
        "1. [question] Which?\n[topic] T",
        "<suggest>a</suggest><suggest>b</suggest>",
        "<question>Which?</question>",
        "<option value=\"a\">",
        "1) a\n2) b",
        "Select all that apply.",
        "(multiselect)",
        "\"multiSelect\": true",
        "requestedSchema",
        "(Recommended)",
        "a (Recommended)",
        " (recommended) ",
        "[recommended]",
        " - recommended",
        "# Title\n\n**bold** `code` [link](https://example.org)",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "Something else…",
    ];
    let part = prop_oneof![3 => select(SHORT), 3 => select(LONG)].prop_map(str::to_owned);
    let part = prop_oneof![6 => part, 1 => nasty()];
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

fn option() -> impl Strategy<Value = OptionRequest> {
    (maybe(), seen(), maybe(), maybe()).prop_map(|(value, label, description, preview)| OptionRequest {
        value,
        label,
        description,
        preview,
    })
}

/// Returns a strategy for questions that can be asked.
fn question() -> impl Strategy<Value = QuestionRequest> {
    let options = prop_oneof![1 => Just(Vec::new()), 3 => prop::collection::vec(option(), 1..4)];
    let flags = (any::<bool>(), any::<Option<bool>>(), any::<Option<bool>>(), any::<Option<Index>>());
    (maybe(), maybe(), seen(), maybe(), options, flags).prop_map(
        |(id, label, prompt, custom_label, options, (has_mode, is_multi, flag, recommended))| {
            let has_options = !options.is_empty();
            let mode = match is_multi.filter(|_| has_mode) {
                _ if !has_options => has_mode.then_some(Mode::Input),
                is_multi => is_multi.map(|is_multi| if is_multi { Mode::Multi } else { Mode::Single }),
            };
            let recommended = recommended.filter(|_| has_options).map(|at| at.get(&options));
            let recommended =
                recommended.map(|option| Json::from(option.value.as_ref().unwrap_or(&option.label).as_str()));
            let (allow_custom, allow_empty) = (flag.filter(|_| has_options), flag);
            QuestionRequest {
                id,
                label,
                prompt,
                custom_label,
                mode,
                allow_custom,
                allow_empty,
                recommended,
                options,
                ..QuestionRequest::default()
            }
        },
    )
}

/// Returns the options as they must be asked.
fn options(sent: &QuestionRequest) -> Vec<QuestionOption> {
    let filled = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
    let option = |option: &OptionRequest| {
        let is_recommended = bare(&option.label) != option.label;
        let value = option.value.as_ref().unwrap_or(&option.label);
        QuestionOption {
            value: if is_recommended { bare(value) } else { value }.to_owned(),
            label: bare(&option.label).to_owned(),
            description: filled(&option.description),
            preview: filled(&option.preview),
            is_recommended,
        }
    };
    sent.options.iter().map(option).collect()
}

/// Returns a label without "(Recommended)" at its end.
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

/// Checks that a request is asked as it was sent in a dialect, without a remark. Returns the questions.
fn is_as_sent(request: &Request, dialect: Dialect) -> Result<Questionnaire, TestCaseError> {
    let call = request.in_dialect(dialect);
    let asked = ask(&call).map_err(|refusal| TestCaseError::fail(format!("{call}: {refusal}")))?;
    let details = asked.unavailable(TUI, None).details;
    prop_assert_eq!(&details.title, &request.title);
    prop_assert_eq!(details.metadata, request.metadata.clone().map(Json::Object));
    prop_assert_eq!(&details.remarks, &None, "{}", call);
    prop_assert_eq!(asked.questions().len(), request.questions.len());
    for (question, sent) in asked.questions().iter().zip(&request.questions) {
        let default = if sent.options.is_empty() { Mode::Input } else { Mode::Single };
        let label = sent.label.clone().filter(|label| is_seen(label));
        let custom = sent.custom_label.clone().filter(|label| !label.trim().is_empty());
        let mut expected = options(sent);
        prop_assert_eq!(&question.prompt, &sent.prompt);
        prop_assert_eq!(&question.label, &label);
        prop_assert_eq!(question.mode, sent.mode.unwrap_or(default), "{}", call);
        prop_assert_eq!(question.allow_custom, sent.allow_custom.unwrap_or(true));
        prop_assert_eq!(&question.custom_label, &custom.unwrap_or_else(|| "Something else…".to_owned()));
        prop_assert_eq!(question.allow_empty, sent.allow_empty.unwrap_or(false));
        // What is recommended by its name may be any option of that name.
        let name = sent.recommended.as_ref().map(|name| bare(name.string()).to_owned());
        let is_it = |(asked, option): &(&QuestionOption, &mut QuestionOption)| {
            asked.is_recommended && Some(bare(&option.value)) == name.as_deref()
        };
        let named = question.options.iter().zip(&mut expected).find(is_it);
        prop_assert_eq!(named.is_some(), name.is_some(), "{}", call);
        if let Some((_, option)) = named {
            option.is_recommended = true;
        }
        prop_assert_eq!(&question.options, &expected, "{}", call);
    }
    Ok(asked)
}

proptest! {
    /// Checks calls in every dialect, also when the prepared arguments are read again and when a record is read back.
    #[test]
    fn calls_that_fit_are_asked_as_they_were_sent(
        questions in prop::collection::vec(question(), 1..4),
        title in prop::option::of(seen()),
    ) {
        let metadata = json!({"a": ["{\"prompt\": \"M?\"}", 1.5]}).as_object().cloned();
        let request = Request { title, questions, metadata, ..Request::default() };
        let asked = is_as_sent(&request, Dialect::Question)?;
        for dialect in DIALECTS {
            prop_assert_eq!(&is_as_sent(&request, dialect)?, &asked, "{:?}", dialect);
            let again = Reading::of(&request.in_dialect(dialect));
            prop_assert_eq!(&is_as_sent(&again.request, dialect)?, &asked, "{:?}", dialect);
        }
        let details = taken(&asked.unavailable(TUI, None).details);
        let again = Record::read(&details).and_then(|record| record.questionnaire());
        prop_assert_eq!(again.as_ref().map(Questionnaire::questions), Some(asked.questions()), "{}", details);
    }
}
