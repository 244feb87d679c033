//! Text on its way to the screen: made harmless, measured, wrapped and cut. The only Unicode code of the crate.
//!
//! It knows nothing about questions, roles or frames.

pub(crate) mod asking;
mod block;
mod class;
mod clean;
pub(crate) mod cost;
mod fence;
pub(crate) mod fuzzy;
mod item;
mod link;
pub(crate) mod marks;
pub(crate) mod prose;
mod requests;
mod spaced;
mod table;
mod tables;
mod unbroken;
pub(crate) mod unmarked;
mod width;
mod wrap;

pub(crate) use block::Block;
pub use clean::{Clean, harmless};
pub(crate) use clean::{is_kept, start_of};
pub use prose::{Markdown, Renderer};
pub use unbroken::Unbroken;
pub(crate) use width::is_wide_letter;
pub use width::width;
pub(crate) use wrap::{Wrap, cut_inside, shortened, truncate};
