//! What the arguments of a call mean: a request, and the problems that were found in reading it.
//!
//! Arguments that fit the declared schema are read by serde without a change. Others go through the tolerant reading of
//! `unwrap` and `question_fields`, which results in a request as well. Reading never fails: what cannot be read becomes a problem,
//! and all problems are refused together.

use serde_json::Value;

use crate::call::dialect::Dialect;
use crate::call::refusal::{Level, in_one_line, name_of_question};
use crate::call::request::{QuestionRequest, Request};
use crate::call::unwrap::with_below;
use crate::json;
use crate::text::is_seen;

/// Maximum length of a call in bytes. The parsed parts of a longer one might exceed the module's memory.
pub const MAX_CALL: usize = 1 << 24;

/// The result of reading arguments.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// The request. Questions that cannot be read are incomplete in it.
    pub request: Request,
    /// Problems that prevent asking, with what to send instead, one or two sentences each.
    pub problems: Vec<String>,
    /// Where unknown fields were sent.
    pub exist: Vec<Level>,
}

impl From<Request> for Reading {
    fn from(request: Request) -> Self {
        Self { request, ..Self::default() }.normalized()
    }
}

impl Reading {
    /// Reads arguments from their JSON text.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        if text.len() > MAX_CALL {
            return Self::too_long();
        }
        // Most calls fit, and are not read twice.
        if let Ok(request) = json::parse_as::<Request>(text) {
            return Self::from(request);
        }
        match json::parse(text) {
            Ok(arguments) => Self::unwrapped(&arguments),
            // Depth is the only reason why text that was written as JSON cannot be parsed.
            Err(_) => Self::refused("The call is nested too deeply (more than 127 levels). Send it flatter."),
        }
    }

    /// Reads the arguments of a tool call, which may still be incomplete while they are streamed.
    #[must_use]
    pub fn of(arguments: &Value) -> Self {
        // By way of the text, for which the code is there already.
        json::parse_as::<Request>(&json::compact(arguments)).map_or_else(|_| Self::unwrapped(arguments), Self::from)
    }

    /// Returns the refusal of a call that is longer than [`MAX_CALL`].
    #[must_use]
    pub fn too_long() -> Self {
        Self::refused("The call is too long to be shown. Write long texts into a file, and name it in the prompt.")
    }

    /// Returns the refusal of arguments that JavaScript cannot write as JSON.
    #[must_use]
    pub fn unwritable() -> Self {
        Self::refused("The call is nested too deeply, or has a value that JSON does not have. Send it flatter.")
    }

    fn refused(problem: &str) -> Self {
        Self { problems: vec![problem.to_owned()], ..Self::default() }
    }

    /// Adds a problem: why something cannot be read, and what to send instead.
    pub(super) fn refuse(&mut self, problem: &str) {
        self.problems.push(in_one_line(problem));
    }

    /// Replaces recommended indices and lists by names and marks, which the declared schema has. Shows the placeholder of
    /// a question with options, which has no empty text to show it in.
    pub(super) fn normalized(mut self) -> Self {
        for (number, question) in (1..).zip(&mut self.request.questions) {
            let has_place = question.options.is_empty() || !is_seen(&question.prompt);
            if let Some(text) = question.placeholder.take_if(|text| is_seen(text) && !has_place) {
                let prompt = std::mem::take(&mut question.prompt);
                question.prompt = with_below(prompt, &[text]);
            }
            if let Err(what) = question.name_recommended() {
                let name = name_of_question(number, question.id.as_deref());
                self.problems.push(in_one_line(&format!("{name}: {what}")));
                *question = QuestionRequest { id: question.id.take(), ..QuestionRequest::unread() };
            }
        }
        self
    }

    /// Returns the arguments in the schema of a dialect, or `None` if the call is refused.
    #[must_use]
    pub fn in_dialect(&self, dialect: Dialect) -> Option<Value> {
        self.problems.is_empty().then(|| self.request.in_dialect(dialect))
    }
}
