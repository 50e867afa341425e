//! Addresses of matches: results, and what judges note.

use super::Address;

pub(super) const ADDRESSES: &[Address] = &[];
