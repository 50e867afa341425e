//! Rounds: adding, pairing, starting and completing them, and cuts.
//!
//! Each file is one operation: its body, its handler, its decision, its tests. `checks.rs` has checks that several of
//! them share, `pairing.rs` gets the tables of any kind of round from the engine and turns them into events, `names.rs`
//! reads the names for an alphabetical meeting, `scrutiny.rs` finds problems with pairings, `reports.rs` finds the
//! tables that have reported, `document.rs` has the answers.

pub(crate) mod change_clock;
pub(crate) mod checks;
pub(crate) mod complete_round;
pub(crate) mod create_round;
pub(crate) mod document;
pub(crate) mod draw_deck_checks;
pub(crate) mod make_cut;
mod names;
pub(crate) mod pair_round;
mod pairing;
#[cfg(test)]
pub(crate) mod play;
pub(crate) mod publish_pairings;
pub(crate) mod remove_round;
pub(crate) mod replace_pairings;
mod reports;
mod scrutiny;
pub(crate) mod start_round;
#[cfg(test)]
mod whole_events;

use domain::permissions::Operation::{JudgeMatches, RunRounds};

use crate::http::route::{Address, route};

/// The routes.
pub(crate) const ADDRESSES: &[Address] = &[
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
        template: "/api/v1/magic-events/{id}/rounds/{round_id}/publish/",
        allow: "POST",
        routes: &[route!(POST, RunRounds, publish_pairings)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/rounds/{round_id}/clock/",
        allow: "POST",
        routes: &[route!(POST, RunRounds, change_clock)],
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
    Address {
        template: "/api/v1/magic-events/{id}/rounds/{round_id}/deck-checks/",
        allow: "POST",
        routes: &[route!(POST, JudgeMatches, draw_deck_checks)],
    },
    Address { template: "/api/v1/magic-events/{id}/cut/", allow: "POST", routes: &[route!(POST, RunRounds, make_cut)] },
];
