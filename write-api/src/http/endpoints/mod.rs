//! The endpoints, one file each.

pub(super) mod accept_invitation;
pub(super) mod change_api_key;
pub(super) mod change_member;
pub(super) mod change_registration;
pub(super) mod change_user;
pub(super) mod check_in;
pub(super) mod create_api_key;
pub(super) mod create_member;
pub(super) mod create_password_link;
pub(super) mod create_registration;
pub(super) mod create_user;
pub(super) mod decline_invitation;
pub(super) mod disqualify_player;
pub(super) mod drop_player;
pub(super) mod leave_organization;
pub(super) mod move_to_child_event;
pub(super) mod promote_waitlist;
pub(super) mod remove_member;
pub(super) mod revoke_api_key;
pub(super) mod withdraw_invitation;
