//! Commands on conventions.

pub mod change_convention;
pub mod change_convention_status;
pub mod convention_changes;
pub mod convention_fields;
pub mod create_convention;
pub mod slugs;
