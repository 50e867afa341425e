//! Routes of matches: results, and changes by judges.

use domain::permissions::Operation::{JudgeMatches, ReportResults, RunRounds};

use super::{Address, Write};
use crate::http::endpoints::{change_match, confirm_result, correct_result, report_result};

pub(super) const ADDRESSES: &[Address] = &[
    Address {
        template: "/api/v1/magic-events/{id}/matches/{match_id}/",
        allow: "PATCH",
        writes: &[write!(PATCH, JudgeMatches, change_match)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/matches/{match_id}/result/",
        allow: "POST, PUT",
        writes: &[write!(POST, ReportResults, report_result), write!(PUT, RunRounds, correct_result)],
    },
    Address {
        template: "/api/v1/magic-events/{id}/matches/{match_id}/confirm/",
        allow: "POST",
        writes: &[write!(POST, ReportResults, confirm_result)],
    },
];
