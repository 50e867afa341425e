//! Draft pods: the players of each pod, and their matches. Matches are played within a pod.
//!
//! Pods have the event's target size, usually 8. If the number of players does not divide evenly, sizes differ by up to
//! a quarter: 6 to 10. An odd pod has a bye in every round, so at most one pod is odd, and only if the number of
//! players is odd. Of the remaining splits, the one nearest to the target size is taken.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use super::field::Field;
use super::random::SeededRandom;
use super::tables::numbered;
use super::{Entrant, EntrantId, Seats, Way, pair, playing, round_seed};

/// The usual target size.
pub const POD: usize = 8;

/// How players are assigned to pods.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PodOrder {
    /// By match points and rank: the best in the first pod.
    ByStanding,
    /// At random.
    Random,
}

/// A draft pod, or a pool: entrants who play among themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pod {
    /// Its number, from 1.
    pub number: i32,
    /// The entrants, by seat around the table. Around the circle of an even pool, the last one keeps its place.
    pub seats: Vec<EntrantId>,
}

/// Returns the pod sizes for a number of players, those of the target size first. If no split fits (with a target of 8:
/// fewer than 6 players, and 11), all players are in one pod.
pub fn pod_sizes(players: usize, aim: usize) -> Vec<usize> {
    if players == 0 {
        return Vec::new();
    }
    let sizes = sizes_near(aim);
    let numbers = players.div_ceil(*sizes.end())..=players / sizes.start();
    let splits = numbers.filter_map(|pods| split(players, pods, aim));
    // The sum of squares is the distance from the target; among equals, more pods are better, as more of them have its
    // size.
    let far = |sizes: &Vec<usize>| sizes.iter().map(|size| size.abs_diff(aim).pow(2)).sum::<usize>();
    splits.min_by_key(|sizes| (far(sizes), usize::MAX - sizes.len())).unwrap_or_else(|| vec![players])
}

/// Returns the sizes that pods may have; the least is 2.
fn sizes_near(aim: usize) -> RangeInclusive<usize> {
    let margin = (aim / 4).max(1);
    aim.saturating_sub(margin).max(2)..=aim.max(2).saturating_add(margin)
}

/// Splits players into a number of pods as evenly as possible with at most one odd pod. `None` if a size does not fit.
fn split(players: usize, pods: usize, aim: usize) -> Option<Vec<usize>> {
    let twos = players / 2;
    let mut sizes: Vec<usize> = (0..pods).map(|pod| 2 * ((twos + pod) / pods)).collect();
    // The first pod, which is the smallest, takes the odd player.
    *sizes.first_mut()? += players % 2;
    sizes.sort_by_key(|size| (size.abs_diff(aim), *size));
    let near = sizes_near(aim);
    sizes.iter().all(|size| near.contains(size)).then_some(sizes)
}

/// Splits the entrants into pods of about this size. Dropped entrants are left out. Seats in a pod are random.
pub fn assign_pods(entrants: &[Entrant], order: PodOrder, aim: usize, seed: u64) -> Vec<Pod> {
    let mut players = playing(entrants);
    let mut random = SeededRandom::new(seed);
    match order {
        PodOrder::ByStanding => players.sort_by_key(|player| (-i64::from(player.match_points), player.rank)),
        PodOrder::Random => random.shuffle(&mut players),
    }
    let mut left = players.into_iter().map(|player| player.id);
    let pods = (1..).zip(pod_sizes(left.len(), aim)).map(|(number, size)| {
        let mut seats: Vec<EntrantId> = left.by_ref().take(size).collect();
        random.shuffle(&mut seats);
        Pod { number, seats }
    });
    pods.collect()
}

/// Pairs a round of all pods. The first round is paired by seat, each player against the one across the table (1v5,
/// 2v6, …), later rounds as Swiss rounds within the pod. Tables are numbered from the first pod to the last; fixed
/// tables are kept.
pub fn pair_pods(pods: &[Pod], entrants: &[Entrant], is_first_round: bool, seed: u64) -> Vec<Seats> {
    let playing = playing(entrants);
    let players: HashMap<EntrantId, &Entrant> = playing.iter().map(|one| (one.id, *one)).collect();
    let mut tables = Vec::new();
    for pod in pods {
        let seats: Vec<Entrant> = pod.seats.iter().filter_map(|id| players.get(id)).map(|one| (*one).clone()).collect();
        let seed = round_seed(seed.cast_signed(), pod.number, 0);
        let round = if is_first_round { pair_by_seat(&seats, seed) } else { pair(&seats, Way::Swiss, seed) };
        tables.extend(round.into_iter().map(|table| Seats { pod_number: pod.number, ..table }));
    }
    numbered(tables, &playing)
}

/// Pairs players by their seats, which are given in order.
fn pair_by_seat(seats: &[Entrant], seed: u64) -> Vec<Seats> {
    let (awarded, mut playing): (Vec<&Entrant>, Vec<&Entrant>) = seats.iter().partition(|one| one.has_awarded_bye);
    let mut byes: Vec<Vec<EntrantId>> = awarded.iter().map(|one| vec![one.id]).collect();
    let field = Field::new(&playing, Way::Swiss.into());
    let may_get_bye: Vec<usize> = (0..playing.len()).filter(|place| field.may_get_bye(*place)).collect();
    if !may_get_bye.is_empty() {
        let place = may_get_bye[SeededRandom::new(seed).below(may_get_bye.len())];
        byes.push(vec![playing.remove(place).id]);
    }
    let (near, far) = playing.split_at(playing.len() / 2);
    let tables = near.iter().zip(far).map(|(one, other)| vec![one.id, other.id]).chain(byes);
    numbered(tables.map(|entrants| Seats::of(0, entrants)).collect(), &playing)
}
