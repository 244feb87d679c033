//! The text that the model reads: short, and clear without the call that it answers, because a compaction may drop that.

use crate::answer::picks::{Answer, Pick};
use crate::answer::result::{Details, Occasion, Outcome, ToolResult};
use crate::json;

/// Characters of a prompt that are repeated to the model. It wrote the prompt; the beginning is enough to know it by.
const PROMPT_LIMIT: usize = 160;

pub(crate) fn of(details: &Details) -> String {
    let message = details.message.as_deref();
    let mut text = match details.outcome {
        Outcome::Answered => String::new(),
        Outcome::Cancelled => "Question was cancelled by user.".to_owned(),
        Outcome::Discuss => match message {
            Some(message) => format!("The user would rather discuss this before answering: {message}"),
            None => "The user would rather discuss this before answering. Ask what they have in mind.".to_owned(),
        },
        Outcome::Unavailable => {
            let [before, reason, after] = match message {
                Some(message) => [" The questions could not be saved for later: ", message, "."],
                None => [""; 3],
            };
            [
                "Error: UI is unavailable: pi runs in ",
                json::name_of(&details.mode),
                " mode, where the user cannot be asked.",
                before,
                reason,
                after,
                " Go on without the answer, or put the question into your reply.",
            ]
            .concat()
        }
        Outcome::Pending => pending(details.pending_file.as_deref().unwrap_or_default(), message),
        Outcome::ConnectionLost => "The connection to the user was lost before they had answered.".to_owned(),
        Outcome::Aborted => "Question was aborted before the user had answered.".to_owned(),
        Outcome::Invalid => return message.unwrap_or_default().to_owned(),
        Outcome::Failed => {
            ["Error: The question form stopped working: ", message.unwrap_or("unknown reason"), ". You can ask again."]
                .concat()
        }
    };
    if details.cancelled && !details.answers.is_empty() {
        text.push_str("\nAnswers so far:");
    }
    // A compaction cuts off what comes late in a long result: let that be a long text, and no other answer.
    let [short, long] =
        [false, true].map(|is_long| details.answers.iter().filter(move |answer| answer.is_long() == is_long));
    for answer in short.chain(long) {
        if !text.is_empty() {
            text.push('\n');
        }
        push_answer(&mut text, answer);
    }
    text
}

/// How the questions that wait in a file are answered. The file is named as from the project's folder, where pi is run.
fn pending(file: &str, remark: Option<&str>) -> String {
    let mut text = [
        "Questions pending. User input required.\n\nTo answer, re-run with:\n  pi -p @",
        file,
        " \"your answers\"\n\nOr edit the JSON file and run:\n  pi -c\n\nQuestions saved to: ",
        file,
        "\n\nOr answer all of them on the command line:\n  pi -c -p --answers '[\"first answer\", \"second answer\"]'",
        "\n\nTell the user what you need to know and how to answer, and end your turn.",
    ]
    .concat();
    if let Some(remark) = remark {
        text.extend(["\n\n", remark]);
    }
    text
}

/// Puts before the answers what they are answers to, where no tool call tells it.
pub(crate) fn head(result: &mut ToolResult, occasion: &Occasion) {
    let answered = match occasion {
        Occasion::Call => return,
        Occasion::Later => "The user has answered the pending questions:\n",
        Occasion::Revision(_) => "The user has changed earlier answers; these count from now on:\n",
    };
    let head = match (result.details.outcome, occasion) {
        (Outcome::Answered, _) => answered,
        (_, Occasion::Revision(_)) => "About earlier answers: ",
        _ => "About the pending questions: ",
    };
    result.content.insert_str(0, head);
}

/// What the model may want to know of how its call was read, where it goes on from here.
pub(crate) fn push_reading_notes(result: &mut ToolResult, notes: &[String]) {
    let goes_on = match result.details.outcome {
        Outcome::Answered | Outcome::Discuss | Outcome::Pending | Outcome::Unavailable => true,
        Outcome::Cancelled | Outcome::Aborted | Outcome::ConnectionLost | Outcome::Invalid | Outcome::Failed => false,
    };
    for note in notes.iter().filter(|_| goes_on) {
        result.content.extend(["\nNote: ", &one_line(note, usize::MAX)]);
    }
    result.details.reading_notes = Some(notes.to_vec()).filter(|notes| !notes.is_empty());
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

/// Bytes of an answer above which it stands behind the others. pi's compaction cuts a result after 2,000 characters.
const LONG: usize = 500;

impl Answer {
    fn is_long(&self) -> bool {
        let texts = self.picks.all().iter().map(|pick| pick.value.len());
        texts.sum::<usize>() + self.note.as_ref().map_or(0, String::len) > LONG
    }
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
