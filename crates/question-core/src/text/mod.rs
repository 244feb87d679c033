//! Text for the screen: made harmless, measured, wrapped and cut. All knowledge of Unicode and Markdown is here.
//!
//! This module must not know questions, roles or frames.

mod class;
mod clean;
pub(crate) mod find;
pub(crate) mod letters;
pub(crate) mod markdown;
pub(crate) mod question;
mod tables;
mod width;
mod wrap;

pub use clean::{Clean, harmless, without_controls};
pub(crate) use clean::{has_no_controls, is_blank, is_harmless_text, is_seen, start_of};
pub use width::width;
pub(crate) use wrap::{Wrap, cut_inside, shortened, truncate};

/// Quotes a text for a comma-separated list if it contains a comma or a quote.
pub(crate) fn listed(text: String) -> String {
    let is_doubtful = text.contains([',', '"']);
    if is_doubtful { format!("\"{}\"", text.replace('"', "\\\"")) } else { text }
}
