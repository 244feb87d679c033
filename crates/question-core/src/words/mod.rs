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

/// Declares [`Words`], so that what packs and unpacks them names each once.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// All that a form says by itself.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(missing_docs)] // each is named after what it says in English
        pub struct Words {
            $($(#[$doc])* pub $name: &'static str,)*
        }

        impl Words {
            const COUNT: usize = [$(stringify!($name)),*].len();

            const fn list(&self) -> [&'static str; Self::COUNT] {
                [$(self.$name),*]
            }

            fn unpacked(packed: &'static str) -> Self {
                let mut words = packed.split(END);
                let [$($name),*] = std::array::from_fn(|_| words.next().unwrap_or_default());
                Self { $($name),* }
            }
        }
    };
}

words! {
    // rows and headings
    something_else,
    recommended,
    type_your_answer,
    submit,
    /// `{}`: how many questions.
    submit_after,
    review,
    not_answered,
    /// Before a text that the user typed.
    wrote,
    /// Nothing of a list was checked.
    none,
    note,
    note_heading,
    discuss_heading,
    no_match,
    no_preview,
    /// `{}`: how many items, or lines, are out of sight.
    more,
    // leaving
    leave,
    keep,
    /// `{}`: how much, as in the two that follow.
    send,
    answered,
    unfinished,
    discard,
    // notices
    blank,
    /// `{}`: the key to press.
    nothing_checked,
    /// `{}`: label of the question.
    unanswered,
    /// `{}`: how many characters.
    long,
    long_yes,
    long_no,
    /// What separates thousands in numbers.
    thousands,
    // hints: what a key does, as short as can be
    to_move,
    to_switch,
    to_choose,
    to_select,
    to_check,
    to_confirm,
    to_check_all,
    to_type,
    to_cancel,
    to_submit,
    to_keep,
    to_add,
    to_send,
    to_new_line,
    to_go_back,
    to_read,
    to_the_list,
    to_change,
    to_unanswered,
    to_keep_answering,
    to_note,
    to_filter,
    to_discuss,
    to_undo,
    to_preview,
    to_scroll,
    to_close,
    to_edit_outside,
    // the transcript
    one_question,
    /// `{}`: how many.
    questions,
    cancelled,
    aborted,
    discuss,
    pending,
    connection_lost,
    changed,
    value,
    not_taken,
    // plain dialogs
    enter_number,
    enter_numbers,
    enter_text,
    /// `{}`: what was entered.
    not_a_choice,
}

/// What ends each word of a packed language.
const END: char = '\0';

/// The words of a language in one text: a place and a length for each of them cost 6 KB of the module.
macro_rules! packed {
    ($words:expr) => {{
        const LIST: [&str; Words::COUNT] = $words.list();
        const BYTES: [u8; packed_len(&LIST)] = packed_bytes(&LIST);
        match str::from_utf8(&BYTES) {
            Ok(text) => text,
            Err(_) => "",
        }
    }};
}

const fn packed_len(mut words: &[&str]) -> usize {
    let mut len = 0;
    while let [word, others @ ..] = words {
        len += word.len() + END.len_utf8();
        words = others;
    }
    len
}

const fn packed_bytes<const LEN: usize>(mut words: &[&str]) -> [u8; LEN] {
    let mut bytes = [0; LEN]; // all of them ends
    let mut rest: &mut [u8] = &mut bytes;
    while let [word, others @ ..] = words {
        let (own, after) = rest.split_at_mut(word.len());
        own.copy_from_slice(word.as_bytes());
        (_, rest) = after.split_at_mut(END.len_utf8());
        words = others;
    }
    bytes
}

/// The languages by the code that starts a locale's name.
static LANGUAGES: [(&str, &str); 10] = [
    ("en", packed!(en::WORDS)),
    ("de", packed!(de::WORDS)),
    ("es", packed!(es::WORDS)),
    ("fr", packed!(fr::WORDS)),
    ("pt", packed!(pt::WORDS)),
    ("ja", packed!(ja::WORDS)),
    ("zh", packed!(zh::WORDS)),
    ("ko", packed!(ko::WORDS)),
    ("ru", packed!(ru::WORDS)),
    ("uk", packed!(uk::WORDS)),
];

impl Words {
    /// The words for a locale in any of its spellings ("de", "pt-BR", "zh_CN.UTF-8"); `None` where it is not spoken.
    #[must_use]
    pub fn of(locale: &str) -> Option<Self> {
        let code = locale.split(['-', '_', '.', '@']).next().unwrap_or_default();
        LANGUAGES.iter().find(|(own, _)| own.eq_ignore_ascii_case(code)).map(|(_, words)| Self::unpacked(words))
    }

    /// The languages, by code.
    #[must_use]
    pub fn all() -> Vec<(&'static str, Self)> {
        LANGUAGES.iter().map(|(code, words)| (*code, Self::unpacked(words))).collect()
    }

    pub(crate) fn english() -> Self {
        let [(_, words), ..] = LANGUAGES;
        Self::unpacked(words)
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
