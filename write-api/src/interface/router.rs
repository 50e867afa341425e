//! Routes writes: all that happens between an address and its endpoint. The routes are in the folders of their areas.

use std::sync::Arc;

use api_kit::description::{Access, Route};
use api_kit::interface::UnknownNames;
use api_kit::names::{IGNORED, check_query, ignored_in};
use api_kit::negotiation::{JSON, accepts};
use api_kit::{LinkHolder, Party};
use axum::Router;
use axum::body::Body;
use axum::extract::{FromRequestParts, Query, RawPathParams, Request, State};
use axum::http::Method;
use axum::http::request::Parts;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, MethodRouter};
use service_kit::boundary::boundary;
use service_kit::message;
use service_kit::metrics::requests::Requests;
use service_kit::problem::Problem;
use tokio::sync::OnceCell;

use super::addresses::addresses;
use crate::http::request::{IgnoredNames, RequestLine, WriteRequest};
use crate::http::route::{self, Address};
use crate::http::shared::Shared;

/// Builds the router with its layers.
pub(super) fn build(shared: Arc<Shared>, elsewhere: Router) -> Router {
    let mut router = Router::new();
    for address in addresses() {
        let mut methods = MethodRouter::new();
        for write in address.routes {
            let unknown = route(address, write).unknown_names();
            let serve =
                move |State(shared): State<Arc<Shared>>, request: Request| serve(shared, write, unknown, request);
            // Every method of the table has a filter; other methods get 405.
            if let Ok(filter) = MethodFilter::try_from(write.method.clone()) {
                methods = methods.on(filter, serve);
            }
        }
        let methods = methods.fallback(|| wrong_method(address));
        if let Some(bare) = address.template.strip_suffix('/') {
            router = router.route(bare, methods.clone());
        }
        router = router.route(address.template, methods);
    }
    // The boundary layer is for these routes only: `elsewhere` has its own.
    let requests = Requests::at(addresses().map(|address| address.template));
    let router = router.route_layer(from_fn_with_state(requests, boundary)).with_state(shared);
    router.fallback_service(elsewhere)
}

/// Returns the route table for the documentation.
pub(super) fn routes() -> Vec<Route> {
    addresses().flat_map(|address| address.routes.iter().map(|write| route(address, write))).collect()
}

fn route(address: &Address, write: &route::Route) -> Route {
    Route {
        method: method_name(&write.method),
        template: address.template,
        access: Access::Key(write.operation),
        description: write.description,
    }
}

fn method_name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        _ => "PATCH",
    }
}

async fn serve(shared: Arc<Shared>, write: &'static route::Route, unknown: UnknownNames, request: Request) -> Response {
    let (mut parts, body) = request.into_parts();
    let Ok(params) = RawPathParams::from_request_parts(&mut parts, &()).await else {
        return Problem::not_found(message!(
            "nothing-at-address",
            "There is nothing at this address. The id of an event, round or list in an address is an integer."
        ))
        .into_response();
    };
    let params = params.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let ignored = IgnoredNames::default();
    if unknown == UnknownNames::Ignored {
        ignored.add(ignored_in(&parts.uri, write.description.parameters));
    }
    let line = RequestLine {
        arrived_at: shared.commands.now(),
        text: format!("{} {}", write.method, parts.uri.path().trim_end_matches('/')),
        operation: write.operation,
        params,
        query: Query::try_from_uri(&parts.uri).map(|Query(pairs)| pairs).unwrap_or_default(),
        ignored: ignored.clone(),
    };
    let answered = admitted(shared, (write, unknown), parts, line, body).await;
    let mut response = answered.unwrap_or_else(IntoResponse::into_response);
    if let Some(names) = ignored.header() {
        response.headers_mut().insert(IGNORED, names);
    }
    response
}

async fn admitted(
    shared: Arc<Shared>,
    (write, unknown): (&route::Route, UnknownNames),
    mut parts: Parts,
    line: RequestLine,
    body: Body,
) -> Result<Response, Problem> {
    let holder = LinkHolder::take(&mut parts.extensions);
    let (uri, headers, parameters) = (parts.uri, parts.headers, write.description.parameters);
    let caller = match holder {
        Some(holder) => shared.gate.admit_holder(holder, write.operation)?,
        None => shared.gate.admit(&headers, write.operation).await?,
    };
    let _present = shared.gate.callers().enter(Party::of(&caller), true)?;
    shared.settings.room.for_operation(&caller, write.operation)?;
    if accepts(&headers, JSON) == 0 {
        return Err(Problem::not_acceptable(message!(
            "json-not-accepted",
            "This address answers in application/json, which the header Accept excludes."
        )));
    }
    if unknown == UnknownNames::Refused {
        check_query(&uri, parameters)?;
    }
    let request = WriteRequest { shared, caller, headers, line, share: OnceCell::new() };
    if write.description.body.is_some() {
        return (write.handler)(request, body).await;
    }
    // A route without a described body accepts no fields.
    request.object_or_nothing(body).await?.check()?;
    (write.handler)(request, Body::empty()).await
}

async fn wrong_method(address: &Address) -> Problem {
    Problem::method_not_allowed(address.allow)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allow_names_the_methods_of_both_sides() {
        for address in addresses() {
            let writes: Vec<_> = address.routes.iter().map(|write| method_name(&write.method)).collect();
            let writes = writes.join(", ");
            // HEAD works wherever GET does. A GET that is not here is the read side's.
            let own = address.allow.replace("GET, HEAD", "GET");
            let allowed = if writes.starts_with("GET") { &own } else { own.trim_start_matches("GET, ") };
            assert_eq!(allowed, writes, "{}", address.template);
        }
    }

    #[test]
    fn each_method_has_its_name_and_its_filter() {
        for write in addresses().flat_map(|address| address.routes) {
            assert_eq!(method_name(&write.method), write.method.as_str());
            assert!(MethodFilter::try_from(write.method.clone()).is_ok(), "{}", write.method);
        }
    }
}
