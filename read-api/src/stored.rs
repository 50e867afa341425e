//! Answers that are stored documents, or lists of them.

use std::sync::Arc;

use api_kit::path::nothing;
use axum::response::Response;
use chrono::{DateTime, Utc};
use service_kit::problem::Problem;
use storage::{ListFilter, ListState, Snapshot, StoreError, ViewKind, ViewReader};

use crate::call::{Call, Caller};
use crate::list_tags::{ListTags, SeenList};
use crate::listing::{self, Framing, Listed};
use crate::own_events::Named;
use crate::selection::{self, Selectable};

/// The documents that an answer consists of, and how the request names them.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Stored {
    /// The document of an event of the caller's organization. The path has the event's id.
    OfEvent(ViewKind),
    /// A list of such an event, which has a document only if it is not empty.
    ListOfEvent(ViewKind),
    /// The document of an event or a round, for its organization and for its players. The path has its id.
    ForPlayers(ViewKind, Named),
    /// The list of the caller's organization, which has a document once it is not empty.
    ListOfOrganization(ViewKind),
    /// All documents of the caller's organization, or those that the parameters select.
    Selection(Selectable),
}

impl Stored {
    /// Answers a request with these documents.
    pub(crate) async fn answer(self, call: Call, caller: Caller) -> Result<Response, Problem> {
        match self {
            Self::OfEvent(kind) => answer_of_event(&call, &caller, kind).await,
            Self::ListOfEvent(kind) => list_of_event(&call, &caller, kind).await,
            Self::ForPlayers(kind, named) => call.of_event(&caller, kind, named).await,
            Self::ListOfOrganization(kind) => {
                let organization = caller.organization()?;
                match call.find(organization, kind, organization).await? {
                    Some(found) => call.answer(&found).await,
                    None => call.answer_empty_list().await,
                }
            }
            Self::Selection(selectable) => match selection::answer(&call, &caller, selectable).await? {
                Some(page) => Ok(page),
                None => list(&call, &caller, selectable.kind(), ListFilter::default()).await,
            },
        }
    }
}

/// Answers with the document of the caller's organization for the event that the id in the path names.
pub(crate) async fn answer_of_event(call: &Call, caller: &Caller, kind: ViewKind) -> Result<Response, Problem> {
    let id = call.id("event")?;
    let found = call.find(caller.organization()?, kind, id).await?;
    let found = found.ok_or_else(|| nothing("event", call.param("id")))?;
    call.answer(&found).await
}

async fn list_of_event(call: &Call, caller: &Caller, kind: ViewKind) -> Result<Response, Problem> {
    let (id, organization) = (call.id("event")?, caller.organization()?);
    let is_empty = call.find(organization, kind, id).await?.is_none()
        && call.find(organization, ViewKind::Overview, id).await?.is_some();
    if is_empty { call.answer_empty_list().await } else { answer_of_event(call, caller, kind).await }
}

/// Streams a list of the caller's organization.
pub(crate) async fn list(
    call: &Call,
    caller: &Caller,
    kind: ViewKind,
    filter: ListFilter,
) -> Result<Response, Problem> {
    debug_assert!(call.source_views.contains(&kind), "the endpoint reads {kind:?}, which is not in its source views");
    let organization_id = caller.organization()?;
    let readers = call.audience.readers_in(organization_id);
    let list = SeenList { organization_id, kind, filter, readers };
    let list = KindList { views: &call.shared.views, tags: &call.shared.list_tags, list };
    listing::answer(call, Some(caller), call.response_headers, &call.shared.lists, &list).await
}

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
        let SeenList { organization_id, kind, filter, readers } = self.list;
        let Snapshot { state, bodies } = self.views.list(organization_id, kind, filter, readers).await?;
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
