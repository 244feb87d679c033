//! Targets of the mouse on a frame.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::allot::Part;
use super::layout::Layout;
use super::{Editor, Screen, preview, tabs, window};
use crate::form::page::Page;

/// A target of the mouse. Indices are 0-based.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// An item of the current list.
    Item(usize),
    /// A tab.
    Tab(usize),
    /// The prompt, if it scrolls; the row of a folded form.
    Prompt,
    /// The preview.
    Preview,
    /// Anything else.
    Nothing,
}

pub(super) fn target(screen: &Screen, editor: Editor, row: usize, column: usize) -> Target {
    if screen.is_folded {
        return Target::Prompt;
    }
    let layout = Layout::shown(screen, editor.rows);
    if screen.help.is_some() || matches!(screen.form.page(), Page::Zoom(..)) {
        return Target::Nothing;
    }
    match layout.part_at(row) {
        Some((Part::Tabs, _)) => {
            tabs::target(&screen.form, layout.columns, layout.rows(Part::BottomBorder) > 0, column)
        }
        Some((Part::Head, _)) if layout.head.scrolls() => Target::Prompt,
        Some((Part::Preview, _)) => Target::Preview,
        Some((Part::Body, _)) if column >= layout.list_columns() && preview::scrolled(screen, &layout).is_some() => {
            Target::Preview
        }
        Some((Part::Body, at)) => window::item_at(screen, &layout, at, column).map_or(Target::Nothing, Target::Item),
        _ => Target::Nothing,
    }
}
