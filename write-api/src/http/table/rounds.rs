//! Routes of rounds, their pairings, and cuts.

use domain::permissions::Operation::RunRounds;

use crate::http::endpoints::{
    complete_round, create_round, make_cut, pair_round, remove_round, replace_pairings, start_round,
};
use crate::http::route::{Address, route};

pub(super) const ADDRESSES: &[Address] = &[
    Address {
        template: "/api/v1/magic-events/{id}/rounds/",
        allow: "POST",
        routes: &[route!(POST, RunRounds, create_round)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/rounds/{round_id}/",
        allow: "DELETE",
        routes: &[route!(DELETE, RunRounds, remove_round)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/rounds/{round_id}/pair/",
        allow: "POST",
        routes: &[route!(POST, RunRounds, pair_round)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/rounds/{round_id}/pairings/",
        allow: "PUT",
        routes: &[route!(PUT, RunRounds, replace_pairings)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/rounds/{round_id}/start/",
        allow: "POST",
        routes: &[route!(POST, RunRounds, start_round)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/rounds/{round_id}/complete/",
        allow: "POST",
        routes: &[route!(POST, RunRounds, complete_round)],
    },
    Address { template: "/api/v1/magic-events/{id}/cut/", allow: "POST", routes: &[route!(POST, RunRounds, make_cut)] },
];
