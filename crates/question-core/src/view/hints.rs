//! The line that names the keys, as the user has bound them. Where it does not fit, the least needed go first.

use super::layout::Layout;
use super::list;
use super::question::DIGITS;
use crate::form::{Base, Cursor, Form, Page};
use crate::frame::{Line, Role};
use crate::keys::KeyName;
use crate::text::Clean;

const SEPARATOR: &str = " • ";
const SEPARATOR_COLUMNS: usize = 3;
/// What the digits choose from, by the number of options.
const RANGES: [&str; DIGITS + 1] = ["0", "0-1", "0-2", "0-3", "0-4", "0-5", "0-6", "0-7", "0-8", "0-9"];

/// What some keys do, and how much the user needs to be told: the lowest goes first.
struct Hint<'a> {
    need: u8,
    keys: Vec<Clean<'a>>,
    does: Clean<'a>,
}

impl<'a> Hint<'a> {
    /// A hint for the keys that are bound; `None` where none is. Two are joined by a slash unless both are one symbol.
    fn new(need: u8, keys: &[&'a KeyName], does: &'static str) -> Option<Self> {
        let mut names: Vec<Clean<'a>> = Vec::with_capacity(3);
        for name in keys.iter().map(|key| key.text()).filter(|name| name.columns() > 0) {
            if names.last().is_some_and(|last| last.columns() > 1 || name.columns() > 1) {
                names.push("/".into());
            }
            names.push(name.borrowed());
        }
        (!names.is_empty()).then(|| Self { need, keys: names, does: does.into() })
    }

    fn columns(&self) -> usize {
        self.keys.iter().map(Clean::columns).sum::<usize>() + 1 + self.does.columns()
    }
}

pub(super) fn line<'a>(form: &'a Form, layout: &Layout) -> Line<'a> {
    let mut hints: Vec<Hint<'a>> = of(form).into_iter().flatten().collect();
    let room = layout.columns - layout.margin;
    let mut columns = hints.iter().map(|hint| hint.columns() + SEPARATOR_COLUMNS).sum::<usize>();
    while hints.len() > 1 && columns > room + SEPARATOR_COLUMNS {
        let Some((least, _)) = hints.iter().enumerate().min_by_key(|(_, hint)| hint.need) else { break };
        columns -= hints.remove(least).columns() + SEPARATOR_COLUMNS;
    }
    let mut line = Line::default();
    for hint in hints {
        if !line.spans.is_empty() {
            line = line.with(Role::Dim, SEPARATOR);
        }
        line = hint.keys.into_iter().fold(line, |line, key| line.with(Role::Dim, key));
        line = line.with(Role::Dim, " ").with(Role::Dim, hint.does);
    }
    line
}

fn of(form: &Form) -> Vec<Option<Hint<'_>>> {
    let keys = &form.keys;
    let moving = |does| Hint::new(4, &[&keys.cursor_up, &keys.cursor_down], does);
    let tabs = || if form.has_review() { Hint::new(2, &[&keys.prev_tab, &keys.next_tab], "switch") } else { None };
    let confirm = |does| Hint::new(6, &[&keys.confirm], does);
    let cancel = |does| Hint::new(5, &[&keys.cancel], does);
    match form.page {
        Page::Editor(_) => vec![
            Hint::new(6, &[&keys.submit], "submit"),
            Hint::new(3, &[&keys.new_line], "new line"),
            cancel("back to the list"),
        ],
        Page::Base(Base::Question(_)) if matches!(list::cursor(form), Cursor::Prompt { .. }) => {
            vec![moving("read"), confirm("to the list"), cancel("cancel")]
        }
        Page::Base(Base::Question(at)) => {
            let options = form.entries.get(at).map_or(0, |entry| entry.question.options.len());
            let range = RANGES.get(options.min(DIGITS)).copied().unwrap_or_default();
            let digits = Hint { need: 1, keys: vec![range.into()], does: "choose".into() };
            vec![moving("move"), tabs(), Some(digits), confirm("select"), cancel("cancel")]
        }
        Page::Base(Base::Review) => {
            let does = match (form.review.row() < form.entries.len(), form.first_unanswered()) {
                (true, _) => "change",
                (false, None) => "submit",
                (false, Some(_)) => "to the first unanswered",
            };
            vec![moving("move"), tabs(), confirm(does), cancel("cancel")]
        }
        Page::Leave { .. } => vec![moving("move"), confirm("choose"), cancel("keep answering")],
    }
}
