//! Checks a person's password. No event follows, because sessions are not stored. An unknown username, a person without
//! a password and a wrong password get the same answer in the same time.

use service_kit::password::{HashingPlace, Password};

use crate::prelude::*;

/// A person who gave the right password. Only [`WriteApi::check_password`] makes one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SignedIn {
    /// The person.
    pub user_id: UserId,
    /// The session epoch with which the session begins.
    pub session_epoch: i64,
    /// The password that was given.
    pub(crate) password_id: PasswordId,
}

impl WriteApi {
    /// Reserves a slot for checking a password. Attempts are counted after this call, so that a refusal for lack of a
    /// slot does not count as one.
    ///
    /// # Errors
    /// If too many passwords wait to be checked.
    pub fn hashing_place(&self) -> Result<HashingPlace, CommandError> {
        Ok(self.passwords.place()?)
    }

    /// Checks a password. Without a person, or a password of the person, the check takes as long and fails.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn check_password(
        &self,
        place: HashingPlace,
        user: Option<&User>,
        password: Password,
    ) -> Result<Option<SignedIn>, CommandError> {
        let known = user.and_then(|user| Some((user, user.password_id?)));
        let kept = match known {
            Some((_, id)) => self.events.password(id).await?,
            None => None,
        };
        let is_right = self.passwords.verify(place, kept, password).await?;
        Ok(known.filter(|_| is_right).map(|(user, password_id)| SignedIn {
            user_id: user.id,
            session_epoch: user.session_epoch,
            password_id,
        }))
    }
}
