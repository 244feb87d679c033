//! Questions of calls that have ended.
//!
//! [`log`] folds the branch of a session into open and closed calls, [`inbox`] reads the pending file, and [`branch`]
//! plans from both what the host has to do.

pub(crate) mod branch;
mod earlier;
pub(crate) mod inbox;
mod item;
mod listing;
pub(crate) mod log;
pub(crate) mod open;
pub(crate) mod pending;
pub(crate) mod plan;
mod start;
