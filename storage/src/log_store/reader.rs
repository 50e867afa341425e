//! Reading the log, on either database.

use std::sync::{Arc, PoisonError};

use futures::stream::BoxStream;
use proto_events::ids::OrganizationId;
use proto_events::player_salt::PlayerSalt;
use proto_events::{EventHash, Position, Recorded, StreamId, StreamKind, Version};
use tokio::sync::watch;

use super::events::number;
use super::store::{LogStore, LogTables, decrypted};
use super::{backup, events};
use crate::StoreError;
use crate::append::queue::AppendQueue;
use crate::backup::BackupItem;
use crate::columns::event_hash;
use crate::sql::{Sql, StoreRow, Value, sql};
use crate::store_trait::store_trait;
use crate::tables::Direct;

store_trait! {
    /// Reads the log. All that the projector needs.
    pub trait LogReader, for LogStore<T: LogTables>;

    /// Returns the id of the log: random, created with the store, and replaced when a backup is restored. Code that
    /// keeps data derived from a log compares it, because two logs can have different events at the same positions.
    fn log_id(&self) -> String {
        self.log_id.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Reads the log's id from the database again, because the writer may have replaced it. From then on
    /// [`LogReader::log_id`] returns the same id.
    async fn reload_log_id(&self) -> Result<String, StoreError> {
        Ok(self.is_now(events::log_id(&mut self.tables.show()).await?))
    }

    /// Returns a stream's events above `after`, in order.
    async fn read_stream(&self, stream: StreamId, after: Version) -> Result<Vec<Recorded>, StoreError> {
        self.read_versions(stream, after, Version::MAX).await
    }

    /// Returns a stream's events above `after`, up to and including `up_to`, in order.
    async fn read_versions(
        &self,
        stream: StreamId,
        after: Version,
        up_to: Version,
    ) -> Result<Vec<Recorded>, StoreError> {
        let query = events::stream_query().bind(stream.kind.name()).bind(stream.id).bind(after).bind(up_to);
        decrypted(self, events::decoded(&mut self.tables.decide(), query).await?).await
    }

    /// Returns the events of several streams of one kind, up to and including `up_to`, by stream id and version.
    async fn read_streams(&self, kind: StreamKind, ids: &[i64], up_to: Position) -> Result<Vec<Recorded>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let query = events::streams_query::<Direct<'_, T>>().bind(kind.name()).bind(Value::Numbers(ids.to_vec()));
        decrypted(self, events::decoded(&mut self.tables.decide(), query.bind(up_to.0)).await?).await
    }

    /// Returns the ids of all streams of a kind, in order.
    async fn streams(&self, kind: StreamKind) -> Result<Vec<i64>, StoreError> {
        // The index covers the query.
        let query = sql("SELECT stream_id FROM events WHERE stream_kind = $1 AND version = 1 ORDER BY stream_id");
        self.tables.show().all(query.bind(kind.name()), number).await
    }

    /// Returns events above `after`, in order: at most `limit`, and fewer if those are more than 4,096 or 8 MiB.
    async fn read_from(&self, after: Position, limit: usize) -> Result<Vec<Recorded>, StoreError> {
        decrypted(self, self.read_sealed(after, limit).await?).await
    }

    /// Reads events like [`LogReader::read_from`], but leaves personal data encrypted as it is stored. For code that
    /// passes events on or keeps them.
    async fn read_sealed(&self, after: Position, limit: usize) -> Result<Vec<Recorded>, StoreError> {
        events::read_log(&mut self.tables.show(), after, limit).await
    }

    /// Returns the hash of the event at a position, if there is one. At position 0 it is [`EventHash::START`].
    async fn hash_at(&self, position: Position) -> Result<Option<EventHash>, StoreError> {
        if position == Position::START {
            return Ok(Some(EventHash::START));
        }
        let query = sql("SELECT hash FROM events WHERE position = $1").bind(position.0);
        self.tables.show().first(query, |row| event_hash(row.column(0)?)).await
    }

    /// Returns an organization's newest events before a position, newest first, without the uses of keys.
    async fn happened(
        &self,
        organization_id: OrganizationId,
        before: Option<Position>,
        limit: usize,
    ) -> Result<Vec<Recorded>, StoreError> {
        let before = before.map_or(i64::MAX, |position| position.0);
        let query = events::happened_query::<Direct<'_, T>>().bind(organization_id.0).bind(before);
        let query = query.bind(i64::try_from(limit).unwrap_or(i64::MAX));
        decrypted(self, events::decoded(&mut self.tables.decide(), query).await?).await
    }

    /// Returns the salt of the ids under which players are shown. It never changes, and is part of backups.
    async fn player_salt(&self) -> Result<PlayerSalt, StoreError> {
        events::player_salt(&mut self.tables.show()).await
    }

    /// Returns the position of the newest event.
    async fn head(&self) -> Result<Position, StoreError> {
        events::head(&mut self.tables.show()).await
    }

    /// Returns a watch that changes when this process appends. For appends of other processes, poll
    /// [`LogReader::head`].
    fn appended(&self) -> watch::Receiver<Position> {
        self.queue.as_ref().map_or_else(|| self.still.subscribe(), AppendQueue::appended)
    }

    /// Returns everything in the log that cannot be recreated, as of one moment. Appends continue meanwhile, even if
    /// the items are read slowly.
    fn backup(&self) -> BoxStream<'static, Result<BackupItem, StoreError>> {
        backup::read(Arc::clone(&self.tables))
    }

    /// Checks that the database answers. It has its own connection, so that it works while all others are in use.
    async fn ping(&self) -> Result<(), StoreError> {
        self.tables.ping(sql(events::HEAD)).await
    }

    /// Finishes accepted requests and closes the files.
    async fn close(&self) {
        if let Some(queue) = &self.queue {
            queue.close().await;
        }
        self.tables.close().await;
    }
}
