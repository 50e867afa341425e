//! Events: creating and changing them, and their lifecycle.
//!
//! Each file is one operation: its body, its handler, its decision, its tests. `event_fields.rs` has the fields and
//! their limits, `convention.rs` and `parents.rs` find what they refer to, `document.rs` has the answers.

pub(crate) mod change_event;
pub(crate) mod change_lifecycle;
mod convention;
pub(crate) mod create_event;
pub(crate) mod delete_event;
pub(crate) mod document;
pub(crate) mod event_fields;
mod parents;

use domain::permissions::Operation::ManageEvents;

use crate::http::route::{Address, route};

/// The routes.
pub(crate) const ADDRESSES: &[Address] = &[
    Address {
        template: "/api/v1/magic-events/",
        allow: "GET, HEAD, POST",
        routes: &[route!(POST, ManageEvents, create_event)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/",
        allow: "GET, HEAD, PATCH, DELETE",
        routes: &[route!(PATCH, ManageEvents, change_event), route!(DELETE, ManageEvents, delete_event)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/lifecycle/",
        allow: "POST",
        routes: &[route!(POST, ManageEvents, change_lifecycle)],
    },
];
