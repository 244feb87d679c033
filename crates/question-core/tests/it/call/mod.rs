//! Calls and settings: the questions asked, or the refusal.

mod corpus;
mod declared;
mod dialects;
mod normalization;
mod settings;
