//! Tables of three to five: whole tournaments against all possible pairings of small fields, and the promises to large
//! ones.

use std::collections::{HashMap, HashSet};

use domain::pairing::cut::pod_round;
use domain::pairing::tables_of_many::{pair_tables, table_sizes};
use domain::pairing::{Entrant, EntrantId, Seats, Way};
use proptest::prelude::*;
use proto_events::tournament::PairingKind;
use proto_events::vocabulary::ShortPods::{self, Byes, First, Last};

use crate::simulate::Random;

/// An event of pods: a win gives 5 points, a draw of all 1.
struct Event {
    entrants: Vec<Entrant>,
    size: usize,
    short: ShortPods,
    random: Random,
}

impl Event {
    fn new(players: usize, size: usize, short: ShortPods, seed: u64) -> Self {
        let ids = (1..=players).map(|id| EntrantId(i64::try_from(id * 37 % 1009).unwrap()));
        Self { entrants: ids.map(Entrant::new).collect(), size, short, random: Random(seed) }
    }

    fn pair(&mut self, way: Way) -> Vec<Seats> {
        let seed = self.random.next();
        pair_tables(&self.entrants, self.size, self.short, way, seed)
    }

    fn play(&mut self, seats: &[Seats]) {
        for table in seats {
            let winner = usize::try_from(self.random.below(6)).unwrap();
            for (seat, id) in table.entrants.iter().enumerate() {
                let others = table.entrants.iter().filter(|other| *other != id).copied();
                let entrant = self.entrants.iter_mut().find(|entrant| entrant.id == *id).unwrap();
                entrant.opponents.extend(others);
                if table.kind == PairingKind::Bye {
                    (entrant.byes, entrant.match_points) = (entrant.byes + 1, entrant.match_points + 5);
                } else {
                    entrant.seats[seat] += 1;
                    let drawn = i32::from(winner >= table.entrants.len());
                    entrant.match_points += if winner == seat { 5 } else { drawn };
                }
            }
        }
    }

    fn entrant(&self, id: EntrantId) -> &Entrant {
        self.entrants.iter().find(|entrant| entrant.id == id).unwrap()
    }
}

/// The cost of tables by the words of the module: repeats, further meetings, points at smaller tables, differences,
/// squares.
fn cost(tables: &[Vec<&Entrant>], short: ShortPods, way: Way) -> [i64; 5] {
    let points = |one: &Entrant| if way == Way::Random { 0 } else { i64::from(one.match_points) };
    let highest = tables.iter().flatten().map(|one| points(one)).max().unwrap_or(0);
    let (least, most) = (tables.iter().map(Vec::len).min(), tables.iter().map(Vec::len).max());
    let mut cost = [0; 5];
    for table in tables {
        if least != most && Some(table.len()) == least {
            let worth = |one: &&Entrant| if short == First { highest - points(one) } else { points(one) };
            cost[2] += table.iter().map(worth).sum::<i64>();
        }
        for (at, one) in table.iter().enumerate() {
            for other in &table[at + 1..] {
                let met = i64::try_from(one.opponents.iter().filter(|id| **id == other.id).count()).unwrap();
                let difference = (points(one) - points(other)).abs();
                let pair = [met.min(1), (met - 1).max(0), 0, difference, difference * difference];
                cost.iter_mut().zip(pair).for_each(|(sum, part)| *sum += part);
            }
        }
    }
    cost
}

/// Calls `each` with all ways to split players into tables of these sizes.
fn all_ways<'a>(
    left: &[&'a Entrant],
    sizes: &[usize],
    so_far: &mut Vec<Vec<&'a Entrant>>,
    each: &mut dyn FnMut(&[Vec<&Entrant>]),
) {
    let Some((first, others)) = left.split_first() else { return each(so_far) };
    let mut tried = HashSet::new();
    for (at, size) in sizes.iter().enumerate().filter(|(_, size)| tried.insert(**size)) {
        let mut sizes = sizes.to_vec();
        sizes.remove(at);
        for chosen in combinations(others.len(), size - 1) {
            let (with, without): (Vec<_>, Vec<_>) = (0..others.len()).partition(|at| chosen.contains(at));
            so_far.push(std::iter::once(*first).chain(with.into_iter().map(|at| others[at])).collect());
            all_ways(&without.into_iter().map(|at| others[at]).collect::<Vec<_>>(), &sizes, so_far, each);
            so_far.pop();
        }
    }
}

fn combinations(of: usize, many: usize) -> Vec<Vec<usize>> {
    if many == 0 {
        return vec![Vec::new()];
    }
    let with = |last: usize| {
        combinations(last, many - 1).into_iter().map(move |mut rest| {
            rest.push(last);
            rest
        })
    };
    (many - 1..of).flat_map(with).collect()
}

fn least(event: &Event, way: Way, sizes: &[usize], byes: usize) -> [i64; 5] {
    let players: Vec<&Entrant> = event.entrants.iter().collect();
    let mut worths: Vec<_> = players.iter().map(|one| (one.byes, one.match_points)).collect();
    worths.sort_unstable();
    worths.truncate(byes);
    let mut least = [i64::MAX; 5];
    for without in combinations(players.len(), byes) {
        let mut theirs: Vec<_> = without.iter().map(|at| (players[*at].byes, players[*at].match_points)).collect();
        theirs.sort_unstable();
        if theirs != worths {
            continue;
        }
        let left: Vec<&Entrant> = (0..players.len()).filter(|at| !without.contains(at)).map(|at| players[at]).collect();
        let mut each = |tables: &[Vec<&Entrant>]| least = least.min(cost(tables, event.short, way));
        all_ways(&left, sizes, &mut Vec::new(), &mut each);
    }
    least
}

fn tables(seats: &[Seats]) -> Vec<Vec<EntrantId>> {
    let tables = seats.iter().filter(|table| table.kind == PairingKind::Versus);
    tables.map(|table| table.entrants.clone()).collect()
}

/// Checks what holds for every round, whatever its size.
fn assert_round(event: &Event, seats: &[Seats]) {
    let mut all: Vec<EntrantId> = seats.iter().flat_map(|table| table.entrants.clone()).collect();
    all.sort_unstable();
    let mut expected: Vec<EntrantId> = event.entrants.iter().map(|entrant| entrant.id).collect();
    expected.sort_unstable();
    assert_eq!(all, expected, "each has one seat or bye");
    let numbers: Vec<i32> = seats.iter().map(|table| table.table_number).collect();
    assert!(numbers.iter().copied().eq(1..=i32::try_from(seats.len()).unwrap()), "{numbers:?}");
    let mut sizes: Vec<usize> = tables(seats).iter().map(Vec::len).collect();
    sizes.sort_unstable();
    let mut wanted = table_sizes(event.entrants.len(), event.size, event.short);
    wanted.sort_unstable();
    assert_eq!(sizes, wanted);
    let byes =
        seats.iter().filter(|table| table.kind == PairingKind::Bye).map(|table| event.entrant(table.entrants[0]));
    let worst = byes.map(|entrant| entrant.byes).max();
    let fewest_that_play = tables(seats).concat().iter().map(|id| event.entrant(*id).byes).min();
    assert!(worst.zip(fewest_that_play).is_none_or(|(bye, play)| bye <= play), "a second bye before all had one");
}

#[test]
fn table_sizes_are_full_or_one_smaller_and_never_below_three() {
    let sizes = |players, size, short| table_sizes(players, size, short);
    assert_eq!(sizes(13, 4, Last), [4, 3, 3, 3]);
    assert_eq!(sizes(14, 4, First), [3, 3, 4, 4]);
    assert_eq!((sizes(7, 4, Byes), sizes(5, 4, Byes), sizes(3, 4, Byes)), (vec![4], vec![4], vec![3]));
    assert_eq!((sizes(5, 4, Last), sizes(6, 4, Last), sizes(9, 4, Last)), (vec![5], vec![3, 3], vec![3, 3, 3]));
    assert_eq!((sizes(7, 3, Last), sizes(8, 3, Last), sizes(11, 5, Last)), (vec![4, 3], vec![4, 4], vec![4, 4, 3]));
    for size in 3..=5 {
        for players in 3..200 {
            for short in [Last, First] {
                let sizes = table_sizes(players, size, short);
                assert_eq!(sizes.iter().sum::<usize>(), players);
                assert!(sizes.iter().all(|table| (3..=5).contains(table)), "{players} at {size}: {sizes:?}");
            }
        }
        assert!(table_sizes(2, size, Last).is_empty());
    }
}

#[test]
fn sixty_four_players_meet_no_one_twice_in_four_rounds_and_change_seats() {
    let mut event = Event::new(64, 4, Last, 1);
    for round in 1..=4 {
        let seats = event.pair(if round == 1 { Way::Random } else { Way::Swiss });
        assert_round(&event, &seats);
        event.play(&seats);
    }
    for entrant in &event.entrants {
        let met: HashSet<_> = entrant.opponents.iter().collect();
        assert_eq!(met.len(), 12, "12 opponents in four rounds");
        assert!(entrant.seats[..4].iter().all(|times| *times <= 2), "{:?}", entrant.seats);
    }
    let seats = |event: &Event| pair_tables(&event.entrants, 4, Last, Way::Swiss, 9);
    let before = seats(&event);
    event.entrants.reverse();
    assert_eq!(seats(&event), before, "the same in any order");
}

#[test]
fn smaller_tables_go_to_the_standing_that_is_set_and_fixed_tables_and_awarded_byes_are_kept() {
    for short in [Last, First] {
        let mut event = Event::new(14, 4, short, 5);
        for (at, entrant) in event.entrants.iter_mut().enumerate() {
            entrant.match_points = if at < 6 { 5 } else { 0 };
        }
        let seats = event.pair(Way::Swiss);
        let small = tables(&seats).into_iter().filter(|table| table.len() == 3).flatten();
        let points: i32 = small.map(|id| event.entrant(id).match_points).sum();
        assert_eq!(points, if short == First { 30 } else { 0 });
    }
    let mut event = Event::new(14, 4, Last, 6);
    (event.entrants[3].fixed_seat, event.entrants[4].has_awarded_bye) = (Some(9), true);
    (event.entrants[5].is_dropped, event.entrants[6].byes) = (true, 1);
    let (fixed, bye, dropped) = (event.entrants[3].id, event.entrants[4].id, event.entrants[5].id);
    let seats = event.pair(Way::Random);
    let of = |id: EntrantId| seats.iter().find(|table| table.entrants.contains(&id));
    assert_eq!(of(fixed).map(|table| table.table_number), Some(9));
    assert_eq!(of(bye).map(|table| (table.kind, table.table_number)), Some((PairingKind::Bye, 10)));
    assert_eq!((of(dropped), tables(&seats).len()), (None, 3));
}

/// The seeds at each table of a playoff round, the winners being the best seeds.
fn playoff(seeds: usize, size: usize) -> Vec<Vec<Vec<usize>>> {
    let ids: HashMap<EntrantId, usize> =
        (1..=seeds).map(|seed| (EntrantId(i64::try_from(seed).unwrap()), seed)).collect();
    let mut left: Vec<EntrantId> = ids.keys().copied().collect();
    let mut rounds = Vec::new();
    while left.len() > 1 {
        left.sort_unstable();
        let tables = pod_round(size, &left);
        left = tables.iter().map(|table| table[0]).collect();
        rounds.push(tables.iter().map(|table| table.iter().map(|id| ids[id]).collect()).collect());
    }
    rounds
}

#[test]
fn a_cut_by_pods_seats_the_seeds_and_the_best_wait_if_it_is_not_full() {
    assert_eq!(playoff(4, 4), [vec![vec![1, 2, 3, 4]]]);
    let sixteen = vec![vec![1, 8, 9, 16], vec![2, 7, 10, 15], vec![3, 6, 11, 14], vec![4, 5, 12, 13]];
    assert_eq!(playoff(16, 4), [sixteen.clone(), vec![vec![1, 2, 3, 4]]]);
    assert_eq!(playoff(10, 4)[0], [vec![3, 6, 7, 10], vec![4, 5, 8, 9], vec![1], vec![2]]);
    // The best seeds sit in the smaller pods.
    assert_eq!(playoff(14, 4)[0], [vec![2, 7, 8, 13], vec![3, 6, 9, 12], vec![4, 5, 10, 11, 14], vec![1]]);
    let forty = playoff(40, 4);
    assert_eq!((forty[0].len(), forty[0][0].clone(), forty[0][8].clone()), (16, vec![9, 24, 25, 40], vec![1]));
    assert_eq!((&forty[1], forty.len(), playoff(64, 4).len()), (&sixteen, 3, 3));
    for size in 3..=5 {
        for seeds in 3..=300 {
            let rounds = playoff(seeds, size);
            let tables = rounds.iter().flatten();
            assert!(
                tables.clone().all(|table| table.len() == 1 || (3..=(size + 1).min(5)).contains(&table.len())),
                "{seeds} at {size}"
            );
            assert_eq!(rounds.last().map(Vec::len), Some(1), "one final");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn small_fields_are_paired_as_well_as_any_pairing(players in 3..=11_usize, size in 3..=5_usize, short in 0..3_usize, seed: u64) {
        let mut event = Event::new(players, size, [Last, First, Byes][short], seed);
        for round in 1..=4 {
            let way = if round == 1 { Way::Random } else { Way::Swiss };
            let seats = event.pair(way);
            assert_round(&event, &seats);
            let found: Vec<Vec<&Entrant>> =
                tables(&seats).iter().map(|table| table.iter().map(|id| event.entrant(*id)).collect()).collect();
            let sizes: Vec<usize> = found.iter().map(Vec::len).collect();
            let byes = players - sizes.iter().sum::<usize>();
            prop_assert_eq!(cost(&found, event.short, way), least(&event, way, &sizes, byes));
            event.play(&seats);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5))]

    #[test]
    fn larger_fields_meet_no_one_twice_while_that_is_easy(tables_of in 10..=12_usize, more in 0..3_usize, size in 3..=5_usize, short in 0..3_usize, seed: u64) {
        let players = tables_of * size + more;
        let mut event = Event::new(players, size, [Last, First, Byes][short], seed);
        for round in 1..=3 {
            let seats = event.pair(if round == 1 { Way::Random } else { Way::Swiss });
            assert_round(&event, &seats);
            let met = tables(&seats).iter().flat_map(|table| {
                table.iter().flat_map(|id| event.entrant(*id).opponents.iter().filter(|met| table.contains(met)))
            }).count();
            prop_assert_eq!(met, 0, "round {} of {} at tables of {}", round, players, size);
            event.play(&seats);
        }
    }
}
