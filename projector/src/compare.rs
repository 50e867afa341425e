//! Compares two generations of views, document by document, in constant memory.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use futures::StreamExt;
use futures::stream::BoxStream;
use proto_events::ids::OrganizationId;
use proto_events::{Position, StreamId, StreamKind};
use storage::{Document, DocumentKey, ExportDocument, ExportRecord, Generation, StoreError, ViewStore};

use crate::error::ProjectorError;
use crate::writer::KINDS as SAID_BY_SEVERAL;

/// Maximum number of differing keys in the list.
const LISTED: usize = 20;

/// The result of a comparison.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Documents that are the same in both.
    pub equal: u64,
    /// Documents that are in both and differ.
    pub different: u64,
    /// Documents that are only in the old generation.
    pub only_old: u64,
    /// Documents that are only in the new generation.
    pub only_new: u64,
    /// Documents that are damaged in either generation.
    pub damaged: u64,
    /// Documents that could not be compared: newer than the compared position, not yet rendered again, or of a parked
    /// stream.
    pub skipped: u64,
    /// The first keys that differ or are in only one generation: `organization/kind/key`.
    pub differing: Vec<String>,
}

impl Comparison {
    /// Returns whether nothing differs.
    pub fn is_equal(&self) -> bool {
        self.different + self.only_old + self.only_new + self.damaged == 0
    }

    fn differs(&mut self, name: String) {
        if self.differing.len() < LISTED {
            self.differing.push(name);
        }
    }
}

/// Something that both generations store under a key: a document, an export or a record.
struct Item<C> {
    /// Its key, in the order in which the store returns items.
    key: (i64, &'static str, String),
    organization_id: OrganizationId,
    source: StreamId,
    position: Position,
    /// Everything else that is compared.
    content: C,
}

impl<C> Item<C> {
    fn name(&self) -> String {
        format!("{}/{}/{}", self.organization_id, self.key.1, self.key.2)
    }
}

fn of_document(it: Document) -> Item<impl PartialEq> {
    let DocumentKey { organization_id, kind, key } = it.key;
    // Several tournaments may render the same document of a list; it does not matter which one wrote it last.
    let is_said_by_several = it.source.kind == StreamKind::Tournament && SAID_BY_SEVERAL.contains(&kind);
    let source = (!is_said_by_several).then_some(it.source);
    Item {
        key: (organization_id.0, kind.stored_name(), key),
        organization_id,
        source: it.source,
        position: it.position,
        content: (source, it.body, it.digest, it.sort, it.owner),
    }
}

fn of_export(it: ExportDocument) -> Item<impl PartialEq> {
    Item {
        key: (it.tournament_id.0, "export", it.tournament_id.to_string()),
        organization_id: it.organization_id,
        source: StreamId::tournament(it.tournament_id),
        position: it.position,
        content: ExportDocument { position: Position::START, ..it },
    }
}

fn of_record(it: ExportRecord) -> Item<impl PartialEq> {
    Item {
        key: (it.tournament_id.0, "export_record", it.tournament_id.to_string()),
        organization_id: it.organization_id,
        source: StreamId::tournament(it.tournament_id),
        position: it.position,
        content: ExportRecord { position: Position::START, ..it },
    }
}

/// Compares two generations at a position. The old one may change meanwhile: documents that are newer than the position
/// are skipped, and so are those that either generation could not render.
pub(crate) async fn compare(
    views: &dyn ViewStore,
    old: Generation,
    new: Generation,
    at: Position,
) -> Result<Comparison, ProjectorError> {
    let mut inexact = BTreeSet::new();
    for generation in [old, new] {
        inexact.extend(views.parked(generation).await?.into_iter().map(|parked| parked.stream));
        inexact.extend(views.lagging(generation).await?);
    }
    let mut comparison = Comparison::default();
    let is_inexact = |source: StreamId, position: Position| position > at || inexact.contains(&source);
    let documents = [old, new].map(|it| views.all_documents(it).map(|row| row.map(of_document)).boxed());
    merge(documents, &is_inexact, &mut comparison).await?;
    let exports = [old, new].map(|it| views.all_exports(it).map(|row| row.map(of_export)).boxed());
    merge(exports, &is_inexact, &mut comparison).await?;
    let records = [old, new].map(|it| views.all_records(it).map(|row| row.map(of_record)).boxed());
    merge(records, &is_inexact, &mut comparison).await?;
    Ok(comparison)
}

/// Items of a generation.
type Items<C> = BoxStream<'static, Result<Item<C>, StoreError>>;

/// Counts items. Their keys must be in order, because differences would be found everywhere otherwise.
async fn merge<C: PartialEq>(
    [mut olds, mut news]: [Items<C>; 2],
    is_inexact: &(dyn Fn(StreamId, Position) -> bool + Sync),
    comparison: &mut Comparison,
) -> Result<(), ProjectorError> {
    let mut old = next(&mut olds, None, comparison).await?;
    let mut new = next(&mut news, None, comparison).await?;
    loop {
        let order = match (&old, &new) {
            (None, None) => return Ok(()),
            (Some(old), Some(new)) => old.key.cmp(&new.key),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
        };
        let here = [old.as_ref().filter(|_| order.is_le()), new.as_ref().filter(|_| order.is_ge())];
        if here.iter().flatten().any(|it| is_inexact(it.source, it.position)) {
            comparison.skipped += 1;
        } else {
            count(here, comparison);
        }
        if order.is_le() {
            old = next(&mut olds, old.as_ref(), comparison).await?;
        }
        if order.is_ge() {
            new = next(&mut news, new.as_ref(), comparison).await?;
        }
    }
}

/// Returns the next item that is not damaged.
async fn next<C>(
    items: &mut Items<C>,
    last: Option<&Item<C>>,
    comparison: &mut Comparison,
) -> Result<Option<Item<C>>, ProjectorError> {
    loop {
        match items.next().await.transpose() {
            Ok(Some(item)) if last.is_some_and(|last| last.key >= item.key) => {
                return Err(ProjectorError::OutOfOrder { key: item.name() });
            }
            Ok(next) => return Ok(next),
            Err(StoreError::DamagedView(_)) => comparison.damaged += 1,
            Err(error) => return Err(error.into()),
        }
    }
}

fn count<C: PartialEq>(here: [Option<&Item<C>>; 2], comparison: &mut Comparison) {
    let counter = match here {
        [Some(old), Some(new)] if old.content == new.content => {
            comparison.equal += 1;
            return;
        }
        [Some(_), Some(_)] => &mut comparison.different,
        [Some(_), None] => &mut comparison.only_old,
        [None, _] => &mut comparison.only_new,
    };
    *counter += 1;
    if let Some(it) = here.into_iter().flatten().next() {
        comparison.differs(it.name());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns an item with a key, a content and a position.
    fn item(key: i64, content: &'static str, position: i64) -> Item<&'static str> {
        Item {
            key: (key, "item", key.to_string()),
            organization_id: OrganizationId(7),
            source: StreamId::tournament(key.into()),
            position: Position(position),
            content,
        }
    }

    type TestItems = Vec<Item<&'static str>>;

    async fn compared(old: TestItems, new: TestItems) -> Result<Comparison, ProjectorError> {
        let mut comparison = Comparison::default();
        let both = [old, new].map(|items| futures::stream::iter(items).map(Ok).boxed());
        merge(both, &|_, position| position > Position(9), &mut comparison).await?;
        Ok(comparison)
    }

    #[tokio::test]
    async fn every_difference_is_counted() {
        let old = vec![item(1, "a", 1), item(2, "b", 1), item(3, "c", 1), item(5, "e", 1)];
        let new = vec![item(1, "a", 7), item(3, "d", 1), item(4, "n", 1), item(5, "f", 10), item(6, "g", 1)];
        let found = compared(old, new).await.unwrap();
        let counts = (found.equal, found.different, found.only_old, found.only_new, found.skipped);
        assert_eq!(counts, (1, 1, 1, 2, 1));
        assert_eq!(found.differing, ["7/item/2", "7/item/3", "7/item/4", "7/item/6"]);
    }

    #[tokio::test]
    async fn items_out_of_order_are_an_error() {
        let found = compared(vec![item(2, "b", 1), item(1, "a", 1)], Vec::new()).await;
        assert!(matches!(found, Err(ProjectorError::OutOfOrder { key }) if key == "7/item/1"));
    }
}
