//! Why a command on an API key is refused, and the problem that the client gets.

use api_kit::path::nothing;
use domain::limits::API_KEYS_ISSUED;
use proto_events::ids::ApiKeyId;
use service_kit::message;
use service_kit::message::Message;
use service_kit::problem::Problem;

use crate::FieldErrors;
use crate::http::problems::{IntoProblem, fields};

/// Why a command on an API key is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub enum Refusal {
    /// The organization has no such key.
    UnknownKey(ApiKeyId),
    /// A field is invalid.
    #[error(transparent)]
    Invalid(#[from] FieldErrors),
    /// The key is revoked.
    Revoked(ApiKeyId),
    /// The organization has reached the limit of API keys.
    TooMany,
}

impl Refusal {
    /// Returns the refusal as a sentence.
    pub fn message(&self) -> Message {
        match self {
            Self::UnknownKey(value) => message!("unknown-api-key", "There is no API key {value}.", value),
            Self::Invalid(refusal) => refusal.message(),
            Self::Revoked(..) => message!(
                "api-key-revoked",
                "This API key is revoked, and its expiry cannot be changed. Issue a new one."
            ),
            Self::TooMany => message!(
                "api-key-too-many",
                "This organization has issued {most} API keys, including revoked and expired ones, which is the limit. \
                 Use an existing key, or change its expiry.",
                most = API_KEYS_ISSUED
            ),
        }
    }
}

impl IntoProblem for Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownKey(id) => nothing("API key", &id.to_string()),
            Self::Invalid(errors) => fields(&errors),
            Self::Revoked(_) | Self::TooMany => Problem::conflict(self.message()),
        }
    }
}
