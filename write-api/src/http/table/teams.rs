//! Routes of teams.

use domain::permissions::Operation::ManageRegistrations;

use crate::http::endpoints::{drop_team, form_team};
use crate::http::route::{Address, route};

pub(super) const ADDRESSES: &[Address] = &[
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
