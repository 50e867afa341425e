//! Documents of lists that several tournaments may render under the same key.
//!
//! They are removed with the tournament that wrote them last, and the other tournaments render them again. If events
//! publish different revisions of a list, or show them to the staff of their organization, the newest revision is kept,
//! in any order of rendering: rebuilt views are the same.
//!
//! Shards: the current state of another shard's tournament is compared as well, but when a document is removed here,
//! that tournament is rendered again only after its next change, and the other way round. This needs one list that
//! events of two organizations have published.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use domain::decklist::Decklist;
use domain::tournament::Tournament;
use proto_events::ids::{DecklistId, OrganizationId};
use proto_events::{StreamId, StreamKind, Version};
use storage::{DocumentKey, Generation, Removal, StoreError, ViewKind, ViewStore};

use crate::error::ProjectorError;
use crate::folder::Folder;
use crate::views::{Output, attached, published};

/// Kinds of documents about lists that a tournament writes and other tournaments may write too.
pub(crate) const KINDS: [ViewKind; 5] = [
    ViewKind::Decklist,
    ViewKind::DecklistRevisions,
    ViewKind::FixedDecklist,
    ViewKind::PublicDecklist,
    ViewKind::PublishedDecklist,
];

/// The lists that a tournament publishes and those that it shows to its staff.
struct Publisher {
    stream: StreamId,
    organization_id: OrganizationId,
    lists: BTreeMap<DecklistId, Option<Version>>,
    attached: BTreeMap<DecklistId, Version>,
}

impl Publisher {
    /// Returns the rank of this tournament's document of a list: the highest revision wins; on a tie the highest stream
    /// id.
    fn rank(&self, key: &DocumentKey, list: DecklistId) -> Option<(Version, i64)> {
        let revision =
            if is_for_staff(key) { *self.attached.get(&list)? } else { self.lists.get(&list)?.unwrap_or(Version::MAX) };
        Some((revision, self.stream.id))
    }
}

/// The documents of lists that several tournaments may render.
pub(crate) struct SharedLists {
    views: Arc<dyn ViewStore>,
    generation: Generation,
    /// Tournaments rendered since the last commit, by the lists that they publish or show to their staff.
    pub(super) rendered: HashMap<DecklistId, BTreeSet<StreamId>>,
}

impl SharedLists {
    pub(super) fn new(views: Arc<dyn ViewStore>, generation: Generation) -> Self {
        Self { views, generation, rendered: HashMap::new() }
    }

    /// Drops documents for which another tournament has a newer revision, and removes those that this tournament no
    /// longer renders. `decklists` are those of this tournament. Returns the other tournaments with the same lists, which
    /// have to be rendered again.
    pub(crate) async fn settle(
        &mut self,
        folder: &mut Folder,
        decklists: &HashMap<DecklistId, Arc<Decklist>>,
        output: &mut Output,
    ) -> Result<BTreeSet<StreamId>, ProjectorError> {
        self.give_way(folder, decklists, output).await?;
        let source = output.source;
        let shown = output.documents.iter().map(|document| &document.key).filter(|key| KINDS.contains(&key.kind));
        let shown: BTreeSet<DocumentKey> = shown.cloned().collect();
        let mut gone = self.views.documents_from(self.generation, source).await?;
        gone.retain(|key| KINDS.contains(&key.kind) && !shown.contains(key));
        let lists: BTreeSet<DecklistId> = gone.iter().filter_map(list_in).collect();
        output.removed.extend(gone.into_iter().map(|key| Removal { key, source }));
        Ok(if lists.is_empty() { BTreeSet::new() } else { self.others_with(source, lists.into_iter()).await? })
    }

    /// Drops documents for which another tournament has a newer revision.
    async fn give_way(
        &mut self,
        folder: &mut Folder,
        decklists: &HashMap<DecklistId, Arc<Decklist>>,
        output: &mut Output,
    ) -> Result<(), ProjectorError> {
        let source = output.source;
        let Some(own) = publisher(folder, source).await? else { return Ok(()) };
        // These are lists of other organizations. A list that the player may still change is shown as it is, whatever
        // other tournaments render.
        let for_staff = output.documents.iter().filter(|document| is_for_staff(&document.key));
        let for_staff: BTreeSet<DecklistId> = for_staff.filter_map(|document| list_in(&document.key)).collect();
        let contested: BTreeSet<DecklistId> = own.lists.keys().copied().chain(for_staff).collect();
        for list in &contested {
            self.rendered.entry(*list).or_default().insert(source);
        }
        let is_behind =
            |list: &DecklistId| own.lists.contains_key(list) || own.attached.get(list) != Some(&Version::MAX);
        let contested: Vec<DecklistId> = contested.into_iter().filter(is_behind).collect();
        if contested.is_empty() {
            return Ok(());
        }
        for rival in self.others_with(source, contested.into_iter()).await? {
            let Some(rival) = publisher(folder, rival).await? else { continue };
            output.documents.retain(|document| {
                let key = &document.key;
                let Some(list) = list_in(key).filter(|_| is_one_for_all(key)) else { return true };
                let says_it_too = key.organization_id == OrganizationId::SHARED
                    || key.organization_id == rival.organization_id
                    || decklists.get(&list).is_some_and(|list| list.organization_id == key.organization_id);
                !(says_it_too && rival.rank(key, list) > own.rank(key, list))
            });
        }
        Ok(())
    }

    /// Returns other tournaments for which any of these lists is handed in, as stored or as rendered in this batch.
    async fn others_with(
        &self,
        source: StreamId,
        lists: impl Iterator<Item = DecklistId>,
    ) -> Result<BTreeSet<StreamId>, StoreError> {
        let lists: Vec<DecklistId> = lists.collect();
        let streams: Vec<StreamId> = lists.iter().map(|list| StreamId::decklist(*list)).collect();
        let mut others: BTreeSet<StreamId> =
            self.views.dependents(self.generation, &streams).await?.into_iter().collect();
        others.extend(lists.iter().filter_map(|list| self.rendered.get(list)).flatten());
        others.retain(|other| other.kind == StreamKind::Tournament && *other != source);
        Ok(others)
    }
}

/// Returns the lists that a tournament publishes or shows to its staff.
async fn publisher(folder: &mut Folder, stream: StreamId) -> Result<Option<Publisher>, ProjectorError> {
    folder.ensure_current(stream).await?;
    Ok(folder.state::<Tournament>(stream.id).map(|tournament| Publisher {
        stream,
        organization_id: tournament.organization_id,
        lists: published(tournament, folder.convention_of(tournament)),
        attached: attached(tournament),
    }))
}

fn list_in(key: &DocumentKey) -> Option<DecklistId> {
    let id = key.key.split('/').next()?;
    id.parse().ok().map(DecklistId)
}

/// Returns whether a list has one such document for all its revisions.
fn is_one_for_all(key: &DocumentKey) -> bool {
    let is_published = matches!(key.kind, ViewKind::PublicDecklist | ViewKind::PublishedDecklist);
    (is_published && !key.key.contains('/')) || is_for_staff(key)
}

/// Returns whether a tournament's document of a list is for the staff of its organization. Documents of single
/// revisions are not.
fn is_for_staff(key: &DocumentKey) -> bool {
    matches!(key.kind, ViewKind::Decklist | ViewKind::DecklistRevisions)
}
