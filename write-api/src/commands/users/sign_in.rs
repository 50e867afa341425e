//! Whether somebody who gives a username and a password is the person. Nothing happens: a session is kept nowhere. An
//! unknown username, a person without a password and a wrong password get the same answer in the same time.

use std::convert::Infallible;

use domain::user::User;
use proto_events::ids::UserId;
use service_kit::password::Password;

use crate::WriteApi;
use crate::decision::CommandError;

/// Somebody who is who they say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SignedIn {
    /// The person.
    pub user_id: UserId,
    /// The count at which the session begins.
    pub session_epoch: i64,
}

impl WriteApi {
    /// The person who has a username and a password; none if nobody has both.
    ///
    /// # Errors
    /// When too many passwords wait to be checked, or the store fails.
    pub async fn sign_in(
        &self,
        username: &str,
        password: Password,
    ) -> Result<Option<SignedIn>, CommandError<Infallible>> {
        let Some(user) = self.user_named(username).await? else {
            self.passwords.verify(None, password).await?;
            return Ok(None);
        };
        let User { id, session_epoch, .. } = user.state;
        let is_right = self.is_password(&user.state, password).await?;
        Ok(is_right.then_some(SignedIn { user_id: id, session_epoch }))
    }

    /// Whether a password is the person's. Without one it takes as long, and it is not.
    pub(super) async fn is_password<R>(&self, user: &User, password: Password) -> Result<bool, CommandError<R>> {
        let kept = match user.password_id {
            Some(id) => self.events.password(id).await?,
            None => None,
        };
        Ok(self.passwords.verify(kept, password).await?)
    }
}
