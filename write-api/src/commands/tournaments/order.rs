//! The request context of commands on a tournament, and the role of the caller.

use domain::tournament::Tournament;
use proto_events::ids::{TournamentId, UserId};
use proto_events::{Actor, StreamId, TournamentEvent};

use crate::change::{Asked, Reach};
use crate::decision::{CommandError, Decision};
use crate::once::Once;
use crate::version_match::VersionMatch;
use crate::{Done, IdempotencyKey, WriteApi};

/// The request context of a command on a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The actor that the events record.
    pub actor: Actor,
    /// The caller's reach; a tournament outside it is not found.
    pub reach: Reach,
    /// The tournament.
    pub tournament_id: TournamentId,
    /// The version that the caller expects; `None` accepts any version.
    pub expected: Option<VersionMatch>,
    /// The idempotency key, if the command must run only once.
    pub key: Option<IdempotencyKey>,
}

/// The role in which a caller gives a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asker {
    /// Staff of the organization that runs the tournament.
    Staff,
    /// A person, for that person only.
    Person(UserId),
}

impl Asker {
    /// Returns the role in which the caller reaches the tournament.
    pub fn of(reach: Reach, tournament: &Tournament) -> Self {
        match reach.user_id {
            Some(person) if reach.organization_id != Some(tournament.organization_id) => Self::Person(person),
            _ => Self::Staff,
        }
    }

    /// Returns whether the asker may act for this person.
    pub fn acts_for(self, person: UserId) -> bool {
        self == Self::Staff || self == Self::Person(person)
    }
}

impl Order {
    /// Returns the stream of the tournament.
    pub(crate) fn stream(&self) -> StreamId {
        StreamId::tournament(self.tournament_id)
    }

    /// Returns the context for the store; `repeated` is the outcome of a command that ran before.
    pub(crate) fn asked<O>(&self, repeated: O) -> Asked<'_, O> {
        let once = self.key.as_ref().map(|key| Once { key, repeated });
        let Self { actor, reach, expected, .. } = self;
        let (stream, expected) = (self.stream(), expected.as_ref());
        Asked { actor, reach: *reach, stream, expected, arrived_at: None, once }
    }
}

impl WriteApi {
    /// Carries out a command on one tournament.
    pub(crate) async fn carry_out<O: Copy, R>(
        &self,
        order: &Order,
        repeated: O,
        decide: impl Fn(&Tournament) -> Result<Decision<TournamentEvent, O>, R>,
    ) -> Result<Done<Tournament, O>, CommandError<R>> {
        self.change_once(order.asked(repeated), decide).await
    }

    /// Carries out a command whose decision depends on the asker.
    pub(crate) async fn carry_out_for_asker<O: Copy, R>(
        &self,
        order: &Order,
        repeated: O,
        decide: impl Fn(&Tournament, Asker) -> Result<Decision<TournamentEvent, O>, R>,
    ) -> Result<Done<Tournament, O>, CommandError<R>> {
        self.carry_out(order, repeated, |tournament| decide(tournament, Asker::of(order.reach, tournament))).await
    }
}
