//! Commands on the lists handed in for a tournament, one file each: which list is whose, and until when it may be changed.
//! `shut.rs` says why a player's list is not taken any more, `handed_in.rs` for which tournaments a list is handed in.
//! Which revision of a list counts is found in `tournaments/list_revisions.rs`.

pub mod attach_decklist;
pub mod handed_in;
pub mod lock_lists;
pub mod shut;
pub mod unlock_lists;
