//! What a model sends and what the user has set: what is asked, or why nothing can be.

mod corpus;
mod declared;
mod dialects;
mod normalization;
mod settings;
