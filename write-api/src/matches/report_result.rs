//! Reports a result while the round is in progress. The reporting side may change it until it is confirmed. If the
//! other side reports the same result, that confirms it.

use proto_events::tournament::{Games, MatchResult, Winner};

use super::contested::calls_settled;
use super::document::{self, WrittenMatch};
use super::score::Score;
use super::table::{at_moment, own_side, placed, players};
use crate::in_play::is_played;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "report_result",
    summary: "Report a result",
    text: "While the round is `IN_PROGRESS`. Players report their own match, in a team event any member of the two \
           teams; staff reports any match. The same result from the other side confirms it. The reporting side may \
           change it until it is confirmed; otherwise another result is refused (409), and staff corrects it. If the \
           event states `best_of`, results that are not possible are refused (400), and the message lists the possible \
           ones. A match of two has `games_won`, a pod `places`, and a match of an event whose rules count scores \
           `scores`; with equal scores, `places` can say who won.",
    body: Some(body_schema::<ReportResult>()),
    answer: Answer::of::<WrittenMatch>(200),
    ..Route::at("POST", "/api/v1/magic-events/{id}/matches/{match_id}/result/", Operation::ReportResults)
};

body! {
    /// The result of a match.
    pub struct ReportResult as NewResult of match_id: MatchId such as r#"{"games_won": {"12": 2, "15": 1}}"# {
        ..score: Score,
    }
}

impl EventCommand for ReportResult {
    const ROUTE: &'static Route = &ROUTE;
    const CHECK: Check<Self> = check_body;

    async fn run(&self, event: &EventRun) -> Result<Written<Tournament>, Problem> {
        event.change(|tournament, _| decide(tournament, self, event.context.acting_as(tournament))).await
    }
}

answers!(ReportResult => document::answer(match_id));

/// Decides the command, which is refused if there is no such match, the caller does not play in it, it is not in
/// progress, or it has another result.
pub(crate) fn decide(
    tournament: &Tournament,
    command: &ReportResult,
    caller: ActingAs,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let match_id = command.match_id;
    let placed = placed(tournament, match_id)?;
    let side = own_side(tournament, &placed, caller)?;
    let players = players(&placed)?;
    let result = command.score.result(players, &tournament.details)?;
    is_played(tournament)?;
    at_moment(&placed, &[ProgressStatus::InProgress])?;
    if result.winner == Winner::Neither && caller != ActingAs::Staff {
        return Err(Refusal::conflict(message!(
            "match-both-lose-by-player",
            "Only the event's staff can report that both players lose."
        )));
    }
    if result.winner == Winner::Draw && placed.needs_winner() {
        return Err(no_winner(Some(&result)));
    }
    let reported = TournamentEvent::ResultReported { match_id, result };
    let Some(before) = placed.table.result else {
        return Ok(vec![reported]);
    };
    let is_own = side == reporting_side(tournament, &placed);
    let may_decide = side.is_some() && !placed.table.confirmed;
    let settled = match before == result {
        true if may_decide && !is_own => TournamentEvent::ResultConfirmed { match_id },
        true => return Ok(Vec::new()),
        false if may_decide && is_own => reported,
        false => return Err(Refusal::conflict(another_result(&before))),
    };
    Ok(std::iter::once(settled).chain(calls_settled(tournament, &placed)).collect())
}

/// Returns the side that reported the result; `None` if staff did.
pub(crate) fn reporting_side(tournament: &Tournament, placed: &Placed<'_>) -> Option<usize> {
    tournament.side_of(placed, placed.table.reported_by.as_ref()?.person()?)
}

/// A playoff match needs a winner, which equal scores do not give.
pub(super) fn no_winner(result: Option<&MatchResult>) -> Refusal {
    Refusal::conflict(match result.and_then(|result| result.scores) {
        Some(_) => message!(
            "match-tied",
            "A playoff match needs a winner. If the scores are equal, say who won: {\"places\": {\"12\": 1}}, or at the desk \
             with the seat, 1 or 2, after the scores: `12 3 3 1`."
        ),
        None => message!("match-needs-winner", "A playoff match needs a winner."),
    })
}

/// Names the result that was reported: "2-1", "0-0-3".
fn another_result(result: &MatchResult) -> Message {
    let result = match (result.winner, result.games) {
        (Winner::Neither, _) => {
            return message!(
                "match-both-lose-reported",
                "It was reported that all players lose. The event's staff can correct it with PUT."
            );
        }
        (_, None) => {
            return message!(
                "match-another-winner",
                "Another result was reported. The event's staff can correct it with PUT."
            );
        }
        (_, Some(Games { first, second, drawn: 0 })) => format!("{first}-{second}"),
        (_, Some(Games { first, second, drawn })) => format!("{first}-{second}-{drawn}"),
    };
    message!(
        "match-another-result",
        "Another result was reported, {result}. The event's staff can correct it with PUT.",
        result
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::confirm_result;
    use crate::matches::testing::*;
    use RoundKind::Playoff;

    fn says(first: i32, second: i32) -> ReportResult {
        ReportResult { match_id: VERSUS, score: score(first, second, 0) }
    }

    #[test]
    fn players_and_staff_report_once() {
        for caller in [ActingAs::Staff, ANNA, BEA] {
            assert_eq!(decide(&playing(&[]), &says(2, 1), caller).unwrap(), vec![reported(2, 1)]);
        }
        let by_staff = reported_by(&Actor::ApiKey(ApiKeyId(5)), &[]);
        assert_eq!(decide(&by_staff, &says(2, 1), ActingAs::Staff), Ok(Vec::new()));
        let both_lose = ReportResult { match_id: VERSUS, score: Score { both_lose: Some(true), ..Score::default() } };
        assert_eq!(coded(decide(&playing(&[]), &both_lose, ANNA)), "match-both-lose-by-player");
        assert!(decide(&playing(&[]), &both_lose, ActingAs::Staff).is_ok());
    }

    #[test]
    fn the_same_from_the_other_side_confirms() {
        let told = reported_by(&Actor::User(UserId(91)), &[]);
        let confirmed = TournamentEvent::ResultConfirmed { match_id: VERSUS };
        for (caller, events) in [(BEA, vec![confirmed]), (ANNA, vec![]), (ActingAs::Staff, vec![])] {
            assert_eq!(decide(&told, &says(2, 1), caller), Ok(events));
        }
    }

    #[test]
    fn who_reported_puts_it_right_until_it_is_confirmed_and_nobody_else_does() {
        let told = reported_by(&Actor::User(UserId(91)), &[]);
        assert_eq!(decide(&told, &says(2, 0), ANNA).unwrap(), [reported(2, 0)]);
        let confirmed = told.foreseen(&[TournamentEvent::ResultConfirmed { match_id: VERSUS }]).unwrap();
        for (told, games, caller) in
            [(&told, says(0, 2), BEA), (&told, says(0, 2), ActingAs::Staff), (&confirmed, says(2, 0), ANNA)]
        {
            let refused = decide(told, &games, caller).unwrap_err();
            let said = "Another result was reported, 2-1. The event's staff can correct it with PUT.";
            assert_eq!(refused.message().text(), said, "{caller:?}");
        }
    }

    #[test]
    fn a_match_is_nobody_elses() {
        for stranger in [93, 7].map(|id| ActingAs::Person(UserId(id))) {
            assert_eq!(coded(decide(&playing(&[]), &says(2, 1), stranger)), "match-not-yours");
        }
    }

    #[test]
    fn a_match_of_a_playoff_has_a_winner() {
        let mut played = Played::new(4).cut_to(2);
        played.begin(Playoff);
        let (match_id, players) = played.open_matches()[0];
        let draw = ReportResult { match_id, score: agreed() };
        assert_eq!(decide(&played.state(), &draw, ActingAs::Staff), Err(no_winner(None)));
        let played = played.set(|it| it.rules = domain::rule_sets::rules(RuleSet::Netrunner));
        let players = players.map(RegistrationId);
        let scores = players.map(|player| (player, 3)).to_vec();
        let tied =
            |places| ReportResult { match_id, score: Score { scores: scores.clone(), places, ..Score::default() } };
        assert_eq!(coded(decide(&played.state(), &tied(Vec::new()), ActingAs::Staff)), "match-tied");
        assert!(decide(&played.state(), &tied(vec![(players[1], 1)]), ActingAs::Staff).is_ok());
    }

    #[test]
    fn any_player_of_a_pod_reports_and_any_other_confirms() {
        let (played, _) = Played::of_pods(4, 4).begun();
        let table = played.last_round().matches[0].clone();
        let players: Vec<i64> = table.pairing.players.iter().map(|id| id.0).collect();
        let caller = |seat: usize| ActingAs::Person(Played::user(players[seat]));
        let says = |seat: usize| ReportResult { match_id: table.id(), score: won_by(players[seat]) };
        let events = decide(&played.state(), &says(2), caller(2)).unwrap();
        let told = done_by(&Actor::User(Played::user(players[2])), played.state(), &events);
        let confirmed = TournamentEvent::ResultConfirmed { match_id: table.id() };
        assert_eq!(decide(&told, &says(2), caller(0)), Ok(vec![confirmed]));
        assert_eq!(decide(&told, &says(2), caller(2)), Ok(Vec::new()));
        assert_eq!(coded(decide(&told, &says(0), caller(0))), "match-another-winner");
        let draw = ReportResult { match_id: table.id(), score: agreed() };
        assert!(decide(&told, &draw, caller(2)).is_ok(), "the reporter may change it");
    }

    #[test]
    fn partner_reports_a_match_played_together_and_any_of_the_other_team_confirms() {
        let (played, _) = Played::of_pairs(2).begun();
        let (match_id, [first, second]) = played.open_matches()[0];
        let caller = |player| ActingAs::Person(Played::user(player));
        let report = ReportResult { match_id, score: played.score(match_id, 1, 0) };
        let events = decide(&played.state(), &report, caller(first + 1)).unwrap();
        let told = done_by(&Actor::User(Played::user(first + 1)), played.state(), &events);
        let table = told.placed(match_id).unwrap();
        assert!(table.table.is_unconfirmed() && table.team_match.unwrap().counted_result(table.round.status).is_none());
        let confirm = |player| confirm_result::decide(&told, match_id, caller(player));
        assert_eq!(coded(confirm(first)), "match-own-report");
        let other = ReportResult { match_id, score: played.score(match_id, 0, 1) };
        assert_eq!(decide(&told, &other, caller(first)).unwrap().len(), 1, "the reporter's partner puts it right");
        for opponent in [second, second + 1] {
            assert_eq!(confirm(opponent), Ok(vec![TournamentEvent::ResultConfirmed { match_id }]));
            assert!(decide(&told, &other, caller(opponent)).is_err());
        }
    }

    #[test]
    fn any_member_of_a_team_reports_from_its_seats() {
        let (played, _) = Played::of_teams(2).begun();
        let (match_id, [first, _]) = played.open_matches()[0];
        let report = ReportResult { match_id, score: played.score(match_id, 2, 0) };
        assert!(decide(&played.state(), &report, ActingAs::Person(Played::user(first + 2))).is_ok());
    }
}
