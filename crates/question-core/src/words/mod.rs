//! The form's own words and those of the host, in the languages that they speak. What the model reads is in `content` and
//! stays English.
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
mod told;
mod uk;
mod zh;

pub use told::Told;

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
    pub a_date_and_time: &'static str,
    pub an_email: &'static str,
    pub a_url: &'static str,
    /// What becomes of an answer that should be nobody else's business.
    pub secret: &'static str,
    pub submit: &'static str,
    /// How many questions.
    pub submit_after: Counted,
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
    /// How many items of a list are not wholly in sight.
    pub choices: Counted,
    /// The same of the review, which lists what is answered, and Submit.
    pub entries: Counted,
    /// How many lines of a text are out of sight.
    pub lines: Counted,
    // leaving
    pub leave: &'static str,
    pub keep: &'static str,
    /// `{}`: how much, as in the two that follow.
    pub send: &'static str,
    pub answered: Counted,
    /// How many texts were typed and not submitted.
    pub texts_not_sent: Counted,
    pub discard: &'static str,
    // notices
    pub blank: &'static str,
    /// What the user's own editor has saved is no text, and where it is.
    pub unreadable: &'static str,
    /// `{}`: the key to press.
    pub nothing_checked: &'static str,
    /// The same where there are no keys.
    pub nothing_confirmed: &'static str,
    /// Keys are not taken yet.
    pub waiting: &'static str,
    /// `{}`: label of the question.
    pub unanswered: &'static str,
    /// How many characters an answer has.
    pub long: Counted,
    pub long_yes: &'static str,
    /// How many characters a text has that is no answer.
    pub long_text: Counted,
    pub long_text_yes: &'static str,
    pub long_no: &'static str,
    // how the language writes
    /// What separates thousands in numbers.
    pub thousands: &'static str,
    /// Digits from which it does.
    pub grouped_from: usize,
    /// Between a name and what it stands for.
    pub colon: &'static str,
    /// Between the items of a list.
    pub comma: &'static str,
    pub plural: Plural,
    // hints: what a key does, as short as can be
    pub to_move: &'static str,
    pub to_switch: &'static str,
    pub to_choose: &'static str,
    pub to_next: &'static str,
    pub to_check: &'static str,
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
    pub questions: Counted,
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
    // added: the page of keys
    pub keys: &'static str,
    pub any_key: &'static str,
    /// Before a text that was typed and is no part of an answer.
    pub not_sent: &'static str,
    /// Asked on Submit where there are such texts; what the three that follow are answers to.
    /// `{}`: how many, and of how many.
    pub some_of: &'static str,
    /// `{}`: how many of how many boxes.
    pub checked: &'static str,
    /// `{}`: the key that checks, and the key to press again.
    pub nothing_checked_keys: &'static str,
    /// `{}`: what undo has changed.
    pub undone: &'static str,
    /// `{}`: what redo has changed.
    pub redone: &'static str,
    // leaving where answers are changed
    pub leave_revision: &'static str,
    pub keep_changing: &'static str,
    pub send_changes: &'static str,
    pub keep_answers: &'static str,
    // further hints
    pub to_help: &'static str,
    pub to_redo: &'static str,
    pub to_page: &'static str,
    pub to_ends: &'static str,
    pub to_edit: &'static str,
    pub to_leave: &'static str,
    // forms of other programs
    /// `{}`: what leaving it blank means.
    pub if_blank: &'static str,
    /// How to answer from a long list.
    pub name_or_number: &'static str,
    pub all_options: &'static str,
    // the transcript of a form that was not answered as a whole
    /// How many answers were sent, and `{}` again: of how many questions.
    pub left_with: Counted,
    /// Behind a question of it.
    pub left_open: &'static str,
    /// `{}`: how many picks an answer has that are not all named.
    pub chosen: &'static str,
    // plain dialogs: how to reply
    pub enter_listed_number: &'static str,
    /// What becomes of the text that stands there.
    pub empty_keeps_text: &'static str,
    /// No text will do as well.
    pub may_be_empty: &'static str,
    /// `{}`: what that does.
    pub if_cancelled: &'static str,
    /// `{}`: what can be chosen in place of a text.
    pub colon_for: &'static str,
    /// In place of an answer that is empty on purpose.
    pub blank_answer: &'static str,
    /// Before a text that was still being typed and that the model has been told of.
    /// How to choose where there are letters beside the numbers.
    pub enter_key: &'static str,
    /// `{}`: what was entered, where there are no options.
    pub not_offered: &'static str,
    // notices of questions whose call is over; what is to be typed stands in `{}`, as do the names of files
    /// How many questions.
    pub waits: Counted,
    /// The same, and `{}` again: in which file.
    pub waits_in: Counted,
    /// Behind these, and behind what is wrong with an answer.
    pub opens: &'static str,
    pub session_questions: &'static str,
    pub still_open: &'static str,
    pub waiting_in: &'static str,
    pub no_questions: &'static str,
    pub none_pending: &'static str,
    pub no_answers: &'static str,
    pub not_opened_again: &'static str,
    // of a pending file, behind its name
    pub unsent_in_file: &'static str,
    pub other_branch: &'static str,
    pub not_asked_here: &'static str,
    pub other_session: &'static str,
    pub other_session_named: &'static str,
    /// Behind these.
    pub remove_file: &'static str,
    pub or_remove_file: &'static str,
    pub session_gone: &'static str,
    /// Behind it: how to answer, and how to remove the file.
    pub file_kept: &'static str,
    // what the host tells
    pub is_open: &'static str,
    pub nothing_changed: &'static str,
    pub whether_to_remove: &'static str,
    pub remove_no: &'static str,
    pub remove_yes: &'static str,
    pub removed: &'static str,
    /// The file, and why; as in the next.
    pub not_removed: &'static str,
    pub answered_not_removed: &'static str,
    pub no_file: &'static str,
    /// What was typed, and what there is.
    pub unknown_command: &'static str,
    pub a_question_waits: &'static str,
    // plain dialogs: what can be done beside choosing an option
    pub write_note: &'static str,
    pub discuss_first: &'static str,
    pub go_back: &'static str,
    pub confirm: &'static str,
    /// How many previews are shown by it.
    pub previews: Counted,
    /// Behind that. `{}`: the number of an option, of which alone it is shown.
    pub one_preview: &'static str,
    /// Before the option that a preview is of.
    pub preview: &'static str,
    // questions of the form's own that are answered by two keys
    pub yes_no: &'static str,
    /// What becomes of the note that stands there, and how to delete it.
    pub keep_or_delete_note: &'static str,
    // what is wrong with answers that come from elsewhere; the names of fields stand there as they are
    /// Between two such faults.
    pub semicolon: &'static str,
    /// Number and name of a question, and what is wrong with its answer.
    pub fault_of: &'static str,
    /// From which line on.
    pub not_json: &'static str,
    pub not_answers: &'static str,
    /// How many, as in `answers_for` before how many questions.
    pub answers: Counted,
    pub answers_for: &'static str,
    /// `{}`: the name that means none, and those that there are.
    pub no_question: &'static str,
    pub two_answers: &'static str,
    pub twice: &'static str,
    pub no_field: &'static str,
    pub not_for_answers: &'static str,
    pub not_a_text: &'static str,
    pub no_answer_field: &'static str,
    pub not_an_answer: &'static str,
    pub blank_text: &'static str,
    pub not_one: &'static str,
    /// `{}`: the answer, and what there is; as in the next.
    pub no_option: &'static str,
    pub several_options: &'static str,
    pub for_another: &'static str,
    /// `{}`: how many characters.
    pub too_long: &'static str,
    pub no_answer: &'static str,
    /// `{}`: how many bytes.
    pub file_too_long: &'static str,
    pub missing: &'static str,
    // what the host tells of the command line
    /// An option of it, and why.
    pub not_used: &'static str,
    // plain dialogs: the review
    /// `{}`: how much there is to read.
    pub read_on: &'static str,
}

/// A text with a number, `{}`, in the forms that it takes for it.
#[derive(Debug, PartialEq, Eq)]
pub struct Counted {
    one: &'static str,
    few: &'static str,
    many: &'static str,
}

impl Counted {
    const fn same(text: &'static str) -> Self {
        Self::two(text, text)
    }

    const fn two(one: &'static str, many: &'static str) -> Self {
        Self::three(one, many, many)
    }

    const fn three(one: &'static str, few: &'static str, many: &'static str) -> Self {
        Self { one, few, many }
    }
}

/// Which form goes with which number: the rules of CLDR for whole numbers, <https://cldr.unicode.org>.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plural {
    /// All are alike.
    None,
    /// 1, and the others.
    One,
    /// 0 and 1, and the others.
    OneOrNone,
    /// 1, 21, …; 2 to 4, 22 to 24, …; the others.
    Slavic,
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

    /// Which of two labels means yes and which no, in any of the languages, as their positions.
    pub(crate) fn yes_and_no(labels: [&str; 2]) -> Option<[usize; 2]> {
        /// Bytes of the longest of these words.
        const LONGEST: usize = 12;
        if labels.iter().any(|label| label.len() > LONGEST) {
            return None;
        }
        let [first, second] = labels.map(str::to_lowercase);
        let mut all = Self::all().iter().filter_map(|(_, words)| words.yes_no.split_once('/'));
        all.find_map(|(yes, no)| match (first.as_str(), second.as_str()) {
            own if own == (yes, no) => Some([0, 1]),
            own if own == (no, yes) => Some([1, 0]),
            _ => None,
        })
    }

    /// That `count` items of a list are not wholly in sight.
    pub(crate) fn choices_hidden(&self, count: usize) -> String {
        self.count(&self.choices, count)
    }

    /// That `count` rows of the review are not wholly in sight.
    pub(crate) fn entries_hidden(&self, count: usize) -> String {
        self.count(&self.entries, count)
    }

    /// That `count` lines are out of sight.
    pub(crate) fn lines_hidden(&self, count: usize) -> String {
        self.count(&self.lines, count)
    }

    /// Says that a form was left with so many answers, of so many questions.
    pub(crate) fn left_with(&self, answers: usize, questions: usize) -> String {
        fill(&self.count(&self.left_with, answers), &self.number(questions))
    }

    /// That at least `count` lines are out of sight.
    pub(crate) fn many_lines_hidden(&self, count: usize) -> String {
        fill(self.lines.many, &format!("{}+", self.number(count)))
    }

    /// Whether a text of this many characters is meant, be it an answer or something else; and yes, it is.
    pub(crate) fn long(&self, is_answer: bool, characters: usize) -> (String, &'static str) {
        let (asked, yes) = if is_answer { (&self.long, self.long_yes) } else { (&self.long_text, self.long_text_yes) };
        (self.count(asked, characters), yes)
    }

    /// A text with a number in it.
    pub(crate) fn count(&self, text: &Counted, number: usize) -> String {
        let form = match (self.plural, number % 10, number % 100) {
            (Plural::One, ..) if number == 1 => text.one,
            (Plural::OneOrNone, ..) if number <= 1 => text.one,
            (Plural::Slavic, 1, tens) if tens != 11 => text.one,
            (Plural::Slavic, 2..=4, tens) if !(12..=14).contains(&tens) => text.few,
            _ => text.many,
        };
        fill(form, &self.number(number))
    }

    /// A number as the language writes it: 2,847.
    pub(crate) fn number(&self, number: usize) -> String {
        let digits = number.to_string();
        let mut text = String::new();
        for (at, digit) in digits.char_indices() {
            if at > 0 && digits.len() >= self.grouped_from && (digits.len() - at).is_multiple_of(3) {
                text.push_str(self.thousands);
            }
            text.push(digit);
        }
        text
    }
}

/// A text with each `{}` replaced by one of the values, in their order.
pub(crate) fn fill_all(template: &str, values: &[&str]) -> String {
    let mut values = values.iter();
    let pieces = template.split("{}").enumerate();
    pieces.flat_map(|(at, piece)| [if at == 0 { "" } else { values.next().unwrap_or(&"") }, piece]).collect()
}

/// A text with the first `{}` replaced.
pub(crate) fn fill(template: &str, value: &str) -> String {
    let (before, after) = template.split_once('{').unwrap_or((template, ""));
    format!("{before}{value}{}", after.strip_prefix('}').unwrap_or(after))
}
