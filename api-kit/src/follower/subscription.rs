//! Receives commit notices over NATS.

use futures::StreamExt;
use futures::stream::BoxStream;
use service_kit::nats::{Link, Nats};
use tokio::sync::watch;

/// An event from NATS.
#[derive(Debug)]
pub(super) enum SubscriptionEvent {
    /// A notice, not yet parsed.
    Notice(Vec<u8>),
    /// From now on, notices arrive.
    Connected,
    /// From now on, no notices arrive.
    Disconnected,
}

/// A subscription to notices, and the state of the connection.
pub(super) struct Subscription {
    notices: BoxStream<'static, Vec<u8>>,
    link: watch::Receiver<Link>,
    known: Link,
}

impl Subscription {
    /// Subscribes to notices, which takes effect as soon as there is a connection.
    pub(super) async fn open(nats: &Nats) -> Option<Self> {
        let subject = format!("{}.notices", nats.prefix());
        match nats.client().subscribe(subject).await {
            Ok(notices) => {
                let notices = notices.map(|message| message.payload.into()).boxed();
                Some(Self { notices, link: nats.link(), known: Link::default() })
            }
            Err(error) => {
                tracing::error!(%error, "cannot subscribe to commit notices; polling the views instead");
                None
            }
        }
    }

    /// Returns the next event. It is safe to cancel.
    pub(super) async fn next(&mut self) -> SubscriptionEvent {
        loop {
            let link = *self.link.borrow_and_update();
            if link != self.known {
                self.known = link;
                return if link.connected { SubscriptionEvent::Connected } else { SubscriptionEvent::Disconnected };
            }
            tokio::select! {
                notice = self.notices.next() => match notice {
                    Some(notice) => return SubscriptionEvent::Notice(notice),
                    // The client was closed.
                    None => {
                        self.notices = futures::stream::pending().boxed();
                        return SubscriptionEvent::Disconnected;
                    }
                },
                changed = self.link.changed() => if changed.is_err() {
                    std::future::pending::<()>().await;
                },
            }
        }
    }
}
