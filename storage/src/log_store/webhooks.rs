//! The statements of webhooks. PostgreSQL locks rows, which SQLite need not: it has one writer at a time.
//!
//! Transactions lock in this order: progress, queues, deliveries, webhooks. Each write may be repeated, because the
//! connection to a server may be lost before its answer.

use proto_events::ids::WebhookId;

use super::deliveries;
use super::events::number;
use super::store::LogTables;
use crate::StoreError;
use crate::log_rows::{WEBHOOK_SECRETS, secret};
use crate::sql::{Sql, Statement, sql};
use crate::tables::Direct;
use crate::webhooks::{self, WebhookEndpoint, WebhookReceiver, WebhookStep};

pub(super) fn select_endpoints(rest: &str) -> Statement {
    sql(format!(
        "SELECT webhook_id, organization_id, url, event_types, enabled, secret_id, previous_secret_id, previous_until
         FROM webhook_endpoints {rest}"
    ))
}

/// Returns a webhook that is enabled, with its secrets.
pub(super) async fn receiver(connection: &mut impl Sql, id: WebhookId) -> Result<Option<WebhookReceiver>, StoreError> {
    let endpoint = select_endpoints("WHERE webhook_id = $1 AND enabled = 1").bind(id.0);
    let Some(endpoint) = connection.first(endpoint, webhooks::endpoint).await? else { return Ok(None) };
    let secrets = connection.all(WEBHOOK_SECRETS.select("WHERE webhook_id = $1").bind(id.0), secret).await?;
    Ok(Some((endpoint, secrets)))
}

/// Makes a restored log silent up to its end.
pub(super) async fn begin_silently(connection: &mut impl Sql, head: i64) -> Result<(), StoreError> {
    let update = sql("UPDATE webhook_progress SET position = 0, silent_until = $1 WHERE id = 1");
    connection.execute(update.bind(head)).await?;
    Ok(())
}

/// Stores the result of some events, unless another process was first.
pub(super) async fn advance<T: LogTables>(tables: &T, step: &WebhookStep) -> Result<bool, StoreError> {
    let mut transaction = tables.transaction().await?;
    let connection = &mut *transaction;
    let lock = Direct::<'_, T>::pick("", " FOR UPDATE");
    let progress = sql("SELECT position FROM webhook_progress WHERE id = 1").then(lock);
    if connection.one(progress, number).await? != step.from.0 {
        transaction.rollback().await?;
        return Ok(false);
    }
    deliveries::insert(connection, &step.messages, Some(step.now)).await?;
    for endpoint in &step.endpoints {
        if !endpoint.enabled {
            deliveries::give_up(connection, endpoint.webhook_id.into()).await?;
        }
        put_endpoint(connection, endpoint).await?;
    }
    for id in &step.removed {
        deliveries::give_up(connection, (*id).into()).await?;
        for delete in
            ["DELETE FROM webhook_endpoints WHERE webhook_id = $1", "DELETE FROM webhook_secrets WHERE webhook_id = $1"]
        {
            connection.execute(sql(delete).bind(id.0)).await?;
        }
    }
    let update = sql("UPDATE webhook_progress SET position = $1 WHERE id = 1");
    connection.execute(update.bind(step.to.0)).await?;
    transaction.commit().await?;
    Ok(true)
}

async fn put_endpoint(connection: &mut impl Sql, endpoint: &WebhookEndpoint) -> Result<(), StoreError> {
    let put = sql("INSERT INTO webhook_endpoints (webhook_id, organization_id, url, event_types, enabled, secret_id,
                                        previous_secret_id, previous_until)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (webhook_id) DO UPDATE SET url = excluded.url, event_types = excluded.event_types,
             failing_since = CASE WHEN webhook_endpoints.enabled = excluded.enabled
                                       AND webhook_endpoints.url = excluded.url
                                  THEN webhook_endpoints.failing_since END,
             paused_until = CASE WHEN webhook_endpoints.url = excluded.url
                                 THEN webhook_endpoints.paused_until ELSE 0 END,
             enabled = excluded.enabled, secret_id = excluded.secret_id,
             previous_secret_id = excluded.previous_secret_id, previous_until = excluded.previous_until");
    let put = put.bind(endpoint.webhook_id.0).bind(endpoint.organization_id.0).bind(endpoint.url.as_str());
    let put = put.bind(&*webhooks::stored_types(&endpoint.event_types)).bind(i64::from(endpoint.enabled));
    let put = put.bind(endpoint.secret_id.0).bind(endpoint.previous_secret.map(|(id, _)| id.0));
    let until = endpoint.previous_secret.map(|(_, until)| until.timestamp_micros());
    connection.execute(put.bind(until)).await?;
    Ok(())
}
