//! From replies to answers: replies → sheets → answers. No form is needed for that.

use crate::answer::given::{Choice, Given};
use crate::answer::picks::{Answer, Pick, PickOrigin};
use crate::answer::replies::Replies;
use crate::answer::sheet::Sheet;
use crate::call::questionnaire::{Question, Questionnaire};

/// Returns the sheets of questions for which nothing was entered.
pub(super) fn new_sheets(questionnaire: &Questionnaire) -> Vec<Sheet> {
    questionnaire.questions().iter().map(|question| Sheet::new(question)).collect()
}

/// Enters replies into the sheets of questions. `is_input` says whether they count as the user's input.
pub(super) fn take(sheets: &mut [Sheet], replies: &Replies, is_input: bool) {
    for (sheet, reply) in sheets.iter_mut().zip(replies.clone().without_controls().0) {
        if let Some(reply) = reply {
            sheet.take(reply);
            sheet.is_kept_elsewhere &= !is_input;
        }
    }
}

/// Returns the answers that replies give, in question order. A reply with a note alone is none.
pub(crate) fn answers_of(questionnaire: &Questionnaire, replies: &Replies) -> Vec<Answer> {
    let mut sheets = new_sheets(questionnaire);
    take(&mut sheets, replies, true);
    let sheets = questionnaire.questions().iter().zip(&sheets);
    sheets.filter_map(|(question, sheet)| sheet.answer(question)).collect()
}

impl Sheet {
    /// Returns the answer that the user has decided on.
    pub(crate) fn answer(&self, question: &Question) -> Option<Answer> {
        let Question { id, mode, prompt, .. } = question;
        let picks = self.picks_of(self.decided()?, question, |text| text)?;
        let note = self.note().map(str::to_owned);
        Some(Answer { id: id.clone(), mode: *mode, prompt: prompt.clone(), picks, note })
    }

    /// Returns the picks that Submit sends, with each text shortened.
    pub(crate) fn picks(&self, question: &Question, shorten: fn(&str) -> &str) -> Option<Vec<Pick>> {
        self.picks_of(&*self.submitted()?, question, shorten)
    }

    /// Returns what `given` picks, with each text shortened.
    pub(crate) fn picks_of(&self, given: &Given, question: &Question, shorten: fn(&str) -> &str) -> Option<Vec<Pick>> {
        let text = |text: &str| {
            let is_default = self.is_default_text(text);
            let origin = if is_default { PickOrigin::Default } else { PickOrigin::Typed };
            let text = shorten(text);
            Pick { value: text.to_owned(), label: text.to_owned(), origin }
        };
        let option = |at: usize| {
            let option = question.options.get(at)?;
            let origin = PickOrigin::Option(at + 1);
            Some(Pick { value: option.value.clone(), label: option.label.clone(), origin })
        };
        Some(match given {
            Given::Single(choice) => vec![match choice.as_ref()? {
                Choice::Option(at) => option(*at)?,
                Choice::Typed(typed) => text(typed),
            }],
            Given::Input(typed) => vec![text(typed.as_ref()?)],
            Given::Multi(boxes) => boxes.checked().filter_map(option).chain(given.words().map(text)).collect(),
        })
    }
}
