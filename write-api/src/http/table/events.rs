//! Routes of events and their lifecycle.

use domain::permissions::Operation::ManageEvents;

use super::{Address, Write};
use crate::http::endpoints::{change_event, change_lifecycle, create_event};

pub(super) const ADDRESSES: &[Address] = &[
    Address {
        template: "/api/v1/magic-events/",
        allow: "GET, HEAD, POST",
        writes: &[write!(POST, ManageEvents, create_event)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/",
        allow: "GET, HEAD, PATCH",
        writes: &[write!(PATCH, ManageEvents, change_event)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/lifecycle/",
        allow: "POST",
        writes: &[write!(POST, ManageEvents, change_lifecycle)],
    },
];
