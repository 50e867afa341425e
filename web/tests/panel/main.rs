//! Tests of the panel over HTTP, on a real store, as a browser without scripts sees it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "these are tests")]
#![allow(unreachable_pub, missing_docs, reason = "tests have no public interface")]

mod account;
mod audit;
mod browser;
mod desk;
mod entry;
mod forms;
mod judges;
mod keys;
mod languages;
mod members;
mod mirror;
mod new_account;
mod notifications;
mod overview;
mod own_data;
mod pages;
mod pictures;
mod providers;
mod store;
mod two_step;
mod webhooks;
mod world;
