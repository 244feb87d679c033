//! Questions that are answered after their call or by a program, and the sessions that hold them.

mod calls_over;
mod commands;
mod exchange;
mod files;
mod histories;
pub(crate) mod history;
mod log;
mod pending_file;
mod planted;
mod sentences;
mod start;
