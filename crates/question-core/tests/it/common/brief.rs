//! A line of text for each question as it is asked.

use question_core::{Mode, Question, QuestionOption, Questionnaire, Refusal};

/// Returns all questions in brief, or the refusal:
/// `q1 - single "Why?": value=label* (description) {preview}, label; free text`. A dash stands for no label, the star
/// marks a recommended option; fields that differ from their defaults follow the options.
pub(crate) fn brief(asked: &Result<Questionnaire, Refusal>) -> String {
    match asked {
        Ok(asked) => asked.questions().iter().map(|question| brief_question(question)).collect::<Vec<_>>().join(" | "),
        Err(refusal) => refusal.to_string(),
    }
}

fn brief_question(question: &Question) -> String {
    let option = |option: &QuestionOption| {
        let value = if option.value == option.label { String::new() } else { format!("{}=", option.value) };
        let star = if option.is_recommended { "*" } else { "" };
        let description = option.description.as_ref().map(|text| format!(" ({text})")).unwrap_or_default();
        let preview = option.preview.as_ref().map(|text| format!(" {{{text}}}")).unwrap_or_default();
        format!("{value}{}{star}{description}{preview}", option.label)
    };
    let mode = match question.mode {
        Mode::Single => "single",
        Mode::Multi => "multi",
        Mode::Input => "input",
    };
    let options = question.options.iter().map(option).collect::<Vec<_>>().join(", ");
    let custom_label = Some(&question.custom_label).filter(|label| *label != "Something else…");
    let extras = [
        (!question.allow_custom).then(|| "no free text".to_owned()),
        custom_label.map(|label| format!("free text {label}")),
        question.allow_empty.then(|| "may be empty".to_owned()),
        question.default_value.as_ref().map(|value| format!("default {value}")),
        (!question.default_values.is_empty()).then(|| format!("defaults {}", question.default_values.join("+"))),
        question.secret.map(|_| "secret".to_owned()),
        question.placeholder.as_ref().map(|text| format!("empty {text}")),
    ];
    let label = question.label.as_deref().unwrap_or("-");
    let head = format!("{} {label} {mode} {:?}", question.id, question.prompt);
    let options = if options.is_empty() { String::new() } else { format!(": {options}") };
    let extras = extras.into_iter().flatten().map(|extra| "; ".to_owned() + &extra);
    head + &options + &extras.collect::<String>()
}
