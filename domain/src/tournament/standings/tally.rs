//! The contests of a round, for players and teams alike (who met whom, and the outcome), and the sums over those of the
//! Swiss rounds: match points, matches, games, scores and meetings.

use proto_events::tournament::{Games, MatchResult, PODS_SEATS_MAX, PairingKind, StandingsRules, Winner};
use proto_events::vocabulary::{ProgressStatus, RoundType};

use super::points::{Ended, Outcome, bye_points, match_points, scored};
use crate::tournament::{Match, Phase, Round, TeamMatch, Tournament};

/// A match, pod, bye or assigned loss that counts for standings.
#[derive(Debug, Clone, Copy)]
pub(in crate::tournament) struct Contest {
    /// Indexes of the competitors by seat: two in a match, three to five in a pod, one in byes and assigned losses.
    seats: [Option<usize>; PODS_SEATS_MAX],
    /// Its outcome.
    pub(in crate::tournament) outcome: Outcome,
    /// Whether it is a consolation match of a playoff.
    pub(in crate::tournament) is_consolation: bool,
}

impl Contest {
    /// Returns the competitors by seat.
    pub(in crate::tournament) fn sides(&self) -> impl Iterator<Item = usize> + use<> {
        self.seats.into_iter().flatten()
    }

    /// Returns every two competitors who met, once.
    pub(super) fn pairs(&self) -> impl Iterator<Item = [(usize, usize); 2]> + use<> {
        let contest = *self;
        let after = move |seat: usize| contest.sides().enumerate().skip(seat + 1);
        contest.sides().enumerate().flat_map(move |one| after(one.0).map(move |other| [one, other]))
    }

    /// Returns the result of a seat, from 0, and its match points.
    pub(super) fn seen_by(&self, seat: usize, rules: &StandingsRules) -> (Ended, i32) {
        match self.outcome {
            Outcome::Open => (Ended::Open, 0),
            Outcome::Bye => (Ended::Bye, bye_points(rules)),
            Outcome::AssignedLoss => (Ended::AssignedLoss, rules.points_for_loss),
            Outcome::Played(result) => {
                (Ended::of(&result, seat), match_points(rules, &result, seat, self.sides().count()))
            }
        }
    }

    /// Returns the games of a seat that count, if these are known. A bye counts two games won, an assigned loss none.
    pub(super) fn games_seen_by(&self, seat: usize) -> Option<Games> {
        match self.outcome {
            Outcome::Open => None,
            Outcome::Bye => Some(Games { first: 2, second: 0, drawn: 0 }),
            Outcome::AssignedLoss => Some(NO_GAMES),
            Outcome::Played(MatchResult { games, .. }) if seat == 0 => games,
            Outcome::Played(MatchResult { games, .. }) => {
                games.map(|games| Games { first: games.second, second: games.first, drawn: games.drawn })
            }
        }
    }
}

/// A match in which no game was played.
const NO_GAMES: Games = Games { first: 0, second: 0, drawn: 0 };

/// The result of a match or pod that is not reported until the end of its round: a draw without games.
pub(in crate::tournament) const UNREPORTED: MatchResult = MatchResult::new(Winner::Draw, Some(NO_GAMES));

/// Returns the Swiss rounds up to a number, those of draft pods included.
pub(in crate::tournament) fn swiss_rounds(tournament: &Tournament, up_to: i32) -> impl Iterator<Item = &Round> {
    rounds_of_play(tournament, up_to).filter(|(phase, _)| !phase.round_type.is_playoff()).map(|(_, round)| round)
}

/// Returns the playoff rounds up to a number.
pub(in crate::tournament) fn playoff_rounds(tournament: &Tournament, up_to: i32) -> impl Iterator<Item = &Round> {
    rounds_of_play(tournament, up_to).filter(|(phase, _)| phase.round_type.is_playoff()).map(|(_, round)| round)
}

fn rounds_of_play(tournament: &Tournament, up_to: i32) -> impl Iterator<Item = (&Phase, &Round)> {
    let rounds = tournament.rounds();
    rounds.filter(move |(_, round)| round.number <= up_to && round.round_type == RoundType::PlayVsOpponent)
}

/// Returns the contests of a round. Ghost matches and seatings do not count.
pub(in crate::tournament) fn contests<'a>(
    tournament: &Tournament,
    round: &'a Round,
) -> impl Iterator<Item = Contest> + use<'a> {
    let (tables, team_matches) = if tournament.is_team_event() {
        (&[][..], round.team_matches.as_slice())
    } else {
        (round.matches.as_slice(), &[][..])
    };
    let status = round.status;
    let of_players = tables.iter().filter_map(move |table| of_players(table, status));
    of_players.chain(team_matches.iter().filter_map(move |team_match| of_teams(team_match, status)))
}

fn of_players(table: &Match, round: ProgressStatus) -> Option<Contest> {
    let (least, outcome) = match table.pairing.kind {
        PairingKind::Seating => return None,
        _ if table.pairing.is_ghost => return None,
        PairingKind::Bye => (1, once_begun(Outcome::Bye, round)),
        PairingKind::AssignedLoss => (1, once_begun(Outcome::AssignedLoss, round)),
        PairingKind::Versus => (2, played(table.counted_result(round), round)),
    };
    let contest = Contest { seats: table.places, outcome, is_consolation: table.pairing.is_consolation };
    (contest.sides().count() >= least).then_some(contest)
}

fn of_teams(team_match: &TeamMatch, round: ProgressStatus) -> Option<Contest> {
    let matches = &team_match.seats;
    if !matches.is_empty() && matches.iter().all(|seat| seat.pairing.is_ghost) {
        return None;
    }
    let (least, outcome) = match team_match.is_bye {
        true => (1, once_begun(Outcome::Bye, round)),
        false => (2, played(team_match.counted_result(round), round)),
    };
    let mut seats = [None; PODS_SEATS_MAX];
    seats[..2].copy_from_slice(&team_match.places);
    let contest = Contest { seats, outcome, is_consolation: team_match.is_consolation() };
    (contest.sides().count() >= least).then_some(contest)
}

/// Byes and assigned losses are decided as soon as the round begins.
fn once_begun(outcome: Outcome, round: ProgressStatus) -> Outcome {
    if round == ProgressStatus::Upcoming { Outcome::Open } else { outcome }
}

/// An unreported match is open until the round is complete.
fn played(result: Option<MatchResult>, round: ProgressStatus) -> Outcome {
    match result {
        Some(result) => Outcome::Played(result),
        None if round == ProgressStatus::Complete => Outcome::Played(UNREPORTED),
        None => Outcome::Open,
    }
}

/// One competitor's results.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "a field that is named as its value needs no other words")]
pub struct Score {
    pub points: i32,
    /// Rounds with a result, byes and assigned losses included.
    pub rounds: i32,
    pub wins: i32,
    pub losses: i32,
    pub draws: i32,
    pub games_won: i32,
    pub games_lost: i32,
    pub games_drawn: i32,
    /// Whether the games of a match are unknown, so that the game-win percentage cannot be computed.
    pub games_unknown: bool,
    /// Of the matches won, those without an opponent.
    pub byes: i32,
    /// Of the matches lost, those without an opponent.
    pub assigned_losses: i32,
    /// Whether one of these was in round 1: the player came late.
    pub is_late: bool,
    /// Sum of the own scores.
    pub scored: i32,
    /// Sum of the margins.
    pub margin: i32,
}

/// The scores of all competitors by index, and every meeting of two of them.
#[derive(Debug)]
pub(in crate::tournament) struct Tally {
    /// Scores by index.
    pub(in crate::tournament) scores: Vec<Score>,
    /// Meetings with a result; two competitors who met twice appear twice, and in a pod each meets each other one.
    pub(super) meetings: Vec<(usize, usize)>,
}

/// Adds up the Swiss rounds up to a number.
pub(in crate::tournament) fn tally(tournament: &Tournament, up_to: i32) -> Tally {
    tally_between(tournament, 0, up_to)
}

/// Adds up the Swiss rounds after one number, up to another.
pub(super) fn tally_between(tournament: &Tournament, after: i32, up_to: i32) -> Tally {
    let mut tally = Tally { scores: vec![Score::default(); tournament.field().len()], meetings: Vec::new() };
    for round in swiss_rounds(tournament, up_to).filter(|round| round.number > after) {
        tally.meetings.reserve(round.matches.len());
        for contest in contests(tournament, round) {
            tally.add(&contest, round.number, &tournament.details.rules);
        }
    }
    tally
}

impl Tally {
    fn add(&mut self, contest: &Contest, round: i32, rules: &StandingsRules) {
        for (seat, place) in contest.sides().enumerate() {
            self.scores[place].add(contest, seat, round, rules);
        }
        if !matches!(contest.outcome, Outcome::Open) {
            self.meetings.extend(contest.pairs().map(|[(_, one), (_, other)]| (one, other)));
        }
    }
}

impl Score {
    fn add(&mut self, contest: &Contest, seat: usize, round: i32, rules: &StandingsRules) {
        let (ended, points) = contest.seen_by(seat, rules);
        let count = match ended {
            Ended::Open => return,
            Ended::Won | Ended::Bye => &mut self.wins,
            Ended::Lost | Ended::AssignedLoss => &mut self.losses,
            Ended::Drawn => &mut self.draws,
        };
        *count += 1;
        self.rounds += 1;
        self.points = self.points.saturating_add(points);
        self.byes += i32::from(ended == Ended::Bye);
        self.assigned_losses += i32::from(ended == Ended::AssignedLoss);
        self.is_late |= ended == Ended::AssignedLoss && round == 1;
        if let Some(scores) = &rules.scores {
            let (own, margin) = scored(scores, contest.outcome, seat);
            self.scored = self.scored.saturating_add(own);
            self.margin = self.margin.saturating_add(margin);
        }
        match contest.games_seen_by(seat) {
            Some(games) => {
                self.games_won += games.first;
                self.games_lost += games.second;
                self.games_drawn += games.drawn;
            }
            None => self.games_unknown = true,
        }
    }
}

/// Returns the indexes with a set flag.
pub(super) fn places_of(flags: impl Iterator<Item = bool>) -> Vec<usize> {
    flags.enumerate().filter_map(|(place, flag)| flag.then_some(place)).collect()
}
