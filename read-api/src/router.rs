//! The route table, and the processing that all requests share.

use service_kit::message;
use std::sync::Arc;

use api_kit::callers::{Party, Present};
use api_kit::description::{Access, Answer as Answered, Description, Route};
use api_kit::interface::UnknownNames;
use api_kit::names::{IGNORED, Ignored, check_query, ignored_in};
use api_kit::negotiation::{EVENT_STREAM, JSON};
use api_kit::prefer::PREFERENCE_APPLIED;
use axum::Router;
use axum::extract::{FromRequestParts, RawPathParams, Request, State};
use axum::http::header;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, any, get};
use domain::permissions::Operation::{
    self, FollowEvents, ReadConventions, ReadDecklists, ReadEventAudit, ReadEventDecklists, ReadEventSettings,
    ReadEvents, ReadExport, ReadJudging, ReadMembers, ReadOneEvent, ReadOwnKeys, ReadOwnMemberships,
    ReadOwnRegistrations, ReadPeople, ReadRegistrations,
};
use futures::future::BoxFuture;
use service_kit::boundary::boundary;
use service_kit::metrics::requests::Requests;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::audience::Audience;
use crate::call::{Call, Caller};
use crate::consistency::{self, Reader};
use crate::cross_origin;
use crate::endpoints::language::LANGUAGE;
use crate::endpoints::{
    api_keys, archetypes_page, convention, conventions, current_standings, deck_image, decklist, decklist_page,
    decklist_revisions, decklists, docs_file, docs_page, dump_file, dumps, event_archetypes, event_audit,
    event_calendar, event_decklists, event_page, event_penalties, event_tournament_page, events_calendar, events_page,
    explain_standing, export, export_changes, index_page, invitations, judge_calls, key_conventions, live, live_page,
    magic_event, magic_events, members, organized_event, overview, own_invitations, own_matches, own_memberships,
    own_player_pages, own_registrations, page_file, pages, penalties, player_page, registrations, round, round_matches,
    round_page, round_standings, rounds, schema, screen_page, store_conventions, tagged_players, user, users, whoami,
};
use crate::form::Form;
use crate::selection;
use crate::settings::ReadApiSettings;
use crate::shared::Shared;
use crate::shortcut::{AtHand, Direct, Shortcut, Template, documents_at_hand};

type Answer = BoxFuture<'static, Result<Response, Problem>>;

/// An endpoint: its description, its views and its function.
#[derive(Clone, Copy)]
struct Endpoint {
    description: Description,
    draws_on: &'static [ViewKind],
    handler: Handler,
    /// The kind of the document that alone determines the answer to a request without a query, if there is one.
    direct: Option<ViewKind>,
    /// Finds the answer in memory, given the key of that document.
    at_hand: AtHand,
}

impl Endpoint {
    /// Sets the kind of the document that answers a request without a query. Its key is the ids in the path.
    const fn direct(self, kind: ViewKind) -> Self {
        Self { direct: Some(kind), ..self }
    }

    /// Sets the function that finds the answer in memory, if the answer is drawn from that document.
    const fn found_by(self, at_hand: AtHand) -> Self {
        Self { at_hand, ..self }
    }

    /// Returns its route for the documentation.
    fn route(self, template: &'static str) -> Route {
        let access = match self.handler {
            Handler::Known(operation, _) => Access::Key(operation),
            Handler::KnownOrOpen(operation, ..) => Access::KeyOrOpen(operation),
            Handler::Open(_) => Access::Open,
        };
        Route { method: "GET", template, access, description: self.description }
    }

    /// Returns the media type of its answers to callers with the permission.
    fn media_type(self) -> &'static str {
        if self.description.answer == Answered::EventStream { EVENT_STREAM } else { JSON }
    }

    /// Returns the headers of its JSON answers.
    fn form(self) -> Form {
        match self.handler {
            Handler::Known(operation, _) => Form::json_of(operation),
            Handler::KnownOrOpen(..) | Handler::Open(_) => Form::KEYED_JSON,
        }
    }
}

/// The access rule of an endpoint, and its function.
#[derive(Clone, Copy)]
enum Handler {
    /// For callers with the permission; answers in JSON.
    Known(Operation, fn(Call, Caller) -> Answer),
    /// For callers with the permission, and for everybody unless the settings require a credential. The function
    /// chooses the form, and decides what a request without a credential gets.
    KnownOrOpen(Operation, fn(&ReadApiSettings) -> bool, fn(Call, Option<Caller>) -> Answer),
    /// For everybody. The function chooses the form.
    Open(fn(Call) -> Answer),
}

/// The endpoint of a module for callers with a permission.
macro_rules! known {
    ($operation:expr, $module:ident) => {
        Endpoint {
            description: $module::DESCRIPTION,
            draws_on: $module::DRAWS_ON,
            handler: Handler::Known($operation, |call, caller| Box::pin($module::answer(call, caller))),
            direct: None,
            at_hand: documents_at_hand,
        }
    };
}

/// The endpoint of a module for callers with a permission, and for others if the module allows it.
macro_rules! known_or_open {
    ($operation:expr, $module:ident) => {
        Endpoint {
            description: $module::DESCRIPTION,
            draws_on: $module::DRAWS_ON,
            handler: Handler::KnownOrOpen($operation, $module::needs_credential, |call, caller| {
                Box::pin($module::answer(call, caller))
            }),
            direct: None,
            at_hand: documents_at_hand,
        }
    };
}

/// The endpoint of a module for everybody.
macro_rules! open {
    ($module:ident) => {
        Endpoint {
            description: $module::DESCRIPTION,
            draws_on: $module::DRAWS_ON,
            handler: Handler::Open(|call| Box::pin($module::answer(call))),
            direct: None,
            at_hand: documents_at_hand,
        }
    };
}

/// All routes. Paths with a trailing slash are also served without it. A route that is not open to everybody cannot be
/// declared without its operation of `domain::permissions`.
const ROUTES: &[(&str, Endpoint)] = &[
    ("/api/v1/conventions/", known!(ReadConventions, conventions)),
    ("/api/v1/conventions/{slug}/", known!(ReadConventions, convention)),
    ("/api/v1/store-profiles/conventions/", known!(ReadConventions, store_conventions)),
    ("/api/v1/api-keys/conventions/", known!(ReadConventions, key_conventions)),
    ("/api/v1/api-keys/api_keys/", known!(ReadOwnKeys, api_keys)),
    ("/api/v1/api-keys/whoami/", known!(ReadOwnKeys, whoami)),
    ("/api/v1/members/", known!(ReadMembers, members)),
    ("/api/v1/invitations/", known!(ReadMembers, invitations)),
    ("/api/v1/users/", known!(ReadPeople, users)),
    ("/api/v1/users/{id}/", known!(ReadMembers, user)),
    ("/api/v1/account/invitations/", known!(ReadOwnMemberships, own_invitations)),
    ("/api/v1/account/memberships/", known!(ReadOwnMemberships, own_memberships)),
    ("/api/v1/account/player-pages/", known!(ReadOwnRegistrations, own_player_pages)),
    ("/api/v1/account/registrations/", known!(ReadOwnRegistrations, own_registrations)),
    ("/api/v1/account/registrations/{id}/matches/", known!(ReadOwnRegistrations, own_matches)),
    ("/api/v1/magic-events/", known!(ReadEvents, magic_events)),
    ("/api/v1/magic-events/{id}/", known!(ReadOneEvent, magic_event).direct(ViewKind::MagicEvent)),
    ("/api/v1/magic-events/{id}/overview/", known!(ReadOneEvent, overview).direct(ViewKind::Overview)),
    ("/api/v1/magic-events/{id}/live/", known!(FollowEvents, live)),
    ("/api/v1/magic-events/{id}/settings/", known!(ReadEventSettings, organized_event)),
    (
        "/api/v1/magic-events/{id}/registrations/",
        known!(ReadRegistrations, registrations).direct(ViewKind::Registrations),
    ),
    (
        "/api/v1/magic-events/{id}/current_standings/",
        known!(ReadOneEvent, current_standings).direct(ViewKind::CurrentStandings).found_by(current_standings::at_hand),
    ),
    ("/api/v1/magic-events/{id}/decklists/", known!(ReadEventDecklists, event_decklists)),
    (
        "/api/v1/magic-events/{id}/archetypes/",
        known!(ReadEventDecklists, event_archetypes).direct(ViewKind::Archetypes),
    ),
    (
        "/api/v1/magic-events/{id}/tagged_players/",
        known!(ReadRegistrations, tagged_players).direct(ViewKind::TaggedPlayers),
    ),
    ("/api/v1/magic-events/{id}/audit/", known!(ReadEventAudit, event_audit)),
    ("/api/v1/magic-events/{id}/penalties/", known!(ReadJudging, event_penalties)),
    ("/api/v1/magic-events/{id}/calls/", known!(ReadJudging, judge_calls)),
    ("/api/v1/penalties/", known!(ReadJudging, penalties)),
    ("/api/v1/tournament-rounds/", known!(ReadEvents, rounds)),
    ("/api/v1/tournament-rounds/{id}/", known!(ReadOneEvent, round).direct(ViewKind::Round)),
    ("/api/v1/tournament-rounds/{id}/matches/", known!(ReadOneEvent, round_matches).direct(ViewKind::RoundMatches)),
    (
        "/api/v1/tournament-rounds/{id}/standings/",
        known!(ReadOneEvent, round_standings).direct(ViewKind::RoundStandings),
    ),
    ("/api/v1/tournament-rounds/{id}/standings/{player_id}/explain/", known!(ReadOneEvent, explain_standing)),
    ("/api/v1/decklists/", known!(ReadDecklists, decklists)),
    ("/api/v1/decklists/{id}/", known!(ReadDecklists, decklist)),
    ("/api/v1/decklists/{id}/revisions/", known!(ReadDecklists, decklist_revisions)),
    ("/api/export-decklists/", known_or_open!(ReadExport, export)),
    ("/api/v1/export/tournaments/", known_or_open!(ReadExport, export_changes)),
    ("/dumps/", open!(dumps)),
    ("/dumps/{file}", open!(dump_file)),
    ("/api/schema/", open!(schema)),
    ("/events/", open!(events_page)),
    ("/events.ics", open!(events_calendar)),
    ("/events/{id}/event.ics", open!(event_calendar)),
    ("/events/{id}/", open!(event_page).direct(ViewKind::EventPage).found_by(pages::at_hand)),
    ("/events/{id}/live/", open!(live_page)),
    ("/events/{id}/screen/", open!(screen_page)),
    ("/events/{id}/tournament/", open!(event_tournament_page).direct(ViewKind::EventPage).found_by(pages::at_hand)),
    ("/events/{id}/archetypes/", open!(archetypes_page)),
    ("/events/{id}/rounds/{number}/", open!(round_page).direct(ViewKind::RoundPage).found_by(pages::at_hand)),
    ("/players/{id}/", open!(player_page)),
    ("/decklists/{id}/", known_or_open!(ReadDecklists, decklist_page)),
    ("/decklists/{id}/image.svg", known_or_open!(ReadDecklists, deck_image)),
    ("/assets/{file}", open!(page_file)),
    ("/docs/", open!(docs_page)),
    ("/docs/{file}", open!(docs_file)),
    ("/", open!(index_page)),
];

/// Paths that only take writes, with their methods. The write side serves them, but reads of them come here and are
/// answered with 405.
const WRITTEN_ALONE: &[(&str, &str)] = &[
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

/// Returns the route table for the documentation.
pub(crate) fn routes() -> Vec<Route> {
    ROUTES.iter().map(|(template, endpoint)| endpoint.route(template)).collect()
}

/// Builds the router with its middleware.
pub(crate) fn build(shared: Arc<Shared>) -> Router {
    let mut router = Router::new();
    for (template, endpoint) in ROUTES {
        let unknown = endpoint.route(template).unknown_names();
        let serve =
            move |State(shared): State<Arc<Shared>>, request: Request| serve(shared, *endpoint, unknown, request);
        router = served(router, template, get(serve).fallback(|| wrong_method("GET, HEAD")));
    }
    for (template, allow) in WRITTEN_ALONE {
        router = served(router, template, any(|| wrong_method(allow)));
    }
    let written_alone = WRITTEN_ALONE.iter().map(|(template, _)| *template);
    let requests = Requests::at(ROUTES.iter().map(|(template, _)| *template).chain(written_alone));
    let public_url: Arc<str> = shared.settings.public_url.as_str().into();
    let shared_with_others = from_fn_with_state(public_url, cross_origin::share);
    let router = router.fallback(unknown_address).layer(from_fn_with_state(requests, boundary));
    router.layer(shared_with_others).with_state(shared)
}

/// Builds the shortcut, which answers before the router.
pub(crate) fn shortcut(shared: Arc<Shared>) -> Shortcut {
    let direct = |(template, endpoint): &(&'static str, Endpoint)| {
        let (operation, form) = match endpoint.handler {
            Handler::Known(operation, _) => (Some(operation), endpoint.form()),
            Handler::Open(_) => (None, Form::PUBLIC_PAGE),
            Handler::KnownOrOpen(..) => return None,
        };
        Some(Direct::new(template, endpoint.direct?, operation, form, endpoint.at_hand))
    };
    let directs: Vec<_> = ROUTES.iter().filter_map(direct).collect();
    let requests = Requests::at(directs.iter().map(|direct| direct.template));
    let is_stream = |(_, endpoint): &&(&str, Endpoint)| endpoint.description.answer == Answered::EventStream;
    let streams = ROUTES.iter().filter(is_stream).map(|(template, _)| Template::new(template)).collect();
    Shortcut { shared, directs, streams, requests }
}

/// Serves a path, and the same path without its trailing slash.
fn served(router: Router<Arc<Shared>>, template: &str, methods: MethodRouter<Arc<Shared>>) -> Router<Arc<Shared>> {
    let router = match template.strip_suffix('/').filter(|bare| !bare.is_empty()) {
        Some(bare) => router.route(bare, methods.clone()),
        None => router,
    };
    router.route(template, methods)
}

async fn serve(shared: Arc<Shared>, endpoint: Endpoint, unknown_names: UnknownNames, request: Request) -> Response {
    // Reads ignore the body of the request.
    let (mut parts, _) = request.into_parts();
    let Ok(params) = RawPathParams::from_request_parts(&mut parts, &()).await else {
        return unknown_address().await.into_response();
    };
    let params = params.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let client = shared.settings.trusted_proxies.client(&parts.extensions, &parts.headers);
    let hang_up = parts.extensions.remove();
    let (method, uri, headers) = (parts.method, parts.uri, parts.headers);
    let audience = Audience::EVERYBODY;
    let (form, parameters) = (endpoint.form(), endpoint.description.parameters);
    let draws_on = selection::draws_on(endpoint.draws_on, &uri);
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
        hang_up,
        form,
        parameters,
        unknown_names,
        draws_on,
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
async fn answer(mut call: Call, endpoint: Endpoint) -> Result<Response, Problem> {
    let shared = Arc::clone(&call.shared);
    let gate = &shared.gate;
    // Many clients may request a cacheable document at the moment it appears; they share one load.
    let enter = |party| gate.callers().enter(party, endpoint.direct.is_none());
    match endpoint.handler {
        Handler::Known(operation, handler) => {
            let caller = gate.admit(&call.headers, operation).await?;
            call.accept(endpoint.media_type())?;
            let present = enter(Party::of(&caller))?;
            call.audience = Audience::of(&caller);
            up_to_date(call, Reader::of(&caller), Some(present), |call| handler(call, caller)).await
        }
        Handler::KnownOrOpen(operation, needs_one, handler) => {
            let caller = if needs_one(&call.shared.settings) {
                Some(gate.admit(&call.headers, operation).await?)
            } else {
                gate.admit_known(&call.headers, operation).await?
            };
            let reader = caller.as_ref().map(Reader::of).unwrap_or_default();
            let present = enter(caller.as_ref().map_or_else(|| Party::at(call.client), Party::of))?;
            call.audience = caller.as_ref().map_or(Audience::EVERYBODY, Audience::of);
            up_to_date(call, reader, Some(present), |call| handler(call, caller)).await
        }
        Handler::Open(handler) => up_to_date(call, Reader::default(), None, handler).await,
    }
}

/// Waits for the views that the request's consistency token names and for the caller's turn, then answers.
async fn up_to_date(
    call: Call,
    reader: Reader,
    present: Option<Present>,
    handler: impl FnOnce(Call) -> Answer,
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
