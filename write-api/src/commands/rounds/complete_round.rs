//! Completes a round and freezes its standings. Missing results count as draws only if the command says so; a playoff
//! match always needs a winner. Completing a final eliminates its loser.

use domain::machines::{IllegalStep, ROUND};
use domain::tournament::playoff::Playoff;
use domain::tournament::{Match, Phase, Round, TeamMatch, Tournament};
use proto_events::TournamentEvent;
use proto_events::ids::RoundId;
use proto_events::tournament::{MatchResult, PairingKind, Winner};
use proto_events::vocabulary::{ProgressStatus, RegistrationStatus};

use super::add_round::{eliminated, status};
use super::obstacles::{NotRunning, UnknownRound, is_played, round_of};
use crate::commands::tournaments::order::Order;
use crate::engine::decision::CommandError;
use crate::engine::legacy::Decision;
use crate::{Done, WriteApi};

/// Completes a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CompleteRound {
    /// The round.
    pub round_id: RoundId,
    /// Whether missing results count as draws.
    pub unreported_are_draws: bool,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such round.
    #[error(transparent)]
    UnknownRound(#[from] UnknownRound),
    /// The event is not in progress.
    #[error(transparent)]
    NotRunning(#[from] NotRunning),
    /// The round's status does not allow the step.
    #[error(transparent)]
    Step(#[from] IllegalStep),
    /// Results are missing.
    #[error("these tables have not reported: {tables:?}")]
    Unreported {
        /// The table numbers.
        tables: Vec<i32>,
    },
    /// Matches of a playoff have no winner.
    #[error("a playoff match needs a winner; these tables have none: {tables:?}")]
    NoWinner {
        /// The table numbers.
        tables: Vec<i32>,
    },
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The round is complete.
    Completed,
    /// The round was complete before.
    Unchanged,
}

/// Decides the command.
///
/// # Errors
/// If there is no such round, it is not in progress, or results are missing.
pub fn decide(tournament: &Tournament, command: &CompleteRound) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let round_id = command.round_id;
    let (phase, round) = round_of(tournament, round_id)?;
    if round.status == ProgressStatus::Complete {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    is_played(tournament)?;
    ROUND.check(round.status, ProgressStatus::Complete)?;
    if phase.round_type.is_playoff() {
        let tables: Vec<i32> = tables_without_winner(round);
        if !tables.is_empty() {
            return Err(Refusal::NoWinner { tables });
        }
    } else if !command.unreported_are_draws {
        let tables = unreported(round);
        if !tables.is_empty() {
            return Err(Refusal::Unreported { tables });
        }
    }
    let mut events = vec![TournamentEvent::RoundCompleted { round_id }];
    events.extend(out_by_the_final(tournament, phase, round));
    Ok(Decision::happens(events, Outcome::Completed))
}

/// Returns the numbers of tables without a result. Seats of a team match that is already decided need none.
pub(crate) fn unreported(round: &Round) -> Vec<i32> {
    let single = round.matches.iter().filter(|table| is_missing(table));
    let of_teams = round.team_matches.iter().filter(|team_match| decided(team_match).is_none());
    let seats = of_teams.flat_map(|team_match| team_match.seats.iter().filter(|seat| is_missing(seat)));
    let mut tables: Vec<i32> = single.chain(seats).map(|table| table.pairing.table_number).collect();
    tables.sort_unstable();
    tables
}

/// Returns the numbers of tables without a winner.
fn tables_without_winner(round: &Round) -> Vec<i32> {
    let has_none = |result: Option<MatchResult>| result.is_none_or(|result| result.winner == Winner::Draw);
    let plays = |table: &&Match| table.pairing.kind == PairingKind::Versus && !table.pairing.is_ghost;
    let single = round.matches.iter().filter(plays).filter(|table| has_none(table.result));
    let single = single.map(|table| table.pairing.table_number);
    let of_teams = round.team_matches.iter().filter(|team_match| !team_match.is_bye && has_none(decided(team_match)));
    let mut tables: Vec<i32> = single.chain(of_teams.map(|team_match| team_match.first_table_number)).collect();
    tables.sort_unstable();
    tables
}

fn is_missing(table: &Match) -> bool {
    table.pairing.kind == PairingKind::Versus && !table.pairing.is_ghost && table.result.is_none()
}

/// Returns the result of a team match once its open seats cannot change the winner.
fn decided(team_match: &TeamMatch) -> Option<MatchResult> {
    if team_match.is_bye || team_match.result().is_some() {
        return team_match.result().or(Some(MatchResult { winner: Winner::First, games: None }));
    }
    let open = team_match.seats.iter().filter(|seat| seat.result.is_none()).count();
    let won = |winner: Winner| {
        team_match.seats.iter().filter(|seat| seat.result.is_some_and(|result| result.winner == winner)).count()
    };
    let (first, second) = (won(Winner::First), won(Winner::Second));
    let winner = if first > second { Winner::First } else { Winner::Second };
    (first.abs_diff(second) > open).then_some(MatchResult { winner, games: None })
}

/// Returns the events that eliminate the losers of a playoff's final.
fn out_by_the_final(tournament: &Tournament, phase: &Phase, round: &Round) -> Vec<TournamentEvent> {
    if !phase.round_type.is_playoff() {
        return Vec::new();
    }
    // While the round is in progress, a team match that is decided early has no result.
    let after = tournament.foreseen(&[TournamentEvent::RoundCompleted { round_id: round.id }]).ok();
    let Some(playoff) = after.and_then(|after| Playoff::before(&after, round.number.saturating_add(1))) else {
        return Vec::new();
    };
    if playoff.survivors.len() > 1 {
        return Vec::new();
    }
    eliminated(tournament, &playoff).map(|id| status(id, RegistrationStatus::Eliminated)).collect()
}

impl WriteApi {
    /// Completes a round.
    ///
    /// # Errors
    /// If the command is refused, the event is not found, or the store fails.
    pub async fn complete_round(
        &self,
        order: &Order,
        command: &CompleteRound,
    ) -> Result<Done<Tournament, Outcome>, CommandError<Refusal>> {
        self.carry_out(order, Outcome::Completed, |tournament: &Tournament| decide(tournament, command)).await
    }
}

#[cfg(test)]
mod tests {
    use proto_events::vocabulary::LifecycleStatus;

    use super::*;
    use crate::commands::rounds::add_round::RoundKind::{PlayerMeeting, Playoff, Swiss};
    use crate::commands::rounds::play::Played;

    fn completed(played: &Played, round_id: RoundId) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
        decide(&played.state(), &CompleteRound { round_id, unreported_are_draws: false })
    }

    fn with_draws(played: &Played, round_id: RoundId) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
        decide(&played.state(), &CompleteRound { round_id, unreported_are_draws: true })
    }

    #[test]
    fn a_round_ends_once() {
        let mut played = Played::new(5);
        let round_id = played.begin(Swiss);
        for (match_id, _) in played.open_matches() {
            played.report(match_id, 2, 0);
        }
        let decision = completed(&played, round_id).unwrap();
        assert_eq!(decision, Decision::happens(vec![TournamentEvent::RoundCompleted { round_id }], Outcome::Completed));
        played.happen(decision.events);
        assert_eq!(completed(&played, round_id).unwrap(), Decision::nothing(Outcome::Unchanged));
    }

    #[test]
    fn what_nobody_reported_is_a_draw_only_if_that_is_said() {
        let mut played = Played::new(6);
        let round_id = played.begin(Swiss);
        let open = played.open_matches();
        played.report(open[1].0, 2, 0);
        assert_eq!(completed(&played, round_id), Err(Refusal::Unreported { tables: vec![1, 3] }));
        played.happen(with_draws(&played, round_id).unwrap().events);
        let drawn = played.state().registrations.iter().filter(|entry| points(&played, entry.id.0) == 1).count();
        assert_eq!(drawn, 4);
    }

    fn points(played: &Played, player: i64) -> i32 {
        let records = domain::tournament::records::records(&played.state());
        records[&proto_events::ids::RegistrationId(player)].points
    }

    #[test]
    fn nobody_reports_from_a_meeting() {
        let mut played = Played::new(4);
        let round_id = played.begin(PlayerMeeting);
        assert!(completed(&played, round_id).is_ok());
    }

    #[test]
    fn a_match_of_a_playoff_has_a_winner_whatever_is_said() {
        let mut played = Played::new(8);
        played.play(Swiss);
        played.cut(4);
        let round_id = played.begin(Playoff);
        played.report(played.open_matches()[0].0, 2, 0);
        for refused in [completed(&played, round_id), with_draws(&played, round_id)] {
            assert_eq!(refused, Err(Refusal::NoWinner { tables: vec![2] }));
        }
    }

    #[test]
    fn a_match_of_teams_is_over_once_its_winner_is_sure() {
        let mut played = Played::of_teams(4);
        let round_id = played.begin(Swiss);
        let tables = played.open_matches();
        for (match_id, _) in &tables[..2] {
            played.report(*match_id, 2, 0);
        }
        assert_eq!(completed(&played, round_id), Err(Refusal::Unreported { tables: vec![4, 5, 6] }));
        played.report(tables[3].0, 2, 0);
        played.report(tables[4].0, 0, 2);
        assert_eq!(completed(&played, round_id), Err(Refusal::Unreported { tables: vec![6] }));
        played.report(tables[5].0, 1, 2);
        assert!(completed(&played, round_id).is_ok());
    }

    #[test]
    fn the_team_that_lost_a_final_is_out_though_a_seat_did_not_report() {
        let mut played = Played::of_teams(4);
        played.play(Swiss);
        played.cut(2);
        let last = played.begin(Playoff);
        let tables = played.open_matches();
        let loser = tables[0].1[1];
        played.report(tables[0].0, 2, 0);
        played.report(tables[1].0, 2, 0);
        played.complete(last);
        let out = (0..3).map(|seat| played.status(loser + seat));
        assert!(out.into_iter().all(|status| status == RegistrationStatus::Eliminated));
    }

    #[test]
    fn only_a_round_that_is_played_ends() {
        let mut played = Played::new(4);
        let round_id = played.add(Swiss);
        let Err(Refusal::Step(step)) = completed(&played, round_id) else { panic!("it has not started") };
        assert_eq!(step.legal, ["IN_PROGRESS"]);
        assert_eq!(completed(&played, RoundId(99)), Err(UnknownRound(RoundId(99)).into()));
        played.start(round_id);
        played.then(TournamentEvent::LifecycleChanged { status: LifecycleStatus::RegistrationClosed });
        assert!(matches!(completed(&played, round_id), Err(Refusal::NotRunning(_))));
    }
}
