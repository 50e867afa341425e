//! Routes of registrations and of the waitlist.

use domain::permissions::Operation::{ManageRegistrations, Register};

use crate::http::endpoints::{
    change_registration, check_in, create_registration, disqualify_player, drop_player, move_to_child_event,
    promote_waitlist,
};
use crate::http::route::{Address, route};

pub(super) const ADDRESSES: &[Address] = &[
    Address {
        template: "/api/v1/magic-events/{id}/registrations/",
        allow: "GET, HEAD, POST",
        routes: &[route!(POST, Register, create_registration)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/registrations/{registration_id}/",
        allow: "PATCH",
        routes: &[route!(PATCH, ManageRegistrations, change_registration)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/registrations/{registration_id}/check-in/",
        allow: "POST",
        routes: &[route!(POST, Register, check_in)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/registrations/{registration_id}/drop/",
        allow: "POST",
        routes: &[route!(POST, Register, drop_player)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/registrations/{registration_id}/disqualify/",
        allow: "POST",
        routes: &[route!(POST, ManageRegistrations, disqualify_player)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/registrations/{registration_id}/move/",
        allow: "POST",
        routes: &[route!(POST, ManageRegistrations, move_to_child_event)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/waitlist/promote/",
        allow: "POST",
        routes: &[route!(POST, ManageRegistrations, promote_waitlist)],
    },
];
