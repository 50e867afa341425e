//! Addresses of conventions.

use super::Address;

pub(super) const ADDRESSES: &[Address] = &[];
