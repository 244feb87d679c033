//! Results, their records, and answers from outside the form.

mod alike;
mod endings;
mod faults;
mod kept;
mod replies;
mod results;
