//! Health and metrics of the process, for operators.
//!
//! Health belongs to the process and not to a service: it needs no key and no view, and a process with one part answers
//! for itself. The main listener serves it for load balancers, which must test the path that requests take. The metrics
//! listener serves it too, so that it answers even when all connections of the main listener are in use. Metrics are
//! served by the metrics listener only, because they are not public.

use std::future::{Ready, ready};
use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::Context;
use axum::Router;
use read_api::ReadApi;
use service_kit::clock::Clock;
use service_kit::health::{Health, NotReady};
use service_kit::lifecycle::Lifecycle;
use service_kit::metrics::{Exporter, install};
use service_kit::server::{Listening, serve};
use storage::StoreError;
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::listener;
use super::wiring::{ViewsProgress, Wiring};
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
    pub(super) fn take(listen: SocketAddr, clock: &dyn Clock) -> anyhow::Result<Self> {
        let listener = listener::listen(listen, "--metrics-listen")?;
        let address = listener.local_addr().context("cannot read the address of the listener")?;
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
pub(super) fn health(wiring: &Wiring, views_progress: &ViewsProgress) -> Health {
    let here = wiring.settings.parts.checked();
    let on_log: Vec<_> = here.iter().copied().filter(|part| *part != READ).collect();
    let required = if wiring.has(Part::ReadApi) { vec![READ] } else { on_log.clone() };
    let mut health = Health::requiring(required);
    if let Some(events) = &wiring.events {
        let events = Arc::clone(events);
        health = health.check("event_store", &on_log, move || {
            let events = Arc::clone(&events);
            async move { answered("The event store does not answer.", events.ping().await) }
        });
    }
    let views = Arc::clone(&wiring.views);
    health = health.check("view_store", &here, move || {
        let views = Arc::clone(&views);
        async move { answered("The view store does not answer.", views.ping().await) }
    });
    if let Some(sighted) = views_progress.sighted.clone() {
        let lost = "The position of the views could not be read lately.";
        health = health.check("follower", &here, is_so(sighted, lost));
    }
    let complete = views_progress.complete.clone();
    health = health.check("views", &here, is_so(complete, "The first views are being rendered."));
    if let Some(lag) = wiring.watch_lag(views_progress) {
        health = health.check("projection", &[PROJECTION], move || {
            ready(lag.caught_up().map_err(|behind| NotReady::new(behind.to_string())))
        });
    }
    wiring.watch_writing().into_iter().fold(health, |health, (name, part, check)| health.check(name, &[part], check))
}

/// Returns a check that succeeds while this is so.
fn is_so(flag: watch::Receiver<bool>, otherwise: &'static str) -> impl Fn() -> Ready<Result<(), NotReady>> {
    move || ready(if *flag.borrow() { Ok(()) } else { Err(NotReady::new(otherwise)) })
}

fn answered(told: &'static str, answer: Result<(), StoreError>) -> Result<(), NotReady> {
    answer.map_err(|error| NotReady::new(told).because(error))
}
