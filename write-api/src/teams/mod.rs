//! Teams: forming and dropping them.
//!
//! Each file is one operation: its body, its handler, its decision, its tests. `document.rs` has the answers.

pub(crate) mod document;
pub mod drop_team;
pub mod form_team;

use crate::http::endpoint::{Endpoint, endpoint};

pub(crate) const ENDPOINTS: &[Endpoint] = &[endpoint!(form_team), endpoint!(drop_team)];
