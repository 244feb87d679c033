//! Where Markdown needs blanks, which are not shown, so that it is read as in the rows of the form's own (`marks.rs`).
//!
//! `CommonMark` reads commands and names as marked: `rm ./*.tmp ./*.log`, `__init__`. Of wide letters, between which models
//! write no blanks, it takes stars behind a sign for none: `**注意：**この`, and all up to the next blank for a part of an
//! address: `https://a.b/c、`. Where such signs are letters (`unbroken.rs`), it needs blanks in fewer places.

use std::ops::Range;

use super::clean::start_of;
use super::item::is_of_signs;
use super::marks::{Pair, pairs, unpaired};
use super::width::{is_opening, is_sign, is_wide_letter};

/// The bytes of a line that blanks are to be put at.
pub(super) fn blanks(line: &str) -> Vec<usize> {
    let mut blanks = behind_addresses(line);
    if line.contains(['*', '_']) {
        let pairs = pairs(line);
        blanks.extend(around_words(line, &pairs));
        blanks.extend(around_loose(line, &pairs));
    }
    // Behind the signs of a heading, one would make them that.
    let is_heading =
        |before: &str| before.ends_with('#') && before.trim_start_matches(is_of_signs).bytes().all(|byte| byte == b'#');
    blanks.retain(|&at| !line.get(..at).is_some_and(is_heading));
    blanks
}

/// Where a sign, of which the bytes are `place`, is beside a low line, and what is beyond that. Low lines mark words between
/// blanks and signs alone: that a letter stands for the sign is made good by a blank.
pub(super) fn beside_low_line(line: &str, sign: char, place: Range<usize>) -> Option<(usize, char)> {
    if !is_sign(sign) {
        return None;
    }
    let before = line.get(..place.start).and_then(|before| before.strip_suffix('_')?.chars().next_back());
    let behind = || line.get(place.end..).and_then(|behind| behind.strip_prefix('_')?.chars().next());
    before.map(|before| (place.start, before)).or_else(|| Some((place.end, behind()?)))
}

/// Around what stars mark, where there are a wide letter and a sign of ASCII on both sides of them, as around code.
fn around_words(line: &str, pairs: &[Pair]) -> Vec<usize> {
    let is_loose = |inside: Option<char>, outside: Option<char>| {
        inside.is_some_and(|char| char.is_ascii_punctuation()) && outside.is_some_and(is_wide_letter)
    };
    let stars = pairs.iter().filter(|pair| pair.mark == b'*');
    let ends = stars.flat_map(|Pair { open, close, .. }| {
        let opens = is_loose(behind(line, open.end), before(line, open.start)).then_some(open.start);
        let closes = is_loose(before(line, close.start), behind(line, close.end)).then_some(close.end);
        opens.into_iter().chain(closes)
    });
    ends.collect()
}

/// On both sides of what marks nothing; beside a sign, which is a letter now, of what may.
fn around_loose(line: &str, pairs: &[Pair]) -> Vec<usize> {
    let places = unpaired(line, pairs).into_iter().flat_map(|(run, is_loose)| {
        let is_text =
            |char: Option<char>| char.is_some_and(|char| if is_loose { !char.is_whitespace() } else { is_sign(char) });
        let start = is_text(before(line, run.start)).then_some(run.start);
        let end = is_text(behind(line, run.end)).then_some(run.end);
        start.into_iter().chain(end)
    });
    places.collect()
}

fn before(line: &str, at: usize) -> Option<char> {
    line.get(..at)?.chars().next_back()
}

fn behind(line: &str, at: usize) -> Option<char> {
    line.get(at..)?.chars().next()
}

/// Behind addresses, which end at a sign, and before the word that Japanese goes on with: `https://a.b/cを見て`. Of those in
/// which wide letters stand, brackets may be a part.
fn behind_addresses(line: &str) -> Vec<usize> {
    const SIGN: &str = "://";
    let mut blanks = Vec::new();
    let mut at = 0;
    while let Some(colon) = line.get(at..).and_then(|rest| rest.find(SIGN)).map(|found| at + found) {
        let before =
            line.get(at..colon).unwrap_or_default().trim_end_matches(|char: char| char.is_ascii_alphanumeric());
        at = colon + SIGN.len();
        // In a link, between angles and behind a name, it ends with these.
        if before.ends_with("](") || before.ends_with('<') || before.trim_end().ends_with("]:") {
            continue;
        }
        let rest = line.get(at..).unwrap_or_default();
        let (mut last, mut is_inside) = (' ', false);
        let end = rest.char_indices().find(|&(place, char)| {
            let last = std::mem::replace(&mut last, char);
            let is_particle = matches!(char, 'ぁ'..='ゖ') && last.is_ascii_alphanumeric();
            let is_of_bracket = if is_opening(char) { goes_on(rest, place, last) } else { is_inside };
            is_inside &= !is_sign(char);
            is_inside |= is_opening(char);
            char.is_whitespace() || is_particle || (is_sign(char) && !is_of_bracket)
        });
        let Some((end, char)) = end else { break };
        blanks.extend((!char.is_whitespace()).then_some(at + end));
        at += end;
    }
    blanks
}

/// Whether an address goes on with a bracket at a byte: it follows a wide letter, or what is behind it is an address again.
fn goes_on(address: &str, bracket: usize, last: char) -> bool {
    /// Characters between brackets that are looked at.
    const REACH: usize = 200;
    let behind = || start_of(address.get(bracket..)?, REACH).split_once(is_closing).map(|(_, behind)| behind);
    !last.is_ascii() || behind().is_some_and(|behind| behind.starts_with(['&', '/', '=', '?', '#', '.', '%']))
}

/// Whether a bracket is closed, or the address is over.
fn is_closing(char: char) -> bool {
    char.is_whitespace() || (is_sign(char) && !is_opening(char))
}
