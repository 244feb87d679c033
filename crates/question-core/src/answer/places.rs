//! Name → question: which question an answer belongs to. The one place that knows.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;

use crate::answer::fault::AnswerFault;
use crate::call::questionnaire::Question;
use crate::text::fuzzy;

/// The questions by what they are called.
pub(crate) struct Places<'a> {
    questions: &'a [Rc<Question>],
    ids: HashMap<&'a str, usize>,
    /// In their order.
    prompts: HashMap<&'a str, Vec<usize>>,
    /// Both in whatever case; most names are written as they are.
    folded: OnceCell<HashMap<String, Vec<usize>>>,
}

impl<'a> Places<'a> {
    pub(crate) fn of(questions: &'a [Rc<Question>]) -> Self {
        let mut prompts: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, question) in questions.iter().enumerate() {
            prompts.entry(question.prompt.as_str()).or_default().push(at);
        }
        let ids = questions.iter().enumerate().map(|(at, question)| (question.id.as_str(), at)).collect();
        Self { questions, ids, prompts, folded: OnceCell::new() }
    }

    /// Position of the question that a name means: by its id, else by its prompt, with the id behind it where that is
    /// needed to tell it apart; then the same in whatever case. Of several with one prompt, the first that `is_free`.
    pub(crate) fn find(&self, name: &str, is_free: impl Fn(usize) -> bool) -> Option<usize> {
        if let Some(at) = self.ids.get(name) {
            return Some(*at);
        }
        let prompts = self.prompts.get(name).map(Vec::as_slice).unwrap_or_default();
        let with_id = name
            .strip_suffix(')')
            .into_iter()
            .flat_map(|name| name.match_indices(" (").map(move |found| (name, found)));
        let by_id = with_id.filter_map(|(name, (end, sign))| {
            let at = *self.ids.get(name.get(end + sign.len()..)?)?;
            (self.questions.get(at)?.prompt.as_str() == name.get(..end)?).then_some(at)
        });
        let by_id: Vec<usize> = by_id.collect();
        let exact = || prompts.iter().chain(&by_id).copied();
        let folded = if exact().next().is_none() { self.folded(name) } else { &[] };
        let all = || exact().chain(folded.iter().copied());
        all().filter(|at| is_free(*at)).min().or_else(|| all().min())
    }

    /// That a name means none of the questions, and which there are.
    pub(crate) fn no_question(&self, name: &str) -> AnswerFault {
        let ids: Vec<&str> = self.questions.iter().map(|question| question.id.as_str()).collect();
        AnswerFault::NoQuestion(name.to_owned(), ids.join(", "))
    }

    /// The questions of an id or a prompt, in whatever case.
    fn folded(&self, name: &str) -> &[usize] {
        let all = self.folded.get_or_init(|| {
            let mut all: HashMap<String, Vec<usize>> = HashMap::new();
            for (at, question) in self.questions.iter().enumerate() {
                for name in [&question.id, &question.prompt] {
                    all.entry(fold(name)).or_default().push(at);
                }
            }
            all
        });
        all.get(&fold(name)).map(Vec::as_slice).unwrap_or_default()
    }
}

fn fold(name: &str) -> String {
    name.trim().chars().map(fuzzy::fold).collect()
}
