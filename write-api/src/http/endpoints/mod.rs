//! The endpoints, one file each.

pub(super) mod change_api_key;
pub(super) mod change_convention;
pub(super) mod change_convention_status;
pub(super) mod change_decklist;
pub(super) mod change_match;
pub(super) mod change_member;
pub(super) mod change_user;
pub(super) mod complete_round;
pub(super) mod confirm_result;
pub(super) mod correct_result;
pub(super) mod create_api_key;
pub(super) mod create_convention;
pub(super) mod create_decklist;
pub(super) mod create_member;
pub(super) mod create_password_link;
pub(super) mod create_round;
pub(super) mod create_user;
pub(super) mod make_cut;
pub(super) mod pair_round;
pub(super) mod remove_member;
pub(super) mod replace_decklist;
pub(super) mod replace_pairings;
pub(super) mod report_result;
pub(super) mod revoke_api_key;
pub(super) mod start_round;
