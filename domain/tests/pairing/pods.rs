//! Draft pods.

use std::collections::BTreeSet;

use domain::pairing::pods::{POD, PodOrder, assign_pods, pair_pods, pod_sizes};
use domain::pairing::{Entrant, EntrantId, Seats};

use crate::check::cost_of;
use crate::paired::{byes, tables};

fn entrants(number: i64) -> Vec<Entrant> {
    let entrant = |number: i64| Entrant {
        match_points: 30 - i32::try_from(number / 4).unwrap(),
        rank: i32::try_from(number).unwrap(),
        ..Entrant::new(EntrantId(number))
    };
    (1..=number).map(entrant).collect()
}

#[test]
fn pods_have_eight_or_nearly_so() {
    assert_eq!((pod_sizes(14, POD), pod_sizes(18, POD), pod_sizes(20, POD)), (vec![8, 6], vec![8, 10], vec![8, 6, 6]));
    assert_eq!(pod_sizes(363, POD), [&[8; 43][..], &[9, 10]].concat());
    assert_eq!((pod_sizes(0, POD).len(), pod_sizes(5, POD), pod_sizes(11, POD)), (0, vec![5], vec![11]));
}

#[test]
fn pods_of_another_size_are_aimed_at_as_well() {
    assert_eq!((pod_sizes(12, 4), pod_sizes(13, 4), pod_sizes(7, 4)), (vec![4; 3], vec![4, 4, 5], vec![4, 3]));
    assert_eq!((pod_sizes(12, 6), pod_sizes(6, 2), pod_sizes(5, 2)), (vec![6, 6], vec![2; 3], vec![2, 3]));
    for (players, aim) in (2..60).flat_map(|players| (2..=16).map(move |aim| (players, aim))) {
        let sizes = pod_sizes(players, aim);
        assert_eq!(sizes.iter().sum::<usize>(), players, "{players} {aim}: {sizes:?}");
        assert!(sizes.iter().filter(|size| *size % 2 == 1).count() <= 1, "{players} {aim}: {sizes:?}");
    }
}

/// Returns all splits into pods of 6 to 10 players, each in falling order.
fn splits(players: usize, largest: usize) -> Vec<Vec<usize>> {
    if players == 0 {
        return vec![Vec::new()];
    }
    let sizes = (6..=largest.min(players)).rev();
    let with = |size: usize| splits(players - size, size).into_iter().map(move |rest| [vec![size], rest].concat());
    sizes.flat_map(with).collect()
}

#[test]
fn no_split_has_fewer_odd_pods_or_is_nearer_to_eight() {
    let far = |sizes: &[usize]| {
        let odd = sizes.iter().filter(|size| *size % 2 == 1).count();
        (odd, sizes.iter().map(|size| size.abs_diff(8).pow(2)).sum::<usize>())
    };
    for players in (6..=80).filter(|players| *players != 11) {
        let sizes = pod_sizes(players, POD);
        assert_eq!(sizes.iter().sum::<usize>(), players);
        let best = splits(players, 10).iter().map(|sizes| far(sizes)).min().unwrap();
        assert_eq!(far(&sizes), best, "{players}: {sizes:?}");
    }
}

#[test]
fn by_standing_the_best_are_in_the_first_pod() {
    let mut all = entrants(21);
    all[3].is_dropped = true;
    all.reverse();
    let pods = assign_pods(&all, PodOrder::ByStanding, POD, 3);
    let sorted = |seats: &[EntrantId]| seats.iter().map(|id| id.0).collect::<BTreeSet<_>>();
    assert_eq!(sorted(&pods[0].seats), BTreeSet::from([1, 2, 3, 5, 6, 7, 8, 9]));
    assert_eq!(sorted(&pods[2].seats), (16..=21).collect());
    assert_eq!(pods.iter().map(|pod| pod.number).collect::<Vec<_>>(), [1, 2, 3]);
    let others = assign_pods(&all, PodOrder::ByStanding, POD, 4);
    assert_ne!(pods[0].seats, others[0].seats, "seats are random");
}

#[test]
fn at_random_everybody_is_in_one_pod() {
    let pods = assign_pods(&entrants(30), PodOrder::Random, POD, 3);
    let all: BTreeSet<EntrantId> = pods.iter().flat_map(|pod| pod.seats.clone()).collect();
    assert_eq!(all.len(), 30);
    assert_ne!(pods, assign_pods(&entrants(30), PodOrder::Random, POD, 4));
    assert_ne!(pods, assign_pods(&entrants(30), PodOrder::ByStanding, POD, 3));
}

fn in_pod(rounds: &[Seats], pod: i32) -> Vec<Seats> {
    rounds.iter().filter(|table| table.pod_number == pod).cloned().collect()
}

#[test]
fn the_first_round_is_against_the_one_across() {
    let all = entrants(16);
    let pods = assign_pods(&all, PodOrder::Random, POD, 3);
    let rounds = pair_pods(&pods, &all, true, 5);
    for pod in &pods {
        let pairs: Vec<[EntrantId; 2]> = tables(&in_pod(&rounds, pod.number)).map(|table| table.players).collect();
        let seats = &pod.seats;
        assert_eq!(pairs, [[seats[0], seats[4]], [seats[1], seats[5]], [seats[2], seats[6]], [seats[3], seats[7]]]);
    }
    let numbers: Vec<i32> = rounds.iter().map(|table| table.table_number).collect();
    assert_eq!(numbers, (1..=8).collect::<Vec<_>>());
}

#[test]
fn an_odd_pod_has_a_bye_by_the_usual_rule() {
    let mut all = entrants(7);
    all.iter_mut().for_each(|entrant| entrant.byes = 1);
    all[2].byes = 0;
    let pods = assign_pods(&all, PodOrder::Random, POD, 3);
    for is_first_round in [true, false] {
        let round = pair_pods(&pods, &all, is_first_round, 5);
        assert_eq!(byes(&round), [EntrantId(3)]);
        assert_eq!(tables(&round).count(), 3);
    }
}

#[test]
fn later_rounds_are_swiss_inside_the_pod() {
    let mut all = entrants(16);
    all.iter_mut().for_each(|entrant| entrant.match_points = 0);
    let pods = assign_pods(&all, PodOrder::ByStanding, POD, 3);
    for table in tables(&pair_pods(&pods, &all, true, 5)) {
        for (player, opponent) in [(0, 1), (1, 0)] {
            let entrant = all.iter_mut().find(|entrant| entrant.id == table.players[player]).unwrap();
            entrant.opponents.push(table.players[opponent]);
            entrant.match_points += if player == 0 { 3 } else { 0 };
        }
    }
    all[0].fixed_seat = Some(30);
    let rounds = pair_pods(&pods, &all, false, 5);
    for pod in &pods {
        let round = in_pod(&rounds, pod.number);
        let [rematches, _, difference, _] = cost_of(&all, &round);
        assert_eq!((rematches, difference), (0, 0));
        assert!(round.iter().flat_map(|table| &table.entrants).all(|id| pod.seats.contains(id)));
    }
    let numbers: BTreeSet<i32> = rounds.iter().map(|table| table.table_number).collect();
    assert_eq!(numbers, BTreeSet::from([1, 2, 3, 4, 5, 6, 7, 30]));
}
