//! `webhooks`: the messages that the service sends.

use proto_events::vocabulary::WebhookEventType;

use crate::json::Json;
use crate::object;
use crate::references::reference;

/// The messages, by type.
pub(crate) fn all() -> Json {
    let message = |event_type: &WebhookEventType| {
        let post = object! {
            "summary" => event_type.display_name(),
            "description" => "Signed as in Standard Webhooks. It is sent again until it is answered with a 2xx status.",
            "requestBody" => object! {
                "required" => true,
                "content" => object! { "application/json" => object! { "schema" => reference("WebhookMessage") } },
            },
            "responses" => object! {
                "2XX" => object! { "description" => "The message is delivered. The body is not used." },
                "410" => object! { "description" => "The webhook is disabled." },
            },
        };
        (event_type.wire_name().to_owned(), object! { "post" => post })
    };
    Json::Object(WebhookEventType::ALL.iter().map(message).collect())
}
