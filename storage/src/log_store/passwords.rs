//! Password hashes. They are not in the log; a user's events name the hash that is valid.

use async_trait::async_trait;
use proto_events::ids::{PasswordId, UserId};

use super::erasures;
use super::store::{LogStore, deciding};
use super::tables::LogTables;
use crate::StoreError;
use crate::backup::StoredPassword;
use crate::checksum;
use crate::events::{Passwords, password_taken};
use crate::log_rows::password;
use crate::sql::{Sql, Value, sql};
use crate::tables::Purpose;

#[async_trait]
impl<T: LogTables> Passwords for LogStore<T> {
    async fn put_password(&self, id: PasswordId, user_id: UserId, hash: &str) -> Result<(), StoreError> {
        let password = StoredPassword { id, user_id, hash: hash.to_owned() };
        let put = sql("INSERT INTO passwords AS known (password_id, user_id, hash, checksum)
             SELECT $1, $2, $3, $4 WHERE NOT EXISTS (SELECT 1 FROM erasures WHERE erasures.user_id = $2)
             ON CONFLICT (password_id) DO UPDATE SET hash = excluded.hash
             WHERE known.user_id = excluded.user_id AND known.hash = excluded.hash");
        let put = put.bind(id.0).bind(user_id.0).bind(hash).bind(checksum::of_password(&password));
        if self.tables.direct(Purpose::Write).execute(put).await? > 0 {
            return Ok(());
        }
        let is_erased = erasures::is_erased(&mut deciding(self), user_id).await?;
        Err(if is_erased { StoreError::Erased(user_id) } else { password_taken(id) })
    }

    async fn password(&self, id: PasswordId) -> Result<Option<String>, StoreError> {
        let query = sql("SELECT password_id, user_id, hash, checksum FROM passwords WHERE password_id = $1").bind(id.0);
        Ok(deciding(self).first(query, password).await?.map(|password| password.hash))
    }

    async fn forget_passwords(&self, user_id: UserId, keep: PasswordId) -> Result<u64, StoreError> {
        let delete = sql("DELETE FROM passwords WHERE user_id = $1 AND password_id < $2").bind(user_id.0).bind(keep.0);
        self.tables.direct(Purpose::Write).execute(delete).await
    }
}

/// Inserts rows of a backup.
pub(super) async fn insert<C: Sql>(connection: &mut C, passwords: &[StoredPassword]) -> Result<(), StoreError> {
    let row = |it: &StoredPassword| -> Vec<Value> {
        vec![it.id.0.into(), it.user_id.0.into(), it.hash.as_str().into(), checksum::of_password(it).into()]
    };
    let rows = passwords.iter().map(row).collect();
    connection.insert("passwords (password_id, user_id, hash, checksum)", rows, "").await
}
