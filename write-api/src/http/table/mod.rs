//! The route table, a file for each area.

use super::route::Address;

mod conventions;
mod decklists;
mod events;
mod lists;
mod registrations;
mod rounds;
mod teams;

/// All addresses that take a write, by area.
const AREAS: &[&[Address]] = &[
    decklists::ADDRESSES,
    crate::organizations::ADDRESSES,
    crate::accounts::ADDRESSES,
    crate::keys::ADDRESSES,
    conventions::ADDRESSES,
    events::ADDRESSES,
    registrations::ADDRESSES,
    lists::ADDRESSES,
    teams::ADDRESSES,
    rounds::ADDRESSES,
    crate::matches::ADDRESSES,
];

/// Returns all addresses that take a write.
pub(crate) fn addresses() -> impl Iterator<Item = &'static Address> {
    AREAS.iter().flat_map(|area| area.iter())
}
