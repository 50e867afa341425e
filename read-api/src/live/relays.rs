//! Passes the snapshots of a topic on to the threads that send them. Each thread of connections has a runtime of its own.
//! To wake a task from another thread takes a system call, so only one task of each runtime is woken from outside: its
//! relay, which wakes the streams of its runtime.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::runtime::{Handle, Id};
use tokio::sync::watch;

use super::snapshot::Snapshot;

/// The newest snapshot of a topic.
pub(super) type Newest = watch::Receiver<Arc<Snapshot>>;

/// The relays of a topic, one for each runtime with streams.
#[derive(Default)]
pub(super) struct Relays(Mutex<HashMap<Id, watch::Sender<Arc<Snapshot>>>>);

impl Relays {
    /// Returns the snapshots as the relay of the current runtime passes them on. The first may be older than the newest
    /// of `source`. Begins the relay if there is none.
    pub(super) fn local(self: &Arc<Self>, source: Newest) -> Newest {
        let here = Handle::current().id();
        let mut relays = self.lock();
        if let Some(relay) = relays.get(&here) {
            return relay.subscribe();
        }
        let (relay, local) = watch::channel(Arc::clone(&source.borrow()));
        relays.insert(here, relay.clone());
        drop(relays);
        tokio::spawn(Arc::clone(self).run(here, source, relay));
        local
    }

    /// Passes snapshots on until the topic ends or no stream of the runtime is left.
    async fn run(self: Arc<Self>, here: Id, mut source: Newest, relay: watch::Sender<Arc<Snapshot>>) {
        loop {
            let has_changed = tokio::select! {
                biased;
                changed = source.changed() => changed.is_ok(),
                () = relay.closed() => true,
            };
            let mut relays = self.lock();
            if !has_changed || relay.receiver_count() == 0 {
                // Streams that come later begin another one.
                relays.remove(&here);
                return;
            }
            drop(relays);
            relay.send_replace(Arc::clone(&source.borrow_and_update()));
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Id, watch::Sender<Arc<Snapshot>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use tokio::runtime::Builder;

    use super::*;

    fn snapshot() -> Arc<Snapshot> {
        Arc::new(Snapshot::first(1, "/r/".into(), Vec::new()))
    }

    #[test]
    fn a_relay_ends_with_the_last_stream_of_its_runtime_and_with_its_topic() {
        let runtime = || Builder::new_current_thread().enable_all().build().unwrap();
        let (first, second) = (runtime(), runtime());
        let (relays, source) = (Arc::<Relays>::default(), watch::Sender::new(snapshot()));
        let of = |runtime: &tokio::runtime::Runtime| runtime.block_on(async { relays.local(source.subscribe()) });
        let (mut one, other, mut third) = (of(&first), of(&first), of(&second));
        assert!(one.same_channel(&other) && !one.same_channel(&third) && relays.lock().len() == 2);
        let next = snapshot();
        source.send_replace(Arc::clone(&next));
        for (runtime, stream) in [(&first, &mut one), (&second, &mut third)] {
            runtime.block_on(stream.changed()).unwrap();
            assert!(Arc::ptr_eq(&stream.borrow_and_update(), &next));
        }
        drop((one, other));
        // The relay notices at the latest when it runs for the next snapshot.
        source.send_replace(snapshot());
        let settled = async {
            while relays.lock().len() == 2 {
                tokio::task::yield_now().await;
            }
        };
        first.block_on(settled);
        drop(source);
        assert!(
            second
                .block_on(async {
                    while third.changed().await.is_ok() {}
                    third.changed().await
                })
                .is_err()
        );
        assert!(relays.lock().is_empty());
    }
}
