//! Sends key uses to the processes that write the log, once a minute and when stopping.

use std::sync::Arc;
use std::time::Duration;

use service_kit::BoxError;
use service_kit::lifecycle::Stop;
use service_kit::nats::Nats;

use super::{EVERY, KeyUses};

/// Maximum number of uses in a message; each takes about a hundred bytes.
const BATCH: usize = 1_000;
/// Time limit for sending.
const SENDING: Duration = Duration::from_secs(2);

/// Returns the subject of key uses.
pub fn subject(prefix: &str) -> String {
    format!("{prefix}.key-uses")
}

/// Runs until the soft stop and then sends the remaining uses. Without a connection to NATS, the last use of each key
/// is kept.
///
/// # Errors
/// Never. The type is that of other tasks, which may fail.
pub async fn send(uses: Arc<KeyUses>, nats: Nats, stop: Stop) -> Result<(), BoxError> {
    send_every(EVERY, &uses, &nats, &stop).await;
    Ok(())
}

async fn send_every(every: Duration, uses: &KeyUses, nats: &Nats, stop: &Stop) {
    loop {
        let stopping = stop.soft_within(every).await;
        // A lost report is harmless, because a later one replaces it.
        let sent = tokio::time::timeout(SENDING, send_once(uses, nats)).await;
        if !matches!(sent, Ok(Ok(()))) {
            tracing::warn!("key uses could not be sent");
        }
        if stopping {
            return;
        }
    }
}

async fn send_once(uses: &KeyUses, nats: &Nats) -> Result<(), BoxError> {
    if !nats.is_connected() {
        return Ok(());
    }
    for batch in uses.drain().chunks(BATCH) {
        nats.client().publish(subject(nats.prefix()), serde_json::to_vec(batch)?.into()).await?;
    }
    Ok(nats.client().flush().await?)
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use futures::StreamExt;
    use proto_events::ids::{ApiKeyId, OrganizationId};
    use service_kit::nats::{NatsOptions, connect};
    use test_servers::nats::{Nats as Server, Version};

    use super::*;
    use crate::key_uses::KeyUse;

    fn note(uses: &KeyUses, key: i64, seconds: i64) -> KeyUse {
        let used_at = DateTime::UNIX_EPOCH + chrono::Duration::seconds(seconds);
        let used = KeyUse { organization_id: OrganizationId(1), key_id: ApiKeyId(key), used_at };
        uses.note(used.organization_id, used.key_id, used.used_at);
        used
    }

    #[tokio::test]
    async fn uses_are_sent_now_and_then_and_at_the_stop_but_kept_while_nats_is_gone() {
        let server = Server::private(Version::Debian).unwrap();
        let nats = connect(&NatsOptions::new([server.url()])).await.unwrap();
        let mut link = nats.link();
        link.wait_for(|link| link.connected).await.unwrap();
        let mut sent = nats.client().subscribe(subject(nats.prefix())).await.unwrap();
        let mut next = async || -> Vec<KeyUse> { serde_json::from_slice(&sent.next().await.unwrap().payload).unwrap() };
        let (uses, stop) = (Arc::new(KeyUses::default()), Stop::default());
        let (all, (connection, signal)) = (Arc::clone(&uses), (nats.clone(), stop.clone()));
        let sending = tokio::spawn(async move {
            send_every(Duration::from_millis(20), &all, &connection, &signal).await;
        });

        let first = note(&uses, 8, 5);
        assert_eq!(next().await, [first]);
        server.crash();
        link.wait_for(|link| !link.connected).await.unwrap();
        note(&uses, 8, 6);
        let last = note(&uses, 8, 7);
        server.start().unwrap();
        assert_eq!(next().await, [last], "only the last use of a key is sent");

        let many: Vec<_> = (0..1_500).map(|key| note(&uses, key, 9)).collect();
        stop.stop();
        sending.await.unwrap();
        let mut received = next().await;
        while received.len() < many.len() {
            received.extend(next().await);
        }
        assert_eq!(received, many);
    }
}
