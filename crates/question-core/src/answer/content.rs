//! The text that the model reads: short, and clear without the call that it answers, because a compaction may drop that.

use std::collections::HashMap;
use std::rc::Rc;

use crate::answer::picks::{Answer, Pick};
use crate::answer::result::{Details, HostMode, Occasion, Outcome, ToolResult};
use crate::call::naming::line_of;
use crate::call::questionnaire::Question;
use crate::json;
use crate::text::cut_inside;

/// Characters of a prompt that are repeated to the model. It wrote the prompt; what it asks is enough to know it by.
const PROMPT_LIMIT: usize = 160;

pub(crate) fn of(details: &Details) -> String {
    let message = details.message.as_deref();
    let mut text = match details.outcome {
        Outcome::Answered => String::new(),
        Outcome::Cancelled => "Question was cancelled by user.".to_owned(),
        Outcome::Discuss => match message {
            Some(message) => {
                let mut text = "The user would rather discuss this before answering:".to_owned();
                push_written(&mut text, message);
                text
            }
            None => "The user would rather discuss this before answering. Ask what they have in mind.".to_owned(),
        },
        // Of a program, it is known only when it was tried.
        Outcome::Unavailable if details.mode == HostMode::Rpc && message.is_some() => [
            "Error: UI is unavailable: ",
            message.unwrap_or_default(),
            ". Put what is open into your reply, so that the user can answer in the chat.",
        ]
        .concat(),
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
        Outcome::Pending => {
            pending(details.pending_file.as_deref().unwrap_or_default(), details.questions.len(), message)
        }
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
    push_answers(&mut text, details);
    text
}

/// A compaction cuts off what comes late in a long result: let that be a long text, and no other answer. What stands
/// below is named in its place.
fn push_answers(text: &mut String, details: &Details) {
    let names = Names::of(&details.questions);
    let last_short = details.answers.iter().rposition(|answer| !answer.is_long()).unwrap_or(0);
    let is_below = |at: usize, answer: &Answer| at < last_short && answer.is_long();
    let mut push = |answer: &Answer, has_place: bool| {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&names.of_answer(answer));
        text.push_str(" →");
        if has_place {
            push_answer(text, answer);
        } else {
            text.push_str(" a long answer, below");
        }
    };
    for (at, answer) in details.answers.iter().enumerate() {
        push(answer, !is_below(at, answer));
    }
    for (_, answer) in details.answers.iter().enumerate().filter(|&(at, answer)| is_below(at, answer)) {
        push(answer, true);
    }
}

/// What questions are called to the model: by their prompts, and where two look the same, by their labels or ids as well.
pub(crate) struct Names<'a> {
    /// By id: the prompt as it is told, and what tells it from others that are told alike.
    names: HashMap<&'a str, (String, Option<&'a str>)>,
}

impl<'a> Names<'a> {
    pub(crate) fn of(questions: &'a [Rc<Question>]) -> Self {
        let told: Vec<String> = questions.iter().map(|question| asked(&question.prompt)).collect();
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for prompt in &told {
            *counts.entry(prompt).or_default() += 1;
        }
        let mark = |question: &'a Question| if question.has_own_label { &question.label } else { &question.id };
        let marks = told.iter().zip(questions).map(|(prompt, question)| {
            let is_alone = counts.get(prompt.as_str()).is_none_or(|&count| count == 1);
            (!is_alone).then(|| mark(question).as_str())
        });
        let marks: Vec<Option<&str>> = marks.collect();
        let ids = questions.iter().map(|question| question.id.as_str());
        Self { names: ids.zip(told.into_iter().zip(marks)).collect() }
    }

    fn of_answer(&self, answer: &Answer) -> String {
        self.get(&answer.id).unwrap_or_else(|| asked(&answer.prompt))
    }

    /// The name of a question, by its id.
    pub(crate) fn get(&self, id: &str) -> Option<String> {
        let (prompt, mark) = self.names.get(id)?;
        Some(match mark {
            Some(mark) => format!("{prompt} ({})", one_line(mark, PROMPT_LIMIT)),
            None => prompt.clone(),
        })
    }
}

/// How the questions that wait in a file are answered. The file is named as from the project's folder, where pi is run.
fn pending(file: &str, questions: usize, remark: Option<&str>) -> String {
    let answers = match questions {
        1 => "your answer\"",
        2 => "first answer\", \"second answer\"",
        _ => "first answer\", \"second answer\", …",
    };
    let mut text = [
        "Questions pending. User input required.\n\nTo answer, re-run with:\n  pi -p @",
        file,
        " \"your answers\"\n\nOr edit the JSON file and run:\n  pi -c\n\nQuestions saved to: ",
        file,
        "\n\nOr answer all of them on the command line:\n  pi -c -p --answers '[\"",
        answers,
        "]'\n\nTell the user what you need to know and how to answer, and end your turn.",
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
        Occasion::Revision(_) if result.details.changed.as_ref().is_some_and(Vec::is_empty) => {
            "About earlier answers: nothing was changed."
        }
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

/// Puts a text that the user wrote behind what introduces it: on the same line, or where it has several lines, each of them
/// indented below. So none of them passes for a line of the result.
fn push_written(text: &mut String, written: &str) {
    if !is_block(written) {
        text.extend([" ", written]);
        return;
    }
    for line in written.replace("\r\n", "\n").split(is_line_break) {
        text.extend(["\n  ", line]);
    }
}

/// Whether a text has several lines.
fn is_block(text: &str) -> bool {
    text.contains(is_line_break)
}

/// Whether a character ends a line, as Unicode has it (UAX #14, classes BK, CR, LF and NL), or separates parts of a text.
fn is_line_break(char: char) -> bool {
    matches!(char, '\n'..='\r' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Puts a note on a question without an answer behind the result.
pub(crate) fn push_note(text: &mut String, question: Option<&str>, note: &str) {
    push_text_for(text, "Note", question, note);
}

/// Puts the text that was open in an editor when the form stopped working behind the result.
pub(crate) fn push_open_text(text: &mut String, question: Option<&str>, open: &str) {
    if !open.trim().is_empty() {
        push_text_for(text, "Typed, not submitted", question, open);
    }
}

fn push_text_for(text: &mut String, what: &str, question: Option<&str>, written: &str) {
    text.extend(["\n", what]);
    if let Some(question) = question {
        text.extend([", for \"", question, "\""]);
    }
    text.push(':');
    push_written(text, written);
}

/// Questions that are named as those without an answer; of more, the number is enough.
const UNANSWERED_LIMIT: usize = 12;

/// The questions that a partial ending leaves without an answer.
pub(crate) fn push_unanswered(text: &mut String, questions: &[&Question], names: &Names<'_>) {
    let called = |question: &&Question| {
        if question.has_own_label {
            one_line(&question.label, PROMPT_LIMIT)
        } else {
            format!("\"{}\"", names.get(&question.id).unwrap_or_default())
        }
    };
    let first: Vec<String> = questions.iter().take(UNANSWERED_LIMIT).map(called).collect();
    if first.is_empty() {
        return;
    }
    text.extend(["\nNot answered: ", &first.join(", ")]);
    if questions.len() > UNANSWERED_LIMIT {
        text.extend([" and ", &(questions.len() - UNANSWERED_LIMIT).to_string(), " more"]);
    }
}

fn push_answer(text: &mut String, answer: &Answer) {
    let picks = answer.picks.all();
    let has_block = picks.iter().any(Pick::is_block);
    let is_list = answer.picks.mode().takes_many();
    if picks.is_empty() {
        text.push_str(" (none)");
    }
    for (at, pick) in picks.iter().enumerate() {
        text.push_str(match at {
            // A text of several lines says where it ends by an item that follows, so all of them are items.
            _ if has_block && picks.len() > 1 => "\n- ",
            0 => " ",
            _ => ", ",
        });
        push_pick(text, pick, is_list);
    }
    if let Some(note) = &answer.note {
        text.push(if has_block { '\n' } else { ' ' });
        if is_block(note) {
            text.push_str("(note)");
            push_written(text, note);
        } else {
            text.extend(["(note: ", note, ")"]);
        }
    }
}

/// `is_list`: commas stand between several of them.
fn push_pick(text: &mut String, pick @ Pick { value, label, index }: &Pick, is_list: bool) {
    let quoted = |text: String| if is_list { listed(text) } else { text };
    let told = match index {
        None if value.trim().is_empty() => "(blank)".to_owned(),
        None if pick.is_block() => {
            text.push_str("(typed)");
            return push_written(text, value);
        }
        None => format!("{} (typed)", quoted(value.clone())),
        Some(_) if value == label => quoted(one_line(label, usize::MAX)),
        Some(_) => format!("{} (value: {})", quoted(one_line(label, usize::MAX)), one_line(value, usize::MAX)),
    };
    text.push_str(&told);
}

/// A text as it stands among others with commas between them: quoted where it could be taken for several.
pub(crate) fn listed(text: String) -> String {
    let is_doubtful = text.contains([',', '"']);
    if is_doubtful { format!("\"{}\"", text.replace('"', "\\\"")) } else { text }
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
        self.index.is_none() && !self.value.trim().is_empty() && is_block(&self.value)
    }
}

/// A prompt as it is told: the whole of it, or the sentence that asks, where it leads up to that in a long text or in
/// several paragraphs.
fn asked(prompt: &str) -> String {
    if prompt.trim().chars().nth(PROMPT_LIMIT).is_some() || prompt.trim().contains("\n\n") {
        let line = cut_inside(line_of(prompt), PROMPT_LIMIT);
        if line.columns() > 0 {
            return line.as_str().to_owned();
        }
    }
    one_line(prompt, PROMPT_LIMIT)
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
