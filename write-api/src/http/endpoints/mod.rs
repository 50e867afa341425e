//! The endpoints, one file each.

pub(super) mod change_registration;
pub(super) mod check_in;
pub(super) mod create_registration;
pub(super) mod disqualify_player;
pub(super) mod drop_player;
pub(super) mod move_to_child_event;
pub(super) mod promote_waitlist;
