//! What a form would leave if it failed. A host that loses the form, because it has trapped, makes the result of this.

use serde::Serialize;
use serde_json::Value;

use crate::answer::answers::{new_sheets, take};
use crate::answer::outcome::{Ending, Entered, is_shared_by};
use crate::answer::picks::Answer;
use crate::answer::pictures::{Picture, Pictures};
use crate::answer::result::{Host, HostMode, Occasion, Outcome, Record, ToolResult};
use crate::answer::sheet::{Sheet, Unsent, joined};
use crate::call::dialect::Dialect;
use crate::call::questionnaire::Questionnaire;
use crate::json::{self, Lenient as _};
use crate::text::without_controls;

/// What stays the same as long as a form is open.
#[derive(Clone, Debug, Serialize)]
pub struct Asked {
    /// The questions, and in a revision the answers that the model has.
    record: Record,
    occasion: Occasion,
    dialect: Dialect,
}

/// What was entered.
#[derive(Clone, Debug, Serialize)]
pub struct Left {
    /// The answers and the unsent texts.
    record: Record,
    pictures: Vec<Picture>,
    /// Ids of the questions whose answers are kept elsewhere.
    elsewhere: Vec<String>,
    /// The open text at the time.
    open: String,
    /// Whether that was not submitted, and is no default.
    is_draft: bool,
}

impl Entered<'_> {
    pub(crate) fn asked(&self, dialect: Dialect, host: Host) -> Asked {
        let Questionnaire { title, questions, metadata, remarks } = self.questionnaire.clone();
        let record = Record::new(questions, self.before.to_vec(), Outcome::Failed, host, None);
        let record = Record { title, metadata, remarks: Some(remarks), ..record };
        Asked { record, occasion: self.occasion, dialect }
    }

    /// Returns what was entered. `open` is the open text, whether or not it is submitted.
    pub(crate) fn left(&self, open: &str) -> Left {
        let ending = Ending::Failed(String::new());
        let own = self.sheets().filter(|(_, sheet)| is_shared_by(&ending, sheet));
        let answers: Vec<Answer> = own.filter_map(|(question, sheet)| sheet.answer(question)).collect();
        let elsewhere = self.sheets().filter(|(_, sheet)| sheet.is_kept_elsewhere);
        let elsewhere = elsewhere.map(|(question, _)| question.id.clone()).collect();
        // What the host knows is in the other part.
        let host = Host { mode: HostMode::Tui, now: None };
        let unsent: Vec<Unsent> = self.unsent(&ending, Outcome::Failed);
        let record = Record::new(Vec::new(), answers, Outcome::Failed, host, None);
        let record = Record { unsent: Some(unsent), ..record };
        Left {
            record,
            pictures: self.pictures.all.clone(),
            elsewhere,
            open: open.to_owned(),
            is_draft: self.open.is_some(),
        }
    }
}

impl Asked {
    /// Returns the result of a form that has failed for this reason, and its dialect. `asked` and `left` are what it would
    /// leave, as JSON texts, the latter only if something may have been entered. `open` is the name of the text in the editor,
    /// and the text itself. Returns `None` if a JSON text is another one.
    #[must_use]
    pub fn failed(
        asked: &str,
        left: Option<&str>,
        reason: String,
        open: Option<(&str, &str)>,
    ) -> Option<(ToolResult, Dialect)> {
        let asked: Value = json::parse(asked).ok()?;
        let left: Value = left.map_or(Some(Value::Null), |left| json::parse(left).ok())?;
        let record = Record::of_value(asked.field("record"))?;
        let (mode, sent) = (record.mode, record.answers.as_slice());
        let remarks = record.remarks.clone().unwrap_or_default();
        let questionnaire = Questionnaire { remarks, ..record.questionnaire()? };
        let mut sheets = new_sheets(&questionnaire);
        let mut discussion = String::new();
        if let Some(entered) = Record::of_value(left.field("record")) {
            take(&mut sheets, &entered.replies(&questionnaire), true);
            discussion = entered.discussion().unwrap_or_default();
            let elsewhere = left.field("elsewhere").list();
            for (question, sheet) in questionnaire.questions().iter().zip(&mut sheets) {
                sheet.is_kept_elsewhere = elsewhere.iter().any(|id| id.text() == question.id);
            }
        }
        let mut written = None;
        if let Some((name, text)) = open {
            let (text, before) = (without_controls(text.to_owned()), left.field("open").text());
            let mut parts = name.split(' ');
            let (kind, at) = (parts.next()?, parts.next().and_then(|at| at.parse::<usize>().ok()));
            let is_draft = match at.and_then(|at| sheets.get_mut(at)) {
                Some(_) if text == before => left.field("is_draft").as_bool() == Some(true),
                Some(sheet) => {
                    sheet.type_text(kind, before, &text);
                    kind == "answer" && sheet.draft().is_some()
                }
                None => {
                    discussion.clone_from(&text);
                    true
                }
            };
            written = Some((at, text)).filter(|_| is_draft);
        }
        let entered = Entered {
            questionnaire: &questionnaire,
            sheets: sheets.iter().collect(),
            occasion: json::variant_named(asked.field("occasion").text())?,
            discussion: &discussion,
            pictures: &Pictures::of_value(left.field("pictures")),
            is_subagent: false,
            before: sent,
            open: written.as_ref().map(|(at, text)| (*at, text.as_str())),
        };
        let result = entered.result(&Ending::Failed(reason), Host { mode, now: None });
        Some((result, Dialect::with_name(asked.field("dialect").text())?))
    }
}

impl Sheet {
    /// Types a text of this kind in place of the one that was open before.
    fn type_text(&mut self, kind: &str, before: &str, text: &str) {
        self.is_kept_elsewhere = false;
        // A record has added texts that are not checked below the draft.
        let kept = self.draft().unwrap_or_default().to_owned();
        let with = |rest: &str| joined([text, rest].iter()).unwrap_or_default();
        match (kind, self.given.typed().iter().position(|typed| typed.text == before)) {
            ("note", _) => self.write_note(text.to_owned()),
            ("answer", _) => self.write(with(kept.strip_prefix(before).unwrap_or(&kept).trim_start_matches('\n'))),
            (_, Some(at)) => self.change_boxes(|boxes| boxes.write(at, text.to_owned())),
            (_, None) => self.write(with(&kept)),
        }
        self.settle();
    }
}
