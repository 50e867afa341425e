//! Webhooks: an organization's subscriptions to notifications, their messages, and the log of deliveries.
//!
//! Each file is one operation, as in the other areas. Subscriptions are events of the organization. All addresses of
//! webhooks, reads included, are answered by the write side: it has the newest state, the log of deliveries is in its
//! database, and administrators read them rarely, so a view would have no use.
//! The crate `webhooks` sends the messages.

pub(crate) mod add_webhook;
pub(crate) mod change_webhook;
mod disable_webhook;
pub(crate) mod document;
mod get_webhook;
mod list_deliveries;
mod list_webhooks;
mod remove_webhook;
pub(crate) mod resend_deliveries;
mod resend_delivery;
mod rotate_secret;
mod secrets;
mod settings;

use domain::permissions::Operation::{ManageWebhooks, ReadWebhooks, ResendMessages};

pub use add_webhook::{AddWebhook, AddedWebhook};
pub use change_webhook::ChangeWebhook;
pub use disable_webhook::DisableWebhook;
pub use list_deliveries::DELIVERIES_ON_A_PAGE;
pub use remove_webhook::RemoveWebhook;
pub use resend_deliveries::ResendDeliveries;
pub use resend_delivery::ResendDelivery;
pub use rotate_secret::{RotateSecret, RotatedSecret};

use crate::http::route::{Address, route};

/// The routes.
pub(crate) const ADDRESSES: &[Address] = &[
    Address {
        template: "/api/v1/webhooks/",
        allow: "GET, HEAD, POST",
        routes: &[route!(GET, ReadWebhooks, list_webhooks), route!(POST, ManageWebhooks, add_webhook)],
    },
    Address {
        template: "/api/v1/webhooks/{id}/",
        allow: "GET, HEAD, PATCH, DELETE",
        routes: &[
            route!(GET, ReadWebhooks, get_webhook),
            route!(PATCH, ManageWebhooks, change_webhook),
            route!(DELETE, ManageWebhooks, remove_webhook),
        ],
    },
    Address {
        template: "/api/v1/webhooks/{id}/rotate-secret/",
        allow: "POST",
        routes: &[route!(POST, ManageWebhooks, rotate_secret)],
    },
    Address {
        template: "/api/v1/webhooks/{id}/deliveries/",
        allow: "GET, HEAD",
        routes: &[route!(GET, ReadWebhooks, list_deliveries)],
    },
    Address {
        template: "/api/v1/webhooks/{id}/deliveries/{delivery_id}/resend/",
        allow: "POST",
        routes: &[route!(POST, ResendMessages, resend_delivery)],
    },
    Address {
        template: "/api/v1/webhooks/{id}/resend/",
        allow: "POST",
        routes: &[route!(POST, ResendMessages, resend_deliveries)],
    },
];
