//! Shapes that exist only at the boundary. `build.rs` declares them to TypeScript together with those of the core.

use std::collections::BTreeMap;

use question_core::{Order, ReceptionOrder, Role};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What follows from an event at the desk.
#[derive(Serialize, TS)]
pub(crate) struct Handled {
    /// The desk from now on, as a text.
    pub(crate) desk: String,
    pub(crate) orders: Vec<Order>,
}

/// What follows from an event at the reception.
#[derive(Serialize, TS)]
pub(crate) struct Received {
    /// The reception from now on, as a text.
    pub(crate) state: String,
    pub(crate) orders: Vec<ReceptionOrder>,
}

/// Strings before and after a text of each role.
#[derive(Deserialize, TS)]
#[ts(type = "Record<Role, readonly [open: string, close: string]>")]
pub(crate) struct Colors(pub(crate) BTreeMap<Role, (String, String)>);
