//! Revokes a user's token. A revoked token stays revoked.

use crate::prelude::*;

/// Revokes a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RevokeToken {
    /// The person.
    pub user_id: UserId,
    /// The token.
    pub token_id: UserTokenId,
}

impl DirectCommand for RevokeToken {
    type Done = Written<User>;

    async fn run(&self, api: &WriteApi, actor: &Actor) -> Result<Self::Done, CommandError> {
        api.change_person(actor, self.user_id, |user, _| decide(user, self)).await
    }
}

/// Decides the command, which is refused if there is no such token.
fn decide(user: &User, command: &RevokeToken) -> Result<Vec<UserEvent>, Refusal> {
    let token_id = command.token_id;
    let said = || message!("account-unknown-token", "There is no token {value}.", value = token_id);
    let token = user.tokens.iter().find(|token| token.id == token_id);
    let token = token.ok_or_else(|| Refusal::not_found("token", token_id, said()))?;
    if token.revoked {
        return Ok(Vec::new());
    }
    Ok(vec![UserEvent::TokenRevoked { token_id }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{coded, user};

    const COMMAND: RevokeToken = RevokeToken { user_id: UserId(9), token_id: UserTokenId(3) };

    fn issued() -> UserEvent {
        let (name, sha256) = ("Phone".into(), "ab".into());
        UserEvent::TokenIssued { token_id: UserTokenId(3), name, sha256, organization_id: None, expires_at: None }
    }

    #[test]
    fn a_token_is_revoked_once() {
        let revoked = UserEvent::TokenRevoked { token_id: UserTokenId(3) };
        let first = decide(&user(&[issued()]), &COMMAND).unwrap();
        assert_eq!(first, vec![revoked.clone()]);
        let again = decide(&user(&[issued(), revoked]), &COMMAND).unwrap();
        assert_eq!(again, []);
    }

    #[test]
    fn an_unknown_token_is_refused() {
        assert_eq!(coded(decide(&user(&[]), &COMMAND)), "account-unknown-token 3");
    }
}
