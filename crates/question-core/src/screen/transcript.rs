//! The tool's lines in the transcript: its call, and its result. Both are drawn from JSON of any age: arguments that
//! are still streaming in, and details that another version of the tool, or another tool, has written.

use std::collections::HashSet;

use serde_json::Value;

use crate::answer::content::{self, listed};
use crate::answer::result::Outcome;
use crate::call::naming::{self, own_label};
use crate::call::request::{QuestionRequest, Request};
use crate::call::settings::Settings;
use crate::form::prompt::{self, Part};
use crate::json::{self, Lenient};
use crate::screen::frame::{Frame, Line, Role};
use crate::screen::review::ARROW;
use crate::screen::seen::{self, Asked, Seen, SeenPick, label_of};
use crate::text::marks::unmarked_label;
use crate::text::{Clean, Wrap, cut_inside, shortened, truncate};
use crate::words::{Words, fill};

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

/// The result: a line for each question with its answer, and its note; with `is_expanded` all of them, values, the
/// options not taken, and the questions without an answer with all their options. Where not all was answered, how much
/// was sent.
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
    // What the model has read of a text is not to be taken for kept from it.
    let unfinished = if content::tells_unfinished(content) { words.unfinished_text } else { words.not_sent };
    let mut lines = Lines { columns: columns.max(1), all: Vec::new(), words, unfinished, is_expanded };
    let asked = Asked::of(details.field("questions").list());
    let answers = seen::answers(details, &asked);
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
        !is_final && is_chosen && details.field("changed").is_null() && asked.lines.len() > 1 && submitted > 0;
    let sent = is_partial.then(|| words.sent(submitted, asked.lines.len()));
    let message = details.field("message").text();
    let first_line = || Clean::text(content.lines().next().unwrap_or_default());
    match outcome {
        Some(Outcome::Invalid | Outcome::Unavailable) => lines.push_text(0, Role::Error, Clean::text(content)),
        // The answers that follow in it are drawn below.
        Some(Outcome::Failed) => lines.push_text(0, Role::Error, first_line()),
        Some(Outcome::Aborted) => lines.push(Line::of(Role::Warning, words.aborted)),
        Some(Outcome::Pending) => lines.push(Line::of(Role::Warning, words.pending)),
        Some(Outcome::ConnectionLost) => lines.push(Line::of(Role::Warning, words.connection_lost)),
        // What it is about comes first, where that is shown.
        Some(Outcome::Discuss) if is_expanded => {}
        Some(Outcome::Discuss) => lines.push_talk(message),
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
    let has_open = is_expanded && !is_final && details.field("changed").is_null();
    let mut open = asked.without(&answers).filter(|_| has_open).peekable();
    for answer in &answers {
        while let Some(open) = open.next_if(|open| answer.at.is_some_and(|answered| open.at < Some(answered))) {
            lines.push_open(&open);
        }
        lines.push_answer(answer, is_final);
    }
    open.for_each(|open| lines.push_open(&open));
    if is_expanded && outcome == Some(Outcome::Discuss) {
        lines.push_talk(message);
    }
    if is_expanded && !is_final {
        // What is no part of an answer is nowhere else.
        for line in content.lines().skip_while(|line| !line.starts_with("Unsent")) {
            let text = match content::unsent(line) {
                Some((Some(question), text)) => format!("{}{question}{}{text}", words.unfinished_text, words.colon),
                Some((None, text)) => format!("{}{text}", words.unfinished_text),
                None => line.to_owned(),
            };
            lines.push_text(0, Role::Muted, Clean::composed(text));
        }
    }
    Frame { lines: lines.all, ..Frame::default() }
}

/// Columns before what is said about an answer, below its mark.
const INDENT: usize = 2;
/// Before an answer that stands below its question.
const POINTER: &str = "→ ";
/// One part in so many of a row is left to a question beside a long answer.
const QUESTION_SHARE: usize = 3;
/// Columns from which the start of a pick says more than how many picks there are.
const MIN_PICK_COLUMNS: usize = 8;

/// The lines of an entry, cut to the width of the transcript.
struct Lines<'a, 'w> {
    columns: usize,
    all: Vec<Line<'a>>,
    words: &'w Words,
    /// Before a text that was still being typed.
    unfinished: &'static str,
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

    /// What the user would rather say first: beside its heading where it fits, else below; cut, or all of it.
    fn push_talk(&mut self, said: &'a str) {
        let head = Line::of(Role::Warning, self.words.discuss);
        if said.is_empty() {
            return self.push(head);
        }
        let line = head.clone().with(Role::Text, self.words.colon).with(Role::Text, Clean::line(said));
        if !self.is_expanded && line.width() <= self.columns {
            return self.push(line);
        }
        self.push(head.with(Role::Text, self.words.colon.trim_end()));
        if self.is_expanded {
            self.push_text(INDENT, Role::Text, Clean::text(said));
        } else {
            let said = truncate(Clean::line(said), self.columns.saturating_sub(INDENT));
            self.push(Line::of(Role::Text, said).indented(INDENT));
        }
    }

    /// What is asked, below the mark that begins an entry.
    fn push_question(&mut self, question: &str, mark: Line<'a>) {
        let first = self.all.len();
        for (part, text) in prompt::parts(question) {
            if self.all.len() > first {
                self.push(Line::default());
            }
            let role = if part == Part::Question { Role::Accent } else { Role::Muted };
            self.push_text(INDENT, role, Clean::text(text).into_owned());
        }
        self.mark(first, mark);
    }

    /// A question that has no answer, and what could have been one.
    fn push_open(&mut self, open: &Seen<'a>) {
        let mark = Line::of(Role::Dim, "□ ");
        let room = self.columns.saturating_sub(INDENT);
        let question = Clean::text(&open.whole(room)).into_owned();
        let ending = [" — ", self.words.left_open].concat();
        if open.options.is_empty() && question.fits(room.saturating_sub(Clean::text(&ending).columns())) {
            self.push(mark.with(Role::Accent, question).with(Role::Muted, Clean::composed(ending)));
        } else {
            self.push_question(question.as_str(), mark);
            self.push_options("", open.options, |_| true);
            self.push_text(INDENT, Role::Muted, self.words.left_open.into());
        }
    }

    /// Those options of which the number is of the kind.
    fn push_options(&mut self, head: &str, options: &[Value], is_kind: impl Fn(i64) -> bool) {
        let options = (1..).zip(options).filter(|&(number, _)| is_kind(number));
        let label = |(_, option): (i64, &Value)| listed(unmarked_label(label_of(option)));
        let labels: Vec<String> = options.map(label).filter(|label| !label.is_empty()).collect();
        if !labels.is_empty() {
            let labels = [head, &labels.join(self.words.comma)].concat();
            self.push_text(INDENT, Role::Dim, Clean::composed(labels));
        }
    }

    fn push_answer(&mut self, answer: &Seen<'a>, is_final: bool) {
        let words = self.words;
        let (role, mark) = if is_final { (Role::Success, "✓ ") } else { (Role::Dim, "• ") };
        let texts: Vec<String> = answer.picks.iter().map(|pick| self.said(pick, answer.picks.len() > 1)).collect();
        let text = if texts.is_empty() { words.none.to_owned() } else { texts.join(words.comma) };
        let room = self.columns.saturating_sub(Clean::from(mark).columns() + Clean::from(ARROW).columns());
        let (question, text) = if self.is_expanded {
            let below = self.columns.saturating_sub(INDENT);
            (Clean::text(&answer.whole(below)).into_owned(), Clean::text(&text).into_owned())
        } else {
            let text = Clean::composed(text);
            // The question gives way to its answer, but not all of it.
            let least = room / QUESTION_SHARE;
            // Of less than its half, both ends would say nothing.
            let cut = |columns| match answer.line.borrowed() {
                line if 2 * columns < line.columns() => shortened(line, columns),
                line => cut_inside(line, columns),
            };
            let left = room.saturating_sub(cut(room.saturating_sub(text.columns()).max(least)).columns());
            let text = if text.fits(left) { text } else { self.begun(answer, &texts, text, left) };
            (cut(room.saturating_sub(text.columns())).into_owned(), text)
        };
        let has_rows = self.is_expanded
            && texts.len() > 1
            && (answer.picks.iter().any(|pick| pick.own_value().is_some()) || !text.fits(room));
        if !has_rows && text.fits(room) && question.fits(room - text.columns()) {
            let arrow = if question.columns() > 0 { ARROW } else { "" };
            let line = Line::of(role, mark).with(Role::Accent, question).with(Role::Dim, arrow);
            self.push(line.with(Role::Text, text));
        } else {
            self.push_question(question.as_str(), Line::of(role, mark));
            if has_rows {
                let texts: Vec<String> = answer.picks.iter().map(|pick| self.said(pick, false)).collect();
                self.push_picks(&answer.picks, &texts);
            } else {
                self.push_text(INDENT, Role::Text, Clean::text(&["→\u{a0}", text.as_str()].concat()).into_owned());
            }
        }
        let note = [words.note, answer.note].concat();
        if !self.is_expanded {
            if !answer.note.is_empty() {
                let note = truncate(Clean::composed(note), self.columns.saturating_sub(INDENT));
                self.push(Line::of(Role::Muted, note).indented(INDENT));
            }
            return;
        }
        for value in answer.picks.iter().filter(|_| !has_rows).filter_map(SeenPick::own_value) {
            self.push_text(INDENT, Role::Muted, Clean::composed(format!("{}{value}", words.value)));
        }
        if !answer.note.is_empty() {
            self.push_text(INDENT, Role::Muted, Clean::text(&note).into_owned());
        }
        let taken: HashSet<i64> =
            answer.picks.iter().filter(|pick| pick.is_submitted).filter_map(|pick| pick.index).collect();
        self.push_options(words.not_taken, answer.options, |number| !taken.contains(&number));
    }

    /// What was picked, and how; one of several stands in quotes where it could be taken for more.
    fn said(&self, pick: &SeenPick<'_>, is_listed: bool) -> String {
        // What the user has typed is as they have typed it.
        let text = if pick.was_custom { pick.text.to_owned() } else { unmarked_label(pick.text) };
        let text = if is_listed { listed(text) } else { text };
        match pick {
            _ if text.trim().is_empty() => self.words.blank_answer.to_owned(),
            SeenPick { is_submitted: false, .. } => ["✎ ", self.unfinished, &text].concat(),
            SeenPick { was_custom: true, .. } => [self.words.wrote, &text].concat(),
            SeenPick { .. } => text,
        }
    }

    /// What fits into so many columns: of several picks those that do as a whole, and how many more there are.
    fn begun(&self, answer: &Seen<'_>, texts: &[String], whole: Clean<'static>, columns: usize) -> Clean<'static> {
        let [first, others @ ..] = texts else { return truncate(whole, columns) };
        if others.is_empty() {
            return truncate(whole, columns);
        }
        let count = answer.picks.iter().filter(|pick| pick.is_submitted).count();
        // A text that was still being typed comes last, and counts for none.
        let unsent = if count < texts.len() { [self.words.comma, "✎ …"].concat() } else { String::new() };
        let more = |named: usize| match count.saturating_sub(named) {
            0 => unsent.clone(),
            more => [self.words.comma, &self.words.count(&self.words.entries, more), &unsent].concat(),
        };
        let fitting = |named: usize| {
            let names = texts.get(..named).unwrap_or_default().join(self.words.comma);
            Some(Clean::composed([names, more(named)].concat())).filter(|text| text.fits(columns))
        };
        let named = (1..texts.len()).map_while(fitting).last();
        named.unwrap_or_else(|| {
            let more = Clean::composed(more(1));
            let room = columns.saturating_sub(more.columns());
            if room < MIN_PICK_COLUMNS {
                return truncate(Clean::composed(fill(self.words.chosen, &self.words.number(count))), columns);
            }
            // What stands in quotes is closed behind the cut.
            let quote = if first.ends_with('"') { "\"" } else { "" };
            let first = truncate(Clean::composed(first.clone()), room - quote.len());
            Clean::composed([first.as_str(), quote, more.as_str()].concat())
        })
    }

    /// A row for each pick, with its value.
    fn push_picks(&mut self, picks: &[SeenPick<'a>], texts: &[String]) {
        let first = self.all.len();
        let indent = INDENT + Clean::from(POINTER).columns();
        let room = self.columns.saturating_sub(indent);
        for (pick, text) in picks.iter().zip(texts) {
            let text = Clean::text(text).into_owned();
            match pick.own_value().map(|value| Clean::composed([self.words.value, value].concat())) {
                Some(value) if text.fits(room.saturating_sub(value.columns() + " ()".len())) => {
                    let line = Line::of(Role::Text, text).with(Role::Muted, " (");
                    self.push(line.with(Role::Muted, value).with(Role::Muted, ")").indented(indent));
                }
                value => {
                    self.push_text(indent, Role::Text, text);
                    self.push_text(indent, Role::Muted, value.unwrap_or_default());
                }
            }
        }
        self.mark(first, Line::of(Role::Text, POINTER).indented(INDENT));
    }
}
