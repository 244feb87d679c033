//! Emphasis in texts of wide letters, written so that `CommonMark` reads it as it is read here.
//!
//! There a mark between a sign and a letter is none: of `**注意：**この` all stars stay. No blanks being between words, that is
//! what models write, so signs are put outside of the marks: `**注意**：この`.

use std::borrow::Cow;

use super::clean::Clean;
use super::marks::{Marks, Style};
use super::width::is_wide_letter;

/// A line of Markdown in which the host sees the marks that are seen here; `None` where that cannot be told.
pub(super) fn as_host_reads(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains(['*', '_', '`', '~']) {
        return Some(Cow::Borrowed(text));
    }
    // All of a word is the address that it has.
    let is_marked_address = |word: &str| is_address(word) && word.contains(['*', '`', '_']);
    if text.split(' ').any(is_marked_address) {
        return None;
    }
    let (bare, marks) = Marks::read(Clean::text(text).into_owned());
    let pieces = marks.pieces(0, bare.borrowed());
    let is_emphasis = |style: Style| matches!(style, Style::Strong | Style::Emphasis);
    let is_adjacent = |pair: &[(Clean<'_>, Style)]| pair.iter().all(|(_, style)| is_emphasis(*style));
    // What is no mark here may be one to the host.
    if has_loose_mark(bare.as_str()) || has_loose_line(text) || pieces.windows(2).any(is_adjacent) {
        return None;
    }
    let is_read = |pair: &[(Clean<'_>, Style)]| {
        let [(before, left), (after, right)] = pair else { return true };
        let (last, first) = (before.as_str().chars().next_back(), after.as_str().chars().next());
        (!is_emphasis(*left) || is_apart(last, first)) && (!is_emphasis(*right) || is_apart(first, last))
    };
    // What code ends with is a sign, too.
    let is_around_code = text.contains("*`") || text.contains("`*");
    if pieces.windows(2).all(is_read) && !is_around_code {
        return Some(Cow::Borrowed(text));
    }
    Some(Cow::Owned(pieces.iter().map(|(piece, style)| written(piece.as_str(), *style)).collect()))
}

/// Whether a word is an address to the host, or has one in it.
pub(super) fn is_address(word: &str) -> bool {
    word.contains("://") || word.contains("www.") || word.contains('@')
}

/// Whether signs are left that may be marks. Between blanks they are none.
fn has_loose_mark(text: &str) -> bool {
    text.contains("~~") || text.contains('`') || text.replace(" * ", " ").contains('*')
}

/// Whether a text has low lines that are not inside of words, of which each reader thinks otherwise.
fn has_loose_line(text: &str) -> bool {
    let is_inside = |at: usize| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let behind = text.get(at + 1..).and_then(|behind| behind.chars().next());
        [before, behind].into_iter().flatten().all(|char| char.is_alphanumeric() || char == '_')
    };
    !text.match_indices('_').all(|(at, _)| is_inside(at))
}

/// Whether a mark between two characters is one: by a letter, or between signs.
fn is_apart(inner: Option<char>, outer: Option<char>) -> bool {
    let is_sign = |char: char| char.is_ascii_punctuation() || (is_wide_letter(char) && !char.is_alphanumeric());
    inner.is_none_or(char::is_alphanumeric) || outer.is_none_or(|char| char.is_whitespace() || is_sign(char))
}

/// A piece with its marks around its letters.
fn written(piece: &str, style: Style) -> String {
    let mark = match style {
        Style::Plain => return piece.to_owned(),
        Style::Code => return ["`", piece, "`"].concat(),
        Style::Strong => "**",
        Style::Emphasis => "*",
    };
    let words = piece.trim_start_matches(|char: char| !char.is_alphanumeric());
    let (before, _) = piece.split_at_checked(piece.len() - words.len()).unwrap_or_default();
    let letters = words.trim_end_matches(|char: char| !char.is_alphanumeric());
    let (_, behind) = words.split_at_checked(letters.len()).unwrap_or_default();
    if letters.is_empty() { piece.to_owned() } else { [before, mark, letters, mark, behind].concat() }
}

#[cfg(test)]
mod tests {
    use super::as_host_reads;

    #[test]
    fn signs_stand_outside_of_marks() {
        for (text, expected) in [
            ("**注意：**この", Some("**注意**：この")),
            ("これは**「重要」**です", Some("これは「**重要**」です")),
            ("**重要**です。**注意：** これ", Some("**重要**です。**注意：** これ")),
            ("は*（推）*、`a*b`を", None),
            ("は*（推）*、`a`を", Some("は（*推*）、`a`を")),
            ("は**！**を", Some("は！を")),
            ("は**`a.ts`**を**b `c`**で", Some("は`a.ts`を**b** `c`で")),
            ("名_a_b *x", None),
            ("は**（注）**を https://a.b/c", Some("は（**注**）を https://a.b/c")),
            ("は**（注）**をhttps://a.b/c", None),
            ("は**（注）**をwww.a.b", None),
            ("2 * 3は**注：**を~/.pi", Some("2 * 3は**注**：を~/.pi")),
            ("は**（注）**の a_b", Some("は（**注**）の a_b")),
            ("は**（注）**の％_a_b", None),
            ("plain 名_a_b", Some("plain 名_a_b")),
        ] {
            assert_eq!(as_host_reads(text).as_deref(), expected, "{text:?}");
        }
    }
}
