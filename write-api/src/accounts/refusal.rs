//! Why a command on an account is refused, and the problem that the client gets.

use api_kit::path::nothing;
use domain::limits::TOKENS_ISSUED;
use proto_events::ids::{OrganizationId, UserId, UserTokenId};
use service_kit::problem::Problem;

use crate::FieldErrors;
use crate::http::problems::{IntoProblem, conflict, fields};

/// Why a command on an account is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A field is invalid, another person has the username, or a password was changed meanwhile.
    #[error(transparent)]
    Invalid(#[from] FieldErrors),
    /// The organization may not manage the account.
    #[error(
        "Your organization does not manage this account: it was created elsewhere, or the person is a member of \
         another organization as well. The person can change it at /admin/account/."
    )]
    NotTheirs,
    /// The person can sign in with the account, or is a member by it.
    #[error("this person can sign in with this account or is a member. Merge the other account into this one")]
    InUse,
    /// Both accounts are registered in this event.
    #[error("both are registered in {0:?}. Cancel one of the two registrations there first")]
    BothRegistered(String),
    /// The person has no username to sign in with.
    #[error("this person needs a username to sign in. Give the account a username first")]
    NoUsername(UserId),
    /// The link was used, has expired, was replaced, or never existed. The answer does not tell these apart.
    #[error("this link is no longer valid; ask for a new one")]
    InvalidLink,
    /// The person is not a member of the organization, or the organization does not exist.
    #[error("user {user_id} is not a member of organization {organization_id}")]
    NotAMember {
        /// The person.
        user_id: UserId,
        /// The organization.
        organization_id: OrganizationId,
    },
    /// The person is registered in no event of the organization.
    #[error("you are registered in no event of organization {0}")]
    NotAPlayer(OrganizationId),
    /// The person has reached the limit of tokens.
    #[error("a person can be issued at most {TOKENS_ISSUED} tokens, including revoked and expired ones")]
    TooManyTokens,
    /// The account is merged into another one.
    #[error(
        "this account is merged into account {0}. Erase that one, which erases this one as well; or take the merge back \
         first"
    )]
    MergedInto(UserId),
    /// Another organization manages an account that is merged into this one.
    #[error(
        "account {0} is merged into this one, and your organization does not manage it. The operator can erase both"
    )]
    MergedElsewhere(UserId),
    /// Other organizations have the person in their events.
    #[error(
        "this person is in events of another organization as well. The operator of the service can erase the person"
    )]
    KnownElsewhere,
    /// An organization would have no administrator.
    #[error("this person is the last administrator of organization {0}. Give another member that role first")]
    LastAdministrator(OrganizationId),
    /// No list of erasures is set.
    #[error(
        "the operator has not set the file of the list of erasures (--erasures), and people cannot be erased without it"
    )]
    NoErasureList,
    /// The person has no such token.
    #[error("there is no token {0}")]
    UnknownToken(UserTokenId),
}

impl IntoProblem for Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::Invalid(errors) => fields(&errors),
            Self::NotTheirs => Problem::forbidden(self.to_string()),
            Self::NotAPlayer(id) => nothing("player page", &id.to_string()),
            Self::UnknownToken(id) => nothing("token", &id.to_string()),
            Self::InUse
            | Self::BothRegistered(_)
            | Self::NoUsername(_)
            | Self::InvalidLink
            | Self::NotAMember { .. }
            | Self::MergedInto(_)
            | Self::MergedElsewhere(_)
            | Self::KnownElsewhere
            | Self::LastAdministrator(_)
            | Self::NoErasureList
            | Self::TooManyTokens => conflict(&self),
        }
    }
}
