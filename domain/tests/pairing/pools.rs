//! Round robins in pools.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use domain::pairing::bracket::{Graph, Order, Source};
use domain::pairing::pods::Pod;
use domain::pairing::pools::{assign_pools, cross, has_pairs_from, pair_pools, pools_of, who_do_not_meet};
use domain::pairing::{Entrant, EntrantId, Seats};

/// All numbers of entrants and sizes of pools that are tested.
fn fields() -> impl Iterator<Item = (i64, usize)> {
    (3..=64).flat_map(|entrants| (3..=16).map(move |most| (entrants, most)))
}

fn entrants(number: i64) -> Vec<Entrant> {
    (1..=number).map(|id| Entrant::new(EntrantId(id))).collect()
}

/// Plays all rounds of pools with this first round, as an event does: each round follows from the tables of the first.
fn play(field: &[Entrant], most: usize, seed: u64) -> (Vec<Pod>, Vec<Vec<Seats>>) {
    let first = pair_pools(&assign_pools(field, most, seed), field, 0);
    let pools = pools_of(&first);
    let rounds = pools.iter().map(Pod::rounds).max().unwrap();
    let further = (1..rounds).map(|round| pair_pools(&pools, field, round));
    let rounds = std::iter::once(first).chain(further).collect();
    (pools, rounds)
}

#[test]
fn pools_are_as_equal_as_possible_and_not_too_large() {
    for (number, most) in fields() {
        let pools = assign_pools(&entrants(number), most, 7);
        let sizes: Vec<usize> = pools.iter().map(|pool| pool.seats.len()).collect();
        let (least, largest) = (sizes.iter().min().unwrap(), sizes.iter().max().unwrap());
        assert!(largest - least <= 1 && *largest <= most && *least >= 2, "{number} {most}: {sizes:?}");
        assert_eq!(sizes.iter().sum::<usize>(), usize::try_from(number).unwrap());
        assert!(sizes.len() == 1 || (sizes.len() - 1) * most < sizes.iter().sum(), "no pool is superfluous");
    }
}

#[test]
fn every_two_of_a_pool_meet_once_and_an_odd_pool_has_one_bye_a_round() {
    for (number, most) in fields() {
        let (pools, rounds) = play(&entrants(number), most, 11);
        let (mut met, mut byes) = (HashSet::new(), BTreeMap::<EntrantId, usize>::new());
        for (turn, round) in rounds.iter().enumerate() {
            let mut seated = HashSet::new();
            assert!(round.iter().flat_map(|table| &table.entrants).all(|id| seated.insert(*id)), "{number} {most}");
            for table in round {
                let pool = pools.iter().find(|pool| pool.number == table.pod_number).unwrap();
                assert!(table.entrants.iter().all(|id| pool.seats.contains(id)) && turn < pool.rounds());
                match table.entrants[..] {
                    [alone] => *byes.entry(alone).or_default() += 1,
                    _ => assert!(met.insert(table.entrants.iter().copied().collect::<BTreeSet<_>>())),
                }
            }
            for pool in pools.iter().filter(|pool| turn < pool.rounds()) {
                let alone = round.iter().filter(|it| it.pod_number == pool.number && it.entrants.len() == 1).count();
                assert_eq!(alone, pool.seats.len() % 2, "{number} {most}");
                assert!(pool.seats.iter().all(|id| seated.contains(id)));
            }
        }
        let pairs: usize = pools.iter().map(|pool| pool.seats.len() * (pool.seats.len() - 1) / 2).sum();
        assert_eq!(met.len(), pairs, "{number} {most}");
        for pool in &pools {
            let expected = pool.seats.len() % 2;
            assert!(pool.seats.iter().all(|id| byes.get(id).copied().unwrap_or(0) == expected), "{number} {most}");
        }
    }
}

#[test]
fn the_seed_alone_decides_and_not_the_order_of_the_entrants() {
    let (field, mut reversed) = (entrants(23), entrants(23));
    reversed.reverse();
    assert_eq!(play(&field, 6, 3), play(&reversed, 6, 3));
    assert_ne!(play(&field, 6, 3).0, play(&field, 6, 4).0);
}

#[test]
fn after_earlier_rounds_the_pools_are_equally_strong() {
    let mut field = entrants(12);
    (1..).zip(&mut field).for_each(|(rank, entrant)| entrant.rank = rank);
    field[2].is_dropped = true;
    let pools = assign_pools(&field, 4, 5);
    let members = pools.iter().map(|pool| pool.seats.iter().map(|id| id.0).collect::<BTreeSet<_>>());
    let expected = [vec![1, 7, 8], vec![2, 6, 9, 12], vec![4, 5, 10, 11]].map(BTreeSet::from_iter);
    assert_eq!(members.collect::<Vec<_>>(), expected);
}

#[test]
fn who_would_meet_a_player_that_dropped_has_a_bye() {
    for (number, most) in fields() {
        let mut field = entrants(number);
        let (pools, rounds) = play(&field, most, 13);
        for gone in (0..field.len()).step_by(3) {
            field[gone].is_dropped = true;
        }
        let is_in = |id: &EntrantId| !field.iter().any(|one| one.id == *id && one.is_dropped);
        for (round, all) in rounds.iter().enumerate().skip(1) {
            let left: Vec<_> = pair_pools(&pools, &field, round).into_iter().map(|it| it.entrants).collect();
            let expected = all.iter().map(|it| it.entrants.iter().copied().filter(is_in).collect::<Vec<_>>());
            let expected: BTreeSet<_> = expected.filter(|table| !table.is_empty()).collect();
            assert_eq!(left.into_iter().collect::<BTreeSet<_>>(), expected, "{number} {most}");
        }
    }
}

#[test]
fn fixed_tables_are_kept_and_tables_count_through_the_pools() {
    let mut field = entrants(8);
    field[4].fixed_seat = Some(9);
    let paired = pair_pools(&assign_pools(&field, 4, 2), &field, 0);
    assert_eq!(paired.iter().map(|table| table.table_number).collect::<Vec<_>>(), [1, 2, 3, 9]);
    assert!(paired[3].entrants.contains(&EntrantId(5)));
}

#[test]
fn a_first_round_made_by_hand_determines_the_pools_and_leaves_out_who_came_late() {
    let field = entrants(7);
    let versus = |pod_number, entrants: [i64; 2]| Seats {
        kind: proto_events::tournament::PairingKind::Versus,
        table_number: 1,
        pod_number,
        entrants: entrants.map(EntrantId).to_vec(),
    };
    let bye = |pod_number, id| Seats {
        kind: proto_events::tournament::PairingKind::Bye,
        table_number: 9,
        pod_number,
        entrants: vec![EntrantId(id)],
    };
    let first = [versus(1, [1, 2]), bye(1, 3), bye(1, 4), bye(0, 7), versus(2, [5, 6])];
    assert_eq!(who_do_not_meet(&first), [[3, 4].map(EntrantId)]);
    let pools = pools_of(&first);
    assert_eq!(pools.iter().map(|pool| (pool.number, pool.rounds())).collect::<Vec<_>>(), [(1, 3), (2, 1)]);
    let further = (1..3).flat_map(|round| pair_pools(&pools, &field, round));
    let met: BTreeSet<Vec<i64>> = further
        .map(|table| {
            let mut ids: Vec<i64> = table.entrants.iter().map(|id| id.0).collect();
            ids.sort_unstable();
            ids
        })
        .collect();
    assert_eq!(met, [[1, 3], [2, 4], [1, 4], [2, 3]].map(Vec::from).into());
}

#[test]
fn pools_go_on_exactly_until_the_last_match_of_two_who_play() {
    for (number, most) in fields() {
        let mut field = entrants(number);
        let (pools, rounds) = play(&field, most, 17);
        let has_matches = |round: &Vec<Seats>, is_in: &dyn Fn(EntrantId) -> bool| {
            round.iter().any(|table| table.entrants.len() == 2 && table.entrants.iter().all(|id| is_in(*id)))
        };
        field.retain(|one| one.id.0 % 3 == 0);
        let is_in = |id: EntrantId| field.iter().any(|one| one.id == id);
        let last = rounds.iter().rposition(|round| has_matches(round, &is_in));
        let goes_on = (0..=rounds.len()).filter(|round| has_pairs_from(&pools, *round, is_in)).max();
        assert_eq!(goes_on, last, "{number} {most}");
    }
}

/// So many of each of these pools advance; the order of the pools at each place follows from the seed.
fn advancing(pools: i32, of_each: i32, seed: i32) -> Vec<(usize, i32)> {
    let of_place = |place: i32| {
        let mut numbers: Vec<i32> = (1..=pools).collect();
        numbers.sort_by_key(|pool| (pool * 73 + seed * 101 + place * 31).pow(2) % 997);
        numbers.into_iter().map(move |pool| (usize::try_from(place).unwrap(), pool))
    };
    (1..=of_each).flat_map(of_place).collect()
}

/// Returns the column of the bracket in which the first two of a pool can meet, from 0, and the last column.
fn first_meeting(seeded: &[(usize, i32)]) -> (usize, usize) {
    let graph = Graph::single(seeded.len(), Order::BySeed, false);
    let mut sides: Vec<BTreeSet<i32>> = Vec::new();
    let mut first = usize::MAX;
    for game in &graph.matches {
        let of_side = |source: Source| match source {
            Source::Seed(seed) => seeded.get(seed).map(|(_, pool)| BTreeSet::from([*pool])).unwrap_or_default(),
            Source::WinnerOf(at) | Source::LoserOf(at) => sides[at].clone(),
        };
        let [one, other] = game.sources.map(of_side);
        if !one.is_disjoint(&other) {
            first = first.min(game.column);
        }
        sides.push(&one | &other);
    }
    (first, graph.matches.last().unwrap().column)
}

fn crossed(before: &[(usize, i32)]) -> Vec<(usize, i32)> {
    cross(before).into_iter().map(|from| before[from]).collect()
}

#[test]
fn if_two_of_each_pool_advance_they_meet_in_the_final_at_the_earliest() {
    let mut early = 0;
    for (pools, seed) in (2..=32).flat_map(|pools| (0..20).map(move |seed| (pools, seed))) {
        let before = advancing(pools, 2, seed);
        let (first, last) = first_meeting(&crossed(&before));
        assert_eq!(first, last, "{pools} pools: {before:?}");
        early += usize::from(first_meeting(&before).0 < last);
    }
    assert!(early > 300, "without exchanges they meet earlier");
}

#[test]
fn if_more_of_each_pool_advance_no_two_of_one_meet_in_the_first_round() {
    for (pools, of_each) in (2..=16).flat_map(|pools| (3..=5).map(move |of_each| (pools, of_each))) {
        for seed in 0..10 {
            let after = crossed(&advancing(pools, of_each, seed));
            assert!(first_meeting(&after).0 > 0, "{pools} pools: {after:?}");
        }
    }
}

#[test]
fn places_stay_together_and_winners_of_pools_keep_their_seeds() {
    for (pools, of_each, seed) in [(2, 4, 1), (5, 3, 2), (8, 2, 3), (7, 4, 4)] {
        let before = advancing(pools, of_each, seed);
        let pools = usize::try_from(pools).unwrap();
        for number in pools..before.len() {
            let (before, after) = (&before[..number], crossed(&before[..number]));
            assert_eq!(after[..pools], before[..pools]);
            let [mut one, mut other] = [before.to_vec(), after.clone()];
            one.sort_unstable();
            other.sort_unstable();
            assert_eq!(one, other);
            assert!(after.is_sorted_by_key(|(place, _)| *place), "{after:?}");
        }
    }
}

#[test]
fn entrants_without_a_pool_keep_their_seeds() {
    assert_eq!(cross(&[]), [0; 0]);
    assert_eq!(cross(&[(0, 0); 6]), [0, 1, 2, 3, 4, 5]);
    assert_eq!(cross(&[(1, 1), (1, 2), (2, 2), (2, 1), (9, 0), (9, 0)]), [0, 1, 3, 2, 4, 5]);
}
