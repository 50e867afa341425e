//! Team events: teams have the lines, and seats count as games.

use domain::pairing::EntrantId;
use domain::tournament::records::{places, records};
use proto_events::TournamentEvent;
use proto_events::ids::{MatchId, RegistrationId, TeamId, TeamMatchId, TeamPlayerId};
use proto_events::tournament::{
    Games, MatchResult, Pairing, QueueGroupRole, TeamMember, TeamPairing, TournamentDetails, Winner,
};
use proto_events::vocabulary::{PhaseType, RegistrationStatus, RoundType};

use crate::support::{Script, details, plain, round, table};

/// Creates teams of three: team t has the players 10t+1 to 10t+3.
pub(crate) fn teams(number: i64) -> Script {
    let script = Script::with(0, TournamentDetails { team_size: 3, ..details() });
    (1..=number).fold(script, |script, team| {
        let script = (1..=3).fold(script, |script, seat| script.register(10 * team + seat));
        script.then(formed(team, (1..=3).map(|seat| member(10 * team + i64::from(seat), seat)).collect()))
    })
}

pub(crate) fn member(registration: i64, seat: i32) -> TeamMember {
    let (team_player_id, registration_id) = (TeamPlayerId(registration), RegistrationId(registration));
    TeamMember { team_player_id, registration_id, seat, captain: seat == 1 }
}

pub(crate) fn formed(team: i64, members: Vec<TeamMember>) -> TournamentEvent {
    let (team_name, invite_hash) = ("Moxes".to_owned(), String::new());
    TournamentEvent::TeamFormed { team_id: TeamId(team), team_name, invite_hash, members }
}

/// A match of two teams, or a bye of one.
pub(crate) fn team_match(id: i64, teams: &[i64], seats: Vec<Pairing>) -> TeamPairing {
    TeamPairing {
        team_match_id: TeamMatchId(id),
        teams: teams.iter().copied().map(TeamId).collect(),
        first_table_number: 1,
        pod_number: 0,
        is_bye: teams.len() == 1,
        seats,
    }
}

/// Plays a round of team matches: first team, second team, and the results of the three seats.
pub(crate) fn play(script: Script, number: i32, matches: &[(i64, i64, [&str; 3])], byes: &[i64]) -> Script {
    let round_id = round(number);
    let (mut pairings, mut results) = (Vec::new(), Vec::new());
    for (first, second, seats) in matches {
        let id = i64::from(number) * 100 + first;
        let seats = (1..).zip(seats).map(|(seat, said)| {
            let match_id = MatchId(id * 10 + seat);
            let (pairing, result) = table(match_id, &format!("{}v{} {said}", 10 * first + seat, 10 * second + seat));
            results.extend(result.map(|result| TournamentEvent::ResultReported { match_id, result }));
            pairing
        });
        let seats = seats.collect();
        pairings.push(team_match(id, &[*first, *second], seats));
    }
    pairings.extend(byes.iter().map(|team| team_match(i64::from(number) * 100 + team, &[*team], Vec::new())));
    let script = script
        .add_round(PhaseType::Swiss, number, RoundType::PlayVsOpponent)
        .then(TournamentEvent::TeamsPaired { round_id, pairings })
        .then(TournamentEvent::RoundStarted { round_id });
    results.into_iter().fold(script, Script::then)
}

/// Creates an event of teams of two: players 1 and 2 founded a team, and 3 and 4 have none.
fn founded() -> Script {
    let (team_id, team_name) = (TeamId(1), "Moxes".to_owned());
    let (members, invited) = (vec![member(1, 1), member(2, 2)], Vec::new());
    Script::with(4, TournamentDetails { team_size: 2, ..details() })
        .then(formed(1, vec![member(1, 1)]))
        .then(TournamentEvent::TeamChanged { team_id, team_name, invites_made: 1, members, invited })
}

fn moved(script: Script, player: i64, status: RegistrationStatus) -> Script {
    script.then(TournamentEvent::RegistrationStatusChanged { registration_id: RegistrationId(player), status })
}

#[test]
fn a_founded_team_plays_with_a_member_who_left_in_play_and_not_with_one_who_waits_for_approval() {
    let is_complete = |script: &Script| {
        let event = script.fold();
        event.is_complete(&event.teams[0])
    };
    let paired = |script| play(script, 1, &[], &[1]);
    let waits = moved(founded(), 2, RegistrationStatus::InWaitingRoom);
    assert!(is_complete(&founded()) && !is_complete(&waits));
    assert!(!is_complete(&paired(waits)));
    assert!(is_complete(&paired(founded()).drop(2)));
}

#[test]
fn players_without_a_team_are_shown_to_players_if_both_have_a_place() {
    let shown = |script: &Script, viewer: i64| -> Vec<i64> {
        let event = script.fold();
        let agents = event.agents_shown_to(event.registration(RegistrationId(viewer)).unwrap());
        agents.iter().map(|entry| entry.id.0).collect()
    };
    assert_eq!((shown(&founded(), 1), shown(&founded(), 3)), (vec![3, 4], vec![4]));
    for status in [RegistrationStatus::InWaitingRoom, RegistrationStatus::OnWaitlist] {
        let waits = moved(founded(), 4, status);
        assert_eq!((shown(&waits, 1), shown(&waits, 4)), (vec![3], Vec::new()));
    }
}

#[test]
fn who_cancels_leaves_the_group_and_who_moves_to_a_child_event_does_not() {
    let (registration_id, role) = (RegistrationId(1), Some(QueueGroupRole { id: 1, captain: true, queue_group: 7 }));
    let grouped = Script::new(1).then(TournamentEvent::QueueGroupChanged { registration_id, role: role.clone() });
    let group = |status| moved(grouped.clone(), 1, status).fold().registrations[0].queue_group.clone();
    assert_eq!(group(RegistrationStatus::MovedToChildEvent), role);
    assert_eq!(group(RegistrationStatus::Canceled), None);
}

#[test]
fn seats_are_the_games_of_a_match_of_teams() {
    let script = play(teams(3), 1, &[(1, 2, ["2-0", "1-2", "2-1"])], &[3]).complete(1);
    let one = script.line(1, 1);
    assert_eq!(one.competitor, EntrantId(1));
    assert_eq!((one.score.points, one.score.wins, one.score.losses), (3, 1, 0));
    // Two seats to one: GW 6/9. The opponent, 2, has 3/9 = .33333333.
    assert_eq!((one.score.games_won, one.score.games_lost, one.score.games_drawn), (2, 1, 0));
    assert_eq!((one.game_win.units, one.opponent_game_win.units), (66_666_667, 33_333_333));
    let three = script.line(1, 3);
    assert_eq!((three.score.wins, three.score.games_won, three.score.games_lost), (1, 2, 0), "a bye is 2-0 here too");
    // 3 has no opponents (OMW .33), 1 met a team with 0 of 3 points (also .33). GW 1 against .67 puts 3 first.
    assert_eq!(script.order(1), [3, 1, 2]);
}

#[test]
fn members_share_record_and_place() {
    let script = play(teams(2), 1, &[(1, 2, ["2-0", "2-0", "0-2"])], &[]).complete(1).finish();
    let tournament = script.fold();
    let records = records(&tournament);
    for member in 11..=13 {
        let record = records[&RegistrationId(member)];
        assert_eq!((record.wins, record.losses, record.draws, record.points), (1, 0, 0, 3));
    }
    let places = plain(&places(&tournament));
    assert_eq!(places, [(11, 1), (12, 1), (13, 1), (21, 2), (22, 2), (23, 2)]);
}

#[test]
fn a_team_match_is_open_until_all_seats_are_in_and_then_decided_by_those_reported() {
    let open = play(teams(2), 1, &[(1, 2, ["2-0", "?", "?"])], &[]);
    assert_eq!(open.line(1, 1).score.points, 0);
    let over = open.complete(1);
    assert_eq!((over.line(1, 1).score.points, over.line(1, 1).score.games_won), (3, 1));
    let nothing = play(teams(2), 1, &[(1, 2, ["?", "?", "?"])], &[]).complete(1);
    assert_eq!((nothing.line(1, 1).score.draws, nothing.line(1, 1).score.games_drawn), (1, 0));
}

#[test]
fn a_reported_team_result_stands_above_the_seats() {
    let result = MatchResult::new(Winner::Second, Some(Games { first: 1, second: 2, drawn: 0 }));
    let script = play(teams(2), 1, &[(1, 2, ["2-0", "2-0", "0-2"])], &[])
        .then(TournamentEvent::TeamResultReported { team_match_id: TeamMatchId(101), result })
        .complete(1);
    assert_eq!(script.order(1), [2, 1]);
}

#[test]
fn a_team_is_listed_as_long_as_one_member_is() {
    let script = play(teams(2), 1, &[(1, 2, ["2-0", "2-0", "0-2"])], &[]).complete(1);
    let two_gone = script.clone().disqualify(21).disqualify(22);
    let next = |script| play(script, 2, &[], &[1]).complete(2).order(2);
    assert_eq!(next(two_gone.clone()), [1, 2]);
    assert_eq!(next(two_gone.disqualify(23)), [1]);
}

#[test]
fn a_dropped_team_keeps_its_line_and_who_was_disqualified_stays_so() {
    let dropped = |script: Script| script.then(TournamentEvent::TeamDropped { team_id: TeamId(2) });
    let script = play(teams(2), 1, &[(1, 2, ["2-0", "2-0", "0-2"])], &[]).complete(1);
    let next = |script| play(script, 2, &[], &[1]).complete(2).order(2);
    assert_eq!(next(dropped(script.clone())), [1, 2]);
    assert_eq!(next(dropped(script.disqualify(21).disqualify(22).disqualify(23))), [1]);
}

#[test]
fn member_who_waits_is_free_once_staff_drops_a_team_that_players_founded() {
    let (team_id, team_name) = (TeamId(1), "Moxes".to_owned());
    let (members, invited) = (founded().fold().teams[0].members.clone(), vec![RegistrationId(3)]);
    let event = moved(founded(), 2, RegistrationStatus::OnWaitlist)
        .then(TournamentEvent::TeamChanged { team_id, team_name, invites_made: 1, members, invited })
        .then(TournamentEvent::TeamDropped { team_id })
        .fold();
    let entry = |id| event.registration(RegistrationId(id)).unwrap();
    assert_eq!((entry(1).status, entry(1).team_id), (RegistrationStatus::Dropped, Some(team_id)));
    assert_eq!((entry(2).status, entry(2).team_id), (RegistrationStatus::OnWaitlist, None));
    assert_eq!((event.teams[0].members.len(), event.teams[0].invited.len()), (1, 0));
}

#[test]
fn teams_that_play_together_have_the_result_of_their_one_match() {
    let (round_id, paired) = (round(1), |number: i64, teams: &[i64], said: &str| {
        let [first, second] = [teams[0], teams.last().copied().unwrap()];
        let (seat, result) = table(MatchId(number), &format!("{first}1v{second}1 {said}"));
        let pairing = team_match(number, teams, if teams.len() == 1 { Vec::new() } else { vec![seat] });
        let reported = result.map(|result| TournamentEvent::ResultReported { match_id: MatchId(number), result });
        (pairing, reported)
    });
    let matches = [paired(1, &[1, 2], "1-0"), paired(2, &[3, 4], "1-1"), paired(3, &[5, 6], "?"), paired(4, &[7], "?")];
    let (pairings, reports): (Vec<_>, Vec<_>) = matches.into_iter().unzip();
    let script = teams(7)
        .add_round(PhaseType::Swiss, 1, RoundType::PlayVsOpponent)
        .then(TournamentEvent::TeamsPaired { round_id, pairings })
        .then(TournamentEvent::RoundStarted { round_id });
    let script = reports.into_iter().flatten().take(2).fold(script, Script::then);
    let event = script.fold();
    let open: Vec<_> = event.round(round_id).unwrap().1.unreported().map(domain::tournament::Match::id).collect();
    assert_eq!(open, [MatchId(3)]);
    let seated: Vec<_> = event.placed(MatchId(1)).unwrap().table.seated().map(|(side, id)| (side, id.0)).collect();
    assert_eq!(seated, [(0, 11), (1, 21), (0, 12), (1, 22)]);
    let script = script.complete(1);
    let points = [1, 2, 3, 4, 5, 6, 7].map(|team| script.line(1, team).score.points);
    assert_eq!(points, [3, 0, 1, 1, 1, 1, 3], "a match without a result is a draw");
    let games = |team| {
        let score = script.line(1, team).score;
        (score.games_won, score.games_lost)
    };
    assert_eq!([1, 2, 3, 7].map(games), [(1, 0), (0, 1), (1, 1), (2, 0)], "games, not seats");
    let result = MatchResult::new(Winner::Second, Some(Games { first: 0, second: 1, drawn: 0 }));
    let later = script.then(TournamentEvent::ResultCorrected { match_id: MatchId(1), result });
    assert_eq!((later.line(1, 1).score.points, later.line(1, 2).score.points), (0, 3));
}
