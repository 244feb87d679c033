//! The form's own words, in the languages that it speaks. What the model reads is in `content` and stays English.
//!
//! A language is one value of [`Words`], so none can miss a word. `{}` stands for a number, a name or a key.

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

/// All that a form says by itself.
#[derive(Debug, PartialEq, Eq)]
#[allow(missing_docs)] // each is named after what it says in English
pub struct Words {
    // rows and headings
    pub something_else: &'static str,
    pub recommended: &'static str,
    pub type_your_answer: &'static str,
    // what a typed answer has to be
    pub a_number: &'static str,
    pub a_whole_number: &'static str,
    pub a_date: &'static str,
    pub a_time: &'static str,
    pub a_date_and_time: &'static str,
    pub an_email: &'static str,
    pub a_url: &'static str,
    pub a_path: &'static str,
    pub a_list: &'static str,
    /// What becomes of an answer that should be nobody else's business.
    pub secret: &'static str,
    pub submit: &'static str,
    /// `{}`: how many questions.
    pub submit_after: &'static str,
    pub review: &'static str,
    pub not_answered: &'static str,
    /// Before a text that the user typed.
    pub wrote: &'static str,
    /// Nothing of a list was checked.
    pub none: &'static str,
    pub note: &'static str,
    pub note_heading: &'static str,
    pub discuss_heading: &'static str,
    pub no_match: &'static str,
    pub no_preview: &'static str,
    pub one_more_choice: &'static str,
    /// `{}`: how many items of a list are not wholly in sight.
    pub more_choices: &'static str,
    pub one_more_line: &'static str,
    /// `{}`: how many lines of a text are out of sight.
    pub more_lines: &'static str,
    // leaving
    pub leave: &'static str,
    pub keep: &'static str,
    /// `{}`: how much, as in the two that follow.
    pub send: &'static str,
    pub answered: &'static str,
    pub unfinished: &'static str,
    pub discard: &'static str,
    // notices
    pub blank: &'static str,
    /// `{}`: the key to press.
    pub nothing_checked: &'static str,
    /// Keys are not taken yet.
    pub waiting: &'static str,
    /// `{}`: label of the question.
    pub unanswered: &'static str,
    /// `{}`: how many characters.
    pub long: &'static str,
    pub long_yes: &'static str,
    pub long_no: &'static str,
    /// What separates thousands in numbers.
    pub thousands: &'static str,
    // hints: what a key does, as short as can be
    pub to_move: &'static str,
    pub to_switch: &'static str,
    pub to_choose: &'static str,
    pub to_select: &'static str,
    pub to_check: &'static str,
    pub to_confirm: &'static str,
    pub to_check_all: &'static str,
    pub to_type: &'static str,
    pub to_cancel: &'static str,
    pub to_submit: &'static str,
    pub to_keep: &'static str,
    pub to_add: &'static str,
    pub to_send: &'static str,
    pub to_new_line: &'static str,
    pub to_go_back: &'static str,
    pub to_read: &'static str,
    pub to_the_list: &'static str,
    pub to_change: &'static str,
    pub to_unanswered: &'static str,
    pub to_keep_answering: &'static str,
    pub to_note: &'static str,
    pub to_filter: &'static str,
    pub to_discuss: &'static str,
    pub to_undo: &'static str,
    pub to_preview: &'static str,
    pub to_scroll: &'static str,
    pub to_close: &'static str,
    pub to_edit_outside: &'static str,
    // the transcript
    pub one_question: &'static str,
    /// `{}`: how many.
    pub questions: &'static str,
    pub cancelled: &'static str,
    pub aborted: &'static str,
    pub discuss: &'static str,
    pub pending: &'static str,
    pub connection_lost: &'static str,
    pub changed: &'static str,
    pub value: &'static str,
    pub not_taken: &'static str,
    // plain dialogs
    pub enter_number: &'static str,
    pub enter_numbers: &'static str,
    pub enter_text: &'static str,
    /// `{}`: what was entered.
    pub not_a_choice: &'static str,
    // forms of other programs
    /// `{}`: what leaving it blank means.
    pub if_blank: &'static str,
    /// How to answer from a long list.
    pub name_or_number: &'static str,
    pub choices: &'static str,
}

/// The languages by the code that starts a locale's name. A further one is its file and a line here.
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

impl Words {
    /// The words for a locale in any of its spellings ("de", "pt-BR", "zh_CN.UTF-8"); `None` where it is not spoken.
    #[must_use]
    pub fn of(locale: &str) -> Option<&'static Self> {
        let code = locale.split(['-', '_', '.', '@']).next().unwrap_or_default();
        LANGUAGES.iter().find(|(own, _)| own.eq_ignore_ascii_case(code)).map(|&(_, words)| words)
    }

    /// The languages, by code.
    #[must_use]
    pub fn all() -> &'static [(&'static str, &'static Self)] {
        &LANGUAGES
    }

    pub(crate) fn english() -> &'static Self {
        &en::WORDS
    }

    /// That `count` items of a list are not wholly in sight.
    pub(crate) fn choices_hidden(&self, count: usize) -> String {
        self.counted(count, self.one_more_choice, self.more_choices)
    }

    /// That `count` lines are out of sight.
    pub(crate) fn lines_hidden(&self, count: usize) -> String {
        self.counted(count, self.one_more_line, self.more_lines)
    }

    fn counted(&self, count: usize, one: &str, many: &str) -> String {
        if count == 1 { one.to_owned() } else { fill(many, &self.number(count)) }
    }

    /// A number as the language writes it: 2,847.
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

/// A text with `{}` replaced.
pub(crate) fn fill(template: &str, value: &str) -> String {
    let (before, after) = template.split_once('{').unwrap_or((template, ""));
    format!("{before}{value}{}", after.strip_prefix('}').unwrap_or(after))
}
