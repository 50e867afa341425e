//! Why a command on a webhook is refused, and the problem that the client gets.

use api_kit::path::nothing;
use domain::limits::WEBHOOKS;
use proto_events::ids::{DeliveryId, WebhookId};
use service_kit::problem::Problem;

use crate::FieldErrors;
use crate::http::problems::{IntoProblem, conflict, fields};

/// Why a command on a webhook is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The organization has no such webhook.
    #[error("there is no webhook {0}")]
    UnknownWebhook(WebhookId),
    /// The webhook has no such delivery.
    #[error("there is no delivery {0}")]
    UnknownDelivery(DeliveryId),
    /// A field is invalid.
    #[error(transparent)]
    Invalid(#[from] FieldErrors),
    /// Nothing is sent to the webhook.
    #[error("this webhook is disabled, so nothing is sent to it. Enable it first")]
    Disabled(WebhookId),
    /// The organization has reached the limit of webhooks.
    #[error("this organization has {WEBHOOKS} webhooks, which is the limit. Change or remove one of them")]
    TooMany,
}

impl IntoProblem for Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownWebhook(id) => nothing("webhook", &id.to_string()),
            Self::UnknownDelivery(id) => nothing("delivery", &id.to_string()),
            Self::Invalid(errors) => fields(&errors),
            Self::Disabled(_) | Self::TooMany => conflict(&self),
        }
    }
}
