//! What happens around forms: events of the host go in, orders for it come out.
//!
//! The desk is plain data. The host keeps it as a text and hands it in with each event, so that it belongs to no instance of
//! the module. It must not do anything itself, and knows no questions: tickets stand for them.

pub(crate) mod queue;
