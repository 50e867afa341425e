//! The endpoints, one file each: the views that it reads, its description, and a function that answers. Their paths
//! and operations are in `router.rs`.

pub(crate) mod api_keys;
pub(crate) mod archetypes_page;
pub(crate) mod convention;
pub(crate) mod conventions;
pub(crate) mod current_standings;
pub(crate) mod deck_image;
pub(crate) mod decklist;
pub(crate) mod decklist_page;
pub(crate) mod decklist_revisions;
pub(crate) mod decklists;
pub(crate) mod docs_file;
pub(crate) mod docs_page;
pub(crate) mod dump_file;
pub(crate) mod dumps;
pub(crate) mod event_archetypes;
pub(crate) mod event_audit;
pub(crate) mod event_calendar;
pub(crate) mod event_decklists;
pub(crate) mod event_page;
pub(crate) mod event_penalties;
pub(crate) mod event_tournament_page;
pub(crate) mod events_calendar;
pub(crate) mod events_page;
pub(crate) mod explain_standing;
pub(crate) mod export;
pub(crate) mod export_changes;
pub(crate) mod index_page;
pub(crate) mod invitations;
pub(crate) mod judge_calls;
pub(crate) mod key_conventions;
pub(crate) mod language;
pub(crate) mod live;
pub(crate) mod live_page;
pub(crate) mod magic_event;
pub(crate) mod magic_events;
pub(crate) mod members;
pub(crate) mod organized_event;
pub(crate) mod overview;
pub(crate) mod own_invitations;
pub(crate) mod own_matches;
pub(crate) mod own_memberships;
pub(crate) mod own_player_pages;
pub(crate) mod own_registrations;
pub(crate) mod penalties;
pub(crate) mod player_page;
pub(crate) mod registrations;
pub(crate) mod round;
pub(crate) mod round_matches;
pub(crate) mod round_page;
pub(crate) mod round_standings;
pub(crate) mod rounds;
pub(crate) mod schema;
pub(crate) mod screen_page;
pub(crate) mod store_conventions;
pub(crate) mod tagged_players;
pub(crate) mod user;
pub(crate) mod users;
pub(crate) mod whoami;

pub(crate) mod page_file;
pub(crate) mod pages;

use std::io::{self, Read};

use axum::response::Response;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::documents::to_json;
use flate2::read::GzDecoder;
use futures::{StreamExt, TryStreamExt};
use proto_events::ids::OrganizationId;
use serde::Serialize;
use service_kit::problem::Problem;
use storage::{ListFilter, ListState, Snapshot, StoreError, ViewKind, ViewReader};

use crate::answer;
use crate::cache::Entry;
use crate::call::{Call, Caller};
use crate::listing::{self, Framing, Listed};
use crate::sight::Sight;

/// A list of the documents of a kind in an organization.
struct KindList<'a> {
    views: &'a dyn ViewReader,
    organization_id: OrganizationId,
    kind: ViewKind,
    filter: ListFilter,
    /// What the caller sees of each document.
    sight: Sight,
}

impl Listed for KindList<'_> {
    type State = ListState;

    async fn state(&self) -> Result<ListState, StoreError> {
        self.views.list_state(self.organization_id, self.kind, self.filter).await
    }

    async fn open(&self) -> Result<Snapshot<ListState>, StoreError> {
        let found = self.views.list(self.organization_id, self.kind, self.filter).await?;
        let sight = self.sight;
        if sight == Sight::All {
            return Ok(found);
        }
        let seen = move |body: Bytes| sight.of_document(&body).unwrap_or(body);
        Ok(Snapshot { bodies: found.bodies.map_ok(seen).boxed(), ..found })
    }

    fn tag(&self, state: &ListState) -> Option<String> {
        let ListFilter { starts_after, starts_before, ongoing_at } = self.filter;
        let time = |name: &str, time: Option<DateTime<Utc>>| match time {
            Some(time) => format!("-{name}{}", time.timestamp_micros()),
            None => String::new(),
        };
        // The set of ongoing documents changes only when one begins or ends.
        let ongoing = ongoing_at.map_or_else(String::new, |_| format!("-o{}", time("", state.last_turn)));
        let filter = [time("a", starts_after), time("b", starts_before), ongoing].concat();
        let ListState { generation, changes, .. } = state;
        let sight = if self.sight == Sight::All { "" } else { "-p" };
        Some(format!("{}-{}-{changes}{filter}{sight}", self.organization_id, generation.0))
    }

    fn framing(&self, _: &ListState) -> Result<Framing, Problem> {
        Ok(Framing::array())
    }
}

/// Answers with a list of an event that has a document only if the list is not empty.
async fn list_of_event(call: &Call, caller: &Caller, kind: ViewKind) -> Result<Response, Problem> {
    let (id, organization) = (call.id("event")?, caller.organization()?);
    let is_empty = call.find(organization, kind, id).await?.is_none()
        && call.find(organization, ViewKind::Overview, id).await?.is_some();
    if is_empty {
        return answer::entry(&call.headers, &entry_of("[]".into()), call.form).await;
    }
    answer::document(call, caller, kind, "event").await
}

/// Streams a list of the caller's organization.
async fn list(call: &Call, caller: &Caller, kind: ViewKind, filter: ListFilter) -> Result<Response, Problem> {
    debug_assert!(call.draws_on.contains(&kind), "the endpoint reads {kind:?}, which is not in its DRAWS_ON");
    let (views, organization_id) = (&*call.shared.views, caller.organization()?);
    let list = KindList { views, organization_id, kind, filter, sight: Sight::of(caller, kind) };
    listing::answer(call, Some(caller), call.form, &call.shared.lists, &list).await
}

/// Answers with a document that is made for this request.
async fn made(call: &Call, document: &impl Serialize) -> Result<Response, Problem> {
    let body = to_json(document).map_err(Problem::internal)?;
    answer::entry(&call.headers, &entry_of(body.into()), call.form).await
}

/// Returns an entry of a body that is not a stored document.
fn entry_of(body: Bytes) -> Entry {
    Entry::made(body, false)
}

/// Returns an entry of a file in the program.
fn unchanging(body: &'static [u8]) -> Entry {
    entry_of(Bytes::from_static(body))
}

/// Returns an entry of a file that is compressed in the program, because it is large.
fn unpacked(gzip: &'static [u8]) -> io::Result<Entry> {
    let mut body = Vec::new();
    GzDecoder::new(gzip).read_to_end(&mut body)?;
    Ok(Entry::packed(body.into(), Bytes::from_static(gzip)))
}
