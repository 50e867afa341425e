//! Routes writes: all that happens between an address and its endpoint. The routes are in the folders of their areas.

use std::sync::Arc;

use api_kit::Party;
use api_kit::description::{Route, allowed};
use api_kit::interface::UnknownNames;
use api_kit::names::{IGNORED, check_query, ignored_in};
use api_kit::negotiation::{JSON, accepts};
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

use crate::event_roles;
use crate::http::request::{Endpoint, IgnoredNames, RequestLine, WriteRequest};
use crate::http::run::{Run, Shared};

/// The operations of all areas, in the order of the documentation.
static AREAS: &[&[Endpoint]] = &[
    crate::decklists::ENDPOINTS,
    crate::organizations::ENDPOINTS,
    crate::accounts::ENDPOINTS,
    crate::keys::ENDPOINTS,
    crate::webhooks::ENDPOINTS,
    crate::conventions::ENDPOINTS,
    crate::events::ENDPOINTS,
    crate::queues::ENDPOINTS,
    crate::registrations::ENDPOINTS,
    crate::event_lists::ENDPOINTS,
    crate::teams::ENDPOINTS,
    crate::series::ENDPOINTS,
    crate::rounds::ENDPOINTS,
    crate::matches::ENDPOINTS,
    crate::judging::ENDPOINTS,
    crate::pictures::ENDPOINTS,
];

pub(super) fn endpoints() -> impl Iterator<Item = &'static Endpoint> {
    AREAS.iter().flat_map(|area| area.iter())
}

/// Builds the router with its layers.
pub(super) fn build(shared: Arc<Shared>, elsewhere: Router) -> Router {
    let mut router = Router::new();
    for at_address in endpoints().collect::<Vec<_>>().chunk_by(|one, other| one.route.template == other.route.template)
    {
        let mut methods = MethodRouter::new();
        for &endpoint in at_address {
            let serve = move |State(shared): State<Arc<Shared>>, request: Request| serve(shared, endpoint, request);
            // Every method of the table has a filter; other methods get 405.
            if let Some(filter) = filter(&endpoint.route) {
                methods = methods.on(filter, serve);
            }
        }
        let template = at_address[0].route.template;
        let read_elsewhere = shared.settings.read_addresses.contains(&template).then_some("GET");
        let allow = allowed(read_elsewhere.into_iter().chain(at_address.iter().map(|endpoint| endpoint.route.method)));
        let methods = methods.fallback(move || std::future::ready(Problem::method_not_allowed(&allow)));
        if let Some(bare) = template.strip_suffix('/') {
            router = router.route(bare, methods.clone());
        }
        router = router.route(template, methods);
    }
    // The boundary layer is for these routes only: `elsewhere` has its own.
    let requests = Requests::at(endpoints().map(|endpoint| endpoint.route.template));
    let router = router.route_layer(from_fn_with_state(requests, boundary)).with_state(shared);
    router.fallback_service(elsewhere)
}

fn filter(route: &Route) -> Option<MethodFilter> {
    MethodFilter::try_from(Method::from_bytes(route.method.as_bytes()).ok()?).ok()
}

async fn serve(shared: Arc<Shared>, endpoint: &'static Endpoint, request: Request) -> Response {
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
    if endpoint.route.unknown_names() == UnknownNames::Ignored {
        ignored.add(ignored_in(&parts.uri, endpoint.route.parameters));
    }
    let line = RequestLine {
        text: format!("{} {}", endpoint.route.method, parts.uri.path().trim_end_matches('/')),
        params,
        query: Query::try_from_uri(&parts.uri).map(|Query(pairs)| pairs).unwrap_or_default(),
        ignored: ignored.clone(),
    };
    let answered = admitted(shared, endpoint, parts, line, body).await;
    let mut response = answered.unwrap_or_else(IntoResponse::into_response);
    if let Some(names) = ignored.header() {
        response.headers_mut().insert(IGNORED, names);
    }
    response
}

async fn admitted(
    shared: Arc<Shared>,
    endpoint: &'static Endpoint,
    parts: Parts,
    line: RequestLine,
    body: Body,
) -> Result<Response, Problem> {
    let Some(operation) = endpoint.route.operation() else { return Err(Problem::internal("a write is open to all")) };
    let arrived_at = shared.commands.now();
    let route = &endpoint.route;
    let mut caller = shared.gate.authenticate(&parts.headers, operation).await?;
    let _present = shared.gate.callers().enter(Party::of(&caller), true)?;
    if let Some(event) = line.event().filter(|_| event_roles::counts_for(route)) {
        caller = shared.commands.caller_in_event(caller, operation, event).await?;
    }
    shared.gate.admit_authenticated(&parts.headers, &caller, operation)?;
    shared.settings.room.for_operation(&caller, operation)?;
    if accepts(&parts.headers, JSON) == 0 {
        return Err(Problem::not_acceptable(message!(
            "json-not-accepted",
            "This address answers in application/json, which the header Accept excludes."
        )));
    }
    if route.unknown_names() == UnknownNames::Refused {
        check_query(&parts.uri, route.parameters)?;
    }
    let run = Run::new(shared, caller, operation, arrived_at);
    let request = WriteRequest { route, run, headers: parts.headers, line, share: OnceCell::new() };
    if route.body.is_some() {
        return (endpoint.handler)(request, body).await;
    }
    // A route without a described body accepts no fields.
    request.object(body, None).await?.check()?;
    (endpoint.handler)(request, Body::empty()).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_of_one_address_stand_together_and_each_method_has_a_filter() {
        let templates: Vec<_> = endpoints().map(|endpoint| endpoint.route.template).collect();
        let mut seen: Vec<_> = templates.clone();
        seen.dedup();
        let places = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), places);
        assert!(endpoints().all(|endpoint| filter(&endpoint.route).is_some()));
    }
}
