//! Routes of the lists handed in for an event.

use domain::permissions::Operation::{ManageRegistrations, Register};

use super::{Address, Write};
use crate::http::endpoints::{attach_decklist, lock_decklists, unlock_decklists};

pub(super) const ADDRESSES: &[Address] = &[
    Address {
        template: "/api/v1/magic-events/{id}/registrations/{registration_id}/decklist/",
        allow: "PUT",
        writes: &[write!(PUT, Register, attach_decklist)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/decklists/lock/",
        allow: "POST",
        writes: &[write!(POST, ManageRegistrations, lock_decklists)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/decklists/unlock/",
        allow: "POST",
        writes: &[write!(POST, ManageRegistrations, unlock_decklists)],
    },
];
