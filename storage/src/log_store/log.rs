//! The log itself: reading it, appending to it, and what is written with its events.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

use async_trait::async_trait;
use futures::stream::BoxStream;
use proto_events::ids::{OrganizationId, Sequence};
use proto_events::player_salt::PlayerSalt;
use proto_events::{EventHash, Position, Recorded, StreamId, StreamKind, Version};
use tokio::sync::watch;

use super::events::number;
use super::store::{LogStore, deciding, decrypted, shown};
use super::tables::LogTables;
use super::{backup, events};
use crate::StoreError;
use crate::append::encode::prepare;
use crate::append::queue::outcome;
use crate::backup::BackupItem;
use crate::columns::event_hash;
use crate::erasures::Erasure;
use crate::events::{
    AppendRequest, Claim, Claims, IdempotentAnswer, IdempotentAnswers, Ids, LogAppender, LogReader, LogRestore,
    PendingAppend, Submitted,
};
use crate::log_rows::{answer, claim};
use crate::row::StoreRow;
use crate::sql::{Sql, Value, among, can_hold, sql};
use crate::tables::{Direct, Purpose};

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
        let query = events::stream_query().bind(stream.kind.name()).bind(stream.id).bind(after).bind(up_to);
        decrypted(self, events::decoded(&mut deciding(self), query).await?).await
    }

    async fn read_streams(&self, kind: StreamKind, ids: &[i64], up_to: Position) -> Result<Vec<Recorded>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let query = events::streams_query::<Direct<'_, T>>().bind(kind.name()).bind(Value::Numbers(ids.to_vec()));
        decrypted(self, events::decoded(&mut deciding(self), query.bind(up_to.0)).await?).await
    }

    async fn streams(&self, kind: StreamKind) -> Result<Vec<i64>, StoreError> {
        // The index covers the query.
        let query = sql("SELECT stream_id FROM events WHERE stream_kind = $1 AND version = 1 ORDER BY stream_id");
        shown(self).all(query.bind(kind.name()), number).await
    }

    async fn read_from(&self, after: Position, limit: usize) -> Result<Vec<Recorded>, StoreError> {
        decrypted(self, self.read_sealed(after, limit).await?).await
    }

    async fn read_sealed(&self, after: Position, limit: usize) -> Result<Vec<Recorded>, StoreError> {
        self.tables.read_log(after, limit).await
    }

    fn just_appended(&self, after: Position, limit: usize) -> Vec<Recorded> {
        self.appending.as_ref().map_or_else(Vec::new, |appending| appending.recent.after(after, limit))
    }

    async fn unseal(&self, events: &mut [Recorded]) -> Result<(), StoreError> {
        self.keys.open(&mut shown(self), events).await
    }

    async fn hash_at(&self, position: Position) -> Result<Option<EventHash>, StoreError> {
        if position == Position::START {
            return Ok(Some(EventHash::START));
        }
        let query = sql("SELECT hash FROM events WHERE position = $1").bind(position.0);
        shown(self).first(query, |row| event_hash(row.column(0)?)).await
    }

    async fn happened(
        &self,
        organization_id: OrganizationId,
        before: Option<Position>,
        limit: usize,
    ) -> Result<Vec<Recorded>, StoreError> {
        let before = before.map_or(i64::MAX, |position| position.0);
        let query = events::happened_query::<Direct<'_, T>>().bind(organization_id.0).bind(before);
        let query = query.bind(i64::try_from(limit).unwrap_or(i64::MAX));
        decrypted(self, events::decoded(&mut deciding(self), query).await?).await
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
        let queue = &self.appending()?.queue;
        self.tables.check(&request)?;
        let keys = self.keys.for_writing(&mut shown(self), &request).await?;
        let prepared = prepare(request, after, keys)?;
        let pending = prepared.pending.clone();
        let (answer, tables) = (queue.submit(prepared)?, Arc::clone(&self.tables));
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
        self.ids.reserve(&mut self.tables.direct(Purpose::Write), sequence, count).await
    }
}

#[async_trait]
impl<T: LogTables> Claims for LogStore<T> {
    async fn holders(&self, scope: &str, names: &[String]) -> Result<Vec<Option<StreamId>>, StoreError> {
        let can_hold = can_hold::<Direct<'_, T>>;
        let asked: Vec<String> = names.iter().filter(|name| can_hold(name)).cloned().collect();
        let mut held = HashMap::<String, StreamId>::new();
        if !asked.is_empty() && can_hold(scope) {
            let among = among::<Direct<'_, T>>("name", "$2");
            let query = format!(
                "SELECT scope, name, holder_kind, holder_id, checksum FROM claims WHERE scope = $1 AND {among}"
            );
            let claims = deciding(self).all(sql(query).bind(scope).bind(Value::Texts(asked)), claim).await?;
            held.extend(claims.into_iter().map(|Claim { name, holder, .. }| (name, holder)));
        }
        Ok(names.iter().map(|name| held.get(name).copied()).collect())
    }
}

#[async_trait]
impl<T: LogTables> IdempotentAnswers for LogStore<T> {
    async fn recorded_answer(&self, owner: &str, key: &str) -> Result<Option<IdempotentAnswer>, StoreError> {
        if ![owner, key].into_iter().all(can_hold::<Direct<'_, T>>) {
            return Ok(None);
        }
        let query =
            sql("SELECT owner, client_key, request_sha256, response, recorded_at, checksum FROM idempotent_answers
                 WHERE owner = $1 AND client_key = $2");
        deciding(self).first(query.bind(owner).bind(key), answer).await
    }

    async fn answer_hour(&self) -> Result<i64, StoreError> {
        shown(self).one(sql("SELECT hour FROM answer_clock"), number).await
    }

    async fn end_answer_hour(&self, hour: i64, kept: i64) -> Result<u64, StoreError> {
        self.tables.repeated(|| end_answer_hour(&*self.tables, hour, kept)).await
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

/// Ends the current hour of recorded answers, if it is `hour`, and deletes answers from more than `kept` hours before
/// the next.
async fn end_answer_hour<T: LogTables>(tables: &T, hour: i64, kept: i64) -> Result<u64, StoreError> {
    let mut transaction = tables.transaction().await?;
    let end = sql("UPDATE answer_clock SET hour = hour + 1 WHERE hour = $1").bind(hour);
    let mut forgotten = 0;
    if transaction.execute(end).await? > 0 {
        let forget = sql("DELETE FROM idempotent_answers WHERE hour < $1").bind(hour + 1 - kept);
        forgotten = transaction.execute(forget).await?;
    }
    transaction.commit().await?;
    Ok(forgotten)
}
