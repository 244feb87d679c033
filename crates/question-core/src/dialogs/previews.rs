//! Previews of options. On request, the next dialog shows them with its question.

use super::excerpt::excerpt;
use super::offer::{Offer, PREVIEWS, opening};
use super::{DialogStyle, Dialogs};
use crate::answer::fault::AnswerFault;
use crate::call::called::{By, Called};
use crate::form::action::Action;
use crate::form::entry::Entry;
use crate::text::Clean;
use crate::words::fill;

/// Maximum rows of all previews together, minimum rows of each, and maximum rows of a single preview in a terminal.
/// Some clients cut longer titles.
const ROWS: usize = 60;
const MIN_ROWS: usize = 6;
const ROWS_ALONE: usize = 200;
/// Maximum number of previews that are shown at once.
const MAX_PREVIEWS: usize = 30;

impl Dialogs {
    /// Returns the offer of a question's previews, if it has any that are not shown yet.
    pub(super) fn previews_offer(&self, entry: &Entry) -> Option<Offer> {
        if !entry.shown.has_previews || (self.style == DialogStyle::Select && !self.previewed.is_empty()) {
            return None;
        }
        let words = self.form.words();
        let all = with_preview(entry);
        let mut label = words.count(words.previews, all.len());
        if let (DialogStyle::Numbers, [first, _, ..]) = (self.style, all.as_slice()) {
            label.extend([" ", &fill(words.one_preview, &(first + 1).to_string())]);
        }
        Some(opening(PREVIEWS, &label, Action::Point(self.form.highlight())))
    }

    /// Shows the preview of the option with this number or name, or all previews if `name` is empty.
    pub(super) fn show_previews(&mut self, name: &str) {
        let Some((_, entry)) = self.form.listed_entry() else { return };
        let (words, all) = (self.form.words(), with_preview(entry));
        match Called::of(&entry.question.options).find(name, By::Shown) {
            _ if name.is_empty() => self.previewed = all,
            Ok(Some(option)) if all.contains(&option) => self.previewed = vec![option],
            Ok(Some(_)) => self.trouble = Some(words.no_preview.to_owned()),
            Ok(None) => self.trouble = Some(fill(words.not_a_choice, Clean::line(name).as_str())),
            Err(ambiguous) => self.trouble = Some(AnswerFault::from(ambiguous).in_words(words)),
        }
    }

    /// Returns the previews that are shown, each below the name of its option.
    pub(super) fn previews(&self) -> Vec<String> {
        let words = self.form.words();
        let Some((_, entry)) = self.form.listed_entry() else { return Vec::new() };
        let rows = match self.previewed.len() {
            0..=1 if self.style == DialogStyle::Numbers => ROWS_ALONE,
            count => (ROWS / count.max(1)).max(MIN_ROWS),
        };
        let preview = |&option: &usize| {
            let shown = entry.shown.option(option)?;
            let text = shown.preview.as_ref()?.plain();
            let name = format!("{}{}. {}", words.preview, option + 1, shown.label.as_str());
            Some([&name, "\n", &excerpt(&text, rows, words)].concat())
        };
        let mut previews: Vec<String> = self.previewed.iter().take(MAX_PREVIEWS).filter_map(preview).collect();
        let more = self.previewed.len().saturating_sub(MAX_PREVIEWS);
        previews.extend((more > 0).then(|| format!("… {}", words.count(words.more, more))));
        previews
    }
}

/// Returns the indices of the options that have a preview, 0-based.
fn with_preview(entry: &Entry) -> Vec<usize> {
    let options = entry.question.options.iter().enumerate();
    options.filter(|(_, option)| option.preview.is_some()).map(|(at, _)| at).collect()
}
