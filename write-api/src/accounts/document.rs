//! Answers of accounts.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::schemas::{Named, named};

/// A one-time link with which a person sets a password.
#[derive(Serialize, ToSchema)]
pub(crate) struct PasswordLink {
    /// Its address. It is shown only once, and opens once.
    #[schema(format = "uri")]
    pub(crate) url: String,
    /// When it expires.
    pub(crate) expires_at: DateTime<Utc>,
}

/// Returns the schemas of answers, by name.
pub(crate) fn schemas() -> Vec<Named> {
    vec![named::<PasswordLink>()]
}
