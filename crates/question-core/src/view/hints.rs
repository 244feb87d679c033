//! The line that names the keys, as the user has bound them. Where it does not fit, the least needed go first.

use super::layout::Layout;
use super::question::DIGITS;
use crate::form::{Base, Cursor, Form, Page};
use crate::frame::{Line, Role};
use crate::keys::KeyName;
use crate::text::Clean;

const SEPARATOR: Clean<'static> = Clean::own(" • ", SEPARATOR_COLUMNS);
const SEPARATOR_COLUMNS: usize = 3;
/// What the digits choose from, by the number of options.
const RANGES: [&str; DIGITS + 1] = ["0", "0-1", "0-2", "0-3", "0-4", "0-5", "0-6", "0-7", "0-8", "0-9"];

/// What a key or two do, and how much the user needs to be told: the lowest goes first. No two of a page are equal.
struct Hint<'a> {
    need: u8,
    key: Clean<'a>,
    /// A slash, unless both keys are one symbol, and the second key.
    other: Option<(Clean<'a>, Clean<'a>)>,
    does: Clean<'a>,
}

impl<'a> Hint<'a> {
    fn new(need: u8, key: Clean<'a>, does: &'static str) -> Option<Self> {
        (key.columns() > 0).then(|| Self { need, key, other: None, does: does.into() })
    }

    /// A hint for a key; `None` where it is not bound.
    fn of(need: u8, key: &'a KeyName, does: &'static str) -> Option<Self> {
        Self::new(need, key.text().borrowed(), does)
    }

    /// A hint for those of two keys that are bound.
    fn pair(need: u8, one: &'a KeyName, two: &'a KeyName, does: &'static str) -> Option<Self> {
        let Some(hint) = Self::of(need, one, does) else { return Self::of(need, two, does) };
        let other = two.text().borrowed();
        let slash = if hint.key.columns() > 1 || other.columns() > 1 { "/" } else { "" };
        Some(Self { other: (other.columns() > 0).then_some((slash.into(), other)), ..hint })
    }

    fn columns(&self) -> usize {
        let other = self.other.as_ref().map_or(0, |(slash, key)| slash.columns() + key.columns());
        self.key.columns() + other + 1 + self.does.columns()
    }
}

pub(super) fn line<'a>(form: &'a Form, layout: &Layout) -> Line<'a> {
    let mut hints = of(form);
    let room = layout.columns - layout.margin;
    let columns = |hints: &[Hint<'_>]| hints.iter().map(|hint| hint.columns() + SEPARATOR_COLUMNS).sum::<usize>();
    while hints.len() > 1 && columns(&hints) > room + SEPARATOR_COLUMNS {
        let least = hints.iter().map(|hint| hint.need).min();
        hints.retain(|hint| Some(hint.need) != least);
    }
    let mut line = Line { indent: 0, spans: Vec::with_capacity(hints.len() * 6) };
    for hint in hints {
        if !line.spans.is_empty() {
            line = line.with(Role::Dim, SEPARATOR);
        }
        line = line.with(Role::Dim, hint.key);
        if let Some((slash, key)) = hint.other {
            line = line.with(Role::Dim, slash).with(Role::Dim, key);
        }
        line = line.with(Role::Dim, " ").with(Role::Dim, hint.does);
    }
    line
}

fn of(form: &Form) -> Vec<Hint<'_>> {
    let keys = &form.keys;
    let moving = |does| Hint::pair(4, &keys.cursor_up, &keys.cursor_down, does);
    let tabs = || if form.has_review() { Hint::pair(2, &keys.prev_tab, &keys.next_tab, "switch") } else { None };
    let confirm = |does| Hint::of(6, &keys.confirm, does);
    let cancel = |does| Hint::of(5, &keys.cancel, does);
    let hints: [Option<Hint<'_>>; 5] = match form.page {
        Page::Editor(_) => [
            Hint::of(6, &keys.submit, "submit"),
            Hint::of(3, &keys.new_line, "new line"),
            cancel("back to the list"),
            None,
            None,
        ],
        Page::Base(Base::Question(_)) if matches!(form.cursor(), Cursor::Prompt { .. }) => {
            [moving("read"), confirm("to the list"), cancel("cancel"), None, None]
        }
        Page::Base(Base::Question(at)) => {
            let options = form.entries.get(at).map_or(0, |entry| entry.question.options.len());
            let range = RANGES.get(options.min(DIGITS)).copied().unwrap_or_default();
            let digits = Hint::new(1, range.into(), "choose");
            [moving("move"), tabs(), digits, confirm("select"), cancel("cancel")]
        }
        Page::Base(Base::Review) => {
            let does = match (form.review.row() < form.entries.len(), form.first_unanswered()) {
                (true, _) => "change",
                (false, None) => "submit",
                (false, Some(_)) => "to the first unanswered",
            };
            [moving("move"), tabs(), confirm(does), cancel("cancel"), None]
        }
        Page::Leave { .. } => [moving("move"), confirm("choose"), cancel("keep answering"), None, None],
    };
    hints.into_iter().flatten().collect()
}
