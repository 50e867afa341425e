//! The request context of commands on a tournament.

use domain::tournament::Tournament;
use proto_events::ids::TournamentId;
use proto_events::{Actor, StreamId, TournamentEvent};

use crate::engine::context::{ActingAs, Reach};
use crate::engine::decision::CommandError;
use crate::engine::legacy::Asked;
use crate::engine::legacy::Decision;
use crate::engine::legacy::Once;
use crate::engine::versions::VersionMatch;
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
        decide: impl Fn(&Tournament, ActingAs) -> Result<Decision<TournamentEvent, O>, R>,
    ) -> Result<Done<Tournament, O>, CommandError<R>> {
        self.carry_out(order, repeated, |tournament| decide(tournament, ActingAs::of(order.reach, tournament))).await
    }
}
