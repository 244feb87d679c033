//! The review: every answer, and Submit below them.

use super::list::Indent;
use crate::form::{Form, Given};
use crate::frame::{Line, Role};
use crate::text::Clean;

pub(super) fn push_item(form: &Form, at: usize, is_highlighted: bool, indent: Indent, rows: &mut Vec<Line<'_>>) {
    let highlight = |role| if is_highlighted { Role::Accent } else { role };
    let Some(entry) = form.entries.get(at) else {
        let missing = form.entries.iter().filter(|entry| entry.answer.is_none()).count();
        let (role, text) = match missing {
            0 => (Role::Success, "Submit".into()),
            _ => (Role::Dim, Clean::composed(format!("Submit, after answering {missing} more"))),
        };
        return indent.push_item(is_highlighted, Clean::default(), highlight(role), text, rows);
    };
    let (role, mark, text) = match &entry.answer {
        Some(Given::Option(option)) => {
            (Role::Text, "✓ ", entry.shown.options.get(*option).map_or("", |option| option.label.as_str()).to_owned())
        }
        Some(Given::Typed(text)) => (Role::Text, "✓ ", format!("(wrote) {text}")),
        None => (Role::Warning, "□ ", "not answered yet".to_owned()),
    };
    let text = format!("{}: {text}", entry.shown.label);
    indent.push_item(is_highlighted, mark.into(), highlight(role), Clean::text(&text).into_owned(), rows);
}
