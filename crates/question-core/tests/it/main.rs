//! All tests of the core's public interface, in one program: it is linked once, and so are the helpers in `common`.

#![allow(clippy::expect_used, clippy::panic)] // clippy.toml allows them in test functions, but not in what those share

mod acp;
mod common;

mod answer;
mod bounds;
mod call;
mod desk;
mod dialogs;
mod form;
mod later;
mod screen;
mod views;
mod web;
