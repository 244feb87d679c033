//! The text that the model reads: short, and clear without the call that it answers, because a compaction may drop that.

use crate::result::{Answer, Details, Outcome};

/// Characters of a prompt that are repeated to the model. It wrote the prompt; the beginning is enough to know it by.
const PROMPT_LIMIT: usize = 160;

pub(crate) fn of(details: &Details) -> String {
    let mut text = match details.outcome {
        Outcome::Answered => String::new(),
        Outcome::Cancelled => "Question was cancelled by user.".to_owned(),
        Outcome::Unavailable => format!(
            "Error: UI is unavailable: pi runs in {} mode, where the user cannot be asked. \
             Go on without the answer, or put the question into your reply.",
            details.mode.name()
        ),
        Outcome::Aborted => "Question was aborted before the user had answered.".to_owned(),
        Outcome::Invalid => return details.message.clone().unwrap_or_default(),
        Outcome::Failed => format!(
            "Error: The question form stopped working: {}. You can ask again.",
            details.message.as_deref().unwrap_or("unknown reason")
        ),
    };
    if details.cancelled && !details.answers.is_empty() {
        text.push_str("\nAnswers so far:");
    }
    for answer in &details.answers {
        if !text.is_empty() {
            text.push('\n');
        }
        push_answer(&mut text, answer);
    }
    text
}

fn push_answer(text: &mut String, answer: &Answer) {
    text.push_str(&one_line(&answer.prompt, PROMPT_LIMIT));
    let (label, value) = (one_line(&answer.label, usize::MAX), one_line(&answer.value, usize::MAX));
    let parts: [&str; 4] = match answer.was_custom {
        true if answer.value.contains('\n') => [" → (typed)\n", &answer.value, "", ""],
        true => [" → ", &answer.value, " (typed)", ""],
        false if answer.value == answer.label => [" → ", &label, "", ""],
        false => [" → ", &label, " (value: ", &value],
    };
    text.extend(parts);
    if !answer.was_custom && answer.value != answer.label {
        text.push(')');
    }
}

/// A text with its white space folded, cut after `limit` characters.
fn one_line(text: &str, limit: usize) -> String {
    let mut line = String::new();
    for (count, char) in text.trim().chars().enumerate() {
        if count == limit {
            line.push('…');
            break;
        }
        match char {
            _ if !char.is_whitespace() => line.push(char),
            _ if !line.ends_with(' ') => line.push(' '),
            _ => {}
        }
    }
    line
}
