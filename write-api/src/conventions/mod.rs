//! Conventions: creating and changing them, and their status.
//!
//! Each file is one operation: its body, its handler, its decision, its tests. `convention_fields.rs` has the fields
//! and their limits, `slugs.rs` the names in addresses, `document.rs` the answers.

pub(crate) mod change_convention;
pub(crate) mod change_convention_status;
pub(crate) mod convention_fields;
pub(crate) mod create_convention;
mod document;
mod slugs;

use domain::permissions::Operation::ManageConventions;

use crate::http::route::{Address, route};

/// The routes.
pub(crate) const ADDRESSES: &[Address] = &[
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
