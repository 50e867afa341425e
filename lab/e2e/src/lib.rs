//! The harness of the whole-system tests: the real app on a free port, with temporary data and a clock that only tests
//! advance. A test runs against one process on SQLite or, if `CROSSTABLE_TEST_SHAPE` is `three`, against three
//! on PostgreSQL and NATS behind nginx. Tests use the app over HTTP as users do; they bypass it only for actions that
//! no user can perform, such as appending events.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this crate is tests")]

mod app;
pub mod archive;
pub mod browser;
pub mod client;
pub mod collector;
pub mod contract;
pub mod crawl;
pub mod examples;
pub mod file_clock;
pub mod find;
pub mod foreign_ids;
pub mod form;
pub mod gate;
pub mod generate;
pub mod hook_receiver;
pub mod hosts;
pub mod limits;
pub mod line;
pub mod machines;
pub mod modules;
pub mod named_ids;
pub mod openapi;
pub mod overheard;
pub mod people;
pub mod permissions;
pub mod program;
pub mod provider;
pub mod published;
pub mod reckon;
pub mod recordings;
pub mod reply;
pub mod scenario;
pub mod scene;
pub mod scrape;
pub mod script;
pub mod simulate;
pub mod source;
pub mod stage;
pub mod things;
pub mod until;
pub mod visitor;

pub use app::{Options, PICTURE, Store, TestApp, settings, webhook_rules, with_body, with_form};
pub use reply::Reply;
