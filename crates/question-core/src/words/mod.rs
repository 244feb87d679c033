//! Texts of the form in ten languages. Text for the model, and messages about files, settings, commands and sessions,
//! are English, as pi's own are, and stand where they are made.
//!
//! This module owns wording, plural forms and the format of numbers. It must not decide which text is shown. A language
//! is a value of [`Words`], so the compiler ensures that none lacks a text.
//!
//! Stands in for `icu`, which brings data of all languages: the ten here need two plural rules and a separator.

mod de;
mod en;
mod es;
mod fr;
mod ja;
mod ko;
mod pt;
mod ru;
mod uk;
mod zh;

/// All texts of the form. Where its name leaves that open, a comment says what `{}` stands for, or where the text is
/// used. A text with a number may have a form for each plural category, separated by `|`.
#[derive(Debug, PartialEq, Eq)]
#[allow(missing_docs)] // each is named after what it says in English
pub struct Words {
    // Rows and headings
    pub something_else: &'static str,
    /// The row for free text while a list is searched. `{}`: the text.
    pub answer_in_words: &'static str,
    /// Before the number of options that words find.
    pub search: &'static str,
    pub recommended: &'static str,
    pub type_your_answer: &'static str,
    pub secret: &'static str,
    // The form
    pub submit: &'static str,
    /// `{}`: number of unanswered questions.
    pub submit_unanswered: &'static str,
    /// `{}`: names of the unanswered questions.
    pub submit_without: &'static str,
    pub review: &'static str,
    /// Heading of a form in which answers are changed.
    pub revising: &'static str,
    /// `{}`: name of a session without a person, or `a_subagent`.
    pub asks: &'static str,
    pub a_subagent: &'static str,
    /// `{}`: number of forms that wait for the one that is shown.
    pub more_wait: &'static str,
    pub not_answered: &'static str,
    /// Said of a question that needs no answer.
    pub optional: &'static str,
    /// Prefix of a typed text.
    pub wrote: &'static str,
    /// Prefix of an answer that is the model's default.
    pub by_default: &'static str,
    /// An answer of no option.
    pub none: &'static str,
    pub blank_answer: &'static str,
    pub note: &'static str,
    /// Prefix of an unsubmitted text.
    pub not_sent: &'static str,
    pub note_heading: &'static str,
    pub discuss_heading: &'static str,
    pub no_preview: &'static str,
    /// Prefix of the option whose preview follows.
    pub preview: &'static str,
    /// `{}`: number of hidden items.
    pub more: &'static str,
    /// `{}`: number of hidden lines.
    pub lines: &'static str,
    /// `{}`: number of checked boxes.
    pub checked: &'static str,
    /// Says in a dialog that is read out that a box is checked.
    pub is_checked: &'static str,
    pub pictures: &'static str,
    pub keys: &'static str,
    pub any_key: &'static str,
    // Leaving the form
    pub leave: &'static str,
    pub keep: &'static str,
    /// `{}`: any of `answered`, `taken_back` and `to_note`, then `defaults_not_sent` and `texts_not_sent`, separated by
    /// commas.
    pub send: &'static str,
    /// Shown in place of `send` if nothing that is entered would be sent, and what closing this dialog does.
    pub send_nothing: &'static str,
    pub answered: &'static str,
    /// `{}`: number of answers that a revision takes back.
    pub taken_back: &'static str,
    pub texts_not_sent: &'static str,
    pub defaults_not_sent: &'static str,
    pub discard: &'static str,
    /// Shown in place of `discard` if the answers were sent before.
    pub discard_changes: &'static str,
    // Notices
    pub blank: &'static str,
    /// `{}`: path of the file.
    pub unreadable: &'static str,
    pub nothing_checked: &'static str,
    pub check_one: &'static str,
    /// Shown in a quiet period, and for a while after it.
    pub waiting: &'static str,
    pub no_text: &'static str,
    /// Shown in a list without a custom row.
    pub not_one_option: &'static str,
    pub no_match: &'static str,
    /// Said of a text that is a command of pi, or a line for a shell.
    pub no_host_command: &'static str,
    /// `{}`: names of the questions.
    pub unanswered: &'static str,
    /// `{}`: the restored state.
    pub undone: &'static str,
    /// `{}`: text that undo took back.
    pub taken_back_text: &'static str,
    pub redone: &'static str,
    /// `{}`: number of characters of an answer.
    pub long: &'static str,
    /// `{}`: number of characters of a note or message.
    pub long_text: &'static str,
    pub long_yes: &'static str,
    pub long_no: &'static str,
    // Conventions of the language
    /// Separator of thousands.
    pub thousands: &'static str,
    pub colon: &'static str,
    pub comma: &'static str,
    /// Yes and no, separated by a slash. Describes the keys for them, and finds the options that their letters name.
    pub yes_no: &'static str,
    // Descriptions of keys, in one or two words
    pub to_move: &'static str,
    pub to_switch: &'static str,
    pub to_choose: &'static str,
    pub to_next: &'static str,
    pub to_check: &'static str,
    pub to_check_all: &'static str,
    pub to_type: &'static str,
    pub to_cancel: &'static str,
    pub to_submit: &'static str,
    pub to_send: &'static str,
    pub to_keep: &'static str,
    pub to_add: &'static str,
    pub to_new_line: &'static str,
    pub to_go_back: &'static str,
    pub to_read: &'static str,
    pub to_note: &'static str,
    /// Says without a key that typing writes an answer.
    pub just_type: &'static str,
    /// Says without a key that typing finds an option.
    pub to_find: &'static str,
    pub to_discuss: &'static str,
    pub to_undo: &'static str,
    pub to_redo: &'static str,
    pub to_preview: &'static str,
    pub to_scroll: &'static str,
    pub to_page: &'static str,
    pub to_ends: &'static str,
    pub to_edit: &'static str,
    pub to_edit_outside: &'static str,
    pub to_help: &'static str,
    pub to_leave: &'static str,
    /// Leaves the form, and keeps what is entered for when the same questions are asked again.
    pub to_keep_for_later: &'static str,
    /// Shows the transcript above the form, which becomes one row.
    pub to_fold: &'static str,
    pub to_unfold: &'static str,
    /// Says in the folded form, in notifications and to the host that a form waits.
    pub a_question_waits: &'static str,
    // The transcript
    pub questions: &'static str,
    pub cancelled: &'static str,
    pub aborted: &'static str,
    pub discuss: &'static str,
    pub pending: &'static str,
    pub connection_lost: &'static str,
    pub changed: &'static str,
    pub value: &'static str,
    pub not_taken: &'static str,
    /// `{}`: number of answers, then number of questions.
    pub left_with: &'static str,
    // Plain dialogs and ACP forms
    pub enter_number: &'static str,
    pub enter_number_or_text: &'static str,
    pub enter_numbers: &'static str,
    pub enter_numbers_or_text: &'static str,
    pub empty_keeps_checked: &'static str,
    pub enter_text: &'static str,
    /// `{}`: the input.
    pub not_a_choice: &'static str,
    /// `{}`: the name, then the options.
    pub several_options: &'static str,
    pub not_one: &'static str,
    /// `{}`: the effect.
    pub if_blank: &'static str,
    /// `{}`: the effect.
    pub if_cancelled: &'static str,
    pub keep_or_delete_note: &'static str,
    pub may_be_empty: &'static str,
    /// Heading of the commands.
    pub commands: &'static str,
    /// `{}`: the input.
    pub no_command: &'static str,
    /// `{}`: number of lines.
    pub read_on: &'static str,
    pub previews: &'static str,
    /// `{}`: number of an option.
    pub one_preview: &'static str,
    pub discuss_first: &'static str,
    pub go_back: &'static str,
    pub confirm: &'static str,
    pub all_options: &'static str,
    pub own_or_note: &'static str,
}

/// Languages by the code that a locale begins with. To add one, add its file and a line here.
static LANGUAGES: [(&str, &Words); 10] = [
    ("en", &en::WORDS),
    ("de", &de::WORDS),
    ("es", &es::WORDS),
    ("fr", &fr::WORDS),
    ("pt", &pt::WORDS),
    ("ja", &ja::WORDS),
    ("zh", &zh::WORDS),
    ("ko", &ko::WORDS),
    ("ru", &ru::WORDS),
    ("uk", &uk::WORDS),
];

/// A language of the form, which is told by its first words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Language(pub(crate) &'static Words);

impl Default for Language {
    fn default() -> Self {
        Self(Words::english())
    }
}

impl std::fmt::Debug for Language {
    fn fmt(&self, form: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        form.debug_tuple("Language").field(&self.0.something_else).finish()
    }
}

impl Words {
    /// Returns the words for a locale such as "de", "pt-BR" or "zh_CN.UTF-8", or `None` if its language is not
    /// supported.
    #[must_use]
    pub fn of(locale: &str) -> Option<&'static Self> {
        let code = locale.split(['-', '_', '.', '@']).next().unwrap_or_default();
        LANGUAGES.iter().find(|(own, _)| own.eq_ignore_ascii_case(code)).map(|&(_, words)| words)
    }

    /// Languages in a fixed order, each with the code that its locales begin with.
    #[must_use]
    pub fn all() -> &'static [(&'static str, &'static Self)] {
        &LANGUAGES
    }

    pub(crate) fn english() -> &'static Self {
        &en::WORDS
    }

    /// Returns the words for yes or for no in this language and in English, if a text is `y` or `n`, in its simplest form.
    pub(crate) fn meant_by_letter(&self, text: &str) -> Vec<&'static str> {
        let languages = [self, &en::WORDS].map(|words| words.yes_no.split_once('/').unwrap_or_default());
        match text.trim() {
            "y" => languages.map(|(yes, _)| yes).into(),
            "n" => languages.map(|(_, no)| no).into(),
            _ => Vec::new(),
        }
    }

    /// Returns a text with a number, in the form for its plural category in CLDR. Two forms are for one and other;
    /// three are for one, few and many, as in Slavic languages.
    pub(crate) fn count(&self, text: &str, number: usize) -> String {
        let forms: Vec<&str> = text.split('|').collect();
        let form = match (number % 10, number % 100) {
            _ if forms.len() < 3 => usize::from(number != 1),
            (1, tens) if tens != 11 => 0,
            (2..=4, tens) if !(12..=14).contains(&tens) => 1,
            _ => 2,
        };
        fill(forms.get(form).or(forms.last()).unwrap_or(&text), &self.number(number))
    }

    /// Formats a count of a total: 2/1,200.
    pub(crate) fn some_of(&self, count: usize, all: usize) -> String {
        format!("{}/{}", self.number(count), self.number(all))
    }

    /// Formats a number with separators of thousands: 2,847.
    pub(crate) fn number(&self, number: usize) -> String {
        let digits = number.to_string();
        let mut text = String::new();
        for (at, digit) in digits.char_indices() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                text.push_str(self.thousands);
            }
            text.push(digit);
        }
        text
    }
}

/// Replaces each `{}` in a template by the next of the values.
pub(crate) fn fill_all(template: &str, values: &[&str]) -> String {
    let mut values = values.iter();
    let pieces = template.split("{}").enumerate();
    pieces.flat_map(|(at, piece)| [if at == 0 { "" } else { values.next().unwrap_or(&"") }, piece]).collect()
}

/// Replaces the `{}` in a template.
pub(crate) fn fill(template: &str, value: &str) -> String {
    fill_all(template, &[value])
}
