//! Authentication and authorization: accepted credentials, permissions, and refusals.

mod attempts;
mod claims;
mod erased;
mod event_roles;
mod matrix;
mod names;
mod own_events;
mod panel;
mod planted;
mod player_pages;
mod private_links;
mod revoked;
mod rotated;
mod secrets;
mod set_up;
mod table;
mod told;

/// The address at which lists are read and created.
const LISTS: &str = "/api/v1/decklists/";
