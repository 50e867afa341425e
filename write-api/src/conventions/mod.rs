//! Conventions: creating and changing them, and their status.
//!
//! `convention_fields.rs` has the fields and their limits, `slugs.rs` the names in addresses, `document.rs` the
//! answers.

pub(crate) mod change_convention;
pub(crate) mod change_convention_status;
pub(crate) mod convention_fields;
pub(crate) mod create_convention;
mod document;
mod slugs;

use crate::http::request::{Endpoint, endpoint};

pub(crate) const ENDPOINTS: &[Endpoint] =
    &[endpoint!(create_convention), endpoint!(change_convention), endpoint!(change_convention_status)];
