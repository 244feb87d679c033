//! The text that the model reads: short, and clear without the call that it answers, because a compaction may drop that.

use std::fmt::Write as _;

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
    text.push_str(&one_line(&answer.prompt));
    let is_written = if !answer.was_custom {
        write!(text, " → {}", answer.label)
            .and_then(|()| if answer.value == answer.label { Ok(()) } else { write!(text, " (value: {})", answer.value) })
    } else if answer.value.contains('\n') {
        write!(text, " → (typed)\n{}", answer.value)
    } else {
        write!(text, " → {} (typed)", answer.value)
    };
    debug_assert!(is_written.is_ok(), "writing to a string does not fail");
}

fn one_line(prompt: &str) -> String {
    let words: Vec<&str> = prompt.split_whitespace().collect();
    let line = words.join(" ");
    match line.char_indices().nth(PROMPT_LIMIT) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line,
    }
}
