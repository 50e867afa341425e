//! API keys of organizations.
//!
//! `document.rs` has the answers.

pub(crate) mod change_api_key;
pub(crate) mod document;
pub(crate) mod issue_api_key;
mod note_key_use;
pub(crate) mod revoke_api_key;

pub use change_api_key::ChangeApiKey;
pub use issue_api_key::{IssueApiKey, IssuedKey};
pub use revoke_api_key::RevokeApiKey;

use crate::http::request::{Endpoint, endpoint};

pub(crate) static ENDPOINTS: &[Endpoint] =
    &[endpoint!(issue_api_key), endpoint!(change_api_key), endpoint!(revoke_api_key)];
