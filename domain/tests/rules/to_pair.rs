//! Tournaments as the pairing engine sees them, playoffs, and the data for pairing a round again.

use domain::pairing::bracket::Order;
use domain::pairing::{Entrant, EntrantId};
use domain::tournament::playoff::Playoff;
use domain::tournament::to_pair::entrants;
use proto_events::TournamentEvent as E;
use proto_events::ids::{RegistrationId, TournamentId, UserId};
use proto_events::tournament::{Organizing, TournamentDetails};
use proto_events::vocabulary::{PhaseType, RegistrationStatus, RoundType};

use crate::entries::seated;
use crate::support::{Script, details, match_id, round};

fn entrant(script: &Script, number: i32, player: i64) -> Entrant {
    let entrants = entrants(&script.fold(), number);
    entrants.into_iter().find(|entrant| entrant.id == EntrantId(player)).unwrap()
}

fn playoff(script: &Script, number: i32) -> Option<Playoff> {
    Playoff::before(&script.fold(), number)
}

/// The pairs of the next round, by player; 0 for a bye.
fn next(script: &Script, number: i32) -> Vec<(i64, i64)> {
    let matches = playoff(script, number).unwrap().next_round();
    matches.iter().map(|table| (table[0].0, table.get(1).map_or(0, |second| second.0))).collect()
}

#[test]
fn an_entrant_brings_points_opponents_byes_and_a_rank() {
    let registration_id = RegistrationId(2);
    let script = Script::new(5)
        .swiss(1, &["1v2 2-0", "3v4 1-1", "5 bye"])
        .swiss(2, &["5v1 0-2", "2v3 2-0", "4 loss"])
        .then(E::ByesAwarded { registration_id, round_numbers: vec![3] })
        .then(E::SeatFixed { registration_id, fixed_seat: Some(7) });
    let two = entrant(&script, 3, 2);
    assert_eq!((two.match_points, two.opponents.as_slice(), two.byes), (3, &[EntrantId(1), EntrantId(3)][..], 0));
    assert_eq!((two.has_awarded_bye, two.fixed_seat, two.is_dropped), (true, Some(7), false));
    assert!(!entrant(&script, 4, 2).has_awarded_bye, "a bye is awarded for one round");
    let five = entrant(&script, 3, 5);
    assert_eq!((five.match_points, five.opponents.as_slice(), five.byes), (3, &[EntrantId(1)][..], 1));
    let four = entrant(&script, 3, 4);
    assert_eq!((four.match_points, four.opponents.len(), four.byes), (1, 1, 0), "an assigned loss adds no opponent");
    assert_eq!(entrant(&script, 3, 1).rank, 1);
    let before = entrant(&script, 2, 2);
    assert_eq!((before.match_points, before.opponents.len()), (0, 1), "only earlier rounds count");
}

#[test]
fn only_complete_entries_play() {
    let script = Script::new(3).swiss(1, &["1v2 2-0", "3 bye"]).drop(1).disqualify(2);
    let (registration_id, user_id) = (RegistrationId(4), UserId(4));
    let script = script.then(E::PlayerRegistered { registration_id, user_id, status: RegistrationStatus::OnWaitlist });
    let dropped: Vec<bool> = (1..=4).map(|player| entrant(&script, 2, player).is_dropped).collect();
    assert_eq!(dropped, [true, true, false, true]);
}

#[test]
fn before_the_first_round_nobody_has_a_rank() {
    assert_eq!(entrant(&Script::new(2), 1, 1), Entrant::new(EntrantId(1)));
}

#[test]
fn a_playoff_needs_a_cut_that_no_swiss_round_followed() {
    let swiss = Script::new(4).swiss(1, &["1v2 2-0", "3v4 2-0"]);
    assert_eq!(playoff(&swiss, 2), None);
    let cut = swiss.cut(1, &[1, 3]);
    assert_eq!(next(&cut, 2), [(1, 3)]);
    assert_eq!(playoff(&cut.swiss(2, &["1v3 2-0"]), 3), None, "the cut was made after a first day");
}

/// An event of eight with a cut after its first round.
fn cut_to(players: &[i64]) -> Script {
    Script::new(8).swiss(1, &["1v2 2-0", "3v4 2-0", "5v6 2-0", "7v8 2-0"]).cut(1, players)
}

#[test]
fn a_playoff_goes_on_with_those_who_won() {
    let swiss = cut_to(&[1, 2, 3, 4, 5, 6]);
    assert_eq!(next(&swiss, 2), [(1, 0), (4, 5), (2, 0), (3, 6)]);
    let first = swiss.playoff(2, &["1 bye", "4v5 0-2", "2 bye", "3v6 2-0"]);
    assert_eq!(next(&first, 3), [(1, 5), (2, 3)]);
    let dropped = first.clone().drop(2);
    assert_eq!(next(&dropped, 3), [(1, 5), (3, 0)], "the opponent of a player who drops has a bye");
    let semifinals = first.playoff(3, &["1v5 0-2", "2v3 2-1"]);
    assert_eq!(next(&semifinals, 4), [(2, 5)]);
    assert_eq!(playoff(&semifinals, 4).unwrap().losers, [4, 6, 1, 3].map(EntrantId));
    let alone = semifinals.clone().drop(2);
    assert_eq!(next(&alone, 4), [(5, 0)], "the last remaining player wins the final by bye");
    assert_eq!(next(&alone.playoff(4, &["5 bye"]), 5), []);
    let over = semifinals.playoff(4, &["2v5 0-2"]);
    assert_eq!((next(&over, 5), playoff(&over, 5).unwrap().survivors), (Vec::new(), vec![EntrantId(5)]));
}

#[test]
fn playoff_with_player_paired_by_hand_gives_that_player_the_slot() {
    let (registration_id, status) = (RegistrationId(2), RegistrationStatus::Complete);
    let cut = cut_to(&[1, 3, 5, 7]).then(E::RegistrationStatusChanged { registration_id, status });
    assert_eq!(next(&cut, 2), [(1, 7), (3, 5)]);
    let won = cut.clone().playoff(2, &["1v7 2-0", "3v2 0-2"]);
    assert_eq!(next(&won, 3), [(1, 2)], "the replacement is in the final");
    assert!(playoff(&won, 3).unwrap().losers.contains(&EntrantId(5)), "the replaced player is out");
    let left = won.drop(5);
    assert_eq!(next(&left, 3), [(1, 2)], "even if the replaced player has dropped");
    let lost = cut.clone().playoff(2, &["1v7 2-0", "3v2 2-0"]);
    assert_eq!(next(&lost, 3), [(1, 3)]);
    let bye = cut.playoff(2, &["1v7 2-0", "2 bye", "3 loss"]);
    assert_eq!(next(&bye, 3), [(1, 2)], "a bye by hand takes the slot of a player who is not paired");
}

#[test]
fn playoff_with_loser_paired_again_by_hand_lets_the_loser_advance() {
    let first = cut_to(&[1, 2, 3, 4, 5, 6, 7, 8]).playoff(2, &["1v8 2-0", "4v5 2-0", "2v7 2-0", "3v6 2-0"]);
    assert_eq!(next(&first, 3), [(1, 4), (2, 3)]);
    let second = first.playoff(3, &["8v4 2-0", "2v3 2-0"]);
    assert_eq!(next(&second, 4), [(8, 2)]);
    assert_eq!(next(&second.playoff(4, &["8v2 2-0"]), 5), []);
}

#[test]
fn playoff_match_that_both_lose_gives_a_bye_in_the_next_round() {
    let first = cut_to(&[1, 2, 3, 4, 5, 6, 7, 8]).playoff(2, &["1v8 both-lose", "4v5 2-0", "2v7 2-0", "3v6 2-0"]);
    assert_eq!(next(&first, 3), [(4, 0), (2, 3)]);
    let replaced = first.clone().playoff(3, &["4v6 0-2", "2v3 2-0"]);
    assert_eq!(next(&replaced, 4), [(6, 2)], "staff may give the place of the two to another player");
    let second = first.playoff(3, &["4 bye", "2v3 both-lose"]);
    assert_eq!(next(&second, 4), [(4, 0)], "the last player wins the final by bye");
    let final_lost = cut_to(&[1, 3]).playoff(2, &["1v3 both-lose"]);
    assert_eq!((next(&final_lost, 3), playoff(&final_lost, 3).unwrap().survivors), (Vec::new(), Vec::new()));
}

#[test]
fn match_that_both_lose_counts_as_a_loss_of_each_and_as_a_meeting() {
    let script = Script::new(4).swiss(1, &["1v2 both-lose", "3v4 2-0"]);
    for player in [1, 2] {
        let line = script.line(1, player);
        assert_eq!((line.score.points, line.score.wins, line.score.losses, line.score.draws), (0, 0, 1, 0), "{player}");
    }
    assert_eq!(entrant(&script, 2, 1).opponents, [EntrantId(2)]);
    assert_eq!(entrant(&script, 2, 2).opponents, [EntrantId(1)]);
}

#[test]
fn a_ranked_playoff_is_seeded_anew() {
    let ranked = E::OrganizingChanged { organizing: Organizing { ranked_playoff: true, ..Organizing::default() } };
    let script = Script::new(4).swiss(1, &["1v2 2-0", "3v4 2-0"]).cut(1, &[1, 2, 3, 4]).then(ranked);
    let script = script.open(PhaseType::RankedSingleElimination, 2, &["1v4 0-2", "2v3 0-2"]).complete(2);
    assert_eq!(next(&script, 3), [(3, 4)]);
    assert_eq!(playoff(&script, 3).unwrap().phase_type(), PhaseType::RankedSingleElimination);
}

#[test]
fn who_drafted_for_the_playoff_plays_by_seat() {
    let swiss = Script::new(4).swiss(1, &["1v2 2-0", "3v4 2-0"]).cut(1, &[1, 2, 3, 4]);
    let drafted = swiss.add_round(PhaseType::DraftPod, 0, RoundType::DraftPod).then(seated(0, 1, &[2, 1, 4, 3]));
    assert_eq!(playoff(&drafted, 2).unwrap().order, Some(Order::BySeat));
    assert_eq!(next(&drafted, 2), [(2, 4), (1, 3)]);
    let of_pods = E::DetailsChanged { details: TournamentDetails { pod_size: 4, ..details() } };
    assert_eq!(playoff(&drafted.then(of_pods), 2).unwrap().seeds, [1, 2, 3, 4].map(EntrantId), "pods play by seed");
}

#[test]
fn a_cut_made_again_takes_the_place_of_the_first() {
    let script = Script::new(4).swiss(1, &["1v2 2-0", "3v4 2-0"]).cut(1, &[1, 3]).cut(1, &[3, 1]);
    assert_eq!((script.fold().cuts.len(), next(&script, 2)), (1, vec![(3, 1)]));
}

#[test]
fn it_is_counted_how_often_pairings_were_thrown_away() {
    let script = Script::new(2).open(PhaseType::Swiss, 1, &["1v2 ?"]);
    let again = script.clone().then(E::PairingsDiscarded { round_id: round(1) });
    let times = |script: &Script| script.fold().round(round(1)).unwrap().1.times_discarded;
    assert_eq!((times(&script), times(&again)), (0, 1));
}

#[test]
fn a_match_is_found_with_its_round_and_who_reported_it() {
    let tournament = Script::new(2).swiss(1, &["1v2 2-0"]).fold();
    let placed = tournament.placed(match_id(1, 0)).unwrap();
    assert_eq!((placed.round.number, placed.team_match.is_none()), (1, true));
    assert_eq!(placed.table.reported_by, Some(proto_events::Actor::System));
    assert!(tournament.placed(match_id(2, 0)).is_none());
    assert_eq!(tournament.id, TournamentId(1));
}
