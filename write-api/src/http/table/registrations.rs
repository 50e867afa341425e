//! Addresses of entries, the waitlist and teams.

use super::Address;

pub(super) const ADDRESSES: &[Address] = &[];
