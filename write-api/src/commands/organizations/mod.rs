//! Commands on organizations, their members and their API keys.

pub mod add_member;
pub mod create_organization;
pub mod issue_api_key;
pub mod note_key_use;
pub mod revoke_api_key;
pub mod set_api_key_expiry;
