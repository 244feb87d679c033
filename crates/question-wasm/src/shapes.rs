//! Shapes that exist only at the boundary. `build.rs` declares them to TypeScript together with those of the core.

use std::collections::BTreeMap;

use question_core::{DialectResult, Order, Role};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The text of a pending file, or the reason why there is none.
#[derive(Serialize, TS)]
#[serde(untagged)]
pub(crate) enum PendingText {
    Text {
        /// Path of the file, as the user knows it.
        name: String,
        text: String,
        /// Text that the file has, if there is one.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        existing: Option<String>,
        /// What is wrong with a file that is passed over.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        notice: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "undefined")]
        problem: Option<()>,
    },
    Problem {
        problem: String,
    },
}

/// What follows from an event at the desk.
#[derive(Serialize, TS)]
pub(crate) struct Handled {
    /// The desk from now on, as a text.
    pub(crate) desk: String,
    pub(crate) orders: Vec<Order>,
}

/// The result of answers that nobody was shown, or their fault.
#[derive(Serialize, TS)]
#[serde(untagged)]
pub(crate) enum Answered<'a> {
    Result {
        result: DialectResult<'a>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "undefined")]
        problem: Option<()>,
    },
    Problem {
        /// Fault, worded to follow the name of the source.
        problem: String,
    },
}

/// Strings before and after a text of each role.
#[derive(Deserialize, TS)]
#[ts(type = "Record<Role, readonly [open: string, close: string]>")]
pub(crate) struct Colors(pub(crate) BTreeMap<Role, (String, String)>);
