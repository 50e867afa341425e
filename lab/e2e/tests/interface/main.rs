//! The interface for programs: bodies, headers and documents of all answers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]

mod caching;
mod clients;
mod contract;
mod data_page;
mod demo;
mod export_changes;
mod filters;
mod generated_clients;
mod openapi;
mod public_address;
mod recorded_clients;
mod snapshots;
mod writes;
