//! Double eliminations and matches for third place.

use domain::pairing::EntrantId;
use domain::tournament::RoundName;
use domain::tournament::phases::{phase_status, planned_phases, round_name};
use domain::tournament::playoff::{Playoff, Side};
use proto_events::TournamentEvent as E;
use proto_events::ids::RegistrationId;
use proto_events::tournament::{Organizing, TournamentDetails};
use proto_events::vocabulary::{PhaseType, PlayoffKind, ProgressStatus, RegistrationStatus};

use crate::explain::assert_sheet_agrees;
use crate::support::{Script, details, round};

/// Six players whose Swiss ranks are their numbers, with a cut to so many.
fn cut(kind: PlayoffKind, players: i64) -> Script {
    let details = TournamentDetails { playoff: kind, top_cut: 4, ..details() };
    let swiss = Script::with(6, details).swiss(1, &["1v6 1-1", "2v5 1-1", "3v4 1-1"]);
    swiss.draw_ties(&[1, 2, 3, 4, 5, 6]).cut(1, &(1..=players).collect::<Vec<_>>())
}

fn double() -> Script {
    cut(PlayoffKind::DoubleElimination, 4)
}

fn reset() -> Script {
    cut(PlayoffKind::DoubleEliminationReset, 4)
}

fn third() -> Script {
    cut(PlayoffKind::ThirdPlace, 4)
}

fn playoff(script: &Script) -> Playoff {
    Playoff::before(&script.fold(), i32::MAX).unwrap()
}

/// The tables of the next round, such as `1v4 2`.
fn next(script: &Script) -> String {
    let tables = playoff(script).next_round();
    let told = tables.iter().map(|table| table.iter().map(|id| id.0.to_string()).collect::<Vec<_>>().join("v"));
    told.collect::<Vec<_>>().join(" ")
}

/// The first three rounds: 1 wins the winners' bracket, 2 the losers' bracket.
fn before_the_final(script: Script) -> Script {
    let first = script.double(2, &["1v4 2-0", "2v3 2-0"]);
    assert_eq!(next(&first), "1v2 3v4");
    let second = first.double(3, &["1v2 2-0", "3v4 2-1"]);
    assert_eq!(next(&second), "2v3");
    assert_eq!(playoff(&second).losers, [EntrantId(4)]);
    second.double(4, &["2v3 2-0"])
}

#[test]
fn one_final_decides_also_against_the_winner_of_the_winners_bracket() {
    let script = before_the_final(double());
    assert_eq!(next(&script), "1v2");
    assert!(playoff(&script).next_is_last());
    let script = script.double(5, &["1v2 0-2"]);
    assert_eq!((next(&script), script.order(5)), (String::new(), vec![2, 1, 3, 4, 5, 6]));
    assert_eq!(playoff(&script).losers, [4, 3, 1].map(EntrantId));
}

#[test]
fn a_second_final_follows_a_first_defeat() {
    let script = before_the_final(reset());
    assert!(!playoff(&script).next_is_last());
    let over = script.clone().double(5, &["1v2 2-0"]);
    assert_eq!((next(&over), over.order(5)), (String::new(), vec![1, 2, 3, 4, 5, 6]));
    let again = script.double(5, &["1v2 0-2"]);
    assert_eq!(next(&again), "1v2");
    assert!(playoff(&again).next_is_last());
    assert_eq!(playoff(&again).defeats, [4, 3, 2, 4, 3, 1].map(EntrantId), "two of them are out");
    let over = again.double(6, &["1v2 0-2"]);
    assert_eq!((next(&over), over.order(6)), (String::new(), vec![2, 1, 3, 4, 5, 6]));
}

#[test]
fn a_final_that_both_lose_leaves_the_one_with_a_life_alone() {
    let script = before_the_final(reset()).double(5, &["1v2 both-lose"]);
    assert_eq!(next(&script), "1");
    assert_eq!(next(&script.double(6, &["1 bye"])), "");
    let one_final = before_the_final(double()).double(5, &["1v2 both-lose"]);
    assert_eq!((next(&one_final), playoff(&one_final).survivors), (String::new(), Vec::new()));
}

#[test]
fn two_who_both_lose_play_on_in_the_losers_bracket() {
    let first = double().double(2, &["1v4 both-lose", "2v3 2-0"]);
    // No one meets 2 in the winners' bracket, so that the second of the two takes the place of its loser.
    assert_eq!(next(&first), "2 1v3");
    let second = first.double(3, &["2 bye", "1v3 2-0"]);
    assert_eq!(next(&second), "1v4");
    assert_eq!(next(&second.double(4, &["1v4 0-2"])), "2v4");
}

#[test]
fn who_drops_has_no_life_left() {
    let first = double().double(2, &["1v4 2-0", "2v3 2-0"]).drop(1);
    assert_eq!(next(&first), "2 3v4");
    let second = first.double(3, &["2 bye", "3v4 2-0"]);
    assert_eq!(next(&second), "2v3", "no one comes down from the winners' bracket, and a bye alone is no round");
    let over = second.clone().drop(2);
    assert_eq!(next(&over), "3");
    assert_eq!(next(&over.double(4, &["3 bye"])), "");
    assert_eq!(second.double(4, &["2v3 0-2"]).finish().order(4), [3, 2, 4, 1, 5, 6]);
}

/// Lets 5 play, who is not in the cut.
fn with_newcomer(script: Script) -> Script {
    let (registration_id, status) = (RegistrationId(5), RegistrationStatus::Complete);
    script.then(E::RegistrationStatusChanged { registration_id, status })
}

#[test]
fn a_player_paired_by_hand_takes_the_side_in_either_bracket() {
    let first = with_newcomer(double().double(2, &["1v4 2-0", "2v3 2-0"]));
    let lower = first.clone().double(3, &["1v2 2-0", "3v5 0-2"]);
    assert_eq!(next(&lower), "2v5");
    assert!(playoff(&lower).losers.contains(&EntrantId(4)), "who was replaced is out");
    let upper = first.double(3, &["1v5 2-0", "3v4 2-0"]);
    assert_eq!(next(&upper), "5v3", "a newcomer in the winners' bracket takes the seed of 2, and has two lives");
}

#[test]
fn two_players_who_change_places_advance_from_there() {
    let details = TournamentDetails { playoff: PlayoffKind::SingleElimination, ..details() };
    let script = Script::with(8, details).cut(0, &[1, 2, 3, 4, 5, 6, 7, 8]);
    let first = script.playoff(1, &["1v7 2-0", "4v5 2-0", "2v8 0-2", "3v6 2-0"]);
    assert_eq!(next(&first), "1v4 3v8");
}

#[test]
fn a_newcomer_may_take_the_empty_side_of_a_bye() {
    let script = with_newcomer(cut(PlayoffKind::SingleElimination, 3));
    assert_eq!(next(&script), "1 2v3");
    assert_eq!(next(&script.playoff(2, &["1v5 0-2", "2v3 2-0"])), "2v5");
}

#[test]
fn a_drawn_match_is_played_again() {
    let script = cut(PlayoffKind::SingleElimination, 4).playoff(2, &["1v4 1-1", "2v3 2-0"]);
    assert_eq!(next(&script), "1v4");
    assert_eq!(next(&script.playoff(3, &["1v2 2-0"])), "", "staff may say that 1 advanced");
}

#[test]
fn during_a_double_elimination_fewer_defeats_stand_first() {
    let first = double().double(2, &["1v4 2-0", "2v3 0-2"]);
    assert_eq!(first.order(2), [1, 3, 2, 4, 5, 6]);
    let second = first.double(3, &["1v3 2-0", "2v4 0-2"]);
    assert_eq!(second.order(3), [1, 4, 3, 2, 5, 6], "4 won, 3 lost for the first time, 2 is out");
    let third = second.double(4, &["3v4 2-0"]);
    assert_eq!(third.order(4), [1, 3, 4, 2, 5, 6], "1 waits for the final");
    let left = third.clone().drop(1);
    assert_sheet_agrees(&left.fold(), round(4));
    assert_eq!(left.order(3), [1, 4, 3, 2, 5, 6], "a drop changes no earlier standings");
    let over = third.double(5, &["1v3 2-1"]);
    assert_eq!(over.order(4), [1, 3, 4, 2, 5, 6], "later rounds leave it as it is");
    for script in [over.clone(), over.finish()] {
        (2..=5).for_each(|number| assert_sheet_agrees(&script.fold(), round(number)));
    }
}

#[test]
fn an_imported_double_elimination_is_ranked_by_results_alone() {
    // Other matches than those of the bracket, without a cut.
    let script = Script::new(4).draw_ties(&[1, 2, 3, 4]).double(1, &["1v2 2-0", "3v4 2-0"]).double(2, &["2v4 2-0"]);
    let script =
        script.double(3, &["1v3 0-2"]).double(4, &["1v2 0-2"]).double(5, &["3v2 0-2"]).double(6, &["2v3 2-0"]).finish();
    assert_eq!(script.order(6), [2, 3, 1, 4]);
}

#[test]
fn losers_of_semifinals_play_for_third_place_next_to_the_final() {
    let semifinals = third().playoff(2, &["1v4 0-2", "2v3 2-0"]);
    let state = playoff(&semifinals);
    assert_eq!((next(&semifinals), state.third_place), ("2v4 1v3".to_owned(), vec![EntrantId(1), EntrantId(3)]));
    let played = semifinals.clone().playoff(3, &["2v4 2-0", "1v3 0-2 consolation"]);
    assert_eq!((next(&played), played.order(3)), (String::new(), vec![2, 4, 3, 1, 5, 6]));
    assert_eq!(playoff(&played).nodes[3].winner, Some(1));
    assert_sheet_agrees(&played.fold(), round(3));
    let not_played = semifinals.clone().playoff(3, &["2v4 2-0", "1v3 ? consolation"]);
    assert_eq!((next(&not_played), not_played.order(3)), (String::new(), vec![2, 4, 1, 3, 5, 6]));
    let removed = playoff(&semifinals.clone().playoff(3, &["2v4 2-0"]));
    let over = removed.is_over();
    assert_eq!((removed.third_place, over), (Vec::new(), true), "staff removed that match");
    let alone = playoff(&semifinals.drop(1));
    assert_eq!((alone.next_round().len(), alone.nodes[3].sides[0]), (1, Side::Empty), "3 is third without a match");
}

#[test]
fn a_ranked_playoff_has_a_match_for_third_place_too() {
    let ranked = E::OrganizingChanged { organizing: Organizing { ranked_playoff: true, ..Organizing::default() } };
    let script = third().then(ranked).open(PhaseType::RankedSingleElimination, 2, &["1v4 0-2", "2v3 2-0"]).complete(2);
    assert_eq!(next(&script), "2v4 1v3");
    assert_eq!(playoff(&script.drop(3)).third_place, [], "1 is third without a match");
}

#[test]
fn rounds_of_a_double_elimination_have_numbers_and_finals_their_name() {
    assert_eq!(planned_phases(&double().fold()).last().unwrap().round_type, PhaseType::DoubleElimination);
    let script = before_the_final(reset()).double(5, &["1v2 0-2"]);
    let names = |script: &Script| {
        let tournament = script.fold();
        let rounds = tournament.rounds().map(|(phase, round)| round_name(&tournament, phase, round));
        (rounds.skip(1).collect::<Vec<_>>(), phase_status(&tournament, tournament.phases.last().unwrap()))
    };
    let numbers = [2, 3, 4].map(RoundName::Number);
    let (told, status) = names(&script);
    assert_eq!((&told[..3], told[3], status), (&numbers[..], RoundName::Bracket(1), ProgressStatus::InProgress));
    let (told, status) = names(&script.double(6, &["1v2 0-2"]));
    assert_eq!((told[3..].to_vec(), status), (vec![RoundName::Bracket(1); 2], ProgressStatus::Complete));
}
