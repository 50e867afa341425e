//! Random choices from a seed. The same seed always gives the same choices, on every machine.

/// A random number generator (splitmix64: small, fast, and good enough for pairings).
#[derive(Debug, Clone)]
pub(crate) struct SeededRandom(u64);

impl SeededRandom {
    /// Creates a generator from a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next 64 random bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// Returns a number below `end`, or 0 if `end` is 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        // The high half of the product. Its bias is below 2^-40 for any realistic field.
        let product = u128::from(self.bits()) * u128::try_from(end).unwrap_or_default();
        usize::try_from(product >> 64).unwrap_or_default()
    }

    /// Shuffles the items.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (2..=items.len()).rev() {
            items.swap(end - 1, self.below(end));
        }
    }
}

/// Returns the seed of a round, from the event's seed, the round's number, and how often the round was paired before.
/// Pairing a round again gives new random choices; replaying the events gives the old ones.
pub fn round_seed(event_seed: i64, round_number: i32, times_paired_before: u32) -> u64 {
    let round = u64::from(round_number.cast_unsigned()) << 32 | u64::from(times_paired_before);
    mix(mix(event_seed.cast_unsigned()) ^ round)
}

/// Returns a number that looks random and depends only on the given one (the finalizer of splitmix64).
pub(crate) fn mix(bits: u64) -> u64 {
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
