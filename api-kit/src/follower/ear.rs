//! Listens to notices over NATS.

use futures::StreamExt;
use futures::stream::BoxStream;
use service_kit::nats::{Link, Nats};
use tokio::sync::watch;

/// What NATS has to say.
#[derive(Debug)]
pub(super) enum Word {
    /// A notice, as it came.
    Told(Vec<u8>),
    /// Notices come in from now on.
    Listens,
    /// They do no longer.
    Deaf,
}

/// Hears notices, and whether any can be heard.
pub(super) struct Ear {
    notices: BoxStream<'static, Vec<u8>>,
    link: watch::Receiver<Link>,
    known: Link,
}

impl Ear {
    /// Asks for notices, now or as soon as there is a connection.
    pub(super) async fn open(nats: &Nats) -> Option<Self> {
        let subject = format!("{}.notices", nats.prefix());
        match nats.client().subscribe(subject).await {
            Ok(notices) => {
                let notices = notices.map(|message| message.payload.into()).boxed();
                Some(Self { notices, link: nats.link(), known: Link::default() })
            }
            Err(error) => {
                tracing::error!(%error, "notices cannot be listened to; the views are looked at instead");
                None
            }
        }
    }

    /// The next word. Dropping it half-way loses nothing.
    pub(super) async fn next(&mut self) -> Word {
        loop {
            let link = *self.link.borrow_and_update();
            if link != self.known {
                self.known = link;
                return if link.connected { Word::Listens } else { Word::Deaf };
            }
            tokio::select! {
                notice = self.notices.next() => match notice {
                    Some(notice) => return Word::Told(notice),
                    // The client was closed.
                    None => {
                        self.notices = futures::stream::pending().boxed();
                        return Word::Deaf;
                    }
                },
                changed = self.link.changed() => if changed.is_err() {
                    std::future::pending::<()>().await;
                },
            }
        }
    }
}
