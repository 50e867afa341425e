//! Compares two generations of views, document by document, in constant memory.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use futures::StreamExt;
use futures::stream::BoxStream;
use proto_events::{Position, StreamId, StreamKind};
use storage::{Document, ExportDocument, ExportRecord, Generation, StoreError, ViewStore};
use tokio::sync::mpsc;

use crate::error::ProjectorError;
use crate::writer::KINDS as SAID_BY_SEVERAL;

/// Maximum number of differing keys in the list.
const LISTED: usize = 20;

/// Number of items of each generation that are read ahead.
const READ_AHEAD: usize = 256;

/// Documents or exports by key.
type Items<T> = BoxStream<'static, Result<T, StoreError>>;

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
    /// Its key, in the order in which the store returns it.
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
    merge(views.all_documents(old), views.all_documents(new), &is_inexact, &mut comparison).await?;
    merge(views.all_exports(old), views.all_exports(new), &is_inexact, &mut comparison).await?;
    merge(views.all_records(old), views.all_records(new), &is_inexact, &mut comparison).await?;
    Ok(comparison)
}

async fn merge<T: Compared + Send + 'static>(
    old: Items<T>,
    new: Items<T>,
    is_inexact: &(dyn Fn(StreamId, Position) -> bool + Sync),
    comparison: &mut Comparison,
) -> Result<(), ProjectorError> {
    let (mut old, mut new) = (read_ahead(old), read_ahead(new));
    let (mut left, mut right) = (step(&mut old, None, comparison).await?, step(&mut new, None, comparison).await?);
    loop {
        let order = match (&left, &right) {
            (None, None) => return Ok(()),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(left), Some(right)) => left.key().cmp(&right.key()),
        };
        let here = [left.as_ref().filter(|_| order.is_le()), right.as_ref().filter(|_| order.is_ge())];
        if here.iter().flatten().any(|it| is_inexact(it.source(), it.position())) {
            comparison.skipped += 1;
        } else {
            count(here, comparison);
        }
        if order.is_le() {
            left = step(&mut old, left, comparison).await?;
        }
        if order.is_ge() {
            right = step(&mut new, right, comparison).await?;
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

/// Reads the items in a task of their own, so that both generations are read and unpacked at the same time. The task ends
/// when its receiver is dropped.
fn read_ahead<T: Send + 'static>(mut items: Items<T>) -> mpsc::Receiver<Result<T, StoreError>> {
    let (sender, receiver) = mpsc::channel(READ_AHEAD);
    tokio::spawn(async move {
        while let Some(item) = items.next().await {
            if sender.send(item).await.is_err() {
                return;
            }
        }
    });
    receiver
}

/// Returns the next readable item. Its key must be greater than the last one: a merge of unsorted items would find
/// differences everywhere.
async fn step<T: Compared>(
    items: &mut mpsc::Receiver<Result<T, StoreError>>,
    last: Option<T>,
    comparison: &mut Comparison,
) -> Result<Option<T>, ProjectorError> {
    let next = loop {
        match items.recv().await.transpose() {
            Err(StoreError::DamagedView(_)) => comparison.damaged += 1,
            next => break next?,
        }
    };
    match (&last, &next) {
        (Some(last), Some(next)) if last.key() >= next.key() => Err(ProjectorError::OutOfOrder { key: next.name() }),
        _ => Ok(next),
    }
}
