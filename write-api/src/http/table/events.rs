//! Addresses of events: announcing them, their life, their lists.

use super::Address;

pub(super) const ADDRESSES: &[Address] = &[];
