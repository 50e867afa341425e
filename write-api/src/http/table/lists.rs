//! Routes of the lists handed in for an event.

use domain::permissions::Operation::{ManageRegistrations, Register};

use crate::http::endpoints::{attach_decklist, lock_decklists, unlock_decklists};
use crate::http::route::{Address, route};

pub(super) const ADDRESSES: &[Address] = &[
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
