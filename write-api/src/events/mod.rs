//! Events: creating and changing them, and their lifecycle.
//!
//! Each file is one operation: its body, its handler, its decision, its tests. `event_fields.rs` has the fields and
//! their limits, `convention.rs` and `parents.rs` find what they refer to, `document.rs` has the answers.

pub mod change_event;
pub mod change_lifecycle;
mod convention;
pub mod create_event;
pub mod delete_event;
pub(crate) mod document;
pub mod event_fields;
mod parents;

use crate::http::endpoint::{Endpoint, endpoint};

pub(crate) const ENDPOINTS: &[Endpoint] =
    &[endpoint!(create_event), endpoint!(change_event), endpoint!(delete_event), endpoint!(change_lifecycle)];
