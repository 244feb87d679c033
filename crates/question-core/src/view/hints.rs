//! The line that names the keys, as the user has bound them. Where it does not fit, the least needed go first.

use super::layout::Layout;
use super::list;
use super::question::DIGITS;
use crate::form::{Base, Cursor, Form, Page};
use crate::frame::{Line, Role};
use crate::text::{Clean, width};

const SEPARATOR: &str = " • ";

/// A hint, and how much it is needed: the lowest goes first.
struct Hint {
    need: u8,
    keys: String,
    does: &'static str,
}

pub(super) fn line<'a>(form: &Form, layout: &Layout) -> Line<'a> {
    let mut hints = of(form);
    hints.retain(|hint| !hint.keys.is_empty());
    let room = layout.columns - layout.margin;
    loop {
        let text = hints.iter().map(Hint::text).collect::<Vec<_>>().join(SEPARATOR);
        let least = hints.iter().enumerate().min_by_key(|(_, hint)| hint.need).map(|(at, _)| at);
        match least {
            Some(least) if width(&text) > room && hints.len() > 1 => drop(hints.remove(least)),
            _ => return Line::of(Role::Dim, Clean::composed(text)),
        }
    }
}

impl Hint {
    fn text(&self) -> String {
        format!("{} {}", self.keys, self.does)
    }
}

fn of(form: &Form) -> Vec<Hint> {
    let keys = &form.keys;
    let hint = |need, keys: &str, does| Hint { need, keys: key(keys), does };
    let moving = |does| Hint { need: 4, keys: pair(&keys.cursor_up, &keys.cursor_down), does };
    let tabs = || Hint {
        need: 2,
        keys: if form.has_review() { pair(&keys.prev_tab, &keys.next_tab) } else { String::new() },
        does: "switch",
    };
    match form.page {
        Page::Editor(_) => vec![
            hint(6, &keys.submit, "submit"),
            hint(3, &keys.new_line, "new line"),
            hint(5, &keys.cancel, "back to the list"),
        ],
        Page::Base(Base::Question(at)) => {
            if let Cursor::Prompt { .. } = list::cursor(form) {
                return vec![moving("read"), hint(6, &keys.confirm, "to the list"), hint(5, &keys.cancel, "cancel")];
            }
            let options = form.entries.get(at).map_or(0, |entry| entry.question.options.len()).min(DIGITS);
            let digits = if options == 1 { "0-1".to_owned() } else { format!("0-{options}") };
            vec![
                moving("move"),
                tabs(),
                Hint { need: 1, keys: digits, does: "choose" },
                hint(6, &keys.confirm, "select"),
                hint(5, &keys.cancel, "cancel"),
            ]
        }
        Page::Base(Base::Review) => {
            let does = match (form.review.row() < form.entries.len(), form.first_unanswered()) {
                (true, _) => "change",
                (false, None) => "submit",
                (false, Some(_)) => "to the first unanswered",
            };
            vec![moving("move"), tabs(), hint(6, &keys.confirm, does), hint(5, &keys.cancel, "cancel")]
        }
        Page::Leave { .. } => {
            vec![moving("move"), hint(6, &keys.confirm, "choose"), hint(5, &keys.cancel, "keep answering")]
        }
    }
}

/// Two keys side by side, without a slash between arrows.
fn pair(one: &str, other: &str) -> String {
    let (one, other) = (key(one), key(other));
    match (one.is_empty(), other.is_empty()) {
        (false, false) if width(&one) > 1 || width(&other) > 1 => format!("{one}/{other}"),
        _ => format!("{one}{other}"),
    }
}

/// A key id as people write it.
fn key(id: &str) -> String {
    match id {
        "up" => "↑".to_owned(),
        "down" => "↓".to_owned(),
        "left" => "←".to_owned(),
        "right" => "→".to_owned(),
        "escape" => "esc".to_owned(),
        "return" => "enter".to_owned(),
        other => other.to_owned(),
    }
}
