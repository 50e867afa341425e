//! Sends a delivery again.

use storage::deliveries::{Delivery, DeliveryState};

use super::document::DeliveryDocument;
use super::settings::webhook_of;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "resend_webhook_delivery",
    tag: Tag::Webhooks,
    summary: "Send a delivery again",
    text: "The message has the same `webhook-id` as before, and its attempts begin again. If it is pending, the next \
           attempt is made at once. A webhook that is disabled is refused (409).",
    answer: Answer::of::<DeliveryDocument>(202),
    ..Route::at("POST", "/api/v1/webhooks/{id}/deliveries/{delivery_id}/resend/", Operation::ResendMessages)
};

pub(crate) async fn answer(request: WriteRequest, _: Body) -> Result<Response, Problem> {
    let organization_id = request.caller.organization()?;
    let (webhook_id, delivery_id) = (request.id("webhook")?, request.id_in("delivery_id", "delivery")?);
    let command = ResendDelivery { organization_id, webhook_id, delivery_id };
    let delivery = request.carry_out(&command).await?;
    answer::json(&request, Position::START, &DeliveryDocument::new(delivery)?).await
}

/// Sends a delivery again. It is operational data, so no event records it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResendDelivery {
    /// The organization.
    pub organization_id: OrganizationId,
    /// The webhook.
    pub webhook_id: WebhookId,
    /// The delivery.
    pub delivery_id: DeliveryId,
}

impl DirectCommand for ResendDelivery {
    type Done = Delivery;

    async fn run(&self, api: &WriteApi, _: &Actor) -> Result<Self::Done, CommandError> {
        let ResendDelivery { organization_id, webhook_id, delivery_id } = *self;
        api.expect_enabled(organization_id, webhook_id).await?;
        let unknown = || CommandError::from(Refusal::unknown("delivery", delivery_id));
        let delivery = api.events.delivery(webhook_id.into(), delivery_id).await?.ok_or_else(unknown)?;
        if !api.events.resend_delivery(webhook_id.into(), delivery_id, api.clock.now()).await? {
            return Err(unknown());
        }
        Ok(Delivery { state: DeliveryState::Pending, failures: 0, ..delivery })
    }
}

impl WriteApi {
    /// Expects that an organization has a webhook and that it is enabled.
    pub(super) async fn expect_enabled(
        &self,
        organization_id: OrganizationId,
        id: WebhookId,
    ) -> Result<(), CommandError> {
        let organization = self.expect_organization(organization_id).await?;
        if webhook_of(&organization.state, id)?.settings.enabled {
            return Ok(());
        }
        let said = message!("webhook-disabled", "This webhook is disabled, so nothing is sent to it. Enable it first.");
        Err(Refusal::conflict(said).into())
    }
}
