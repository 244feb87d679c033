//! What can be chosen in a dialog, in words and as an action of the form.

use crate::answer::given::Row;
use crate::form::action::Action;
use crate::form::entry::Entry;
use crate::text::Clean;
use crate::words::Words;

/// What confirms a list of boxes where choices are options.
pub(super) const CONFIRM: &str = "✓";

/// Something that can be chosen in a dialog.
pub(super) struct Offer {
    /// What is typed for it: a number, or a letter.
    pub(super) key: String,
    pub(super) label: String,
    pub(super) action: Action,
    /// Whether it opens a text, which may stand behind the key.
    pub(super) opens_text: bool,
}

impl Offer {
    /// The offer as it is shown.
    pub(super) fn text(&self) -> String {
        let separator = if self.key == CONFIRM { " " } else { ". " };
        format!("{}{separator}{}", self.key, self.label)
    }
}

/// An offer whose label is made harmless.
pub(super) fn offer(key: &str, label: &str, action: Action) -> Offer {
    // Clients trim what they show, and give that back.
    let label = Clean::line(label).as_str().trim().to_owned();
    Offer { key: key.to_owned(), label, action, opens_text: false }
}

/// One that opens a text.
pub(super) fn opening(key: &str, label: &str, action: Action) -> Offer {
    Offer { opens_text: true, ..offer(key, label, action) }
}

/// The item of a list, numbered from 1.
pub(super) fn item(at: usize, label: &str) -> Offer {
    offer(&(at + 1).to_string(), label, Action::Take(at))
}

/// A row of a question's list, with all that its marks say.
pub(super) fn row_offer(entry: &Entry, at: usize, words: &Words) -> Offer {
    let Words { wrote, colon, .. } = *words;
    let row = entry.row(at);
    let mut parts: Vec<&str> = Vec::new();
    if entry.is_multi() && row != Row::Custom {
        parts.push(if entry.is_checked(row) { "☑ " } else { "☐ " });
    }
    match row {
        Row::Option(option) => {
            if let Some(shown) = entry.shown.option(option) {
                parts.push(shown.label.as_str());
                parts.extend(shown.mark.as_ref().map(Clean::as_str));
                parts.extend(shown.description.iter().flat_map(|description| [colon, description.text().as_str()]));
            }
            parts.extend(entry.draft().is_option(option).then_some(" ✓"));
        }
        Row::Typed(text) => {
            parts.push(wrote);
            parts.extend(entry.draft().given.typed().get(text).map(|typed| typed.text.as_str()));
        }
        Row::Custom => {
            parts.push(entry.shown.custom.label.as_str());
            let text = entry.draft().text.trim();
            if !text.is_empty() {
                parts.extend([if entry.draft().given.text().is_some() { " ✓ " } else { " ✎ " }, text]);
            }
            return Offer { key: "0".to_owned(), opens_text: true, ..item(at, &parts.concat()) };
        }
    }
    item(at, &parts.concat())
}
