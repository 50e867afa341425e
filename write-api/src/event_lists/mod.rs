//! The lists handed in for an event: handing in, locking and unlocking them, and which revision counts.
//!
//! Each file is one operation: its body, its handler, its decision, its tests. `list_closed.rs` says why an event no
//! longer accepts a list, `counted_lists.rs` reads lists for pages, `handed_in.rs` finds the events that a list is
//! handed in for, `list_revisions.rs` which revision counts, `document.rs` has the answers.

pub(crate) mod attach_decklist;
mod counted_lists;
pub(crate) mod document;
pub(crate) mod handed_in;
pub(crate) mod list_closed;
mod list_revisions;
pub(crate) mod lock_decklists;
pub(crate) mod unlock_decklists;

use domain::permissions::Operation::{ManageRegistrations, Register};

use crate::http::route::{Address, route};

/// The routes.
pub(crate) const ADDRESSES: &[Address] = &[
    Address {
        template: "/api/v1/magic-events/{id}/registrations/{registration_id}/decklist/",
        allow: "PUT",
        routes: &[route!(PUT, Register, attach_decklist)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/decklists/lock/",
        allow: "POST",
        routes: &[route!(POST, ManageRegistrations, lock_decklists)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/decklists/unlock/",
        allow: "POST",
        routes: &[route!(POST, ManageRegistrations, unlock_decklists)],
    },
];
