//! Tests every database with one suite. Another database adds a [`conformance::Backend`] and a line here.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

mod conformance;
mod failing;
mod postgres;
mod postgres_views;
mod schemas;
mod sqlite;

conformance::suite!(sqlite_store, crate::sqlite::Folder);
conformance::suite!(postgres_store, crate::postgres::Database);
