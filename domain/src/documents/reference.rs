//! References to a player and the player's things.

use serde::Serialize;
use utoipa::ToSchema;

use crate::tournament::{Registration, Tournament};

/// A reference to a person, a registration or a list, with the player's role in a group.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct Reference {
    /// Id of the object.
    id: i64,
    /// Whether the player is captain of the team or, without a team, of the queue group.
    captain: bool,
    /// Id of the player's queue group; null if there is none.
    queue_group: Option<i64>,
}

impl Reference {
    /// Creates a reference without a group.
    pub fn alone(id: i64) -> Self {
        Self { id, captain: false, queue_group: None }
    }

    /// Creates a reference to `id`, which belongs to the player of this registration.
    pub fn of(tournament: &Tournament, registration: &Registration, id: i64) -> Self {
        Self {
            id,
            captain: is_captain(tournament, registration),
            queue_group: registration.queue_group.as_ref().map(|role| role.queue_group),
        }
    }
}

/// Whether the player is captain of the team or, without a team, of the queue group.
fn is_captain(tournament: &Tournament, registration: &Registration) -> bool {
    let team = registration.team_id.and_then(|team| tournament.team(team));
    let seat = team.and_then(|team| team.members.iter().find(|member| member.registration_id == registration.id));
    match seat {
        Some(seat) => seat.captain,
        None => registration.queue_group.as_ref().is_some_and(|role| role.captain),
    }
}
