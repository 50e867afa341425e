//! The keys that encrypt personal data.

use proto_events::ids::UserId;
use sqlx::sqlite::{SqliteConnection, SqliteExecutor};
use sqlx::{QueryBuilder, Sqlite};

use super::rows::json_rows;
use crate::StoreError;
use crate::checksum;
use crate::log_rows::person_key;
use crate::person_keys::{PersonKey, StoredKey};

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

/// Inserts keys, as many as fit into a statement. Existing keys stay.
pub(super) async fn insert(connection: &mut SqliteConnection, keys: &[&(UserId, PersonKey)]) -> Result<(), StoreError> {
    let mut insert = QueryBuilder::<Sqlite>::new("INSERT INTO person_keys (user_id, key, checksum) ");
    insert.push_values(keys, |mut row, (user, key)| {
        row.push_bind(user.0).push_bind(key.as_bytes()).push_bind(checksum::of_person_key(user.0, Some(key)));
    });
    insert.push(" ON CONFLICT DO NOTHING");
    insert.build().execute(connection).await?;
    Ok(())
}
