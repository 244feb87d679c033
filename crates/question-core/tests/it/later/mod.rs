//! Questions that are answered after their call or by a program, and the sessions that hold them.

mod branch;
mod calls_over;
mod exchange;
mod files;
mod histories;
mod pending_file;
mod planted;
mod session;
mod told;
