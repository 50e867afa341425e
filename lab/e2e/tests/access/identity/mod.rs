//! Authentication and authorization: accepted credentials, permissions, and refusals.

mod attempts;
mod claims;
mod erased;
mod event_roles;
mod given;
mod matrix;
mod names;
mod own_events;
mod panel;
mod planted;
mod player_pages;
mod private_links;
mod refused;
mod revoked;
mod rotated;
mod secrets;
mod set_up;
mod table;
mod told;
