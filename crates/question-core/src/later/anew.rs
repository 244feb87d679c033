//! A pending file that a person has written anew, with nothing but questions and their answers → those questions of the
//! session that it answers.
//!
//! An entry that names a question is for that one; what names none is never guessed at.

use serde_json::Value;

use crate::answer::fault::AnswerFault;
use crate::answer::places::Places;
use crate::call::fields::own_text;
use crate::call::questionnaire::Questionnaire;
use crate::json::Lenient;
use crate::later::late::Late;
use crate::later::pending::PendingFile;

/// Fields of an entry that name its question.
const NAMES: [&str; 6] = ["id", "question", "prompt", "message", "header", "label"];

impl PendingFile {
    /// The questions of one of these calls, the latest first, with the file's entries in their order.
    ///
    /// # Errors
    ///
    /// Names what is none of the questions, or stands there twice.
    pub(super) fn answered_anew(&self, known: Vec<Late>) -> Result<Option<(Late, Self)>, AnswerFault> {
        for late in known.into_iter().rev() {
            if let Some(places) = self.places(&late.questionnaire)? {
                let count = late.questionnaire.questions().len();
                let file = self.rearranged(&places, count);
                return Ok(Some((late, file)));
            }
        }
        Ok(None)
    }

    /// For each entry the position of its question; `None` where the file is for other questions.
    fn places(&self, questionnaire: &Questionnaire) -> Result<Option<Vec<usize>>, AnswerFault> {
        let questions = questionnaire.questions();
        let places = Places::of(questions);
        let mut is_taken = vec![false; questions.len()];
        let mut found = Vec::new();
        let names: Vec<Vec<String>> = self.questions().iter().map(names).collect();
        for names in &names {
            let find = |name: &String| places.find(name, |at| is_taken.get(at) == Some(&false));
            let place = names.iter().find_map(find);
            if let Some(taken) = place.and_then(|at| is_taken.get_mut(at)) {
                if *taken {
                    let name = names.first().map(String::as_str).unwrap_or_default();
                    return Err(AnswerFault::TwoAnswers(name.to_owned()));
                }
                *taken = true;
            }
            found.push(place);
        }
        if found.iter().all(Option::is_none) {
            // In their order, where there is no doubt about it.
            let is_plain = names.len() == questions.len() && (names.len() == 1 || names.iter().all(Vec::is_empty));
            return Ok(is_plain.then(|| (0..questions.len()).collect()));
        }
        let all: Result<Vec<usize>, AnswerFault> = found
            .into_iter()
            .zip(&names)
            .map(|(at, names)| {
                at.ok_or_else(|| places.no_question(names.first().map(String::as_str).unwrap_or_default()))
            })
            .collect();
        all.map(Some)
    }
}

/// What an entry calls its question.
fn names(entry: &Value) -> Vec<String> {
    let names = NAMES.iter().filter_map(|name| own_text(entry.field(name)));
    names.filter(|name| !name.trim().is_empty()).collect()
}
