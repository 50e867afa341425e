//! Issues a token with which a person's programs act as the person, alone or as a member of an organization. The value
//! is returned once and not stored: the event holds its hash.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::limits::{API_KEY_NAME, TOKENS_ISSUED};
use domain::organization::Organization;
use domain::user::User;
use proto_events::ids::{OrganizationId, Sequence, UserId, UserTokenId};
use proto_events::{Actor, StreamId, UserEvent};
use service_kit::credential_value::{CredentialValue, Kind};

use crate::engine::decision::CommandError;
use crate::engine::fields::FieldErrors;
use crate::engine::legacy::Decision;
use crate::{Done, Folded, Ids, WriteApi};

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

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A field is invalid.
    #[error(transparent)]
    Invalid(FieldErrors),
    /// The person is not a member of the organization, or the organization does not exist.
    #[error("user {user_id} is not a member of organization {organization_id}")]
    NotAMember {
        /// The person.
        user_id: UserId,
        /// The organization.
        organization_id: OrganizationId,
    },
    /// The person has reached the limit of tokens.
    #[error("a person can be issued at most {TOKENS_ISSUED} tokens, including revoked and expired ones")]
    TooMany,
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

/// The context of the decision.
#[derive(Debug, Clone)]
pub struct Context {
    /// The current time.
    pub now: DateTime<Utc>,
    /// The token's id.
    pub token_id: UserTokenId,
    /// SHA-256 of the value, lower-case hex.
    pub sha256: String,
}

/// Decides the command; `organization` is the one that the command names, if it exists.
///
/// # Errors
/// If the name is invalid, the expiry has passed, the person is not a member, or has reached the limit of tokens.
pub fn decide(
    person: &User,
    organization: Option<&Organization>,
    command: &IssueToken,
    context: &Context,
) -> Result<Decision<UserEvent, ()>, Refusal> {
    let mut errors = FieldErrors::default();
    errors.required_text("name", &command.name, API_KEY_NAME);
    if command.expires_at.is_some_and(|expiry| expiry <= context.now) {
        errors.add("expires_at", "Must be in the future.");
    }
    errors.check().map_err(Refusal::Invalid)?;
    let user_id = command.user_id;
    if let Some(organization_id) = command.organization_id {
        let mut members = organization.iter().flat_map(|organization| &organization.members);
        if !members.any(|member| member.user_id == user_id && !member.removed) {
            return Err(Refusal::NotAMember { user_id, organization_id });
        }
    }
    if person.tokens.len() >= TOKENS_ISSUED {
        return Err(Refusal::TooMany);
    }
    let issued = UserEvent::TokenIssued {
        token_id: context.token_id,
        name: command.name.clone(),
        sha256: context.sha256.clone(),
        organization_id: command.organization_id,
        expires_at: command.expires_at,
    };
    Ok(Decision::happens(vec![issued], ()))
}

impl WriteApi {
    /// Issues a token.
    ///
    /// # Errors
    /// If the command is refused, the person is unknown, or the store fails.
    pub async fn issue_token(&self, actor: &Actor, command: &IssueToken) -> Result<IssuedToken, CommandError<Refusal>> {
        let value = CredentialValue::generate(Kind::UserToken);
        let organization = match command.organization_id {
            Some(id) => self.organization(id).await?,
            None => None,
        };
        let mut ids = Ids::reserve(&*self.events, &[(Sequence::UserToken, 1)]).await?;
        let token_id = UserTokenId(ids.next(Sequence::UserToken));
        let context = Context { now: self.clock.now(), token_id, sha256: value.sha256_hex() };
        let organization = organization.as_ref().map(|known| &known.state);
        let decide = |person: &User| decide(person, organization, command, &context);
        let stream = StreamId::user(command.user_id);
        let Done { folded, .. } = self.former_change(actor, OrganizationId::SHARED, stream, decide).await?;
        Ok(IssuedToken { token_id, value, folded })
    }
}

#[cfg(test)]
mod tests {
    use proto_events::OrganizationEvent;
    use proto_events::ids::MemberId;
    use proto_events::vocabulary::Role;

    use super::*;
    use crate::testing::{member, noon, organization, user};

    fn command(organization_id: Option<i64>) -> IssueToken {
        let organization_id = organization_id.map(OrganizationId);
        IssueToken { user_id: UserId(90), name: "Phone".into(), organization_id, expires_at: None }
    }

    fn context() -> Context {
        Context { now: noon(), token_id: UserTokenId(3), sha256: "ab".into() }
    }

    #[test]
    fn a_token_stands_for_the_person_alone_or_for_a_member() {
        let moxhall = organization(&[member(4, Role::Judge)]);
        for (command, organization) in [(command(None), None), (command(Some(1)), Some(&moxhall))] {
            let issued = UserEvent::TokenIssued {
                token_id: UserTokenId(3),
                name: "Phone".into(),
                sha256: "ab".into(),
                organization_id: command.organization_id,
                expires_at: None,
            };
            let decision = decide(&user(&[]), organization, &command, &context()).unwrap();
            assert_eq!(decision, Decision::happens(vec![issued], ()));
        }
    }

    #[test]
    fn who_is_no_member_gets_none_for_the_organization() {
        let (user_id, organization_id) = (UserId(90), OrganizationId(1));
        let left = OrganizationEvent::MemberRemoved { member_id: MemberId(4) };
        let (others, gone) = (organization(&[member(5, Role::Admin)]), organization(&[member(4, Role::Judge), left]));
        for organization in [None, Some(&others), Some(&gone)] {
            let refused = decide(&user(&[]), organization, &command(Some(1)), &context());
            assert_eq!(refused, Err(Refusal::NotAMember { user_id, organization_id }));
        }
    }

    #[test]
    fn bad_names_and_a_past_expiry_are_refused() {
        for wrong in [
            IssueToken { name: " ".into(), ..command(None) },
            IssueToken { name: "x".repeat(256), ..command(None) },
            IssueToken { expires_at: Some(noon()), ..command(None) },
        ] {
            assert!(matches!(decide(&user(&[]), None, &wrong, &context()), Err(Refusal::Invalid(_))), "{wrong:?}");
        }
    }

    #[test]
    fn a_person_can_be_issued_tokens_up_to_the_limit() {
        let issued = |id: i64| UserEvent::TokenIssued {
            token_id: UserTokenId(id),
            name: "Phone".into(),
            sha256: format!("{id}"),
            organization_id: None,
            expires_at: None,
        };
        let revoked = UserEvent::TokenRevoked { token_id: UserTokenId(0) };
        let mut events: Vec<_> = (0..).take(TOKENS_ISSUED).map(issued).collect();
        let last = events.pop();
        assert!(decide(&user(&events), None, &command(None), &context()).is_ok());
        events.extend(last.into_iter().chain([revoked]));
        assert_eq!(decide(&user(&events), None, &command(None), &context()), Err(Refusal::TooMany));
    }
}
