//! The lists handed in for an event: handing in, locking and unlocking them, and which revision counts.
//!
//! `list_closed.rs` says why an event no longer accepts a list, `list_revisions.rs` which revision counts,
//! `document.rs` has the answers.

pub mod attach_decklist;
pub(crate) mod document;
pub(crate) mod list_closed;
mod list_revisions;
pub mod lock_decklists;
pub mod unlock_decklists;

use crate::http::request::{Endpoint, endpoint};

pub(crate) static ENDPOINTS: &[Endpoint] =
    &[endpoint!(attach_decklist), endpoint!(lock_decklists), endpoint!(unlock_decklists)];
