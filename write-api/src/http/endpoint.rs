//! What an endpoint is: the declaration of an operation, and its handler.

use api_kit::description::Route;
use axum::body::Body;
use axum::response::Response;
use futures::future::BoxFuture;
use service_kit::problem::Problem;

use super::request::WriteRequest;

/// The future answer of an endpoint.
pub(crate) type Answer = BoxFuture<'static, Result<Response, Problem>>;

/// An operation at its address, which is also served without the slash at its end.
pub(crate) struct Endpoint {
    pub(crate) route: Route,
    pub(crate) handler: fn(WriteRequest, Body) -> Answer,
}

/// Returns the endpoint of the operation in a module: its `ROUTE` and its `answer`.
macro_rules! endpoint {
    ($module:ident) => {
        $crate::http::endpoint::Endpoint {
            route: $module::ROUTE,
            handler: |request, body| Box::pin($module::answer(request, body)),
        }
    };
}
pub(crate) use endpoint;
