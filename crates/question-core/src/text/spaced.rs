//! Where Markdown of wide letters needs blanks to be read as it is meant.
//!
//! Without blanks between words, as models write these, `CommonMark` takes the stars behind a sign for none: `**注意：**この`,
//! and all up to the next blank for a part of an address: `https://a.b/c、`. How `marks.rs` reads emphasis is what is meant.
//! Where signs are letters (`unbroken.rs`), it needs blanks in fewer places, and these are found here.

use std::ops::Range;

use super::width::is_wide_letter;

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

/// Whether a character is one of the signs of Chinese, Japanese and Korean.
pub(super) fn is_sign(char: char) -> bool {
    is_wide_letter(char) && !char.is_alphanumeric()
}

/// Blanks for stars that stand between a wide letter and a sign of ASCII, as those around code do: without, they mark nothing.
fn beside_stars(line: &str) -> Vec<usize> {
    let mut blanks = Vec::new();
    let (mut open, mut is_code, mut at) = (None, false, 0);
    for part in line.split_inclusive(|char| char != '*') {
        let stars = part.bytes().take_while(|&byte| byte == b'*').count();
        let run = at..at + stars;
        at += part.len();
        let before = line.get(..run.start).and_then(|before| before.chars().next_back());
        let behind = part.get(stars..).and_then(|behind| behind.chars().next());
        let is_mark = stars > 0 && !is_code && before != Some('\\') && (before, behind) != (Some(' '), Some(' '));
        is_code ^= behind == Some('`');
        if !is_mark {
            continue;
        }
        let is_closing = open.take_if(|open| *open == stars).is_some();
        if !is_closing {
            open = Some(stars);
        }
        let (inside, outside, at) = if is_closing { (before, behind, run.end) } else { (behind, before, run.start) };
        if inside.is_some_and(|char| char.is_ascii_punctuation()) && outside.is_some_and(is_wide_letter) {
            blanks.push(at);
        }
    }
    blanks
}

/// Behind addresses, which end at a sign, and before a wide letter that follows a narrow one: `https://a.b/cを見て`.
fn behind_addresses(line: &str) -> Vec<usize> {
    const SIGN: &str = "://";
    let mut blanks = Vec::new();
    let mut at = 0;
    while let Some(colon) = line.get(at..).and_then(|rest| rest.find(SIGN)).map(|found| at + found) {
        let before =
            line.get(at..colon).unwrap_or_default().trim_end_matches(|char: char| char.is_ascii_alphanumeric());
        at = colon + SIGN.len();
        // In a link, and between angles, it ends with these.
        if before.ends_with("](") || before.ends_with('<') {
            continue;
        }
        let rest = line.get(at..).unwrap_or_default();
        let mut last = ' ';
        let end = rest.find(|char: char| {
            let is_apart = is_wide_letter(char) && last.is_ascii_alphanumeric();
            last = char;
            char.is_whitespace() || is_sign(char) || is_apart
        });
        let Some(end) = end else { break };
        blanks.extend((!last.is_whitespace()).then_some(at + end));
        at += end;
    }
    blanks
}
