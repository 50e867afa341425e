//! The route table, and what every request passes on its way.

use std::sync::Arc;

use axum::Router;
use axum::extract::{FromRequestParts, RawPathParams, Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use domain::permissions::Operation::{
    self, ReadConventions, ReadDecklists, ReadEvents, ReadOwnKeys, ReadRegistrations,
};
use futures::future::BoxFuture;
use service_kit::boundary::boundary;
use service_kit::problem::Problem;

use crate::Shared;
use crate::call::{Call, Caller};
use crate::endpoints::{
    api_keys, convention, conventions, current_standings, decklist, decklists, event_decklists, export, magic_event,
    magic_events, overview, pages, registrations, round, round_matches, round_standings, rounds, store_conventions,
    tagged_players, whoami,
};
use api_kit::negotiation::{JSON, accepts};

type Answer = BoxFuture<'static, Result<Response, Problem>>;

/// What answers at an address.
#[derive(Clone, Copy)]
enum Endpoint {
    /// JSON for the holder of a key whose role may do this.
    Keyed(Operation, fn(Call, Caller) -> Answer),
    /// What decides by itself who may come in, and in which form it answers.
    Open(fn(Call) -> Answer),
}

/// An endpoint for holders of keys.
macro_rules! keyed {
    ($operation:expr, $handler:path) => {
        Endpoint::Keyed($operation, |call, caller| Box::pin($handler(call, caller)))
    };
}

/// An endpoint of its own kind.
macro_rules! open {
    ($handler:path) => {
        Endpoint::Open(|call| Box::pin($handler(call)))
    };
}

/// Every address. Those that end with a slash are served without it as well. A keyed one cannot be written down without
/// the operation it stands for in `domain::permissions`.
const ROUTES: &[(&str, Endpoint)] = &[
    ("/api/v1/conventions/", keyed!(ReadConventions, conventions::answer)),
    ("/api/v1/conventions/{slug}/", keyed!(ReadConventions, convention::answer)),
    ("/api/v1/store-profiles/conventions/", keyed!(ReadConventions, store_conventions::answer)),
    ("/api/v1/api-keys/conventions/", keyed!(ReadConventions, store_conventions::answer)),
    ("/api/v1/api-keys/api_keys/", keyed!(ReadOwnKeys, api_keys::answer)),
    ("/api/v1/api-keys/whoami/", keyed!(ReadOwnKeys, whoami::answer)),
    ("/api/v1/magic-events/", keyed!(ReadEvents, magic_events::answer)),
    ("/api/v1/magic-events/{id}/", keyed!(ReadEvents, magic_event::answer)),
    ("/api/v1/magic-events/{id}/overview/", keyed!(ReadEvents, overview::answer)),
    ("/api/v1/magic-events/{id}/registrations/", keyed!(ReadRegistrations, registrations::answer)),
    ("/api/v1/magic-events/{id}/current_standings/", keyed!(ReadEvents, current_standings::answer)),
    ("/api/v1/magic-events/{id}/decklists/", keyed!(ReadDecklists, event_decklists::answer)),
    ("/api/v1/magic-events/{id}/tagged_players/", keyed!(ReadRegistrations, tagged_players::answer)),
    ("/api/v1/tournament-rounds/", keyed!(ReadEvents, rounds::answer)),
    ("/api/v1/tournament-rounds/{id}/", keyed!(ReadEvents, round::answer)),
    ("/api/v1/tournament-rounds/{id}/matches/", keyed!(ReadEvents, round_matches::answer)),
    ("/api/v1/tournament-rounds/{id}/standings/", keyed!(ReadEvents, round_standings::answer)),
    ("/api/v1/decklists/", keyed!(ReadDecklists, decklists::answer)),
    ("/api/v1/decklists/{id}/", keyed!(ReadDecklists, decklist::answer)),
    ("/api/export-decklists/", open!(export::answer)),
    ("/events/{id}/", open!(pages::event)),
    ("/events/{id}/rounds/{number}/", open!(pages::round)),
    ("/", open!(pages::index)),
];

/// The router, with all that stands around a request.
pub(crate) fn build(shared: Arc<Shared>) -> Router {
    let mut router = Router::new();
    for (template, endpoint) in ROUTES {
        let serve = |State(shared): State<Arc<Shared>>, request: Request| serve(shared, *endpoint, request);
        let methods = get(serve).fallback(wrong_method);
        if let Some(bare) = template.strip_suffix('/').filter(|bare| !bare.is_empty()) {
            router = router.route(bare, methods.clone());
        }
        router = router.route(template, methods);
    }
    router.fallback(unknown_address).layer(axum::middleware::from_fn(boundary)).with_state(shared)
}

async fn serve(shared: Arc<Shared>, endpoint: Endpoint, request: Request) -> Response {
    // What a reader sends as a body is nobody's concern.
    let (mut parts, _) = request.into_parts();
    let Ok(params) = RawPathParams::from_request_parts(&mut parts, &()).await else {
        return unknown_address().await.into_response();
    };
    let params = params.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let call = Call { shared, method: parts.method, uri: parts.uri, headers: parts.headers, params };
    let answered = match endpoint {
        Endpoint::Keyed(operation, handler) => keyed_answer(call, operation, handler).await,
        Endpoint::Open(handler) => handler(call).await,
    };
    answered.unwrap_or_else(IntoResponse::into_response)
}

async fn keyed_answer(
    call: Call,
    operation: Operation,
    handler: fn(Call, Caller) -> Answer,
) -> Result<Response, Problem> {
    let caller = call.shared.gate.admit(&call.headers, operation).await?;
    if accepts(&call.headers, JSON) == 0 {
        return Err(Problem::not_acceptable(
            "This address answers in application/json, which the header Accept excludes.",
        ));
    }
    handler(call, caller).await
}

async fn unknown_address() -> Problem {
    Problem::not_found(
        "There is nothing at this address. The id of an event, round or list in an address is an integer.",
    )
}

async fn wrong_method() -> Problem {
    Problem::method_not_allowed("GET, HEAD")
}
