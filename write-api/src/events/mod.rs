//! Events: creating and changing them, and their lifecycle.
//!
//! `event_fields.rs` and `rules_fields.rs` have the fields and their limits, `references.rs` finds what they refer to, `document.rs` has the
//! answers.

pub mod assign_staff;
pub mod change_event;
pub mod change_lifecycle;
pub mod create_event;
pub mod delete_event;
pub(crate) mod document;
pub mod event_fields;
pub(crate) mod references;
pub mod rules_fields;

use crate::http::request::{Endpoint, endpoint};

pub(crate) static ENDPOINTS: &[Endpoint] = &[
    endpoint!(create_event),
    endpoint!(change_event),
    endpoint!(delete_event),
    endpoint!(change_lifecycle),
    endpoint!(assign_staff),
];
