//! The lists handed in for an event: handing in, locking and unlocking them, and which revision counts.
//!
//! Each file is one operation: its body, its handler, its decision, its tests. `list_closed.rs` says why an event no
//! longer accepts a list, `counted_lists.rs` reads lists for pages, `handed_in.rs` finds the events that a list is
//! handed in for, `list_revisions.rs` which revision counts, `document.rs` has the answers.

pub mod attach_decklist;
mod counted_lists;
pub(crate) mod document;
pub(crate) mod handed_in;
pub(crate) mod list_closed;
mod list_revisions;
pub mod lock_decklists;
pub mod unlock_decklists;

use crate::http::endpoint::{Endpoint, endpoint};

pub(crate) const ENDPOINTS: &[Endpoint] =
    &[endpoint!(attach_decklist), endpoint!(lock_decklists), endpoint!(unlock_decklists)];
