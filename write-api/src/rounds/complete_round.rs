//! Completes a round and freezes its standings. Missing results count as draws, or as lost by both players, only if
//! the command says so. A playoff match needs a winner, unless both players lost it. Completing a final eliminates its
//! loser.

use domain::tournament::playoff::Playoff;
use proto_events::tournament::{Games, MatchResult, PairingKind, Winner};
use serde_json::Value;
use utoipa::openapi::schema::Type;
use utoipa::openapi::{RefOr, Schema};

use super::change_clock::with_end;
use super::checks::round_of;
use super::checks::unreported as tables_unreported;
use super::create_round::eliminated;
use super::document::{self, WrittenRound};
use crate::http::body::{FromJson, Limit, fault, plain};
use crate::in_play::is_played;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "complete_round",
    summary: "Complete a round",
    text: "Freezes the standings of the round. If results are missing, it is refused (409), and `tables` lists them; \
           with `{\"unreported\": \"draw\"}` they count as draws and with `{\"unreported\": \"loss\"}` both players \
           lose, and `unreported_tables` of the answer lists them. A playoff match needs a winner, unless staff report \
           that both players lose it, or it is the match for third place. When the final is complete, its loser is \
           `ELIMINATED`. The clock stops.",
    body: Some(body_schema::<CompleteRound>()),
    answer: Answer::of::<WrittenRound<'_>>(200),
    ..Route::at("POST", "/api/v1/magic-events/{id}/rounds/{round_id}/complete/", Operation::RunRounds)
};

body! {
    /// How a round is completed.
    pub struct CompleteRound as RoundEnd of round_id: RoundId {
        /// `draw` to count matches without a reported result as draws, `loss` to count them as lost by both players.
        unreported: Option<Unreported>,
    }
}

/// How matches without a reported result count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unreported {
    /// As draws.
    Draw,
    /// As lost by both players.
    Loss,
}

impl FromJson for Unreported {
    fn from_json(value: Value, path: &str, limit: Limit, errors: &mut FieldErrors) -> Option<Self> {
        let said = String::from_json(value, path, limit, errors)?;
        match said.as_str() {
            "draw" => Some(Self::Draw),
            "loss" => Some(Self::Loss),
            _ => fault(errors, path, message!("not-draw-or-loss", "Must be `draw` or `loss`, or be left out.")),
        }
    }

    fn schema(_: Limit) -> RefOr<Schema> {
        RefOr::T(plain(Type::String, None).examples(["draw", "loss"]).into())
    }
}

decided_by_event!(
    CompleteRound,
    |command, tournament, event, _| decide(tournament, command.round_id, command.unreported, event.arrived_at)
        => document::answer(round_id)
);

/// Decides the command, which is refused if there is no such round, it is not in progress, or results are missing.
pub(crate) fn decide(
    tournament: &Tournament,
    round_id: RoundId,
    unreported: Option<Unreported>,
    now: DateTime<Utc>,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let (phase, round) = round_of(tournament, round_id)?;
    if round.status == ProgressStatus::Complete {
        return Ok(Vec::new());
    }
    is_played(tournament)?;
    ROUND.check(round.status, ProgressStatus::Complete)?;
    if phase.round_type.is_playoff() {
        let tables: Vec<i32> = tables_without_winner(round);
        if !tables.is_empty() {
            return Err(Refusal::conflict(no_winner(&tables)).with("tables", tables));
        }
    } else if unreported.is_none() {
        let tables = tables_unreported(round);
        if !tables.is_empty() {
            return Err(Refusal::conflict(not_reported(&tables)).with("tables", tables));
        }
    }
    let mut events: Vec<_> = with_end(round, now).into_iter().collect();
    if unreported == Some(Unreported::Loss) && !phase.round_type.is_playoff() {
        events.extend(round.unreported().map(|table| {
            let is_pod = table.pairing.players.len() > 2;
            let games = (!is_pod).then_some(Games { first: 0, second: 0, drawn: 0 });
            let result = MatchResult::new(Winner::Neither, games);
            TournamentEvent::ResultReported { match_id: table.pairing.match_id, result }
        }));
    }
    events.push(TournamentEvent::RoundCompleted { round_id });
    events.extend(out_by_the_final(tournament, phase, round));
    Ok(events)
}

/// Returns the numbers of tables without a winner. A match for third place needs none.
fn tables_without_winner(round: &Round) -> Vec<i32> {
    let has_none = |result: Option<MatchResult>| result.is_none_or(|result| result.winner == Winner::Draw);
    let counts = |table: &Match| !table.pairing.is_ghost && !table.pairing.is_consolation;
    let plays = |table: &&Match| table.pairing.kind == PairingKind::Versus && counts(table);
    let single = round.matches.iter().filter(plays).filter(|table| has_none(table.result));
    let single = single.map(|table| table.pairing.table_number);
    let of_teams = round.team_matches.iter().filter(|it| !it.is_bye && it.seats.iter().all(counts));
    let of_teams = of_teams.filter(|team_match| has_none(team_match.decided()));
    let mut tables: Vec<i32> = single.chain(of_teams.map(|team_match| team_match.first_table_number)).collect();
    tables.sort_unstable();
    tables
}

/// Returns the events that eliminate the losers of a playoff's final.
fn out_by_the_final(tournament: &Tournament, phase: &Phase, round: &Round) -> Vec<TournamentEvent> {
    if !phase.round_type.is_playoff() {
        return Vec::new();
    }
    // While the round is in progress, a team match that is decided early has no result.
    let after = tournament.foreseen(&[TournamentEvent::RoundCompleted { round_id: round.id }]).ok();
    let playoff = after.and_then(|after| Playoff::before(&after, round.number.saturating_add(1)));
    let decided = playoff.filter(|playoff| playoff.survivors.len() <= 1);
    decided.map(|playoff| eliminated(tournament, &playoff)).unwrap_or_default()
}

/// Returns why a round with these tables is not complete.
fn not_reported(tables: &[i32]) -> Message {
    match tables {
        [table] => message!(
            "round-unreported-table",
            "Table {table}: no result is reported. Report the result, or send {{\"unreported\": \"draw\"}} to count it \
             as a draw.",
            table
        ),
        tables => message!(
            "round-unreported",
            "Tables {tables}: no result is reported. Report the results, or send {{\"unreported\": \"draw\"}} to count \
             them as draws.",
            tables = listed(tables)
        ),
    }
}

/// Returns why these tables of a playoff are not complete.
fn no_winner(tables: &[i32]) -> Message {
    match tables {
        [table] => message!("round-no-winner-at-a-table", "Table {table}: a playoff match needs a winner.", table),
        tables => {
            message!("round-no-winner", "Tables {tables}: a playoff match needs a winner.", tables = listed(tables))
        }
    }
}

fn listed(numbers: &[i32]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rounds::testing::*;
    use RoundKind::Playoff;

    fn completed(played: &Played, round_id: RoundId) -> Result<Vec<TournamentEvent>, Refusal> {
        decide(&played.state(), round_id, None, noon())
    }

    fn with_draws(played: &Played, round_id: RoundId) -> Result<Vec<TournamentEvent>, Refusal> {
        decide(&played.state(), round_id, Some(Unreported::Draw), noon())
    }

    #[test]
    fn what_nobody_reported_is_a_draw_only_if_that_is_said() {
        let (mut played, round_id) = Played::new(6).begun();
        let open = played.open_matches();
        played.report(open[1].0, 2, 0);
        assert_eq!(coded(completed(&played, round_id)), "round-unreported 1, 3");
        played.happen(with_draws(&played, round_id).unwrap());
        let records = domain::tournament::records::records(&played.state());
        assert_eq!(records.values().filter(|record| record.points == 1).count(), 4);
    }

    #[test]
    fn a_match_of_a_playoff_has_a_winner_whatever_is_said() {
        let mut played = Played::new(8).cut_to(4);
        let round_id = played.begin(Playoff);
        played.report(played.open_matches()[0].0, 2, 0);
        for refused in [completed(&played, round_id), with_draws(&played, round_id)] {
            assert_eq!(coded(refused), "round-no-winner-at-a-table 2");
        }
    }

    #[test]
    fn a_match_of_teams_is_over_once_its_winner_is_sure() {
        let (mut played, round_id) = Played::of_teams(4).begun();
        let tables = played.open_matches();
        for (match_id, _) in &tables[..2] {
            played.report(*match_id, 2, 0);
        }
        assert_eq!(coded(completed(&played, round_id)), "round-unreported 4, 5, 6");
        played.report(tables[3].0, 2, 0);
        played.report(tables[4].0, 0, 2);
        assert_eq!(coded(completed(&played, round_id)), "round-unreported-table 6");
        played.report(tables[5].0, 1, 2);
        assert!(completed(&played, round_id).is_ok());
    }

    #[test]
    fn the_team_that_lost_a_final_is_out_though_a_seat_did_not_report() {
        let mut played = Played::of_teams(4).cut_to(2);
        let last = played.begin(Playoff);
        let tables = played.open_matches();
        let loser = tables[0].1[1];
        played.report(tables[0].0, 2, 0);
        played.report(tables[1].0, 2, 0);
        played.complete(last);
        assert!((0..3).all(|seat| played.status(loser + seat) == S::Eliminated));
    }

    #[test]
    fn only_a_round_that_is_played_ends() {
        let (mut played, round_id) = Played::new(4).paired();
        assert_eq!(coded(completed(&played, round_id)), "illegal-step round UPCOMING COMPLETE IN_PROGRESS");
        assert_eq!(coded(completed(&played, RoundId(99))), "not-found round 99");
        played.start(round_id);
        played.then(reached(L::RegistrationClosed));
        assert_eq!(completed(&played, round_id).unwrap_err().code(), "event-not-running");
    }
}
