//! Registrations: signing up, changing, checking in, dropping, disqualifying and moving players, the waitlist, and
//! private links.
//!
//! Each file is one operation: its body, its handler, its decision, its tests. `entries.rs` has queries on an event's
//! registrations, `people.rs` finds the person whom a body names, `document.rs` has the answers.

pub(crate) mod award_missed_rounds;
pub(crate) mod change_registration;
pub(crate) mod check_in;
pub(crate) mod disqualify_player;
pub(crate) mod document;
pub(crate) mod drop_player;
pub(crate) mod entries;
pub(crate) mod make_private_links;
pub(crate) mod move_to_child_event;
pub(crate) mod promote_waitlist;
pub(crate) mod register_player;
pub(crate) mod revoke_private_link;

use domain::permissions::Operation::{ManageRegistrations, Register};

use crate::http::route::{Address, route};

/// The routes.
pub(crate) const ADDRESSES: &[Address] = &[
    Address {
        template: "/api/v1/magic-events/{id}/registrations/",
        allow: "GET, HEAD, POST",
        routes: &[route!(POST, Register, register_player)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/registrations/{registration_id}/",
        allow: "PATCH",
        routes: &[route!(PATCH, ManageRegistrations, change_registration)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/registrations/{registration_id}/late/",
        allow: "POST",
        routes: &[route!(POST, ManageRegistrations, award_missed_rounds)],
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
        template: "/api/v1/magic-events/{id}/private-links/",
        allow: "POST",
        routes: &[route!(POST, ManageRegistrations, make_private_links)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/registrations/{registration_id}/private-link/",
        allow: "DELETE",
        routes: &[route!(DELETE, ManageRegistrations, revoke_private_link)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/waitlist/promote/",
        allow: "POST",
        routes: &[route!(POST, ManageRegistrations, promote_waitlist)],
    },
];
