//! Answers that are stored documents, or lists of them.

use std::sync::Arc;

use api_kit::noticed_cache::NoticedCache;
use api_kit::path::nothing;
use api_kit::store_failed;
use axum::response::Response;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::documents::ReaderGroup;
use futures::TryStreamExt;
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;
use sha2::{Digest, Sha256};
use storage::{ListState, Lists, SeenBy, Snapshot, StoreError, ViewKind, ViewReader};

use crate::call::{Call, Caller};
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
            Self::ForPlayers(kind, named) => {
                let found = call.find_of_event(&caller, kind, named).await?;
                call.answer(&found.ok_or_else(|| named.unknown(&call))?.entry).await
            }
            Self::ListOfOrganization(kind) => {
                let organization = caller.organization()?;
                match call.find(organization, kind, organization).await? {
                    Some(found) => call.answer(&found).await,
                    None => call.answer_empty_list().await,
                }
            }
            Self::Selection(selectable) => match selection::answer(&call, &caller, selectable).await? {
                Some(page) => Ok(page),
                None => list(&call, &caller, selectable.kind()).await,
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
async fn list(call: &Call, caller: &Caller, kind: ViewKind) -> Result<Response, Problem> {
    debug_assert!(call.source_views.contains(&kind), "the endpoint reads {kind:?}, which is not in its source views");
    let (organization_id, shared) = (caller.organization()?, &call.shared);
    let readers = call.audience.readers_in(organization_id);
    let list = KindList { views: &shared.views, tags: &shared.list_tags, organization_id, kind, readers };
    listing::answer(call, Some(caller), call.response_headers, &shared.lists, &list).await
}

/// A list of the documents of a kind in an organization, as some readers see them.
struct KindList<'a> {
    views: &'a Arc<dyn ViewReader>,
    /// The digests of lists for readers who do not see all of the documents, by the tags of their states.
    tags: &'a NoticedCache<String, Arc<str>>,
    organization_id: OrganizationId,
    kind: ViewKind,
    readers: ReaderGroup,
}

impl KindList<'_> {
    /// Returns whether the readers see all of its documents.
    fn is_whole(&self) -> bool {
        self.readers == ReaderGroup::Organizers || self.kind.seen_by() != SeenBy::Groups
    }

    /// Returns a tag that no other state of the list has.
    fn tag_of_state(&self, state: ListState) -> String {
        let ListState { generation, changes, .. } = state;
        let all = format!("{}-{}-{changes}", self.organization_id, generation.0);
        if self.is_whole() { all } else { format!("{}-{:?}-{all}", self.kind.stored_name(), self.readers) }
    }

    /// Returns the tag of the list in a state. A tag that is made from the number of changes would tell readers of
    /// changes that they do not see, so theirs is made from what they see. It is computed once after a change; if the
    /// list changes meanwhile, the tag is one that no other state has.
    async fn tag_in(&self, state: ListState) -> String {
        let tag = self.tag_of_state(state);
        if self.is_whole() {
            return tag;
        }
        let (views, organization_id) = (Arc::clone(self.views), self.organization_id);
        let (kind, readers) = (self.kind, self.readers);
        let digest = |_| async move {
            let read = views.list(organization_id, kind, readers).await.map_err(store_failed)?;
            if read.state != state {
                return Ok(None);
            }
            let mut hash = Sha256::new_with_prefix(organization_id.0.to_be_bytes());
            let mut bodies = read.bodies;
            while let Some(body) = bodies.try_next().await.map_err(store_failed)? {
                hash.update(body.len().to_be_bytes());
                hash.update(&body);
            }
            Ok(Some(Arc::from(URL_SAFE_NO_PAD.encode(&hash.finalize()[..16]))))
        };
        // If the store fails, reading the list will say so.
        self.tags.get(&tag, digest).await.ok().flatten().map_or(tag, |seen| seen.to_string())
    }
}

impl Listed for KindList<'_> {
    /// With the tag.
    type State = (ListState, String);

    async fn state(&self) -> Result<Self::State, StoreError> {
        let state = self.views.state_of(Lists::of(self.organization_id, self.kind)).await?;
        Ok((state, self.tag_in(state).await))
    }

    async fn open(&self) -> Result<Snapshot<Self::State>, StoreError> {
        // Before the list is open: the tag may need another connection of the database.
        let (expected, tag) = self.state().await?;
        let read = self.views.list(self.organization_id, self.kind, self.readers).await?;
        let Snapshot { state, bodies } = read;
        let tag = if state == expected { tag } else { self.tag_of_state(state) };
        Ok(Snapshot { state: (state, tag), bodies })
    }

    fn framing(&self, (_, tag): &Self::State) -> Result<Framing, Problem> {
        Ok(Framing { tag: Some(tag.clone()), ..Framing::array() })
    }
}
