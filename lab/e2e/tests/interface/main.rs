//! The interface for programs: bodies, headers and documents of all answers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]

mod clients;
mod contract;
mod data_page;
mod demo;
mod export_changes;
mod fields_in_the_browser;
mod filters;
mod generated_clients;
mod openapi;
mod public_address;
mod recorded_clients;
mod rule_sets;
mod snapshots;
mod writes;
