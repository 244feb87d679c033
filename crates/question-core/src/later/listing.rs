//! The text of `/questions`: what was asked and answered in a session, and what waits.

use crate::answer::sheet::Standing;
use crate::call::naming;
use crate::faces::frame::Line;
use crate::faces::transcript;
use crate::later::branch::{ANSWER, Branch};
use crate::later::open::OpenQuestions;
use crate::text::{Clean, truncate};
use crate::view::{ARROW, AnswerView, Aside, AsideKind, start};
use crate::words::Words;

/// Indentation below a heading.
const INDENT: &str = "  ";

impl Branch {
    /// Returns the results and the open questions as text. Lines of results and options are at most `columns` wide.
    #[must_use]
    pub fn listing(&self, columns: usize) -> String {
        let result = |(details, content)| {
            let frame = transcript::result(details, content, &self.settings, true, columns);
            frame.lines.iter().map(Line::text).collect::<Vec<_>>().join("\n")
        };
        let mut blocks: Vec<String> = self.log.results().map(result).collect();
        if !blocks.is_empty() {
            blocks.insert(0, "Questions of this session:".to_owned());
        }
        let room = columns.saturating_sub(INDENT.len());
        for (is_in_file, how) in [(false, ANSWER.to_owned()), (true, format!("{}, {ANSWER}", self.inbox.name))] {
            let open = self.open.iter().filter(|open| open.is_in_file() == is_in_file);
            let lines = open.flat_map(|open| Self::listed(open, room));
            let lines: String = lines.map(|line| ["\n", INDENT, &line].concat()).collect();
            if !lines.is_empty() {
                blocks.push(format!("{} ({how}):{lines}", Words::english().pending));
            }
        }
        blocks.extend(self.about_file());
        if blocks.is_empty() { "No questions in this session.".to_owned() } else { blocks.join("\n\n") }
    }

    /// Returns open questions for a list of this width in columns: one line each, with the subagent that asks, and with the
    /// answer in the file, or the one that was kept when it was put off. Below are its note and its fault, and without an
    /// answer as many options as fit in a line.
    fn listed(open: &OpenQuestions, columns: usize) -> Vec<String> {
        let words = Words::english();
        let questions = open.questionnaire.questions();
        let lines =
            naming::one_line_each(questions.iter().map(|question| (question.own_label(), question.prompt.as_str())));
        let room = columns.saturating_sub(INDENT.len());
        let indented = |text: &str| [INDENT, truncate(Clean::line(text), room).as_str()].concat();
        let asks = open.subagent.as_ref().map(|subagent| [subagent.asks(words).as_str(), " · "].concat());
        let mut listed = Vec::new();
        let (questionnaire, opening) = open.inquiry();
        let sheets = opening.sheets(&questionnaire);
        for (at, ((line, question), sheet)) in lines.iter().zip(questions).zip(&sheets).enumerate() {
            let answer = AnswerView::of_sheet(line.borrowed(), question, sheet, start);
            let is_answered = answer.picks.is_some() && answer.standing == Standing::Decided;
            let said = if is_answered { [ARROW, &answer.said(words)].concat() } else { String::new() };
            listed.push([asks.as_deref().unwrap_or_default(), line.as_str(), Clean::line(&said).as_str()].concat());
            let fault = opening.faults.iter().find(|(of, _)| *of == at);
            let fault = fault.map(|(_, fault)| Aside::new(AsideKind::Fault, fault.as_str()));
            listed.extend(answer.note().into_iter().chain(&fault).map(|aside| indented(&aside.line(words))));
            // Each label takes a column or more.
            let options = question.options.iter().take(if is_answered { 0 } else { columns });
            let labels: Vec<String> = options.map(|option| naming::without_marks(&option.label).to_string()).collect();
            if !labels.is_empty() {
                listed.push(indented(&labels.join(words.comma)));
            }
        }
        listed
    }
}
