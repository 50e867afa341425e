//! Why a command on an account is refused, and the problem that the client gets.

use api_kit::path::nothing;
use domain::limits::TOKENS_ISSUED;
use proto_events::ids::{OrganizationId, UserId, UserTokenId};
use service_kit::message;
use service_kit::message::Message;
use service_kit::problem::Problem;

use crate::FieldErrors;
use crate::http::problems::{IntoProblem, fields};

/// Why a command on an account is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub enum Refusal {
    /// A field is invalid, another person has the username, or a password was changed meanwhile.
    #[error(transparent)]
    Invalid(#[from] FieldErrors),
    /// The organization may not manage the account.
    NotTheirs,
    /// The person can sign in with the account, or is a member by it.
    InUse,
    /// Both accounts are registered in this event.
    BothRegistered(String),
    /// The person has no username to sign in with.
    NoUsername(UserId),
    /// The link was used, has expired, was replaced, or never existed. The answer does not tell these apart.
    InvalidLink,
    /// The person is not a member of the organization, or the organization does not exist.
    NotAMember {
        /// The person.
        user_id: UserId,
        /// The organization.
        organization_id: OrganizationId,
    },
    /// The person is registered in no event of the organization.
    NotAPlayer(OrganizationId),
    /// The person has reached the limit of tokens.
    TooManyTokens,
    /// The account is merged into another one.
    MergedInto(UserId),
    /// Another organization manages an account that is merged into this one.
    MergedElsewhere(UserId),
    /// Other organizations have the person in their events.
    KnownElsewhere,
    /// An organization would have no administrator.
    LastAdministrator(OrganizationId),
    /// No list of erasures is set.
    NoErasureList,
    /// The person has no such token.
    UnknownToken(UserTokenId),
}

impl Refusal {
    /// Returns the refusal as a sentence.
    pub fn message(&self) -> Message {
        match self {
            Self::Invalid(refusal) => refusal.message(),
            Self::NotTheirs => message!(
                "account-not-theirs",
                "Your organization does not manage this account: it was created elsewhere, or the person is a member \
                 of another organization as well. The person can change it at /admin/account/."
            ),
            Self::InUse => message!(
                "account-in-use",
                "This person can sign in with this account or is a member. Merge the other account into this one."
            ),
            Self::BothRegistered(value) => message!(
                "account-both-registered",
                "Both are registered in \"{value}\". Cancel one of the two registrations there first.",
                value
            ),
            Self::NoUsername(..) => message!(
                "account-no-username",
                "This person needs a username to sign in. Give the account a username first."
            ),
            Self::InvalidLink => message!("account-invalid-link", "This link is no longer valid; ask for a new one."),
            Self::NotAMember { user_id, organization_id } => message!(
                "account-not-a-member",
                "User {user_id} is not a member of organization {organization_id}.",
                user_id,
                organization_id
            ),
            Self::NotAPlayer(value) => {
                message!("account-not-a-player", "You are registered in no event of organization {value}.", value)
            }
            Self::TooManyTokens => message!(
                "account-too-many-tokens",
                "A person can be issued at most {most} tokens, including revoked and expired ones.",
                most = TOKENS_ISSUED
            ),
            Self::MergedInto(value) => message!(
                "account-merged-into",
                "This account is merged into account {value}. Erase that one, which erases this one as well; or take \
                 the merge back first.",
                value
            ),
            Self::MergedElsewhere(value) => message!(
                "account-merged-elsewhere",
                "Account {value} is merged into this one, and your organization does not manage it. The operator can \
                 erase both.",
                value
            ),
            Self::KnownElsewhere => message!(
                "account-known-elsewhere",
                "This person is in events of another organization as well. The operator of the service can erase the \
                 person."
            ),
            Self::LastAdministrator(value) => message!(
                "account-last-administrator",
                "This person is the last administrator of organization {value}. Give another member that role first.",
                value
            ),
            Self::NoErasureList => message!(
                "account-no-erasure-list",
                "The operator has not set the file of the list of erasures (--erasures), and people cannot be erased \
                 without it."
            ),
            Self::UnknownToken(value) => message!("account-unknown-token", "There is no token {value}.", value),
        }
    }
}

impl IntoProblem for Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::Invalid(errors) => fields(&errors),
            Self::NotTheirs => Problem::forbidden(self.message()),
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
            | Self::TooManyTokens => Problem::conflict(self.message()),
        }
    }
}
