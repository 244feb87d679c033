//! Text of a result as the model reads it.
//!
//! The text is short and names the questions themselves, because a compaction of the session may drop the call.

use std::cell::LazyCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::alike::Alike;
use crate::answer::defaults::Defaults;
use crate::answer::outcome::Circumstances;
use crate::answer::picks::{Answer, Pick, PickOrigin};
use crate::answer::pictures::push_paths;
use crate::answer::result::{Occasion, Outcome, Record};
use crate::answer::sheet::Unsent;
use crate::call::naming::{line_of, made_distinct};
use crate::call::questionnaire::Question;
use crate::json;
use crate::text::question::asking;
use crate::text::{cut_inside, is_seen, listed};

/// Maximum length of a prompt in the text, in characters. The model wrote the prompt and recognizes it by its question.
const PROMPT_LIMIT: usize = 160;

/// Maximum length of a value in the text, in characters. The model wrote it, and knows it by its begin.
const VALUE_LIMIT: usize = 200;

/// The line about a user who left the form and sent no answers, but notes, which follow.
const NOTES_ALONE: &str = "The user left the form and answered nothing, so nothing is decided. They wrote:";

/// What a model has to do that nobody could answer. No text of the tool lets it go on with a guess.
const NOBODY: &str =
    "Nothing is decided. Do only what needs no answer, put the question into your reply and end your turn.";

/// What a model has to do whose user answers later: in its own session, or in that of a subagent, which may end before.
const LATER: &str = "The user will answer later. Nothing is decided: go on only with what does not depend on it, and do not \
                     ask it again. The answers come as a message";
const LATER_HERE: &str = ".";
const LATER_ELSEWHERE: &str =
    " while you work. If they have not come when you are done, put the question into your reply and say that it waits.";

/// What a model has to do whose form has failed. What the user has entered comes back if the same is asked.
const FAILED: &str = "Nothing is decided. Ask the same once more, what was entered is kept. If that fails, put the question \
                      into your reply and end your turn.";

/// What is said of questions that the user has decided to leave open, of those that still wait, and of those whose answers
/// the user has erased in a revision.
const LEFT_OPEN: &str = "Left open by the user, not decided";
pub(crate) const NOT_YET: &str = "Not answered yet";
const WITHDRAWN: &str = "Withdrawn";

/// Returns the text of a result.
pub(super) fn of(details: &Record, circumstances: &Circumstances) -> String {
    if details.outcome == Outcome::Invalid {
        return details.message.clone().unwrap_or_default();
    }
    let has_answers = !details.answers.is_empty();
    let mut text = if circumstances.are_notes_sent && details.outcome == Outcome::Cancelled && !has_answers {
        NOTES_ALONE.to_owned()
    } else {
        about(details, circumstances)
    };
    let is_final = details.outcome == Outcome::Cancelled && !circumstances.is_undecided;
    if details.cancelled && has_answers && !is_final {
        text.push_str("\nEntered so far, not final:");
    }
    push_answers(&mut text, details);
    text.insert_str(0, head(details, circumstances.occasion));
    push_rest(&mut text, details, circumstances);
    push_paths(&mut text, &details.attachments());
    push_remarks(&mut text, details);
    text
}

/// Returns the text for a session inside another, in which nobody can be asked.
pub(super) fn inside(details: &Record) -> String {
    let mut text = unavailable(details.message.as_deref().unwrap_or(INSIDE));
    push_remarks(&mut text, details);
    text
}

/// Says how the questions have ended, but for their answers.
fn about(details: &Record, circumstances: &Circumstances) -> String {
    let Circumstances { is_undecided, is_of_subagent, .. } = *circumstances;
    let message = details.message.as_deref();
    let has_answers = !details.answers.is_empty();
    match details.outcome {
        Outcome::Answered | Outcome::Invalid => String::new(),
        Outcome::Cancelled if !has_answers => "Question was cancelled by user.".to_owned(),
        Outcome::Cancelled if is_undecided => "The user left the form.".to_owned(),
        Outcome::Cancelled => "The user left the form and sent these answers:".to_owned(),
        Outcome::Discuss => discussed(message, is_of_subagent),
        // With a user interface, whether the user can be asked is known only after an attempt.
        Outcome::Unavailable
            if let Some(why) = message
                && details.mode.has_ui() =>
        {
            unavailable(why)
        }
        Outcome::Unavailable => {
            let why = ["pi runs in ", json::name_of(&details.mode), " mode, where the user cannot be asked"].concat();
            match message {
                Some(reason) => unavailable(&[&why, ". The questions could not be saved for later: ", reason].concat()),
                None => unavailable(&why),
            }
        }
        Outcome::Pending if details.pending_file.is_none() => {
            [LATER, if is_of_subagent { LATER_ELSEWHERE } else { LATER_HERE }].concat()
        }
        Outcome::Pending => {
            pending(details.pending_file.as_deref().unwrap_or_default(), details.questions.len(), message)
        }
        Outcome::ConnectionLost => ["The connection to the user was lost before they had answered. ", NOBODY].concat(),
        Outcome::Aborted => "Question was aborted before the user had answered. Nothing is decided.".to_owned(),
        Outcome::Failed => {
            let reason = message.unwrap_or("unknown reason");
            ["Error: The question form stopped working: ", reason, ". ", FAILED].concat()
        }
    }
}

/// Appends what is no answer: the questions without one, and notes.
fn push_rest(text: &mut String, details: &Record, circumstances: &Circumstances) {
    // Most results need no names.
    let names = LazyCell::new(|| names(&details.questions));
    let what = match details.outcome {
        _ if circumstances.occasion == Occasion::Revision => WITHDRAWN,
        Outcome::Answered | Outcome::Cancelled if !circumstances.is_undecided => LEFT_OPEN,
        _ => NOT_YET,
    };
    let missing = circumstances.missing.iter().filter_map(|at| details.questions.get(*at));
    let missing: Vec<&Question> = missing.map(|question| &**question).collect();
    if !missing.is_empty() {
        push_unanswered(text, what, &missing, &names);
    }
    for Unsent { id, note, .. } in details.unsent.iter().flatten().filter(|_| circumstances.are_notes_sent) {
        if let Some(note) = note {
            push_beside(text, "Note", id.as_deref().and_then(|id| names.get(id)), note);
        }
    }
}

/// Returns the text for a user who wants to talk first, and has written `message`. Nobody can talk to a subagent.
fn discussed(message: Option<&str>, is_subagent: bool) -> String {
    let then = match message {
        Some(_) if is_subagent => "you cannot talk to them, so put your question and their words into your reply",
        None if is_subagent => "you cannot talk to them, so put your question into your reply",
        Some(_) => "answer them in your reply",
        None => "ask in your reply what they have in mind",
    };
    let mut text = "The user would rather discuss this before answering. Nothing is decided: ".to_owned();
    text.extend([then, ", and end your turn."]);
    if let Some(message) = message {
        text.push_str(" They say:");
        push_written(&mut text, message);
    }
    text
}

/// Why nobody can be asked in a session inside another.
pub(super) const INSIDE: &str = "another session has started this one, and nobody can be asked here";

/// Appends the answers in question order, but long ones after all short ones.
///
/// A compaction cuts off the end of a long result, so the end should hold a long text rather than several short
/// answers. A placeholder marks the place of a long answer that was moved.
fn push_answers(text: &mut String, details: &Record) {
    let names = names(&details.questions);
    let questions = details.questions.iter().map(|question| (question.id.as_str(), &**question));
    let questions: HashMap<&str, &Question> = questions.collect();
    let last_short = details.answers.iter().rposition(|answer| !answer.is_long()).unwrap_or(0);
    let is_below = |at: usize, answer: &Answer| at < last_short && answer.is_long();
    let mut push = |answer: &Answer, has_place: bool| {
        if !text.is_empty() {
            text.push('\n');
        }
        // Every answer of a record belongs to one of its questions.
        text.push_str(names.get(answer.id.as_str()).map_or("", String::as_str));
        text.push_str(" →");
        if has_place {
            let question = questions.get(answer.id.as_str());
            let options = question.map_or(&[][..], |question| &question.options);
            let is_default = question.is_some_and(|question| answer.is_default(question));
            push_answer(text, answer, &Alike::of(options), is_default);
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

/// Returns the names of questions in texts for the model, by id: the prompt, followed by the label or id if several
/// prompts read the same.
pub(crate) fn names(questions: &[Rc<Question>]) -> HashMap<&str, String> {
    let name = |question: &Rc<Question>| {
        let suffix = question.own_label().unwrap_or(&question.id);
        (asked(&question.prompt), Some(one_line(suffix, PROMPT_LIMIT)))
    };
    let names = made_distinct(&questions.iter().map(name).collect::<Vec<_>>());
    questions.iter().map(|question| question.id.as_str()).zip(names).collect()
}

/// Returns the text for questions that nobody could be asked, because of `why`.
fn unavailable(why: &str) -> String {
    ["Error: UI is unavailable: ", why, ". ", NOBODY].concat()
}

/// Returns the instructions for answering questions in a pending file. `file` is relative to the project's folder,
/// where pi runs.
fn pending(file: &str, questions: usize, remark: Option<&str>) -> String {
    let answers = match questions {
        1 => "your answer\"",
        2 => "first answer\", \"second answer\"",
        _ => "first answer\", \"second answer\", …",
    };
    let mut text = [
        "Questions pending. User input required.\n\nTo answer, re-run with:\n  pi -c -p @",
        file,
        " \"your answers\"\n\nOr edit the JSON file and run:\n  pi -c\n\nQuestions saved to: ",
        file,
        "\n\nOr answer all of them on the command line:\n  pi -c -p --answers '[\"",
        answers,
        "]'\n\nNothing is decided. Do not answer for the user: tell them what you need to know and how to answer, and end your turn.",
    ]
    .concat();
    if let Some(remark) = remark {
        text.extend(["\n\n", remark]);
    }
    text
}

/// Returns what comes before the text if it is sent as a message instead of a tool result, or if the user submitted no
/// answer.
fn head(details: &Record, occasion: Occasion) -> &'static str {
    let is_none = details.answers.is_empty();
    match (details.outcome, occasion) {
        (Outcome::Answered, Occasion::Call) if is_none => {
            "The user has left the questions unanswered: do not choose for them."
        }
        (_, Occasion::Call) => "",
        (Outcome::Answered, Occasion::Later) if is_none => {
            "The user has left the pending questions unanswered: do not choose for them."
        }
        (Outcome::Answered, Occasion::Later) => "The user has answered the pending questions:\n",
        (Outcome::Answered, Occasion::Revision) if is_none => "The user revised earlier answers:",
        (Outcome::Answered, Occasion::Revision) => "The user revised earlier answers:\n",
        (_, Occasion::Revision) => "About earlier answers: ",
        (_, Occasion::Later) => "About the pending questions: ",
    }
}

/// Returns what stands before answers to a subagent that another model reads.
pub(crate) fn of_subagent(name: Option<&str>) -> String {
    let name = name.filter(|name| is_seen(name));
    let name = name.map(|name| [" (", &one_line(name, PROMPT_LIMIT), ")"].concat()).unwrap_or_default();
    ["A subagent", &name, " had asked this. "].concat()
}

/// Appends the remarks about the call if the model goes on after this outcome.
fn push_remarks(text: &mut String, details: &Record) {
    let goes_on = match details.outcome {
        Outcome::Answered | Outcome::Discuss | Outcome::Pending | Outcome::Unavailable => true,
        Outcome::Cancelled | Outcome::Aborted | Outcome::ConnectionLost | Outcome::Invalid | Outcome::Failed => false,
    };
    for remark in details.remarks.iter().flatten().filter(|_| goes_on) {
        text.extend(["\nAbout the call: ", &one_line(remark, usize::MAX)]);
    }
}

/// Appends a text of the user: on the same line, or, if it has several lines, indented below. The indentation keeps its
/// lines from being taken for lines of the result.
fn push_written(text: &mut String, written: &str) {
    if !is_block(written) {
        text.extend([" ", written]);
        return;
    }
    for line in written.replace("\r\n", "\n").split(is_line_break) {
        text.extend(["\n  ", line]);
    }
}

fn is_block(text: &str) -> bool {
    text.contains(is_line_break)
}

/// Returns whether a character is a mandatory line break (UAX #14, classes BK, CR, LF and NL) or an information
/// separator (U+001C to U+001E).
fn is_line_break(char: char) -> bool {
    matches!(char, '\n'..='\r' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Appends a text that is no answer, unless it is blank: `what` it is, and the name of its question, if it has one.
fn push_beside(text: &mut String, what: &str, question: Option<&String>, written: &str) {
    if written.trim().is_empty() {
        return;
    }
    text.extend(["\n", what]);
    if let Some(question) = question {
        text.extend([", for \"", question, "\""]);
    }
    text.push(':');
    push_written(text, written);
}

/// Maximum number of unanswered questions listed by name; any others are counted.
const UNANSWERED_LIMIT: usize = 12;

/// Appends questions that have no answer, by their names; `what` says why.
pub(crate) fn push_unanswered(text: &mut String, what: &str, questions: &[&Question], names: &HashMap<&str, String>) {
    let called = |question: &&Question| match question.own_label() {
        Some(label) => one_line(label, PROMPT_LIMIT),
        None => format!("\"{}\"", names.get(question.id.as_str()).map_or("", String::as_str)),
    };
    let first: Vec<String> = questions.iter().take(UNANSWERED_LIMIT).map(called).collect();
    if first.is_empty() {
        return;
    }
    text.extend(["\n", what, ": ", &first.join(", ")]);
    if questions.len() > UNANSWERED_LIMIT {
        text.extend([" and ", &(questions.len() - UNANSWERED_LIMIT).to_string(), " more"]);
    }
}

fn push_answer(text: &mut String, answer: &Answer, alike: &Alike<'_>, is_default: bool) {
    let picks = &answer.picks;
    let has_block = picks.iter().any(Pick::is_block);
    let is_list = answer.mode.is_list();
    if picks.is_empty() {
        text.push_str(" (none of these)");
    }
    for (at, pick) in picks.iter().enumerate() {
        text.push_str(match at {
            // The end of a multi-line text is visible only by the list item after it, so every pick becomes an item.
            _ if has_block && picks.len() > 1 => "\n- ",
            0 => " ",
            _ => ", ",
        });
        push_pick(text, pick, is_list, alike);
        if is_default && pick.number().is_some() {
            text.push_str(" (your default)");
        }
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

/// Appends a pick. If `is_list`, picks are separated by commas, and a text that contains one is quoted.
fn push_pick(text: &mut String, pick: &Pick, is_list: bool, alike: &Alike<'_>) {
    let Pick { value, label, .. } = pick;
    let quoted = |text: String| if is_list { listed(text) } else { text };
    if pick.number().is_none() {
        let source = if pick.origin == PickOrigin::Default { "(your default)" } else { "(typed)" };
        if value.trim().is_empty() {
            text.push_str("(blank)");
        } else if pick.is_block() {
            text.push_str(source);
            push_written(text, value);
        } else {
            text.extend([quoted(value.clone()).as_str(), " ", source]);
        }
        return;
    }
    text.push_str(&quoted(one_line(label, usize::MAX)));
    if let Some(sign) = alike.sign(pick, is_list) {
        text.extend([" (", &sign, ")"]);
    }
    if !alike.says(pick) {
        // Quotes show that there is a value if it is blank.
        let value = if value.trim().is_empty() { format!("{value:?}") } else { quoted(one_line(value, VALUE_LIMIT)) };
        text.extend([" (value: ", &value, ")"]);
    }
}

/// Length in bytes above which an answer is moved after the others. pi's compaction cuts a result after 2,000
/// characters.
const LONG: usize = 500;

impl Answer {
    /// Returns whether the answer is the default of its question: its option, or just its boxes.
    fn is_default(&self, question: &Question) -> bool {
        if question.default_value.is_none() && question.default_values.is_empty() {
            return false;
        }
        let (defaults, mut numbers) = (Defaults::of(question), self.picks.iter().filter_map(Pick::number));
        let is_own = |number: usize| number.checked_sub(1).is_some_and(|at| defaults.options.contains(&at));
        let is_typed = self.picks.iter().any(|pick| pick.origin == PickOrigin::Typed);
        !is_typed && numbers.clone().count() == defaults.options.len() && numbers.all(is_own)
    }

    fn is_long(&self) -> bool {
        let texts = self.picks.iter().map(|pick| pick.value.len());
        texts.sum::<usize>() + self.note.as_ref().map_or(0, String::len) > LONG
    }
}

impl Pick {
    /// Returns whether this is a typed text of several lines.
    fn is_block(&self) -> bool {
        self.number().is_none() && !self.value.trim().is_empty() && is_block(&self.value)
    }
}

/// Returns a prompt as it is quoted to the model: whole, or only its question if the prompt is long or more than a
/// paragraph.
fn asked(prompt: &str) -> String {
    let whole = prompt.trim();
    let has_code = whole.contains("```") || whole.contains("~~~");
    let is_more = has_code || whole.contains('\n') && asking(whole) != (0..whole.len());
    if is_more || whole.chars().nth(PROMPT_LIMIT).is_some() {
        let line = cut_inside(line_of(prompt), PROMPT_LIMIT);
        if line.columns() > 0 {
            return line.as_str().to_owned();
        }
    }
    one_line(prompt, PROMPT_LIMIT)
}

/// Collapses white space, and cuts the text after `limit` characters.
pub(super) fn one_line(text: &str, limit: usize) -> String {
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
