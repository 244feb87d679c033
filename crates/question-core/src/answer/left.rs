//! What a form would leave if it failed. A host that loses the form, because it has trapped, makes the result of this.

use serde::Serialize;
use serde_json::Value;

use crate::answer::draft::{Draft, Unsent};
use crate::answer::given::Typed;
use crate::answer::opening;
use crate::answer::outcome::{Ending, Entered, is_shared_by};
use crate::answer::picks::Answer;
use crate::answer::pictures::{Picture, Pictures};
use crate::answer::result::{Host, HostMode, Occasion, Outcome, Record, ToolResult};
use crate::call::dialect::Dialect;
use crate::call::questionnaire::Questionnaire;
use crate::json::{self, Lenient as _};
use crate::text::{is_blank, without_controls};

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
    /// Whether that was submitted, or is a default.
    is_taken: bool,
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
        let own = self.drafts().filter(|(_, draft)| is_shared_by(&ending, draft));
        let answers: Vec<Answer> = own.filter_map(|(question, draft)| draft.answer(question)).collect();
        let elsewhere = self.drafts().filter(|(_, draft)| draft.is_kept_elsewhere);
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
            is_taken: self.open.is_none(),
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
        open: Option<(&str, String)>,
    ) -> Option<(ToolResult, Dialect)> {
        let asked: Value = json::parse(asked).ok()?;
        let left: Value = left.map_or(Some(Value::Null), |left| json::parse(left).ok())?;
        let record = Record::of_value(asked.field("record"))?;
        let (mode, before) = (record.mode, record.answers.as_slice());
        let remarks = record.remarks.clone().unwrap_or_default();
        let questionnaire = Questionnaire { remarks, ..record.questionnaire()? };
        let mut drafts: Vec<Draft> = questionnaire.questions().iter().map(|question| Draft::new(question)).collect();
        let mut discussion = String::new();
        if let Some(entered) = Record::of_value(left.field("record")) {
            opening::take(&mut drafts, &entered.replies(&questionnaire), true);
            discussion = entered.discussion().unwrap_or_default();
            let elsewhere = left.field("elsewhere").list();
            for (question, draft) in questionnaire.questions().iter().zip(&mut drafts) {
                draft.is_kept_elsewhere = elsewhere.iter().any(|id| id.text() == question.id);
            }
        }
        let mut written = None;
        if let Some((name, text)) = open {
            let text = without_controls(text);
            let (before, is_taken) = (left.field("open").text(), left.field("is_taken").as_bool() == Some(true));
            let mut parts = name.split(' ');
            let (kind, at) = (parts.next()?, parts.next().and_then(|at| at.parse::<usize>().ok()));
            let is_taken = match at.and_then(|at| drafts.get_mut(at)) {
                _ if text == before => is_taken,
                Some(draft) => draft.type_text(kind, before, text.clone()),
                None => {
                    discussion.clone_from(&text);
                    false
                }
            };
            written = Some((at, text)).filter(|_| !is_taken);
        }
        let entered = Entered {
            questionnaire: &questionnaire,
            drafts: drafts.iter().collect(),
            occasion: json::variant_named(asked.field("occasion").text())?,
            discussion: &discussion,
            pictures: &Pictures::of_value(left.field("pictures")),
            is_subagent: false,
            before,
            open: written.as_ref().map(|(at, text)| (*at, text.as_str())),
        };
        let result = entered.result(&Ending::Failed(reason), Host { mode, now: None });
        Some((result, Dialect::with_name(asked.field("dialect").text())?))
    }
}

impl Draft {
    /// Types a text of this kind in place of the one that was open before. Returns whether it is submitted, or a default.
    fn type_text(&mut self, kind: &str, before: &str, text: String) -> bool {
        self.is_kept_elsewhere = false;
        match kind {
            "answer" => self.write(text),
            "note" => self.note.write(text),
            _ => self.change_boxes(|boxes| {
                let open = boxes.typed.iter_mut().find(|typed| typed.text == before);
                match open {
                    Some(typed) if typed.is_checked => typed.edit = Some(text),
                    Some(typed) => typed.text = text,
                    None => boxes.typed.push(Typed::new(text, false)),
                }
                boxes.typed.retain(|typed| !is_blank(&typed.text));
            }),
        }
        match kind {
            "answer" => self.is_settled(),
            "note" => self.note.is_settled(),
            _ => false,
        }
    }
}
