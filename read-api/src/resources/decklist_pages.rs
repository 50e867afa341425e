//! The page and the picture of a decklist, for its organization, its owner and, once it is published, for everybody.

use std::sync::Arc;

use api_kit::description::{Answer, Parameter, Values};
use api_kit::path::{integer, nothing};
use axum::response::Response;
use domain::permissions::Operation::ReadDecklists;
use proto_events::Version;
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;
use storage::{ListElsewhere, ViewKind};
use web::public::deck_image;
use web::public::decklist::{self, PublishedBy};
use web::texts::Language;

use super::decklists::Place;
use super::event_pages::nothing as no_page;
use crate::answer;
use crate::cache::Entry;
use crate::call::{Call, Caller, LANGUAGE};
use crate::drawing::Sources;
use crate::endpoint::{Endpoint, Handler};
use crate::joined_event::JoinedEvent;
use crate::response_headers::ResponseHeaders;

/// The views that both are drawn from, and those that say who may see them.
const SOURCE_VIEWS: &[ViewKind] =
    &[ViewKind::Decklist, ViewKind::FixedDecklist, ViewKind::OwnDecklist, ViewKind::PublicDecklist];

/// The views that the page is drawn from: it also shows the event that published the list.
const PAGE_VIEWS: &[ViewKind] = &[
    ViewKind::Decklist,
    ViewKind::FixedDecklist,
    ViewKind::OwnDecklist,
    ViewKind::PublicDecklist,
    ViewKind::EventPage,
];

pub(crate) static ENDPOINTS: &[Endpoint] = &[PAGE, PICTURE];

const PAGE: Endpoint = Endpoint {
    template: "/decklists/{id}/",
    handler: Handler::KnownOrOpen(ReadDecklists, |_| false, |call, caller| Box::pin(page(call, caller))),
    source_views: PAGE_VIEWS,
    id: "show_decklist_page",
    summary: "Show the page of a decklist",
    text: "The cards of a list by board, its picture and its text. Without a credential, you can see lists handed in for events that have \
           published their lists and have a public page, at the published revision; with a key, a token or a session, \
           also those that you may read. A key or token that is sent must be valid; a session that has ended is \
           ignored.",
    parameters: &[LANGUAGE],
    ..Endpoint::NEW
};

/// The headers of the page: as those of the picture, which it loads.
const PUBLIC_PAGE: ResponseHeaders = ResponseHeaders {
    vary: PUBLIC_PICTURE.vary,
    content_security_policy: Some(
        "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; manifest-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'",
    ),
    ..ResponseHeaders::PUBLIC_PAGE
};
const PRIVATE_PAGE: ResponseHeaders = ResponseHeaders { cache_control: "private, no-cache", ..PUBLIC_PAGE };

async fn page(call: Call, caller: Option<Caller>) -> Result<Response, Problem> {
    let Some(id) = integer(call.param("id")) else { return Ok(no_page(&call)) };
    let Some(list) = shown(&call, caller.as_ref(), id, None).await? else { return Ok(no_page(&call)) };
    let event = publisher(&call, id).await?;
    let standings = call.at(event.as_ref().and_then(|event| event.page.standings())).await?;
    let language = call.language();
    // Pictures are kept under the kind of the list: a page of the same list has another one.
    let [page, store] = event.as_ref().map(JoinedEvent::entries).unwrap_or_default();
    let others = [page, store, standings.as_deref()];
    let sources = Sources::new(ViewKind::PublishedDecklist, language, &list, &others);
    let [address, base] = call.addresses();
    let draw = move || {
        let standings = standings.as_ref().map(|lines| &*lines.body);
        let by = event.as_ref().map(|event| PublishedBy { event: event.data(), standings });
        decklist::draw(language, [&address, &base], &list.body, by)
    };
    let page = call.shared.drawings.get(sources, draw).await?;
    let headers = if caller.is_some() { PRIVATE_PAGE } else { PUBLIC_PAGE };
    answer::entry(&call.headers, &page, headers.in_language(language)).await
}

/// Returns the event that published a list, if it has a page.
async fn publisher(call: &Call, id: i64) -> Result<Option<JoinedEvent>, Problem> {
    let list = call.public_list(id.to_string()).await?;
    let Some(event) = list.and_then(|list| list.tournament_id) else { return Ok(None) };
    call.find_event(event.0).await
}

const PICTURE: Endpoint = Endpoint {
    template: "/decklists/{id}/image.svg",
    handler: Handler::KnownOrOpen(ReadDecklists, |_| false, |call, caller| Box::pin(picture(call, caller))),
    source_views: SOURCE_VIEWS,
    id: "show_decklist_image",
    summary: "Show the picture of a decklist",
    text: "The SVG image that `deck_image_url` links to. Without a credential, you can see pictures of lists handed in \
           for events that have published their lists and have a public page; with a key, also those of its \
           organization; with a token or a session, also those that you may read. If there is no picture for you, the \
           answer is 401 without a credential and 404 with one. The picture of a published list shows the published \
           revision. A key or token that is sent must be valid; a session that has ended is ignored.",
    parameters: &[Parameter {
        name: "revision",
        text: "The revision that an event uses, as in the event's links.",
        values: Values::Integer(1, i64::MAX, None),
        example: "3",
    }],
    answer: Answer::Svg,
    ..Endpoint::NEW
};

/// The headers of public pictures. A picture runs nothing and loads nothing. `Vary` names the credentials, because the
/// answer depends on the caller.
const PUBLIC_PICTURE: ResponseHeaders = ResponseHeaders {
    content_type: "image/svg+xml",
    cache_control: "public, no-cache",
    vary: "Accept-Encoding, Accept-Language, Consistency-Token, X-API-Key, Authorization, Cookie",
    language: Some(Language::English),
    content_security_policy: Some("default-src 'none'; style-src 'unsafe-inline'; sandbox"),
};
const PRIVATE_PICTURE: ResponseHeaders = ResponseHeaders { cache_control: "private, no-cache", ..PUBLIC_PICTURE };

async fn picture(call: Call, caller: Option<Caller>) -> Result<Response, Problem> {
    let revision = call.query().integer("revision", 1, i64::MAX)?;
    if let Some(id) = integer(call.param("id"))
        && let Some(list) = shown(&call, caller.as_ref(), id, revision).await?
    {
        let language = call.language();
        let sources = Sources::of(ViewKind::Decklist, language, &list);
        let picture = call.shared.drawings.get(sources, move || deck_image::draw(language, &list.body)).await?;
        let headers = if caller.is_some() { PRIVATE_PICTURE } else { PUBLIC_PICTURE };
        return answer::entry(&call.headers, &picture, headers.in_language(language)).await;
    }
    if caller.is_none() {
        // Returns the refusal: the request has no valid credential.
        call.shared.gate.admit(&call.headers, ReadDecklists).await?;
    }
    Err(nothing("decklist", call.param("id")))
}

/// Returns the list, if the caller may see it or it is published.
async fn shown(
    call: &Call,
    caller: Option<&Caller>,
    id: i64,
    revision: Option<Version>,
) -> Result<Option<Arc<Entry>>, Problem> {
    if let Some(caller) = caller
        && let Some(place) = call.place_of_decklist(caller, id).await?
        && let Some(list) = in_place(call, place, id, revision).await?
    {
        return Ok(Some(list));
    }
    let key = revision.map_or_else(|| id.to_string(), |revision| format!("{id}/{revision}"));
    match call.public_list(key).await? {
        Some(public) => at_revision(call, public.organization_id, id, public.version).await,
        None => Ok(None),
    }
}

/// Returns a revision of a list that the caller may see before it is published. Staff sees the newest revision of a
/// list that is offered to one of their events, and the revisions that their events use.
async fn in_place(
    call: &Call,
    place: Place,
    id: i64,
    revision: Option<Version>,
) -> Result<Option<Arc<Entry>>, Problem> {
    match place {
        Place::Here(organization) => at_revision(call, organization, id, revision).await,
        Place::Offered { to, list } if revision.is_some_and(|revision| revision != list.version) => {
            at_revision(call, to, id, revision).await
        }
        Place::Offered { list, .. } => kept(call, list.organization_id, id, revision).await,
    }
}

/// Returns a revision of a list. If the list is in another organization, a pointer names the revision that counts here.
async fn at_revision(
    call: &Call,
    place: OrganizationId,
    id: i64,
    revision: Option<Version>,
) -> Result<Option<Arc<Entry>>, Problem> {
    let list = kept(call, place, id, revision).await?;
    match list.as_ref().and_then(|list| ListElsewhere::of(&list.body)) {
        Some(elsewhere) => kept(call, elsewhere.organization_id, id, Some(elsewhere.version)).await,
        None => Ok(list),
    }
}

/// Returns the list if it is still at that revision, else the document kept for events that use the revision.
async fn kept(
    call: &Call,
    place: OrganizationId,
    id: i64,
    revision: Option<Version>,
) -> Result<Option<Arc<Entry>>, Problem> {
    let list = call.find(place, ViewKind::Decklist, id).await?;
    match revision {
        Some(revision) if list.as_ref().is_none_or(|list| list.revision() != Some(revision)) => {
            call.find(place, ViewKind::FixedDecklist, format!("{id}/{revision}")).await
        }
        _ => Ok(list),
    }
}
