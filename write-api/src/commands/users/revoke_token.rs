//! Revokes a user's token. A revoked token stays revoked.

use domain::user::User;
use proto_events::ids::{OrganizationId, UserId, UserTokenId};
use proto_events::{Actor, StreamId, UserEvent};

use crate::engine::decision::CommandError;
use crate::engine::legacy::Decision;
use crate::{Done, WriteApi};

/// Revokes a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RevokeToken {
    /// The person.
    pub user_id: UserId,
    /// The token.
    pub token_id: UserTokenId,
}

/// Why the command is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The person has no such token.
    #[error("there is no token {0}")]
    UnknownToken(UserTokenId),
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The token was revoked.
    Revoked,
    /// The token was revoked before.
    AlreadyRevoked,
}

/// Decides the command.
///
/// # Errors
/// If there is no such token.
pub fn decide(user: &User, command: &RevokeToken) -> Result<Decision<UserEvent, Outcome>, Refusal> {
    let token_id = command.token_id;
    let token = user.tokens.iter().find(|token| token.id == token_id).ok_or(Refusal::UnknownToken(token_id))?;
    if token.revoked {
        return Ok(Decision::nothing(Outcome::AlreadyRevoked));
    }
    Ok(Decision::happens(vec![UserEvent::TokenRevoked { token_id }], Outcome::Revoked))
}

impl WriteApi {
    /// Revokes a token.
    ///
    /// # Errors
    /// If the command is refused, the person is unknown, or the store fails.
    pub async fn revoke_token(
        &self,
        actor: &Actor,
        command: &RevokeToken,
    ) -> Result<Done<User, Outcome>, CommandError<Refusal>> {
        let decide = |user: &User| decide(user, command);
        self.former_change(actor, OrganizationId::SHARED, StreamId::user(command.user_id), decide).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::user;

    const COMMAND: RevokeToken = RevokeToken { user_id: UserId(9), token_id: UserTokenId(3) };

    fn issued() -> UserEvent {
        let (name, sha256) = ("Phone".into(), "ab".into());
        UserEvent::TokenIssued { token_id: UserTokenId(3), name, sha256, organization_id: None, expires_at: None }
    }

    #[test]
    fn a_token_is_revoked_once() {
        let revoked = UserEvent::TokenRevoked { token_id: UserTokenId(3) };
        let first = decide(&user(&[issued()]), &COMMAND).unwrap();
        assert_eq!(first, Decision::happens(vec![revoked.clone()], Outcome::Revoked));
        let again = decide(&user(&[issued(), revoked]), &COMMAND).unwrap();
        assert_eq!(again, Decision::nothing(Outcome::AlreadyRevoked));
    }

    #[test]
    fn an_unknown_token_is_refused() {
        assert_eq!(decide(&user(&[]), &COMMAND), Err(Refusal::UnknownToken(UserTokenId(3))));
    }
}
