//! The route table: the addresses of all areas.

use crate::http::route::Address;

/// All addresses that take a write, by area.
const AREAS: &[&[Address]] = &[
    crate::decklists::ADDRESSES,
    crate::organizations::ADDRESSES,
    crate::accounts::ADDRESSES,
    crate::keys::ADDRESSES,
    crate::webhooks::ADDRESSES,
    crate::conventions::ADDRESSES,
    crate::events::ADDRESSES,
    crate::registrations::ADDRESSES,
    crate::event_lists::ADDRESSES,
    crate::teams::ADDRESSES,
    crate::rounds::ADDRESSES,
    crate::matches::ADDRESSES,
    crate::judging::ADDRESSES,
];

/// Returns all addresses that take a write.
pub(crate) fn addresses() -> impl Iterator<Item = &'static Address> {
    AREAS.iter().flat_map(|area| area.iter())
}
