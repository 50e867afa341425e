//! The router, and the processing that all requests share.

use std::collections::BTreeMap;
use std::future::{Ready, ready};
use std::sync::Arc;

use api_kit::Party;
use api_kit::description::allowed;
use api_kit::interface::UnknownNames;
use api_kit::names::{IGNORED, Ignored, check_query, ignored_in};
use api_kit::negotiation::{JSON, accepts};
use api_kit::prefer::PREFERENCE_APPLIED;
use axum::Router;
use axum::extract::{FromRequestParts, RawPathParams, Request, State};
use axum::http::{HeaderMap, Uri, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, any, get};
use service_kit::boundary::boundary;
use service_kit::message;
use service_kit::metrics::requests::Requests;
use service_kit::problem::Problem;
use web::texts::Language;

use crate::audience::Audience;
use crate::call::{Call, LANGUAGE};
use crate::consistency;
use crate::cross_origin;
use crate::endpoint::{Answering, Endpoint, Handler};
use crate::resources::endpoints;
use crate::resources::event_pages::not_found_at;
use crate::selection;
use crate::shared::Shared;

const HTML: &str = "text/html";

/// Builds the router with its middleware.
pub(crate) fn build(shared: Arc<Shared>) -> Router {
    let mut router = Router::new();
    for endpoint in endpoints() {
        let unknown = endpoint.route().unknown_names();
        let serve =
            move |State(shared): State<Arc<Shared>>, request: Request| serve(shared, endpoint, unknown, request);
        router = served(router, endpoint.template, get(serve).fallback(|| wrong_method("GET, HEAD")));
    }
    let (read, written) = (endpoints().map(|endpoint| endpoint.template), written_only(&shared.settings.written));
    let requests = Requests::at(read.chain(written.keys().copied()));
    for (template, methods) in written {
        let allow = allowed(methods);
        router = served(router, template, any(move || wrong_method(&allow)));
    }
    let public_url: Arc<str> = shared.settings.public_url.as_str().into();
    let shared_with_others = from_fn_with_state(public_url, cross_origin::share);
    let missing = |State(shared): State<Arc<Shared>>, uri: Uri, headers: HeaderMap| async move {
        unknown_address(&shared, &uri, &headers)
    };
    let router = router.fallback(missing).layer(from_fn_with_state(requests, boundary));
    router.layer(shared_with_others).with_state(shared)
}

/// Returns the addresses that take only writes, with their methods. The write side serves them, but reads of them come here
/// and are answered with 405.
fn written_only(written: &[(&'static str, &'static str)]) -> BTreeMap<&'static str, Vec<&'static str>> {
    let mut addresses = BTreeMap::<_, Vec<_>>::new();
    written.iter().for_each(|(template, method)| addresses.entry(*template).or_default().push(*method));
    addresses.retain(|template, methods| {
        !methods.contains(&"GET") && endpoints().all(|endpoint| endpoint.template != *template)
    });
    addresses
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
        return unknown_address(&shared, &parts.uri, &parts.headers);
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
    let call =
        Call { shared, method, uri, headers, params, client, response_headers, parameters, source_views, audience };
    let chosen = parameters
        .iter()
        .any(|parameter| parameter.name == LANGUAGE.name)
        .then(|| Language::in_query(call.uri.query()));
    let mut response = answer(call, endpoint, unknown_names).await.unwrap_or_else(IntoResponse::into_response);
    if let Some(language) = chosen.flatten() {
        response.headers_mut().append(header::SET_COOKIE, language.cookie());
    }
    if let Some(names) = ignored.header() {
        response.headers_mut().insert(IGNORED, names);
    }
    response
}

/// Authenticates, checks limits, waits for the views that the consistency token names and for the caller's turn, and
/// answers.
async fn answer(mut call: Call, endpoint: &Endpoint, unknown_names: UnknownNames) -> Result<Response, Problem> {
    let shared = Arc::clone(&call.shared);
    let gate = &shared.gate;
    let caller = match endpoint.handler {
        Handler::Stored(operation, _) | Handler::Known(operation, _) => {
            let caller = gate.admit(&call.headers, operation).await?;
            call.accept(endpoint.media_type())?;
            Some(caller)
        }
        Handler::KnownOrOpen(operation, needs_one, _) if needs_one(&shared.settings) => {
            Some(gate.admit(&call.headers, operation).await?)
        }
        Handler::KnownOrOpen(operation, ..) => gate.admit_known(&call.headers, operation).await?,
        Handler::Open(_) => None,
    };
    let party = match endpoint.handler {
        Handler::Open(_) => None,
        _ => Some(caller.as_ref().map_or_else(|| Party::at(call.client), Party::of)),
    };
    // Many clients may request a cacheable document at the moment it appears; they share one load.
    let _present = party.map(|party| gate.callers().enter(party, endpoint.cached.is_none())).transpose()?;
    call.audience = caller.as_ref().map_or(Audience::EVERYBODY, Audience::of);
    if unknown_names == UnknownNames::Refused {
        check_query(&call.uri, call.parameters)?;
    }
    let heeded = consistency::heed(&call, caller.as_ref()).await?;
    let _turn = match party {
        Some(party) => gate.callers().turn(party).await,
        None => None,
    };
    let answering: Answering = match (endpoint.handler, caller) {
        (Handler::Stored(_, stored), Some(caller)) => Box::pin(stored.answer(call, caller)),
        (Handler::Known(_, handler), Some(caller)) => handler(call, caller),
        (Handler::KnownOrOpen(.., handler), caller) => handler(call, caller),
        (Handler::Open(handler), _) => handler(call),
        (Handler::Stored(..) | Handler::Known(..), None) => return Err(Problem::internal("a request has no caller")),
    };
    let mut response = answering.await?;
    if let Some(heeded) = heeded {
        response.headers_mut().insert(PREFERENCE_APPLIED, heeded);
    }
    Ok(response)
}

/// Answers a browser with a page, and other clients with a problem.
fn unknown_address(shared: &Shared, uri: &Uri, headers: &HeaderMap) -> Response {
    if !uri.path().starts_with("/api/") && accepts(headers, HTML) > accepts(headers, JSON) {
        return not_found_at(uri, headers, shared.settings.base_path());
    }
    let problem = Problem::not_found(message!(
        "nothing-at-address",
        "There is nothing at this address. The id of an event, round or list in an address is an integer."
    ));
    problem.into_response()
}

fn wrong_method(allow: &str) -> Ready<Problem> {
    ready(Problem::method_not_allowed(allow))
}
