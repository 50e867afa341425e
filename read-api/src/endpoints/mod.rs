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
use std::sync::Arc;

use axum::response::Response;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::documents::to_json;
use flate2::read::GzDecoder;
use futures::{StreamExt, TryStreamExt};
use serde::Serialize;
use service_kit::problem::Problem;
use storage::{ListFilter, ListState, Snapshot, StoreError, ViewKind, ViewReader};

use crate::answer;
use crate::audience::Redaction;
use crate::cache::Entry;
use crate::call::{Call, Caller};
use crate::list_tags::{ListTags, SeenList};
use crate::listing::{self, Framing, Listed};

/// A list of the documents of a kind in an organization.
struct KindList<'a> {
    views: &'a Arc<dyn ViewReader>,
    tags: &'a ListTags,
    list: SeenList,
}

impl KindList<'_> {
    /// Returns the tag of a state of the whole list.
    fn tag_of_all(&self, state: ListState) -> String {
        let SeenList { organization_id, filter, .. } = self.list;
        let ListFilter { starts_after, starts_before, ongoing_at } = filter;
        let time = |name: &str, time: Option<DateTime<Utc>>| match time {
            Some(time) => format!("-{name}{}", time.timestamp_micros()),
            None => String::new(),
        };
        // The set of ongoing documents changes only when one begins or ends.
        let ongoing = ongoing_at.map_or_else(String::new, |_| format!("-o{}", time("", state.last_turn)));
        let filter = [time("a", starts_after), time("b", starts_before), ongoing].concat();
        let ListState { generation, changes, .. } = state;
        format!("{organization_id}-{}-{changes}{filter}", generation.0)
    }
}

impl Listed for KindList<'_> {
    /// With the tag.
    type State = (ListState, String);

    async fn state(&self) -> Result<Self::State, StoreError> {
        let SeenList { organization_id, kind, filter, .. } = self.list;
        let state = self.views.list_state(organization_id, kind, filter).await?;
        Ok((state, self.tags.tag(self.views, self.list, state, self.tag_of_all(state)).await))
    }

    async fn open(&self) -> Result<Snapshot<Self::State>, StoreError> {
        // Before the list is open: the tag may need another connection of the database.
        let (expected, tag) = self.state().await?;
        let SeenList { organization_id, kind, filter, redaction } = self.list;
        let Snapshot { state, bodies } = self.views.list(organization_id, kind, filter).await?;
        let bodies = match redaction {
            Redaction::Nothing => bodies,
            _ => bodies.map_ok(move |body: Bytes| redaction.of_document(&body).unwrap_or(body)).boxed(),
        };
        let tag = if state == expected { tag } else { self.list.tag_of_state(self.tag_of_all(state)) };
        Ok(Snapshot { state: (state, tag), bodies })
    }

    fn tag(&self, (_, tag): &Self::State) -> Option<String> {
        Some(tag.clone())
    }

    fn framing(&self, _: &Self::State) -> Result<Framing, Problem> {
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
    let organization_id = caller.organization()?;
    let redaction = call.audience.redaction(organization_id, kind);
    let list = SeenList { organization_id, kind, filter, redaction };
    let list = KindList { views: &call.shared.views, tags: &call.shared.list_tags, list };
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
