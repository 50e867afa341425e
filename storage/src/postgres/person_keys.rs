//! The keys that encrypt personal data.

use async_trait::async_trait;
use proto_events::ids::UserId;
use sqlx::postgres::{PgConnection, PgExecutor, PgPool};

use super::event_batch::{bind_keys, column};
use super::retry::with_retries;
use crate::StoreError;
use crate::log_rows::person_key;
use crate::person_keys::{LoadKeys, PersonKey, StoredKey};

/// The rows with the keys.
pub(super) struct KeyRows(pub(super) PgPool);

#[async_trait]
impl LoadKeys for KeyRows {
    async fn load(&self, users: &[UserId]) -> Result<Vec<(UserId, StoredKey)>, StoreError> {
        with_retries(|| load(&self.0, users)).await
    }
}

/// Reads the stored keys of these people.
pub(super) async fn load(
    readers: impl PgExecutor<'_>,
    users: &[UserId],
) -> Result<Vec<(UserId, StoredKey)>, StoreError> {
    let query = sqlx::query("SELECT user_id, key, checksum FROM person_keys WHERE user_id = ANY($1)");
    query.bind(column(users, |user| user.0)).fetch_all(readers).await?.iter().map(person_key).collect()
}

/// Reads all rows in order.
pub(super) const ALL: &str = "SELECT user_id, key, checksum FROM person_keys ORDER BY user_id";

/// Inserts keys. Existing keys stay.
pub(super) async fn insert(connection: &mut PgConnection, keys: &[(UserId, PersonKey)]) -> Result<(), StoreError> {
    let insert = "INSERT INTO person_keys (user_id, key, checksum)
                  SELECT * FROM UNNEST($1::bigint[], $2::bytea[], $3::bigint[]) ON CONFLICT DO NOTHING";
    bind_keys(sqlx::query(insert), keys.iter()).execute(connection).await?;
    Ok(())
}
