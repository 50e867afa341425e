//! Who sits first at a table of two, so that all do so as often as they sit second, as far as possible. In games whose two
//! sides differ, the first seat is a side: in Netrunner, that of the Corp.
//!
//! The pairs are not changed. In a pair, the player who sat first less often so far sits first; if both did so equally
//! often, the player who sat second in the last match; otherwise the seed decides. So two players grow apart only if both
//! were equal. This cannot keep everyone within one match: of two who both sat first more often, one does so again.

use std::collections::HashMap;

use proto_events::tournament::PairingKind;

use super::random::SeededRandom;
use super::{Entrant, EntrantId, Seats};

/// Chooses who sits first in each pair.
pub fn balance(seats: &mut [Seats], entrants: &[Entrant], seed: u64) {
    let sides: HashMap<EntrantId, _> =
        entrants.iter().map(|entrant| (entrant.id, (entrant.times_first_over, entrant.last_side))).collect();
    // Not the random choices that made the pairs.
    let mut random = SeededRandom::new(!seed);
    for table in seats.iter_mut().filter(|table| table.kind == PairingKind::Versus) {
        if let [first, second] = table.entrants.as_mut_slice() {
            let is_turned = random.below(2) == 1;
            let (one, other) = (sides.get(first), sides.get(second));
            if one > other || (one == other && is_turned) {
                std::mem::swap(first, second);
            }
        }
    }
}
