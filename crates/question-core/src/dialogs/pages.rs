//! A dialog that is taller than its terminal, page by page: what is cut off at its top cannot be read there.
//!
//! Who knows the answer gives it on any page; nothing at all turns to the next one.

use super::Dialogs;
use crate::text::{Clean, Wrap, is_wide_letter};
use crate::words::{Words, fill};

/// Columns beside a title, and rows around it: what pi draws of a dialog (`extension-input.js`), its footer, and a row of the
/// transcript.
const HOST_COLUMNS: usize = 2;
const HOST_ROWS: usize = 11;
/// Rows of a page in the lowest terminals.
const MIN_ROWS: usize = 4;

/// What there is room for, and which page is shown.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pages {
    /// Columns and rows of a title; `None` where nobody has said so.
    room: Option<(usize, usize)>,
    /// The byte of the title that it begins at: the room may become another one between two pages.
    from: usize,
}

/// The title of a dialog.
#[derive(Debug)]
pub(super) struct Title {
    /// What was wrong with the last reply, with the end of its line: said on the page that it was given on.
    pub(super) trouble: String,
    pub(super) text: String,
    /// What each page of it says: how to reply, or what a text is asked for as.
    pub(super) how: String,
    /// Whether a text is asked for about what was read before: then the end is shown, and there are no pages, for nothing may
    /// be what is meant.
    pub(super) is_about_known: bool,
}

impl Title {
    /// How to reply, and that nothing turns the page.
    fn how_to_go_on(&self, rows_left: usize, words: &Words) -> String {
        let read_on = fill(words.read_on, &words.count(words.lines, rows_left));
        // What comes of closing the dialog stands on a line of its own.
        let separator = if self.how.is_empty() {
            ""
        } else if self.how.contains('\n') {
            "\n"
        } else {
            " "
        };
        [&self.how, separator, &read_on].concat()
    }

    fn trouble_rows(&self, columns: usize) -> usize {
        match self.trouble.strip_suffix('\n') {
            Some(trouble) => lines(trouble, columns).len(),
            None => 0,
        }
    }
}

/// A part of a title.
struct Part<'a> {
    text: &'a str,
    /// The byte of the title behind it, and how many rows there are.
    end: usize,
    rows_left: usize,
}

impl Pages {
    /// Whether a page that is not the first is shown.
    pub(super) fn has_begun(self) -> bool {
        self.from > 0
    }

    /// The page of a title that is shown, with how to reply and how to see more of it.
    pub(super) fn page(self, title: &Title, words: &Words) -> String {
        let of_lines =
            |lines: &[&str]| lines.iter().copied().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
        let page = match self.part(title, words) {
            None => match self.end(title) {
                Some((hidden, end)) => {
                    let how = if end.contains(&title.how) { "" } else { &title.how };
                    of_lines(&[&["… ", &words.count(words.lines, hidden)].concat(), how, end])
                }
                None => title.text.clone(),
            },
            Some(Part { text, rows_left: 0, .. }) => text.to_owned(),
            Some(Part { text, rows_left, .. }) => of_lines(&[text, &title.how_to_go_on(rows_left, words)]),
        };
        let page = [title.trouble.as_str(), &page].concat();
        // The host breaks its rows before any wide letter.
        match self.room {
            Some((columns, _)) if page.contains(is_wide_letter) => rows_of(&page, columns).join("\n"),
            _ => page,
        }
    }

    /// The part of a title on the page that is shown; `None` where there are no pages.
    fn part<'a>(self, title: &'a Title, words: &Words) -> Option<Part<'a>> {
        let (columns, rows) = self.room.filter(|_| !title.is_about_known)?;
        let rest = title.text.get(self.from..).filter(|rest| !rest.is_empty()).unwrap_or(&title.text);
        let lines = lines(rest, columns);
        let rows = rows.saturating_sub(title.trouble_rows(columns)).max(2);
        let fits = lines.len() <= rows;
        let below = self::lines(&title.how_to_go_on(lines.len(), words), columns).len();
        let count = if fits { lines.len() } else { fitting(&lines, rows.saturating_sub(below)) };
        let end = lines.get(count).map_or(rest.len(), |line| line.start);
        Some(Part {
            text: rest.get(..end)?.trim_end(),
            end: title.text.len() - rest.len() + end,
            rows_left: lines.len() - count,
        })
    }

    /// How many rows of a title without pages are left out where it does not fit, and those behind them.
    fn end(self, title: &Title) -> Option<(usize, &str)> {
        let (columns, rows) = self.room.filter(|_| title.is_about_known)?;
        let lines = lines(&title.text, columns);
        let rows = rows.saturating_sub(title.trouble_rows(columns)).max(2);
        let above = 1 + self::lines(&title.how, columns).len();
        let hidden = if lines.len() <= rows { 0 } else { lines.len() - rows.saturating_sub(above).max(1) };
        let start = lines.get(hidden).filter(|_| hidden > 0)?.start;
        Some((hidden, title.text.get(start..)?))
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

/// The rows of a text.
fn rows_of(text: &str, columns: usize) -> Vec<String> {
    Wrap::new(Clean::text(text), columns).map(|row| row.as_str().to_owned()).collect()
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
        let whole = self.whole().filter(|_| reply.is_some_and(|reply| reply.trim().is_empty()));
        let words = self.form.words();
        let part = whole.as_ref().and_then(|(title, _)| self.pages.part(title, words));
        let Some(part) = part.filter(|part| part.rows_left > 0) else { return false };
        self.pages.from = part.end;
        self.trouble = None;
        true
    }

    /// Goes back to the first page, unless the dialog is the same as before, or was only told what is wrong with a reply.
    pub(super) fn begin_pages(&mut self, before: Option<&Title>) {
        if !self.pages.has_begun() {
            return;
        }
        let now = self.whole();
        if now.as_ref().map(|(title, _)| &title.text) != before.map(|title| &title.text) {
            self.pages.from = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Pages, Title, Words, lines};

    /// The pages of a title in so many columns and rows.
    fn pages(title: &str, columns: usize, rows: usize) -> Vec<String> {
        let title = Title { trouble: String::new(), text: title.to_owned(), how: String::new(), is_about_known: false };
        let (mut pages, mut from) = (Vec::new(), 0);
        while let Some(part) = (Pages { room: Some((columns, rows)), from }).part(&title, Words::english()) {
            pages.push(part.text.to_owned());
            from = part.end;
            if part.rows_left == 0 {
                break;
            }
        }
        pages
    }

    #[test]
    fn a_title_that_does_not_fit_comes_in_pages() {
        let long = ["a".repeat(30), "b".repeat(30)].join(" ");
        for (title, rows, expected) in [
            ("a\nb\nc", 3, vec!["a\nb\nc"]),
            // a row of each page but the last says that there is more
            ("a\nb\nc\nd", 3, vec!["a\nb", "c\nd"]),
            ("a\nb\nc\nd\ne", 3, vec!["a\nb", "c\nd\ne"]),
            // lines stay together where they can
            (&["a\nb\n", &long, "\nc"].concat(), 4, vec!["a\nb", &[&long, "\nc"].concat()]),
            (&[long.as_str(), &long].join(" "), 3, vec![&long, &long]),
        ] {
            assert_eq!(pages(title, 40, rows), expected, "{title:?} in {rows} rows");
        }
    }

    proptest::proptest! {
        #[test]
        fn pages_fit_and_hold_all(title in "([a-z ]{0,30}|[あ-ん]{1,20}|\n){1,60}", columns in 40_usize..60, rows in 2_usize..12) {
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
