//! Penalties of players, and calls for a judge.
//!
//! Each file is one operation: its body, its handler, its decision, its tests. `document.rs` has the answers.

pub(crate) mod answer_call;
pub(crate) mod call_judge;
pub(crate) mod close_call;
pub(crate) mod document;
pub(crate) mod issue_penalty;
pub(crate) mod restore_penalty;
pub(crate) mod withdraw_penalty;

use domain::permissions::Operation::{CallJudges, JudgeMatches, JudgePlayers};

use crate::http::route::{Address, route};

/// The routes.
pub(crate) const ADDRESSES: &[Address] = &[
    Address {
        template: "/api/v1/magic-events/{id}/penalties/",
        allow: "GET, HEAD, POST",
        routes: &[route!(POST, JudgePlayers, issue_penalty)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/penalties/{penalty_id}/",
        allow: "DELETE",
        routes: &[route!(DELETE, JudgePlayers, withdraw_penalty)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/penalties/{penalty_id}/restore/",
        allow: "POST",
        routes: &[route!(POST, JudgePlayers, restore_penalty)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/calls/",
        allow: "GET, HEAD, POST",
        routes: &[route!(POST, CallJudges, call_judge)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/calls/{call_id}/answer/",
        allow: "POST",
        routes: &[route!(POST, JudgeMatches, answer_call)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/calls/{call_id}/close/",
        allow: "POST",
        routes: &[route!(POST, JudgeMatches, close_call)],
    },
];
