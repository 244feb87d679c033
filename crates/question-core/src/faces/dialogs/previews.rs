//! Previews of options. On request, the next dialog shows them with its question.

use super::excerpt::excerpt;
use super::offer::{DialogOption, PREVIEW, command};
use super::{DialogStyle, Dialogs};
use crate::form::action::Action;
use crate::form::entry::Entry;
use crate::text::Clean;
use crate::words::fill;

/// Maximum number of rows of each preview if several are shown.
const ROWS: usize = 20;

impl Dialogs {
    pub(super) fn previews_offer(&self, entry: &Entry) -> Option<DialogOption> {
        if !entry.shown.has_previews {
            return None;
        }
        let words = self.form.words();
        let all = with_preview(entry);
        let mut label = words.count(words.previews, all.len());
        if let (DialogStyle::Numbers, [first, _, ..]) = (self.style, all.as_slice()) {
            label.extend([" ", &fill(words.one_preview, &(first + 1).to_string())]);
        }
        Some(command(PREVIEW, &label, Action::Stay))
    }

    /// Shows the preview of the option with this number or name, or all previews if `name` is empty.
    ///
    /// # Errors
    ///
    /// Returns why the name means no preview.
    pub(super) fn show_previews(&mut self, name: &str) -> Result<(), String> {
        let Some((_, entry)) = self.form.listed_entry() else { return Ok(()) };
        let (words, all) = (self.form.words(), with_preview(entry));
        self.previewed = match self.rows(name)?.as_deref() {
            _ if name.is_empty() => all,
            Some([option]) if all.contains(option) => vec![*option],
            Some([_]) => return Err(words.no_preview.to_owned()),
            _ => return Err(fill(words.not_a_choice, Clean::line(name).as_str())),
        };
        Ok(())
    }

    /// Returns the previews that are shown, each below the name of its option.
    pub(super) fn previews(&self) -> Vec<String> {
        let words = self.form.words();
        let Some((_, entry)) = self.form.listed_entry() else { return Vec::new() };
        let rows = if self.previewed.len() > 1 { ROWS } else { usize::MAX };
        let preview = |&option: &usize| {
            let shown = entry.shown.option(option)?;
            let text = shown.preview.as_ref()?.plain();
            let name = format!("{}{}. {}", words.preview, option + 1, shown.label.as_str());
            Some([&name, "\n", &excerpt(&text, rows, words)].concat())
        };
        self.previewed.iter().filter_map(preview).collect()
    }
}

fn with_preview(entry: &Entry) -> Vec<usize> {
    let options = entry.question.options.iter().enumerate();
    options.filter(|(_, option)| option.preview.is_some()).map(|(at, _)| at).collect()
}
