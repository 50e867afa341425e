//! Commands on organizations, their members and their API keys.

pub mod accept_invitation;
pub mod add_member;
mod administrators;
pub mod change_api_key;
pub mod change_member_role;
pub mod create_organization;
pub mod decline_invitation;
pub mod invite_member;
pub mod issue_api_key;
pub mod leave_organization;
pub mod membership_limit;
pub mod note_key_use;
pub mod remove_member;
pub mod rename_api_key;
pub mod revoke_api_key;
pub mod set_api_key_expiry;
pub mod withdraw_invitation;
