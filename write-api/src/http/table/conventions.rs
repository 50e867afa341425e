//! Routes of conventions.

use domain::permissions::Operation::ManageConventions;

use super::{Address, Write};
use crate::http::endpoints::{change_convention, change_convention_status, create_convention};

pub(super) const ADDRESSES: &[Address] = &[
    Address {
        template: "/api/v1/conventions/",
        allow: "GET, HEAD, POST",
        writes: &[write!(POST, ManageConventions, create_convention)],
    },
    Address {
        template: "/api/v1/conventions/{slug}/",
        allow: "GET, HEAD, PATCH",
        writes: &[write!(PATCH, ManageConventions, change_convention)],
    },
    Address {
        template: "/api/v1/conventions/{slug}/status/",
        allow: "POST",
        writes: &[write!(POST, ManageConventions, change_convention_status)],
    },
];
