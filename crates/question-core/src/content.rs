//! The text that the model reads: short, and clear without the call that it answers, because a compaction may drop that.

use crate::result::{Answer, Details, Outcome, Pick};
use crate::string::{Owned as _, concat};

/// Characters of a prompt that are repeated to the model. It wrote the prompt; the beginning is enough to know it by.
const PROMPT_LIMIT: usize = 160;

pub(crate) fn of(details: &Details) -> String {
    let message = details.message.as_deref();
    let mut text = match details.outcome {
        Outcome::Answered => String::new(),
        Outcome::Cancelled => "Question was cancelled by user.".owned(),
        Outcome::Discuss => match message {
            Some(message) => concat(&["The user would rather discuss this before answering: ", message]),
            None => "The user would rather discuss this before answering. Ask what they have in mind.".owned(),
        },
        Outcome::Unavailable => concat(&[
            "Error: UI is unavailable: pi runs in ",
            details.mode.name(),
            " mode, where the user cannot be asked. Go on without the answer, or put the question into your reply.",
        ]),
        Outcome::Aborted => "Question was aborted before the user had answered.".owned(),
        Outcome::Invalid => return message.unwrap_or_default().owned(),
        Outcome::Failed => concat(&[
            "Error: The question form stopped working: ",
            message.unwrap_or("unknown reason"),
            ". You can ask again.",
        ]),
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

/// What the user had typed, but not sent when the form ended in another way: for a question, or in its place.
pub(crate) fn push_unsent(text: &mut String, prompt: Option<&str>, unsent: &str) {
    match prompt {
        Some(prompt) => text.extend(["\nUnsent, for \"", &one_line(prompt, PROMPT_LIMIT), "\": ", unsent]),
        None => text.extend(["\nUnsent message: ", unsent]),
    }
}

fn push_answer(text: &mut String, answer: &Answer) {
    text.push_str(&one_line(&answer.prompt, PROMPT_LIMIT));
    text.push_str(" →");
    let mut separator = " ";
    if answer.picks.all().is_empty() {
        text.push_str(" (none)");
    }
    for pick in answer.picks.all() {
        text.push_str(separator);
        push_pick(text, pick);
        separator = if pick.is_block() { "\n" } else { ", " };
    }
    if let Some(note) = &answer.note {
        // Not at the end of a text that has lines of its own.
        text.push_str(if separator == "\n" { "\n" } else { " " });
        text.extend(["(note: ", note, ")"]);
    }
}

fn push_pick(text: &mut String, pick @ Pick { value, label, index }: &Pick) {
    let parts: [&str; 4] = match index {
        None if value.trim().is_empty() => ["(blank)", "", "", ""],
        // What the user wrote stands as it is, on lines of its own where it has several.
        None if pick.is_block() => ["(typed)\n", value, "", ""],
        None => [value, " (typed)", "", ""],
        Some(_) if value == label => [&one_line(label, usize::MAX), "", "", ""],
        Some(_) => [&one_line(label, usize::MAX), " (value: ", &one_line(value, usize::MAX), ")"],
    };
    text.extend(parts);
}

impl Pick {
    /// Whether it is a text of several lines.
    fn is_block(&self) -> bool {
        self.index.is_none() && self.value.contains('\n')
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
