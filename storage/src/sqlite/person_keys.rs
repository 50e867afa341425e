//! The keys that encrypt personal data.

use proto_events::ids::UserId;
use sqlx::sqlite::SqliteExecutor;

use super::rows::json_rows;
use crate::StoreError;
use crate::log_rows::person_key;
use crate::person_keys::StoredKey;

/// Reads the stored keys of these people.
pub(super) async fn load(
    readers: impl SqliteExecutor<'_>,
    users: &[UserId],
) -> Result<Vec<(UserId, StoredKey)>, StoreError> {
    let query = sqlx::query(
        "SELECT user_id, person_keys.key, checksum FROM json_each(?1) AS wanted
         JOIN person_keys ON user_id = wanted.value",
    );
    let rows = query.bind(json_rows(users.iter().map(|user| user.0))?).fetch_all(readers).await?;
    rows.iter().map(person_key).collect()
}

/// Reads all rows in order.
pub(super) const ALL: &str = "SELECT user_id, key, checksum FROM person_keys ORDER BY user_id";
