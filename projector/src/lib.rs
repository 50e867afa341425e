//! Event → view. Folds events, renders finished response documents, and is the only writer of the view store.

pub mod settings;
pub mod views;
