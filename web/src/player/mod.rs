//! The player's page: one column for a phone, that works without scripts.
//!
//! A signed-in person finds it at `/me/{id}/`, the holder of a private link at `/e/{event}/{code}/`. Both show the same
//! page (`page.rs`), drawn from the newest state of the event. Each step is a command as the player (`event.rs`), the same
//! that HTTP runs, so the page can do nothing that the interface cannot. At `/me/pages/` people show and hide their public
//! pages. Its texts are in `player.ftl` of each language.

mod event;
mod me;
mod own_match;
mod page;
pub(crate) mod router;
