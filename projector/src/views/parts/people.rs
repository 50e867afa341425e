//! Names of people, and the small objects that refer to them.

use std::borrow::Cow;
use std::collections::HashMap;

use domain::tournament::Registration;
use domain::user::{User, nameless};
use proto_events::ids::UserId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::views::TournamentContext;

/// The name that identifies a person best. One who is not known, or erased, is "Player" and the id.
pub(in crate::views) fn name(people: &HashMap<UserId, User>, id: UserId) -> Cow<'_, str> {
    people.get(&id).map_or_else(|| nameless(id), User::name)
}

/// A person by id and name.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::views) struct NamedUser<'a> {
    /// Id of the person.
    id: i64,
    /// The name that identifies the person best; `Player` and the id for one who is not known.
    best_identifier: Cow<'a, str>,
}

impl<'a> NamedUser<'a> {
    /// The person of this id.
    pub(in crate::views) fn new(people: &'a HashMap<UserId, User>, id: UserId) -> Self {
        Self { id: id.0, best_identifier: name(people, id) }
    }
}

/// Something a player brings along (the person, the entry, the list), with the player's place in a group.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub(in crate::views) struct Reference {
    /// Id of what is meant.
    id: i64,
    /// Whether the player speaks for the team or, outside teams, for the queue group.
    captain: bool,
    /// Id of the player's queue group; null outside every group.
    queue_group: Option<i64>,
}

impl Reference {
    /// A reference from outside every group.
    pub(in crate::views) fn alone(id: i64) -> Self {
        Self { id, captain: false, queue_group: None }
    }

    /// `id` as it belongs to the holder of this entry.
    pub(in crate::views) fn of(context: &TournamentContext<'_>, registration: &Registration, id: i64) -> Self {
        Self {
            id,
            captain: is_captain(context, registration),
            queue_group: registration.queue_group.as_ref().map(|role| role.queue_group),
        }
    }
}

/// Whether the player speaks for the team or, outside teams, for the queue group.
fn is_captain(context: &TournamentContext<'_>, registration: &Registration) -> bool {
    let team = registration.team_id.and_then(|team| context.tournament.team(team));
    let seat = team.and_then(|team| team.members.iter().find(|member| member.registration_id == registration.id));
    match seat {
        Some(seat) => seat.captain,
        None => registration.queue_group.as_ref().is_some_and(|role| role.captain),
    }
}

#[cfg(test)]
mod tests {
    use proto_events::user::Profile;

    use super::*;

    #[test]
    fn a_person_goes_by_the_best_name_known() {
        let person = |id, best: &str, username: &str| {
            let profile = Profile { best_identifier: best.into(), username: username.into(), ..Profile::default() };
            (UserId(id), User::new(UserId(id), profile))
        };
        let people = HashMap::from([person(1, "Ann Lee", "ann"), person(2, "", "bo"), person(3, "", "")]);
        let names: Vec<_> = (1..=4).map(|id| name(&people, UserId(id))).collect();
        assert_eq!(names, ["Ann Lee", "bo", "Player 3", "Player 4"]);
    }
}
