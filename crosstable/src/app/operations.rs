//! What those who watch over the process ask: its health, and its metrics.
//!
//! Health is answered in front of both services, because it is the process's and not a service's: it needs no key, has no
//! view, and a process that holds one service alone answers for itself. It stands on the main listener, where a balancer
//! has to ask: what it learns must hold for the way that requests go. It stands beside the metrics too, for who watches
//! over the process itself, and must be answered when every place on the main listener is taken. Metrics stand on a
//! listener of their own alone: they are nobody's business outside.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::Context;
use axum::Router;
use futures::future::BoxFuture;
use projector::Lag;
use read_api::ReadApi;
use service_kit::clock::Clock;
use service_kit::health::{Health, NotReady};
use service_kit::lifecycle::Lifecycle;
use service_kit::metrics::{Exporter, install};
use service_kit::server::{Listening, serve};
use storage::{EventStore, StoreError, ViewStore};
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::starting::Starting;

/// Connections that those who watch may keep.
const CONNECTIONS: usize = 64;

/// The listener for those who watch, and what is told there.
pub(super) struct Operations {
    listener: TcpListener,
    exporter: Exporter,
    pub(super) address: SocketAddr,
}

impl Operations {
    /// Takes an address, and begins to record: before anything is made that does.
    pub(super) async fn take(listen: SocketAddr, clock: &dyn Clock) -> anyhow::Result<Self> {
        let (listener, address) = super::listen(listen, "--metrics-listen").await?;
        let exporter = install(clock).context("metrics cannot be recorded")?;
        Ok(Self { listener, exporter, address })
    }

    /// Answers until the soft stop, within the limits of the main listener. It has a number of connections of its own.
    pub(super) fn serve(self, lifecycle: &Lifecycle, health: Router, read_api: Option<ReadApi>, main: &Listening) {
        let router = self.exporter.router(move || read_api.iter().for_each(ReadApi::sample)).merge(health);
        let listening = Listening { name: "operations", connections: CONNECTIONS, lanes: 0, ..main.clone() };
        lifecycle.spawn("metrics", self.exporter.sum_up(lifecycle.stop_signal()));
        lifecycle.spawn("operations", serve(self.listener, router, listening, lifecycle.stop_signal()));
    }
}

/// What must hold for the process to be ready: the stores that it works on answer, there are views to answer from, and those
/// that it renders are no further behind than they may be.
pub(super) fn health(
    events: Option<&Arc<dyn EventStore>>,
    views: &Arc<dyn ViewStore>,
    lag: Option<&Lag>,
    sighted: Option<watch::Receiver<bool>>,
    starting: &Starting,
) -> Health {
    let mut health = Health::default();
    if let Some(events) = events.cloned() {
        let head = move || {
            let events = Arc::clone(&events);
            async move { events.head().await }
        };
        health = health.check("event_store", answers("The event store does not answer.", head));
    }
    let views = Arc::clone(views);
    let active = move || {
        let views = Arc::clone(&views);
        async move { views.active().await }
    };
    health = health.check("view_store", answers("The view store does not answer.", active));
    if let Some(sighted) = sighted {
        health = health.check("follower", move || {
            let sighted = *sighted.borrow();
            let lost = || NotReady::new("How far the views are could not be found out lately.");
            std::future::ready(sighted.then_some(()).ok_or_else(lost))
        });
    }
    let (lag, starting) = (lag.cloned(), starting.clone());
    health.check("projection", move || {
        let (caught_up, starting) = (lag.as_ref().map_or(Ok(()), Lag::caught_up), starting.clone());
        async move {
            caught_up.map_err(|behind| NotReady::new(behind.to_string()))?;
            if starting.is_over() { Ok(()) } else { Err(NotReady::new("The first views are being rendered.")) }
        }
    })
}

/// A check that holds when a question is answered.
fn answers<T, F>(told: &'static str, ask: impl Fn() -> F) -> impl Fn() -> BoxFuture<'static, Result<(), NotReady>>
where
    F: Future<Output = Result<T, StoreError>> + Send + 'static,
{
    move || {
        let answered = ask();
        Box::pin(async move { answered.await.map(drop).map_err(|error| NotReady::new(told).because(error)) })
    }
}
