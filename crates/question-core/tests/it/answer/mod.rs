//! What answers come to: results, and answers that come from elsewhere than the form.

mod faults;
mod kept;
mod replies;
mod results;
