//! Sets passwords. The hash is stored outside the log, in a row that the event `PasswordSet` names. The row is written
//! first, then the event; then the person's earlier rows are deleted. If that is interrupted, an unused row remains
//! until the next password is set.

use std::sync::{Arc, Mutex, PoisonError};

use domain::user::User;
use proto_events::ids::{PasswordId, Sequence, UserId};
use proto_events::{StreamId, UserEvent};
use service_kit::chain;
use service_kit::password::{NotHashed, Password};
use storage::StoreError;

use super::api::WriteApi;
use super::context::Context;
use super::decision::{CommandError, Decision, Failure};
use super::idempotency::Written;
use super::refusal::Refusal;
use super::state::Folded;

impl From<NotHashed> for CommandError {
    fn from(error: NotHashed) -> Self {
        match error {
            NotHashed::Busy => Self::Crowded,
            NotHashed::Failed(_) => Self::Failed(Failure::Hashing(error)),
        }
    }
}

impl WriteApi {
    /// Sets a person's password. The command is decided before the hash is computed and again after, so that a refusal
    /// is cheap.
    pub(crate) async fn keep_password(
        &self,
        context: &Context,
        user_id: UserId,
        password: Password,
        decide: impl Fn(&User, PasswordId) -> Result<Vec<UserEvent>, Refusal>,
    ) -> Result<Written<User>, CommandError> {
        let stream = StreamId::user(user_id);
        let user = self.user(user_id).await?.ok_or(CommandError::NotFound(stream))?;
        decide(&user.state, PasswordId(0))?;
        let hash = self.passwords.hash(password).await?;
        let kept = Mutex::new(None);
        let row = |user: Arc<Folded<User>>| {
            let (kept, hash) = (&kept, &hash);
            async move {
                let known = *kept.lock().unwrap_or_else(PoisonError::into_inner);
                let id = match known.filter(|id| Some(*id) > user.state.password_id) {
                    Some(id) => id,
                    None => self.keep_hash(&user.state, hash).await?,
                };
                *kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(id);
                Ok(id)
            }
        };
        let decide = |user: &User, row: &PasswordId, _: &mut _| decide(user, *row).map(Decision::from);
        let written = self.change_with(context, stream, row, decide).await?;
        if let Some(id) = written.folded.state.password_id {
            self.forget_others(user_id, id).await;
        }
        Ok(written)
    }

    /// Writes the row of a hash under an id above that of the current password, so that a concurrent change does not
    /// delete it as an earlier one.
    async fn keep_hash(&self, user: &User, hash: &str) -> Result<PasswordId, StoreError> {
        let mut id = PasswordId(self.events.reserve_ids(Sequence::Password, 1).await?);
        while Some(id) <= user.password_id {
            id = PasswordId(self.events.reserve_ids(Sequence::Password, 1).await?);
        }
        self.events.put_password(id, user.id, hash).await?;
        Ok(id)
    }

    /// Deletes the person's other hashes. If that fails, the next password deletes them.
    async fn forget_others(&self, user_id: UserId, keep: PasswordId) {
        if let Err(error) = self.events.forget_passwords(user_id, keep).await {
            tracing::warn!(
                user = user_id.0,
                error = chain(&error),
                "hashes of earlier passwords could not be deleted yet"
            );
        }
    }
}
