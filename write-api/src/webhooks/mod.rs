//! Webhooks: an organization's subscriptions to notifications, their messages, and the log of deliveries.
//!
//! Each file is one operation, as in the other areas. Subscriptions are events of the organization. All addresses of
//! webhooks, reads included, are answered by the write side: it has the newest state, the log of deliveries is in its
//! database, and administrators read them rarely, so a view would have no use. The crate `sender` sends the messages.

pub(crate) mod add_webhook;
pub(crate) mod change_webhook;
pub(crate) mod document;
mod get_webhook;
mod list_deliveries;
mod list_webhooks;
mod remove_webhook;
pub(crate) mod resend_deliveries;
mod resend_delivery;
mod rotate_secret;
mod settings;

pub use add_webhook::{AddWebhook, AddedWebhook};
pub use change_webhook::{ChangeWebhook, DisableWebhook};
pub use list_deliveries::{DELIVERIES_ON_A_PAGE, without_next};
pub use remove_webhook::RemoveWebhook;
pub use resend_deliveries::ResendDeliveries;
pub use resend_delivery::ResendDelivery;
pub use rotate_secret::RotateSecret;

use crate::http::request::{Endpoint, endpoint};

pub(crate) static ENDPOINTS: &[Endpoint] = &[
    endpoint!(list_webhooks),
    endpoint!(add_webhook),
    endpoint!(get_webhook),
    endpoint!(change_webhook),
    endpoint!(remove_webhook),
    endpoint!(rotate_secret),
    endpoint!(list_deliveries),
    endpoint!(resend_delivery),
    endpoint!(resend_deliveries),
];
