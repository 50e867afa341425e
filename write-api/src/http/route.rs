//! What a route is: a method at an address, with its operation, its documentation and its handler.
//!
//! A route names the module of its operation, and the operation of `domain::permissions` that it needs.
//! Each parameter of an address has a name: `{id}` is the resource at its start, `{round_id}` one below it.

use api_kit::description::Description;
use axum::body::Body;
use axum::http::Method;
use axum::response::Response;
use domain::permissions::Operation;
use futures::future::BoxFuture;
use service_kit::problem::Problem;

use super::request::WriteRequest;

/// The future answer of an endpoint.
pub(crate) type Answer = BoxFuture<'static, Result<Response, Problem>>;

/// An address and its routes. Each address is also served without the slash at its end.
pub(crate) struct Address {
    pub(crate) template: &'static str,
    /// All methods of this address, of the read side and the write side.
    pub(crate) allow: &'static str,
    pub(crate) routes: &'static [Route],
}

/// A route: a method at an address. It always names its operation in `domain::permissions`.
pub(crate) struct Route {
    pub(crate) method: Method,
    pub(crate) operation: Operation,
    pub(crate) description: Description,
    pub(crate) handler: fn(WriteRequest, Body) -> Answer,
}

/// Defines a route from its method, its permission, and the module of its operation.
macro_rules! route {
    ($method:ident, $operation:expr, $endpoint:ident) => {
        $crate::http::route::Route {
            method: axum::http::Method::$method,
            operation: $operation,
            description: $endpoint::DESCRIPTION,
            handler: |request, body| Box::pin($endpoint::answer(request, body)),
        }
    };
}
pub(crate) use route;
