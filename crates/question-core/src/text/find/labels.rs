//! The labels and descriptions of a list, in which words find options.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use super::{
    MAX_CHARS, Typed, bare_words, first_token, is_begin, is_plain, is_simple, is_symbol, is_word, simplify, unquoted,
};
use crate::text::letters::is_letter_mark;
use crate::text::start_of;

/// How well words name an option: they are its label, exactly, but for quotes around them and marks at
/// their end, or in its simplest form, or the label begins with them.
const EXACT: u8 = 0;
const SPOKEN: u8 = 1;
const LABEL: u8 = 2;
const BEGINNING: u8 = 3;

/// The labels and descriptions of a list in their simplest form.
#[derive(Debug)]
pub(crate) struct Labels {
    /// Label and description of each option in turn, each of which ends in a newline.
    text: String,
    /// Where each of them begins, in bytes, and the end of the last one.
    starts: Vec<usize>,
    /// Where words begin in bytes, in order, as far as the text does not show it: at syllables.
    begins: Vec<usize>,
}

impl Labels {
    /// Reads the label and the description of each option, as they are shown.
    pub(crate) fn new<'a>(options: impl Iterator<Item = (Cow<'a, str>, &'a str)>) -> Self {
        let mut all = Self { text: String::new(), starts: vec![0], begins: Vec::new() };
        for (label, description) in options {
            for text in [&*label, description] {
                all.push(start_of(text, MAX_CHARS));
                all.text.push('\n');
                all.starts.push(all.text.len());
            }
        }
        all
    }

    /// Adds the letters of a text, as `each_letter` passes them on. Those that are in their simplest form but for the case
    /// are added in runs, several times as fast, because the first letter that is typed waits for all labels.
    fn push(&mut self, mut text: &str) {
        let mut before = None;
        loop {
            let (run, rest) = text.split_at(text.find(|char| !is_simple(char)).unwrap_or(text.len()));
            let start = self.text.len();
            self.text.push_str(run);
            self.text.get_mut(start..).into_iter().for_each(str::make_ascii_lowercase);
            before = run.chars().next_back().or(before);
            let mut chars = rest.chars();
            let Some(char) = chars.next() else { break };
            let mut is_letter = false;
            simplify(char, |letter| {
                self.begins.extend((!is_letter && is_begin(before, char)).then_some(self.text.len()));
                self.text.push(letter);
                is_letter = true;
            });
            before = Some(char).filter(|_| is_letter).or(before);
            text = chars.as_str();
        }
    }

    /// Returns the indices of the options in whose label or description each word begins a word, 0-based, in order. No
    /// others than `among` are searched. No words find none.
    pub(crate) fn find(&self, typed: &Typed, among: Option<&[usize]>) -> Vec<usize> {
        let mut words = typed.words();
        let Some(first) = words.next() else { return Vec::new() };
        let mut found = match among {
            Some(among) => among.iter().copied().filter(|at| self.has(*at, first)).collect(),
            None => self.find_word(first),
        };
        for word in words {
            found.retain(|at| self.has(*at, word));
        }
        found
    }

    /// Returns the indices of the options by each beginning of their labels, in bare words.
    pub(crate) fn by_beginning(&self) -> HashMap<String, Vec<usize>> {
        /// Most words of a label that are read for this.
        const MAX_WORDS: usize = 32;
        let mut all: HashMap<String, Vec<usize>> = HashMap::new();
        for at in 0..self.starts.len() / 2 {
            let mut beginning = String::new();
            for word in bare_words(unquoted(self.label(at).trim())).take(MAX_WORDS) {
                beginning.extend([if beginning.is_empty() { "" } else { " " }, word]);
                all.entry(beginning.clone()).or_default().push(at);
            }
        }
        all
    }

    /// Returns the indices of the options that the words name, 0-based: those whose label they are, or else the only one
    /// whose label begins with them. `words` and the words that they stand for are given with the options that may be
    /// meant, and `label` returns a label as it is shown.
    pub(crate) fn named<'a>(&self, words: &[(Typed, Vec<usize>)], label: impl Fn(usize) -> Cow<'a, str>) -> Vec<usize> {
        let mut named = Vec::new();
        for (is_meant, (typed, options)) in words.iter().enumerate().map(|(at, words)| (at > 0, words)) {
            for at in options {
                let label = label(*at);
                named.extend(match () {
                    // A label wins over what a letter stands for.
                    () if typed.is_exactly(&label) => Some((if is_meant { SPOKEN } else { EXACT }, *at)),
                    () if typed.is_spoken(&label) => Some((SPOKEN, *at)),
                    () => self.level(*at, typed),
                });
            }
        }
        let level = named.iter().map(|(level, _)| *level).min().unwrap_or(BEGINNING);
        let mut best: Vec<usize> = named.iter().filter(|(own, _)| *own == level).map(|(_, at)| *at).collect();
        best.sort_unstable();
        best.dedup();
        if level == BEGINNING && best.len() > 1 { Vec::new() } else { best }
    }

    /// Returns how well words name an option, with its index.
    fn level(&self, at: usize, typed: &Typed) -> Option<(u8, usize)> {
        let mut label = unquoted(self.label(at).trim());
        for word in typed.words() {
            loop {
                let (token, rest) = first_token(label)?;
                label = rest;
                if is_word(token, word) {
                    break;
                }
                if !token.trim_start_matches(is_symbol).is_empty() {
                    return None;
                }
            }
        }
        let is_whole = label.trim_start_matches(|char: char| char.is_whitespace() || is_symbol(char)).is_empty();
        Some((if is_whole { LABEL } else { BEGINNING }, at))
    }

    /// Returns the label of an option.
    fn label(&self, at: usize) -> &str {
        let range = self.starts.get(at * 2).copied().unwrap_or_default()..self.end(at * 2);
        self.text.get(range).unwrap_or_default()
    }

    /// Returns where a label or a description ends.
    fn end(&self, text: usize) -> usize {
        self.starts.get(text + 1).map_or(0, |end| end.saturating_sub(1))
    }

    /// Returns whether a word of an option begins with `word`.
    fn has(&self, at: usize, word: &str) -> bool {
        let range: Range<usize> = self.starts.get(at * 2).copied().unwrap_or_default()..self.end(at * 2 + 1);
        let text = self.text.as_bytes().get(range.clone()).unwrap_or_default();
        // Preparing a search takes longer than reading a label.
        let is_word = |offset: &usize| text.get(*offset..).is_some_and(|rest| rest.starts_with(word.as_bytes()));
        (0..text.len()).filter(is_word).any(|offset| self.is_begin(range.start + offset))
    }

    fn is_begin(&self, byte: usize) -> bool {
        let (before, after) = self.text.split_at_checked(byte).unwrap_or_default();
        after.starts_with(is_plain)
            || before.chars().next_back().is_none_or(|before| !before.is_alphanumeric() && !is_letter_mark(before))
            || self.begins.binary_search(&byte).is_ok()
    }

    /// Returns the options in which a word begins with `word`.
    fn find_word(&self, word: &str) -> Vec<usize> {
        let mut found = Vec::new();
        let mut at = 0;
        let mut keep = |byte: usize| {
            while self.starts.get(at * 2 + 2).is_some_and(|next| *next <= byte) {
                at += 1;
            }
            if self.is_begin(byte) && found.last() != Some(&at) {
                found.push(at);
            }
        };
        // Occurrences of a word may overlap, those of its first letter do not.
        for (byte, _) in word.chars().next().into_iter().flat_map(|letter| self.text.match_indices(letter)) {
            if self.text.get(byte..).is_some_and(|rest| rest.starts_with(word)) {
                keep(byte);
            }
        }
        found
    }
}
