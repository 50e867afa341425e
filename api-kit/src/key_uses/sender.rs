//! Sends uses of keys to the processes that write the log, once a minute and at the stop.

use std::sync::Arc;
use std::time::Duration;

use service_kit::BoxError;
use service_kit::lifecycle::Stop;
use service_kit::nats::Nats;

use super::EVERY;
use crate::KeyUses;

/// Uses in one message; each takes about a hundred bytes.
const BATCH: usize = 1_000;
/// How long the last ones may take.
const SENDING: Duration = Duration::from_secs(2);

/// The subject under which uses are sent.
pub fn subject(prefix: &str) -> String {
    format!("{prefix}.key-uses")
}

/// Runs until the soft stop, and sends what is left then. While NATS is gone uses are kept, the last one of each key.
///
/// # Errors
/// None; whoever runs tasks wants a result.
pub async fn send(uses: Arc<KeyUses>, nats: Nats, stop: Stop) -> Result<(), BoxError> {
    send_every(EVERY, &uses, &nats, &stop).await;
    Ok(())
}

async fn send_every(every: Duration, uses: &KeyUses, nats: &Nats, stop: &Stop) {
    loop {
        let stopping = tokio::select! {
            () = stop.soft() => true,
            () = tokio::time::sleep(every) => false,
        };
        // A use that is lost harms nobody; the next one is not.
        let sent = tokio::time::timeout(SENDING, send_once(uses, nats)).await;
        if !matches!(sent, Ok(Ok(()))) {
            tracing::warn!("uses of keys could not be sent");
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
    use crate::KeyUse;

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
        let (uses, stop) = (Arc::new(KeyUses::new()), Stop::default());
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
        assert_eq!(next().await, [last], "the last use of a key is what counts");

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
