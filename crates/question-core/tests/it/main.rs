//! All tests of the core's public interface, in one program: it is linked once, and so are the helpers in `common`.

#![allow(clippy::expect_used, clippy::panic)] // clippy.toml allows them in test functions, but not in what those share

mod common;

mod complaints;
mod complaints_screen;
mod dialects;
mod exchange;
mod frames;
mod frames_more;
mod later;
mod legible;
mod normalization;
mod pending_file;
mod properties;
mod properties_drafts;
mod properties_reach;
mod properties_walk;
mod replies;
mod replies_kept;
mod results;
mod rows;
mod settings;
mod transcript;
mod transitions;
mod transitions_host;
mod transitions_multi;
mod transitions_text;
mod transitions_undo;
mod walk;
mod walk_more;
mod words;
