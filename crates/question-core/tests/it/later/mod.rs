//! Questions that are answered after their call or by a program.

mod calls_over;
mod exchange;
mod pending_file;
