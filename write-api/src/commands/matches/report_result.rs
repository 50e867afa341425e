//! Reports a result while the round is in progress. The reporting player may change it until it is confirmed. If the
//! other side reports the same result, that confirms it.

use domain::tournament::{Placed, Tournament};
use proto_events::ids::MatchId;
use proto_events::tournament::{MatchResult, Winner};
use proto_events::vocabulary::ProgressStatus;
use proto_events::{Actor, TournamentEvent};

use super::score::Score;
use super::table::{
    NeedsWinner, NoContest, NotYours, UnknownMatch, WrongMoment, at_moment, own_side, placed, players, side_of,
};
use crate::commands::rounds::obstacles::{NotRunning, is_played};
use crate::commands::tournaments::order::{Asker, Order};
use crate::decision::{CommandError, Decision};
use crate::{Done, FieldErrors, WriteApi};

/// Reports a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportResult {
    /// The match.
    pub match_id: MatchId,
    /// Its games.
    pub score: Score,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such match.
    #[error(transparent)]
    UnknownMatch(#[from] UnknownMatch),
    /// The person does not play in the match.
    #[error(transparent)]
    NotYours(#[from] NotYours),
    /// The match is not played between two opponents.
    #[error(transparent)]
    NoContest(#[from] NoContest),
    /// The games form no valid result.
    #[error(transparent)]
    Invalid(#[from] FieldErrors),
    /// The event is not in progress.
    #[error(transparent)]
    NotRunning(#[from] NotRunning),
    /// The round is not in progress.
    #[error(transparent)]
    WrongMoment(#[from] WrongMoment),
    /// A playoff match needs a winner.
    #[error(transparent)]
    NeedsWinner(#[from] NeedsWinner),
    /// Another result was reported before.
    #[error("another result was reported: {}", told(.0))]
    AnotherResult(MatchResult),
}

/// Formats a result: "2-1", "0-0-3".
pub(crate) fn told(result: &MatchResult) -> String {
    match (result.games, result.winner) {
        (Some(games), _) if games.drawn == 0 => format!("{}-{}", games.first, games.second),
        (Some(games), _) => format!("{}-{}-{}", games.first, games.second, games.drawn),
        (None, Winner::First) => "the first player won".to_owned(),
        (None, Winner::Second) => "the second player won".to_owned(),
        (None, Winner::Draw) => "a draw".to_owned(),
    }
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The result is reported.
    Reported,
    /// The other side had reported the same result, which is now confirmed.
    Confirmed,
    /// The same result was reported before.
    Unchanged,
}

/// Decides the command.
///
/// # Errors
/// If there is no such match, the asker does not play in it, it is not in progress, or it has another result.
pub fn decide(
    tournament: &Tournament,
    command: &ReportResult,
    asker: Asker,
) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let match_id = command.match_id;
    let placed = placed(tournament, match_id)?;
    let side = own_side(tournament, &placed, asker)?;
    let players = players(&placed)?;
    let result = command.score.result(players)?;
    is_played(tournament)?;
    at_moment(&placed, &[ProgressStatus::InProgress])?;
    if result.winner == Winner::Draw && needs_winner(&placed) {
        return Err(NeedsWinner.into());
    }
    let reported = TournamentEvent::ResultReported { match_id, result };
    let Some(before) = placed.table.result else {
        return Ok(Decision::happens(vec![reported], Outcome::Reported));
    };
    let is_from_other_side = side.is_some() && side != reporting_side(tournament, &placed);
    match before == result {
        true if is_from_other_side && !placed.table.confirmed => {
            Ok(Decision::happens(vec![TournamentEvent::ResultConfirmed { match_id }], Outcome::Confirmed))
        }
        true => Ok(Decision::nothing(Outcome::Unchanged)),
        false if is_own(&placed, asker) && !placed.table.confirmed => {
            Ok(Decision::happens(vec![reported], Outcome::Reported))
        }
        false => Err(Refusal::AnotherResult(before)),
    }
}

/// Returns whether a match must have a winner: in playoffs, except at the seats of a team match.
pub(crate) fn needs_winner(placed: &Placed<'_>) -> bool {
    placed.phase.round_type.is_playoff() && placed.team_match.is_none()
}

/// Returns the side that reported the result; `None` if staff did.
pub(crate) fn reporting_side(tournament: &Tournament, placed: &Placed<'_>) -> Option<usize> {
    match placed.table.reported_by {
        Some(Actor::User(person)) => side_of(tournament, placed, person),
        _ => None,
    }
}

/// Returns whether the asker reported the result.
fn is_own(placed: &Placed<'_>, asker: Asker) -> bool {
    match (&placed.table.reported_by, asker) {
        (Some(Actor::User(reporter)), Asker::Person(person)) => *reporter == person,
        _ => false,
    }
}

impl WriteApi {
    /// Reports a result.
    ///
    /// # Errors
    /// If the command is refused, the event is not found, or the store fails.
    pub async fn report_result(
        &self,
        order: &Order,
        command: &ReportResult,
    ) -> Result<Done<Tournament, Outcome>, CommandError<Refusal>> {
        self.carry_out_for_asker(order, Outcome::Reported, |tournament, asker| decide(tournament, command, asker)).await
    }
}

#[cfg(test)]
mod tests {
    use proto_events::ids::{RegistrationId, UserId};
    use proto_events::tournament::Games;
    use proto_events::vocabulary::LifecycleStatus;

    use super::*;
    use crate::commands::matches::score::tests::score;
    use crate::commands::matches::table::tests::{BYE, MATCH, over, paired, playing, told_by};
    use crate::commands::rounds::add_round::RoundKind::{Playoff, Swiss};
    use crate::commands::rounds::play::Played;
    use crate::testing::tournament;

    const ONE: Asker = Asker::Person(UserId(91));
    const OTHER: Asker = Asker::Person(UserId(92));

    fn says(first: i32, second: i32) -> ReportResult {
        ReportResult { match_id: MATCH, score: score(first, second, 0) }
    }

    fn reported(first: i32, second: i32) -> TournamentEvent {
        let winner = if first > second { Winner::First } else { Winner::Second };
        let result = MatchResult { winner, games: Some(Games { first, second, drawn: 0 }) };
        TournamentEvent::ResultReported { match_id: MATCH, result }
    }

    /// The round, with 2-1 reported by this actor.
    fn reported_by(actor: &Actor) -> Tournament {
        told_by(actor, &[reported(2, 1)])
    }

    #[test]
    fn players_and_staff_report_once() {
        for asker in [Asker::Staff, ONE, OTHER] {
            let decision = decide(&playing(&[]), &says(2, 1), asker).unwrap();
            assert_eq!(decision, Decision::happens(vec![reported(2, 1)], Outcome::Reported));
        }
        let staff = Actor::ApiKey(proto_events::ids::ApiKeyId(5));
        let again = decide(&reported_by(&staff), &says(2, 1), Asker::Staff).unwrap();
        assert_eq!(again, Decision::nothing(Outcome::Unchanged));
    }

    #[test]
    fn the_same_from_the_other_side_confirms() {
        let told = reported_by(&Actor::User(UserId(91)));
        let confirmed = TournamentEvent::ResultConfirmed { match_id: MATCH };
        let decision = decide(&told, &says(2, 1), OTHER).unwrap();
        assert_eq!(decision, Decision::happens(vec![confirmed], Outcome::Confirmed));
        assert_eq!(decide(&told, &says(2, 1), ONE).unwrap(), Decision::nothing(Outcome::Unchanged));
        assert_eq!(decide(&told, &says(2, 1), Asker::Staff).unwrap(), Decision::nothing(Outcome::Unchanged));
    }

    #[test]
    fn who_reported_puts_it_right_until_it_is_confirmed_and_nobody_else_does() {
        let told = reported_by(&Actor::User(UserId(91)));
        assert_eq!(decide(&told, &says(2, 0), ONE).unwrap().events, [reported(2, 0)]);
        let before = MatchResult { winner: Winner::First, games: Some(Games { first: 2, second: 1, drawn: 0 }) };
        for asker in [OTHER, Asker::Staff] {
            assert_eq!(decide(&told, &says(0, 2), asker), Err(Refusal::AnotherResult(before)));
        }
        let confirmed = told.foreseen(&[TournamentEvent::ResultConfirmed { match_id: MATCH }]).unwrap();
        assert_eq!(decide(&confirmed, &says(2, 0), ONE), Err(Refusal::AnotherResult(before)));
        assert_eq!(Refusal::AnotherResult(before).to_string(), "another result was reported: 2-1");
    }

    #[test]
    fn a_match_is_nobody_elses() {
        for stranger in [93, 7] {
            let refused = decide(&playing(&[]), &says(2, 1), Asker::Person(UserId(stranger)));
            assert_eq!(refused, Err(NotYours.into()));
        }
    }

    #[test]
    fn results_come_in_while_the_round_is_played() {
        for (tournament, status) in
            [(tournament(&paired()), ProgressStatus::Upcoming), (over(), ProgressStatus::Complete)]
        {
            let moment = WrongMoment { number: 1, status, needed: &[ProgressStatus::InProgress] };
            assert_eq!(decide(&tournament, &says(2, 1), Asker::Staff), Err(moment.into()));
        }
        let status = LifecycleStatus::EventFinished;
        let finished = playing(&[TournamentEvent::LifecycleChanged { status }]);
        assert!(matches!(decide(&finished, &says(2, 1), Asker::Staff), Err(Refusal::NotRunning(_))));
    }

    #[test]
    fn what_is_no_match_has_no_result() {
        let bye = ReportResult { match_id: BYE, ..says(2, 0) };
        assert_eq!(decide(&playing(&[]), &bye, Asker::Staff), Err(NoContest(BYE).into()));
        let unknown = ReportResult { match_id: MatchId(99), ..bye };
        assert_eq!(decide(&playing(&[]), &unknown, Asker::Staff), Err(UnknownMatch(MatchId(99)).into()));
        assert!(matches!(decide(&playing(&[]), &says(0, 0), Asker::Staff), Err(Refusal::Invalid(_))));
    }

    #[test]
    fn a_match_of_a_playoff_has_a_winner() {
        let mut played = Played::new(4);
        played.play(Swiss);
        played.cut(2);
        played.begin(Playoff);
        let match_id = played.open_matches()[0].0;
        let draw = ReportResult { match_id, score: Score { intentional_draw: true, ..Score::default() } };
        assert_eq!(decide(&played.state(), &draw, Asker::Staff), Err(NeedsWinner.into()));
    }

    #[test]
    fn any_member_of_a_team_reports_from_its_seats() {
        let mut played = Played::of_teams(2);
        played.begin(Swiss);
        let (match_id, [first, _]) = played.open_matches()[0];
        let report = ReportResult { match_id, score: played.score(match_id, 2, 0) };
        let third_seat = Asker::Person(Played::user(first + 2));
        assert!(decide(&played.state(), &report, third_seat).is_ok());
        assert_eq!(played.state().registration(RegistrationId(first)).unwrap().user_id, Played::user(first));
    }
}
