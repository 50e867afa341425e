//! People's accounts: profiles, passwords, links to set a password, and tokens.
//!
//! Each file is one operation: its body, its handler, its decision, its tests. `fields.rs` checks fields
//! and finds a person by username, `stewardship.rs` says who may manage an account, `document.rs` has the answers.

pub(crate) mod change_password;
pub mod change_player_page;
pub(crate) mod change_profile;
pub(crate) mod document;
pub(crate) mod end_sessions;
pub(crate) mod erase_user;
mod fields;
pub(crate) mod issue_token;
pub(crate) mod make_password_link;
pub mod merge_user;
pub(crate) mod register_user;
pub(crate) mod revoke_token;
pub(crate) mod set_password;
pub(crate) mod set_password_by_link;
pub(crate) mod sign_in;
pub(crate) mod stewardship;
pub mod unmerge_user;

pub use change_password::ChangePassword;
pub use change_profile::ChangeProfile;
pub use end_sessions::EndSessions;
pub use erase_user::EraseUser;
pub use issue_token::{IssueToken, IssuedToken};
pub use make_password_link::{MadeLink, MakePasswordLink, read_link};
pub use register_user::RegisterUser;
pub use revoke_token::RevokeToken;
pub use set_password::SetPassword;
pub use set_password_by_link::SetPasswordByLink;
pub use sign_in::SignedIn;
pub use stewardship::{Elsewhere, Steward, may_look_after};

use crate::http::endpoint::{Endpoint, endpoint};

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    endpoint!(register_user),
    endpoint!(change_profile),
    endpoint!(merge_user),
    endpoint!(unmerge_user),
    endpoint!(erase_user),
    endpoint!(make_password_link),
    endpoint!(change_player_page),
];
