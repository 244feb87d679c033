//! A dialog that is taller than its terminal, page by page: what is cut off at its top cannot be read there.
//!
//! Who knows the answer gives it on any page; nothing at all turns to the next one.

use super::Dialogs;
use crate::text::{Clean, Wrap};
use crate::words::{Words, fill};

/// Columns beside a title, and rows around it: what pi draws of a dialog (`extension-input.js`), its footer, and a row of the
/// transcript.
const HOST_COLUMNS: usize = 2;
const HOST_ROWS: usize = 12;
/// Rows of a page in the lowest terminals.
const MIN_ROWS: usize = 4;

/// What there is room for, and which page is shown.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pages {
    /// Columns and rows of a title; `None` where nobody has said so.
    room: Option<(usize, usize)>,
    /// Its number, from 0.
    pub(super) at: usize,
}

/// The title of a dialog.
#[derive(Debug)]
pub(super) struct Title {
    pub(super) text: String,
    /// The line of it that says how to reply; empty where none does.
    pub(super) how: String,
}

/// A part of a title, and how many rows are behind it.
#[derive(Debug, PartialEq, Eq)]
struct Part<'a> {
    text: &'a str,
    rows_left: usize,
}

impl Pages {
    /// The page of a title that is shown, with how to reply and how to see more of it.
    pub(super) fn page(self, title: &Title, words: &Words) -> String {
        match self.part(title) {
            Some(Part { text, rows_left: 0 }) => text.to_owned(),
            Some(Part { text, rows_left }) => {
                let more = fill(words.if_blank, &words.lines_hidden(rows_left));
                [text, &title.how, &more].into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
            }
            None => title.text.clone(),
        }
    }

    /// Whether there is a page behind the one of a title that is shown.
    fn has_more(self, title: &Title) -> bool {
        self.part(title).is_some_and(|part| part.rows_left > 0)
    }

    /// The part of a title on the page that is shown; `None` where there are no pages.
    fn part(self, title: &Title) -> Option<Part<'_>> {
        let (columns, rows) = self.room?;
        let lines = lines(&title.text, columns);
        let below = 1 + if title.how.is_empty() { 0 } else { self::lines(&title.how, columns).len() };
        let mut start = 0;
        let mut at = 0;
        loop {
            let rest = lines.get(at..).unwrap_or_default();
            let count = if rest.len() <= rows { rest.len() } else { fitting(rest, rows.saturating_sub(below)) };
            let end = lines.get(at + count).map_or(title.text.len(), |line| line.start);
            let rows_left = rest.len() - count;
            if rows_left == 0 || start == self.at {
                return Some(Part { text: title.text.get(rest.first()?.start..end)?.trim_end(), rows_left });
            }
            (start, at) = (start + 1, at + count);
        }
    }
}

/// A row of a title.
struct TitleRow {
    /// The byte that it begins with.
    start: usize,
    /// Whether it is the first of a line.
    begins_line: bool,
}

fn lines(title: &str, columns: usize) -> Vec<TitleRow> {
    let clean = Clean::text(title);
    let mut wrap = Wrap::new(clean.borrowed(), columns);
    let starts = std::iter::from_fn(|| wrap.next_with_start().map(|(start, _)| start));
    let begins_line = |start: usize| start == 0 || title.get(..start).is_some_and(|before| before.ends_with('\n'));
    starts.map(|start| TitleRow { start, begins_line: begins_line(start) }).collect()
}

/// How many of the rows go on a page: whole lines, if that leaves no more than half of it free.
fn fitting(rows: &[TitleRow], room: usize) -> usize {
    let whole = (room / 2..=room).rev().find(|&end| rows.get(end).is_some_and(|row| row.begins_line));
    whole.unwrap_or(room).max(1)
}

impl Dialogs {
    /// The terminal has so many columns and rows: what is asked comes in pages that fit. Without this, a dialog is shown as a
    /// whole.
    pub fn resize(&mut self, columns: usize, rows: usize) {
        let columns = columns.saturating_sub(HOST_COLUMNS).max(1);
        self.pages.room = Some((columns, rows.saturating_sub(HOST_ROWS).max(MIN_ROWS)));
    }

    /// Turns to the next page, if there is one and the reply is nothing. Whether it has.
    pub(super) fn turns_page(&mut self, reply: Option<&str>) -> bool {
        let is_turned = reply.is_some_and(|reply| reply.trim().is_empty())
            && self.whole().is_some_and(|(title, _)| self.pages.has_more(&title));
        self.pages.at = if is_turned { self.pages.at + 1 } else { 0 };
        is_turned
    }
}

#[cfg(test)]
mod tests {
    use super::{Pages, Title, lines};

    /// The pages of a title in so many columns and rows.
    fn pages(title: &str, columns: usize, rows: usize) -> Vec<String> {
        let title = Title { text: title.to_owned(), how: String::new() };
        let page = |at| Pages { room: Some((columns, rows)), at }.part(&title);
        let mut pages = Vec::new();
        for at in 0.. {
            let Some(part) = page(at) else { break };
            pages.push(part.text.to_owned());
            if part.rows_left == 0 {
                break;
            }
        }
        pages
    }

    #[test]
    fn a_title_that_does_not_fit_comes_in_pages() {
        for (title, columns, rows, expected) in [
            ("a\nb\nc", 10, 3, vec!["a\nb\nc"]),
            // a row of each page but the last says that there is more
            ("a\nb\nc\nd", 10, 3, vec!["a\nb", "c\nd"]),
            ("a\nb\nc\nd\ne", 10, 3, vec!["a\nb", "c\nd\ne"]),
            // lines stay together where they can
            ("a\nb\none two\nc", 4, 4, vec!["a\nb", "one two\nc"]),
            ("one two three four five", 5, 3, vec!["one two", "three four five"]),
        ] {
            assert_eq!(pages(title, columns, rows), expected, "{title:?} in {columns} x {rows}");
        }
    }

    proptest::proptest! {
        #[test]
        fn pages_fit_and_hold_all(title in "([a-z ]{0,12}|[あ-ん]{1,9}|\n){1,30}", columns in 2_usize..20, rows in 2_usize..12) {
            let pages = pages(&title, columns, rows);
            let letters = |text: &str| text.chars().filter(|char| !char.is_whitespace()).collect::<String>();
            proptest::prop_assert_eq!(letters(&pages.concat()), letters(&title));
            for (at, page) in pages.iter().enumerate() {
                let more = usize::from(at + 1 < pages.len());
                proptest::prop_assert!(lines(page, columns).len() + more <= rows, "{page:?}");
            }
        }
    }
}
