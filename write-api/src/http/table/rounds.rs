//! Addresses of rounds, their pairings, and cuts.

use super::Address;

pub(super) const ADDRESSES: &[Address] = &[];
