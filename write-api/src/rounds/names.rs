//! Reads the names by which an alphabetical meeting is seated.

use std::collections::HashMap;

use domain::tournament::Tournament;
use domain::tournament::to_pair::plays;
use proto_events::ids::UserId;

use crate::WriteApi;
use crate::engine::decision::Failure;

impl WriteApi {
    /// Returns the names by which the active players of an event are sorted. Players without a name come first.
    pub(super) async fn names_of_players(&self, tournament: &Tournament) -> Result<HashMap<UserId, String>, Failure> {
        let playing = tournament.registrations.iter().filter(|entry| plays(entry));
        let people: Vec<_> = playing.map(|entry| entry.user_id).collect();
        self.names_of(&people).await
    }
}
