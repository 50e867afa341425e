//! The competitors listed in standings, and changes after a round is complete.

use domain::tournament::Tournament;
use domain::tournament::standings::{Standing, standings_after};
use proto_events::ids::{RegistrationId, UserId};
use proto_events::tournament::{Pairing, PairingKind};
use proto_events::vocabulary::{PhaseType, RegistrationStatus, RoundType};
use proto_events::{Actor, DomainEvent, TournamentEvent};

use crate::support::{Script, envelopes, id, match_id, round};

fn sorted(mut players: Vec<i64>) -> Vec<i64> {
    players.sort_unstable();
    players
}

#[test]
fn a_completed_rounds_standings_do_not_change_when_somebody_leaves_or_comes() {
    let script = Script::new(4).swiss(1, &["1v2 2-0", "3v4 2-1"]);
    let before = script.standings(1);
    let later = script.drop(2).disqualify(1).register(5).open(PhaseType::Swiss, 2, &["3v5 ?"]);
    assert_eq!(later.standings(1), before);
}

#[test]
fn who_drops_keeps_the_record_and_the_place() {
    let script = Script::new(4).swiss(1, &["1v2 2-0", "3v4 2-1"]).drop(1).swiss(2, &["3v2 2-0", "4 bye"]);
    assert_eq!(sorted(script.order(2)), [1, 2, 3, 4]);
    let one = script.line(2, 1);
    // Only the round in which 1 was paired counts: 3 of 3 points. The opponent, 2, has 0 of 6.
    assert_eq!((one.score.wins, one.score.losses, one.match_win.units), (1, 0, 100_000_000));
    assert_eq!(one.opponent_match_win.units, 33_000_000);
}

#[test]
fn who_is_disqualified_is_not_listed_afterwards_and_whoever_stood_below_moves_up() {
    let script = Script::new(3).swiss(1, &["1v2 2-0", "3 bye"]).disqualify(1).swiss(2, &["3v2 2-0"]);
    assert!(script.order(1).contains(&1));
    assert_eq!(script.order(2), [3, 2]);
    assert_eq!(script.line(2, 3).rank, 1);
    // The match with 1 still counts: 2 met 1 (3 of 3) and 3 (6 of 6).
    assert_eq!(script.line(2, 2).opponent_match_win.units, 100_000_000);
}

#[test]
fn a_disqualification_shows_at_once_in_a_round_in_progress() {
    let script = Script::new(3).open(PhaseType::Swiss, 1, &["1v2 ?", "3 bye"]).disqualify(2);
    assert_eq!(sorted(script.order(1)), [1, 3]);
}

#[test]
fn only_complete_entries_are_listed() {
    let entry = |script: Script, player: i64, status| {
        let (registration_id, user_id) = (RegistrationId(player), UserId(player));
        script.then(TournamentEvent::PlayerRegistered { registration_id, user_id, status })
    };
    let script = [
        RegistrationStatus::InProgress,
        RegistrationStatus::InWaitingRoom,
        RegistrationStatus::OnWaitlist,
        RegistrationStatus::MovedToChildEvent,
        RegistrationStatus::Canceled,
    ]
    .into_iter()
    .zip(3..)
    .fold(Script::new(2), |script, (status, player)| entry(script, player, status));
    // 5 leaves the waitlist. 5 was never in the event, so it is not listed.
    let script = script.drop(5).swiss(1, &["1v2 2-0"]);
    assert_eq!(script.order(1), [1, 2]);
}

#[test]
fn a_corrected_result_changes_its_round_and_the_later_ones_and_no_earlier_one() {
    let script = Script::new(4)
        .swiss(1, &["1v2 2-0", "3v4 2-1"])
        .swiss(2, &["1v3 2-0", "2v4 2-0"])
        .swiss(3, &["1v4 2-0", "2v3 2-0"]);
    let first = script.standings(1);
    let corrected = script.clone().correct(2, 0, "0-2");
    assert_eq!(corrected.standings(1), first);
    for (number, before, after) in [(2, 6, 3), (3, 9, 6)] {
        assert_eq!(script.line(number, 1).score.points, before);
        assert_eq!(corrected.line(number, 1).score.points, after);
    }
    // The standings are as if the result had been right from the start.
    let told_right = Script::new(4)
        .swiss(1, &["1v2 2-0", "3v4 2-1"])
        .swiss(2, &["1v3 0-2", "2v4 2-0"])
        .swiss(3, &["1v4 2-0", "2v3 2-0"]);
    assert_eq!(corrected.standings(3), told_right.standings(3));
}

/// Players who sit at one table, without a match.
pub(crate) fn seated(number: i32, pod_number: i32, players: &[i64]) -> TournamentEvent {
    let players = players.iter().copied().map(RegistrationId).collect();
    let (match_id, kind) = (match_id(number, 0), PairingKind::Seating);
    let pairings = vec![Pairing { match_id, kind, table_number: 1, pod_number, players, ..Pairing::default() }];
    TournamentEvent::MatchesPaired { round_id: round(number), pairings }
}

#[test]
fn nobody_is_listed_before_the_first_round_or_in_a_player_meeting() {
    let meeting = Script::new(2).add_round(PhaseType::Swiss, 0, RoundType::PlayerMeeting);
    let meeting =
        meeting.then(seated(0, 0, &[1, 2])).then(TournamentEvent::RoundStarted { round_id: round(0) }).complete(0);
    assert_eq!(meeting.standings(0), []);
    let paired = meeting.add_round(PhaseType::Swiss, 1, RoundType::PlayVsOpponent);
    assert_eq!(paired.standings(1), []);
    let started = paired.then(TournamentEvent::RoundStarted { round_id: round(1) });
    assert_eq!(started.standings(1).len(), 2);
    assert_eq!(started.standings(0), []);
}

#[test]
fn draft_pods_seat_players_and_count_only_what_they_play() {
    let drafting = Script::new(4)
        .add_round(PhaseType::DraftPod, 1, RoundType::DraftPod)
        .then(seated(1, 1, &[1, 2, 3, 4]))
        .then(TournamentEvent::RoundStarted { round_id: round(1) })
        .complete(1);
    assert_eq!(drafting.standings(1), []);
    let played = drafting.open(PhaseType::DraftPod, 2, &["1v2 2-0", "3v4 2-1"]).complete(2);
    let points: Vec<i32> = played.standings(2).iter().map(|line| line.score.points).collect();
    assert_eq!(points, [3, 3, 0, 0]);
}

#[test]
fn a_round_paired_but_not_begun_counts_nothing_yet() {
    let script = Script::new(3).swiss(1, &["1v2 2-0", "3 bye"]);
    let before = script.standings(1);
    assert_eq!(upcoming(&script, 2, &["1v3 ?", "2 bye"]).standings(2), before);
}

#[test]
fn discarded_pairings_leave_nothing_behind() {
    let script = Script::new(4).open(PhaseType::Swiss, 1, &["1v2 ?", "3v4 ?"]);
    let again = script
        .then(TournamentEvent::PairingsDiscarded { round_id: round(1) })
        .then(TournamentEvent::MatchesPaired { round_id: round(1), pairings: vec![] })
        .complete(1);
    assert!(again.standings(1).iter().all(|line: &Standing| line.score.draws == 0));
    assert_eq!(sorted(again.order(1)), [1, 2, 3, 4]);
}

/// Adds a round that is paired but has not begun.
fn upcoming(script: &Script, number: i32, tables: &[&str]) -> Script {
    let mut paired = script.clone().open(PhaseType::Swiss, number, tables);
    assert!(matches!(paired.events.pop(), Some(TournamentEvent::RoundStarted { .. })));
    paired
}

#[test]
fn a_round_that_is_taken_away_leaves_nothing_behind() {
    let script = Script::new(4).swiss(1, &["1v2 2-0", "3v4 2-1"]);
    let gone = upcoming(&script, 2, &["1v3 ?", "2v4 ?"]).then(TournamentEvent::RoundRemoved { round_id: round(2) });
    let tournament = gone.fold();
    assert!(tournament.round(round(2)).is_none() && tournament.placed(match_id(2, 1)).is_none());
    assert_eq!(tournament.rounds().count(), 1);
    assert_eq!(gone.standings(1), script.standings(1));
    let removed: Vec<_> = tournament.removed_rounds.iter().map(|removed| (removed.id, removed.number)).collect();
    assert_eq!(removed, [(round(2), 2)]);
}

#[test]
fn a_phase_goes_with_its_only_round() {
    let gone = upcoming(&Script::new(2), 1, &["1v2 ?"]).then(TournamentEvent::RoundRemoved { round_id: round(1) });
    assert!(gone.fold().phases.is_empty());
}

#[test]
fn what_stands_behind_a_round_that_is_taken_away_is_found_where_it_is() {
    let script = Script::new(4)
        .open(PhaseType::Swiss, 1, &["1v2 ?", "3v4 ?"])
        .open(PhaseType::Swiss, 2, &["1v3 2-0", "2v4 ?"])
        .then(TournamentEvent::RoundRemoved { round_id: round(1) });
    let tournament = script.fold();
    let placed = tournament.placed(match_id(2, 1)).unwrap();
    assert_eq!((placed.round.id, placed.table.id()), (round(2), match_id(2, 1)));
    assert_eq!(tournament.round_of_match(match_id(2, 0)), Some(round(2)));
    assert_eq!(tournament.round_of_match(match_id(1, 0)), None);
}

/// The standings of a round in progress, and of the same round once it is complete, if `actor` reported its only match.
fn reported_by(actor: &Actor, since: &[TournamentEvent]) -> [Vec<(i64, i32, i32)>; 2] {
    let begun = Script::new(2).open(PhaseType::Swiss, 1, &["1v2 2-0"]);
    let script = since.iter().cloned().fold(begun, Script::then);
    let points = |script: &Script| {
        let mut events = envelopes(&script.events);
        for envelope in &mut events {
            if matches!(envelope.event, DomainEvent::Tournament(TournamentEvent::ResultReported { .. })) {
                envelope.actor = actor.clone();
            }
        }
        let lines = standings_after(&Tournament::from_events(&events).unwrap(), round(1)).unwrap();
        let mut points: Vec<_> =
            lines.iter().map(|line| (id(line.competitor), line.score.points, line.score.rounds)).collect();
        points.sort_unstable();
        points
    };
    [points(&script), points(&script.complete(1))]
}

#[test]
fn the_report_of_a_player_counts_when_it_is_confirmed_or_the_round_ends() {
    let (counts, open) = (vec![(1, 3, 1), (2, 0, 1)], vec![(1, 0, 0), (2, 0, 0)]);
    for player in [Actor::User(UserId(1_001)), Actor::PrivateLink(UserId(1_002))] {
        assert_eq!(reported_by(&player, &[]), [open.clone(), counts.clone()], "{player:?}");
        let confirmed = TournamentEvent::ResultConfirmed { match_id: match_id(1, 0) };
        assert_eq!(reported_by(&player, &[confirmed]), [counts.clone(), counts.clone()], "{player:?}");
    }
    for staff in [Actor::User(UserId(7)), Actor::System, Actor::CommandLine] {
        assert_eq!(reported_by(&staff, &[]), [counts.clone(), counts.clone()], "{staff:?}");
    }
}
