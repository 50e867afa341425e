//! The state of a tournament, folded from its events. Fields hold only what the events state; records, standings and
//! places are computed by the rule modules in this folder.

pub mod clock;
pub mod deck_checks;
pub mod facts;
mod field;
mod fold;
mod groups;
mod judging;
mod list_lock;
mod messages;
pub mod phases;
pub mod playoff;
pub mod playoff_columns;
pub mod pools;
mod queue;
pub mod records;
mod registration;
mod registration_window;
mod round;
pub mod sheet;
pub mod standings;
pub mod table_range;
pub mod to_pair;
pub mod touched;
mod waitlist;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use proto_events::ids::{
    CallId, MatchId, OrganizationId, PenaltyId, RegistrationId, RoundId, TeamId, TeamMatchId, TournamentId, UserId,
};
use proto_events::tournament::{ImportSource, MessageTo, Organizing, TournamentDetails};
use proto_events::vocabulary::{LifecycleStatus, ProgressStatus, RegistrationStatus, Role};
use proto_events::{Envelope, Picture, StreamId, TournamentEvent};

pub use groups::{GroupId, number_seats, remove_member};
pub use judging::{JudgeCall, Moment, PlayerPenalty};
pub use messages::StaffMessage;
pub use registration::{Fires, Registration, Team};
pub use registration_window::RegistrationWindow;
pub use round::{Match, Phase, Round, RoundName, TeamMatch};

use crate::FoldError;

/// A tournament. Copies share its large parts until one of them changes, so the state of a large event is copied quickly,
/// and an event copies only the part that it changes.
#[derive(Debug, Clone, Default)]
#[allow(missing_docs, reason = "a field that is named as its value needs no other words")]
pub struct Tournament {
    pub id: TournamentId,
    /// The organization that runs it.
    pub organization_id: OrganizationId,
    /// The organizer's details.
    pub details: TournamentDetails,
    /// Seed of all random choices in it.
    pub seed: i64,
    /// The organizer's settings for running it.
    pub organizing: Organizing,
    pub picture: Option<Picture>,
    /// Members of the organization with a role for this tournament alone.
    pub staff: BTreeMap<UserId, Role>,
    /// How often it made a child event, if it is an on-demand queue.
    pub fires: Fires,
    /// Whether staff locked or unlocked all lists; if neither, the deadline decides.
    pub lists_locked: Option<bool>,
    /// How many join codes were made for it. Only the newest is valid.
    pub join_codes_made: u32,
    pub lifecycle: LifecycleStatus,
    /// When that status was set; `None` if the event began with it.
    pub status_since: Option<DateTime<Utc>>,
    /// When it was finished.
    pub finished_at: Option<DateTime<Utc>>,
    /// Whether it was deleted. A deleted tournament has no convention, players, rounds and lists.
    pub is_deleted: bool,
    /// Its source, if imported.
    pub import: Option<ImportSource>,
    /// Registrations, in the order in which they were made.
    pub registrations: Arc<Vec<Registration>>,
    /// Teams, in the order in which they were formed.
    pub teams: Arc<Vec<Team>>,
    /// Phases, in order, each with its rounds.
    pub phases: Vec<Phase>,
    /// Rounds that were removed before they started. Their documents are gone.
    pub removed_rounds: Vec<RemovedRound>,
    /// Cuts made, in order.
    pub cuts: Vec<Cut>,
    /// Published game-win percentages of players whose games are unknown, with the round from which they apply.
    pub stated_game_wins: Option<(i32, HashMap<RegistrationId, f64>)>,
    /// The random draw among tied players, if one was recorded: position of each registration. Otherwise the seed
    /// decides.
    pub tie_order: Arc<HashMap<RegistrationId, usize>>,
    /// Published final places of the players of the playoff, best first, with the round after which they count. `None` if
    /// the rounds decide.
    pub stated_places: Option<(i32, Vec<RegistrationId>)>,
    /// Penalties in the order in which they were issued; those that were withdrawn stay.
    pub penalties: Vec<PlayerPenalty>,
    /// Calls for a judge, in order of time.
    pub calls: Vec<JudgeCall>,
    /// The newest messages of staff to players, in order of time.
    pub messages: Vec<StaffMessage>,
    registration_index: Arc<HashMap<RegistrationId, usize>>,
    team_index: Arc<HashMap<TeamId, usize>>,
    match_index: Arc<HashMap<MatchId, MatchPlace>>,
}

/// A round that was removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RemovedRound {
    /// The round.
    pub id: RoundId,
    /// Its number, which a later round may have taken.
    pub number: i32,
}

/// A cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    /// The last round before it.
    pub after_round_number: i32,
    /// Registrations that advanced, by seed.
    pub advancing: Vec<RegistrationId>,
}

/// A match with its phase and round.
#[derive(Debug, Clone, Copy)]
#[allow(missing_docs, reason = "a field that is named as its value needs no other words")]
pub struct Placed<'a> {
    pub phase: &'a Phase,
    pub round: &'a Round,
    /// The team match that it is a seat of, in a team event.
    pub team_match: Option<&'a TeamMatch>,
    pub table: &'a Match,
}

impl Placed<'_> {
    /// Returns whether the match must have a winner: in playoffs, except for third place and at the seats of a team match
    /// of several.
    pub fn needs_winner(&self) -> bool {
        let is_of_bracket = self.phase.round_type.is_playoff() && !self.table.pairing.is_consolation;
        is_of_bracket && self.team_match.is_none_or(TeamMatch::is_played_together)
    }
}

/// Position of a match.
#[derive(Debug, Clone, Copy)]
struct MatchPlace {
    round: RoundId,
    /// The team match that it is part of.
    team_match: Option<usize>,
    index: usize,
}

impl Tournament {
    /// Returns the registrations that a message is for. Players who left, or were disqualified, get only messages to them
    /// alone.
    pub fn addressed<'a>(&'a self, to: &'a MessageTo) -> impl Iterator<Item = &'a Registration> {
        let has_gone = |entry: &Registration| {
            entry.has_left() || matches!(entry.status, RegistrationStatus::Dropped | RegistrationStatus::Disqualified)
        };
        self.registrations.iter().filter(move |entry| match to {
            MessageTo::All => !has_gone(entry),
            MessageTo::Tag(tag) => entry.tags.contains(tag) && !has_gone(entry),
            MessageTo::Registration(id) => entry.id == *id,
            MessageTo::Registrations(ids) => ids.contains(&entry.id),
        })
    }

    fn assign_staff(&mut self, user_id: UserId, role: Option<Role>) {
        match role {
            Some(role) => self.staff.insert(user_id, role),
            None => self.staff.remove(&user_id),
        };
    }

    /// Returns the tournament as it would be after these events, for rules that look ahead. Their time and actor are
    /// placeholders.
    pub fn foreseen(&self, events: &[TournamentEvent]) -> Result<Self, FoldError> {
        let mut after = self.clone();
        for event in events {
            let (stream, at) = (StreamId::tournament(self.id), DateTime::UNIX_EPOCH);
            after.apply(&Envelope::imagined(stream, 0, self.organization_id, at, event.clone()))?;
        }
        Ok(after)
    }

    /// Returns the registration with this id.
    pub fn registration(&self, id: RegistrationId) -> Option<&Registration> {
        self.registration_index.get(&id).map(|&index| &self.registrations[index])
    }

    /// Returns the index of a registration in [`Tournament::registrations`].
    pub fn registration_position(&self, id: RegistrationId) -> Option<usize> {
        self.registration_index.get(&id).copied()
    }

    /// Returns the team with this id.
    pub fn team(&self, id: TeamId) -> Option<&Team> {
        self.team_index.get(&id).map(|&index| &self.teams[index])
    }

    /// Returns the index of a team in [`Tournament::teams`].
    pub fn team_position(&self, id: TeamId) -> Option<usize> {
        self.team_index.get(&id).copied()
    }

    /// Returns the round with this id, and its phase.
    pub fn round(&self, id: RoundId) -> Option<(&Phase, &Round)> {
        self.rounds().find(|(_, round)| round.id == id)
    }

    /// Returns the match with this id, with its phase and round.
    pub fn placed(&self, id: MatchId) -> Option<Placed<'_>> {
        let place = self.match_index.get(&id)?;
        let (phase, round) = self.round(place.round)?;
        let team_match = place.team_match.map(|at| &round.team_matches[at]);
        let table = team_match.map_or(&round.matches, |team_match| &team_match.seats).get(place.index)?;
        Some(Placed { phase, round, team_match, table })
    }

    /// Returns the side of a match that a person is on, from 0: as a player or, in a team event, as a member of a team.
    pub fn side_of(&self, placed: &Placed<'_>, person: UserId) -> Option<usize> {
        let is = |id: &RegistrationId| self.registration(*id).is_some_and(|entry| entry.user_id == person);
        match placed.team_match {
            None => placed.table.pairing.players.iter().position(is),
            Some(team_match) => team_match.teams.iter().position(|team| {
                let members = self.team(*team).map(|team| team.members.as_slice()).unwrap_or_default();
                members.iter().any(|member| is(&member.registration_id))
            }),
        }
    }

    /// Returns the round in which this match is played.
    pub fn round_of_match(&self, id: MatchId) -> Option<RoundId> {
        self.match_index.get(&id).map(|place| place.round)
    }

    /// Returns the team match with this id, with its round.
    pub(crate) fn team_match(&self, id: TeamMatchId) -> Option<(&Round, &TeamMatch)> {
        self.rounds().find_map(|(_, round)| Some((round, round.team_matches.iter().find(|it| it.id == id)?)))
    }

    /// Returns the penalty with this id.
    pub fn penalty(&self, id: PenaltyId) -> Option<&PlayerPenalty> {
        self.penalties.iter().find(|penalty| penalty.id == id)
    }

    /// Returns the call with this id.
    pub fn call(&self, id: CallId) -> Option<&JudgeCall> {
        self.calls.iter().find(|call| call.id == id)
    }

    /// Returns the calls in the order in which judges work: those that are not closed first, both in order of time.
    pub fn calls_in_order(&self) -> Vec<&JudgeCall> {
        let mut calls: Vec<_> = self.calls.iter().collect();
        calls.sort_by_key(|call| call.closed.is_some());
        calls
    }

    /// Returns all rounds with their phases, in playing order.
    pub fn rounds(&self) -> impl DoubleEndedIterator<Item = (&Phase, &Round)> {
        self.phases.iter().flat_map(|phase| phase.rounds.iter().map(move |round| (phase, &**round)))
    }

    /// Returns the last round that has begun: the one in progress, else the last completed one. A player meeting counts only
    /// if no round of play has begun.
    pub fn begun_round(&self) -> Option<(&Phase, &Round)> {
        let begun = |round: &Round| round.status != ProgressStatus::Upcoming;
        self.rounds()
            .rev()
            .find(|(_, round)| round.number > 0 && begun(round))
            .or_else(|| self.rounds().rev().find(|(_, round)| begun(round)))
    }

    /// Whether teams play, rather than single players.
    pub fn is_team_event(&self) -> bool {
        self.details.team_size > 1
    }
}
