//! The keys that encrypt personal data.

use std::sync::Arc;

use async_trait::async_trait;
use proto_events::ids::UserId;

use super::tables::LogTables;
use crate::StoreError;
use crate::checksum;
use crate::log_rows::person_key;
use crate::person_keys::{LoadKeys, PersonKey, StoredKey};
use crate::sql::{Sql, Value, among, sql};
use crate::tables::Purpose;

/// The rows with the keys.
pub(super) struct KeyRows<T>(pub(super) Arc<T>);

#[async_trait]
impl<T: LogTables> LoadKeys for KeyRows<T> {
    async fn load(&self, users: &[UserId]) -> Result<Vec<(UserId, StoredKey)>, StoreError> {
        load(&mut self.0.direct(Purpose::Show), users).await
    }
}

/// Reads the stored keys of these people.
pub(crate) async fn load<C: Sql>(connection: &mut C, users: &[UserId]) -> Result<Vec<(UserId, StoredKey)>, StoreError> {
    let wanted = among::<C>("user_id", "$1");
    let query = sql(format!("SELECT user_id, key, checksum FROM person_keys WHERE {wanted}"));
    connection.all(query.bind(Value::Numbers(users.iter().map(|user| user.0).collect())), person_key).await
}

/// Inserts keys. Existing keys stay.
pub(crate) async fn insert<C: Sql>(connection: &mut C, keys: &[(UserId, PersonKey)]) -> Result<(), StoreError> {
    let row = |(user, key): &(UserId, PersonKey)| -> Vec<Value> {
        vec![user.0.into(), key.as_bytes()[..].into(), checksum::of_person_key(user.0, Some(key)).into()]
    };
    let rows = keys.iter().map(row).collect();
    connection.insert("person_keys (user_id, key, checksum)", rows, " ON CONFLICT DO NOTHING").await
}
