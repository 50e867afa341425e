//! Routes of teams.

use domain::permissions::Operation::ManageRegistrations;

use super::{Address, Write};
use crate::http::endpoints::{drop_team, form_team};

pub(super) const ADDRESSES: &[Address] = &[
    Address {
        template: "/api/v1/magic-events/{id}/teams/",
        allow: "POST",
        writes: &[write!(POST, ManageRegistrations, form_team)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/teams/{team_id}/drop/",
        allow: "POST",
        writes: &[write!(POST, ManageRegistrations, drop_team)],
    },
];
