//! Commands on people: their profiles and their credentials.

pub mod change_password;
pub mod change_profile;
pub mod end_sessions;
pub mod issue_token;
pub mod make_password_link;
pub mod password_rule;
mod profile_fields;
pub mod register_user;
pub mod revoke_token;
pub mod set_password;
pub mod set_password_by_link;
pub mod sign_in;
pub mod stewardship;

pub(crate) use profile_fields::{USERNAMES, faults};
