//! Addresses of entries and the waitlist.

use super::Address;

pub(super) const ADDRESSES: &[Address] = &[];
