//! Pools of an event, as its pairings say.

use domain::tournament::phases::{phase_status, planned_phases, pools_go_on};
use domain::tournament::pools::{cut_order, pool_standings};
use proto_events::TournamentEvent;
use proto_events::ids::RoundId;
use proto_events::tournament::TournamentDetails;
use proto_events::vocabulary::{PhaseType, ProgressStatus};

use crate::support::{Script, details, id};

/// An event of seven players with pools of three: 1 to 3, and 4 to 6. Player 7 came late.
fn in_pools() -> Script {
    let details = TournamentDetails { pool_size: 3, top_cut: 4, swiss_rounds: Some(1), ..details() };
    let first = [(1, "1v2 2-0"), (2, "4v5 1-1"), (1, "3 bye"), (2, "6 loss"), (0, "7 bye")];
    let script = play(Script::with(7, details), 1, &first);
    play(script, 2, &[(1, "3v1 0-2"), (2, "6v4 1-1"), (1, "2 bye"), (2, "5 loss")])
}

/// Adds a complete round of these pools and tables.
fn play(script: Script, number: i32, tables: &[(i32, &str)]) -> Script {
    let texts: Vec<&str> = tables.iter().map(|(_, text)| *text).collect();
    let mut script = script.open(PhaseType::RoundRobin, number, &texts).complete(number);
    for event in &mut script.events {
        match event {
            TournamentEvent::MatchesPaired { round_id, pairings } if *round_id == RoundId(number.into()) => {
                pairings.iter_mut().zip(tables).for_each(|(pairing, (pool, _))| pairing.pod_number = *pool);
            }
            _ => {}
        }
    }
    script
}

#[test]
fn pools_have_as_many_rounds_as_the_largest_needs_whatever_the_plan_says() {
    let status = |script: &Script| {
        let state = script.fold();
        (phase_status(&state, &state.phases[0]), pools_go_on(&state))
    };
    let planned = |script: &Script| planned_phases(&script.fold()).iter().map(|it| it.round_type).collect::<Vec<_>>();
    let two = in_pools();
    assert_eq!((status(&two), planned(&two)), ((ProgressStatus::InProgress, true), vec![PhaseType::SingleElimination]));
    let three = play(two, 3, &[(1, "2v3 2-0"), (2, "5v6 2-0"), (1, "1 bye"), (2, "4 bye")]);
    assert_eq!(
        (status(&three), planned(&three)),
        ((ProgressStatus::Complete, false), vec![PhaseType::SingleElimination])
    );
    let details = TournamentDetails { pool_size: 3, ..details() };
    assert_eq!(planned(&Script::with(6, details)), [PhaseType::RoundRobin]);
}

#[test]
fn a_cut_takes_the_best_of_each_pool_then_the_second_and_late_players_last() {
    let script = in_pools();
    let (state, order) = (script.fold(), script.order(2));
    let of_pools = pool_standings(&state, RoundId(2));
    let lines = |at: usize| of_pools[at].lines.iter().map(|line| id(line.competitor)).collect::<Vec<_>>();
    let in_order = |pool: [i64; 3]| order.iter().copied().filter(|player| pool.contains(player)).collect::<Vec<_>>();
    assert_eq!((of_pools.len(), lines(0), lines(1)), (2, in_order([1, 2, 3]), in_order([4, 5, 6])));
    let placed = |left: i64| {
        let lines = script.standings(2).into_iter().filter(|line| id(line.competitor) != left).collect();
        let placed = cut_order(&state, RoundId(2), lines);
        placed.iter().map(|(place, line)| (*place, id(line.competitor))).collect::<Vec<_>>()
    };
    let all = placed(0);
    assert_eq!(all.iter().map(|(place, _)| *place).collect::<Vec<_>>(), [1, 1, 2, 2, 3, 3, usize::MAX]);
    assert_eq!((all[0].1, all[1].1, order.iter().position(|player| *player == 4)), (1, 4, Some(4)));
    for tied in all.chunk_by(|(one, _), (other, _)| one == other) {
        assert!(tied.is_sorted_by_key(|(_, player)| order.iter().position(|other| other == player)), "{all:?}");
    }
    let best_of_second = lines(1)[1];
    assert!(placed(4)[..2].contains(&(1, best_of_second)), "who left makes room for the next of the pool");
}

#[test]
fn without_pools_a_cut_keeps_the_order_of_the_standings() {
    let script = Script::new(4).swiss(1, &["1v2 2-0", "4v3 2-0"]);
    let placed = cut_order(&script.fold(), RoundId(1), script.standings(1));
    assert!(placed.iter().all(|(place, _)| *place == 0) && pool_standings(&script.fold(), RoundId(1)).is_empty());
    assert_eq!(placed.iter().map(|(_, line)| id(line.competitor)).collect::<Vec<_>>(), script.order(1));
}
