//! Routes of events and their lifecycle.

use domain::permissions::Operation::ManageEvents;

use crate::http::endpoints::{change_event, change_lifecycle, create_event};
use crate::http::route::{Address, route};

pub(super) const ADDRESSES: &[Address] = &[
    Address {
        template: "/api/v1/magic-events/",
        allow: "GET, HEAD, POST",
        routes: &[route!(POST, ManageEvents, create_event)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/",
        allow: "GET, HEAD, PATCH",
        routes: &[route!(PATCH, ManageEvents, change_event)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/lifecycle/",
        allow: "POST",
        routes: &[route!(POST, ManageEvents, change_lifecycle)],
    },
];
