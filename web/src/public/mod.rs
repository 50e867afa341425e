//! Pages and pictures for everyone: pure functions from data to text. The read side serves them.

pub mod archetypes;
pub mod deck_image;
pub mod decklist;
pub mod docs;
pub mod event;
pub mod front;
mod head;
pub mod not_found;
pub mod player;
pub mod round;
mod standings;

#[cfg(test)]
mod tests;
