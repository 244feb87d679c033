//! Texts of the form in ten languages. Text for the model, and messages about files, settings, commands and sessions,
//! are English, as pi's own are, and stand where they are made.
//!
//! This module owns wording, plural forms and the format of numbers. It must not decide which text is shown. The texts
//! stand in `words.toml`; `build.rs` makes [`Words`] and a value of it for each language, and fails if one lacks a text.
//!
//! Stands in for `icu`, which brings data of all languages: the ten here need two plural rules and a separator.

include!(concat!(env!("OUT_DIR"), "/words.rs"));

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

    /// Returns the code that the locales of this language begin with.
    pub(crate) fn code(&self) -> &'static str {
        LANGUAGES.iter().find(|(_, words)| std::ptr::eq(*words, self)).map_or("en", |(code, _)| code)
    }

    /// Languages in a fixed order, each with the code that its locales begin with.
    #[must_use]
    pub fn all() -> &'static [(&'static str, &'static Self)] {
        &LANGUAGES
    }

    pub(crate) fn english() -> &'static Self {
        &EN
    }

    /// Returns the words for yes or for no in this language and in English, if a text is `y` or `n`, in its simplest form.
    pub(crate) fn meant_by_letter(&self, text: &str) -> Vec<&'static str> {
        let languages = [self, &EN].map(|words| words.yes_no.split_once('/').unwrap_or_default());
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

    /// Formats a count of a total: 2 of 1,200.
    pub(crate) fn some_of(&self, count: usize, all: usize) -> String {
        fill_all(self.of, &[&self.number(count), &self.number(all)])
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
