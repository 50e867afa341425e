//! Sends all deliveries of a period again.

use super::document::ResentDeliveries;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "resend_webhook_deliveries",
    tag: Tag::Webhooks,
    summary: "Send the deliveries of a period again",
    text: "Sends all messages about what happened from `from` to `to`, as far as the log of deliveries has them, whether \
           they were delivered or not, in their order. Each has the same `webhook-id` as before. A webhook that is \
           disabled is refused (409).",
    body: Some(body_schema::<ResendPeriod>()),
    answer: Answer::of::<ResentDeliveries>(202),
    ..Route::at("POST", "/api/v1/webhooks/{id}/resend/", Operation::ResendMessages)
};

body! {
    /// A period.
    pub(crate) struct ResendPeriod such as r#"{"from": "2026-03-15T18:00:00Z", "to": "2026-03-15T23:00:00Z"}"# {
        /// Its beginning.
        from: Required<DateTime<Utc>>,
        /// Its end.
        to: Required<DateTime<Utc>>,
    }
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let organization_id = request.caller.organization()?;
    let webhook_id = request.id("webhook")?;
    let (period, _) = request.read_body::<ResendPeriod>(body).await?.finish(&request)?;
    let command = ResendDeliveries { organization_id, webhook_id, from: period.from.get()?, to: period.to.get()? };
    let deliveries = request.carry_out(&command).await?;
    answer::json(&request, StatusCode::ACCEPTED, Position::START, &ResentDeliveries { deliveries }).await
}

/// Sends the deliveries of a period again. They are operational data, so no event records it. The result is their number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResendDeliveries {
    /// The organization.
    pub organization_id: OrganizationId,
    /// The webhook.
    pub webhook_id: WebhookId,
    /// The beginning of the period.
    pub from: DateTime<Utc>,
    /// Its end.
    pub to: DateTime<Utc>,
}

impl DirectCommand for ResendDeliveries {
    type Done = u64;

    async fn run(&self, api: &WriteApi, _: &Actor) -> Result<Self::Done, CommandError> {
        let ResendDeliveries { organization_id, webhook_id, from, to } = *self;
        api.expect_enabled(organization_id, webhook_id).await?;
        if to < from {
            let said = message!("end-before-from", "Must not be before `from`.");
            return Err(Refusal::at_field("to", said).into());
        }
        Ok(api.events.resend_deliveries(webhook_id, (from, to), api.clock.now()).await?)
    }
}
