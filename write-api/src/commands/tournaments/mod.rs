//! Commands on tournaments, one file each. What each comes with beside its own input stands in `order.rs`; one on a single
//! tournament is one call of `WriteApi::carry_out`. What it did, also the first time, is read from the events above
//! `Done::since` where its outcome does not tell.

pub mod change_event;
pub mod change_lifecycle;
pub mod create_event;
pub mod event_fields;
pub mod disqualify_player;
pub mod drop_player;
pub mod field;
pub mod import_tournament;
pub mod list_revisions;
pub mod order;
pub mod outcome;
mod parents;
pub mod register_player;
pub mod set_registration_status;
