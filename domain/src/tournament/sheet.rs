//! A compact form of a tournament that holds only the data for standings. Standings computed from a sheet use the same
//! code as standings computed from the tournament.
//!
//! Players and teams are represented by their index in the field. Ghost matches, seatings, table numbers, payments and
//! notes are left out, since they do not affect standings.

use std::collections::HashSet;
use std::sync::Arc;

use chrono::DateTime;
use proto_events::ids::{OrganizationId, PhaseId, RegistrationId, RoundId, TeamId, TeamPlayerId, TournamentId, UserId};
use proto_events::is_usual;
use proto_events::tournament::{
    Games, MatchResult, PODS_SEATS_MAX, Pairing, PairingKind, StandingsRules, TeamMember, TournamentDetails, Winner,
};
use proto_events::vocabulary::{EventFormat, PhaseType, PlayoffKind, ProgressStatus, RegistrationStatus, RoundType};
use serde::{Deserialize, Serialize};

use super::standings::{Contest, Outcome, UNREPORTED, contests, counts_drops};
use super::{Cut, Match, Registration, Round, TeamMatch, Tournament};
use crate::redaction::Redactor;

/// The part of a tournament that determines its standings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sheet {
    id: TournamentId,
    seed: i64,
    team_size: i32,
    rules: StandingsRules,
    entries: Vec<Entry>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    teams: Vec<Team>,
    phases: Vec<Phase>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    cuts: Vec<(i32, Vec<usize>)>,
    /// Published game-win percentages as the bits of floats, so that no digit changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stated: Option<(i32, Vec<(usize, u64)>)>,
    /// Indexes of registrations in the order of the random draw.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    ties: Vec<usize>,
    /// Indexes of registrations by published final place, and the round after which these count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    places: Option<(i32, Vec<usize>)>,
    /// Indexes of registrations that dropped or were disqualified, if the rules count that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    gone: Vec<usize>,
    /// Indexes of registrations that do not wait for a round of a double elimination, if there is one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    out: Vec<usize>,
    #[serde(default, skip_serializing_if = "is_usual")]
    playoff: PlayoffKind,
}

/// A registration: its id, its player, and whether it is listed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Entry(RegistrationId, UserId, bool);

/// A team: its id, its name, its members by seat.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Team(TeamId, String, Vec<usize>);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Phase {
    round_type: PhaseType,
    rounds: Vec<SheetRound>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct SheetRound {
    id: RoundId,
    number: i32,
    round_type: RoundType,
    status: ProgressStatus,
    /// Registrations that are not listed in its standings, once these are frozen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unlisted: Option<Vec<usize>>,
    tables: Vec<MatchTable>,
}

/// A contest: its players, its kind and its result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct MatchTable {
    #[serde(rename = "p")]
    players: Vec<usize>,
    #[serde(rename = "k", default, skip_serializing_if = "is_usual")]
    kind: PairingKind,
    #[serde(rename = "w", default, skip_serializing_if = "Option::is_none")]
    winner: Option<Winner>,
    #[serde(rename = "g", default, skip_serializing_if = "Option::is_none")]
    games: Option<[i32; 3]>,
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    scores: Option<[i32; 2]>,
    /// Places of a pod by seat.
    #[serde(rename = "o", default, skip_serializing_if = "Option::is_none")]
    order: Option<[u8; PODS_SEATS_MAX]>,
    #[serde(rename = "c", default, skip_serializing_if = "is_usual")]
    is_consolation: bool,
}

impl Sheet {
    /// Creates the sheet of a tournament. Until pairings are published, only staff see them.
    pub fn of(redactor: &Redactor, tournament: &Tournament) -> Self {
        let place = |id: &RegistrationId| tournament.registration_position(*id);
        let entries = tournament.registrations.iter().map(|it| Entry(it.id, it.user_id, it.is_listed()));
        let teams = tournament.teams.iter().map(|team| {
            let members = team.members.iter().filter(|_| tournament.is_complete(team));
            Team(team.id, team.name.clone(), members.filter_map(|member| place(&member.registration_id)).collect())
        });
        let phases = tournament.phases.iter().map(|phase| Phase {
            round_type: phase.round_type,
            rounds: phase.rounds.iter().map(|round| SheetRound::of(redactor, tournament, round)).collect(),
        });
        let cuts = tournament.cuts.iter();
        let cuts = cuts.map(|cut| (cut.after_round_number, cut.advancing.iter().filter_map(place).collect()));
        let stated = tournament.stated_game_wins.as_ref().map(|(round, stated)| {
            let mut stated: Vec<(usize, u64)> =
                stated.iter().filter_map(|(id, share)| Some((place(id)?, share.to_bits()))).collect();
            stated.sort_unstable();
            (*round, stated)
        });
        let is_gone =
            |it: &Registration| matches!(it.status, RegistrationStatus::Dropped | RegistrationStatus::Disqualified);
        let gone = tournament.registrations.iter().filter(|it| counts_drops(&tournament.details.rules) && is_gone(it));
        let has_double = tournament.phases.iter().any(|phase| phase.round_type == PhaseType::DoubleElimination);
        let waits =
            |it: &Registration| it.status == RegistrationStatus::Complete && !tournament.lifecycle.is_finished();
        let out = tournament.registrations.iter().filter(|it| has_double && it.is_listed() && !waits(it));
        let places = tournament.stated_places.as_ref();
        let places = places.map(|(round, order)| (*round, order.iter().filter_map(place).collect()));
        let mut ties: Vec<(usize, RegistrationId)> = tournament.tie_order.iter().map(|(id, lot)| (*lot, *id)).collect();
        ties.sort_unstable();
        Self {
            id: tournament.id,
            seed: tournament.seed,
            team_size: tournament.details.team_size,
            rules: tournament.details.rules.clone(),
            entries: entries.collect(),
            teams: teams.collect(),
            phases: phases.collect(),
            cuts: cuts.collect(),
            stated,
            ties: ties.iter().filter_map(|(_, id)| place(id)).collect(),
            places,
            gone: gone.filter_map(|it| place(&it.id)).collect(),
            out: out.filter_map(|it| place(&it.id)).collect(),
            playoff: tournament.details.playoff,
        }
    }

    /// Rebuilds a tournament that has the same standings.
    pub fn tournament(&self) -> Tournament {
        let details = TournamentDetails {
            team_size: self.team_size,
            rules: self.rules.clone(),
            playoff: self.playoff,
            ..TournamentDetails::new(String::new(), EventFormat::Other)
        };
        let mut tournament = Tournament::new(self.id, OrganizationId::SHARED, details, self.seed);
        let ids: Vec<RegistrationId> = self.entries.iter().map(|Entry(id, ..)| *id).collect();
        let id = |place: &usize| ids.get(*place).copied();
        let [gone, out] = [&self.gone, &self.out].map(|places| places.iter().collect::<HashSet<_>>());
        for (place, Entry(id, user_id, is_listed)) in self.entries.iter().enumerate() {
            let status = match is_listed {
                true if gone.contains(&place) => RegistrationStatus::Dropped,
                true if out.contains(&place) => RegistrationStatus::Eliminated,
                true => RegistrationStatus::Complete,
                false if gone.contains(&place) => RegistrationStatus::Disqualified,
                false => RegistrationStatus::Canceled,
            };
            let completed_at = is_listed.then_some(DateTime::UNIX_EPOCH);
            Arc::make_mut(&mut tournament.registration_index).insert(*id, place);
            let entry = Registration { completed_at, ..Registration::new(*id, *user_id, status) };
            Arc::make_mut(&mut tournament.registrations).push(entry);
        }
        for (place, Team(team_id, name, members)) in self.teams.iter().enumerate() {
            for member in members.iter().filter(|member| **member < ids.len()) {
                Arc::make_mut(&mut tournament.registrations)[*member].team_id = Some(*team_id);
            }
            Arc::make_mut(&mut tournament.team_index).insert(*team_id, place);
            Arc::make_mut(&mut tournament.teams).push(team(*team_id, name, members.iter().filter_map(id)));
        }
        for (index, phase) in self.phases.iter().enumerate() {
            let rounds = phase.rounds.iter().map(|round| Arc::new(round.round(self.team_size > 1, &ids)));
            let number = i32::try_from(index + 1).unwrap_or(i32::MAX);
            tournament.phases.push(super::Phase {
                id: PhaseId(i64::from(number)),
                order_in_phases: number,
                round_type: phase.round_type,
                rounds: rounds.collect(),
            });
        }
        let cuts = self.cuts.iter().map(|(round, advancing)| Cut {
            after_round_number: *round,
            advancing: advancing.iter().filter_map(id).collect(),
        });
        tournament.cuts = cuts.collect();
        tournament.stated_game_wins = self.stated.as_ref().map(|(round, stated)| {
            let stated = stated.iter().filter_map(|(place, bits)| Some((id(place)?, f64::from_bits(*bits))));
            (*round, stated.collect())
        });
        tournament.tie_order = Arc::new(self.ties.iter().filter_map(id).zip(0..).collect());
        let places = self.places.as_ref();
        tournament.stated_places = places.map(|(round, order)| (*round, order.iter().filter_map(id).collect()));
        tournament
    }
}

/// Rebuilds a team from its members by seat.
fn team(id: TeamId, name: &str, members: impl Iterator<Item = RegistrationId>) -> super::Team {
    let members = (1..).zip(members).map(|(seat, registration_id)| TeamMember {
        team_player_id: TeamPlayerId(i64::from(seat)),
        registration_id,
        seat,
        captain: false,
    });
    super::Team::new(id, name, members.collect())
}

impl SheetRound {
    fn of(redactor: &Redactor, tournament: &Tournament, round: &Round) -> Self {
        let unlisted = round.entrants.as_ref().map(|entrants| {
            let entrants: HashSet<RegistrationId> = entrants.iter().copied().collect();
            let entries = tournament.registrations.iter().enumerate();
            entries.filter(|(_, entry)| !entrants.contains(&entry.id)).map(|(place, _)| place).collect()
        });
        let tables = contests(tournament, round).map(|contest| MatchTable::of(&contest, round.status)).collect();
        Self {
            id: round.id,
            number: round.number,
            round_type: round.round_type,
            status: round.status,
            unlisted,
            tables: if round.is_published { tables } else { redactor.list_for_staff(tables) },
        }
    }

    /// Rebuilds the round; `ids` are the registrations by place.
    fn round(&self, is_of_teams: bool, ids: &[RegistrationId]) -> Round {
        let mut round = Round::new(self.id, self.number, self.round_type);
        round.status = self.status;
        round.entrants = self.unlisted.as_ref().map(|unlisted| {
            let unlisted: HashSet<&usize> = unlisted.iter().collect();
            let listed = ids.iter().enumerate().filter(|(place, _)| !unlisted.contains(place));
            listed.map(|(_, id)| *id).collect()
        });
        if is_of_teams {
            round.team_matches = self.tables.iter().map(MatchTable::team_match).collect();
        } else {
            round.matches = self.tables.iter().map(MatchTable::table).collect();
        }
        round
    }
}

impl MatchTable {
    fn of(contest: &Contest, round: ProgressStatus) -> Self {
        let (kind, result) = match contest.outcome {
            Outcome::AssignedLoss => (PairingKind::AssignedLoss, None),
            _ if contest.sides().count() == 1 => (PairingKind::Bye, None),
            // Default results are left out: the end of the round produces them again.
            Outcome::Played(result) if round != ProgressStatus::Complete || result != UNREPORTED => {
                (PairingKind::Versus, Some(result))
            }
            _ => (PairingKind::Versus, None),
        };
        Self {
            players: contest.sides().collect(),
            kind,
            winner: result.map(|result| result.winner),
            games: result.and_then(|it| it.games).map(|games| [games.first, games.second, games.drawn]),
            scores: result.and_then(|result| result.scores),
            order: result.and_then(|result| result.places),
            is_consolation: contest.is_consolation,
        }
    }

    fn result(&self) -> Option<MatchResult> {
        let games = self.games.map(|[first, second, drawn]| Games { first, second, drawn });
        self.winner.map(|winner| MatchResult { winner, games, scores: self.scores, places: self.order })
    }

    /// Returns the competitors by seat.
    fn places<const SEATS: usize>(&self) -> [Option<usize>; SEATS] {
        std::array::from_fn(|at| self.players.get(at).copied())
    }

    /// Rebuilds a match, without ids or a table number.
    fn table(&self) -> Match {
        let pairing = Pairing { kind: self.kind, is_consolation: self.is_consolation, ..Pairing::default() };
        Match { places: self.places(), result: self.result(), ..Match::new(pairing) }
    }

    /// Rebuilds a team match. A seat without a result marks a consolation match.
    fn team_match(&self) -> TeamMatch {
        let seat = Match { result: None, ..self.table() };
        TeamMatch {
            places: self.places(),
            is_bye: self.kind == PairingKind::Bye,
            seats: if self.is_consolation { vec![seat] } else { Vec::new() },
            reported: self.result(),
            ..TeamMatch::default()
        }
    }
}
