//! Takes a player out of a team or group, who keeps the registration; or declines a team's invitation.

use domain::tournament::{GroupId, Team, remove_member};
use proto_events::tournament::QueueGroupRole;

use crate::prelude::*;
use crate::registrations::document;
use crate::registrations::entries::entry_for;
use crate::registrations::joining::{changed, check_can_change};

pub(crate) const ROUTE: Route = Route {
    id: "leave_group",
    summary: "Leave a team or group",
    text: "By the player or staff. The player keeps the registration, and in a team event has no team then. If the captain \
           leaves, the next member is captain; a team without members is dropped. Once teams are paired they cannot change. \
           With `team_id`, the invitation of this team is declined. The same request again changes nothing.",
    body: Some(body_schema::<LeaveGroup>()),
    answer: Answer::json(200, "Registration"),
    ..Route::at("POST", "/api/v1/magic-events/{id}/registrations/{registration_id}/leave-group/", Operation::Register)
};

body! {
    /// What to leave.
    pub struct LeaveGroup as GroupToLeave of registration_id: RegistrationId {
        /// Id of the team whose invitation is declined; if not given, the player's team or group is left.
        team_id: Option<i64>,
    }
}

decided_by_event!(
    LeaveGroup,
    |command, tournament, event, _| decide(tournament, command, event.context.acting_as(tournament))
        => document::answer(registration_id)
);

/// Decides the command, which is refused if the event has no such registration, or its team can no longer change.
pub(crate) fn decide(
    tournament: &Tournament,
    command: &LeaveGroup,
    caller: ActingAs,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let entry = entry_for(tournament, command.registration_id, caller)?;
    if let Some(id) = command.team_id {
        let is_invited = |team: &&Team| !team.is_dropped && team.invited.contains(&entry.id);
        let Some(team) = tournament.team(TeamId(id)).filter(is_invited) else { return Ok(Vec::new()) };
        check_can_change(tournament, team)?;
        let invited = team.invited.iter().copied().filter(|id| *id != entry.id).collect();
        return Ok(vec![changed(&Team { invited, ..team.clone() })]);
    }
    match tournament.group_of(entry) {
        None => Ok(Vec::new()),
        Some(GroupId::Team(id)) => {
            let Some(team) = tournament.team(id) else { return Ok(Vec::new()) };
            check_can_change(tournament, team)?;
            Ok(vec![changed(&Team { members: remove_member(&team.members, entry.id), ..team.clone() })])
        }
        Some(group) => Ok(left(tournament, entry, group)),
    }
}

/// Leaves a group of single players. Its first other member follows the captain.
fn left(tournament: &Tournament, entry: &Registration, group: GroupId) -> Vec<TournamentEvent> {
    let changed = |registration_id, role| TournamentEvent::QueueGroupChanged { registration_id, role };
    let is_captain = entry.queue_group.as_ref().is_some_and(|role| role.captain);
    let mut others = tournament.in_group(group).into_iter().filter(|other| other.id != entry.id);
    let next = others.find_map(|other| Some((other.id, other.queue_group.clone()?))).filter(|_| is_captain);
    let follows = next.map(|(id, role)| changed(id, Some(QueueGroupRole { captain: true, ..role })));
    std::iter::once(changed(entry.id, None)).chain(follows).collect()
}

#[cfg(test)]
mod tests;
