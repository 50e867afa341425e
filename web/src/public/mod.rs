//! Pages and pictures for everyone: pure functions from data to text. The read side serves them.

mod about;
pub mod archetypes;
mod bracket;
pub mod calendar;
mod card;
pub(crate) mod chart;
mod clock;
pub mod colors;
pub mod convention;
pub mod deck_image;
pub mod decklist;
pub mod docs;
pub mod event;
pub mod files;
pub mod find;
pub(crate) mod head;
pub mod index;
mod lines;
mod markdown;
pub mod not_found;
mod paging;
pub mod player;
mod preview;
pub(crate) mod qr;
pub mod round;
pub mod screen;
pub mod sitemap;
mod standings;
pub mod store;
pub(crate) mod tabs;

pub use head::EventData;
pub use tabs::{EventView, Hours};

#[cfg(test)]
mod tests;
