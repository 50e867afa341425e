use domain::pairing::edit::Problem;

use super::*;
use crate::rounds::testing::*;
use RoundKind::{DraftPod, PlayerMeeting, Swiss};

/// Tables without numbers.
fn tables(seats: &[&[i64]]) -> Vec<ProposedTable> {
    seats.iter().map(|entrants| proposed(entrants.to_vec())).collect()
}

/// Tables of teams without numbers.
fn of_teams(seats: &[&[i64]]) -> Vec<ProposedTable> {
    tables(seats).into_iter().map(|table| ProposedTable { of_teams: true, ..table }).collect()
}

fn played(kind: RoundKind, players: i64) -> (Played, RoundId) {
    let mut played = Played::new(players);
    let round_id = played.add(kind);
    (played, round_id)
}

/// Returns the problems of these pairings of the only round, as sentences.
fn wrong(played: &Played, round_id: RoundId, tables: &[ProposedTable]) -> Vec<Message> {
    let refused = played.try_replace(round_id, tables).unwrap_err();
    assert_eq!(refused.code(), "pairings-wrong");
    refused.into_parts().problems
}

fn told(problems: &[Problem]) -> Vec<Message> {
    problems.iter().map(|problem| PairingWarning::of(*problem).message().clone()).collect()
}

#[test]
fn an_organizer_pairs_by_hand_once() {
    let (mut played, round_id) = played(Swiss, 5);
    let command = tables(&[&[5], &[1, 2], &[3, 4]]);
    let events = played.try_replace(round_id, &command).unwrap();
    assert_eq!(events[0], TournamentEvent::PairingsDiscarded { round_id });
    played.happen(events);
    assert_eq!(played.tables(), [vec![1, 2], vec![3, 4], vec![5]], "byes have the last tables");
    assert_eq!(played.try_replace(round_id, &command).unwrap(), [], "the same again changes nothing");
    assert!(!played.try_replace(round_id, &tables(&[&[3, 4], &[1, 2], &[5]])).unwrap().is_empty());
}

#[test]
fn tables_keep_the_numbers_that_they_are_given() {
    let (mut played, round_id) = played(Swiss, 5);
    let mut proposed = tables(&[&[1, 2], &[3, 4], &[5]]);
    proposed[0].table_number = Some(7);
    proposed[2].is_loss = true;
    played.happen(played.try_replace(round_id, &proposed).unwrap());
    let round = played.last_round();
    let numbers: Vec<_> = round.matches.iter().map(|table| (table.pairing.table_number, table.pairing.kind)).collect();
    assert_eq!(numbers, [(1, PairingKind::Versus), (2, PairingKind::AssignedLoss), (7, PairingKind::Versus)]);
}

#[test]
fn nobody_sits_in_two_places_and_nobody_who_does_not_play() {
    let (mut played, round_id) = played(Swiss, 6);
    played.drop(4);
    for (seats, problem) in [
        (&[&[1, 2][..], &[1, 3]][..], Problem::DoubleBooked(EntrantId(1))),
        (&[&[1, 1]], Problem::AgainstItself(EntrantId(1))),
        (&[&[1, 99]], Problem::Unknown(EntrantId(99))),
        (&[&[1, 4]], Problem::Dropped(EntrantId(4))),
    ] {
        assert_eq!(wrong(&played, round_id, &tables(seats)), told(&[problem]));
    }
    let mut twice = tables(&[&[1, 2], &[3, 5]]);
    twice.iter_mut().for_each(|table| table.table_number = Some(3));
    assert_eq!(wrong(&played, round_id, &twice), told(&[Problem::TableTakenTwice(3)]));
}

#[test]
fn rematches_and_the_like_are_for_the_organizer_to_know() {
    let mut played = Played::new(4).after_a_round();
    let first = played.tables();
    let round_id = played.add(Swiss);
    let again: Vec<&[i64]> = first.iter().map(Vec::as_slice).take(1).collect();
    played.happen(played.try_replace(round_id, &tables(&again)).unwrap());
    let players = [first[0][0], first[0][1]].map(EntrantId);
    let left_out = first[1].iter().map(|id| Problem::LeftOut(EntrantId(*id)));
    let mut problems = played.problems();
    problems.sort_by_key(|problem| format!("{problem:?}"));
    let mut expected: Vec<Problem> = left_out.chain([Problem::Rematch { players, times: 1 }]).collect();
    expected.sort_by_key(|problem| format!("{problem:?}"));
    assert_eq!(problems, expected);
}

#[test]
fn seats_at_a_meeting_and_in_a_draft_are_moved_by_hand() {
    let (mut meeting, round_id) = played(PlayerMeeting, 4);
    let moved = tables(&[&[4, 3], &[2], &[1]]);
    meeting.happen(meeting.try_replace(round_id, &moved).unwrap());
    assert_eq!(meeting.tables(), [vec![4, 3], vec![2], vec![1]]);
    assert!(meeting.last_round().matches.iter().all(|table| table.pairing.kind == PairingKind::Seating));
    let (mut draft, round_id) = played(DraftPod, 8);
    draft.drop(8);
    let mut again = tables(&[&[1, 2, 3, 4, 5, 6, 7]]);
    again[0].table_number = Some(3);
    draft.happen(draft.try_replace(round_id, &again).unwrap());
    assert_eq!(draft.last_round().matches[0].pairing.pod_number, 3);
    let bad = tables(&[&[1, 2, 1], &[8], &[99]]);
    let expected =
        [Problem::DoubleBooked(EntrantId(1)), Problem::Dropped(EntrantId(8)), Problem::Unknown(EntrantId(99))];
    assert_eq!(wrong(&draft, round_id, &bad), told(&expected));
}

#[test]
fn matches_inside_a_pod_know_their_pod() {
    let mut played = Played::new(8);
    let draft = played.begin(DraftPod);
    played.complete(draft);
    let round_id = played.add(DraftPod);
    played.happen(played.try_replace(round_id, &tables(&[&[1, 2], &[3, 4], &[5, 6], &[7, 8]])).unwrap());
    assert!(played.last_round().matches.iter().all(|table| table.pairing.pod_number == 1));
}

#[test]
fn teams_are_paired_by_hand_by_team() {
    let (mut played, round_id) = Played::of_teams(5).paired();
    let command = of_teams(&[&[2, 1], &[5, 3], &[4]]);
    played.happen(played.try_replace(round_id, &command).unwrap());
    let round = played.last_round();
    assert_eq!(round.team_matches[0].seats[0].pairing.players, [RegistrationId(4), RegistrationId(1)]);
    assert_eq!(played.try_replace(round_id, &command).unwrap(), []);
    assert_eq!(wrong(&played, round_id, &of_teams(&[&[2, 2]])), told(&[Problem::AgainstItself(EntrantId(2))]));
}

#[test]
fn a_team_match_needs_a_table_for_each_member_and_a_bye_none() {
    let (played, round_id) = Played::of_teams(5).paired();
    let played = played.organized(|it| it.last_table = Some(5));
    let refused = played.try_replace(round_id, &of_teams(&[&[2, 1], &[5, 3], &[4]]));
    assert_eq!(coded(refused), "pairing-too-few-tables 6 1 5");
}

#[test]
fn pods_are_paired_by_hand_by_seat_and_repeated_opponents_are_named() {
    let (mut played, round_id) = Played::of_pods(8, 4).paired();
    let by_hand: [&[i64]; 2] = [&[5, 3, 1], &[8, 7, 6, 4, 2]];
    played.happen(played.try_replace(round_id, &tables(&by_hand)).unwrap());
    assert_eq!(played.tables(), by_hand.map(<[i64]>::to_vec));
    for wrong in [&[&[1, 2][..], &[3, 4, 5, 6, 7, 8]][..], &[&[1, 2], &[3, 4, 5], &[6, 7, 8]]] {
        assert_eq!(coded(played.try_replace(round_id, &tables(wrong))), "table-of-pod 3 5");
    }
    played.start(round_id);
    played.report_winner(played.match_of(round_id, 1), 1);
    played.report_winner(played.match_of(round_id, 2), 2);
    played.complete(round_id);
    let again = played.add(Swiss);
    played.happen(played.try_replace(again, &tables(&[&[1, 3, 2, 4], &[5, 6, 7, 8]])).unwrap());
    let rematches = played.problems();
    assert_eq!(rematches.len(), 5, "1-3 and 2-4 at one table, 6-7, 6-8 and 7-8 at the other: {rematches:?}");
}

#[test]
fn a_table_has_as_many_as_fit() {
    let (played, round_id) = played(Swiss, 4);
    let refused = |tables: Vec<ProposedTable>| played.try_replace(round_id, &tables);
    for seats in [&[&[][..]][..], &[&[1, 2, 3]]] {
        assert_eq!(coded(refused(tables(seats))), "table-of-two");
    }
    let mut loss = tables(&[&[1, 2]]);
    loss[0].is_loss = true;
    assert_eq!(coded(refused(loss)), "loss-for-one-player");
    let (meeting, round_id) = self::played(PlayerMeeting, 4);
    let crowd: Vec<i64> = (1..=21).collect();
    assert_eq!(coded(meeting.try_replace(round_id, &tables(&[&crowd]))), "table-of-seats 20");
    let (teams, round_id) = Played::of_teams(3).paired();
    assert_eq!(coded(teams.try_replace(round_id, &tables(&[&[1, 2]]))), "tables-need-teams");
    let mut loss = of_teams(&[&[1]]);
    loss[0].is_loss = true;
    assert_eq!(coded(teams.try_replace(round_id, &loss)), "no-loss-for-a-team");
}
