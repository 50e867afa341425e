//! Documents of lists that several tournaments may render under the same key.
//!
//! They are removed with the tournament that wrote them last, and the other tournaments render them again. If events
//! publish different revisions of a list, or show them to the staff of their organization, the newest revision is kept,
//! in any order of rendering: rebuilt views are the same.
//!
//! Shards: the current state of another shard's tournament is compared as well, but when a document is removed here,
//! that tournament is rendered again only after its next change, and the other way round. This needs one list that
//! events of two organizations have published.

use std::collections::{BTreeMap, BTreeSet};

use domain::convention::Convention;
use domain::tournament::Tournament;
use proto_events::ids::{DecklistId, OrganizationId};
use proto_events::{StreamId, StreamKind, Version};
use storage::{DocumentKey, Removal, ViewKind};

use crate::commit::Writer;
use crate::engine::Engine;
use crate::error::ProjectorError;
use crate::lagging::Lag;
use crate::sharding::renders;
use crate::views::Output;
use crate::views::attached_decklists::attached;
use crate::views::public_decklists::published;

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

impl Engine {
    /// Drops documents for which another tournament has a newer revision, and removes those that this tournament no
    /// longer renders. Other tournaments with the same lists are rendered later.
    pub(crate) async fn settle_lists(
        &mut self,
        writer: &mut Writer,
        output: &mut Output,
    ) -> Result<(), ProjectorError> {
        self.give_way(output).await?;
        let source = output.source;
        let shown = output.documents.iter().map(|document| &document.key).filter(|key| KINDS.contains(&key.kind));
        let shown: BTreeSet<DocumentKey> = shown.cloned().collect();
        let before = match self.written.list_documents.get_mut(&source) {
            Some(before) => std::mem::take(before),
            None => {
                let stored = self.views.documents_from(self.generation, source).await?;
                stored.into_iter().filter(|key| KINDS.contains(&key.kind)).collect()
            }
        };
        let gone: Vec<&DocumentKey> = before.difference(&shown).collect();
        output.removed.extend(gone.iter().map(|key| Removal { key: (*key).clone(), source }));
        let lists: BTreeSet<DecklistId> = gone.iter().filter_map(|key| list_in(key)).collect();
        if !lists.is_empty() {
            let others = self.others_with(source, lists.into_iter()).await?;
            for other in self.ours(others.into_iter().collect()).await? {
                self.put_off(writer, other, Lag::All);
            }
        }
        let weight = 1 + shown.len();
        self.written.list_documents.insert(source, shown, weight);
        Ok(())
    }

    /// Drops documents for which another tournament has a newer revision.
    async fn give_way(&mut self, output: &mut Output) -> Result<(), ProjectorError> {
        let source = output.source;
        let Some(own) = self.publisher(source).await? else { return Ok(()) };
        // These are lists of other organizations. A list that the player may still change is shown as it is, whatever
        // other tournaments render.
        let for_staff = output.documents.iter().filter(|document| is_for_staff(&document.key));
        let for_staff: BTreeSet<DecklistId> = for_staff.filter_map(|document| list_in(&document.key)).collect();
        let contested: BTreeSet<DecklistId> = own.lists.keys().copied().chain(for_staff).collect();
        for list in &contested {
            self.publishing.entry(*list).or_default().insert(source);
        }
        let is_behind =
            |list: &DecklistId| own.lists.contains_key(list) || own.attached.get(list) != Some(&Version::MAX);
        let contested: Vec<DecklistId> = contested.into_iter().filter(is_behind).collect();
        if contested.is_empty() {
            return Ok(());
        }
        let owners: BTreeMap<DecklistId, OrganizationId> = match self.joined.peek(&source.id) {
            Some(joined) => joined.decklists.values().map(|list| (list.id, list.organization_id)).collect(),
            None => BTreeMap::new(),
        };
        for rival in self.others_with(source, contested.into_iter()).await? {
            let Some(rival) = self.publisher(rival).await? else { continue };
            output.documents.retain(|document| {
                let key = &document.key;
                let Some(list) = list_in(key).filter(|_| is_one_for_all(key)) else { return true };
                let says_it_too = key.organization_id == OrganizationId::SHARED
                    || key.organization_id == rival.organization_id
                    || owners.get(&list) == Some(&key.organization_id);
                !(says_it_too && rival.rank(key, list) > own.rank(key, list))
            });
        }
        Ok(())
    }

    /// Returns other tournaments for which any of these lists is handed in, as stored or as rendered in this batch.
    async fn others_with(
        &mut self,
        source: StreamId,
        lists: impl Iterator<Item = DecklistId>,
    ) -> Result<BTreeSet<StreamId>, ProjectorError> {
        let lists: Vec<DecklistId> = lists.collect();
        let streams: Vec<StreamId> = lists.iter().map(|list| StreamId::decklist(*list)).collect();
        let mut others: BTreeSet<StreamId> =
            self.views.dependents(self.generation, &streams).await?.into_iter().collect();
        others.extend(lists.iter().filter_map(|list| self.publishing.get(list)).flatten());
        others.retain(|other| other.kind == StreamKind::Tournament && *other != source);
        Ok(others)
    }

    /// Returns the lists that a tournament publishes or shows to its staff. State of another shard is read again from
    /// the log, because this shard does not receive its events.
    async fn publisher(&mut self, stream: StreamId) -> Result<Option<Publisher>, ProjectorError> {
        let up_to = self.read_to;
        self.ensure::<Tournament>(&[stream.id], up_to).await?;
        let Some(tournament) = self.folds.state::<Tournament>(stream.id) else { return Ok(None) };
        let (organization_id, convention) = (tournament.organization_id, tournament.details.convention_id);
        let is_ours = renders(self.shard, organization_id);
        if !is_ours {
            self.reload::<Tournament>(stream, up_to).await?;
        }
        if let Some(convention) = convention {
            self.ensure::<Convention>(&[convention.0], up_to).await?;
            if !is_ours {
                self.reload::<Convention>(StreamId::convention(convention), up_to).await?;
            }
        }
        let convention = convention.and_then(|id| self.folds.state::<Convention>(id.0));
        let convention = convention.filter(|it| it.organization_id == organization_id);
        let Some(tournament) = self.folds.state::<Tournament>(stream.id) else { return Ok(None) };
        Ok(Some(Publisher {
            stream,
            organization_id,
            lists: published(tournament, convention),
            attached: attached(tournament),
        }))
    }
}

/// Returns the list that a document is about.
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
