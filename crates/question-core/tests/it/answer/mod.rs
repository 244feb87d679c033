//! Results, their records, and answers from outside the form.

mod alike;
mod faults;
mod kept;
mod replies;
mod results;
