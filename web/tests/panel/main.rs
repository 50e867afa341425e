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
mod notifications;
mod overview;
mod pages;
mod pictures;
mod store;
mod webhooks;
mod world;
