//! The write side through its router, with a real log and real credentials.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]
#![recursion_limit = "256"]

mod accounts;
mod admission;
mod api_keys;
mod bodies;
mod clock;
mod conventions;
mod event_roles;
mod events;
mod halls;
mod harness;
mod imported_players;
mod invitations;
mod joining;
mod judging;
mod lists;
mod matches;
mod members;
mod named_players;
mod persons;
mod preconditions;
mod refusals;
mod refused;
mod registrations;
mod retries;
mod rounds;
mod series;
mod sockets;
mod staff;
mod store_page;
mod teams;
mod unknown_names;
mod writers;
