//! The small objects that refer to what a player brings along.

use serde::Serialize;
use utoipa::ToSchema;

use crate::tournament::{Registration, Tournament};

/// Something a player brings along (the person, the entry, the list), with the player's place in a group.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct Reference {
    /// Id of what is meant.
    id: i64,
    /// Whether the player speaks for the team or, outside teams, for the queue group.
    captain: bool,
    /// Id of the player's queue group; null outside every group.
    queue_group: Option<i64>,
}

impl Reference {
    /// A reference from outside every group.
    pub fn alone(id: i64) -> Self {
        Self { id, captain: false, queue_group: None }
    }

    /// `id` as it belongs to the holder of this entry.
    pub fn of(tournament: &Tournament, registration: &Registration, id: i64) -> Self {
        Self {
            id,
            captain: is_captain(tournament, registration),
            queue_group: registration.queue_group.as_ref().map(|role| role.queue_group),
        }
    }
}

/// Whether the player speaks for the team or, outside teams, for the queue group.
fn is_captain(tournament: &Tournament, registration: &Registration) -> bool {
    let team = registration.team_id.and_then(|team| tournament.team(team));
    let seat = team.and_then(|team| team.members.iter().find(|member| member.registration_id == registration.id));
    match seat {
        Some(seat) => seat.captain,
        None => registration.queue_group.as_ref().is_some_and(|role| role.captain),
    }
}
