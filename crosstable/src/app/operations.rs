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
use super::writing::WritingChecks;
use crate::parts::{Part, Parts};

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

/// What answers reads.
const READ: &str = "read";
/// What takes writes.
const WRITE: &str = "write";
/// What renders views.
const PROJECTION: &str = "projection";

/// What the health of a process is found out by.
pub(super) struct Watched<'a> {
    pub(super) parts: &'a Parts,
    pub(super) events: Option<&'a Arc<dyn EventStore>>,
    pub(super) views: &'a Arc<dyn ViewStore>,
    pub(super) lag: Option<&'a Lag>,
    pub(super) sighted: Option<watch::Receiver<bool>>,
    pub(super) starting: &'a Starting,
    pub(super) written: WritingChecks,
}

impl Watched<'_> {
    /// The checks of each part of the process to be ready. As long as its reads work it is sent requests, whatever else
    /// fails; one that answers no reads must be able to do what it is there for.
    pub(super) fn health(self) -> Health {
        let Self { parts, events, views, lag, sighted, starting, written } = self;
        let here =
            [(READ, parts.answer()), (WRITE, parts.has(Part::WriteApi)), (PROJECTION, parts.has(Part::Projector))];
        let here: Vec<_> = here.into_iter().filter(|(_, is_here)| *is_here).map(|(part, _)| part).collect();
        let on_log: Vec<_> = here.iter().copied().filter(|part| *part != READ).collect();
        let required = if parts.has(Part::ReadApi) { vec![READ] } else { on_log.clone() };
        let mut health = Health::requiring(required);
        if let Some(events) = events.cloned() {
            let ping = move || {
                let events = Arc::clone(&events);
                async move { events.ping().await }
            };
            health = health.check("event_store", &on_log, answers("The event store does not answer.", ping));
        }
        let ping = {
            let views = Arc::clone(views);
            move || {
                let views = Arc::clone(&views);
                async move { views.ping().await }
            }
        };
        health = health.check("view_store", &here, answers("The view store does not answer.", ping));
        if let Some(sighted) = sighted {
            health = health.check("follower", &here, move || {
                let sighted = *sighted.borrow();
                let lost = || NotReady::new("The position of the views could not be read lately.");
                std::future::ready(sighted.then_some(()).ok_or_else(lost))
            });
        }
        let starting = starting.clone();
        health = health.check("views", &here, move || {
            let rendering = || NotReady::new("The first views are being rendered.");
            std::future::ready(starting.is_over().then_some(()).ok_or_else(rendering))
        });
        if let Some(lag) = lag.cloned() {
            health = health.check("projection", &[PROJECTION], move || {
                std::future::ready(lag.caught_up().map_err(|behind| NotReady::new(behind.to_string())))
            });
        }
        if let Some(check) = written.log {
            health = health.check("log_writes", &[WRITE], check);
        }
        if let Some(check) = written.views {
            health = health.check("view_writes", &[PROJECTION], check);
        }
        health
    }
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
