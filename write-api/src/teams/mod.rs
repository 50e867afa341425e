//! Teams: forming and dropping them.
//!
//! `document.rs` has the answers.

pub(crate) mod document;
pub mod drop_team;
pub mod form_team;

use crate::http::request::{Endpoint, endpoint};

pub(crate) const ENDPOINTS: &[Endpoint] = &[endpoint!(form_team), endpoint!(drop_team)];
