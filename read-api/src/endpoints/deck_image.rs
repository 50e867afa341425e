//! `GET /decklists/{id}/image.svg`: the picture of a decklist, for its organization, its owner and, once it is published,
//! for all.

use std::sync::Arc;

use api_kit::description::{Answer, Description, Parameter, Tag, Values};
use api_kit::path::{integer, nothing};
use axum::response::Response;
use domain::permissions::Operation::ReadDecklists;
use proto_events::Version;
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;
use storage::{ListElsewhere, ViewKind};

use crate::ReadApiSettings;
use crate::answer;
use crate::cache::Entry;
use crate::call::{Call, Caller};
use crate::form::Form;
use crate::own::Place;

/// The views that it hands out, and the one that says to whom.
pub(crate) const DRAWS_ON: &[ViewKind] =
    &[ViewKind::DeckImage, ViewKind::Decklist, ViewKind::OwnDecklist, ViewKind::PublicDecklist];

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "show_decklist_image",
    tag: Tag::Pages,
    summary: "Show the picture of a decklist",
    text: "SVG, as `deck_image_url` leads to. Without a credential there are the pictures of lists handed in for events that \
           have published their lists and have a public page; with a key those of its organization as well; with a token \
           or a session those that you may read. Where there is none, the answer is 401 without a credential and 404 with \
           one. Of a published list that is the revision that was published. A key or token that is sent must be valid; a \
           session that is over counts for nothing here.",
    parameters: &[Parameter {
        name: "revision",
        text: "The revision that an event goes by, as in the addresses that it gives.",
        values: Values::Integer(1, i64::MAX, None),
        example: "3",
    }],
    body: None,
    answer: Answer::Svg,
};

/// A picture runs nothing and loads nothing. Who asks decides what is seen, so no cache may mix that up.
const PUBLIC_PICTURE: Form = Form {
    content_type: "image/svg+xml",
    cache_control: "public, no-cache",
    vary: "Accept-Encoding, Consistency-Token, X-API-Key, Authorization, Cookie",
    content_security_policy: Some("default-src 'none'; style-src 'unsafe-inline'; sandbox"),
};
const PRIVATE_PICTURE: Form = Form { cache_control: "private, no-cache", ..PUBLIC_PICTURE };

/// Published lists need none.
pub(crate) fn needs_credential(_: &ReadApiSettings) -> bool {
    false
}

/// Answers with the picture.
pub(crate) async fn answer(call: Call, caller: Option<Caller>) -> Result<Response, Problem> {
    let revision = call.query().integer("revision", 1, i64::MAX)?;
    if let Some(id) = integer(call.param("id"))
        && let Some(picture) = picture(&call, caller.as_ref(), id, revision).await?
    {
        let form = if caller.is_some() { PRIVATE_PICTURE } else { PUBLIC_PICTURE };
        return answer::entry(&call.headers, &picture, form).await;
    }
    if caller.is_none() {
        // What was sent, if anything, did not count: now it is said why.
        call.shared.gate.admit(&call.headers, ReadDecklists).await?;
    }
    Err(nothing("decklist", call.param("id")))
}

/// One that the caller may read, or that anybody may see.
async fn picture(
    call: &Call,
    caller: Option<&Caller>,
    id: i64,
    revision: Option<Version>,
) -> Result<Option<Arc<Entry>>, Problem> {
    if let Some(caller) = caller
        && let Some(place) = call.place_of_decklist(caller, id).await?
        && let Some(picture) = in_place(call, place, id, revision).await?
    {
        return Ok(Some(picture));
    }
    let key = revision.map_or_else(|| id.to_string(), |revision| format!("{id}/{revision}"));
    match call.public_list(key).await? {
        Some(public) => at_revision(call, public.organization_id, id, public.version).await,
        None => Ok(None),
    }
}

/// The picture of a revision of a list that the caller may see more of than what is published. Staff to whom a list is
/// offered sees its newest revision, and those that events of the own organization go by.
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

/// The picture of a revision. Of another organization's list there may be a pointer to the revision that counts here.
async fn at_revision(
    call: &Call,
    place: OrganizationId,
    id: i64,
    revision: Option<Version>,
) -> Result<Option<Arc<Entry>>, Problem> {
    let picture = kept(call, place, id, revision).await?;
    match picture.as_ref().and_then(|picture| ListElsewhere::of(&picture.body)) {
        Some(elsewhere) => kept(call, elsewhere.organization_id, id, Some(elsewhere.version)).await,
        None => Ok(picture),
    }
}

/// The picture of the list, while it is at that revision, else the one kept for events that go by the revision.
async fn kept(
    call: &Call,
    place: OrganizationId,
    id: i64,
    revision: Option<Version>,
) -> Result<Option<Arc<Entry>>, Problem> {
    let Some(revision) = revision else { return call.find(place, ViewKind::DeckImage, id).await };
    let list = call.find(place, ViewKind::Decklist, id).await?;
    if list.is_some_and(|list| list.is_revision(revision)) {
        return call.find(place, ViewKind::DeckImage, id).await;
    }
    call.find(place, ViewKind::DeckImage, format!("{id}/{revision}")).await
}
