//! Compares two generations of views, document by document, in constant memory.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use futures::StreamExt;
use futures::stream::{self, BoxStream};
use proto_events::{Position, StreamId, StreamKind};
use storage::{Document, ExportDocument, ExportRecord, Generation, StoreError, ViewStore};
use tokio::sync::mpsc;

use crate::error::ProjectorError;
use crate::writer::KINDS as SAID_BY_SEVERAL;

/// Maximum number of differing keys in the list.
const LISTED: usize = 20;
/// Maximum number of documents of a generation that are read ahead.
const READ_AHEAD: usize = 256;

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

/// Something that both generations store under a key.
trait Compared: Sized {
    /// Its key, in the order in which the store returns items.
    type Key: Ord;
    fn key(&self) -> Self::Key;
    fn name(&self) -> String;
    fn source(&self) -> StreamId;
    fn position(&self) -> Position;
    /// Returns whether both are the same, apart from the position.
    fn is_same(&self, other: &Self) -> bool;
}

impl Compared for Document {
    type Key = (i64, &'static str, String);
    fn key(&self) -> Self::Key {
        (self.key.organization_id.0, self.key.kind.stored_name(), self.key.key.clone())
    }
    fn name(&self) -> String {
        format!("{}/{}/{}", self.key.organization_id, self.key.kind.stored_name(), self.key.key)
    }
    fn source(&self) -> StreamId {
        self.source
    }
    fn position(&self) -> Position {
        self.position
    }
    fn is_same(&self, other: &Self) -> bool {
        // Several tournaments may render the same document of a list; it does not matter which one wrote it last.
        let by_tournaments = [self.source, other.source].iter().all(|source| source.kind == StreamKind::Tournament);
        let same_source = self.source == other.source || (by_tournaments && SAID_BY_SEVERAL.contains(&self.key.kind));
        same_source
            && (&self.body, &self.digest, &self.sort, self.owner, self.period)
                == (&other.body, &other.digest, &other.sort, other.owner, other.period)
    }
}

impl Compared for ExportDocument {
    type Key = i64;
    fn key(&self) -> i64 {
        self.tournament_id.0
    }
    fn name(&self) -> String {
        format!("{}/export/{}", self.organization_id, self.tournament_id)
    }
    fn source(&self) -> StreamId {
        StreamId::tournament(self.tournament_id)
    }
    fn position(&self) -> Position {
        self.position
    }
    fn is_same(&self, other: &Self) -> bool {
        let same_place = (self.organization_id, self.start, self.event_format)
            == (other.organization_id, other.start, other.event_format);
        same_place && self.body == other.body && self.body_with_text == other.body_with_text
    }
}

impl Compared for ExportRecord {
    type Key = i64;
    fn key(&self) -> i64 {
        self.tournament_id.0
    }
    fn name(&self) -> String {
        format!("{}/export_record/{}", self.organization_id, self.tournament_id)
    }
    fn source(&self) -> StreamId {
        StreamId::tournament(self.tournament_id)
    }
    fn position(&self) -> Position {
        self.position
    }
    fn is_same(&self, other: &Self) -> bool {
        *self == Self { position: self.position, ..other.clone() }
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
    merge([old, new].map(|it| ahead(views.all_documents(it))), &is_inexact, &mut comparison).await?;
    merge([old, new].map(|it| ahead(views.all_exports(it))), &is_inexact, &mut comparison).await?;
    merge([old, new].map(|it| ahead(views.all_records(it))), &is_inexact, &mut comparison).await?;
    Ok(comparison)
}

/// Items of a generation.
type Items<T> = BoxStream<'static, Result<T, StoreError>>;

/// Reads items in a task of its own, so that both generations are read at the same time. The task ends when the returned
/// stream is dropped.
fn ahead<T: Send + 'static>(mut items: Items<T>) -> Items<T> {
    let (sender, receiver) = mpsc::channel(READ_AHEAD);
    tokio::spawn(async move {
        while let Some(item) = items.next().await {
            if sender.send(item).await.is_err() {
                return;
            }
        }
    });
    stream::unfold(receiver, |mut receiver| async { receiver.recv().await.map(|item| (item, receiver)) }).boxed()
}

/// Counts items. Their keys must be in order, because differences would be found everywhere otherwise.
async fn merge<T: Compared>(
    [mut olds, mut news]: [Items<T>; 2],
    is_inexact: &(dyn Fn(StreamId, Position) -> bool + Sync),
    comparison: &mut Comparison,
) -> Result<(), ProjectorError> {
    let mut old = next(&mut olds, None, comparison).await?;
    let mut new = next(&mut news, None, comparison).await?;
    loop {
        let order = match (&old, &new) {
            (None, None) => return Ok(()),
            (Some(old), Some(new)) => old.key().cmp(&new.key()),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
        };
        let here = [old.as_ref().filter(|_| order.is_le()), new.as_ref().filter(|_| order.is_ge())];
        if here.iter().flatten().any(|it| is_inexact(it.source(), it.position())) {
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
async fn next<T: Compared>(
    items: &mut Items<T>,
    last: Option<&T>,
    comparison: &mut Comparison,
) -> Result<Option<T>, ProjectorError> {
    loop {
        match items.next().await.transpose() {
            Ok(Some(item)) if last.is_some_and(|last| last.key() >= item.key()) => {
                return Err(ProjectorError::OutOfOrder { key: item.name() });
            }
            Ok(next) => return Ok(next),
            Err(StoreError::DamagedView(_)) => comparison.damaged += 1,
            Err(error) => return Err(error.into()),
        }
    }
}

fn count<T: Compared>(here: [Option<&T>; 2], comparison: &mut Comparison) {
    let counter = match here {
        [Some(old), Some(new)] if old.is_same(new) => {
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

    /// An item with a key, a content and a position.
    struct Item(i64, &'static str, i64);

    impl Compared for Item {
        type Key = i64;
        fn key(&self) -> i64 {
            self.0
        }
        fn name(&self) -> String {
            self.0.to_string()
        }
        fn source(&self) -> StreamId {
            StreamId::tournament(self.0.into())
        }
        fn position(&self) -> Position {
            Position(self.2)
        }
        fn is_same(&self, other: &Self) -> bool {
            self.1 == other.1
        }
    }

    async fn compared(old: Vec<Item>, new: Vec<Item>) -> Result<Comparison, ProjectorError> {
        let mut comparison = Comparison::default();
        let both = [old, new].map(|items| futures::stream::iter(items).map(Ok).boxed());
        merge(both, &|_, position| position > Position(9), &mut comparison).await?;
        Ok(comparison)
    }

    #[tokio::test]
    async fn every_difference_is_counted() {
        let old = vec![Item(1, "a", 1), Item(2, "b", 1), Item(3, "c", 1), Item(5, "e", 1)];
        let new = vec![Item(1, "a", 7), Item(3, "d", 1), Item(4, "n", 1), Item(5, "f", 10), Item(6, "g", 1)];
        let found = compared(old, new).await.unwrap();
        let counts = (found.equal, found.different, found.only_old, found.only_new, found.skipped);
        assert_eq!(counts, (1, 1, 1, 2, 1));
        assert_eq!(found.differing, ["2", "3", "4", "6"]);
    }

    #[tokio::test]
    async fn items_out_of_order_are_an_error() {
        let found = compared(vec![Item(2, "b", 1), Item(1, "a", 1)], Vec::new()).await;
        assert!(matches!(found, Err(ProjectorError::OutOfOrder { key }) if key == "1"));
    }
}
