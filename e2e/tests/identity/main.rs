//! Authentication and authorization: accepted credentials, permissions, and refusals.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]

mod attempts;
mod combined;
mod erased;
mod given;
mod matrix;
mod names;
mod own_events;
mod own_lists;
mod panel;
mod planted;
mod player_pages;
mod private_links;
mod refused;
mod revoked;
mod rotated;
mod schemes;
mod secrets;
mod table;
mod told;
