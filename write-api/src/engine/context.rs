//! The request context of a command: who gives it, for which version, and how often it is carried out.

use chrono::{DateTime, Utc};
use domain::tournament::Tournament;
use proto_events::ids::{OrganizationId, UserId};
use proto_events::{Actor, StreamId, Version};

use super::conditions::{IdempotencyKey, VersionMatch};
use super::decision::CommandError;
use super::folded::Fold;
use super::state::Folded;

/// The request context of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Context {
    /// The actor that the events record.
    pub actor: Actor,
    /// The caller's reach; streams outside it do not exist for the caller.
    pub reach: Reach,
    /// The version that the caller expects; `None` accepts any version.
    pub expected: Option<VersionMatch>,
    /// When the request arrived, if that matters: the events then occurred at this time.
    pub arrived_at: Option<DateTime<Utc>>,
    /// The idempotency key, if the command must be carried out only once.
    pub key: Option<IdempotencyKey>,
}

impl Context {
    /// Returns the context of a command without conditions.
    pub fn new(actor: Actor, reach: Reach) -> Self {
        Self { actor, reach, expected: None, arrived_at: None, key: None }
    }

    /// Returns the context of a command on streams of an organization.
    pub(crate) fn within(actor: &Actor, organization_id: OrganizationId) -> Self {
        Self::new(actor.clone(), Reach::organization(organization_id))
    }

    /// Returns the context of a command on a stream of a person, which belongs to no organization.
    pub(crate) fn own(actor: &Actor) -> Self {
        Self::new(actor.clone(), Reach::organization(OrganizationId::SHARED))
    }

    /// Returns in which role the caller acts on a tournament.
    pub fn acting_as(&self, tournament: &Tournament) -> ActingAs {
        match self.reach.user_id {
            Some(person) if self.reach.organization_id != Some(tournament.organization_id) => ActingAs::Person(person),
            _ => ActingAs::Staff,
        }
    }

    /// Checks that a stream has the version that the caller expects, if any.
    pub(crate) fn check_version(&self, stream: StreamId, current: Version) -> Result<(), CommandError> {
        match &self.expected {
            Some(expected) if !expected.includes(current) => Err(CommandError::Stale { stream, current }),
            _ => Ok(()),
        }
    }
}

/// The streams that a caller reaches. Others do not exist for the caller.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reach {
    /// Streams of this organization.
    pub organization_id: Option<OrganizationId>,
    /// Streams of any organization that are open to this person: the person's own, and public events.
    pub user_id: Option<UserId>,
}

impl Reach {
    /// Returns the reach of an organization.
    pub fn organization(id: OrganizationId) -> Self {
        Self { organization_id: Some(id), user_id: None }
    }

    pub(crate) fn covers<S: Fold>(self, known: &Folded<S>) -> bool {
        let own = self.user_id.is_some_and(|person| known.state.is_open_to(person));
        own || self.organization_id == Some(known.organization_id)
    }
}

/// The role in which a caller acts on a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActingAs {
    /// Staff of the organization that runs the tournament.
    Staff,
    /// A person, for that person only.
    Person(UserId),
}

impl ActingAs {
    /// Returns whether the caller may act for this person.
    pub fn acts_for(self, person: UserId) -> bool {
        self == Self::Staff || self == Self::Person(person)
    }
}
