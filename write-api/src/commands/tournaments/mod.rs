//! Commands on tournaments, one file each. `order.rs` holds the request context that they share. A command on a single
//! tournament is one call of `WriteApi::carry_out`. If its outcome does not say what it did, the events after
//! `Done::since` do, also for a repeated command.

pub mod award_byes;
pub mod change_check_in;
pub mod change_payment;
pub mod change_registration;
pub mod check_in;
pub mod disqualify_player;
pub mod drop_player;
pub mod field;
pub mod fix_seat;
pub mod mark_paper_decklist;
pub mod move_to_child_event;
pub mod order;
pub mod outcome;
pub mod promote_waitlist;
pub mod register_player;
pub mod set_registration_status;
pub mod tag_player;
pub mod write_notes;
