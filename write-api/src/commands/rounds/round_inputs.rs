//! External inputs of a round: ids, and names for an alphabetical meeting.

use std::collections::HashMap;

use domain::tournament::Tournament;
use domain::tournament::to_pair::plays;
use domain::user::User;
use proto_events::ids::{Sequence, UserId};
use proto_events::{Envelope, Position, StreamKind};

use crate::engine::decision::{CommandError, Failure};
use crate::engine::folded::Fold;
use crate::{Ids, Overdrawn, WriteApi};

/// The number of user streams that are read at once.
const PEOPLE_AT_ONCE: usize = 500;

/// Spare ids, for players who join meanwhile.
const SPARE: usize = 8;

/// External inputs of a round.
#[derive(Debug, Clone, Default)]
pub struct RoundInputs {
    /// Reserved ids.
    pub ids: Ids,
    /// Names by which players are sorted. Players without a name come first.
    pub names: HashMap<UserId, String>,
}

/// Players joined while ids were reserved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("players joined meanwhile: {0}")]
pub struct Outgrown(#[from] pub Overdrawn);

impl WriteApi {
    /// Reserves ids for a round of all active players, and reads their names if `named` is set.
    pub(crate) async fn round_inputs<R>(
        &self,
        tournament: &Tournament,
        named: bool,
    ) -> Result<RoundInputs, CommandError<R>> {
        let playing: Vec<UserId> =
            tournament.registrations.iter().filter(|entry| plays(entry)).map(|entry| entry.user_id).collect();
        let ids = self.ids_for_tables(playing.len(), tournament.teams.len()).await?;
        let names = if named { self.names_of(&playing).await? } else { HashMap::new() };
        Ok(RoundInputs { ids, names })
    }

    /// Reserves ids for a round of at most this many tables and team matches.
    pub(crate) async fn ids_for_tables<R>(&self, tables: usize, team_matches: usize) -> Result<Ids, CommandError<R>> {
        let counts = [
            (Sequence::Phase, 1),
            (Sequence::Round, 1),
            (Sequence::Match, tables + SPARE),
            (Sequence::TeamMatch, if team_matches == 0 { 0 } else { team_matches + SPARE }),
        ];
        Ok(Ids::reserve(&*self.events, &counts).await?)
    }

    /// Reads the names by which these people are sorted.
    async fn names_of(&self, people: &[UserId]) -> Result<HashMap<UserId, String>, Failure> {
        let mut names = HashMap::with_capacity(people.len());
        for people in people.chunks(PEOPLE_AT_ONCE) {
            let ids: Vec<i64> = people.iter().map(|person| person.0).collect();
            let recorded = self.events.read_streams(StreamKind::User, &ids, Position(i64::MAX)).await?;
            let mut events: Vec<Envelope> = Vec::with_capacity(recorded.len());
            for event in &recorded {
                let stream = event.stream;
                events.push(event.decode().map_err(|source| Failure::Unreadable { stream, source })?);
            }
            for events in events.chunk_by(|one, other| one.stream == other.stream) {
                let stream = events[0].stream;
                let user = User::of(events).map_err(|source| Failure::Damaged { stream, source })?;
                names.insert(UserId(stream.id), user.name().into_owned());
            }
        }
        Ok(names)
    }
}
