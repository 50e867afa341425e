//! The log itself: reading it, appending to it, and what is written with its events.

use std::sync::{Arc, PoisonError};

use async_trait::async_trait;
use futures::stream::BoxStream;
use proto_events::ids::{OrganizationId, Sequence};
use proto_events::player_salt::PlayerSalt;
use proto_events::{EventHash, Position, Recorded, StreamId, StreamKind, Version};
use tokio::sync::watch;

use super::store::{LogStore, deciding, opened, shown};
use super::tables::LogTables;
use super::{backup, events};
use crate::StoreError;
use crate::append::encode::prepare;
use crate::append::queue::outcome;
use crate::backup::BackupItem;
use crate::erasures::Erasure;
use crate::events::{
    AppendRequest, Claims, IdempotentAnswer, IdempotentAnswers, Ids, LogAppender, LogReader, LogRestore, PendingAppend,
    Submitted,
};
use crate::tables::Purpose;

#[async_trait]
impl<T: LogTables> LogReader for LogStore<T> {
    fn log_id(&self) -> String {
        self.log_id.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn reload_log_id(&self) -> Result<String, StoreError> {
        Ok(self.is_now(events::log_id(&mut shown(self)).await?))
    }

    async fn read_versions(
        &self,
        stream: StreamId,
        after: Version,
        up_to: Version,
    ) -> Result<Vec<Recorded>, StoreError> {
        opened(self, events::stream(&mut deciding(self), stream, (after, up_to)).await?).await
    }

    async fn read_streams(&self, kind: StreamKind, ids: &[i64], up_to: Position) -> Result<Vec<Recorded>, StoreError> {
        opened(self, events::streams(&mut deciding(self), kind, ids, up_to).await?).await
    }

    async fn streams(&self, kind: StreamKind) -> Result<Vec<i64>, StoreError> {
        events::stream_ids(&mut shown(self), kind).await
    }

    async fn read_from(&self, after: Position, limit: usize) -> Result<Vec<Recorded>, StoreError> {
        opened(self, self.read_sealed(after, limit).await?).await
    }

    async fn read_sealed(&self, after: Position, limit: usize) -> Result<Vec<Recorded>, StoreError> {
        self.tables.read_log(after, limit).await
    }

    fn just_appended(&self, after: Position, limit: usize) -> Vec<Recorded> {
        self.appending.as_ref().map_or_else(Vec::new, |appending| appending.recent.after(after, limit))
    }

    async fn unseal(&self, events: &mut [Recorded]) -> Result<(), StoreError> {
        self.keys.open(events).await
    }

    async fn hash_at(&self, position: Position) -> Result<Option<EventHash>, StoreError> {
        events::hash_at(&mut shown(self), position).await
    }

    async fn happened(
        &self,
        organization_id: OrganizationId,
        before: Option<Position>,
        limit: usize,
    ) -> Result<Vec<Recorded>, StoreError> {
        opened(self, events::happened(&mut deciding(self), organization_id, before, limit).await?).await
    }

    async fn player_salt(&self) -> Result<PlayerSalt, StoreError> {
        events::player_salt(&mut shown(self)).await
    }

    async fn head(&self) -> Result<Position, StoreError> {
        events::head(&mut shown(self)).await
    }

    fn appended(&self) -> watch::Receiver<Position> {
        self.appending.as_ref().map_or_else(|| self.still.subscribe(), |appending| appending.queue.appended())
    }

    fn backup(&self) -> BoxStream<'static, Result<BackupItem, StoreError>> {
        let tables = Arc::clone(&self.tables);
        crate::backup::backup(|sender| backup::read(tables, sender))
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.tables.ping().await
    }

    async fn close(&self) {
        if let Some(appending) = &self.appending {
            appending.queue.close().await;
        }
        self.tables.close().await;
    }
}

#[async_trait]
impl<T: LogTables> LogAppender for LogStore<T> {
    async fn submit(&self, request: AppendRequest, after: Option<PendingAppend>) -> Result<Submitted, StoreError> {
        let appending = self.appending()?;
        self.tables.check(&request)?;
        let keys = self.keys.for_writing(&request).await?;
        let prepared = prepare(request, after, keys)?;
        let pending = prepared.pending.clone();
        let (answer, tables) = (appending.queue.submit(prepared)?, Arc::clone(&self.tables));
        let landing = async move {
            let appended = outcome(answer).await;
            tables.note(&appended);
            appended
        };
        Ok(Submitted { pending, landing: Box::pin(landing) })
    }

    async fn try_write(&self) -> Result<(), StoreError> {
        self.tables.try_write().await
    }

    fn refuse_writes(&self, damage: String) {
        self.tables.refuse_writes(damage);
    }

    async fn renew_log_id(&self) -> Result<String, StoreError> {
        let mut writer = self.tables.direct(Purpose::Write);
        let renewed = events::renewed_log_id(&mut writer, "").await?;
        Ok(self.is_now(renewed))
    }
}

#[async_trait]
impl<T: LogTables> Ids for LogStore<T> {
    async fn reserve_ids(&self, sequence: Sequence, count: usize) -> Result<i64, StoreError> {
        self.ids.reserve(sequence, count).await
    }
}

#[async_trait]
impl<T: LogTables> Claims for LogStore<T> {
    async fn holders(&self, scope: &str, names: &[String]) -> Result<Vec<Option<StreamId>>, StoreError> {
        events::holders(&mut deciding(self), scope, names).await
    }
}

#[async_trait]
impl<T: LogTables> IdempotentAnswers for LogStore<T> {
    async fn recorded_answer(&self, owner: &str, key: &str) -> Result<Option<IdempotentAnswer>, StoreError> {
        events::recorded_answer(&mut deciding(self), owner, key).await
    }

    async fn answer_hour(&self) -> Result<i64, StoreError> {
        events::answer_hour(&mut shown(self)).await
    }

    async fn end_answer_hour(&self, hour: i64, kept: i64) -> Result<u64, StoreError> {
        self.tables.repeated(|| events::end_answer_hour(&*self.tables, hour, kept)).await
    }
}

#[async_trait]
impl<T: LogTables> LogRestore for LogStore<T> {
    async fn restore(
        &self,
        items: BoxStream<'static, Result<BackupItem, StoreError>>,
        erased: &[Erasure],
    ) -> Result<Position, StoreError> {
        let (head, log_id) = self.tables.restore(items, erased).await?;
        self.is_now(log_id);
        Ok(head)
    }
}
