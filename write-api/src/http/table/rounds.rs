//! Routes of rounds, their pairings, and cuts.

use domain::permissions::Operation::RunRounds;

use super::{Address, Write};
use crate::http::endpoints::{
    complete_round, create_round, make_cut, pair_round, remove_round, replace_pairings, start_round,
};

pub(super) const ADDRESSES: &[Address] = &[
    Address {
        template: "/api/v1/magic-events/{id}/rounds/",
        allow: "POST",
        writes: &[write!(POST, RunRounds, create_round)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/rounds/{round_id}/",
        allow: "DELETE",
        writes: &[write!(DELETE, RunRounds, remove_round)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/rounds/{round_id}/pair/",
        allow: "POST",
        writes: &[write!(POST, RunRounds, pair_round)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/rounds/{round_id}/pairings/",
        allow: "PUT",
        writes: &[write!(PUT, RunRounds, replace_pairings)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/rounds/{round_id}/start/",
        allow: "POST",
        writes: &[write!(POST, RunRounds, start_round)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/rounds/{round_id}/complete/",
        allow: "POST",
        writes: &[write!(POST, RunRounds, complete_round)],
    },
    Address { template: "/api/v1/magic-events/{id}/cut/", allow: "POST", writes: &[write!(POST, RunRounds, make_cut)] },
];
