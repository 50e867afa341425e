//! Sends a delivery again.

use api_kit::description::Tag;
use proto_events::ids::{DeliveryId, OrganizationId, WebhookId};
use proto_events::{Position, StreamId};
use storage::webhooks::{Delivery, DeliveryState};

use super::document::DeliveryDocument;
use super::settings::webhook_of;
use crate::http::answer;
use crate::prelude::*;
use crate::{CommandError, WriteApi};

pub(crate) const ROUTE: Route = Route {
    id: "resend_webhook_delivery",
    tag: Tag::Webhooks,
    summary: "Send a delivery again",
    text: "The message has the same `webhook-id` as before, and its attempts begin again. If it is pending, the next \
           attempt is made at once. A webhook that is disabled is refused (409).",
    answer: Answer::of::<DeliveryDocument>(202),
    ..Route::at("POST", "/api/v1/webhooks/{id}/deliveries/{delivery_id}/resend/", Operation::ResendMessages)
};

/// Handles the request, which has no body.
pub(crate) async fn answer(request: WriteRequest, _: Body) -> Result<Response, Problem> {
    let organization_id = request.caller.organization()?;
    let (webhook_id, delivery_id) = (request.id("webhook")?, request.id_in("delivery_id", "delivery")?);
    let command = ResendDelivery { organization_id, webhook_id, delivery_id };
    let delivery = request.api().resend_delivery(&command).await?;
    answer::json(&request, StatusCode::ACCEPTED, Position::START, &DeliveryDocument::new(delivery)).await
}

/// Sends a delivery again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResendDelivery {
    /// The organization.
    pub organization_id: OrganizationId,
    /// The webhook.
    pub webhook_id: WebhookId,
    /// The delivery.
    pub delivery_id: DeliveryId,
}

impl WriteApi {
    /// Sends a delivery again. It is operational data, so no event records it.
    ///
    /// # Errors
    /// If the webhook or the delivery is unknown, the webhook is disabled, or the store fails.
    pub async fn resend_delivery(&self, command: &ResendDelivery) -> Result<Delivery, CommandError> {
        let ResendDelivery { organization_id, webhook_id, delivery_id } = *command;
        self.expect_enabled(organization_id, webhook_id).await?;
        let said = || message!("webhook-unknown-delivery", "There is no delivery {value}.", value = delivery_id);
        let unknown = || CommandError::from(Refusal::not_found("delivery", delivery_id, said()));
        let delivery = self.events.delivery(webhook_id, delivery_id).await?.ok_or_else(unknown)?;
        if !self.events.resend_delivery(webhook_id, delivery_id, self.clock.now()).await? {
            return Err(unknown());
        }
        Ok(Delivery { state: DeliveryState::Pending, failures: 0, ..delivery })
    }

    /// Expects that an organization has a webhook and that it is enabled.
    pub(super) async fn expect_enabled(
        &self,
        organization_id: OrganizationId,
        id: WebhookId,
    ) -> Result<(), CommandError> {
        let stream = StreamId::organization(organization_id);
        let organization = self.organization(organization_id).await?.ok_or(CommandError::NotFound(stream))?;
        if webhook_of(&organization.state, id)?.settings.enabled {
            return Ok(());
        }
        let said = message!("webhook-disabled", "This webhook is disabled, so nothing is sent to it. Enable it first.");
        Err(Refusal::conflict(said).into())
    }
}
