//! Teams: staff forms and drops them; players found, join, change and leave them, and groups of single players.
//!
//! `registrations/joining.rs` decides who joins what, also for people who register; `document.rs` has the answers.

pub mod change_team;
pub(crate) mod document;
pub mod drop_team;
pub mod form_team;
pub mod join_group;
pub mod leave_group;

use crate::http::request::{Endpoint, endpoint};

pub(crate) static ENDPOINTS: &[Endpoint] = &[
    endpoint!(form_team),
    endpoint!(change_team),
    endpoint!(drop_team),
    endpoint!(join_group),
    endpoint!(leave_group),
];
