//! The statements of webhooks. Both databases understand the same ones, apart from the locks of rows, which SQLite does
//! not need: it has one writer at a time. [`webhook_statements!`] makes the functions for one of them.
//!
//! Transactions lock in this order: progress, queues, deliveries, webhooks.

/// The columns of a delivery.
macro_rules! delivery_columns {
    () => {
        "SELECT delivery_id, webhook_id, organization_id, tournament_id, position, event_type, message_id, occurred_at, \
         recorded_at, round_id, match_id, registration_id, state, attempts, failures, last_attempt_at, last_status, \
         last_error FROM webhook_deliveries "
    };
}

/// The columns of a webhook.
macro_rules! endpoint_columns {
    () => {
        "SELECT webhook_id, organization_id, url, event_types, enabled, secret_id, previous_secret_id, previous_until \
         FROM webhook_endpoints "
    };
}

/// Defines the functions for a database, with the clauses that lock rows.
macro_rules! webhook_statements {
    ($database:ty, $connection:ty, lock $lock:literal, skip $skip:literal) => {
        use chrono::{DateTime, Utc};
        use proto_events::ids::{DeliveryId, OrganizationId, WebhookId, WebhookSecretId};
        use sqlx::{QueryBuilder, Row};

        use $crate::StoreError;
        use $crate::checksum;
        use $crate::webhooks::rows;
        use $crate::webhooks::sql::{delivery_columns, endpoint_columns};
        use $crate::webhooks::{
            ClaimedQueues, Delivery, DeliveryPage, DeliveryState, DueWebhook, FORGOTTEN_AT_ONCE, FailingWebhook,
            QueueClaim, NextAttempt, SettledAttempt, SettledQueue, StoredWebhookSecret, WebhookEndpoint, WebhookMessage,
            WebhookProgress, WebhookStep,
        };

        /// Reads all secrets in order.
        pub(super) const ALL_SECRETS: &str =
            "SELECT secret_id, webhook_id, secret, checksum FROM webhook_secrets ORDER BY secret_id";

        /// Writes a secret. Writing the same one again changes nothing.
        pub(super) async fn put_secret(
            connection: &mut $connection,
            secret: &StoredWebhookSecret,
        ) -> Result<(), StoreError> {
            let insert = sqlx::query(
                "INSERT INTO webhook_secrets (secret_id, webhook_id, secret, checksum) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (secret_id) DO NOTHING",
            );
            let insert = insert.bind(secret.id.0).bind(secret.webhook_id.0).bind(&secret.secret);
            insert.bind(checksum::of_webhook_secret(secret)).execute(connection).await?;
            Ok(())
        }

        /// Deletes secrets of a webhook except these, of which there are at most two.
        pub(super) async fn forget_secrets(
            connection: &mut $connection,
            id: WebhookId,
            keep: &[WebhookSecretId],
        ) -> Result<u64, StoreError> {
            let delete = sqlx::query(
                "DELETE FROM webhook_secrets WHERE webhook_id = $1 AND secret_id <> $2 AND secret_id <> $3",
            );
            let kept = |index: usize| keep.get(index).map_or(0, |id| id.0);
            Ok(delete.bind(id.0).bind(kept(0)).bind(kept(1)).execute(connection).await?.rows_affected())
        }

        /// Returns the position up to which events have become messages.
        pub(super) async fn progress(connection: &mut $connection) -> Result<WebhookProgress, StoreError> {
            let query = sqlx::query("SELECT position, silent_until FROM webhook_progress WHERE id = 1");
            rows::progress(&query.fetch_one(connection).await?)
        }

        /// Makes a restored log silent up to its end.
        pub(super) async fn begin_silently(connection: &mut $connection, head: i64) -> Result<(), StoreError> {
            let update = sqlx::query("UPDATE webhook_progress SET position = 0, silent_until = $1 WHERE id = 1");
            update.bind(head).execute(connection).await?;
            Ok(())
        }

        /// Returns the webhooks of an organization.
        pub(super) async fn endpoints(
            connection: &mut $connection,
            id: OrganizationId,
        ) -> Result<Vec<WebhookEndpoint>, StoreError> {
            let query = sqlx::query(concat!(endpoint_columns!(), "WHERE organization_id = $1 ORDER BY webhook_id"));
            query.bind(id.0).fetch_all(connection).await?.iter().map(rows::endpoint).collect()
        }

        /// Stores the result of some events, unless another process was first.
        pub(super) async fn advance(connection: &mut $connection, step: &WebhookStep) -> Result<bool, StoreError> {
            let progress = sqlx::query(concat!("SELECT position FROM webhook_progress WHERE id = 1", $lock));
            let position: i64 = progress.fetch_one(&mut *connection).await?.try_get(0)?;
            if position != step.from.0 {
                return Ok(false);
            }
            insert_messages(&mut *connection, step).await?;
            for endpoint in &step.endpoints {
                if !endpoint.enabled {
                    give_up(&mut *connection, endpoint.webhook_id).await?;
                }
                put_endpoint(&mut *connection, endpoint).await?;
            }
            for id in &step.removed {
                give_up(&mut *connection, *id).await?;
                for delete in [
                    "DELETE FROM webhook_endpoints WHERE webhook_id = $1",
                    "DELETE FROM webhook_secrets WHERE webhook_id = $1",
                ] {
                    sqlx::query(delete).bind(id.0).execute(&mut *connection).await?;
                }
            }
            let update = sqlx::query("UPDATE webhook_progress SET position = $1 WHERE id = 1");
            update.bind(step.to.0).execute(connection).await?;
            Ok(true)
        }

        async fn insert_messages(connection: &mut $connection, step: &WebhookStep) -> Result<(), StoreError> {
            let queues = step.messages.iter().map(|message| (message.webhook_id, message.tournament_id));
            let mut queues: Vec<_> = queues.collect();
            queues.sort_unstable();
            queues.dedup();
            for (webhook_id, tournament_id) in queues {
                // The update changes nothing. It locks the queue, so that it is not deleted as empty.
                let queue = sqlx::query(
                    "INSERT INTO webhook_queues (webhook_id, tournament_id, due_at) VALUES ($1, $2, $3)
                     ON CONFLICT (webhook_id, tournament_id) DO UPDATE SET due_at = webhook_queues.due_at",
                );
                let queue = queue.bind(webhook_id.0).bind(tournament_id.0).bind(step.now.timestamp_micros());
                queue.execute(&mut *connection).await?;
            }
            for messages in step.messages.chunks(500) {
                let mut insert = QueryBuilder::<$database>::new(
                    "INSERT INTO webhook_deliveries (webhook_id, organization_id, tournament_id, position, event_type, \
                     message_id, occurred_at, recorded_at, round_id, match_id, registration_id, state, attempts, failures) ",
                );
                insert.push_values(messages, |mut row, message: &WebhookMessage| {
                    row.push_bind(message.webhook_id.0).push_bind(message.organization_id.0);
                    row.push_bind(message.tournament_id.0).push_bind(message.position.0);
                    row.push_bind(message.event_type.wire_name()).push_bind(message.message_id.clone());
                    row.push_bind(message.occurred_at.timestamp_micros());
                    row.push_bind(message.recorded_at.timestamp_micros());
                    row.push_bind(message.round_id.map(|id| id.0)).push_bind(message.match_id.map(|id| id.0));
                    row.push_bind(message.registration_id.map(|id| id.0));
                    row.push_bind(DeliveryState::Pending.code()).push_bind(0_i64).push_bind(0_i64);
                });
                insert.push(" ON CONFLICT (webhook_id, position, event_type) DO NOTHING");
                insert.build().persistent(false).execute(&mut *connection).await?;
            }
            Ok(())
        }

        async fn put_endpoint(connection: &mut $connection, endpoint: &WebhookEndpoint) -> Result<(), StoreError> {
            let put = sqlx::query(
                "INSERT INTO webhook_endpoints (webhook_id, organization_id, url, event_types, enabled, secret_id,
                                                previous_secret_id, previous_until)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                 ON CONFLICT (webhook_id) DO UPDATE SET url = excluded.url, event_types = excluded.event_types,
                     failing_since = CASE WHEN webhook_endpoints.enabled = excluded.enabled
                                               AND webhook_endpoints.url = excluded.url
                                          THEN webhook_endpoints.failing_since END,
                     paused_until = CASE WHEN webhook_endpoints.url = excluded.url
                                         THEN webhook_endpoints.paused_until ELSE 0 END,
                     enabled = excluded.enabled, secret_id = excluded.secret_id,
                     previous_secret_id = excluded.previous_secret_id, previous_until = excluded.previous_until",
            );
            let put = put.bind(endpoint.webhook_id.0).bind(endpoint.organization_id.0).bind(&endpoint.url);
            let put = put.bind(rows::stored_types(&endpoint.event_types)).bind(i64::from(endpoint.enabled));
            let put = put.bind(endpoint.secret_id.0).bind(endpoint.previous_secret.map(|(id, _)| id.0));
            let until = endpoint.previous_secret.map(|(_, until)| until.timestamp_micros());
            put.bind(until).execute(connection).await?;
            Ok(())
        }

        /// Ends the attempts of all pending messages of a webhook.
        async fn give_up(connection: &mut $connection, id: WebhookId) -> Result<(), StoreError> {
            for statement in [
                "DELETE FROM webhook_queues WHERE webhook_id = $1",
                "UPDATE webhook_deliveries SET state = 2 WHERE webhook_id = $1 AND state = 0",
            ] {
                sqlx::query(statement).bind(id.0).execute(&mut *connection).await?;
            }
            Ok(())
        }

        /// Returns the enabled webhooks with messages that are due.
        pub(super) async fn due(
            connection: &mut $connection,
            now: DateTime<Utc>,
        ) -> Result<Vec<DueWebhook>, StoreError> {
            let query = sqlx::query(
                "SELECT webhook_id, organization_id FROM webhook_endpoints AS it
                 WHERE enabled = 1 AND paused_until <= $1
                 AND EXISTS (SELECT 1 FROM webhook_queues
                             WHERE webhook_id = it.webhook_id AND due_at <= $1 AND claimed_until <= $1)",
            );
            query.bind(now.timestamp_micros()).fetch_all(connection).await?.iter().map(rows::due).collect()
        }

        /// Takes queues of a webhook.
        pub(super) async fn claim(
            connection: &mut $connection,
            claim: &QueueClaim,
        ) -> Result<Option<ClaimedQueues>, StoreError> {
            let queues = sqlx::query(concat!(
                "SELECT tournament_id FROM webhook_queues WHERE webhook_id = $1 AND due_at <= $2 AND claimed_until <= $2
                 ORDER BY due_at LIMIT $3",
                $skip
            ));
            let queues = queues.bind(claim.webhook_id.0).bind(claim.now.timestamp_micros()).bind(claim.queues);
            let mut claimed = Vec::new();
            for queue in queues.fetch_all(&mut *connection).await? {
                let tournament: i64 = queue.try_get(0)?;
                let messages = pending(&mut *connection, (claim.webhook_id, tournament), claim.messages).await?;
                if messages.is_empty() {
                    delete_queue(&mut *connection, (claim.webhook_id, tournament)).await?;
                    continue;
                }
                let take = sqlx::query(
                    "UPDATE webhook_queues SET claimed_until = $3 WHERE webhook_id = $1 AND tournament_id = $2",
                );
                let take = take.bind(claim.webhook_id.0).bind(tournament).bind(claim.until.timestamp_micros());
                take.execute(&mut *connection).await?;
                claimed.push(messages);
            }
            let endpoint = sqlx::query(concat!(endpoint_columns!(), "WHERE webhook_id = $1 AND enabled = 1"));
            let endpoint = endpoint.bind(claim.webhook_id.0).fetch_optional(&mut *connection).await?;
            let Some(endpoint) = endpoint.as_ref().map(rows::endpoint).transpose()? else { return Ok(None) };
            let secrets = sqlx::query(
                "SELECT secret_id, webhook_id, secret, checksum FROM webhook_secrets WHERE webhook_id = $1",
            );
            let secrets = secrets.bind(claim.webhook_id.0).fetch_all(connection).await?;
            let secrets = secrets.iter().map(rows::secret).collect::<Result<_, _>>()?;
            Ok(Some(ClaimedQueues { endpoint, secrets, queues: claimed }))
        }

        /// Deletes a queue without messages. It must be locked.
        async fn delete_queue(
            connection: &mut $connection,
            (webhook, tournament): (WebhookId, i64),
        ) -> Result<(), StoreError> {
            let delete = sqlx::query("DELETE FROM webhook_queues WHERE webhook_id = $1 AND tournament_id = $2");
            delete.bind(webhook.0).bind(tournament).execute(connection).await?;
            Ok(())
        }

        async fn pending(
            connection: &mut $connection,
            (webhook, tournament): (WebhookId, i64),
            limit: i64,
        ) -> Result<Vec<Delivery>, StoreError> {
            let query = sqlx::query(concat!(
                delivery_columns!(),
                "WHERE webhook_id = $1 AND tournament_id = $2 AND state = 0 ORDER BY delivery_id LIMIT $3"
            ));
            let query = query.bind(webhook.0).bind(tournament).bind(limit);
            query.fetch_all(connection).await?.iter().map(rows::delivery).collect()
        }

        /// Stores the results of queues, which must be sorted.
        pub(super) async fn settle(
            connection: &mut $connection,
            queues: &[SettledQueue],
        ) -> Result<Vec<FailingWebhook>, StoreError> {
            for queue in queues {
                let lock = sqlx::query(concat!(
                    "SELECT 1 FROM webhook_queues WHERE webhook_id = $1 AND tournament_id = $2",
                    $lock
                ));
                lock.bind(queue.webhook_id.0).bind(queue.tournament_id.0).fetch_optional(&mut *connection).await?;
            }
            let mut due = Vec::new();
            for queue in queues {
                due.push(settle_attempts(&mut *connection, queue).await?);
            }
            for (queue, due) in queues.iter().zip(due) {
                free(&mut *connection, queue, due).await?;
            }
            let mut failing = Vec::new();
            for queue in queues {
                failing.extend(note_health(&mut *connection, queue).await?);
            }
            Ok(failing)
        }

        /// Stores attempts. Returns when the queue is due.
        async fn settle_attempts(
            connection: &mut $connection,
            queue: &SettledQueue,
        ) -> Result<DateTime<Utc>, StoreError> {
            let mut due = queue.now;
            for SettledAttempt { delivery_id, attempt, next } in &queue.attempts {
                // A message of a webhook that was disabled meanwhile stays undelivered, unless it was delivered.
                let (state, failed) = match next {
                    NextAttempt::Delivered => (DeliveryState::Delivered, 0_i64),
                    NextAttempt::At(_) => (DeliveryState::Pending, 1),
                    NextAttempt::GivenUp => (DeliveryState::Undelivered, 1),
                };
                if let NextAttempt::At(at) = next {
                    due = *at;
                }
                let update = sqlx::query(
                    "UPDATE webhook_deliveries
                     SET state = CASE WHEN $2 = 1 THEN 1 WHEN state = 0 THEN $2 ELSE state END,
                         attempts = attempts + 1, failures = failures + $3, last_attempt_at = $4, last_status = $5,
                         last_error = $6
                     WHERE delivery_id = $1",
                );
                let update = update.bind(delivery_id.0).bind(state.code()).bind(failed);
                let update = update.bind(attempt.at.timestamp_micros()).bind(attempt.status.map(i64::from));
                update.bind(&attempt.error).execute(&mut *connection).await?;
            }
            Ok(due)
        }

        /// Frees a queue until its next message is due, or deletes it if it has none. The queue must be locked.
        async fn free(
            connection: &mut $connection,
            queue: &SettledQueue,
            due: DateTime<Utc>,
        ) -> Result<(), StoreError> {
            let queue_id = (queue.webhook_id, queue.tournament_id.0);
            if pending(&mut *connection, queue_id, 1).await?.is_empty() {
                return delete_queue(connection, queue_id).await;
            }
            let update = sqlx::query(
                "UPDATE webhook_queues SET due_at = $3, claimed_until = 0 WHERE webhook_id = $1 AND tournament_id = $2",
            );
            update.bind(queue_id.0.0).bind(queue_id.1).bind(due.timestamp_micros()).execute(connection).await?;
            Ok(())
        }

        /// Notes whether the address of a queue's webhook accepts messages. Returns since when it does not.
        async fn note_health(
            connection: &mut $connection,
            queue: &SettledQueue,
        ) -> Result<Option<FailingWebhook>, StoreError> {
            let Some(last) = queue.attempts.last() else { return Ok(None) };
            if last.next == NextAttempt::Delivered || queue.attempts.len() > 1 {
                let clear = sqlx::query(
                    "UPDATE webhook_endpoints SET failing_since = NULL
                     WHERE webhook_id = $1 AND failing_since IS NOT NULL",
                );
                clear.bind(queue.webhook_id.0).execute(&mut *connection).await?;
            }
            if last.next == NextAttempt::Delivered {
                return Ok(None);
            }
            let note = sqlx::query(
                "UPDATE webhook_endpoints SET failing_since = COALESCE(failing_since, $2),
                     paused_until = CASE WHEN paused_until < $3 THEN $3 ELSE paused_until END
                 WHERE webhook_id = $1 RETURNING webhook_id, organization_id, failing_since",
            );
            let paused = queue.paused_until.map_or(0, |until| until.timestamp_micros());
            let note = note.bind(queue.webhook_id.0).bind(last.attempt.at.timestamp_micros()).bind(paused);
            note.fetch_optional(connection).await?.as_ref().map(rows::failing).transpose()
        }

        /// Returns when the event of the oldest pending message was written, in microseconds.
        pub(super) async fn oldest_pending(connection: &mut $connection) -> Result<Option<i64>, StoreError> {
            let query = sqlx::query(
                "SELECT recorded_at FROM webhook_deliveries WHERE state = 0 ORDER BY delivery_id LIMIT 1",
            );
            Ok(query.fetch_optional(connection).await?.map(|row| row.try_get(0)).transpose()?)
        }

        /// Returns the webhooks of an organization whose address accepts nothing.
        pub(super) async fn failing(
            connection: &mut $connection,
            id: OrganizationId,
        ) -> Result<Vec<FailingWebhook>, StoreError> {
            let query = sqlx::query(
                "SELECT webhook_id, organization_id, failing_since FROM webhook_endpoints
                 WHERE organization_id = $1 AND failing_since IS NOT NULL ORDER BY webhook_id",
            );
            query.bind(id.0).fetch_all(connection).await?.iter().map(rows::failing).collect()
        }

        /// Returns a page of the log, newest first.
        pub(super) async fn log(
            connection: &mut $connection,
            page: &DeliveryPage,
        ) -> Result<Vec<Delivery>, StoreError> {
            let before = page.before.map_or(i64::MAX, |id| id.0);
            let query = match page.state {
                None => sqlx::query(concat!(
                    delivery_columns!(),
                    "WHERE webhook_id = $1 AND delivery_id < $2 ORDER BY delivery_id DESC LIMIT $3"
                )),
                Some(_) => sqlx::query(concat!(
                    delivery_columns!(),
                    "WHERE webhook_id = $1 AND delivery_id < $2 AND state = $4 ORDER BY delivery_id DESC LIMIT $3"
                )),
            };
            let query = query.bind(page.webhook_id.0).bind(before).bind(page.limit);
            let query = match page.state {
                None => query,
                Some(state) => query.bind(state.code()),
            };
            query.fetch_all(connection).await?.iter().map(rows::delivery).collect()
        }

        /// Returns a delivery of a webhook.
        pub(super) async fn delivery(
            connection: &mut $connection,
            webhook: WebhookId,
            id: DeliveryId,
        ) -> Result<Option<Delivery>, StoreError> {
            let query = sqlx::query(concat!(delivery_columns!(), "WHERE delivery_id = $1 AND webhook_id = $2"));
            let row = query.bind(id.0).bind(webhook.0).fetch_optional(connection).await?;
            row.as_ref().map(rows::delivery).transpose()
        }

        /// Sends a delivery again.
        pub(super) async fn resend(
            connection: &mut $connection,
            webhook: WebhookId,
            id: DeliveryId,
            now: DateTime<Utc>,
        ) -> Result<bool, StoreError> {
            let queue = sqlx::query(
                "INSERT INTO webhook_queues (webhook_id, tournament_id, due_at)
                 SELECT webhook_id, tournament_id, $3 FROM webhook_deliveries WHERE delivery_id = $1 AND webhook_id = $2
                 ON CONFLICT (webhook_id, tournament_id) DO UPDATE SET due_at = excluded.due_at",
            );
            let queue = queue.bind(id.0).bind(webhook.0).bind(now.timestamp_micros());
            queue.execute(&mut *connection).await?;
            let update = sqlx::query(
                "UPDATE webhook_deliveries SET state = 0, failures = 0 WHERE delivery_id = $1 AND webhook_id = $2",
            );
            let updated = update.bind(id.0).bind(webhook.0).execute(connection).await?;
            Ok(updated.rows_affected() > 0)
        }

        /// Sends the messages about events of a period again.
        pub(super) async fn resend_period(
            connection: &mut $connection,
            webhook: WebhookId,
            (from, to): (DateTime<Utc>, DateTime<Utc>),
            now: DateTime<Utc>,
        ) -> Result<u64, StoreError> {
            let (from, to) = (from.timestamp_micros(), to.timestamp_micros());
            let queues = sqlx::query(
                "INSERT INTO webhook_queues (webhook_id, tournament_id, due_at)
                 SELECT DISTINCT webhook_id, tournament_id, $4 FROM webhook_deliveries
                 WHERE webhook_id = $1 AND recorded_at >= $2 AND recorded_at <= $3 ORDER BY webhook_id, tournament_id
                 ON CONFLICT (webhook_id, tournament_id) DO UPDATE SET due_at = excluded.due_at",
            );
            let queues = queues.bind(webhook.0).bind(from).bind(to).bind(now.timestamp_micros());
            queues.execute(&mut *connection).await?;
            let update = sqlx::query(
                "UPDATE webhook_deliveries SET state = 0, failures = 0
                 WHERE webhook_id = $1 AND recorded_at >= $2 AND recorded_at <= $3",
            );
            Ok(update.bind(webhook.0).bind(from).bind(to).execute(connection).await?.rows_affected())
        }

        /// Deletes some old deliveries.
        pub(super) async fn forget(connection: &mut $connection, before: DateTime<Utc>) -> Result<u64, StoreError> {
            let delete = sqlx::query(
                "DELETE FROM webhook_deliveries WHERE delivery_id IN
                     (SELECT delivery_id FROM webhook_deliveries WHERE recorded_at < $1 AND state <> 0 LIMIT $2)",
            );
            let delete = delete.bind(before.timestamp_micros()).bind(FORGOTTEN_AT_ONCE);
            Ok(delete.execute(connection).await?.rows_affected())
        }
    };
}
pub(crate) use {delivery_columns, endpoint_columns, webhook_statements};
