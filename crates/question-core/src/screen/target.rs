//! What is at a place of a frame, for the mouse.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::frame::Slot;
use super::layout::{Layout, Pane};
use super::{Editor, Screen, draw, tabs};

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
    let layout = Layout::of(screen, screen.form.page(), editor.rows);
    let frame = draw::frame(screen, editor);
    let row = match frame.slot {
        Some(slot) if row >= slot.row + slot.rows => row - slot.rows,
        Some(slot) if row >= slot.row => return Target::Nothing,
        _ => row,
    };
    if layout.has_tabs && row == usize::from(layout.has_borders) {
        return tabs::target(&screen.form, layout.columns, column);
    }
    let is_in = |slot: Slot| (slot.row..slot.row + slot.rows).contains(&row);
    if frame.prompt.is_some_and(is_in) {
        return Target::Prompt;
    }
    let is_beside = layout.preview.is_some_and(|Pane { is_beside, .. }| is_beside);
    if frame.preview.is_some_and(is_in) && (!is_beside || column >= layout.list_columns) {
        return Target::Preview;
    }
    frame.lines.get(row).and_then(|line| line.item).map_or(Target::Nothing, Target::Item)
}
