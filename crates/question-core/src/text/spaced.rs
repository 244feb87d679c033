//! Where Markdown of wide letters needs blanks to be read as it is meant.
//!
//! Without blanks between words, as models write these, `CommonMark` takes the stars behind a sign for none: `**注意：**この`,
//! and all up to the next blank for a part of an address: `https://a.b/c、`. How `marks.rs` reads emphasis is what is meant.
//! Where signs are letters (`unbroken.rs`), it needs blanks in fewer places, and these are found here.

use std::ops::Range;

use super::marks::{Pair, pairs};
use super::width::{is_opening, is_sign, is_wide_letter};

/// The bytes of a line that blanks are to be put at.
pub(super) fn blanks(line: &str) -> Vec<usize> {
    let mut blanks = beside_stars(line);
    blanks.extend(behind_addresses(line));
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

/// Beside stars: of those that mark something, between a wide letter and a sign of ASCII, as around code; of others, between
/// them and wide signs, for these are letters now.
fn beside_stars(line: &str) -> Vec<usize> {
    if !line.contains('*') {
        return Vec::new();
    }
    let mut blanks = Vec::new();
    let pairs = pairs(line);
    let before = |at: usize| line.get(..at).and_then(|before| before.chars().next_back());
    let behind = |at: usize| line.get(at..).and_then(|behind| behind.chars().next());
    let is_loose = |inside: Option<char>, outside: Option<char>| {
        inside.is_some_and(|char| char.is_ascii_punctuation()) && outside.is_some_and(is_wide_letter)
    };
    // Bytes that are known: marks, and all of code.
    let mut known = Vec::new();
    for Pair { mark, open, close } in pairs {
        if mark == b'*' {
            let opens = is_loose(behind(open.end), before(open.start)).then_some(open.start);
            let closes = is_loose(before(close.start), behind(close.end)).then_some(close.end);
            blanks.extend(opens.into_iter().chain(closes));
        }
        if mark == b'`' {
            known.push(open.start..close.end);
        } else {
            known.extend([open, close]);
        }
    }
    known.sort_by_key(|place| place.start);
    let mut known = known.into_iter().peekable();
    let mut at = 0;
    while let Some(start) = line.get(at..).and_then(|rest| rest.find('*')).map(|found| at + found) {
        while known.next_if(|place| place.end <= start).is_some() {}
        let run = line.get(start..).unwrap_or_default();
        at = start + run.len() - run.trim_start_matches('*').len();
        if let Some(place) = known.peek().filter(|place| place.contains(&start)) {
            at = at.max(place.end);
            continue;
        }
        blanks.extend(before(start).is_some_and(is_sign).then_some(start));
        blanks.extend(behind(at).is_some_and(is_sign).then_some(at));
    }
    blanks
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
    let behind = || address.get(bracket..)?.split_once(is_closing).map(|(_, behind)| behind);
    !last.is_ascii() || behind().is_some_and(|behind| behind.starts_with(['&', '/', '=', '?', '#', '.', '%']))
}

/// Whether a bracket is closed, or the address is over.
fn is_closing(char: char) -> bool {
    char.is_whitespace() || (is_sign(char) && !is_opening(char))
}
