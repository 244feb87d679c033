//! Pages of a dialog that is taller than the terminal. Without pages, pi would show only its end, and in fullscreen
//! mode the user cannot scroll back.
//!
//! An answer is accepted on any page. An empty reply turns to the next page; after any other, the dialog begins anew.

use super::Dialogs;
use super::excerpt::rows;
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
    /// The whole title. It ends with how to reply.
    pub(super) text: String,
    /// How to reply, which every page says. Empty if only the last page does.
    pub(super) how: String,
}

impl Pages {
    /// Returns the visible page of a title, and the byte offset of the next page, if there is one.
    pub(super) fn page(self, title: &Title, words: &Words) -> (String, Option<usize>) {
        let Some((columns, room)) = self.room else { return (title.text.clone(), None) };
        let mut shown = rows(&title.text, columns);
        if shown.last().is_some_and(|(start, _)| *start >= self.from) {
            shown.retain(|(start, _)| *start >= self.from);
        }
        let below = |hidden: usize| {
            let read_on = fill(words.read_on, &words.count(words.lines, hidden));
            rows([&title.how, "\n", &read_on].concat().trim_start(), columns)
        };
        let mut next = None;
        if shown.len() > room {
            let count = room.saturating_sub(below(shown.len()).len()).max(1);
            let hidden = shown.len().saturating_sub(count);
            next = shown.get(count).map(|(start, _)| *start);
            shown.truncate(count);
            shown.extend(below(hidden));
        }
        let shown: Vec<String> = shown.into_iter().map(|(_, row)| row).collect();
        (shown.join("\n"), next)
    }
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
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{Pages, Title, Words, rows};

    /// Returns the pages of a title in this room, without how to reply.
    fn pages(title: &str, columns: usize, rows: usize) -> Vec<String> {
        let title = Title { text: title.to_owned(), how: String::new() };
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
