//! The caller's own invitations, memberships, player pages and registrations, in all organizations.

use std::cmp::Reverse;

use api_kit::description::{Answer, Tag};
use api_kit::own_registrations::{OWN_REGISTRATIONS, own_registrations, own_stores, records};
use api_kit::path::nothing;
use axum::response::Response;
use domain::documents::OwnPlayerPageDocument;
use domain::identity::{OwnInvitationDocument, OwnMembershipDocument};
use domain::permissions::Operation::{ReadOwnMemberships, ReadOwnRegistrations};
use proto_events::ids::{RegistrationId, UserId};
use serde::de::DeserializeOwned;
use service_kit::problem::Problem;
use storage::{InvitationRecord, Membership, OwnPlayerPage, ViewKind};

use crate::call::{Call, Caller};
use crate::endpoint::{Endpoint, Handler};

pub(crate) static ENDPOINTS: &[Endpoint] = &[INVITATIONS, MEMBERSHIPS, PLAYER_PAGES, REGISTRATIONS, MATCHES];

const INVITATIONS: Endpoint = Endpoint {
    template: "/api/v1/account/invitations/",
    handler: Handler::Known(ReadOwnMemberships, |call, caller| Box::pin(invitations(call, caller))),
    source_views: &[ViewKind::Invitation],
    id: "list_own_invitations",
    tag: Tag::Members,
    summary: "List the invitations that you have not answered",
    text: "Sorted by the id of the organization. You become a member only when you accept.",
    answer: Answer::array_of::<OwnInvitationDocument<'_>>(),
    ..Endpoint::NEW
};

async fn invitations(call: Call, caller: Caller) -> Result<Response, Problem> {
    let mut records: Vec<InvitationRecord> = records_of(&call, ViewKind::Invitation, caller.user_id).await?;
    records.retain(|record| record.is_open);
    records.sort_by_key(|record| record.organization_id);
    let documents = records.iter().map(|record| {
        let InvitationRecord { organization_id, store_name, role, invited_at, .. } = record;
        OwnInvitationDocument { organization_id: *organization_id, store_name, role: *role, invited_at: *invited_at }
    });
    call.answer_made(&documents.collect::<Vec<_>>()).await
}

const MEMBERSHIPS: Endpoint = Endpoint {
    template: "/api/v1/account/memberships/",
    handler: Handler::Known(ReadOwnMemberships, |call, caller| Box::pin(memberships(call, caller))),
    source_views: &[ViewKind::Membership],
    id: "list_own_memberships",
    tag: Tag::Members,
    summary: "List the organizations that you are a member of",
    text: "Sorted by the id of the organization.",
    answer: Answer::array_of::<OwnMembershipDocument<'_>>(),
    ..Endpoint::NEW
};

async fn memberships(call: Call, caller: Caller) -> Result<Response, Problem> {
    let mut records: Vec<Membership> = records_of(&call, ViewKind::Membership, caller.user_id).await?;
    records.retain(|record| !record.removed);
    records.sort_by_key(|record| record.organization_id);
    let documents = records.iter().map(|record| OwnMembershipDocument {
        organization_id: record.organization_id,
        store_name: &record.store_name,
        role: record.role,
    });
    call.answer_made(&documents.collect::<Vec<_>>()).await
}

const PLAYER_PAGES: Endpoint = Endpoint {
    template: "/api/v1/account/player-pages/",
    handler: Handler::Known(ReadOwnRegistrations, |call, caller| Box::pin(player_pages(call, caller))),
    source_views: &[ViewKind::OwnPlayerPage, ViewKind::OwnRegistration, ViewKind::MergedAccount],
    id: "list_own_player_pages",
    tag: Tag::Members,
    summary: "List your player pages",
    text: "One for each organization in whose events you are registered, by the id of the organization. A page is \
           hidden until you show it.",
    answer: Answer::array_of::<OwnPlayerPageDocument<'_>>(),
    ..Endpoint::NEW
};

async fn player_pages(call: Call, caller: Caller) -> Result<Response, Problem> {
    let pages: Vec<OwnPlayerPage> = records_of(&call, ViewKind::OwnPlayerPage, caller.user_id).await?;
    let stores = own_stores(&*call.shared.views, caller.user_id).await?;
    let base = call.base_url();
    let documents = stores.iter().map(|(organization_id, store_name)| {
        let shown = pages.iter().find(|page| page.organization_id == *organization_id && page.is_shown);
        let url = shown.map(|page| format!("{base}/players/{}/", page.player_id));
        OwnPlayerPageDocument { organization_id: *organization_id, store_name, is_shown: url.is_some(), url }
    });
    call.answer_made(&documents.collect::<Vec<_>>()).await
}

const REGISTRATIONS: Endpoint = Endpoint {
    template: "/api/v1/account/registrations/",
    handler: Handler::Known(ReadOwnRegistrations, |call, caller| Box::pin(registrations(call, caller))),
    source_views: OWN_REGISTRATIONS,
    id: "list_own_registrations",
    tag: Tag::Organizing,
    summary: "List your registrations",
    text: "Your registrations in the events of all organizations, apart from events that were imported from files, and \
           those of accounts that were merged into yours. Sorted by the start of the event, the latest first, and then \
           by its id; events without a date come first. In an event with more than 512 seats, this may lag behind by a \
           second.",
    answer: Answer::documents(ViewKind::OwnRegistration),
    ..Endpoint::NEW
};

async fn registrations(call: Call, caller: Caller) -> Result<Response, Problem> {
    let mut records = own_registrations(&*call.shared.views, caller.user_id).await?;
    records.sort_by_key(|record| (record.starts.is_some(), Reverse(record.starts), Reverse(record.tournament_id)));
    call.answer_made(&records.iter().map(|record| &record.registration).collect::<Vec<_>>()).await
}

const MATCHES: Endpoint = Endpoint {
    template: "/api/v1/account/registrations/{id}/matches/",
    handler: Handler::Known(ReadOwnRegistrations, |call, caller| Box::pin(matches(call, caller))),
    source_views: OWN_REGISTRATIONS,
    id: "list_own_matches",
    tag: Tag::Organizing,
    summary: "List your matches in an event",
    text: "`id` is that of your registration. In playing order, with table, opponents and what was reported. A round \
           whose pairings are not published is left out. In an event with more than 512 seats, this may lag behind by \
           a second.",
    answer: Answer::array("OwnMatch"),
    ..Endpoint::NEW
};

async fn matches(call: Call, caller: Caller) -> Result<Response, Problem> {
    let id = RegistrationId(call.id("registration")?);
    let records = own_registrations(&*call.shared.views, caller.user_id).await?;
    let own = records.iter().find(|record| record.registration_id == id);
    call.answer_made(&own.ok_or_else(|| nothing("registration", call.param("id")))?.matches).await
}

/// Returns a person's records of a kind. Their keys begin with the id of the person.
async fn records_of<T: DeserializeOwned>(call: &Call, kind: ViewKind, person: UserId) -> Result<Vec<T>, Problem> {
    debug_assert!(call.source_views.contains(&kind), "the endpoint reads {kind:?}, which is not in its source views");
    records(&*call.shared.views, kind, &Membership::prefix(person)).await
}
