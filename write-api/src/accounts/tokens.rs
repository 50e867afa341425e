//! Tokens with which a person's programs act as the person, alone or as a member of an organization. The value of a token
//! is returned once and not stored: the event holds its hash. A revoked token stays revoked.

use service_kit::credential_value::{CredentialValue, Kind};

use crate::keys::issue_api_key::faults;
use crate::prelude::*;

/// Issues a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssueToken {
    /// The person.
    pub user_id: UserId,
    /// Human-readable name.
    pub name: String,
    /// The organization as whose member it acts; `None` for the person alone.
    pub organization_id: Option<OrganizationId>,
    /// The expiry time; `None` means no expiry.
    pub expires_at: Option<DateTime<Utc>>,
}

/// A token that was issued.
#[derive(Debug, Clone)]
pub struct IssuedToken {
    /// The token.
    pub token_id: UserTokenId,
    /// Its value, which is not stored.
    pub value: CredentialValue,
    /// The person with the token.
    pub folded: Arc<Folded<User>>,
}

impl DirectCommand for IssueToken {
    type Done = IssuedToken;

    async fn run(&self, api: &WriteApi, actor: &Actor) -> Result<Self::Done, CommandError> {
        let stream = StreamId::user(self.user_id);
        let value = CredentialValue::generate(Kind::UserToken);
        let (now, sha256) = (api.clock.now(), value.sha256_hex());
        let organization = |_: Arc<Folded<User>>| async move {
            Ok::<_, CommandError>(match self.organization_id {
                Some(id) => api.organization(id).await?,
                None => None,
            })
        };
        let decide = |person: &User, organization: &Option<Arc<Folded<Organization>>>, ids: &mut Ids| {
            let organization = organization.as_ref().map(|known| &known.state);
            decide(person, organization, self, (now, &sha256), ids)
        };
        let folded = api.change_with(&Context::own(actor), stream, organization, decide).await?.folded;
        let issued = folded.state.tokens.iter().rfind(|token| token.sha256 == sha256);
        let token_id = issued.map(|token| token.id).ok_or(CommandError::NotFound(stream))?;
        Ok(IssuedToken { token_id, value, folded })
    }
}

/// Decides to issue a token at this time, with the SHA-256 of its value; `organization` is the one that the command names, if it exists. It is refused if the name is
/// invalid, the expiry has passed, the person is not a member, or has reached the limit of tokens.
fn decide(
    person: &User,
    organization: Option<&Organization>,
    command: &IssueToken,
    (now, sha256): (DateTime<Utc>, &str),
    ids: &mut Ids,
) -> Result<Vec<UserEvent>, Refusal> {
    faults(&command.name, command.expires_at, now).check()?;
    let user_id = command.user_id;
    if let Some(organization_id) = command.organization_id
        && organization.is_none_or(|organization| organization.member_of(user_id).is_none())
    {
        return Err(Refusal::conflict(message!(
            "account-not-a-member",
            "User {user_id} is not a member of organization {organization_id}.",
            user_id,
            organization_id
        )));
    }
    if person.tokens.len() >= TOKENS_ISSUED {
        return Err(Refusal::conflict(message!(
            "account-too-many-tokens",
            "A person can be issued at most {most} tokens, including revoked and expired ones.",
            most = TOKENS_ISSUED
        )));
    }
    Ok(vec![UserEvent::TokenIssued {
        token_id: UserTokenId(ids.next(Sequence::UserToken)),
        name: command.name.clone(),
        sha256: sha256.to_owned(),
        organization_id: command.organization_id,
        expires_at: command.expires_at,
    }])
}

/// Revokes a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RevokeToken {
    /// The person.
    pub user_id: UserId,
    /// The token.
    pub token_id: UserTokenId,
}

decided_by!(person: RevokeToken, decide_to_revoke);

/// Decides to revoke a token, which is refused if there is no such token.
fn decide_to_revoke(user: &User, command: &RevokeToken) -> Result<Vec<UserEvent>, Refusal> {
    let token_id = command.token_id;
    let token = user.tokens.iter().find(|token| token.id == token_id);
    let token = token.ok_or_else(|| Refusal::unknown("token", token_id))?;
    if token.revoked {
        return Ok(Vec::new());
    }
    Ok(vec![UserEvent::TokenRevoked { token_id }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    fn token(id: i64, organization_id: Option<i64>) -> UserEvent {
        let (name, sha256, organization_id) = ("Phone".into(), "ab".into(), organization_id.map(OrganizationId));
        UserEvent::TokenIssued { token_id: UserTokenId(id), name, sha256, organization_id, expires_at: None }
    }

    fn command(organization_id: Option<i64>) -> IssueToken {
        let organization_id = organization_id.map(OrganizationId);
        IssueToken { user_id: UserId(90), name: "Phone".into(), organization_id, expires_at: None }
    }

    /// Decides at noon; the new token is token 3.
    fn decided(
        person: &User,
        organization: Option<&Organization>,
        command: &IssueToken,
    ) -> Result<Vec<UserEvent>, Refusal> {
        let mut ids = next_ids(&[(Sequence::UserToken, 3)]);
        decide(person, organization, command, (noon(), "ab"), &mut ids)
    }

    #[test]
    fn a_token_stands_for_the_person_alone_or_for_a_member() {
        let moxhall = organization(&[member(4, Role::Judge)]);
        for (id, organization) in [(None, None), (Some(1), Some(&moxhall))] {
            assert_eq!(decided(&user(&[]), organization, &command(id)), Ok(vec![token(3, id)]));
        }
    }

    #[test]
    fn others_than_members_get_none_for_the_organization() {
        let left = OrganizationEvent::MemberRemoved { member_id: MemberId(4) };
        let (others, gone) = (organization(&[member(5, Role::Admin)]), organization(&[member(4, Role::Judge), left]));
        for organization in [None, Some(&others), Some(&gone)] {
            assert_eq!(coded(decided(&user(&[]), organization, &command(Some(1)))), "account-not-a-member 90 1");
        }
    }

    #[test]
    fn bad_names_and_a_past_expiry_are_refused() {
        for wrong in [
            IssueToken { name: " ".into(), ..command(None) },
            IssueToken { name: "x".repeat(256), ..command(None) },
            IssueToken { expires_at: Some(noon()), ..command(None) },
        ] {
            assert_eq!(decided(&user(&[]), None, &wrong).unwrap_err().code(), "invalid", "{wrong:?}");
        }
    }

    #[test]
    fn a_person_can_be_issued_tokens_up_to_the_limit() {
        let mut events: Vec<_> = (0..).take(TOKENS_ISSUED).map(|id| token(id, None)).collect();
        let last = events.pop();
        assert!(decided(&user(&events), None, &command(None)).is_ok());
        events.extend(last.into_iter().chain([UserEvent::TokenRevoked { token_id: UserTokenId(0) }]));
        let refused = decided(&user(&events), None, &command(None));
        assert_eq!(coded(refused), format!("account-too-many-tokens {TOKENS_ISSUED}"));
    }

    #[test]
    fn a_known_token_is_revoked_once() {
        let command = RevokeToken { user_id: UserId(9), token_id: UserTokenId(3) };
        let revoked = UserEvent::TokenRevoked { token_id: UserTokenId(3) };
        assert_eq!(decide_to_revoke(&user(&[token(3, None)]), &command), Ok(vec![revoked.clone()]));
        assert_eq!(decide_to_revoke(&user(&[token(3, None), revoked]), &command), Ok(vec![]));
        assert_eq!(coded(decide_to_revoke(&user(&[]), &command)), "not-found token 3");
    }
}
