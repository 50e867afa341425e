//! Events of teams of two that play one match together, as in two-headed giant.

use domain::tournament::TeamMatch;
use domain::tournament::records::{places, records};

use crate::rounds::testing::*;
use crate::teams::drop_team;
use RoundKind::{Playoff, Swiss};

fn tables(round: &Round) -> BTreeSet<i32> {
    round.all_matches().map(|table| table.pairing.table_number).collect()
}

#[test]
fn a_whole_event_of_teams_that_play_together_has_a_champion_of_two() {
    let at_tables = |it: &mut Organizing| (it.first_table, it.last_table) = (Some(11), Some(13));
    let (mut played, first) = Played::of_pairs(6).organized(at_tables).begun();
    let round = played.last_round();
    assert!(round.team_matches.iter().all(TeamMatch::is_played_together));
    assert_eq!(tables(&round), BTreeSet::from([11, 12, 13]), "one table for each match");
    let seated: BTreeSet<i64> = round.all_matches().flat_map(Match::seated).map(|(_, player)| player.0).collect();
    assert_eq!(seated, (1..=12).collect());
    let matches = played.open_matches();
    for ((match_id, _), (one, other)) in matches.iter().zip([(1, 0), (1, 1), (0, 1)]) {
        played.report(*match_id, one, other);
    }
    played.complete(first);
    let after = records(&played.state());
    let points = |player: i64| after[&RegistrationId(player)].points;
    let [won, drawn, lost] = [matches[0].1[0], matches[1].1[1], matches[2].1[0]];
    assert_eq!([won, won + 1, drawn, drawn + 1, lost, lost + 1].map(points), [3, 3, 1, 1, 0, 0]);

    let gone = played.state().registration(RegistrationId(lost)).unwrap().team_id.unwrap();
    played.happen(drop_team::decide(&played.state(), gone).unwrap());
    played.play(Swiss);
    let round = played.last_round();
    assert_eq!(round.team_matches.iter().filter(|team_match| team_match.is_bye).count(), 1);
    assert_eq!(tables(&round), BTreeSet::from([11, 12]));

    played.cut(4);
    played.play(Playoff);
    assert_eq!(tables(&played.last_round()).len(), 2);
    let last = played.begin(Playoff);
    let (match_id, [finalist, _]) = played.open_matches()[0];
    let drawn = ReportResult { match_id, score: played.score(match_id, 1, 1) };
    let refused = report_result::decide(&played.state(), &drawn, ActingAs::Staff);
    assert_eq!(coded(refused), "match-needs-winner", "the match is not one of several seats");
    played.report(match_id, 1, 0);
    played.complete(last);
    played.then(reached(L::EventFinished));
    let places = places(&played.state());
    let champions: Vec<i64> = (1..=12).filter(|player| places[&RegistrationId(*player)] == 1).collect();
    assert_eq!(champions, [finalist, finalist + 1]);
}

#[test]
fn teams_that_play_together_change_places_with_one_correction() {
    let mut played = Played::of_pairs(4).cut_to(4);
    let semifinal = played.play(Playoff);
    let [winner, loser] = <[i64; 2]>::try_from(played.tables()[0].clone()).unwrap();
    let (winner, loser) = (winner.min(loser), winner.max(loser));
    let corrected = played.try_correct(played.match_of(semifinal, loser), loser).unwrap();
    assert_eq!(corrected.len(), 1, "no one is out before the final is paired");
    played.add(Playoff);
    played.happen(played.try_correct(played.match_of(semifinal, loser), loser).unwrap());
    let statuses = [loser, loser + 1, winner, winner + 1].map(|player| played.status(player));
    assert_eq!(statuses, [S::Complete, S::Complete, S::Eliminated, S::Eliminated]);
}
