//! What happens around forms.

mod closing;
mod deliveries;
mod elsewhere;
mod files;
mod histories;
mod host;
mod late;
mod people;
mod places;
mod policies;
mod queue;
mod reception;
mod scenes;
mod sessions;
mod waiting;
