//! Players who come together: teams, from their first member on, and groups that get their places together.

use std::sync::Arc;

use proto_events::TournamentEvent;
use proto_events::ids::{RegistrationId, TeamId};
use proto_events::tournament::TeamMember;
use proto_events::vocabulary::{EventFormat, ProgressStatus, RegistrationStatus};

use super::{Registration, Team, Tournament};
use crate::FoldError;

/// The players who come together, by id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum GroupId {
    /// A team of a team event.
    Team(TeamId),
    /// A group of single players.
    Queue(i64),
}

impl Team {
    /// Creates a team that has all its members.
    pub(super) fn new(id: TeamId, name: &str, members: Vec<TeamMember>) -> Self {
        let (name, invite_hash, invited) = (name.to_owned(), String::new(), Vec::new());
        Self { id, name, invite_hash, invites_made: 1, members, invited, is_founded: false, is_dropped: false }
    }
}

impl Tournament {
    /// Returns the group of a registration: its team, or its group of single players.
    pub fn group_of(&self, entry: &Registration) -> Option<GroupId> {
        let team = entry.team_id.and_then(|id| self.team(id)).filter(|team| !team.is_dropped);
        let queue = entry.queue_group.as_ref().map(|role| GroupId::Queue(role.queue_group));
        team.map(|team| GroupId::Team(team.id)).or(queue)
    }

    /// Returns the members of a group who have a place or wait for one: of a team by seat.
    pub fn in_group(&self, group: GroupId) -> Vec<&Registration> {
        match group {
            GroupId::Team(id) => {
                let members = self.team(id).into_iter().flat_map(|team| &team.members);
                members.filter_map(|member| self.registration(member.registration_id)).collect()
            }
            GroupId::Queue(id) => {
                let is_in = |entry: &&Registration| entry.queue_group.as_ref().is_some_and(|it| it.queue_group == id);
                self.registrations.iter().filter(is_in).filter(|entry| entry.is_expected()).collect()
            }
        }
    }

    /// Returns the players of a team event who have no team.
    pub fn free_agents(&self) -> impl Iterator<Item = &Registration> {
        self.registrations.iter().filter(|entry| self.is_team_event() && entry.team_id.is_none() && entry.is_expected())
    }

    /// Returns the other players without a team whom a player sees: both have a place that staff does not have to approve. The
    /// names of others are for staff.
    pub fn agents_shown_to(&self, viewer: &Registration) -> Vec<&Registration> {
        let is_in = |entry: &Registration| entry.status == RegistrationStatus::Complete;
        self.free_agents().filter(|other| is_in(viewer) && is_in(other) && other.id != viewer.id).collect()
    }

    /// Returns the number of players in a team; 1 for an event without teams.
    pub fn team_size(&self) -> usize {
        usize::try_from(self.details.team_size).unwrap_or(1).max(1)
    }

    /// Returns the seat of a player in the team, from 1, with its format; `None` if seats have no formats of their own.
    pub fn seat_format(&self, player: RegistrationId) -> Option<(usize, EventFormat)> {
        let members = &self.team(self.registration(player)?.team_id?)?.members;
        let seat = members.iter().position(|member| member.registration_id == player)?;
        Some((seat + 1, *self.details.seat_formats.get(seat)?))
    }

    /// Whether a team plays as far as its members are concerned. One that players founded has all its seats taken, by
    /// players who are complete; once teams are paired, also by those who were, and left.
    pub fn is_complete(&self, team: &Team) -> bool {
        use RegistrationStatus::{Complete, InProgress, InWaitingRoom, OnWaitlist};
        let is_fixed = !self.teams_can_change();
        let waits = |entry: &Registration| matches!(entry.status, InProgress | InWaitingRoom | OnWaitlist);
        let counts = |entry: &&Registration| {
            entry.status == Complete || (is_fixed && entry.completed_at.is_some() && !waits(entry))
        };
        let entries = team.members.iter().filter_map(|member| self.registration(member.registration_id));
        !team.is_founded || entries.filter(counts).count() >= self.team_size()
    }

    /// Returns the teams that lack members, and so do not play.
    pub fn incomplete_teams(&self) -> impl Iterator<Item = &Team> {
        self.teams.iter().filter(|team| !team.is_dropped && !self.is_complete(team))
    }

    /// Whether teams can still change: none is paired, and no round has begun.
    pub fn teams_can_change(&self) -> bool {
        self.rounds().all(|(_, round)| round.team_matches.is_empty() && round.status == ProgressStatus::Upcoming)
    }

    /// Returns the team of a registration, if players founded it. Such a team takes places for all its seats.
    pub(super) fn founded_team(&self, entry: &Registration) -> Option<&Team> {
        entry.team_id.and_then(|id| self.team(id)).filter(|team| team.is_founded && !team.is_dropped)
    }

    /// Returns the places that a team takes that players founded, if so many of its members hold one.
    pub(super) fn seats_held(&self, members: usize) -> usize {
        if members == 0 { 0 } else { members.max(self.team_size()) }
    }

    /// Applies the event that forms or changes a team.
    pub(super) fn set_team(&mut self, event: &TournamentEvent) -> Result<(), FoldError> {
        match event {
            TournamentEvent::TeamFormed { team_id: id, .. } if self.team(*id).is_some() => {
                Err(FoldError::Duplicate { what: "team", id: id.0 })
            }
            TournamentEvent::TeamFormed { team_id, team_name, invite_hash, members } => {
                let team = Team::new(*team_id, team_name, members.clone());
                self.put_team(Team { invite_hash: invite_hash.clone(), ..team })
            }
            TournamentEvent::TeamChanged { team_id: id, team_name, invites_made, members, invited } => {
                let mut team = self.team(*id).cloned().ok_or(FoldError::Unknown { what: "team", id: id.0 })?;
                (team.name, team.members, team.invited) = (team_name.clone(), members.clone(), invited.clone());
                (team.invites_made, team.is_dropped) = (*invites_made, members.is_empty());
                self.put_team(team)
            }
            _ => Ok(()),
        }
    }

    /// Puts a team where it was before, or after all others.
    fn put_team(&mut self, mut team: Team) -> Result<(), FoldError> {
        let places = team.members.iter().map(|member| self.registration_place(member.registration_id));
        let places = places.collect::<Result<Vec<_>, _>>()?;
        team.is_founded |= team.members.len() < self.team_size();
        if team.is_dropped {
            team.invited.clear();
        }
        let known = self.team_index.get(&team.id).copied();
        let (teams, registrations) = (Arc::make_mut(&mut self.teams), Arc::make_mut(&mut self.registrations));
        if known.is_some() {
            let members = registrations.iter_mut().filter(|entry| entry.team_id == Some(team.id));
            members.for_each(|entry| entry.team_id = None);
        }
        for place in places {
            registrations[place].team_id = Some(team.id);
        }
        match known {
            Some(index) => teams[index] = team,
            None => {
                Arc::make_mut(&mut self.team_index).insert(team.id, teams.len());
                teams.push(team);
            }
        }
        Ok(())
    }

    pub(super) fn drop_team(&mut self, id: TeamId) -> Result<(), FoldError> {
        use RegistrationStatus::{Complete, Dropped, InProgress, InWaitingRoom, OnWaitlist};
        let index = self.team_index.get(&id).copied().ok_or(FoldError::Unknown { what: "team", id: id.0 })?;
        let (team, registrations) =
            (&mut Arc::make_mut(&mut self.teams)[index], Arc::make_mut(&mut self.registrations));
        team.is_dropped = true;
        team.invited.clear();
        let is_founded = team.is_founded;
        team.members.retain(|member| {
            let Some(&place) = self.registration_index.get(&member.registration_id) else { return true };
            let entry = &mut registrations[place];
            // A disqualified member stays disqualified. Who still waits may join another team.
            let is_freed = is_founded && matches!(entry.status, OnWaitlist | InWaitingRoom | InProgress);
            if entry.status == Complete {
                entry.status = Dropped;
            } else if is_freed {
                entry.team_id = None;
            }
            !is_freed
        });
        Ok(())
    }

    /// Takes a player who left out of a team that players founded, as long as teams can change. The captain's post goes to
    /// the next seat; a team without members is dropped.
    pub(super) fn note_member_left(&mut self, id: RegistrationId) {
        let team =
            self.registration(id).filter(|entry| !entry.is_expected()).and_then(|entry| self.founded_team(entry));
        let Some(team) = team.map(|team| team.id).filter(|_| self.teams_can_change()) else { return };
        let (Some(index), Ok(place)) = (self.team_position(team), self.registration_place(id)) else { return };
        Arc::make_mut(&mut self.registrations)[place].team_id = None;
        let team = &mut Arc::make_mut(&mut self.teams)[index];
        team.members = remove_member(&team.members, id);
        if team.members.is_empty() {
            team.is_dropped = true;
            team.invited.clear();
        }
    }
}

impl Registration {
    /// Whether it has a place, or waits for one.
    pub fn is_expected(&self) -> bool {
        self.status == RegistrationStatus::OnWaitlist || self.has_a_place()
    }
}

/// Removes one of a team's members: the others move up a seat, and the first is captain if the captain
/// left.
pub fn remove_member(members: &[TeamMember], id: RegistrationId) -> Vec<TeamMember> {
    let stay = members.iter().filter(|member| member.registration_id != id);
    number_seats(stay.cloned().collect())
}

/// Numbers the seats of members in their order, and makes the first one captain if none is.
pub fn number_seats(mut members: Vec<TeamMember>) -> Vec<TeamMember> {
    let has_captain = members.iter().any(|member| member.captain);
    for (member, seat) in members.iter_mut().zip(1..) {
        (member.seat, member.captain) = (seat, member.captain || (!has_captain && seat == 1));
    }
    members
}
