//! Matches: results by players and staff, and what judges record.
//!
//! `score.rs` turns games into a result, `table.rs` finds a match and its players, `contested.rs` has the call that a contested result makes, `effects.rs` lists the effects of a
//! correction, `document.rs` has the answers.

pub mod change_match;
pub mod confirm_result;
pub mod contest_result;
pub mod contested;
pub mod correct_result;
pub(crate) mod document;
pub mod effects;
pub mod report_result;
pub mod score;
pub(crate) mod table;
#[cfg(test)]
pub(crate) mod testing;

use crate::http::request::{Endpoint, endpoint};

pub(crate) static ENDPOINTS: &[Endpoint] = &[
    endpoint!(change_match),
    endpoint!(contest_result),
    endpoint!(report_result),
    endpoint!(correct_result),
    endpoint!(confirm_result),
];
