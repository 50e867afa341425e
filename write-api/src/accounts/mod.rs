//! People's accounts: profiles, passwords, links to set a password, and tokens.
//!
//! `create_account.rs`, `passwords.rs`, `providers.rs`, `confirm_email.rs` and `tokens.rs` have those that have no address. `fields.rs` checks fields and finds a person by
//! username, `stewardship.rs` says who may manage an account, `document.rs` has the answers.

pub mod change_player_page;
pub(crate) mod change_profile;
mod claim_guest;
mod confirm_email;
mod create_account;
pub(crate) mod document;
pub(crate) mod erase_user;
pub(crate) mod fields;
pub(crate) mod make_password_link;
pub mod merge_user;
pub(crate) mod passwords;
mod providers;
pub(crate) mod register_user;
pub mod rename_guest;
pub(crate) mod stewardship;
pub(crate) mod tokens;
mod two_step;
pub mod unmerge_user;

pub use change_profile::ChangeProfile;
pub use claim_guest::{ClaimGuest, RefuseClaim, is_proven_by_email};
pub(crate) use confirm_email::address_not_confirmed;
pub use confirm_email::{MailLink, address_for};
pub use create_account::CreateAccount;
pub use erase_user::EraseUser;
pub use make_password_link::{MadeLink, MakePasswordLink, may_be_mailed, read_link};
pub use passwords::{EndSessions, SetBy, SetPassword, SignedIn};
pub use providers::{CreateProvidedAccount, LinkProvider, UnlinkProvider};
pub use register_user::RegisterUser;
pub use stewardship::Steward;
pub use tokens::{IssueToken, IssuedToken, RevokeToken};
pub use two_step::{DisableTwoStep, EnableTwoStep, RecoveryCodes};

use crate::http::request::{Endpoint, endpoint};

pub(crate) static ENDPOINTS: &[Endpoint] = &[
    endpoint!(register_user),
    endpoint!(change_profile),
    endpoint!(rename_guest),
    endpoint!(merge_user),
    endpoint!(unmerge_user),
    endpoint!(erase_user),
    endpoint!(make_password_link),
    endpoint!(change_player_page),
];
