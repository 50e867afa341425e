//! Reads the names by which an alphabetical meeting is seated.

use std::collections::HashMap;

use domain::tournament::Tournament;
use domain::tournament::to_pair::plays;
use domain::user::User;
use proto_events::ids::UserId;
use proto_events::{Envelope, Position, StreamKind};

use crate::WriteApi;
use crate::engine::decision::Failure;
use crate::engine::folded::Fold;

/// The number of user streams that are read at once.
const PEOPLE_AT_ONCE: usize = 500;

impl WriteApi {
    /// Returns the names by which the active players of an event are sorted. Players without a name come first.
    pub(super) async fn names_of_players(&self, tournament: &Tournament) -> Result<HashMap<UserId, String>, Failure> {
        let playing = tournament.registrations.iter().filter(|entry| plays(entry));
        let people: Vec<UserId> = playing.map(|entry| entry.user_id).collect();
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
