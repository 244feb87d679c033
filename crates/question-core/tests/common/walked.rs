//! A form walked through dialog by dialog, and what a person reads on the way.

use question_core::{Dialog, Style, Walk};
use serde_json::Value;

use super::{TUI, form};

/// Replies in turn: an option by what stands before its point; `None` closes the dialog.
pub(crate) fn replied(mut walk: Walk, replies: &[Option<&str>]) -> Walk {
    for reply in replies {
        let options = walk.dialog().map(|dialog| dialog.options).unwrap_or_default();
        let is_named = |option: &&String| match *reply {
            Some("✓") => option.starts_with("✓ "),
            reply => reply.is_some_and(|reply| option.starts_with(&format!("{reply}. "))),
        };
        let named = options.iter().find(is_named).map(String::as_str);
        walk.reply(named.or(*reply));
    }
    walk
}

pub(crate) fn walked(arguments: &Value, style: Style, replies: &[Option<&str>]) -> Walk {
    replied(Walk::new(form(arguments), style), replies)
}

/// The title and the options, in either style; after the end, what the model reads.
pub(crate) fn seen(walk: &Walk) -> String {
    match (walk.dialog(), walk.result(TUI)) {
        (Some(Dialog { title, options }), _) => std::iter::once(title).chain(options).collect::<Vec<_>>().join("\n"),
        (None, Some(result)) => result.content,
        (None, None) => "neither dialog nor result".to_owned(),
    }
}
