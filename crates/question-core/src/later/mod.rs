//! Calls that are over: the pending file, and messages between this tool and a program that asks in its own way.

pub(crate) mod exchange;
pub(crate) mod pending;
pub(crate) mod session;
