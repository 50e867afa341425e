//! Tests every database with one suite. Another database adds a [`conformance::EventBackend`], a
//! [`conformance::ViewBackend`] and two lines here.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

mod conformance;
mod failing;
mod postgres;
mod postgres_views;
mod schemas;
mod sqlite;

conformance::event_store!(sqlite_event_store, crate::sqlite::Folder);
conformance::event_store!(postgres_event_store, crate::postgres::Database);
conformance::view_store!(sqlite_view_store, crate::sqlite::Folder);
conformance::view_store!(postgres_view_store, crate::postgres::Database);
