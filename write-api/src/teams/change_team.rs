//! Changes a team before play: its captain or staff renames it, orders its seats, takes members out, hands the captain's
//! post over, makes another link, or invites players who have no team.

use domain::tournament::{Team, number_seats};
use proto_events::tournament::TeamMember;

use super::document::{self, WrittenTeam};
use crate::prelude::*;
use crate::registrations::entries::no_registration;
use crate::registrations::joining::{changed, check_can_change, check_name, in_a_team, member, name_faults};

pub(crate) const ROUTE: Route = Route {
    id: "change_team",
    summary: "Change a team",
    text: "By its captain or staff, until teams are paired. `registration_ids` are the members in the order of their seats: \
           members that are not named leave the team and stay registered, and staff may add registered players without a \
           team. Without members, the team is dropped. The captain may invite players without a team, who accept with \
           `join-group/`. `renews_invite` makes another link; the earlier one stops working. A request without fields \
           changes nothing, and its answer has the link.",
    body: Some(body_schema::<ChangeTeam>()),
    answer: Answer::of::<WrittenTeam<'_>>(200),
    ..Route::at("PATCH", "/api/v1/magic-events/{id}/teams/{team_id}/", Operation::Register)
};

body! {
    /// The changes of a team.
    #[derive(Default)]
    pub struct ChangeTeam as TeamChange of team_id: TeamId {
        /// Its name.
        team_name: Option<String> => SHORT_TEXT,
        /// Ids of the registrations of its members, in the order of their seats.
        registration_ids: Option<Vec<i64>>,
        /// Id of the registration of the member who is captain.
        captain: Option<i64>,
        /// Ids of the registrations of the players whom it invites, all of them.
        invited: Option<Vec<i64>>,
        /// Whether another link is made.
        renews_invite: Option<bool>,
    }
}

decided_by_event!(
    ChangeTeam,
    |command, tournament, event, ids| decide(tournament, command, event.context.acting_as(tournament), ids)
        => document::answer(team_id)
);
/// Decides the command, which is refused if there is no such team, the caller is neither its captain nor staff, it can no
/// longer change, or a field is invalid.
pub(crate) fn decide(
    tournament: &Tournament,
    change: &ChangeTeam,
    caller: ActingAs,
    ids: &mut Ids,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let team = tournament.team(change.team_id).ok_or_else(|| Refusal::unknown("team", change.team_id))?;
    let acts_for = |id| tournament.registration(id).is_some_and(|entry| caller.acts_for(entry.user_id));
    if !team.captain().is_some_and(acts_for) && caller != ActingAs::Staff {
        let is_member = team.members.iter().any(|member| acts_for(member.registration_id));
        let said = message!("team-captain-alone", "Only the captain of the team and the event's staff can change it.");
        return Err(if is_member { Refusal::forbidden(said) } else { Refusal::unknown("team", change.team_id) });
    }
    let mut after = team.clone();
    if let Some(name) = &change.team_name {
        after.name = names::clean(name);
        name_faults(&after.name).check()?;
        check_name(tournament, &after.name, Some(team.id))?;
    }
    if let Some(named) = &change.registration_ids {
        after.members = members(tournament, team, named, (caller, ids))?;
    }
    if let Some(captain) = change.captain.map(RegistrationId) {
        if !after.has(captain) {
            let said = message!("team-no-member", "Registration {id} is not a member of the team.", id = captain);
            return Err(Refusal::at_field("captain", said));
        }
        after.members.iter_mut().for_each(|member| member.captain = member.registration_id == captain);
    }
    if let Some(invited) = &change.invited {
        after.invited = invited.iter().copied().map(RegistrationId).collect();
        let mut new = after.invited.iter().filter(|id| !team.invited.contains(id));
        let is_free = |id: &RegistrationId| tournament.free_agents().any(|entry| entry.id == *id);
        if let Some(other) = new.find(|id| !is_free(id)) {
            return Err(Refusal::at_field("invited", not_free(tournament, *other)));
        }
        if after.invited.len() > INVITED {
            let said =
                message!("team-too-many-invited", "A team invites at most {most} players at a time.", most = INVITED);
            return Err(Refusal::at_field("invited", said));
        }
    }
    after.invites_made += u32::from(change.renews_invite == Some(true));
    if changed(&after) == changed(team) {
        return Ok(Vec::new());
    }
    if team.is_dropped {
        return Err(Refusal::unknown("team", change.team_id));
    }
    check_can_change(tournament, team)?;
    Ok(vec![changed(&after)])
}

/// The most players whom a team invites at a time.
const INVITED: usize = 20;

/// Returns the members that are named, by seat. Staff may name players without a team.
fn members(
    tournament: &Tournament,
    team: &Team,
    named: &[i64],
    (caller, ids): (ActingAs, &mut Ids),
) -> Result<Vec<TeamMember>, Refusal> {
    const FIELD: &str = "registration_ids";
    let mut seats: Vec<TeamMember> = Vec::new();
    for id in named.iter().copied().map(RegistrationId) {
        let is_free = || caller == ActingAs::Staff && tournament.free_agents().any(|entry| entry.id == id);
        if seats.iter().any(|member| member.registration_id == id) {
            let said = message!("registration-named-twice", "Registration {id} is named twice.", id);
            return Err(Refusal::at_field(FIELD, said));
        }
        match team.members.iter().find(|member| member.registration_id == id) {
            Some(member) => seats.push(member.clone()),
            None if is_free() => seats.push(member(id, 0, ids)),
            None => return Err(Refusal::at_field(FIELD, not_free(tournament, id))),
        }
    }
    if seats.len() > tournament.team_size() {
        let said = message!("team-too-many", "A team of this event has {size} seats.", size = tournament.team_size());
        return Err(Refusal::at_field(FIELD, said));
    }
    Ok(number_seats(seats))
}

/// Says why a player cannot be named.
fn not_free(tournament: &Tournament, id: RegistrationId) -> Message {
    match tournament.registration(id).map(|entry| entry.team_id) {
        None => no_registration(id),
        Some(Some(team)) => in_a_team(id, team).message().clone(),
        Some(None) => message!("team-no-member", "Registration {id} is not a member of the team.", id),
    }
}

#[cfg(test)]
mod tests;
