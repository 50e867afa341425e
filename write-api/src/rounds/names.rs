//! Reads the names by which an alphabetical meeting is seated.

use std::collections::HashMap;

use domain::tournament::Tournament;
use domain::tournament::to_pair::plays;
use domain::user::User;
use proto_events::ids::UserId;
use proto_events::{Envelope, StreamId, StreamKind};

use crate::WriteApi;
use crate::engine::decision::Failure;
use crate::engine::folded::Fold;

impl WriteApi {
    /// Returns the names by which the active players of an event are sorted. Players without a name come first.
    pub(super) async fn names_of_players(&self, tournament: &Tournament) -> Result<HashMap<UserId, String>, Failure> {
        let playing = tournament.registrations.iter().filter(|entry| plays(entry));
        let people: Vec<i64> = playing.map(|entry| entry.user_id.0).collect();
        let mut names = HashMap::with_capacity(people.len());
        let name = |stream: StreamId, events: &[Envelope]| {
            let user = User::of(events).map_err(|source| Failure::Damaged { stream, source })?;
            names.insert(UserId(stream.id), user.name().into_owned());
            Ok(())
        };
        self.read_each(StreamKind::User, &people, name).await?;
        Ok(names)
    }
}
