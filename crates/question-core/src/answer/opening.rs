//! What questions begin with: why they are asked, and what was answered or entered before.

use crate::answer::answers::{answers_of, new_sheets, take};
use crate::answer::picks::Answer;
use crate::answer::pictures::Pictures;
use crate::answer::replies::Replies;
use crate::answer::result::Occasion;
use crate::answer::sheet::Sheet;
use crate::call::questionnaire::Questionnaire;
use crate::call::settings::Settings;
use crate::call::subagent::Subagent;

/// What a form begins with. The default is a call for which nothing was entered before.
#[derive(Clone, Debug, Default)]
pub struct Opening {
    /// Why the form is shown.
    pub occasion: Occasion,
    /// Answers that are kept elsewhere, so that they are no input of the user's; in a revision, those that the model has.
    pub given: Replies,
    /// Answers and texts from earlier forms. They count as the user's input, because nothing else keeps them.
    pub drafts: Replies,
    /// An unsent message to talk first.
    pub discussion: Option<String>,
    /// Pictures that were attached earlier in the session.
    pub pictures: Pictures,
    /// The session that the questions come from, if it is another one.
    pub subagent: Option<Subagent>,
    /// Faults of refused answers, each with the index of its question, 0-based.
    pub faults: Vec<(usize, String)>,
}

impl Opening {
    /// Says in the user's language that questions wait, and who asks if that is another session.
    #[must_use]
    pub fn asks(&self, settings: &Settings) -> String {
        let words = settings.words();
        let by = self.subagent.as_ref().map(|subagent| subagent.asks(words).as_str().to_owned());
        by.unwrap_or_else(|| words.a_question_waits.to_owned())
    }

    /// Adds what was entered when the same questions were asked before.
    #[must_use]
    pub fn remembering(self, entered: Self) -> Self {
        let Self { drafts, discussion, pictures, .. } = entered;
        Self { drafts, discussion, pictures, ..self }
    }

    /// Returns the answers that came with the questions.
    pub(crate) fn known_answers(&self) -> Replies {
        match self.occasion {
            Occasion::Call | Occasion::Later => self.given.clone(),
            Occasion::Revision => self.drafts.clone().or_else_from(&self.given),
        }
    }

    /// Returns the sheets of the questions. An answer that is kept elsewhere counts before a draft, which stays the user's
    /// input all the same.
    pub(crate) fn sheets(&self, questionnaire: &Questionnaire) -> Vec<Sheet> {
        let mut sheets = new_sheets(questionnaire);
        match self.occasion {
            // The drafts change what the model has.
            Occasion::Revision => {
                take(&mut sheets, &self.given, true);
                take(&mut sheets, &self.drafts, true);
            }
            Occasion::Call | Occasion::Later => {
                take(&mut sheets, &self.drafts, true);
                take(&mut sheets, &self.given, false);
            }
        }
        sheets
    }

    /// Returns the answers that the model has, in a revision.
    pub(crate) fn answers_before(&self, questionnaire: &Questionnaire) -> Vec<Answer> {
        match self.occasion {
            Occasion::Revision => answers_of(questionnaire, &self.given),
            Occasion::Call | Occasion::Later => Vec::new(),
        }
    }
}
