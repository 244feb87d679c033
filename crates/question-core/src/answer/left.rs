//! What a form would leave if it failed. A host that loses the form, because it has trapped, makes the result of this.

use serde::Serialize;
use serde_json::Value;

use crate::answer::answers::{new_sheets, take};
use crate::answer::outcome::{Ended, Ending, Entered, is_shared_by};
use crate::answer::picks::Answer;
use crate::answer::pictures::{Picture, Pictures};
use crate::answer::result::{Host, HostMode, Occasion, Outcome, Record};
use crate::answer::sheet::Unsent;
use crate::call::dialect::Dialect;
use crate::call::questionnaire::Questionnaire;
use crate::json::{self, Lenient as _};

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
}

impl Entered<'_> {
    pub(crate) fn asked(&self, dialect: Dialect, host: Host) -> Asked {
        let Questionnaire { title, questions, metadata, remarks } = self.questionnaire.clone();
        let record = Record::new(questions, self.before.to_vec(), Outcome::Failed, host, None);
        let record = Record { title, metadata, remarks: Some(remarks), ..record };
        Asked { record, occasion: self.occasion, dialect }
    }

    pub(crate) fn left(&self) -> Left {
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
        Left { record, pictures: self.pictures.all.clone(), elsewhere }
    }
}

impl Asked {
    /// Ends a form that has failed for this reason; beside that, returns its dialect. `asked` and `left` are what it would
    /// leave, as JSON texts, the latter only if something may have been entered. Returns `None` if a text is another one.
    pub(crate) fn ended(asked: &str, left: Option<&str>, reason: String) -> Option<(Ended, Dialect)> {
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
        let entered = Entered {
            questionnaire: &questionnaire,
            sheets: sheets.iter().collect(),
            occasion: json::variant_named(asked.field("occasion").text())?,
            discussion: &discussion,
            pictures: &Pictures::of_value(left.field("pictures")),
            subagent: None,
            before: sent,
        };
        let ended = entered.ended(&Ending::Failed(reason), Host { mode, now: None });
        Some((ended, Dialect::with_name(asked.field("dialect").text())?))
    }
}
