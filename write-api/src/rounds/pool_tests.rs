//! Events in pools, from the first round to the final.

use domain::pairing::edit::Problem as Trouble;
use domain::tournament::phases::{phase_status, planned_phases, pools_go_on};
use domain::tournament::pools::{pool_standings, pools};
use domain::tournament::standings::Standing;

use crate::rounds::testing::*;
use RoundKind::{PlayerMeeting, Playoff, RoundRobin, Swiss};

/// An event of this many players in pools of at most so many, with this cut.
fn in_pools(players: i64, pool_size: i32, top_cut: i32) -> Played {
    Played::new(players).set(|it| (it.pool_size, it.top_cut) = (pool_size, top_cut))
}

/// Plays all rounds of the pools. Returns how many there were, and who met in them.
fn play_pools(played: &mut Played) -> (usize, BTreeSet<BTreeSet<i64>>) {
    let (mut rounds, mut met) = (0, BTreeSet::new());
    while pools_go_on(&played.state()) {
        played.play(RoundRobin);
        rounds += 1;
        for table in played.tables().into_iter().filter(|table| table.len() == 2) {
            assert!(met.insert(table.iter().copied().collect()), "{table:?} met before");
        }
    }
    (rounds, met)
}

fn members(played: &Played) -> Vec<Vec<i64>> {
    let state = played.state();
    pools(&state.phases[0]).into_iter().map(|pool| pool.seats.into_iter().map(|id| id.0).collect()).collect()
}

#[test]
fn the_best_of_each_pool_go_on_before_the_second_ones_and_meet_in_the_bracket() {
    let mut played = in_pools(10, 4, 4);
    let planned: Vec<_> = planned_phases(&played.state()).iter().map(|phase| phase.round_type).collect();
    assert_eq!(planned, [PhaseType::RoundRobin, PhaseType::SingleElimination]);
    let (rounds, met) = play_pools(&mut played);
    let pools = members(&played);
    assert_eq!((rounds, pools.iter().map(Vec::len).collect::<Vec<_>>()), (3, vec![3, 3, 4]));
    assert_eq!(met.len(), 6 + 3 + 3);
    assert!(!played.last_round().final_round_in_event);
    assert_eq!(played.refused(RoundRobin), "pairing-pools-over");
    let state = played.state();
    assert_eq!(phase_status(&state, &state.phases[0]), ProgressStatus::Complete);
    let id = |line: &Standing| line.competitor.0;
    let order: Vec<i64> = standings_after(&state, played.last_round().id).unwrap().iter().map(id).collect();
    let of_pools = pool_standings(&state, played.last_round().id);
    let of_pools: Vec<Vec<i64>> = of_pools.iter().map(|pool| pool.lines.iter().map(id).collect()).collect();
    for (pool, lines) in pools.iter().zip(&of_pools) {
        assert_eq!(*lines, order.iter().copied().filter(|player| pool.contains(player)).collect::<Vec<_>>());
    }
    let of_place = |place: usize| {
        let mut players: Vec<i64> = of_pools.iter().map(|pool| pool[place]).collect();
        players.sort_by_key(|player| order.iter().position(|other| other == player));
        players
    };
    let expected = [of_place(0), of_place(1)].concat();
    played.cut(4);
    let advancing: Vec<i64> = played.state().cuts[0].advancing.iter().map(|entry| entry.0).collect();
    assert_eq!(advancing, expected[..4]);
    played.add(Playoff);
    assert_eq!(played.tables(), [vec![expected[0], expected[3]], vec![expected[1], expected[2]]]);
}

#[test]
fn without_a_cut_the_last_round_of_the_pools_is_that_of_the_event() {
    let mut played = in_pools(6, 6, 0);
    let meeting = played.begin(PlayerMeeting);
    played.complete(meeting);
    assert_eq!(play_pools(&mut played), (5, played_pairs(6)));
    assert!(played.last_round().final_round_in_event);
    assert_eq!(played.state().phases.len(), 1, "the meeting is in the phase of the pools");
    assert!(planned_phases(&played.state()).is_empty());
}

fn played_pairs(players: i64) -> BTreeSet<BTreeSet<i64>> {
    (1..=players).flat_map(|one| (1..one).map(move |other| BTreeSet::from([one, other]))).collect()
}

#[test]
fn a_smaller_pool_is_done_earlier_and_no_one_is_missed() {
    let mut played = in_pools(9, 5, 4);
    (0..4).for_each(|_| _ = played.play(RoundRobin));
    let pools = members(&played);
    let seated: BTreeSet<i64> = played.tables().into_iter().flatten().collect();
    assert_eq!(seated, pools[0].iter().copied().collect());
    assert_eq!(played.problems(), []);
    assert_eq!(play_pools(&mut played).0, 1);
}

#[test]
fn a_promised_bye_does_not_count_in_pools() {
    let mut played = in_pools(4, 4, 0);
    played.then(byes_awarded(1, &[1]));
    played.add(RoundRobin);
    assert_eq!((played.tables().len(), played.problems()), (2, vec![]));
}

#[test]
fn only_who_has_checked_in_is_in_a_pool() {
    let mut played = in_pools(5, 4, 0).organized(|it| it.check_in_required = true);
    assert_eq!(played.refused(RoundRobin), "pairing-not-checked-in 0 5 2");
    (1..=4).for_each(|id| played.then(check_in_changed(id, Q::CheckedIn)));
    assert_eq!(play_pools(&mut played), (3, played_pairs(4)));
}

#[test]
fn the_size_of_pools_decides_which_kind_of_round_comes() {
    assert_eq!(in_pools(6, 4, 0).refused(Swiss), "round-of-other-kind round_robin");
    assert_eq!(Played::new(6).refused(RoundRobin), "round-of-other-kind swiss");
}

#[test]
fn the_first_round_can_be_changed_by_hand_and_the_pools_follow() {
    let mut played = in_pools(6, 3, 0);
    let round = played.add(RoundRobin);
    (7..=9).for_each(|player| played.register(player));
    let (first, bye) = (played.tables(), played.tables().into_iter().find(|table| table.len() == 1).unwrap()[0]);
    let tables: Vec<_> = first.iter().cloned().chain([vec![7], vec![8], vec![9]]).map(proposed).collect();
    played.happen(played.try_replace(round, &tables).unwrap());
    assert_eq!(members(&played).iter().map(Vec::len).collect::<Vec<_>>(), [5, 4], "each joins the smaller pool");
    let never = played.problems().into_iter().filter(|problem| matches!(problem, Trouble::NeverMeet(_))).count();
    assert_eq!(never, 2, "in each pool one who had a bye, and one who came");
    (8..=9).for_each(|player| played.drop(player));
    let with_bye = |table: &Vec<i64>| if *table == [bye] { vec![7, bye] } else { table.clone() };
    let tables: Vec<_> = first.iter().map(with_bye).map(proposed).collect();
    played.happen(played.try_replace(round, &tables).unwrap());
    assert_eq!(played.problems(), []);
    let pool = members(&played).into_iter().find(|pool| pool.contains(&7)).unwrap();
    assert!(pool.len() == 4 && pool.contains(&bye), "{pool:?}");
}

#[test]
fn teams_meet_in_pools_too_and_a_team_with_a_bye_stays_in_its_pool() {
    let mut played = Played::of_teams(6).set(|it| (it.pool_size, it.swiss_rounds, it.top_cut) = (3, None, 2));
    let mut met: BTreeMap<BTreeSet<i64>, usize> = BTreeMap::new();
    for _ in 0..3 {
        played.play(RoundRobin);
        for of_teams in &played.last_round().team_matches {
            *met.entry(of_teams.teams.iter().map(|team| team.0).collect()).or_default() += 1;
        }
    }
    assert!(!pools_go_on(&played.state()));
    let (byes, matches): (Vec<_>, Vec<_>) = met.into_iter().partition(|(teams, _)| teams.len() == 1);
    assert_eq!((byes.len(), matches.len()), (6, 6));
    assert!(byes.iter().chain(&matches).all(|(_, times)| *times == 1));
    played.cut(2);
    played.add(Playoff);
    let of_final: Vec<TeamId> = played.last_round().team_matches[0].teams.clone();
    let in_one = |pool: &Vec<i64>| of_final.iter().all(|team| pool.contains(&team.0));
    assert!(!members(&played).iter().any(in_one), "the best of each pool meet: {of_final:?}");
}
