//! Pages of a dialog that is taller than the terminal. Without pages, pi would show only its end, and in fullscreen
//! mode the user cannot scroll back.
//!
//! An answer is accepted on any page; an empty reply turns to the next one.

use super::Dialogs;
use crate::text::{Clean, Wrap};
use crate::words::{Words, fill};

/// Columns and rows that pi needs around a title: the frame of the dialog (`extension-input.js`), the footer, and a row
/// of the transcript.
const HOST_COLUMNS: usize = 2;
const HOST_ROWS: usize = 11;
/// Rows of a page in the smallest terminals.
const MIN_ROWS: usize = 4;

/// The room for a title, and the page that is shown.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pages {
    /// Columns and rows; `None` for unlimited room.
    room: Option<(usize, usize)>,
    /// Byte offset of the page in the title, which stays valid when the room changes.
    pub(super) from: usize,
}

/// The title of a dialog.
#[derive(Debug)]
pub(super) struct Title {
    /// Why the last reply was not accepted, shown above the page; each line ends in a newline.
    pub(super) trouble: String,
    pub(super) text: String,
    /// How to reply. Each page but the last adds it; the last has it in `text`. `None` for a dialog without pages.
    pub(super) how: Option<String>,
}

impl Pages {
    /// Returns the visible page of a title, and the byte offset of the next page, if there is one.
    pub(super) fn page(self, title: &Title, words: &Words) -> (String, Option<usize>) {
        let Some((columns, room)) = self.room else { return ([&*title.trouble, &title.text].concat(), None) };
        let trouble = title.trouble.strip_suffix('\n').map_or_else(Vec::new, |trouble| rows(trouble, columns));
        let mut rest = rows(&title.text, columns);
        if rest.last().is_some_and(|(start, _)| *start >= self.from) {
            rest.retain(|(start, _)| *start >= self.from);
        }
        let room = room.saturating_sub(trouble.len()).max(2);
        let how_to_go_on = |how: &String| {
            let is_sentence = how.ends_with(['.', '。']) && !how.contains('\n');
            let separator = if is_sentence { " " } else { "\n" };
            let read_on = |hidden| {
                let read_on = fill(words.read_on, &words.count(words.lines, hidden));
                if how.is_empty() { read_on } else { [how, separator, &read_on].concat() }
            };
            let shown = room.saturating_sub(rows(&read_on(rest.len()), columns).len()).max(1);
            Some((rest.get(shown)?.0, rows(&read_on(rest.len() - shown), columns)))
        };
        let below = title.how.as_ref().filter(|_| rest.len() > room).and_then(how_to_go_on);
        let (next, below) = below.map_or((None, Vec::new()), |(next, below)| (Some(next), below));
        let shown = rest.into_iter().filter(|(start, _)| next.is_none_or(|next| *start < next));
        let page: Vec<String> = trouble.into_iter().chain(shown).chain(below).map(|(_, row)| row).collect();
        (page.join("\n"), next)
    }
}

/// Wraps a text into rows, each with its byte offset. The host would break a row before any wide letter.
fn rows(text: &str, columns: usize) -> Vec<(usize, String)> {
    let mut wrap = Wrap::new(Clean::text(text), columns);
    std::iter::from_fn(|| wrap.next_with_start().map(|(start, row)| (start, row.as_str().to_owned()))).collect()
}

impl Dialogs {
    /// Sets the size of the terminal. Without it, there are no pages.
    pub fn resize(&mut self, columns: usize, rows: usize) {
        let columns = columns.saturating_sub(HOST_COLUMNS).max(1);
        self.pages.room = Some((columns, rows.saturating_sub(HOST_ROWS).max(MIN_ROWS)));
    }

    /// Turns to the next page for an empty reply. Returns whether there was a next page.
    pub(super) fn turns_page(&mut self, reply: Option<&str>) -> bool {
        let is_empty = reply.is_some_and(|reply| reply.trim().is_empty());
        let title = self.whole().filter(|_| is_empty).map(|(title, _)| title);
        let Some(next) = title.and_then(|title| self.pages.page(&title, self.form.words()).1) else { return false };
        self.pages.from = next;
        self.trouble = None;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{Pages, Title, Words, rows};

    /// Returns the pages of a title in this room, without how to reply.
    fn pages(title: &str, columns: usize, rows: usize) -> Vec<String> {
        let title = Title { trouble: String::new(), text: title.to_owned(), how: Some(String::new()) };
        let (mut pages, mut from) = (Vec::new(), 0);
        loop {
            let (page, next) = Pages { room: Some((columns, rows)), from }.page(&title, Words::english());
            pages.push(page.split("\nLeave empty to").next().unwrap_or_default().to_owned());
            let Some(next) = next else { return pages };
            from = next;
        }
    }

    #[test]
    fn a_title_that_does_not_fit_comes_in_pages() {
        assert_eq!(pages("a\nb\nc", 40, 3), ["a\nb\nc"]);
        // The last row of each page but the last says that there is more.
        assert_eq!(pages("a\nb\nc\nd", 40, 3), ["a\nb", "c\nd"]);
        assert_eq!(pages("a\nb\nc\nd\ne", 40, 3), ["a\nb", "c\nd\ne"]);
        assert_eq!(pages("a b c d e", 3, 3), ["a b\nc d\ne"]);
    }

    proptest::proptest! {
        #[test]
        fn pages_fit_and_hold_all(title in "([a-z ]{0,30}|[あ-ん]{1,20}|\n){1,60}", columns in 40_usize..60, room in 2_usize..12) {
            let pages = pages(&title, columns, room);
            let letters = |text: &str| text.chars().filter(|char| !char.is_whitespace()).collect::<String>();
            proptest::prop_assert_eq!(letters(&pages.concat()), letters(&title));
            for (at, page) in pages.iter().enumerate() {
                let below = usize::from(at + 1 < pages.len());
                proptest::prop_assert!(rows(page, columns).len() + below <= room, "{page:?}");
            }
        }
    }
}
