//! Team events: teams have the lines, and seats count as games.

use domain::tournament::records::{Record, places, records};
use domain::tournament::standings::Competitor;
use proto_events::TournamentEvent;
use proto_events::ids::{MatchId, RegistrationId, TeamId, TeamMatchId, TeamPlayerId};
use proto_events::tournament::{Games, MatchResult, TeamMember, TeamPairing, TournamentDetails, Winner};
use proto_events::vocabulary::{PhaseType, RoundType};

use crate::support::{Script, details, plain, round, table};

/// Creates teams of three: team t has the players 10t+1 to 10t+3.
pub(crate) fn teams(number: i64) -> Script {
    let script = Script::with(0, TournamentDetails { team_size: 3, ..details() });
    (1..=number).fold(script, |script, team| {
        let script = (1..=3).fold(script, |script, seat| script.register(10 * team + seat));
        let member = |seat: i32| TeamMember {
            team_player_id: TeamPlayerId(10 * team + i64::from(seat)),
            registration_id: RegistrationId(10 * team + i64::from(seat)),
            seat,
            captain: seat == 1,
        };
        script.then(TournamentEvent::TeamFormed {
            team_id: TeamId(team),
            team_name: format!("Team {team}"),
            invite_hash: String::new(),
            members: (1..=3).map(member).collect(),
        })
    })
}

/// Plays a round of team matches: first team, second team, and the results of the three seats.
pub(crate) fn play(script: Script, number: i32, matches: &[(i64, i64, [&str; 3])], byes: &[i64]) -> Script {
    let round_id = round(number);
    let (mut pairings, mut results) = (Vec::new(), Vec::new());
    for (first, second, seats) in matches {
        let team_match_id = TeamMatchId(i64::from(number) * 100 + first);
        let seats = (1..).zip(seats).map(|(seat, said)| {
            let match_id = MatchId(team_match_id.0 * 10 + seat);
            let (pairing, result) = table(match_id, &format!("{}v{} {said}", 10 * first + seat, 10 * second + seat));
            results.extend(result.map(|result| TournamentEvent::ResultReported { match_id, result }));
            pairing
        });
        let teams = vec![TeamId(*first), TeamId(*second)];
        let seats = seats.collect();
        pairings.push(TeamPairing { team_match_id, teams, first_table_number: 1, is_bye: false, seats });
    }
    pairings.extend(byes.iter().map(|team| TeamPairing {
        team_match_id: TeamMatchId(i64::from(number) * 100 + team),
        teams: vec![TeamId(*team)],
        first_table_number: 9,
        is_bye: true,
        seats: Vec::new(),
    }));
    let script = script
        .add_round(PhaseType::Swiss, number, RoundType::PlayVsOpponent)
        .then(TournamentEvent::TeamsPaired { round_id, pairings })
        .then(TournamentEvent::RoundStarted { round_id });
    results.into_iter().fold(script, Script::then)
}

#[test]
fn seats_are_the_games_of_a_match_of_teams() {
    let script = play(teams(3), 1, &[(1, 2, ["2-0", "1-2", "2-1"])], &[3]).complete(1);
    let one = script.line(1, 1);
    assert_eq!(one.competitor, Competitor::Team(TeamId(1)));
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
        assert_eq!(records[&RegistrationId(member)], Record { won: 1, lost: 0, drawn: 0, points: 3 });
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
    let result = MatchResult { winner: Winner::Second, games: Some(Games { first: 1, second: 2, drawn: 0 }) };
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
