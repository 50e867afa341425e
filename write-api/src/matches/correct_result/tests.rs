use super::*;
use crate::matches::testing::*;
use RoundKind::Playoff;

fn to(first: i32, second: i32) -> CorrectResult {
    CorrectResult { match_id: VERSUS, score: score(first, second, 0) }
}

fn corrected(first: i32, second: i32) -> TournamentEvent {
    TournamentEvent::ResultCorrected { match_id: VERSUS, result: Games { first, second, drawn: 0 }.into() }
}

#[test]
fn first_result_is_a_report_and_no_correction() {
    for tournament in [playing(&[]), over()] {
        assert_eq!(decide(&tournament, &to(0, 2)).unwrap(), vec![reported(0, 2)]);
    }
    let entered = reported_by(&Actor::ApiKey(ApiKeyId(5)), &[]);
    assert_eq!(decide(&entered, &to(2, 1)).unwrap(), Vec::new(), "the same request again");
    assert_eq!(decide(&entered, &to(0, 2)).unwrap(), [corrected(0, 2)]);
    let contested = entered.foreseen(&[TournamentEvent::ResultContested { match_id: VERSUS }]).unwrap();
    assert_eq!(decide(&contested, &to(2, 1)).unwrap(), [corrected(2, 1)], "staff settles a contested result");
    let by_player = reported_by(&Actor::User(UserId(91)), &[]);
    assert_eq!(decide(&by_player, &to(2, 1)).unwrap(), [corrected(2, 1)], "a correction confirms the report");
}

#[test]
fn a_result_is_put_right_while_the_round_is_played_and_when_it_is_over() {
    let entered = [reported(2, 0), TournamentEvent::RoundCompleted { round_id: ROUND_ID }];
    for tournament in [playing(&entered[..1]), playing(&entered)] {
        assert_eq!(decide(&tournament, &to(0, 2)).unwrap(), vec![corrected(0, 2)]);
    }
    let right = playing(&[corrected(0, 2)]);
    assert_eq!(decide(&right, &to(0, 2)).unwrap(), Vec::new());
    assert_eq!(decide(&right, &to(2, 1)).unwrap(), [corrected(2, 1)]);
}

#[test]
fn what_was_not_played_is_not_put_right() {
    assert_eq!(decide(&tournament(&paired()), &to(2, 0)).unwrap_err().code(), "match-of-an-upcoming-round");
    assert_eq!(decide(&over(), &to(0, 0)).unwrap_err().code(), "invalid");
}

/// Returns an event after its semifinals, and the first semifinal with its players, of whom the first won.
fn after_semifinals() -> (Played, MatchId, [i64; 2]) {
    let mut played = Played::new(8).cut_to(4);
    let semifinals = played.begin(Playoff);
    let (match_id, players) = played.open_matches()[0];
    played.finish(semifinals);
    (played, match_id, players)
}

#[test]
fn who_advances_can_change_as_long_as_the_next_round_is_not_paired() {
    let (mut played, match_id, [winner, loser]) = after_semifinals();
    let events = played.try_correct(match_id, loser).unwrap();
    assert_eq!(events.len(), 1, "no player is eliminated before the final is paired");
    played.happen(events);
    played.add(Playoff);
    assert!(played.tables()[0].contains(&loser) && !played.tables()[0].contains(&winner));
    assert_eq!(played.status(winner), RegistrationStatus::Eliminated);
}

#[test]
fn two_change_places_until_the_next_round_starts() {
    let (mut played, match_id, [winner, loser]) = after_semifinals();
    let last = played.add(Playoff);
    let events = played.try_correct(match_id, loser).unwrap();
    let places = [status_changed(loser, S::Complete), status_changed(winner, S::Eliminated)];
    assert_eq!(events[1..3], places);
    assert_eq!(events[3..], [TournamentEvent::PairingsDiscarded { round_id: last }]);
    played.happen(events);
    played.happen(played.try_pair(last).unwrap());
    assert!(played.tables()[0].contains(&loser));
    played.start(last);
    assert_eq!(coded(played.try_correct(match_id, winner)), "match-played-on 3 IN_PROGRESS");
    let games_won = vec![(RegistrationId(loser), 2), (RegistrationId(winner), 1)];
    let games_alone = CorrectResult { match_id, score: Score { games_won, ..Score::default() } };
    assert_eq!(decide(&played.state(), &games_alone).unwrap().len(), 1, "the winner stays the winner");
}

#[test]
fn a_final_can_be_put_right_after_the_end() {
    let (mut played, ..) = after_semifinals();
    let last = played.play(Playoff);
    played.then(reached(L::EventFinished));
    let tables = played.tables();
    let (winner, loser) = (tables[0][0].min(tables[0][1]), tables[0][0].max(tables[0][1]));
    let events = played.try_correct(played.match_of(last, winner), loser).unwrap();
    assert_eq!(events[1..], [status_changed(loser, S::Complete), status_changed(winner, S::Eliminated)]);
    played.happen(events);
    let places = domain::tournament::records::places(&played.state());
    assert_eq!((places[&RegistrationId(loser)], places[&RegistrationId(winner)]), (1, 2));
}

#[test]
fn a_match_of_a_playoff_keeps_a_winner() {
    let (played, match_id, _) = after_semifinals();
    let draw = CorrectResult { match_id, score: agreed() };
    assert_eq!(coded(decide(&played.state(), &draw)), "match-needs-winner");
    let mut teams = Played::of_teams(4).cut_to(2);
    let last = teams.play(Playoff);
    let state = teams.state();
    let seats: Vec<MatchId> = state.round(last).unwrap().1.all_matches().map(domain::tournament::Match::id).collect();
    let result = MatchResult::new(Winner::Draw, None);
    teams.then(TournamentEvent::ResultCorrected { match_id: seats[0], result });
    let other = teams.tables()[1].iter().copied().max().unwrap();
    let refused = teams.try_correct(seats[1], other);
    assert_eq!(coded(refused), "match-needs-winner", "each team won a seat, and one is drawn");
}

#[test]
fn a_team_changes_places_with_another_once_its_seats_do() {
    let mut teams = Played::of_teams(4).cut_to(2);
    let last = teams.play(Playoff);
    let tables = teams.tables();
    let ids = [0, 1].map(|seat: usize| (teams.match_of(last, tables[seat][0]), *tables[seat].iter().max().unwrap()));
    let first = teams.try_correct(ids[0].0, ids[0].1).unwrap();
    assert_eq!(first.len(), 1, "two seats are enough to win");
    teams.happen(first);
    let moved = teams.try_correct(ids[1].0, ids[1].1).unwrap();
    assert_eq!(moved.len(), 1 + 3 + 3);
}

#[test]
fn correction_to_both_lose_and_back_changes_who_advances() {
    let (mut played, match_id, [winner, _]) = after_semifinals();
    let both_lose = CorrectResult { match_id, score: Score { both_lose: Some(true), ..Score::default() } };
    played.happen(decide(&played.state(), &both_lose).unwrap());
    let mut alone = played.clone();
    alone.add(Playoff);
    assert_eq!(alone.tables().len(), 1);
    assert_eq!(alone.tables()[0].len(), 1, "the winner of the other semifinal has a bye");
    played.happen(played.try_correct(match_id, winner).unwrap());
    played.add(Playoff);
    assert_eq!(played.tables()[0].len(), 2);
    assert!(played.tables()[0].contains(&winner));
}

#[test]
fn a_correction_in_the_winners_bracket_discards_what_was_paired_since() {
    let playoff = PlayoffKind::DoubleElimination;
    let mut played = Played::new(8).with(TournamentDetails { playoff, ..planned(1, 4) }).cut_to(4);
    let first = played.play(Playoff);
    let table = played.tables()[0].clone();
    let (winner, loser) = (table[0].min(table[1]), table[0].max(table[1]));
    let match_id = played.match_of(first, winner);
    let next = played.add(Playoff);
    let events = played.try_correct(match_id, loser).unwrap();
    assert_eq!(events[1..], [TournamentEvent::PairingsDiscarded { round_id: next }], "each has a life left");
    played.happen(events);
    played.happen(played.try_pair(next).unwrap());
    assert!(played.tables()[0].contains(&loser), "in the winners' bracket");
    played.start(next);
    assert_eq!(coded(played.try_correct(match_id, winner)), "match-played-on 3 IN_PROGRESS");
}

#[test]
fn a_correction_of_the_first_final_removes_the_second_one() {
    let playoff = PlayoffKind::DoubleEliminationReset;
    let mut played = Played::new(8).with(TournamentDetails { playoff, ..planned(1, 2) }).cut_to(2);
    played.play(Playoff);
    let first = played.begin(Playoff);
    let (match_id, [one, other]) = played.open_matches()[0];
    let (unbeaten, beaten) = (one.min(other), one.max(other));
    played.report(match_id, if one == beaten { 2 } else { 0 }, if one == beaten { 0 } else { 2 });
    played.complete(first);
    let second = played.add(Playoff);
    let events = played.try_correct(match_id, unbeaten).unwrap();
    let removed = TournamentEvent::RoundRemoved { round_id: second };
    assert_eq!(events[1..], [status_changed(beaten, S::Eliminated), removed]);
    played.happen(events);
    let state = played.state();
    let status = domain::tournament::phases::phase_status(&state, state.phases.last().unwrap());
    assert_eq!(status, ProgressStatus::Complete);
}
