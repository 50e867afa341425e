//! The tags of lists for readers who do not see all of the documents. A tag that is made from the number of changes would
//! tell them of changes that they do not see, so theirs is made from what they see. It is computed once after a change.

use std::sync::Arc;

use api_kit::noticed_cache::{LoadResult, NoticedCache};
use api_kit::store_failed;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::documents::ReaderGroup;
use futures::TryStreamExt;
use proto_events::ids::OrganizationId;
use sha2::{Digest, Sha256};
use storage::{ListFilter, ListState, SeenBy, Snapshot, ViewKind, ViewReader};

/// Maximum number of tags that are kept.
const KEPT: u64 = 10_000;

/// A list of the documents of a kind, as some readers see them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SeenList {
    pub(crate) organization_id: OrganizationId,
    pub(crate) kind: ViewKind,
    pub(crate) filter: ListFilter,
    /// The readers.
    pub(crate) readers: ReaderGroup,
}

impl SeenList {
    /// Returns a tag that no other state of the list has; `all` is that of the whole list.
    pub(crate) fn tag_of_state(&self, all: String) -> String {
        if self.is_whole() { all } else { format!("{}-{:?}-{all}", self.kind.stored_name(), self.readers) }
    }

    /// Returns whether the readers see all of its documents.
    fn is_whole(&self) -> bool {
        self.readers == ReaderGroup::Organizers || self.kind.seen_by() != SeenBy::Groups
    }
}

/// The tags in memory, by the tag of the state.
pub(crate) struct ListTags(NoticedCache<String, Arc<str>>);

impl ListTags {
    /// Creates an empty memory of tags.
    pub(crate) fn new() -> Self {
        Self(NoticedCache::new(KEPT, |_, _| 1))
    }

    /// Returns the tag of a list in a state; `all` is the tag of the whole list. If the list changes meanwhile, the tag is
    /// one that no other state has.
    pub(crate) async fn tag(
        &self,
        views: &Arc<dyn ViewReader>,
        list: SeenList,
        state: ListState,
        all: String,
    ) -> String {
        let key = list.tag_of_state(all);
        if list.is_whole() {
            return key;
        }
        let seen = self.0.get(&key, |_| digest(Arc::clone(views), list, state)).await;
        // If the store fails, reading the list will say so.
        seen.ok().flatten().map_or(key, |seen| seen.to_string())
    }
}

/// Returns the digest of a list in a state; `None` if the list is in another state by now.
async fn digest(views: Arc<dyn ViewReader>, list: SeenList, wanted: ListState) -> LoadResult<Arc<str>> {
    let SeenList { organization_id, kind, filter, readers } = list;
    let Snapshot { state, mut bodies } =
        views.list(organization_id, kind, filter, readers).await.map_err(store_failed)?;
    if state != wanted {
        return Ok(None);
    }
    let mut hash = Sha256::new_with_prefix(organization_id.0.to_be_bytes());
    while let Some(body) = bodies.try_next().await.map_err(store_failed)? {
        hash.update(body.len().to_be_bytes());
        hash.update(&body);
    }
    Ok(Some(URL_SAFE_NO_PAD.encode(&hash.finalize()[..16]).into()))
}
