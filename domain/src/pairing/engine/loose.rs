//! Pairs one loose score group at random: first the guests and the player who leaves, then the others one after the
//! other. A player without a possible opponent breaks up another pair.
//!
//! In a group of at least `2r + 2` players who had up to `r` opponents each, this always works: of two players left
//! over, each has met fewer than `r` players apart from the other one, and they can break up a pair unless two of the
//! four meetings that this takes have happened before.

use super::plan::Pair;
use crate::pairing::field::Field;
use crate::pairing::random::SeededRandom;

/// The opponent of the player who leaves the group.
const AWAY: usize = usize::MAX;

/// Number of attempts, each with a new shuffle, before the group counts as impossible.
const ATTEMPTS: usize = 3;

/// The field, and the group's guests, whose opponents are players of the group.
struct Seating<'a> {
    field: &'a Field,
    guests: &'a [usize],
}

/// Pairs the places of a group: each guest with one of them, and the rest among themselves. If `one_leaves`, one of
/// them gets no opponent and is returned with the pairs. `None` if no way without a rematch was found.
pub(super) fn pair(
    field: &Field,
    own: &[usize],
    guests: &[usize],
    one_leaves: bool,
    random: &mut SeededRandom,
) -> Option<(Vec<Pair>, Option<usize>)> {
    let seating = Seating { field, guests };
    let mut pairs = (0..ATTEMPTS).find_map(|_| seating.attempt(own, one_leaves, random))?;
    let Some(at) = pairs.iter().position(|pair| pair.0 == AWAY || pair.1 == AWAY) else { return Some((pairs, None)) };
    let (first, second) = pairs.swap_remove(at);
    Some((pairs, Some(if first == AWAY { second } else { first })))
}

impl Seating<'_> {
    fn attempt(&self, own: &[usize], one_leaves: bool, random: &mut SeededRandom) -> Option<Vec<Pair>> {
        let mut waiting = own.to_vec();
        random.shuffle(&mut waiting);
        // Those with the least choice come first: the bye, the guests, the player who leaves.
        waiting.sort_by_key(|place| self.field.is_bye(*place));
        let bye = waiting.pop_if(|last| self.field.is_bye(*last));
        let first = bye.into_iter().chain(self.guests.iter().copied()).chain(one_leaves.then_some(AWAY));
        let (mut pairs, mut stuck) = (Vec::with_capacity(own.len() / 2 + 1), Vec::new());
        for place in first {
            self.meet_anybody(place, &mut waiting, &mut pairs, &mut stuck);
        }
        while let Some(place) = waiting.pop() {
            self.meet_anybody(place, &mut waiting, &mut pairs, &mut stuck);
        }
        while let (Some(one), Some(other)) = (stuck.pop(), stuck.pop()) {
            self.break_up(one, other, &mut pairs, random)?;
        }
        Some(pairs)
    }

    fn meet_anybody(&self, place: usize, waiting: &mut Vec<usize>, pairs: &mut Vec<Pair>, stuck: &mut Vec<usize>) {
        match waiting.iter().rposition(|other| self.can_meet(place, *other)) {
            Some(at) => pairs.push((place, waiting.swap_remove(at))),
            None => stuck.push(place),
        }
    }

    /// Breaks up a pair and pairs its players with two players who have no opponent.
    fn break_up(&self, one: usize, other: usize, pairs: &mut Vec<Pair>, random: &mut SeededRandom) -> Option<()> {
        let start = random.below(pairs.len());
        for at in (start..pairs.len()).chain(0..start) {
            let (first, second) = pairs[at];
            for (first, second) in [(first, second), (second, first)] {
                if self.can_meet(one, first) && self.can_meet(other, second) {
                    pairs[at] = (one, first);
                    pairs.push((other, second));
                    return Some(());
                }
            }
        }
        None
    }

    fn can_meet(&self, one: usize, other: usize) -> bool {
        let is_player = |place| !self.field.is_bye(place);
        let is_guest = |place| place == AWAY || self.guests.contains(&place);
        match (one, other) {
            (AWAY, player) | (player, AWAY) => player != AWAY && is_player(player) && !self.guests.contains(&player),
            _ => !(is_guest(one) && is_guest(other)) && self.field.is_open(one, other),
        }
    }
}
