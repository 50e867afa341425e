//! Every database against one suite. A further one adds a [`conformance::Backend`] and two lines here.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

mod conformance;
mod sqlite;

conformance::event_store!(sqlite_event_store, crate::sqlite::Folder);
conformance::view_store!(sqlite_view_store, crate::sqlite::Folder);
