//! What is at a place of a frame, for the mouse.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::layout::{Layout, Part};
use super::{Editor, Screen, tabs, window};
use crate::form::page::Page;

/// What is at a place of a frame. Positions count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// An item of the list that is shown.
    Item(usize),
    /// A tab.
    Tab(usize),
    /// The prompt, where it scrolls.
    Prompt,
    /// The preview.
    Preview,
    /// Anything else.
    Nothing,
}

/// What is at a place of the frame that was drawn, with the editor's rows in their slot; both count from 0.
pub(super) fn target(screen: &Screen, editor: Editor, row: usize, column: usize) -> Target {
    let layout = Layout::shown(screen, editor.rows);
    if screen.help.is_some() || matches!(screen.form.page(), Page::Zoom(..)) {
        return Target::Nothing;
    }
    match layout.part_at(row) {
        Some((Part::Tabs, _)) => tabs::target(&screen.form, layout.columns, column),
        Some((Part::Head, at)) if layout.head_slot(screen).is_some_and(|slot| slot.holds(at)) => Target::Prompt,
        Some((Part::Preview, _)) => Target::Preview,
        Some((Part::Body, _)) if column >= layout.list_columns() && screen.preview_view(&layout).is_some() => {
            Target::Preview
        }
        Some((Part::Body, at)) => {
            window::visible(screen, &layout).get(at).and_then(|line| line.item).map_or(Target::Nothing, Target::Item)
        }
        _ => Target::Nothing,
    }
}
