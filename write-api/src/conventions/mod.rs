//! Conventions: creating and changing them, their status, and announcements.
//!
//! `convention_fields.rs` has the fields and their limits, `slugs.rs` the names in addresses, `document.rs` the
//! answers, `on_convention.rs` what commands on a convention have in common.

pub(crate) mod change_convention;
pub mod change_convention_status;
pub mod convention_fields;
pub mod create_convention;
pub(crate) mod document;
pub mod on_convention;
pub mod post_announcement;
pub mod remove_announcement;
mod slugs;

use crate::http::request::{Endpoint, endpoint};

pub(crate) static ENDPOINTS: &[Endpoint] = &[
    endpoint!(create_convention),
    endpoint!(change_convention),
    endpoint!(change_convention_status),
    endpoint!(post_announcement),
    endpoint!(remove_announcement),
];
