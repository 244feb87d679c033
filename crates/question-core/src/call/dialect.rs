//! The tool that the model is offered: this one, or one that it knows from elsewhere.

/// The tool that the model is offered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// `question`.
    #[default]
    Question,
    /// `AskUserQuestion`: answers are a record of question text → answer text.
    AskUserQuestion,
    /// `ask_user`: answers name the question, the answer, and the option where it was one.
    AskUser,
}

impl Dialect {
    /// A dialect by the name of its tool.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Question, Self::AskUserQuestion, Self::AskUser].into_iter().find(|dialect| dialect.name() == name)
    }

    /// The name of the tool.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Question => "question",
            Self::AskUserQuestion => "AskUserQuestion",
            Self::AskUser => "ask_user",
        }
    }
}
