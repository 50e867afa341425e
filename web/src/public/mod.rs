//! Pages and pictures for everyone: pure functions from data to text. The read side serves them.

pub mod archetypes;
pub mod calendar;
pub mod deck_image;
pub mod decklist;
pub mod docs;
pub mod event;
pub mod files;
pub mod find;
pub(crate) mod head;
pub mod index;
mod lines;
pub mod not_found;
pub mod player;
pub mod round;
pub mod screen;
mod standings;

#[cfg(test)]
mod tests;
