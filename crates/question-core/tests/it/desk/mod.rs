//! What happens around forms.

mod histories;
mod host;
mod policies;
