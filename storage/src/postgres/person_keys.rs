//! The keys that encrypt personal data.

use async_trait::async_trait;
use proto_events::ids::UserId;
use sqlx::Row;
use sqlx::postgres::{PgConnection, PgExecutor, PgPool, PgRow};

use super::event_batch::{bind_keys, column};
use super::patience::patiently;
use crate::StoreError;
use crate::person_keys::{LoadKeys, PersonKey, StoredKey, from_columns};

/// The rows with the keys.
pub(super) struct KeyRows(pub(super) PgPool);

#[async_trait]
impl LoadKeys for KeyRows {
    async fn load(&self, users: &[UserId]) -> Result<Vec<(UserId, StoredKey)>, StoreError> {
        patiently(|| load(&self.0, users)).await
    }
}

/// Reads the stored keys of these people.
pub(super) async fn load(
    readers: impl PgExecutor<'_>,
    users: &[UserId],
) -> Result<Vec<(UserId, StoredKey)>, StoreError> {
    let query = sqlx::query("SELECT user_id, key, checksum FROM person_keys WHERE user_id = ANY($1)");
    query.bind(column(users, |user| user.0)).fetch_all(readers).await?.iter().map(stored).collect()
}

/// Reads all rows in order.
pub(super) const ALL: &str = "SELECT user_id, key, checksum FROM person_keys ORDER BY user_id";

/// Decodes a key from its three columns.
pub(super) fn stored(row: &PgRow) -> Result<(UserId, StoredKey), StoreError> {
    Ok(from_columns(row.try_get(0)?, row.try_get(1)?, row.try_get(2)?))
}

/// Inserts keys. Existing keys stay.
pub(super) async fn insert(connection: &mut PgConnection, keys: &[(UserId, PersonKey)]) -> Result<(), StoreError> {
    let insert = "INSERT INTO person_keys (user_id, key, checksum)
                  SELECT * FROM UNNEST($1::bigint[], $2::bytea[], $3::bigint[]) ON CONFLICT DO NOTHING";
    bind_keys(sqlx::query(insert), keys.iter()).execute(connection).await?;
    Ok(())
}
