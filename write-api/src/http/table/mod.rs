//! The route table, a file for each area. Each is served without the slash at its end as well.
//!
//! | Area | Addresses |
//! |---|---|
//! | `decklists.rs` | lists |
//! | `staff.rs` | members, invitations, accounts, API keys |
//! | `conventions.rs` | conventions |
//! | `events.rs` | events, their life |
//! | `registrations.rs` | entries, the waitlist |
//! | `lists.rs` | the lists handed in for an event |
//! | `teams.rs` | teams |
//! | `rounds.rs` | rounds, pairings, cuts |
//! | `matches.rs` | results, and what judges note of a match |
//!
//! A row names the endpoint's module in `http/endpoints/` and the operation of `domain::permissions` that it needs.
//! Parameters of an address have a name each: `{id}` is the thing that the address begins with, `{round_id}` one below it.

use api_kit::description::Description;
use axum::body::Body;
use axum::http::Method;
use axum::response::Response;
use domain::permissions::Operation;
use futures::future::BoxFuture;
use service_kit::problem::Problem;

use super::call::Call;

/// What an endpoint gives.
pub(super) type Answer = BoxFuture<'static, Result<Response, Problem>>;

/// An address.
pub(super) struct Address {
    pub(super) template: &'static str,
    /// Every method that is answered there, on whichever side.
    pub(super) allow: &'static str,
    pub(super) writes: &'static [Write],
}

/// What a method does at an address. None can be written down without the operation it stands for in
/// `domain::permissions`.
pub(super) struct Write {
    pub(super) method: Method,
    pub(super) operation: Operation,
    pub(super) description: Description,
    pub(super) handler: fn(Call, Body) -> Answer,
}

/// A method at an address, with its endpoint's module.
macro_rules! write {
    ($method:ident, $operation:expr, $endpoint:ident) => {
        Write {
            method: axum::http::Method::$method,
            operation: $operation,
            description: $endpoint::DESCRIPTION,
            handler: |call, body| Box::pin($endpoint::answer(call, body)),
        }
    };
}

mod conventions;
mod decklists;
mod events;
mod lists;
mod matches;
mod registrations;
mod rounds;
mod staff;
mod teams;

/// Every address that takes a write, by area.
const AREAS: &[&[Address]] = &[
    decklists::ADDRESSES,
    staff::ADDRESSES,
    conventions::ADDRESSES,
    events::ADDRESSES,
    registrations::ADDRESSES,
    lists::ADDRESSES,
    teams::ADDRESSES,
    rounds::ADDRESSES,
    matches::ADDRESSES,
];

/// Every address that takes a write.
pub(super) fn addresses() -> impl Iterator<Item = &'static Address> {
    AREAS.iter().flat_map(|area| area.iter())
}
