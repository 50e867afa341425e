//! Passes the snapshots of a topic on to the threads that send them. Each thread of connections has a runtime of its own.
//! To wake a task from another thread takes a system call, so only one task of each runtime is woken from outside: its
//! relay, which wakes the streams of its runtime, or sends to them at once (`direct.rs`).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::runtime::{Handle, Id};
use tokio::sync::watch;

use super::direct::{Directs, Step};
use super::snapshot::Snapshot;

/// The newest snapshot of a topic.
pub(super) type Newest = watch::Receiver<Arc<Snapshot>>;

/// The relays of a topic, one for each runtime with streams.
#[derive(Default)]
pub(super) struct Relays(Mutex<HashMap<Id, Relay>>);

/// Passes on the snapshots of a topic on one runtime.
#[derive(Clone)]
struct Relay {
    newest: watch::Sender<Arc<Snapshot>>,
    directs: Arc<Directs>,
}

/// The relay of the current runtime, as its streams see it.
pub(super) struct Local {
    /// The first snapshot may be older than the newest one of the topic.
    pub(super) newest: Newest,
    pub(super) directs: Arc<Directs>,
}

impl Relay {
    fn local(&self) -> Local {
        Local { newest: self.newest.subscribe(), directs: Arc::clone(&self.directs) }
    }
}

impl Relays {
    /// Returns the relay of the current runtime. Begins it if there is none.
    pub(super) fn local(self: &Arc<Self>, source: Newest) -> Local {
        let here = Handle::current().id();
        let mut relays = self.lock();
        if let Some(relay) = relays.get(&here) {
            return relay.local();
        }
        let relay = Relay { newest: watch::Sender::new(Arc::clone(&source.borrow())), directs: Arc::default() };
        let local = relay.local();
        relays.insert(here, relay.clone());
        drop(relays);
        tokio::spawn(Arc::clone(self).run(here, source, relay));
        local
    }

    /// Passes snapshots on until the topic ends or no stream of the runtime is left.
    async fn run(self: Arc<Self>, here: Id, mut source: Newest, relay: Relay) {
        let Relay { newest, directs } = relay;
        loop {
            let has_changed = tokio::select! {
                biased;
                changed = source.changed() => changed.is_ok(),
                () = newest.closed() => true,
            };
            let mut relays = self.lock();
            if !has_changed || newest.receiver_count() == 0 {
                // Streams that come later begin another one.
                relays.remove(&here);
                break;
            }
            drop(relays);
            let to = Arc::clone(&source.borrow_and_update());
            let from = newest.send_replace(Arc::clone(&to));
            directs.pass(&Step::new(from, to)).await;
        }
        drop(newest);
        directs.wake().await;
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Id, Relay>> {
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
        let of =
            |runtime: &tokio::runtime::Runtime| runtime.block_on(async { relays.local(source.subscribe()).newest });
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
