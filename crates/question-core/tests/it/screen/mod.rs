//! What is drawn: of a form, and in the transcript.

mod asked;
mod cut;
mod few_rows;
mod fits;
mod folded;
mod frames;
mod glance;
mod in_sight;
mod legible;
mod named;
mod one_row;
mod pages;
mod reach;
mod reading;
mod room;
mod subagent;
mod transcript;
mod words;
