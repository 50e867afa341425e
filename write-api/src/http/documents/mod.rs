//! Answers and bodies, except of decklists; a file for each area. Bodies are read field by field, so that all faults
//! are reported at once: of their types, only the schemas are used.

pub(super) mod conventions;
pub(super) mod events;
pub(super) mod lists;
pub(super) mod registrations;
pub(super) mod rounds;
pub(super) mod staff;
pub(super) mod teams;

use super::schemas::{Named, body, named};

/// Returns the schemas of answers that only the write side makes, by name.
pub fn schemas() -> Vec<Named> {
    [staff::schemas(), rounds::schemas(), crate::matches::document::schemas(), lists::schemas(), teams::schemas()]
        .concat()
}

/// Returns the schemas of bodies except decklists, by name.
pub fn body_schemas() -> Vec<Named> {
    [
        staff::body_schemas(),
        conventions::body_schemas(),
        rounds::body_schemas(),
        vec![body::<crate::matches::score::NewResult>(), body::<crate::matches::change_match::MatchChange>()],
        events::body_schemas(),
        lists::body_schemas(),
        teams::body_schemas(),
        registrations::body_schemas(),
    ]
    .concat()
}
