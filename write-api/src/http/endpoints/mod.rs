//! The endpoints, one file each.

pub(super) mod change_decklist;
pub(super) mod create_decklist;
pub(super) mod replace_decklist;
