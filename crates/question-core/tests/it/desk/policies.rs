//! The rules of the desk, one by one.
