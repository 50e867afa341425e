//! The router, and the processing that all requests share.

use std::sync::Arc;

use api_kit::callers::{Party, Present};
use api_kit::interface::UnknownNames;
use api_kit::names::{IGNORED, Ignored, check_query, ignored_in};
use api_kit::prefer::PREFERENCE_APPLIED;
use axum::Router;
use axum::extract::{FromRequestParts, RawPathParams, Request, State};
use axum::http::header;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, any, get};
use domain::permissions::Operation;
use service_kit::boundary::boundary;
use service_kit::message;
use service_kit::metrics::requests::Requests;
use service_kit::problem::Problem;

use crate::Shared;
use crate::audience::Audience;
use crate::call::{Call, Caller, LANGUAGE};
use crate::consistency::{self, Reader};
use crate::cross_origin;
use crate::endpoint::{Answering, Endpoint, Handler};
use crate::resources::endpoints;
use crate::selection;

/// Paths that only take writes, with their methods. The write side serves them, but reads of them come here and are
/// answered with 405. This crate does not depend on `write-api`, so they are named here; a test in `e2e` compares them
/// with the routes of the write side.
const WRITE_ONLY_PATHS: &[(&str, &str)] = &[
    ("/api/v1/api-keys/api_keys/{id}/", "PATCH, DELETE"),
    ("/api/v1/members/{id}/", "PATCH, DELETE"),
    ("/api/v1/invitations/{id}/", "DELETE"),
    ("/api/v1/account/invitations/{id}/accept/", "POST"),
    ("/api/v1/account/invitations/{id}/decline/", "POST"),
    ("/api/v1/account/memberships/{id}/", "DELETE"),
    ("/api/v1/account/player-pages/{id}/", "PUT"),
    ("/api/v1/users/{id}/merge/", "POST"),
    ("/api/v1/users/{id}/unmerge/", "POST"),
    ("/api/v1/users/{id}/erase/", "POST"),
    ("/api/v1/users/{id}/password-link/", "POST"),
    ("/api/v1/conventions/{slug}/status/", "POST"),
    ("/api/v1/magic-events/{id}/lifecycle/", "POST"),
    ("/api/v1/magic-events/{id}/registrations/{registration_id}/", "PATCH"),
    ("/api/v1/magic-events/{id}/registrations/{registration_id}/check-in/", "POST"),
    ("/api/v1/magic-events/{id}/registrations/{registration_id}/drop/", "POST"),
    ("/api/v1/magic-events/{id}/registrations/{registration_id}/disqualify/", "POST"),
    ("/api/v1/magic-events/{id}/registrations/{registration_id}/move/", "POST"),
    ("/api/v1/magic-events/{id}/registrations/{registration_id}/late/", "POST"),
    ("/api/v1/magic-events/{id}/registrations/{registration_id}/decklist/", "PUT"),
    ("/api/v1/magic-events/{id}/waitlist/promote/", "POST"),
    ("/api/v1/magic-events/{id}/private-links/", "POST"),
    ("/api/v1/magic-events/{id}/registrations/{registration_id}/private-link/", "DELETE"),
    ("/api/v1/magic-events/{id}/decklists/lock/", "POST"),
    ("/api/v1/magic-events/{id}/decklists/unlock/", "POST"),
    ("/api/v1/magic-events/{id}/teams/", "POST"),
    ("/api/v1/magic-events/{id}/teams/{team_id}/drop/", "POST"),
    ("/api/v1/magic-events/{id}/rounds/", "POST"),
    ("/api/v1/magic-events/{id}/rounds/{round_id}/", "DELETE"),
    ("/api/v1/magic-events/{id}/rounds/{round_id}/pair/", "POST"),
    ("/api/v1/magic-events/{id}/rounds/{round_id}/pairings/", "PUT"),
    ("/api/v1/magic-events/{id}/rounds/{round_id}/publish/", "POST"),
    ("/api/v1/magic-events/{id}/rounds/{round_id}/start/", "POST"),
    ("/api/v1/magic-events/{id}/rounds/{round_id}/complete/", "POST"),
    ("/api/v1/magic-events/{id}/rounds/{round_id}/clock/", "POST"),
    ("/api/v1/magic-events/{id}/rounds/{round_id}/deck-checks/", "POST"),
    ("/api/v1/magic-events/{id}/cut/", "POST"),
    ("/api/v1/magic-events/{id}/matches/{match_id}/", "PATCH"),
    ("/api/v1/magic-events/{id}/matches/{match_id}/result/", "POST, PUT"),
    ("/api/v1/magic-events/{id}/matches/{match_id}/confirm/", "POST"),
    ("/api/v1/magic-events/{id}/matches/{match_id}/contest/", "POST"),
    ("/api/v1/magic-events/{id}/penalties/{penalty_id}/", "DELETE"),
    ("/api/v1/magic-events/{id}/penalties/{penalty_id}/restore/", "POST"),
    ("/api/v1/magic-events/{id}/calls/{call_id}/answer/", "POST"),
    ("/api/v1/magic-events/{id}/calls/{call_id}/close/", "POST"),
];

/// Builds the router with its middleware.
pub(crate) fn build(shared: Arc<Shared>) -> Router {
    let mut router = Router::new();
    for endpoint in endpoints() {
        let unknown = endpoint.route().unknown_names();
        let serve =
            move |State(shared): State<Arc<Shared>>, request: Request| serve(shared, endpoint, unknown, request);
        router = served(router, endpoint.template, get(serve).fallback(|| wrong_method("GET, HEAD")));
    }
    for (template, allow) in WRITE_ONLY_PATHS {
        router = served(router, template, any(|| wrong_method(allow)));
    }
    let write_only = WRITE_ONLY_PATHS.iter().map(|(template, _)| *template);
    let requests = Requests::at(endpoints().map(|endpoint| endpoint.template).chain(write_only));
    let public_url: Arc<str> = shared.settings.public_url.as_str().into();
    let shared_with_others = from_fn_with_state(public_url, cross_origin::share);
    let router = router.fallback(unknown_address).layer(from_fn_with_state(requests, boundary));
    router.layer(shared_with_others).with_state(shared)
}

/// Serves a path, and the same path without its trailing slash.
fn served(router: Router<Arc<Shared>>, template: &str, methods: MethodRouter<Arc<Shared>>) -> Router<Arc<Shared>> {
    let router = match template.strip_suffix('/').filter(|bare| !bare.is_empty()) {
        Some(bare) => router.route(bare, methods.clone()),
        None => router,
    };
    router.route(template, methods)
}

async fn serve(
    shared: Arc<Shared>,
    endpoint: &'static Endpoint,
    unknown_names: UnknownNames,
    request: Request,
) -> Response {
    // Reads ignore the body of the request.
    let (mut parts, _) = request.into_parts();
    let Ok(params) = RawPathParams::from_request_parts(&mut parts, &()).await else {
        return unknown_address().await.into_response();
    };
    let params = params.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let client = shared.settings.trusted_proxies.client(&parts.extensions, &parts.headers);
    let (method, uri, headers) = (parts.method, parts.uri, parts.headers);
    let audience = Audience::EVERYBODY;
    let (response_headers, parameters) = (endpoint.response_headers(), endpoint.parameters);
    let source_views = selection::source_views(endpoint.source_views, &uri);
    let ignored = match unknown_names {
        UnknownNames::Refused => Ignored::default(),
        UnknownNames::Ignored => ignored_in(&uri, parameters),
    };
    let call = Call {
        shared,
        method,
        uri,
        headers,
        params,
        client,
        response_headers,
        parameters,
        unknown_names,
        source_views,
        audience,
    };
    let chosen = parameters.iter().any(|parameter| parameter.name == LANGUAGE.name).then(|| call.chosen_language());
    let mut response = answer(call, endpoint).await.unwrap_or_else(IntoResponse::into_response);
    if let Some(language) = chosen.flatten() {
        response.headers_mut().append(header::SET_COOKIE, language.cookie());
    }
    if let Some(names) = ignored.header() {
        response.headers_mut().insert(IGNORED, names);
    }
    response
}

/// Authenticates, checks limits, waits for the consistency token, and answers.
async fn answer(mut call: Call, endpoint: &Endpoint) -> Result<Response, Problem> {
    match endpoint.handler {
        Handler::Stored(operation, stored) => {
            answer_known(call, endpoint, operation, move |call, caller| Box::pin(stored.answer(call, caller))).await
        }
        Handler::Known(operation, handler) => answer_known(call, endpoint, operation, handler).await,
        Handler::KnownOrOpen(operation, needs_one, handler) => {
            let gate = &call.shared.gate;
            let caller = if needs_one(&call.shared.settings) {
                Some(gate.admit(&call.headers, operation).await?)
            } else {
                gate.admit_known(&call.headers, operation).await?
            };
            let reader = caller.as_ref().map(Reader::of).unwrap_or_default();
            let party = caller.as_ref().map_or_else(|| Party::at(call.client), Party::of);
            let present = enter(&call, party, endpoint)?;
            call.audience = caller.as_ref().map_or(Audience::EVERYBODY, Audience::of);
            up_to_date(call, reader, Some(present), |call| handler(call, caller)).await
        }
        Handler::Open(handler) => up_to_date(call, Reader::default(), None, handler).await,
    }
}

/// The same for an endpoint that is for callers with a permission only.
async fn answer_known(
    mut call: Call,
    endpoint: &Endpoint,
    operation: Operation,
    handler: impl FnOnce(Call, Caller) -> Answering,
) -> Result<Response, Problem> {
    let caller = call.shared.gate.admit(&call.headers, operation).await?;
    call.accept(endpoint.media_type())?;
    let present = enter(&call, Party::of(&caller), endpoint)?;
    call.audience = Audience::of(&caller);
    up_to_date(call, Reader::of(&caller), Some(present), |call| handler(call, caller)).await
}

/// Counts a request of a party. Many clients may request a cacheable document at the moment it appears; they share one
/// load.
fn enter(call: &Call, party: Party, endpoint: &Endpoint) -> Result<Present, Problem> {
    call.shared.gate.callers().enter(party, endpoint.cached.is_none())
}

/// Waits for the views that the request's consistency token names and for the caller's turn, then answers.
async fn up_to_date(
    call: Call,
    reader: Reader,
    present: Option<Present>,
    handler: impl FnOnce(Call) -> Answering,
) -> Result<Response, Problem> {
    if call.unknown_names == UnknownNames::Refused {
        check_query(&call.uri, call.parameters)?;
    }
    let heeded = consistency::heed(&call, reader).await?;
    let _turn = match &present {
        Some(present) => present.turn().await,
        None => None,
    };
    let mut response = handler(call).await?;
    if let Some(heeded) = heeded {
        response.headers_mut().insert(PREFERENCE_APPLIED, heeded);
    }
    Ok(response)
}

async fn unknown_address() -> Problem {
    Problem::not_found(message!(
        "nothing-at-address",
        "There is nothing at this address. The id of an event, round or list in an address is an integer."
    ))
}

async fn wrong_method(allow: &'static str) -> Problem {
    Problem::method_not_allowed(allow)
}
