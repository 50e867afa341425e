//! The harness of the whole-system tests: the real app on a free port, on data that vanishes, with a clock that stands still.
//! The same tests run against one process on SQLite and, where `CROSSTABLE_TEST_SHAPE` is `three`, against three on PostgreSQL
//! and NATS behind nginx. It talks to the app as users do, over HTTP; only what no user can do (telling events) goes past it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this crate is tests")]

mod app;
pub mod archive;
pub mod browser;
pub mod collector;
pub mod contract;
pub mod crawl;
pub mod drill;
pub mod file_clock;
pub mod foreign_ids;
pub mod gate;
pub mod generate;
pub mod hosts;
pub mod limits;
pub mod logged;
pub mod machines;
pub mod openapi;
pub mod overheard;
pub mod people;
pub mod permissions;
pub mod published;
pub mod reckon;
pub mod recordings;
pub mod reply;
pub mod scene;
pub mod scrape;
pub mod source;
pub mod stage;
pub mod things;
pub mod visitor;

pub use app::{DeafReader, Options, Store, TestApp};
pub use reply::Reply;
