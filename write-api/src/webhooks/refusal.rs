//! Why a command on a webhook is refused, and the problem that the client gets.

use api_kit::path::nothing;
use domain::limits::WEBHOOKS;
use proto_events::ids::{DeliveryId, WebhookId};
use service_kit::message;
use service_kit::message::Message;
use service_kit::problem::Problem;

use crate::FieldErrors;
use crate::http::problems::{IntoProblem, fields};

/// Why a command on a webhook is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub enum Refusal {
    /// The organization has no such webhook.
    UnknownWebhook(WebhookId),
    /// The webhook has no such delivery.
    UnknownDelivery(DeliveryId),
    /// A field is invalid.
    #[error(transparent)]
    Invalid(#[from] FieldErrors),
    /// Nothing is sent to the webhook.
    Disabled(WebhookId),
    /// The organization has reached the limit of webhooks.
    TooMany,
}

impl Refusal {
    /// Returns the refusal as a sentence.
    pub fn message(&self) -> Message {
        match self {
            Self::UnknownWebhook(value) => message!("unknown-webhook", "There is no webhook {value}.", value),
            Self::UnknownDelivery(value) => {
                message!("webhook-unknown-delivery", "There is no delivery {value}.", value)
            }
            Self::Invalid(refusal) => refusal.message(),
            Self::Disabled(..) => {
                message!("webhook-disabled", "This webhook is disabled, so nothing is sent to it. Enable it first.")
            }
            Self::TooMany => message!(
                "webhook-too-many",
                "This organization has {most} webhooks, which is the limit. Change or remove one of them.",
                most = WEBHOOKS
            ),
        }
    }
}

impl IntoProblem for Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownWebhook(id) => nothing("webhook", &id.to_string()),
            Self::UnknownDelivery(id) => nothing("delivery", &id.to_string()),
            Self::Invalid(errors) => fields(&errors),
            Self::Disabled(_) | Self::TooMany => Problem::conflict(self.message()),
        }
    }
}
