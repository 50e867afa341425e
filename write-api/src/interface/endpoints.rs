//! The operations of all areas.

use crate::http::endpoint::Endpoint;

/// The operations of all areas, in the order of the documentation.
const AREAS: &[&[Endpoint]] = &[
    crate::decklists::ENDPOINTS,
    crate::organizations::ENDPOINTS,
    crate::accounts::ENDPOINTS,
    crate::keys::ENDPOINTS,
    crate::webhooks::ENDPOINTS,
    crate::conventions::ENDPOINTS,
    crate::events::ENDPOINTS,
    crate::registrations::ENDPOINTS,
    crate::event_lists::ENDPOINTS,
    crate::teams::ENDPOINTS,
    crate::rounds::ENDPOINTS,
    crate::matches::ENDPOINTS,
    crate::judging::ENDPOINTS,
];

/// Returns all endpoints.
pub(super) fn endpoints() -> impl Iterator<Item = &'static Endpoint> {
    AREAS.iter().flat_map(|area| area.iter())
}
