//! Shapes that only the boundary has. The build script declares them to TypeScript with those of the core.

use std::collections::BTreeMap;

use question_core::{DialectResult, Role};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A text to be written, or why not.
#[derive(Serialize, TS)]
#[serde(untagged)]
pub(crate) enum Outgoing {
    Text {
        text: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "undefined")]
        problem: Option<()>,
    },
    Problem {
        problem: String,
    },
}

/// The result of answers that came from elsewhere, or what is wrong with them.
#[derive(Serialize, TS)]
#[serde(untagged)]
pub(crate) enum Incoming<'a> {
    Result {
        result: DialectResult<'a>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "undefined")]
        problem: Option<()>,
    },
    Problem {
        /// For the model.
        problem: String,
        /// The same for the user.
        told: String,
    },
}

/// What goes before and after a text of each role.
#[derive(Deserialize, TS)]
#[ts(type = "Record<Role, readonly [open: string, close: string]>")]
pub(crate) struct Colors(pub(crate) BTreeMap<Role, (String, String)>);
