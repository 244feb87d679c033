//! Questions whose call is over: what a session and the pending file hold of them, what to do about them, and the messages
//! between this tool and a program that asks in its own way.
//!
//! [`log`] folds the branch of a session into calls that are open or closed, [`inbox`] reads the pending file, and
//! [`session`] makes a plan of both for whatever happens.

pub(crate) mod exchange;
pub(crate) mod inbox;
mod log;
pub(crate) mod open;
pub(crate) mod pending;
pub(crate) mod plan;
pub(crate) mod session;
mod start;
