//! Why a command on an API key is refused, and the problem that the client gets.

use api_kit::path::nothing;
use domain::limits::API_KEYS_ISSUED;
use proto_events::ids::ApiKeyId;
use service_kit::problem::Problem;

use crate::FieldErrors;
use crate::http::problems::{IntoProblem, conflict, fields};

/// Why a command on an API key is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The organization has no such key.
    #[error("there is no API key {0}")]
    UnknownKey(ApiKeyId),
    /// A field is invalid.
    #[error(transparent)]
    Invalid(#[from] FieldErrors),
    /// The key is revoked.
    #[error("this API key is revoked, and its expiry cannot be changed. Issue a new one")]
    Revoked(ApiKeyId),
    /// The organization has reached the limit of API keys.
    #[error(
        "this organization has issued {API_KEYS_ISSUED} API keys, including revoked and expired ones, which is the \
         limit. Use an existing key, or change its expiry"
    )]
    TooMany,
}

impl IntoProblem for Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownKey(id) => nothing("API key", &id.to_string()),
            Self::Invalid(errors) => fields(&errors),
            Self::Revoked(_) | Self::TooMany => conflict(&self),
        }
    }
}
