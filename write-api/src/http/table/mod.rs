//! The route table, a file for each area. Each address is also served without the slash at its end.
//!
//! | File | Routes of |
//! |---|---|
//! | `decklists.rs` | decklists |
//! | `staff.rs` | members, invitations, accounts, API keys |
//! | `conventions.rs` | conventions |
//! | `events.rs` | events, their lifecycle |
//! | `registrations.rs` | registrations, the waitlist |
//! | `lists.rs` | the lists handed in for an event |
//! | `teams.rs` | teams |
//! | `rounds.rs` | rounds, pairings, cuts |
//! | `matches.rs` | results, changes of matches by judges |
//!
//! A route names the endpoint's module in `http/endpoints/` and the operation of `domain::permissions` that it needs.
//! Each parameter of an address has a name: `{id}` is the resource at its start, `{round_id}` one below it.

use api_kit::description::Description;
use axum::body::Body;
use axum::http::Method;
use axum::response::Response;
use domain::permissions::Operation;
use futures::future::BoxFuture;
use service_kit::problem::Problem;

use super::call::Call;

/// The future answer of an endpoint.
pub(super) type Answer = BoxFuture<'static, Result<Response, Problem>>;

/// An address and its writes.
pub(super) struct Address {
    pub(super) template: &'static str,
    /// All methods of this address, of the read side and the write side.
    pub(super) allow: &'static str,
    pub(super) writes: &'static [Write],
}

/// A route: a method at an address. It always names its operation in `domain::permissions`.
pub(super) struct Write {
    pub(super) method: Method,
    pub(super) operation: Operation,
    pub(super) description: Description,
    pub(super) handler: fn(Call, Body) -> Answer,
}

/// Defines a route from its method, operation and endpoint module.
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

/// All addresses that take a write, by area.
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

/// Returns all addresses that take a write.
pub(super) fn addresses() -> impl Iterator<Item = &'static Address> {
    AREAS.iter().flat_map(|area| area.iter())
}
