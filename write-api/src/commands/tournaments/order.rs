//! What every command on a tournament comes with beside its own input, and in whose name it is given.

use domain::tournament::Tournament;
use proto_events::ids::{TournamentId, UserId};
use proto_events::{Actor, StreamId, TournamentEvent};

use crate::change::{Asked, Reach};
use crate::decision::{CommandError, Decision};
use crate::once::Once;
use crate::version_match::VersionMatch;
use crate::{Done, IdempotencyKey, WriteApi};

/// Who orders something of which tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// Who will have done it.
    pub actor: Actor,
    /// Where the tournament may be: one that is elsewhere is not found.
    pub reach: Reach,
    /// The tournament.
    pub tournament_id: TournamentId,
    /// The version of it that is to be changed; without it, whatever is newest.
    pub expected: Option<VersionMatch>,
    /// Set if it is to be carried out once however often it is asked for.
    pub key: Option<IdempotencyKey>,
}

/// In whose name something is ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asker {
    /// In the organization's that runs the tournament, by somebody whose role may.
    Staff,
    /// In a person's own.
    Person(UserId),
}

impl Asker {
    /// Who reaches the tournament in this way.
    pub fn of(reach: Reach, tournament: &Tournament) -> Self {
        match reach.user_id {
            Some(person) if reach.organization_id != Some(tournament.organization_id) => Self::Person(person),
            _ => Self::Staff,
        }
    }

    /// Whether it may be ordered for this person.
    pub fn acts_for(self, person: UserId) -> bool {
        self == Self::Staff || self == Self::Person(person)
    }
}

impl Order {
    /// The stream of the tournament.
    pub(crate) fn stream(&self) -> StreamId {
        StreamId::tournament(self.tournament_id)
    }

    /// The same for the store: `repeated` is the outcome of what was carried out before.
    pub(crate) fn asked<O>(&self, repeated: O) -> Asked<'_, O> {
        let once = self.key.as_ref().map(|key| Once { key, repeated });
        let Self { actor, reach, expected, .. } = self;
        let (stream, expected) = (self.stream(), expected.as_ref());
        Asked { actor, reach: *reach, stream, expected, arrived_at: None, once }
    }
}

impl WriteApi {
    /// Carries out an order on one tournament.
    pub(crate) async fn carry_out<O: Copy, R>(
        &self,
        order: &Order,
        repeated: O,
        decide: impl Fn(&Tournament) -> Result<Decision<TournamentEvent, O>, R>,
    ) -> Result<Done<Tournament, O>, CommandError<R>> {
        self.change_once(order.asked(repeated), decide).await
    }

    /// The same where it depends on in whose name it is ordered.
    pub(crate) async fn carry_out_for_asker<O: Copy, R>(
        &self,
        order: &Order,
        repeated: O,
        decide: impl Fn(&Tournament, Asker) -> Result<Decision<TournamentEvent, O>, R>,
    ) -> Result<Done<Tournament, O>, CommandError<R>> {
        self.carry_out(order, repeated, |tournament| decide(tournament, Asker::of(order.reach, tournament))).await
    }
}
