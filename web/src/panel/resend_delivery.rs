//! `/admin/webhooks/{id}/deliveries/{delivery_id}/resend/`: sends a delivery again.

use api_kit::path::integer;
use axum::response::Response;
use proto_events::ids::{DeliveryId, WebhookId};
use service_kit::problem::Problem;
use write_api::webhooks::ResendDelivery;

use crate::panel::common::webhook_parts::WEBHOOKS_PATH;
use crate::parts::page_kinds::{Link, MessagePage};
use crate::serving::completed::Completed;
use crate::serving::failures::{not_found, refusal};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

/// Sends the delivery again.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let webhook_id: WebhookId = request.id()?;
    let delivery_id = integer(request.param("delivery_id")).map(DeliveryId).ok_or_else(not_found)?;
    let command = ResendDelivery { organization_id: session.organization_id()?, webhook_id, delivery_id };
    let path = format!("{WEBHOOKS_PATH}{webhook_id}/deliveries/");
    match request.shared.commands.resend_delivery(&command).await {
        Ok(_) => request.redirect_with(&path, Completed::MessagesResent),
        Err(error) => {
            let refused = refusal(error)?;
            if refused.code() != "webhook-disabled" {
                return Err(Problem::internal(refused));
            }
            let texts = request.texts;
            let (frame, title) = (session.frame(&request), texts.say("panel-webhook-off"));
            let lead = vec![texts.say("panel-webhook-off-no-resend")];
            let links = vec![Link::new(path, texts.say("panel-to-deliveries"))];
            request.refused(&MessagePage { frame, title, lead, links })
        }
    }
}
