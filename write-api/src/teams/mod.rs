//! Teams: forming and dropping them.
//!
//! Each file is one operation: its body, its handler, its decision, its tests. `document.rs` has the answers.

pub(crate) mod document;
pub(crate) mod drop_team;
pub(crate) mod form_team;

use domain::permissions::Operation::ManageRegistrations;

use crate::http::route::{Address, route};

/// The routes.
pub(crate) const ADDRESSES: &[Address] = &[
    Address {
        template: "/api/v1/magic-events/{id}/teams/",
        allow: "POST",
        routes: &[route!(POST, ManageRegistrations, form_team)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/teams/{team_id}/drop/",
        allow: "POST",
        routes: &[route!(POST, ManageRegistrations, drop_team)],
    },
];
