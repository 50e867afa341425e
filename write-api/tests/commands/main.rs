//! Commands against a real store.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]

mod decklists;
mod key_uses;
mod offers;
mod organizations;
mod people;
mod queues;
mod support;
