//! The rows of a line of Markdown, each filled with blanks, so that the host ends it there.
//!
//! What follows such blanks does not fit on the row any more, and the host shows no blanks at the end of one. Line ends would
//! do the same in fewer places: not in a heading, a link or code, and what a row begins with might be an item behind one.
//!
//! The host takes blanks behind the end of a mark for a word if they do not fit, and begins the next row with them. So there
//! are no more than do.

use std::borrow::Cow;

use super::clean::Clean;
use super::emphasis::{as_host_reads, is_address};
use super::link::Link;
use super::marks::{Marks, Style};
use super::width::{is_wide_letter, width};
use super::wrap::{Row, Wrap};

/// Blanks that are more than enough: what is shown may take less than is counted here, where a sign is escaped.
const SPARE: usize = 4;

/// A line of code with its rows ended, if it has wide letters. What does not fit goes on below it, in so many columns.
#[must_use]
pub fn code_with_row_ends(code: &str, columns: usize) -> Cow<'_, str> {
    if !code.contains(is_wide_letter) || width(code) <= columns {
        return Cow::Borrowed(code);
    }
    let mut line = Line::default();
    line.push_shown(code, code, &Marks::default());
    Cow::Owned(line.with_row_ends(columns))
}

/// A line of Markdown, and what the host shows of it.
#[derive(Default)]
pub(super) struct Line {
    text: String,
    shown: String,
    chars: Vec<Shown>,
    /// Where links lead, if that is shown: the byte of the blank before it, and the columns of both.
    addresses: Vec<(usize, usize)>,
}

/// A character that is shown.
#[derive(Clone, Copy)]
struct Shown {
    char: char,
    /// Its byte in what is shown.
    at: usize,
    /// Its byte in the text, if it stands there.
    place: Option<usize>,
    /// The byte of the text behind the link before it.
    part: usize,
    style: Style,
}

/// The end of a row.
enum RowEnd {
    /// Where it is in the text of the line, how many blanks fill the row, and where the next one begins.
    Filled { end: usize, blanks: usize, start: usize },
    /// At a blank, at which the host ends the row by itself.
    Hosts,
    /// Where the host may go on.
    Unknown,
}

impl Line {
    /// The line that a text is; `None` where it cannot be told what the host sees in it.
    pub(super) fn read(text: &str, shows_addresses: bool) -> Option<Self> {
        // The host writes out where such an address leads.
        if shows_addresses && text.contains("www.") {
            return None;
        }
        let mut line = Self::default();
        let mut at = 0;
        for link in links(text) {
            line.push(text.get(at..link.start)?)?;
            line.push_link(&link, shows_addresses)?;
            at = link.end;
        }
        line.push(text.get(at..)?)?;
        Some(line)
    }

    /// The text, with the marks that the host reads.
    pub(super) fn into_text(self) -> String {
        self.text
    }

    /// The text with its rows filled, for a place of so many columns, up to one at which it cannot be; from there on the host
    /// breaks it.
    pub(super) fn with_row_ends(mut self, columns: usize) -> String {
        if width(&self.shown) <= columns {
            return self.text;
        }
        let mut begun = 0;
        while let Some((row, at)) = self.stuck_address(begun, columns) {
            // No row ends before a slash.
            self.shown.replace_range(at..=at, "/");
            begun = row;
        }
        let mut wrap = Wrap::new(Clean::text(&self.shown), columns);
        let mut ended = String::with_capacity(self.text.len() + self.text.len() / 8);
        let mut from = 0;
        let mut last = wrap.next_row();
        while let (Some(before), Some(after)) = (last, wrap.next_row()) {
            last = Some(after);
            match self.row_end(before, after.start, columns) {
                RowEnd::Filled { end, blanks, start } => {
                    ended.push_str(self.text.get(from..end).unwrap_or_default());
                    ended.extend(std::iter::repeat_n(' ', blanks));
                    from = start;
                }
                RowEnd::Hosts => {}
                // The host's rows behind it are others than these.
                RowEnd::Unknown => break,
            }
        }
        ended.push_str(self.text.get(from..).unwrap_or_default());
        ended
    }

    /// Adds a text without links.
    fn push(&mut self, text: &str) -> Option<()> {
        // What stands between backticks is code.
        if text.split('`').step_by(2).any(|part| part.contains("](")) {
            return None;
        }
        let text = as_host_reads(text)?;
        let (bare, marks) = Marks::read(Clean::text(&text).into_owned());
        self.push_shown(&text, bare.as_str(), &marks);
        Some(())
    }

    /// Adds a text of which this is shown: the text but for its marks.
    fn push_shown(&mut self, text: &str, bare: &str, marks: &Marks) {
        let mut source = text.char_indices();
        for (at, char) in bare.char_indices() {
            let style = marks.style(at);
            let place = source.find(|&(_, other)| other == char).map(|(place, _)| self.text.len() + place);
            self.chars.push(Shown { char, at: self.shown.len(), place, part: self.text.len(), style });
            // Code stays on one row where it can.
            self.shown.push(if char == ' ' && style == Style::Code { '_' } else { char });
        }
        self.text.push_str(text);
    }

    /// Adds a link, and where it leads.
    fn push_link(&mut self, link: &Link<'_>, shows_addresses: bool) -> Option<()> {
        let is_odd = |char: char| {
            char.is_whitespace() || matches!(char, '<' | '"' | '\\') || (shows_addresses && is_wide_letter(char))
        };
        if link.is_image || link.address.contains(is_odd) || link.name.contains('\\') {
            return None;
        }
        self.text.push('[');
        self.push(link.name)?;
        self.text.extend(["](", link.address, ")"]);
        let is_shown =
            shows_addresses && link.address != link.name && link.address.strip_prefix("mailto:") != Some(link.name);
        if is_shown {
            let address = [" (", link.address, ")"].concat();
            self.addresses.push((self.shown.len(), width(&address)));
            for (at, char) in address.char_indices() {
                // What ends it stands within the link, whose end is a mark.
                let place = (at + 1 == address.len()).then(|| self.text.len() - 2);
                let at = self.shown.len() + at;
                self.chars.push(Shown { char, at, place, part: self.text.len(), style: Style::Code });
            }
            self.shown.push_str(&address);
        }
        Some(())
    }

    /// The blank before an address at which a row should end, but where the host would go on, as all that does not fit is a
    /// sign behind it; or the blank itself, which the host then takes along. With the row that it ends, of those from a byte
    /// on.
    fn stuck_address(&self, from: usize, columns: usize) -> Option<(usize, usize)> {
        if self.addresses.is_empty() {
            return None;
        }
        let mut wrap = Wrap::from(Clean::text(&self.shown), from, columns);
        std::iter::from_fn(|| wrap.next_row()).find_map(|row| {
            let found = self.addresses.binary_search_by_key(&row.end, |&(at, _)| at).ok()?;
            let &(at, address) = self.addresses.get(found)?;
            let is_stuck = row.columns == columns || row.columns + address <= columns;
            (is_stuck && self.shown.get(at..)?.starts_with(' ')).then_some((row.start, at))
        })
    }

    /// Where a row ends in the text, and the next one begins, by where they do in what is shown.
    fn row_end(&self, row: Row, start: usize, columns: usize) -> RowEnd {
        let last = self.chars.partition_point(|shown| shown.at < row.end).checked_sub(1);
        let before = last.and_then(|last| self.chars.get(last));
        let after = self.chars.get(self.chars.partition_point(|shown| shown.at < start));
        let (Some(before), Some(after)) = (before, after) else { return RowEnd::Unknown };
        // Before an address there is a blank that stands nowhere in the text.
        let (Some(end), Some(start)) = (before.place, after.place) else { return RowEnd::Hosts };
        let end = end + before.char.len_utf8();
        let Some(between) = self.text.get(end..start) else { return RowEnd::Unknown };
        let word = self.text.get(before.part..end).and_then(|text| text.rsplit(' ').next());
        let is_behind_address = word.is_some_and(is_address);
        let is_wide = (is_wide_letter(before.char), is_wide_letter(after.char));
        let is_apart = between.ends_with(' ') && is_wide.1 && after.char.is_alphanumeric();
        let (end_at, start) = match (between.split_once(' '), between.rsplit_once(' ')) {
            (Some((closing, _)), Some((_, opening))) => {
                let is_inside = (before.style == Style::Code && closing.is_empty())
                    || (after.style == Style::Code && opening.is_empty());
                if is_inside {
                    return RowEnd::Hosts;
                }
                (end + closing.len(), start - opening.len())
            }
            // Where no letter is beside it any more, it may be a mark.
            _ if before.char == '_' || after.char == '_' || is_behind_address => return RowEnd::Unknown,
            // A word that is wider than its row.
            _ if is_wide == (false, false) => return RowEnd::Unknown,
            _ if between.is_empty() || before.style == Style::Plain => {
                (end, if between.is_empty() { start } else { end })
            }
            _ if after.style == Style::Plain => (start, start),
            _ => return RowEnd::Unknown,
        };
        let room = columns.saturating_sub(row.columns);
        let blanks = match is_wide {
            _ if is_behind_address => room.max(1),
            // Where the host breaks the line without a blank, none is better than one too much.
            _ if end_at > end => room.max(usize::from(between.contains(' ') && !is_apart)),
            (_, true) => room + SPARE,
            _ => room.max(1),
        };
        RowEnd::Filled { end: end_at, blanks, start }
    }
}

/// The links of a line, outside of code.
fn links(text: &str) -> Vec<Link<'_>> {
    let mut links: Vec<Link<'_>> = Vec::new();
    let mut is_code = false;
    for (at, char) in text.char_indices() {
        if links.last().is_some_and(|last| at < last.end) {
            continue;
        }
        is_code ^= char == '`';
        if char == '[' && !is_code {
            links.extend(Link::read(text, at + 1));
        }
    }
    links
}
