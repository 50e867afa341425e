//! Shows the log of a webhook's deliveries.

use api_kit::description::{Parameter, Values};
use storage::deliveries::{Delivery, DeliveryPage as Page, DeliveryState};

use super::document::{DeliveryDocument, DeliveryPage, state_names, state_of};
use super::get_webhook::organization;
use super::settings::webhook_of;
use crate::http::request::malformed;
use crate::prelude::*;

/// Deliveries on a page for people.
pub const DELIVERIES_ON_A_PAGE: i64 = 50;

pub(crate) const ROUTE: Route = Route {
    id: "list_webhook_deliveries",
    tag: Tag::Webhooks,
    summary: "List the deliveries of a webhook, newest first",
    text: "The messages of the last 30 days with their state, the attempts, and the last answer. `next` is the address \
           of older deliveries, and null on the last page; new deliveries do not shift later pages.",
    parameters: &[
        Parameter {
            name: "state",
            text: "Only deliveries in this state.",
            values: Values::OneOf(state_names),
            example: "UNDELIVERED",
        },
        Parameter {
            name: "before",
            text: "Only deliveries with a lower id.",
            values: Values::Integer(1, i64::MAX, None),
            example: "120",
        },
        Parameter {
            name: "page_size",
            text: "Deliveries on a page.",
            values: Values::Integer(1, PAGE_SIZE_MAX, Some(PAGE_SIZE_DEFAULT)),
            example: "100",
        },
    ],
    answer: Answer::of::<DeliveryPage>(200),
    ..Route::at("GET", "/api/v1/webhooks/{id}/deliveries/", Operation::ReadWebhooks)
};

pub(crate) async fn answer(request: WriteRequest, _: Body) -> Result<Response, Problem> {
    let state = request.query("state").map(|name| {
        let known = || format!("must be one of {}", state_names().join(", "));
        state_of(name).ok_or_else(|| malformed("state", &known()))
    });
    let state = state.transpose()?;
    let before = request.query_integer("before", (1, i64::MAX))?.map(DeliveryId);
    let size = request.query_integer("page_size", (1, PAGE_SIZE_MAX))?.unwrap_or(PAGE_SIZE_DEFAULT);
    let id: WebhookId = request.id("webhook")?;
    webhook_of(&organization(&request).await?.state, id)?;
    let read = request.api().webhook_deliveries(id, state, before, size).await;
    let (results, is_more) = read.map_err(|error| problems::unanswered(error.into()))?;
    let last = results.last().filter(|_| is_more).map(|delivery| delivery.id);
    let next = last.map(|last| address(&request, id, last, size));
    let results = results.into_iter().map(DeliveryDocument::new).collect::<Result<_, _>>()?;
    answer::read(&DeliveryPage { next, results })
}

/// Returns the address of the page after a delivery.
fn address(request: &WriteRequest, id: WebhookId, last: DeliveryId, size: i64) -> String {
    let base = &request.shared.settings.public_url;
    let state = request.query("state").map_or_else(String::new, |state| format!("&state={state}"));
    format!("{base}/api/v1/webhooks/{id}/deliveries/?before={last}&page_size={size}{state}")
}

impl WriteApi {
    /// Returns a page of a webhook's deliveries, newest first, and whether there are older ones.
    pub async fn webhook_deliveries(
        &self,
        webhook_id: WebhookId,
        state: Option<DeliveryState>,
        before: Option<DeliveryId>,
        size: i64,
    ) -> Result<(Vec<Delivery>, bool), StoreError> {
        let page = Page { recipient: webhook_id.into(), state, before, limit: size.saturating_add(1) };
        Ok(without_next(self.events.deliveries(&page).await?, size))
    }
}

/// Returns a page of this size without the one delivery more that was read, and whether it was there.
pub fn without_next(mut read: Vec<Delivery>, size: i64) -> (Vec<Delivery>, bool) {
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    let is_more = read.len() > size;
    read.truncate(size);
    (read, is_more)
}
