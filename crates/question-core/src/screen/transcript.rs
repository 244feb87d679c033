//! The tool's lines in the transcript: its call, and its result. Both are drawn from JSON of any age: arguments that
//! are still streaming in, and details that another version of the tool, or another tool, has written.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use crate::answer::content::{self, listed};
use crate::answer::record::parts;
use crate::answer::result::Outcome;
use crate::call::naming::{self, own_label};
use crate::call::request::{QuestionRequest, Request};
use crate::call::settings::Settings;
use crate::form::prompt::{self, Part};
use crate::json::{self, Lenient};
use crate::screen::frame::{Frame, Line, Role};
use crate::text::marks::unmarked;
use crate::text::{Clean, Wrap, cut_inside, truncate};
use crate::words::Words;

/// The call: the tool's name, how many questions, and what they are called as far as that fits.
#[must_use]
pub fn call(arguments: &Value, settings: &Settings, columns: usize) -> Frame<'static> {
    let request = Request::read(arguments);
    let count = match request.questions.len() {
        0 => String::new(), // not yet
        count => settings.words.count(&settings.words.questions, count),
    };
    let said = |question: &QuestionRequest| {
        let label = question.label.as_deref().unwrap_or_default();
        !question.prompt.trim().is_empty() || !label.trim().is_empty()
    };
    let questions = (1..).zip(&request.questions).filter(|(_, question)| said(question));
    let names = naming::names(questions.map(|(number, question)| {
        let label = question.label.as_deref().and_then(|label| own_label(label, number));
        (label, question.prompt.as_str())
    }));
    let labels = names.iter().map(Clean::as_str).collect::<Vec<_>>().join(settings.words.comma);
    let mut line =
        Line::of(Role::Tool, settings.dialect.name()).with(Role::Tool, " ").with(Role::Muted, Clean::composed(count));
    if !labels.is_empty() {
        let room = columns.saturating_sub(line.width() + 3);
        let labels = truncate(Clean::composed(labels), room);
        line = line.with(Role::Dim, Clean::composed(format!(" ({})", labels.as_str())));
    }
    Frame { lines: vec![line.fit(columns)], ..Frame::default() }
}

/// The result: a line for each question with its answer, and its note; with `is_expanded` all of them, values, and the
/// options not taken. Where not all was answered, how much was sent.
/// `content` is what the model was told; it stands in where the details say nothing.
#[must_use]
pub fn result<'a>(
    details: &'a Value,
    content: &'a str,
    settings: &Settings,
    is_expanded: bool,
    columns: usize,
) -> Frame<'a> {
    let words = &settings.words;
    let mut lines = Lines { columns: columns.max(1), all: Vec::new(), words, is_expanded };
    let asked = Asked::of(details.field("questions").list());
    let answers = answers(details, &asked);
    let named = details.field("outcome").text();
    let outcome = json::named::<Outcome>(named);
    let is_left = details.field("cancelled").is_true() || *details.field("answered") == Value::Bool(false);
    let is_final = outcome == Some(Outcome::Answered) || (named.is_empty() && !is_left);
    // Where the user has ended it: of what else stops a form, they have sent nothing.
    let is_chosen = match outcome {
        Some(Outcome::Answered | Outcome::Cancelled | Outcome::Discuss) => true,
        Some(_) => false,
        None => !details.field("connectionLost").is_true(),
    };
    let submitted = answers.iter().filter(|answer| answer.is_submitted()).count();
    let is_partial =
        !is_final && is_chosen && details.field("changed").is_null() && asked.questions.len() > 1 && submitted > 0;
    let sent = is_partial.then(|| words.sent(submitted, asked.questions.len()));
    let first_line = || Clean::text(content.lines().next().unwrap_or_default());
    match outcome {
        Some(Outcome::Invalid | Outcome::Unavailable) => lines.push_text(0, Role::Error, Clean::text(content)),
        // The answers that follow in it are drawn below.
        Some(Outcome::Failed) => lines.push_text(0, Role::Error, first_line()),
        Some(Outcome::Aborted) => lines.push(Line::of(Role::Warning, words.aborted)),
        Some(Outcome::Pending) => lines.push(Line::of(Role::Warning, words.pending)),
        Some(Outcome::ConnectionLost) => lines.push(Line::of(Role::Warning, words.connection_lost)),
        Some(Outcome::Discuss) => {
            let said = details.field("message").text();
            let head = Line::of(Role::Warning, words.discuss);
            if is_expanded || said.is_empty() {
                lines.push(head);
                lines.push_text(INDENT, Role::Text, Clean::text(said));
            } else {
                lines.push(head.with(Role::Text, words.colon).with(Role::Text, Clean::line(said)));
            }
        }
        None if named.is_empty() && details.field("connectionLost").is_true() => {
            lines.push(Line::of(Role::Warning, words.connection_lost));
        }
        Some(Outcome::Answered | Outcome::Cancelled) | None if !is_final => {
            lines.push(Line::of(Role::Warning, words.cancelled));
        }
        Some(Outcome::Answered | Outcome::Cancelled) | None => {
            if !details.field("changed").list().is_empty() {
                lines.push(Line::of(Role::Muted, words.changed));
            } else if answers.is_empty() {
                lines.push_text(0, Role::Text, Clean::text(content));
            }
        }
    }
    if let Some(sent) = sent {
        lines.push(Line::of(Role::Muted, Clean::composed(sent)));
    }
    for answer in &answers {
        lines.push_answer(answer, is_final);
    }
    if is_expanded && !is_final {
        // What was not sent is nowhere else.
        for line in content.lines().skip_while(|line| !line.starts_with("Unsent")) {
            let text = match content::unsent(line) {
                Some((Some(question), text)) => format!("{}{question}{}{text}", words.not_sent, words.colon),
                Some((None, text)) => format!("{}{text}", words.not_sent),
                None => line.to_owned(),
            };
            lines.push_text(0, Role::Muted, Clean::composed(text));
        }
    }
    Frame { lines: lines.all, ..Frame::default() }
}

/// An answer of any shape, as far as it can be drawn.
struct Seen<'a> {
    /// What was asked, in a line.
    line: Clean<'static>,
    prompt: &'a str,
    picks: Vec<SeenPick<'a>>,
    note: &'a str,
    options: &'a [Value],
}

struct SeenPick<'a> {
    text: &'a str,
    value: &'a str,
    was_custom: bool,
    index: Option<i64>,
    /// False for a text that was still being typed when the form ended.
    is_submitted: bool,
}

/// The answers that have something to show: a list of them, or a record of question → answer.
fn answers<'a>(details: &'a Value, questions: &Asked<'a>) -> Vec<Seen<'a>> {
    // Of answers that were revised, those that are new.
    let changed: HashSet<&str> = details.field("changed").list().iter().map(Lenient::text).collect();
    let is_new = |question: &Value| changed.is_empty() || changed.contains(question.field("id").text());
    match details.field("answers") {
        Value::Object(record) => {
            let notes = details.field("annotations");
            let seen = |(prompt, answer)| Seen::of_record(prompt, answer, notes, questions);
            let is_new = |(prompt, _): &(&str, _)| questions.find("", prompt).is_none_or(|(_, asked)| is_new(asked));
            record.iter().map(|(prompt, answer)| (prompt.as_str(), answer)).filter(is_new).filter_map(seen).collect()
        }
        answers => {
            let seen = |answer| Seen::of(answer, questions);
            let question = |answer: &Value| questions.find(answer.field("id").text(), prompt_of(answer));
            let is_new = |answer: &&Value| question(answer).is_none_or(|(_, asked)| is_new(asked));
            answers.list().iter().filter(is_new).filter_map(seen).collect()
        }
    }
}

/// The questions, and their positions by their ids and their prompts; the first of each.
struct Asked<'a> {
    questions: &'a [Value],
    ids: HashMap<&'a str, usize>,
    prompts: HashMap<&'a str, usize>,
    /// What they ask.
    lines: Vec<Clean<'static>>,
}

impl<'a> Asked<'a> {
    fn of(questions: &'a [Value]) -> Self {
        let by = |name: fn(&'a Value) -> &'a str| {
            questions.iter().enumerate().rev().map(|(at, question)| (name(question), at)).collect()
        };
        let texts = (1..).zip(questions).map(|(number, question)| {
            let prompt = prompt_of(question);
            let id = Some(question.field("id").text()).filter(|id| prompt.is_empty() && !id.is_empty());
            (own_label(label_of(question), number).or(id), prompt)
        });
        Self {
            questions,
            ids: by(|question| question.field("id").text()),
            prompts: by(prompt_of),
            lines: naming::lines(texts),
        }
    }

    /// The question of an answer, by its id or its prompt: what it asks, and the question.
    fn find(&self, id: &str, prompt: &str) -> Option<(&Clean<'static>, &'a Value)> {
        let at = if id.is_empty() { self.prompts.get(prompt) } else { self.ids.get(id) };
        at.and_then(|at| self.lines.get(*at).zip(self.questions.get(*at)))
    }

    /// The same; for an answer to no question that is known, what it says of it.
    fn of_answer(&self, id: &str, prompt: &str) -> (Clean<'static>, &'a Value) {
        match self.find(id, prompt) {
            Some((line, question)) => (line.clone(), question),
            None => (naming::line_of(or(prompt, id)), &Value::Null),
        }
    }
}

/// The full question, under the names that tools have for it.
fn prompt_of(question: &Value) -> &str {
    or(question.field("prompt").text(), question.field("question").text())
}

/// The short name of a question, under the names that tools have for it.
fn label_of(question: &Value) -> &str {
    or(question.field("label").text(), question.field("header").text())
}

impl<'a> Seen<'a> {
    /// An answer of this tool, or of `ask_user`.
    fn of(answer: &'a Value, questions: &Asked<'a>) -> Option<Self> {
        let id = answer.field("id").text();
        let prompt = prompt_of(answer);
        let (line, question) = questions.of_answer(id, prompt);
        let options = question.field("options").list();
        let indices = indices(options);
        let text = match answer.field("label") {
            Value::Null => answer.field("answer"),
            label => label,
        };
        // The last text is the one that was still being typed.
        let unfinished =
            (*answer.field("submitted") == Value::Bool(false)).then(|| text.list().len().saturating_sub(1));
        let pick = |text: &'a Value, at: Option<usize>| {
            let nth = |field: &'a Value| at.map_or(field, |at| field.list().get(at).unwrap_or(field));
            let index = nth(answer.field("index")).as_i64().or_else(|| indices.get(text.text()).copied());
            SeenPick {
                text: text.text(),
                value: nth(answer.field("value")).text(),
                // One flag may stand for several texts.
                was_custom: nth(answer.field("wasCustom")).is_true() && index.is_none(),
                index,
                is_submitted: unfinished != Some(at.unwrap_or_default()),
            }
        };
        let picks: Vec<_> = match text {
            Value::Array(texts) => texts.iter().enumerate().map(|(at, text)| pick(text, Some(at))).collect(),
            text if text.text().is_empty() => return None,
            text => vec![pick(text, None)],
        };
        Some(Self { line, prompt: or(prompt, prompt_of(question)), picks, note: answer.field("note").text(), options })
    }

    /// An answer of `AskUserQuestion`.
    fn of_record(prompt: &'a str, answer: &'a Value, notes: &'a Value, questions: &Asked<'a>) -> Option<Self> {
        let (line, question) = questions.of_answer("", prompt);
        let options = question.field("options").list();
        let indices = indices(options);
        let pick = |text: &'a str| {
            let index = indices.get(text).copied();
            SeenPick { text, value: "", was_custom: !options.is_empty() && index.is_none(), index, is_submitted: true }
        };
        let picks = match answer {
            Value::Array(texts) => texts.iter().map(|text| pick(text.text())).collect(),
            // Nothing was checked.
            Value::String(text) if text.is_empty() => Vec::new(),
            Value::String(text) => parts(text, options.iter().map(label_of)).into_iter().map(pick).collect(),
            _ => return None,
        };
        let note = notes.field(prompt).field("notes").text();
        Some(Self { line, prompt, picks, note, options })
    }
}

impl Seen<'_> {
    /// Whether any of it is more than a text that was still being typed.
    fn is_submitted(&self) -> bool {
        self.picks.is_empty() || self.picks.iter().any(|pick| pick.is_submitted)
    }

    /// All that was asked, with what tells it from others.
    fn whole(&self) -> String {
        let prompt = unmarked(self.prompt.trim());
        if Clean::text(&prompt).columns() == 0 {
            return self.line.as_str().to_owned();
        }
        let line = naming::line_of(self.prompt);
        [&prompt, self.line.as_str().strip_prefix(line.as_str()).unwrap_or_default()].concat()
    }
}

/// The number of each option by its label; the first of each.
fn indices(options: &[Value]) -> HashMap<&str, i64> {
    let mut indices = HashMap::new();
    for (index, option) in (1..).zip(options) {
        indices.entry(option.field("label").text()).or_insert(index);
    }
    indices
}

/// Columns before what is said about an answer, below its mark.
const INDENT: usize = 2;
/// Between a question and its answer.
const ARROW: &str = " → ";
/// Columns of a question that are left beside a long answer.
const MIN_QUESTION_COLUMNS: usize = 20;

/// The lines of an entry, cut to the width of the transcript.
struct Lines<'a, 'w> {
    columns: usize,
    all: Vec<Line<'a>>,
    words: &'w Words,
    is_expanded: bool,
}

impl<'a> Lines<'a, '_> {
    fn push(&mut self, line: Line<'a>) {
        self.all.push(line.fit(self.columns));
    }

    /// A text on as many lines as it needs; none where it is empty.
    fn push_text(&mut self, indent: usize, role: Role, text: Clean<'a>) {
        if !text.as_str().is_empty() {
            Wrap::new(text, self.columns.saturating_sub(indent))
                .for_each(|row| self.push(Line::of(role, row).indented(indent)));
        }
    }

    /// Puts what begins an entry before the line at a position, in the place of its blanks.
    fn mark(&mut self, at: usize, mark: Line<'a>) {
        if let Some(line) = self.all.get_mut(at) {
            let spans = std::mem::take(&mut line.spans);
            let marked = spans.into_iter().fold(mark, |marked, span| marked.with(span.role, span.text));
            *line = marked.fit(self.columns);
        }
    }

    fn push_answer(&mut self, answer: &Seen<'a>, is_final: bool) {
        let words = self.words;
        let (role, mark) = if is_final { (Role::Success, "✓ ") } else { (Role::Dim, "• ") };
        let wrote = |pick: &SeenPick<'_>| match pick {
            SeenPick { is_submitted: false, .. } => ["✎ ", words.not_sent].concat(),
            SeenPick { was_custom: true, .. } => words.wrote.to_owned(),
            SeenPick { .. } => String::new(),
        };
        // What the user has typed is as they have typed it.
        let said = |pick: &SeenPick<'a>| if pick.was_custom { pick.text.into() } else { unmarked(pick.text) };
        let is_list = answer.picks.len() > 1;
        let shown = |pick| if is_list { listed(said(pick).into_owned()) } else { said(pick).into_owned() };
        let texts = answer.picks.iter().map(|pick| format!("{}{}", wrote(pick), shown(pick)));
        let text =
            if answer.picks.is_empty() { words.none.to_owned() } else { texts.collect::<Vec<_>>().join(words.comma) };
        let room = self.columns.saturating_sub(Clean::from(mark).columns() + Clean::from(ARROW).columns());
        let (question, text) = if self.is_expanded {
            (Clean::text(&answer.whole()).into_owned(), Clean::text(&text).into_owned())
        } else {
            let text = Clean::composed(text);
            // The question gives way to its answer, but not all of it.
            let least = MIN_QUESTION_COLUMNS.max(room / 3).min(room / 2);
            let question = cut_inside(answer.line.borrowed(), room.saturating_sub(text.columns()).max(least));
            let left = room.saturating_sub(question.columns());
            (question.into_owned(), truncate(text, left))
        };
        if text.fits(room) && question.fits(room - text.columns()) {
            let arrow = if question.columns() > 0 { ARROW } else { "" };
            let line = Line::of(role, mark).with(Role::Accent, question).with(Role::Dim, arrow);
            self.push(line.with(Role::Text, text));
        } else {
            let first = self.all.len();
            for (part, text) in prompt::parts(question.as_str()) {
                if self.all.len() > first {
                    self.push(Line::default());
                }
                let role = if part == Part::Question { Role::Accent } else { Role::Muted };
                self.push_text(INDENT, role, Clean::text(text).into_owned());
            }
            self.mark(first, Line::of(role, mark));
            self.push_text(INDENT, Role::Text, Clean::text(&["→\u{a0}", text.as_str()].concat()).into_owned());
        }
        let note = [words.note, answer.note].concat();
        if !self.is_expanded {
            if !answer.note.is_empty() {
                let note = truncate(Clean::composed(note), self.columns.saturating_sub(INDENT));
                self.push(Line::of(Role::Muted, note).indented(INDENT));
            }
            return;
        }
        for pick in answer.picks.iter().filter(|pick| !pick.value.is_empty() && pick.value != pick.text) {
            self.push_text(INDENT, Role::Muted, Clean::composed(format!("{}{}", words.value, pick.value)));
        }
        if !answer.note.is_empty() {
            self.push_text(INDENT, Role::Muted, Clean::text(&note).into_owned());
        }
        let taken: HashSet<i64> =
            answer.picks.iter().filter(|pick| pick.is_submitted).filter_map(|pick| pick.index).collect();
        let is_taken = |index| taken.contains(&index);
        let others = (1..).zip(answer.options).filter(|&(index, _)| !is_taken(index));
        let label = |(_, option): (i64, &Value)| listed(unmarked(option.field("label").text()).into_owned());
        let others: Vec<String> = others.map(label).collect();
        if !others.is_empty() {
            let others = format!("{}{}", words.not_taken, others.join(words.comma));
            self.push_text(INDENT, Role::Dim, Clean::composed(others));
        }
    }
}

fn or<'a>(text: &'a str, other: &'a str) -> &'a str {
    if text.is_empty() { other } else { text }
}
