//! Phases, rounds and matches.

use proto_events::Actor;
use proto_events::ids::{MatchId, PhaseId, RegistrationId, RoundId, TeamId, TeamMatchId, UserId};
use proto_events::tournament::{Games, MatchResult, Pairing, PairingKind, Winner};
use proto_events::vocabulary::{GenerationStatus, PhaseType, ProgressStatus, RoundType};

/// A phase of a tournament.
#[derive(Debug, Clone)]
pub struct Phase {
    /// The phase.
    pub id: PhaseId,
    /// Its place, from 1.
    pub order_in_phases: i32,
    /// How its rounds are paired.
    pub round_type: PhaseType,
    /// Its rounds, in order.
    pub rounds: Vec<Round>,
}

impl Phase {
    /// Upcoming until a round has begun, complete when all of its rounds are, else in progress.
    pub fn status(&self) -> ProgressStatus {
        if self.rounds.iter().all(|round| round.status == ProgressStatus::Upcoming) {
            ProgressStatus::Upcoming
        } else if self.rounds.iter().all(|round| round.status == ProgressStatus::Complete) {
            ProgressStatus::Complete
        } else {
            ProgressStatus::InProgress
        }
    }
}

/// A round.
#[derive(Debug, Clone)]
pub struct Round {
    /// The round.
    pub id: RoundId,
    /// Number, from 1 on through all phases; 0 and below are player meetings.
    pub number: i32,
    /// What players do in it.
    pub round_type: RoundType,
    /// Where it stands.
    pub status: ProgressStatus,
    /// Whether its pairings are there.
    pub pairings_status: GenerationStatus,
    /// Whether none follows.
    pub final_round_in_event: bool,
    /// Whether an earlier round's pairings are used again.
    pub use_old_pairings: bool,
    /// What computed the pairings.
    pub pairingengine_url: String,
    /// Its tables. In a team event these are the seats of [`Round::team_matches`] and stand there instead.
    pub matches: Vec<Match>,
    /// Its matches of teams.
    pub team_matches: Vec<TeamMatch>,
    /// Entries listed in its standings, frozen when it was completed.
    pub entrants: Option<Vec<RegistrationId>>,
    /// How often its pairings were thrown away: lots are drawn anew each time, and can be drawn again from the seed.
    pub times_discarded: u32,
}

impl Round {
    /// Every table of the round, by table number: single matches, then the seats of team matches.
    pub fn all_matches(&self) -> impl Iterator<Item = &Match> {
        self.matches.iter().chain(self.team_matches.iter().flat_map(|team_match| &team_match.seats))
    }

    /// Whether the standings of the round are made.
    pub fn standings_status(&self) -> GenerationStatus {
        match self.status {
            ProgressStatus::Complete => GenerationStatus::Generated,
            ProgressStatus::InProgress => GenerationStatus::Generating,
            ProgressStatus::Upcoming => GenerationStatus::NotGenerated,
        }
    }
}

/// A match at one table.
#[derive(Debug, Clone)]
pub struct Match {
    /// Who sits where, and what it is.
    pub pairing: Pairing,
    /// Places of the first two players among the tournament's registrations, so that standings look nothing up.
    pub(super) places: [Option<usize>; 2],
    /// The result, once reported.
    pub result: Option<MatchResult>,
    /// Who reported it.
    pub reported_by: Option<Actor>,
    /// Whether the other player agreed with it, or staff made it right.
    pub confirmed: bool,
    /// Whether it is featured.
    pub is_feature_match: bool,
    /// The judge assigned.
    pub judge_user_id: Option<UserId>,
    /// Seconds beyond the end of the round.
    pub time_extension_seconds: i32,
    /// Whether a deck check has started.
    pub deck_check_started: bool,
    /// Whether the deck check is done.
    pub deck_check_completed: bool,
}

impl Match {
    /// A match as it was paired.
    pub fn new(pairing: Pairing) -> Self {
        Self {
            pairing,
            places: [None; 2],
            result: None,
            reported_by: None,
            confirmed: false,
            is_feature_match: false,
            judge_user_id: None,
            time_extension_seconds: 0,
            deck_check_started: false,
            deck_check_completed: false,
        }
    }

    /// The match.
    pub fn id(&self) -> MatchId {
        self.pairing.match_id
    }

    /// Where the match stands, given where its round stands: complete with a result or a finished round, and at
    /// once where nobody plays an opponent.
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
#[derive(Debug, Clone)]
pub struct TeamMatch {
    /// The match.
    pub id: TeamMatchId,
    /// Two teams, or one with a bye.
    pub teams: Vec<TeamId>,
    /// Places of the teams among the tournament's teams.
    pub(super) places: [Option<usize>; 2],
    /// Table of the first seats.
    pub first_table_number: i32,
    /// Whether the one team has a bye.
    pub is_bye: bool,
    /// The matches of the seats.
    pub seats: Vec<Match>,
    /// The result, once the match of teams is decided.
    pub reported: Option<MatchResult>,
}

impl TeamMatch {
    /// The result: as reported, else from the seats once all of them are in. Games are seats won, lost and drawn.
    pub fn result(&self) -> Option<MatchResult> {
        let all_in = self.seats.iter().all(|seat| seat.result.is_some());
        self.reported.or_else(|| if all_in { self.result_from_seats() } else { None })
    }

    /// The result given where the round stands: once it is complete, the seats that were reported decide.
    pub fn result_in(&self, round: ProgressStatus) -> Option<MatchResult> {
        let over = round == ProgressStatus::Complete;
        self.result().or_else(|| if over { self.result_from_seats() } else { None })
    }

    /// What the seats reported so far add up to; nothing for a bye, or before the first of them.
    fn result_from_seats(&self) -> Option<MatchResult> {
        if self.is_bye || self.seats.iter().all(|seat| seat.result.is_none()) {
            return None;
        }
        let mut games = Games { first: 0, second: 0, drawn: 0 };
        for result in self.seats.iter().filter_map(|seat| seat.result) {
            match result.winner {
                Winner::First => games.first += 1,
                Winner::Second => games.second += 1,
                Winner::Draw => games.drawn += 1,
            }
        }
        let winner = match games.first.cmp(&games.second) {
            std::cmp::Ordering::Greater => Winner::First,
            std::cmp::Ordering::Less => Winner::Second,
            std::cmp::Ordering::Equal => Winner::Draw,
        };
        Some(MatchResult { winner, games: Some(games) })
    }
}
