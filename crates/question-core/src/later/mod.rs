//! Calls that are over: what a session and the pending file hold of them, and messages between this tool and a program
//! that asks in its own way.

pub(crate) mod branch;
pub(crate) mod exchange;
pub(crate) mod late;
pub(crate) mod pending;
pub(crate) mod plan;
pub(crate) mod resume;
pub(crate) mod session;
