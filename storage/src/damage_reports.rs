//! Reports of damage to stored views. Reads report it, and the projector repairs it: all views can be rendered again from the log.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use futures::StreamExt;
use futures::stream::BoxStream;
use tokio::sync::Notify;

use crate::StoreError;
use crate::error::{Damage, is_corrupt, is_unreadable};

/// Reports of damage that is not repaired yet. Clones share the same reports.
#[derive(Debug, Clone, Default)]
pub struct DamageReports(Arc<Reports>);

#[derive(Debug, Default)]
struct Reports {
    waiting: Mutex<BTreeSet<Damage>>,
    reported: Notify,
}

impl DamageReports {
    /// Reports damage. The same damage is only kept once.
    pub fn report(&self, damage: Damage) {
        metrics::counter!("crosstable_views_damaged_total").increment(1);
        if self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner).insert(damage) {
            tracing::error!(%damage, "views are damaged and will be rendered again from the log");
            self.0.reported.notify_one();
        }
    }

    /// Waits until there is a report, and takes all. The wait can be cancelled and repeated.
    pub async fn take(&self) -> BTreeSet<Damage> {
        loop {
            let reported = self.0.reported.notified();
            let taken = std::mem::take(&mut *self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner));
            if !taken.is_empty() {
                return taken;
            }
            reported.await;
        }
    }

    /// Whether damage of the file itself is reported and not repaired yet.
    pub fn is_of_file(&self) -> bool {
        self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner).contains(&Damage::File)
    }

    /// Removes the reports of repaired damage.
    pub fn repaired(&self, damage: &BTreeSet<Damage>) {
        self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner).retain(|waiting| !damage.contains(waiting));
    }

    /// Reports the damage that an error contains.
    pub(crate) fn note(&self, error: &StoreError) {
        if let Some(damage) = damage_of(error) {
            self.report(damage);
        }
    }

    /// Returns the result and reports the damage that its error contains.
    pub(crate) fn noted<T>(&self, result: Result<T, StoreError>) -> Result<T, StoreError> {
        result.inspect_err(|error| self.note(error))
    }

    /// Returns the rows and reports the damage that their errors contain.
    pub(crate) fn noting<T: 'static>(
        &self,
        rows: BoxStream<'static, Result<T, StoreError>>,
    ) -> BoxStream<'static, Result<T, StoreError>> {
        let reports = self.clone();
        rows.map(move |row| reports.noted(row)).boxed()
    }
}

fn damage_of(error: &StoreError) -> Option<Damage> {
    match error.cause() {
        StoreError::DamagedView(damage) => Some(*damage),
        StoreError::Database(error) if is_corrupt(error) || is_unreadable(error) => Some(Damage::File),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proto_events::{StreamId, StreamKind};

    use super::*;

    #[tokio::test]
    async fn the_same_damage_is_reported_once_until_it_is_taken() {
        let reports = DamageReports::default();
        let damage = Damage::Rendered(StreamId { kind: StreamKind::Decklist, id: 7 });
        for _ in 0..3 {
            reports.clone().report(damage);
        }
        reports.report(Damage::Unknown);
        assert_eq!(reports.take().await, BTreeSet::from([damage, Damage::Unknown]));
        let (taken, ()) = tokio::join!(reports.take(), async { reports.report(damage) });
        assert_eq!(taken, BTreeSet::from([damage]));
    }
}
