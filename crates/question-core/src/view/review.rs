//! The review: every answer, and Submit below them.

use super::list::Indent;
use crate::form::{Form, Given};
use crate::frame::{Line, Role};
use crate::text::Clean;

pub(super) fn item(form: &Form, at: usize, is_highlighted: bool, indent: Indent) -> Vec<Line<'_>> {
    let highlight = |role| if is_highlighted { Role::Accent } else { role };
    let Some(entry) = form.entries.get(at) else {
        return submit(form, is_highlighted, indent);
    };
    let label = &entry.question.label;
    let (role, mark, text) = match &entry.answer {
        Some(Given::Option(option)) => {
            let label = entry.question.options.get(*option).map_or("", |option| &option.label);
            (Role::Text, "✓", label.to_owned())
        }
        Some(Given::Typed(text)) => (Role::Text, "✓", format!("(wrote) {text}")),
        None => (Role::Warning, "□", "not answered yet".to_owned()),
    };
    let text = format!("{label}: {text}");
    indent.item(is_highlighted, &format!("{mark} "), highlight(role), Clean::text(&text).into_owned())
}

fn submit(form: &Form, is_highlighted: bool, indent: Indent) -> Vec<Line<'_>> {
    let role = |role| if is_highlighted { Role::Accent } else { role };
    let missing = form.entries.iter().filter(|entry| entry.answer.is_none()).count();
    let text = match missing {
        0 => Clean::from("Submit"),
        _ => Clean::composed(format!("Submit, after answering {missing} more")),
    };
    indent.item(is_highlighted, "", role(if missing == 0 { Role::Success } else { Role::Dim }), text)
}
