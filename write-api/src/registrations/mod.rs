//! Registrations: signing up, changing, checking in, dropping, disqualifying and moving players, the waitlist, and
//! private links. `joining.rs` decides how players come together.
//!
//! `entries.rs` has queries on an event's registrations, `people.rs` finds the person whom a body names, `document.rs`
//! has the answers.

pub(crate) mod admission;
pub mod answer_offer;
pub mod award_missed_rounds;
pub mod change_registration;
pub mod check_in;
pub mod disqualify_player;
pub(crate) mod document;
pub mod drop_player;
pub(crate) mod entries;
pub mod join_as_guest;
pub mod joining;
pub mod make_join_code;
pub mod make_private_links;
pub mod move_to_child_event;
pub mod promote_waitlist;
pub mod register_player;
pub mod revoke_private_link;
pub mod send_message;
pub mod settle_waitlist;

use crate::http::request::{Endpoint, endpoint};

pub(crate) static ENDPOINTS: &[Endpoint] = &[
    endpoint!(register_player),
    endpoint!(change_registration),
    endpoint!(award_missed_rounds),
    endpoint!(check_in),
    endpoint!(drop_player),
    endpoint!(disqualify_player),
    endpoint!(move_to_child_event),
    endpoint!(make_join_code),
    endpoint!(make_private_links),
    endpoint!(revoke_private_link),
    endpoint!(promote_waitlist),
    endpoint!(answer_offer),
    endpoint!(send_message),
];
