//! How players come together: they found a team, join a team or group with its link, accept a team's invitation, or begin
//! a group. A person who registers can do so in the same append.

use api_kit::{Invite, PrivateLinks};
use domain::tournament::{GroupId, Team};
use proto_events::tournament::{QueueGroupRole, TeamMember};

use super::admission::Entrance;
use super::entries::{check_not_over, entry_of};
use crate::prelude::*;

/// The most members of a group of single players.
const GROUP: usize = 8;

/// How a player comes to a team or group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Joining {
    /// Founds a team of this name.
    Found(String),
    /// Joins the team or group of this link.
    ByLink(String),
    /// Joins a team that invited the player.
    Accept(TeamId),
    /// Begins a group of single players.
    Begin,
}

impl Joining {
    /// Returns what the fields of a registration say; `None` if the person comes alone.
    pub(crate) fn of(team_name: Option<&str>, invite_hash: Option<&str>) -> Result<Option<Self>, Refusal> {
        match (team_name, invite_hash) {
            (Some(_), Some(_)) => Err(Refusal::at_field("invite_hash", one_of_them())),
            (Some(name), None) => Ok(Some(Self::Found(names::clean(name)))),
            (None, link) => Ok(link.map(|link| Self::ByLink(link.to_owned()))),
        }
    }

    /// Whether it is by the newest link of a team or group of the event. Such a link admits people as the join code does.
    pub(crate) fn admits(&self, event: &Tournament, links: &PrivateLinks) -> bool {
        matches!(self, Self::ByLink(text) if invite(event, text, links).is_some())
    }
}

/// Only one of the fields may be given.
pub(crate) fn one_of_them() -> Message {
    message!("team-name-or-invite", "Give one of team_name, invite_hash and team_id.")
}

fn invite(event: &Tournament, text: &str, links: &PrivateLinks) -> Option<Invite> {
    let invite = Invite::read(text).filter(|invite| invite.is_current(links, event))?;
    (!event.in_group(invite.group).is_empty()).then_some(invite)
}

/// Adds to the events that register a person those by which the person joins. A player who comes to a team with a place has
/// a seat that was kept; who founds one needs places for all seats, or is on the waitlist. `is_chosen` says that staff
/// chose the status.
pub(crate) fn registered(
    before: &Tournament,
    mut events: Vec<TournamentEvent>,
    (user_id, joining, is_chosen): (UserId, &Joining, bool),
    entrance: &Entrance,
    (links, ids): (&PrivateLinks, &mut Ids),
) -> Result<Vec<TournamentEvent>, Refusal> {
    let Ok(mut after) = before.foreseen(&events) else {
        // The first decision only counts the ids that are needed, so the registration may have the id of another one.
        for sequence in [Sequence::Team, Sequence::TeamPlayer] {
            ids.next(sequence);
        }
        return Ok(events);
    };
    let entry = after
        .registrations
        .iter()
        .find(|entry| entry.user_id == user_id)
        .ok_or_else(|| Refusal::unknown("registration", RegistrationId(0)))?;
    let (registration_id, is_settled) =
        (entry.id, is_chosen || (events.is_empty() && entry.status != RegistrationStatus::OnWaitlist));
    let entrance = entrance.of_entry(entry);
    if !is_settled {
        let status = RegistrationStatus::Complete;
        let placed = [TournamentEvent::RegistrationStatusChanged { registration_id, status }];
        after = after.foreseen(&placed).map_err(|_| Refusal::unknown("registration", registration_id))?;
    }
    let joined = join(&after, registration_id, joining, (links, ids))?;
    if is_settled {
        events.extend(joined);
        return Ok(events);
    }
    let (is_kept, has_room) = room(before, &after.foreseen(&joined).unwrap_or(after), registration_id);
    let status = if has_room { entrance.with_a_place(before) } else { RegistrationStatus::OnWaitlist };
    match events.first_mut() {
        Some(
            TournamentEvent::PlayerRegistered { status: first, .. }
            | TournamentEvent::RegistrationStatusChanged { status: first, .. },
        ) => *first = status,
        // A player on the waitlist gets no free place by joining, only a seat that was kept.
        _ if is_kept && !joined.is_empty() => {
            events.push(TournamentEvent::RegistrationStatusChanged { registration_id, status });
        }
        _ => {}
    }
    events.extend(joined);
    Ok(events)
}

/// Whether a registration takes a seat that its team has already, and whether there are places for all that it takes. A free
/// place belongs to those who wait.
fn room(before: &Tournament, after: &Tournament, id: RegistrationId) -> (bool, bool) {
    let waits = before.waitlist().iter().any(|entry| entry.id != id) && before.capacity().is_some();
    let fits = after.capacity().is_none_or(|capacity| after.places_taken() <= capacity);
    // A place that is offered to the registration is none that it has: by joining, no one accepts an offer.
    let held_before = before.places_held(|entry| entry.has_a_place() || (entry.offer.is_some() && entry.id != id));
    let is_kept = fits && after.places_taken() == held_before;
    (is_kept, is_kept || (fits && !waits && before.lifecycle != LifecycleStatus::WaitlistOnly))
}

/// Decides how a registered player joins. It is refused if play has begun, there is no such team, group or invitation, no
/// seat is free, or the player is in a team.
pub(crate) fn join(
    event: &Tournament,
    id: RegistrationId,
    joining: &Joining,
    (links, ids): (&PrivateLinks, &mut Ids),
) -> Result<Vec<TournamentEvent>, Refusal> {
    let entry = entry_of(event, id)?;
    let group = match joining {
        Joining::Found(name) => return found(event, entry, name, ids),
        Joining::Accept(team) => GroupId::Team(*team),
        Joining::ByLink(text) => invite(event, text, links).map(|invite| invite.group).ok_or_else(wrong_link)?,
        Joining::Begin if event.is_team_event() => {
            let said = message!("team-no-groups", "This is a team event: found a team instead of a group.");
            return Err(Refusal::conflict(said));
        }
        Joining::Begin => match entry.queue_group {
            Some(_) => return Ok(Vec::new()),
            None => GroupId::Queue(ids.next(Sequence::Team)),
        },
    };
    match group {
        GroupId::Team(team) => {
            let team =
                event.team(team).filter(|team| !team.is_dropped).ok_or_else(|| Refusal::unknown("team", team))?;
            let is_let_in = *joining != Joining::Accept(team.id) || team.has(id) || team.invited.contains(&id);
            if !is_let_in {
                let said =
                    message!("team-no-invitation", "The team {team} has no invitation for you.", team = team.name);
                return Err(Refusal::conflict(said));
            }
            enter(event, team, entry, ids)
        }
        GroupId::Queue(queue_group) => {
            let members = event.in_group(group).len();
            let is_in = entry.queue_group.as_ref().is_some_and(|role| role.queue_group == queue_group);
            check_may_join(event, entry)?;
            if members >= GROUP && !is_in {
                let said =
                    message!("team-group-full", "A group has at most {most} players; this one is full.", most = GROUP);
                return Err(Refusal::conflict(said));
            }
            let role = QueueGroupRole { id: ids.next(Sequence::TeamPlayer), captain: members == 0, queue_group };
            let joined = TournamentEvent::QueueGroupChanged { registration_id: id, role: Some(role) };
            Ok(if is_in { Vec::new() } else { vec![joined] })
        }
    }
}

fn found(event: &Tournament, entry: &Registration, name: &str, ids: &mut Ids) -> Result<Vec<TournamentEvent>, Refusal> {
    if !event.is_team_event() {
        return Err(no_team_event());
    }
    name_faults(name).check()?;
    if let Some(team) = entry.team_id.and_then(|id| event.team(id)) {
        // The same request again founds no second team.
        let is_again = team.name == name && team.captain() == Some(entry.id) && !team.is_dropped;
        return if is_again { Ok(Vec::new()) } else { Err(in_a_team(entry.id, team.id)) };
    }
    check_may_join(event, entry)?;
    check_name(event, name, None)?;
    let team_id = TeamId(ids.next(Sequence::Team));
    let members = vec![member(entry.id, 1, ids)];
    Ok(vec![TournamentEvent::TeamFormed { team_id, team_name: name.to_owned(), invite_hash: String::new(), members }])
}

/// Gives a player the next seat of a team.
fn enter(
    event: &Tournament,
    team: &Team,
    entry: &Registration,
    ids: &mut Ids,
) -> Result<Vec<TournamentEvent>, Refusal> {
    if team.has(entry.id) {
        return Ok(Vec::new());
    }
    if let Some(other) = entry.team_id {
        return Err(in_a_team(entry.id, other));
    }
    check_may_join(event, entry)?;
    check_can_change(event, team)?;
    if team.members.len() >= event.team_size() {
        let said = message!("team-full", "All seats of the team {team} are taken.", team = team.name);
        return Err(Refusal::conflict(said));
    }
    let seat = i32::try_from(team.members.len() + 1).unwrap_or(i32::MAX);
    let mut members = team.members.clone();
    members.push(member(entry.id, seat, ids));
    let invited = team.invited.iter().copied().filter(|id| *id != entry.id).collect();
    Ok(vec![changed(&Team { members, invited, ..team.clone() })])
}

/// Returns the event that leaves a team like this.
pub(crate) fn changed(team: &Team) -> TournamentEvent {
    let Team { name: team_name, members, invited, .. } = team.clone();
    TournamentEvent::TeamChanged { team_id: team.id, team_name, invites_made: team.invites_made, members, invited }
}

/// Returns a new member in a seat. The one in the first seat is the captain.
pub(crate) fn member(registration_id: RegistrationId, seat: i32, ids: &mut Ids) -> TeamMember {
    let team_player_id = TeamPlayerId(ids.next(Sequence::TeamPlayer));
    TeamMember { team_player_id, registration_id, seat, captain: seat == 1 }
}

/// Checks that no other team has a name, whatever its case, accents and punctuation.
pub(crate) fn check_name(event: &Tournament, name: &str, own: Option<TeamId>) -> Result<(), Refusal> {
    let mut others = event.teams.iter().filter(|team| !team.is_dropped && Some(team.id) != own);
    let is_same = names::same_as(name);
    match others.any(|team| is_same(&team.name)) {
        true => Err(Refusal::at_field("team_name", message!("team-same-name", "Another team has this name."))),
        false => Ok(()),
    }
}

/// Checks that a team can still change: later, its matches have its members.
pub(crate) fn check_can_change(event: &Tournament, team: &Team) -> Result<(), Refusal> {
    check_not_over(event, team_over)?;
    match event.teams_can_change() {
        true => Ok(()),
        false => Err(Refusal::conflict(message!(
            "team-fixed",
            "The team {team} can no longer change: teams are paired, or a round has begun. The event's staff can help.",
            team = team.name
        ))),
    }
}

/// Checks that a player is in the event, and that play has not begun.
fn check_may_join(event: &Tournament, entry: &Registration) -> Result<(), Refusal> {
    check_not_over(event, team_over)?;
    if event.play_has_begun() {
        return Err(Refusal::conflict(message!(
            "team-play-has-begun",
            "Play has begun: ask the event's staff for a team."
        )));
    }
    if !entry.is_expected() {
        return Err(Refusal::conflict(message!(
            "team-not-registered",
            "This registration is no longer valid: register again first."
        )));
    }
    Ok(())
}

fn wrong_link() -> Refusal {
    let said =
        message!("team-wrong-invite", "This link leads to no team or group of the event. Ask for the newest one.");
    Refusal::at_field("invite_hash", said)
}

pub(crate) fn no_team_event() -> Refusal {
    Refusal::conflict(message!("team-no-teams", "This is not a team event: its team_size is 1."))
}

/// The player is in a team.
pub(crate) fn in_a_team(registration_id: RegistrationId, team_id: TeamId) -> Refusal {
    Refusal::conflict(message!(
        "registration-in-team",
        "Registration {registration_id} is in team {team_id}.",
        registration_id,
        team_id
    ))
}

pub(crate) fn name_faults(team_name: &str) -> FieldErrors {
    let mut errors = FieldErrors::default();
    errors.required_line("team_name", team_name, SHORT_TEXT);
    errors
}

/// The teams of an event that is over stay.
pub(crate) fn team_over(value: LifecycleStatus) -> Message {
    message!("team-over", "The event is {value}: its teams can no longer change.", value)
}

#[cfg(test)]
mod tests;
