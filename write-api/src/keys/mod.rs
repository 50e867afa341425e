//! API keys of organizations.
//!
//! Each file is one operation: its body, its handler, its decision, its tests. `document.rs` has the answers.

pub(crate) mod change_api_key;
pub(crate) mod document;
pub(crate) mod issue_api_key;
pub(crate) mod note_key_use;
pub(crate) mod revoke_api_key;

use domain::permissions::Operation::ManageKeys;

pub use change_api_key::ChangeApiKey;
pub use issue_api_key::{IssueApiKey, IssuedKey};
pub use note_key_use::NoteKeyUse;
pub use revoke_api_key::RevokeApiKey;

use crate::http::route::{Address, route};

/// The routes.
pub(crate) const ADDRESSES: &[Address] = &[
    Address {
        template: "/api/v1/api-keys/api_keys/",
        allow: "GET, HEAD, POST",
        routes: &[route!(POST, ManageKeys, issue_api_key)],
    },
    Address {
        template: "/api/v1/api-keys/api_keys/{id}/",
        allow: "PATCH, DELETE",
        routes: &[route!(PATCH, ManageKeys, change_api_key), route!(DELETE, ManageKeys, revoke_api_key)],
    },
];
