//! The write side through its router, with a real log and real credentials.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]

mod accounts;
mod api_keys;
mod bodies;
mod check_in;
mod clock;
mod conventions;
mod events;
mod harness;
mod imported_players;
mod invitations;
mod judging;
mod lists;
mod matches;
mod members;
mod named_players;
mod persons;
mod preconditions;
mod promises;
mod refusals;
mod refused;
mod registrations;
mod removed_rounds;
mod retries;
mod rounds;
mod sockets;
mod staff;
mod store_page;
mod teams;
mod unknown_names;
mod writers;
