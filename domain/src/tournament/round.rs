//! Phases, rounds and matches.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use proto_events::ids::{MatchId, PhaseId, RegistrationId, RoundId, TeamId, TeamMatchId, UserId};
use proto_events::tournament::{Games, MatchResult, PODS_SEATS_MAX, Pairing, PairingKind, RoundClock, Winner};
use proto_events::vocabulary::{GenerationStatus, PhaseType, ProgressStatus, RoundType};
use proto_events::{Actor, Envelope};
use serde::{Deserialize, Serialize};

/// A phase of a tournament.
#[derive(Debug, Clone)]
pub struct Phase {
    /// Its id.
    pub id: PhaseId,
    /// Its number among the phases, from 1.
    pub order_in_phases: i32,
    /// How its rounds are paired.
    pub round_type: PhaseType,
    /// Its rounds, in order.
    pub rounds: Vec<Arc<Round>>,
}

/// A round.
#[derive(Debug, Clone, Default)]
#[allow(missing_docs, reason = "a field that is named as its value needs no other words")]
pub struct Round {
    pub id: RoundId,
    /// Number, from 1 and counted through all phases; 0 and below are player meetings.
    pub number: i32,
    /// Its kind: play, a draft, a player meeting.
    pub round_type: RoundType,
    pub status: ProgressStatus,
    pub pairings_status: GenerationStatus,
    /// Whether it is the last round of the event.
    pub final_round_in_event: bool,
    /// Whether it uses an earlier round's pairings again.
    pub use_old_pairings: bool,
    /// Whether all readers see its pairings, rather than staff alone.
    pub is_published: bool,
    /// The engine that computed the pairings.
    pub pairingengine_url: String,
    /// Its matches. Empty in a team event, whose matches are the seats of [`Round::team_matches`].
    pub matches: Vec<Match>,
    pub team_matches: Vec<TeamMatch>,
    /// Registrations listed in its standings, frozen when it was completed.
    pub entrants: Option<Vec<RegistrationId>>,
    pub clock: Option<RoundClock>,
    /// How often its pairings were discarded. Each time the lots are drawn anew, reproducibly from the seed.
    pub times_discarded: u32,
}

/// The name of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundName {
    /// By its number: `Round 3`.
    Number(i32),
    /// By what players do in it: `Player meeting`.
    Kind(RoundType),
    /// The second or a later round in which players do the same: `Player meeting 2`.
    Further(RoundType, usize),
    /// A round of a bracket with so many matches, of a size that has a name: 1 is the final.
    Bracket(u32),
}

impl std::fmt::Display for RoundName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "Round {number}"),
            Self::Kind(kind) => f.write_str(kind.display_name()),
            Self::Further(kind, number) => write!(f, "{} {number}", kind.display_name()),
            Self::Bracket(1) => f.write_str("Final"),
            Self::Bracket(2) => f.write_str("Semifinals"),
            Self::Bracket(4) => f.write_str("Quarterfinals"),
            Self::Bracket(matches) => write!(f, "Round of {}", matches * 2),
        }
    }
}

impl Round {
    /// Creates a round that is not paired.
    pub(super) fn new(id: RoundId, number: i32, round_type: RoundType) -> Self {
        Self { id, number, round_type, is_published: true, ..Self::default() }
    }

    pub(super) fn start(&mut self) {
        (self.status, self.is_published, self.entrants) = (ProgressStatus::InProgress, true, None);
    }

    pub(super) fn discard_pairings(&mut self) {
        self.pairings_status = GenerationStatus::NotGenerated;
        self.times_discarded = self.times_discarded.saturating_add(1);
        self.matches.clear();
        self.team_matches.clear();
    }

    /// Returns every match of the round by table number: single matches, then the seats of team matches.
    pub fn all_matches(&self) -> impl Iterator<Item = &Match> {
        self.matches.iter().chain(self.team_matches.iter().flat_map(|team_match| &team_match.seats))
    }

    /// Returns the matches that still need a result. Seats of a team match that is already decided need none.
    pub fn unreported(&self) -> impl Iterator<Item = &Match> {
        let of_teams = self.team_matches.iter().filter(|team_match| team_match.decided().is_none());
        self.matches
            .iter()
            .chain(of_teams.flat_map(|team_match| &team_match.seats))
            .filter(|table| table.is_contest() && table.result.is_none())
    }

    /// Returns the status of the round's standings.
    pub fn standings_status(&self) -> GenerationStatus {
        match self.status {
            ProgressStatus::Complete => GenerationStatus::Generated,
            ProgressStatus::InProgress => GenerationStatus::Generating,
            ProgressStatus::Upcoming => GenerationStatus::NotGenerated,
        }
    }
}

/// A match at one table.
#[derive(Debug, Clone, Default)]
#[allow(missing_docs, reason = "a field that is named as its value needs no other words")]
pub struct Match {
    /// The players, the table and the kind of the pairing.
    pub pairing: Pairing,
    /// Indexes of the players of a match or pod among the tournament's registrations, which save lookups for standings.
    pub(super) places: [Option<usize>; PODS_SEATS_MAX],
    /// The partners of the players, by side, in a match that teams play together; empty elsewhere.
    pub partners: Vec<RegistrationId>,
    pub result: Option<MatchResult>,
    pub reported_by: Option<Actor>,
    pub reported_at: Option<DateTime<Utc>>,
    /// Whether one of its players reported it, not staff.
    pub reported_by_player: bool,
    /// Whether the other player confirmed it, or staff corrected it.
    pub confirmed: bool,
    /// Whether the other player contested it, and it is not settled yet.
    pub contested: bool,
    pub is_feature_match: bool,
    pub judge_user_id: Option<UserId>,
    /// Extra time after the end of the round, in seconds.
    pub time_extension_seconds: i32,
    /// Whether a deck check has started.
    pub deck_check_started: bool,
    /// Whether the deck check is done.
    pub deck_check_completed: bool,
    /// When the deck check that runs started.
    pub deck_check_since: Option<DateTime<Utc>>,
    /// How long the finished deck check took, until the match gets extra time.
    pub deck_check_took: Option<TimeDelta>,
}

impl Match {
    /// Returns whether it is a loss for each of its players: assigned without a match, or of both.
    pub fn is_loss(&self) -> bool {
        let both_lost = self.result.is_some_and(|result| result.winner == Winner::Neither);
        both_lost || self.pairing.kind == PairingKind::AssignedLoss
    }

    /// Creates a match from its pairing.
    pub fn new(pairing: Pairing) -> Self {
        Self { pairing, ..Self::default() }
    }

    /// Returns the id of the match.
    pub fn id(&self) -> MatchId {
        self.pairing.match_id
    }

    /// Returns everyone at the table with the own side, from 0: the players, then partners who play with them.
    pub fn seated(&self) -> impl Iterator<Item = (usize, RegistrationId)> {
        self.pairing.players.iter().copied().enumerate().chain(self.partners.iter().copied().enumerate())
    }

    /// Returns who plays on a side, from 0: one player, or both members of a team that play together.
    pub fn on_side(&self, side: usize) -> impl Iterator<Item = RegistrationId> {
        self.seated().filter(move |(own, _)| *own == side).map(|(_, player)| player)
    }

    /// Returns the side of a player, from 0; `None` for others.
    pub fn side(&self, player: RegistrationId) -> Option<usize> {
        self.seated().find(|(_, seated)| *seated == player).map(|(side, _)| side)
    }

    pub(super) fn report(&mut self, result: MatchResult, envelope: &Envelope, by_player: bool) {
        (self.result, self.reported_by) = (Some(result), Some(envelope.actor.clone()));
        self.reported_at = Some(envelope.occurred_at);
        (self.reported_by_player, self.confirmed, self.contested) = (by_player, false, false);
    }

    pub(super) fn correct(&mut self, result: MatchResult, envelope: &Envelope) {
        self.report(result, envelope, false);
        self.confirmed = true;
    }

    /// Returns whether only one of its players has said how it ended.
    pub fn is_unconfirmed(&self) -> bool {
        self.result.is_some() && self.reported_by_player && !self.confirmed
    }

    /// Returns the result that counts in a round of this status. While the round is played, a player's report counts
    /// once it is confirmed.
    pub fn counted_result(&self, round: ProgressStatus) -> Option<MatchResult> {
        self.result.filter(|_| round == ProgressStatus::Complete || !self.is_unconfirmed())
    }

    pub(super) fn extend_time(&mut self, seconds: i32) {
        (self.time_extension_seconds, self.deck_check_took) = (seconds, None);
    }

    pub(super) fn check(&mut self, started: bool, completed: bool, envelope: &Envelope) {
        let at = envelope.occurred_at;
        self.deck_check_took = self.deck_check_since.filter(|_| completed).map(|since| at - since);
        self.deck_check_since = (started && !completed).then(|| self.deck_check_since.unwrap_or(at));
        (self.deck_check_started, self.deck_check_completed) = (started, completed);
    }

    pub(super) fn confirm(&mut self) {
        (self.confirmed, self.contested) = (true, false);
    }

    /// Returns whether two opponents play for points.
    pub(super) fn is_contest(&self) -> bool {
        self.pairing.kind == PairingKind::Versus && !self.pairing.is_ghost
    }

    /// Returns the status of the match in a round with this status. It is complete once it has a result or its round is
    /// complete. Byes and assigned losses are complete as soon as the round begins.
    pub fn status(&self, round: ProgressStatus) -> ProgressStatus {
        let decided = matches!(self.pairing.kind, PairingKind::Bye | PairingKind::AssignedLoss);
        match round {
            ProgressStatus::Upcoming => ProgressStatus::Upcoming,
            ProgressStatus::InProgress if self.result.is_none() && !decided => ProgressStatus::InProgress,
            _ => ProgressStatus::Complete,
        }
    }
}

/// A match of two teams.
#[derive(Debug, Clone, Default)]
pub struct TeamMatch {
    /// Its id.
    pub id: TeamMatchId,
    /// Two teams, or one with a bye.
    pub teams: Vec<TeamId>,
    /// Indexes of the teams among the tournament's teams.
    pub(super) places: [Option<usize>; 2],
    /// Table number of the first seat.
    pub first_table_number: i32,
    /// Number of the pool, from 1; 0 outside of pools.
    pub pod_number: i32,
    /// Whether it is a bye of one team.
    pub is_bye: bool,
    /// The matches of the seats; a single one if the members of a team play together.
    pub seats: Vec<Match>,
    /// The reported result of the team match.
    pub reported: Option<MatchResult>,
}

impl TeamMatch {
    /// Returns whether the members of a team play one match together: it has one table, whose result is its own.
    pub fn is_played_together(&self) -> bool {
        self.seats.len() == 1
    }

    /// Returns whether it is for third place.
    pub fn is_consolation(&self) -> bool {
        self.seats.iter().any(|seat| seat.pairing.is_consolation)
    }

    /// Returns the result: as reported, else from the seats once all have one. Its games are seats won, lost and drawn,
    /// or those of the match that the teams play together.
    pub fn result(&self) -> Option<MatchResult> {
        let all_in = self.seats.iter().all(|seat| seat.result.is_some());
        self.reported.or_else(|| if all_in { self.result_from_seats() } else { None })
    }

    /// Returns the result as soon as the open seats cannot change the winner; of a bye, the win.
    pub fn decided(&self) -> Option<MatchResult> {
        if self.is_bye || self.result().is_some() {
            return self.result().or(Some(MatchResult::new(Winner::First, None)));
        }
        let open = self.seats.iter().filter(|seat| seat.result.is_none()).count();
        let won = |winner: Winner| {
            self.seats.iter().filter(|seat| seat.result.is_some_and(|result| result.winner == winner)).count()
        };
        let (first, second) = (won(Winner::First), won(Winner::Second));
        let winner = if first > second { Winner::First } else { Winner::Second };
        (first.abs_diff(second) > open).then_some(MatchResult::new(winner, None))
    }

    /// Returns the seats won by each team and drawn, of those reported so far; `None` before the first report.
    pub fn seats_won(&self) -> Option<Games> {
        self.result_from_seats().and_then(|result| result.games)
    }

    /// Returns the result in a round with this status. Once the round is complete, the reported seats decide.
    pub fn result_in(&self, round: ProgressStatus) -> Option<MatchResult> {
        let over = round == ProgressStatus::Complete;
        self.result().or_else(|| if over { self.result_from_seats() } else { None })
    }

    /// Returns the result that counts in a round of this status. While the round is played, it counts once all reports
    /// of players at its seats are confirmed.
    pub fn counted_result(&self, round: ProgressStatus) -> Option<MatchResult> {
        let is_settled = self.reported.is_some() || !self.seats.iter().any(Match::is_unconfirmed);
        self.result_in(round).filter(|_| round == ProgressStatus::Complete || is_settled)
    }

    /// Returns the result from the seats reported so far; none for a bye, or before the first report.
    fn result_from_seats(&self) -> Option<MatchResult> {
        if let [together] = &self.seats[..] {
            return together.result;
        }
        if self.is_bye || self.seats.iter().all(|seat| seat.result.is_none()) {
            return None;
        }
        let mut games = Games { first: 0, second: 0, drawn: 0 };
        for result in self.seats.iter().filter_map(|seat| seat.result) {
            match result.winner {
                Winner::First => games.first += 1,
                Winner::Second => games.second += 1,
                Winner::Draw => games.drawn += 1,
                Winner::Third | Winner::Fourth | Winner::Fifth | Winner::Neither => {}
            }
        }
        if self.seats.iter().all(|seat| seat.result.is_some_and(|result| result.winner == Winner::Neither)) {
            return Some(MatchResult::new(Winner::Neither, Some(games)));
        }
        Some(games.into())
    }
}
