//! The write side through its router, and its commands alone, with a real log and real credentials.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]
#![recursion_limit = "256"]

mod accounts;
mod api_keys;
mod bodies;
mod commands;
mod conventions;
mod event_roles;
mod events;
mod halls;
mod harness;
mod invitations;
mod joining;
mod lists;
mod matches;
mod members;
mod named_players;
mod persons;
mod refusals;
mod refused;
mod registrations;
mod retries;
mod rounds;
mod series;
mod staff;
mod store_page;
mod unknown_names;
mod writers;
