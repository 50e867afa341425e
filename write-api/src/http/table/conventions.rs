//! Routes of conventions.

use domain::permissions::Operation::ManageConventions;

use crate::http::endpoints::{change_convention, change_convention_status, create_convention};
use crate::http::route::{Address, route};

pub(super) const ADDRESSES: &[Address] = &[
    Address {
        template: "/api/v1/conventions/",
        allow: "GET, HEAD, POST",
        routes: &[route!(POST, ManageConventions, create_convention)],
    },
    Address {
        template: "/api/v1/conventions/{slug}/",
        allow: "GET, HEAD, PATCH",
        routes: &[route!(PATCH, ManageConventions, change_convention)],
    },
    Address {
        template: "/api/v1/conventions/{slug}/status/",
        allow: "POST",
        routes: &[route!(POST, ManageConventions, change_convention_status)],
    },
];
