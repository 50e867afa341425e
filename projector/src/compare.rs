//! Compares two generations of views, document by document, in constant memory.

use std::collections::BTreeSet;

use futures::StreamExt;
use proto_events::{Position, StreamId, StreamKind};
use storage::{Contrast, Contrasts, Document, ExportDocument, ExportRecord, Generation, StoreError, ViewStore};

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
    /// stream. The store may count those that are the same as equal.
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
    merge(views.compare_documents(old, new), &is_inexact, &mut comparison).await?;
    merge(views.compare_exports(old, new), &is_inexact, &mut comparison).await?;
    merge(views.compare_records(old, new), &is_inexact, &mut comparison).await?;
    Ok(comparison)
}

/// Counts items. Their keys must be in order, because differences would be found everywhere otherwise.
async fn merge<T: Compared + Send + 'static>(
    mut items: Contrasts<T>,
    is_inexact: &(dyn Fn(StreamId, Position) -> bool + Sync),
    comparison: &mut Comparison,
) -> Result<(), ProjectorError> {
    let put = |here: [Option<&T>; 2], comparison: &mut Comparison| {
        if here.iter().flatten().any(|it| is_inexact(it.source(), it.position())) {
            comparison.skipped += 1;
        } else {
            count(here, comparison);
        }
    };
    let mut last: Option<(T::Key, bool)> = None;
    let mut waiting: Option<T> = None;
    while let Some(item) = items.next().await {
        let (item, is_new) = match item {
            Ok(Contrast::Same(same)) => {
                comparison.equal += same;
                continue;
            }
            Ok(Contrast::Old(item)) => (item, false),
            Ok(Contrast::New(item)) => (item, true),
            Err(StoreError::DamagedView(_)) => {
                comparison.damaged += 1;
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        let place = (item.key(), is_new);
        if last.as_ref().is_some_and(|last| *last >= place) {
            return Err(ProjectorError::OutOfOrder { key: item.name() });
        }
        let old = waiting.take();
        let old_of_same = old.as_ref().filter(|old| is_new && old.key() == place.0);
        if let (Some(old), None) = (&old, old_of_same) {
            put([Some(old), None], comparison);
        }
        if is_new {
            put([old_of_same, Some(&item)], comparison);
        } else {
            waiting = Some(item);
        }
        last = Some(place);
    }
    if let Some(old) = &waiting {
        put([Some(old), None], comparison);
    }
    Ok(())
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
