//! The previews of a question's options, where they are asked for: above the question in its next dialog, and gone after
//! that.

use super::cut::excerpt;
use super::offer::{Offer, PREVIEWS, offer};
use super::{Dialogs, Style};
use crate::call::called::Called;
use crate::form::action::Action;
use crate::form::entry::Entry;
use crate::text::Clean;
use crate::words::fill;

/// Rows that the previews of a question have together, those that each has at least, and those of one that is shown alone
/// in a terminal: there are clients that show no title as long as that.
const ROWS: usize = 60;
const MIN_ROWS: usize = 6;
const ROWS_ALONE: usize = 200;
/// Previews that are shown at once.
const MAX_PREVIEWS: usize = 30;

/// Which previews are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Previewed {
    All,
    /// That of an option, from 0.
    One(usize),
}

impl Dialogs {
    /// The way to the previews of a question, if it has any; those of a list to pick from are all there are.
    pub(super) fn previews_offer(&self, entry: &Entry) -> Option<Offer> {
        if !entry.shown.has_previews || (self.style == Style::Select && self.previewed.is_some()) {
            return None;
        }
        let words = self.form.words();
        let all = with_preview(entry).count();
        let mut label = words.count(words.previews, all);
        if let (Style::Numbers, true, Some(first)) = (self.style, all > 1, with_preview(entry).next()) {
            label.extend([" ", &fill(words.one_preview, &(first + 1).to_string())]);
        }
        // The form hears of this reply as of any other: it ends what it was telling.
        Some(offer(PREVIEWS, &label, Action::Point(self.form.highlight())))
    }

    /// Shows the preview of one option, by its number or its name behind the letter. Whether that was meant.
    pub(super) fn show_preview(&mut self, reply: &str) -> bool {
        let Some((_, entry)) = self.form.listed_entry().filter(|(_, entry)| entry.shown.has_previews) else {
            return false;
        };
        let Some((key, rest)) = reply.split_at_checked(PREVIEWS.len()) else { return false };
        // Without a blank it is a letter and a number, or else a word.
        let is_number = rest.bytes().all(|byte| byte.is_ascii_digit());
        if !key.eq_ignore_ascii_case(PREVIEWS) || !(rest.starts_with(' ') || is_number) {
            return false;
        }
        let name = rest.trim();
        let Ok(Some(option)) = Called::of(&entry.question.options).find_or_count(name) else {
            self.trouble = Some(fill(self.form.words().not_a_choice, Clean::line(name).as_str()));
            return true;
        };
        if with_preview(entry).any(|other| other == option) {
            self.previewed = Some(Previewed::One(option));
        } else {
            self.trouble = Some(self.form.words().no_preview.to_owned());
        }
        self.form.update(Action::Point(option));
        true
    }

    /// The previews that are shown, each below the name of its option.
    pub(super) fn previews(&self) -> Vec<String> {
        let words = self.form.words();
        let (Some(previewed), Some((_, entry))) = (self.previewed, self.form.listed_entry()) else { return Vec::new() };
        let all: Vec<usize> = match previewed {
            Previewed::All => with_preview(entry).collect(),
            Previewed::One(option) => vec![option],
        };
        let rows = match all.len() {
            0..=1 if self.style == Style::Numbers => ROWS_ALONE,
            count => (ROWS / count.max(1)).max(MIN_ROWS),
        };
        let preview = |&option: &usize| {
            let shown = entry.shown.option(option)?;
            let text = shown.preview.as_ref()?.plain();
            let name = format!("{}{}. {}", words.preview, option + 1, shown.label.as_str());
            Some([&name, "\n", &excerpt(&text, rows, words)].concat())
        };
        let mut previews: Vec<String> = all.iter().take(MAX_PREVIEWS).filter_map(preview).collect();
        let more = all.len().saturating_sub(MAX_PREVIEWS);
        previews.extend((more > 0).then(|| format!("… {}", words.count(words.more, more))));
        previews
    }
}

/// The options that have a preview, from 0.
fn with_preview(entry: &Entry) -> impl Iterator<Item = usize> {
    let options = entry.question.options.iter().enumerate();
    options.filter(|(_, option)| option.preview.is_some()).map(|(at, _)| at)
}
