//! Commands on the lists handed in for a tournament, one file each. `handed_in.rs` finds the tournaments that a list is
//! handed in for; `tournaments/list_revisions.rs` determines which revision counts.

pub mod attach_decklist;
pub mod handed_in;
pub mod list_closed;
pub mod lock_lists;
pub mod unlock_lists;
