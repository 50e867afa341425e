//! Health and metrics of the process, for operators.
//!
//! Health belongs to the process and not to a service: it needs no key and no view, and a process with one part answers
//! for itself. The main listener serves it for load balancers, which must test the path that requests take. The metrics
//! listener serves it too, so that it answers even when all connections of the main listener are in use. Metrics are
//! served by the metrics listener only, because they are not public.

use std::net::SocketAddr;

use anyhow::Context;
use axum::Router;
use futures::future::BoxFuture;
use read_api::ReadApi;
use service_kit::clock::Clock;
use service_kit::health::{Health, NotReady};
use service_kit::lifecycle::Lifecycle;
use service_kit::metrics::{Exporter, install};
use service_kit::server::{Listening, serve};
use storage::StoreError;
use tokio::net::TcpListener;

use super::front::Starting;
use super::listener;
use super::wiring::{ViewsProgress, Wiring};
use super::writing::calling;
use crate::parts::{PROJECTION, Part, READ};

/// Connections of the metrics listener.
const CONNECTIONS: usize = 64;

/// The listener for operators, and the metrics that it serves.
pub(super) struct Operations {
    listener: TcpListener,
    exporter: Exporter,
    pub(super) address: SocketAddr,
}

impl Operations {
    /// Takes the address and starts recording. Must run before any metric is created.
    pub(super) async fn take(listen: SocketAddr, clock: &dyn Clock) -> anyhow::Result<Self> {
        let (listener, address) = listener::listen(listen, "--metrics-listen").await?;
        let exporter = install(clock).context("metrics cannot be recorded")?;
        Ok(Self { listener, exporter, address })
    }

    /// Serves until the soft stop, with the limits of the main listener but its own number of connections.
    pub(super) fn serve(self, lifecycle: &Lifecycle, health: Router, read_api: Option<ReadApi>, main: &Listening) {
        let router = self.exporter.router(move || read_api.iter().for_each(ReadApi::sample)).merge(health);
        let listening = Listening { name: "operations", connections: CONNECTIONS, ..main.clone() };
        lifecycle.spawn("metrics", self.exporter.sum_up(lifecycle.stop_signal()));
        lifecycle.spawn("operations", serve(self.listener, router, listening, lifecycle.stop_signal()));
    }
}

/// Returns the readiness checks of each part. A process that answers reads stays ready as long as its reads work. A process
/// without reads is ready only while its own part works.
pub(super) fn health(wiring: &Wiring, views_progress: &ViewsProgress, starting: &Starting) -> Health {
    let here = wiring.settings.parts.checked();
    let on_log: Vec<_> = here.iter().copied().filter(|part| *part != READ).collect();
    let required = if wiring.has(Part::ReadApi) { vec![READ] } else { on_log.clone() };
    let mut health = Health::requiring(required);
    if let Some(events) = &wiring.events {
        let ping = calling(events, |events| Box::pin(async move { events.ping().await }));
        health = health.check("event_store", &on_log, answers("The event store does not answer.", ping));
    }
    let ping = calling(&wiring.views, |views| Box::pin(async move { views.ping().await }));
    health = health.check("view_store", &here, answers("The view store does not answer.", ping));
    if let Some(sighted) = views_progress.sighted.clone() {
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
    if let Some(lag) = wiring.watch_lag(views_progress) {
        health = health.check("projection", &[PROJECTION], move || {
            std::future::ready(lag.caught_up().map_err(|behind| NotReady::new(behind.to_string())))
        });
    }
    wiring.watch_writing().into_iter().fold(health, |health, (name, part, check)| health.check(name, &[part], check))
}

/// Returns a check that succeeds when `ask` succeeds.
fn answers<T, F>(told: &'static str, ask: impl Fn() -> F) -> impl Fn() -> BoxFuture<'static, Result<(), NotReady>>
where
    F: Future<Output = Result<T, StoreError>> + Send + 'static,
{
    move || {
        let answered = ask();
        Box::pin(async move { answered.await.map(drop).map_err(|error| NotReady::new(told).because(error)) })
    }
}
