//! Sends all deliveries of a period again. They are operational data, so no event records it. The result is their number.

use super::document::ResentDeliveries;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "resend_webhook_deliveries",
    tag: Tag::Webhooks,
    summary: "Send the deliveries of a period again",
    text: "Sends all messages about what happened from `from` to `to`, as far as the log of deliveries has them, whether \
           they were delivered or not, in their order. Each has the same `webhook-id` as before. A webhook that is \
           disabled is refused (409).",
    body: Some(body_schema::<ResendDeliveries>()),
    answer: Answer::of::<ResentDeliveries>(202),
    ..Route::at("POST", "/api/v1/webhooks/{id}/resend/", Operation::ResendMessages)
};

body! {
    /// A period.
    pub struct ResendDeliveries as ResendPeriod within organization_id of webhook_id: WebhookId
        such as r#"{"from": "2026-03-15T18:00:00Z", "to": "2026-03-15T23:00:00Z"}"# {
        /// Its beginning.
        from: DateTime<Utc>,
        /// Its end.
        to: DateTime<Utc>,
    }
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    request.caller.organization()?;
    let (command, _) = request.read_body::<ResendDeliveries>(body).await?.finish(&request)?;
    let deliveries = request.carry_out(&command).await?;
    answer::json(&request, Position::START, &ResentDeliveries { deliveries }).await
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
        Ok(api.events.resend_deliveries(webhook_id.into(), (from, to), api.clock.now()).await?)
    }
}
