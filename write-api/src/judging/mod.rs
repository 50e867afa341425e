//! Penalties of players, and calls for a judge.
//!
//! `document.rs` has the answers.

pub mod answer_call;
pub mod call_judge;
pub mod close_call;
pub(crate) mod document;
pub mod issue_penalty;
pub mod restore_penalty;
pub mod withdraw_penalty;

use crate::http::request::{Endpoint, endpoint};

pub(crate) static ENDPOINTS: &[Endpoint] = &[
    endpoint!(issue_penalty),
    endpoint!(withdraw_penalty),
    endpoint!(restore_penalty),
    endpoint!(call_judge),
    endpoint!(answer_call),
    endpoint!(close_call),
];
