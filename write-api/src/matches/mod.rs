//! Matches: results by players and staff, and what judges record.
//!
//! Each file is one operation: its body, its handler, its decision, its tests. `score.rs` turns games into a result,
//! `table.rs` finds a match and its players, `effects.rs` lists the effects of a correction, `document.rs` has the
//! answers.

pub(crate) mod change_match;
pub(crate) mod confirm_result;
pub(crate) mod contest_result;
pub(crate) mod correct_result;
pub(crate) mod document;
mod effects;
pub(crate) mod report_result;
pub(crate) mod score;
pub(crate) mod table;

use domain::permissions::Operation::{JudgeMatches, ReportResults, RunRounds};

use crate::http::route::{Address, route};

/// The routes.
pub(crate) const ADDRESSES: &[Address] = &[
    Address {
        template: "/api/v1/magic-events/{id}/matches/{match_id}/",
        allow: "PATCH",
        routes: &[route!(PATCH, JudgeMatches, change_match)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/matches/{match_id}/contest/",
        allow: "POST",
        routes: &[route!(POST, ReportResults, contest_result)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/matches/{match_id}/result/",
        allow: "POST, PUT",
        routes: &[route!(POST, ReportResults, report_result), route!(PUT, RunRounds, correct_result)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/matches/{match_id}/confirm/",
        allow: "POST",
        routes: &[route!(POST, ReportResults, confirm_result)],
    },
];
