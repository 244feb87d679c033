#![allow(warnings)]
#[path = "it/common/mod.rs"]
mod common;
#[path = "it/later/histories.rs"]
mod histories;
