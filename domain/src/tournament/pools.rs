//! Pools as an event has them: those of the first round of a round-robin phase, read from its pairings. Their later rounds,
//! their standings, and the order in which a cut takes their entrants all follow from them.

use std::collections::{HashMap, HashSet};

use proto_events::ids::RoundId;
use proto_events::vocabulary::{PhaseType, RoundType};

use super::standings::{Standing, standings_after};
use super::to_pair::{plays_on, seats};
use super::{Phase, Round, Tournament};
use crate::pairing::EntrantId;
use crate::pairing::pods::Pod;
use crate::pairing::pools::{cross, has_pairs_from, pools_of};

/// The standings of a pool.
#[derive(Debug, Clone, PartialEq)]
pub struct PoolStandings {
    /// The number of the pool, from 1.
    pub number: i32,
    /// Its lines, best first. They keep the ranks of the standings of all; the place in the pool is the position here.
    pub lines: Vec<Standing>,
}

/// Returns the pools of a phase by number. There are none in phases of other types, and before the first round is paired.
pub fn pools(phase: &Phase) -> Vec<Pod> {
    first_round(phase).map(|round| pools_of(&seats(round))).unwrap_or_default()
}

/// Returns which round of the pools a round with this number is, from 0 for the first one.
pub fn turn(phase: &Phase, number: i32) -> usize {
    phase.rounds.iter().filter(|round| is_play(round) && round.number < number).count()
}

/// Returns whether two active entrants of these pools meet in one of their rounds from this one on, from 0.
pub fn meet_from(tournament: &Tournament, pools: &[Pod], turn: usize) -> bool {
    has_pairs_from(pools, turn, |entrant| plays_on(tournament, entrant))
}

/// Returns whether a phase has pools, and no two active entrants of them meet in a round that is not paired yet.
pub fn pools_are_done(tournament: &Tournament, phase: &Phase) -> bool {
    let pools = pools(phase);
    !pools.is_empty() && !meet_from(tournament, &pools, turn(phase, i32::MAX))
}

/// Returns the entrants who have no match in the round of a phase with this number, because their pools have played all
/// of their rounds before.
pub fn done_before(phase: &Phase, number: i32) -> HashSet<EntrantId> {
    let done = pools(phase).into_iter().filter(|pool| pool.rounds() <= turn(phase, number));
    done.flat_map(|pool| pool.seats).collect()
}

/// Returns the standings of the pools after a round of play in a round-robin phase; none for other rounds, and before play.
/// Their order is that of the standings of all. Entrants who came after the first round are in no pool.
pub fn pool_standings(tournament: &Tournament, round: RoundId) -> Vec<PoolStandings> {
    let pools = tournament.round(round).map(|(phase, _)| pools(phase)).unwrap_or_default();
    let all = standings_after(tournament, round).filter(|_| !pools.is_empty()).unwrap_or_default();
    if all.is_empty() {
        return Vec::new();
    }
    let of_pool = |pool: &Pod| {
        let lines = all.iter().filter(|line| pool.seats.contains(&line.competitor));
        PoolStandings { number: pool.number, lines: lines.cloned().collect() }
    };
    pools.iter().map(of_pool).collect()
}

/// Orders lines of the standings after a round as a cut takes them. After pools the best of each comes first, then the
/// second of each, and so on, those of the same place by the standings of all; entrants without a pool come last. The lines
/// are those of entrants who can advance, so that a player who left makes room for the next one of the pool. Returns each
/// line with its place in its pool; without pools that is 0, and the order stays.
pub fn cut_order(tournament: &Tournament, after: RoundId, lines: Vec<Standing>) -> Vec<(usize, Standing)> {
    let pool_of = pool_of(tournament, after);
    let mut before: HashMap<i32, usize> = HashMap::new();
    let place = |line: &Standing| match pool_of.get(&line.competitor) {
        _ if pool_of.is_empty() => 0,
        None => usize::MAX,
        Some(pool) => {
            let better = before.entry(*pool).or_default();
            *better += 1;
            *better
        }
    };
    let places: Vec<usize> = lines.iter().map(place).collect();
    let mut placed: Vec<(usize, Standing)> = places.into_iter().zip(lines).collect();
    placed.sort_by_key(|(place, _)| *place);
    placed
}

/// Returns those who advance by seed. They are given in the order of the cut after a round. After pools, those of the same
/// place, other than the winners, exchange seeds so that two of one pool meet late in the bracket.
pub fn cross_pools(tournament: &Tournament, after: RoundId, advancing: &[(usize, Standing)]) -> Vec<Standing> {
    let pool_of = pool_of(tournament, after);
    let pool = |line: &Standing| pool_of.get(&line.competitor).copied().unwrap_or_default();
    let placed: Vec<(usize, i32)> = advancing.iter().map(|(place, line)| (*place, pool(line))).collect();
    cross(&placed).into_iter().map(|from| advancing[from].1.clone()).collect()
}

/// Returns the numbers of the pools of the entrants of a round.
fn pool_of(tournament: &Tournament, round: RoundId) -> HashMap<EntrantId, i32> {
    let pools = tournament.round(round).map(|(phase, _)| pools(phase)).unwrap_or_default();
    pools.into_iter().flat_map(|pool| pool.seats.into_iter().map(move |seat| (seat, pool.number))).collect()
}

fn is_play(round: &Round) -> bool {
    round.number > 0 && round.round_type == RoundType::PlayVsOpponent
}

fn first_round(phase: &Phase) -> Option<&Round> {
    let rounds = phase.rounds.iter().map(|round| &**round).filter(|_| phase.round_type == PhaseType::RoundRobin);
    rounds.filter(|round| is_play(round)).min_by_key(|round| round.number)
}
