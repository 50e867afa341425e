//! Sets passwords. The hash is stored outside the log, in a row that the event `PasswordSet` names. The row is written
//! first, then the event; then the person's earlier rows are deleted. If that is interrupted, an unused row remains
//! until the next password is set.

use std::sync::Arc;

use domain::user::User;
use proto_events::ids::{OrganizationId, PasswordId, Sequence, UserId};
use proto_events::{Actor, StreamId, UserEvent};
use service_kit::chain;
use service_kit::password::{NotHashed, Password};
use storage::StoreError;

use crate::change::{FurtherWrites, Target, Written};
use crate::decision::{ATTEMPTS, CommandError, Decision, Failure};
use crate::{Done, Folded, WriteApi};

impl<R> From<NotHashed> for CommandError<R> {
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
    pub(crate) async fn keep_password<R>(
        &self,
        actor: &Actor,
        user_id: UserId,
        password: Password,
        decide: impl Fn(&User, PasswordId) -> Result<Decision<UserEvent, ()>, R>,
    ) -> Result<Done<User, ()>, CommandError<R>> {
        let stream = StreamId::user(user_id);
        let target =
            Target::<()> { actor, organization_id: OrganizationId::SHARED, stream, occurred_at: None, once: None };
        let mut known: Option<Arc<Folded<User>>> = self.read_on(stream, None).await?;
        let user = known.as_ref().ok_or(CommandError::NotFound(stream))?;
        decide(&user.state, PasswordId(0)).map_err(CommandError::Refused)?;
        let hash = self.passwords.hash(password).await?;
        let mut kept = None;
        let _turn = self.turns.wait(stream).await;
        for _ in 0..ATTEMPTS {
            known = self.read_on(stream, known).await?;
            let user = known.clone().ok_or(CommandError::NotFound(stream))?;
            let id = match kept.filter(|id| Some(*id) > user.state.password_id) {
                Some(id) => id,
                None => self.keep_hash(&user.state, &hash).await?,
            };
            kept = Some(id);
            let decision = decide(&user.state, id).map_err(CommandError::Refused)?;
            let since = user.version;
            if let Written::Folded(folded) =
                self.write(target, Some(user), decision.events, FurtherWrites::default()).await?
            {
                self.forget_others(user_id, id).await;
                return Ok(Done { folded, since, outcome: decision.outcome });
            }
        }
        Err(CommandError::Busy(stream))
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
