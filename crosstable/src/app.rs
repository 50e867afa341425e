//! A process of the service: all parts on two SQLite files, or some of the parts on shared databases. `main` and the
//! tests start it with the same function.
//!
//! This module wires the parts together and contains no logic of theirs.

mod front;
mod listener;
mod operations;
mod set_up;
mod settings;
mod upkeep;
mod wiring;
mod writing;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, ensure};
use api_kit::Progress;
use api_kit::progress::Wanted;
use axum::Router;
use service_kit::clock::Clock;
use service_kit::lifecycle::Lifecycle;
use service_kit::server::{Listening, Site, serve};
use storage::{Access, EventStore, ViewStore};
use tokio::net::TcpListener;
use tokio::sync::watch;

pub(crate) use self::listener::address_to_visit;
pub(crate) use self::settings::public_url;
pub use self::settings::{FREE_SPACE_FLOOR, Settings};
pub(crate) use self::upkeep::{complete_now, settled};

use self::listener::listen;
use self::operations::Operations;
use self::set_up::SetUp;
use self::wiring::Wiring;
use crate::data_dir::{ServedAs, ServerLock};
use crate::home::Home;
use crate::parts::Part;

/// The service with open stores, before anything runs. It has reserved the data folder and its addresses.
pub struct App {
    settings: Settings,
    pub(crate) home: Home,
    lock: Option<ServerLock>,
    listener: TcpListener,
    address: SocketAddr,
    operations: Option<Operations>,
    clock: Arc<dyn Clock>,
    /// The log, for the parts that use it.
    events: Option<Arc<dyn EventStore>>,
    views: Arc<dyn ViewStore>,
    /// Pages that the services do not have.
    pub(crate) further_pages: Router,
}

/// The running service.
pub struct RunningApp {
    /// The address of the main listener.
    pub addr: SocketAddr,
    /// The address of the metrics listener.
    pub metrics_addr: Option<SocketAddr>,
    /// The base address of links in answers.
    pub public_url: String,
    /// The log for direct use, if this process uses it.
    pub events: Option<Arc<dyn EventStore>>,
    /// The views.
    pub views: Arc<dyn ViewStore>,
    /// The progress of the views.
    pub progress: Progress,
    /// Whether requests are answered from the views.
    complete: watch::Receiver<bool>,
    /// The set-up, if there is no organization yet.
    set_up: Option<SetUp>,
    /// Whether the process is to start again, with other settings.
    restart: Arc<AtomicBool>,
    lifecycle: Lifecycle,
    _lock: Option<ServerLock>,
}

/// Stores for other commands how the folder is served. A failure does not stop the server: a full or read-only disk
/// still allows reads.
fn remember(home: &Home, public_url: &str, settings: &Settings) {
    let Home::Folder(dir) = home else { return };
    let served = ServedAs {
        public_url: public_url.to_owned(),
        vendor_field_names: settings.vendor_field_names,
        deck_host_url: settings.deck_host.template(),
    };
    if let Err(error) = dir.remember(&served) {
        tracing::warn!(error = format!("{error:#}"), "`verify` and `rebuild` may use other settings than this server");
    }
}

impl App {
    /// Starts a process of the service.
    ///
    /// # Errors
    /// When the folder or the address is in use, or a database cannot be opened.
    pub async fn start(settings: Settings, clock: Arc<dyn Clock>) -> anyhow::Result<RunningApp> {
        Self::start_with(settings, clock, |views| views).await
    }

    /// Starts a process whose views are wrapped by `between`, for example to delay reads in a test.
    pub async fn start_with(
        settings: Settings,
        clock: Arc<dyn Clock>,
        between: impl FnOnce(Arc<dyn ViewStore>) -> Arc<dyn ViewStore>,
    ) -> anyhow::Result<RunningApp> {
        let mut app = Self::open(settings, clock, |_| Ok(())).await?;
        app.views = between(app.views);
        app.run().await
    }

    /// Reserves the data folder and the addresses, calls `prepare`, opens the stores and updates their schemas.
    pub(crate) async fn open(
        settings: Settings,
        clock: Arc<dyn Clock>,
        prepare: impl FnOnce(&Home) -> anyhow::Result<()>,
    ) -> anyhow::Result<Self> {
        let home = settings.home()?;
        let lock = home.lock().await?;
        let listener = match &settings.listening {
            // Where the process has listened before, with what waits there.
            Some(listener) => listener.try_clone().and_then(TcpListener::from_std).context("cannot listen again")?,
            None => listen(settings.listen, "--listen")?,
        };
        let address = listener.local_addr().context("cannot read the address of the listener")?;
        let operations = settings.metrics_listen.map(|address| Operations::take(address, &*clock)).transpose()?;
        prepare(&home)?;
        let damage = upkeep::check_files(&home).await?;
        let to = |part| if settings.parts.has(part) { Access::Write } else { Access::Read };
        let events = if settings.needs_log() { Some(home.open_events(to(Part::WriteApi)).await?) } else { None };
        if let (Some(events), Some(damage)) = (&events, damage) {
            upkeep::refuse_writes(&**events, damage);
        }
        let views = home.open_views_with(to(Part::Projector), settings.spool()).await?;
        let further_pages = Router::new();
        Ok(Self { settings, home, lock, listener, address, operations, clock, events, views, further_pages })
    }

    pub(crate) fn events(&self) -> anyhow::Result<&Arc<dyn EventStore>> {
        self.events.as_ref().context("this process does not work on the log")
    }

    /// Starts the opened service and its background tasks.
    pub(crate) async fn run(self) -> anyhow::Result<RunningApp> {
        let Self { settings, home, lock, listener, address: addr, operations, clock, events, views, further_pages } =
            self;
        let options = settings;
        let settings = set_up::with_saved(options.clone(), &home)?;
        // The base address of links in answers.
        let public_url = settings.public_url.clone().unwrap_or_else(|| address_to_visit(addr));
        remember(&home, &public_url, &settings);
        let mut wiring = Wiring::new((settings, home), public_url.clone(), clock, events, views).await?;
        let restart = Arc::default();
        let process = (wiring.lifecycle.clone(), Arc::clone(&restart));
        wiring.open_settings = set_up::open_settings(&options, &wiring.home, addr, process);
        if let Some(events) = &wiring.events {
            upkeep::settle_lineage(&**events, &*wiring.views, &wiring.settings.parts).await?;
        }
        wiring.watch_stores();
        let has_views = front::has_views(wiring.events.as_deref(), &*wiring.views).await?;
        let views_progress = wiring.follow(has_views);
        let complete = views_progress.complete.clone();
        wiring.rewrite_views(&views_progress);
        let health = operations::health(&wiring, &views_progress).router();
        let mut set_up = None;
        let (site, read_api) = if wiring.settings.parts.answer() {
            let entrance = wiring.entrance()?;
            set_up = SetUp::begin(&wiring, &entrance.keys, &listener).await?;
            let read_api = wiring.read_side(&entrance, &views_progress);
            let write = wiring.write_side(&entrance, &views_progress);
            let health = health.clone().merge(further_pages);
            let router = front::front(health, read_api.router(), write.as_ref(), complete.clone());
            (Site { router, shortcut: Some(front::shortcut(&read_api, complete.clone())) }, Some(read_api))
        } else {
            (health.clone().into(), None)
        };
        let Wiring { lifecycle, stop, answered, settings, events, views, .. } = wiring;
        let metrics_addr = operations.as_ref().map(|operations| operations.address);
        let proxies = settings.trusted_proxies;
        let within = Listening::within(settings.limits);
        let connections = listener::connections(within.connections);
        let listening = Listening { connections, proxies, ..within };
        if let Some(operations) = operations {
            operations.serve(&lifecycle, health, read_api, &listening);
        }
        lifecycle.spawn("http", async move {
            let served = serve(listener, site, listening, stop).await;
            answered.cancel();
            served
        });
        Ok(RunningApp {
            addr,
            metrics_addr,
            public_url,
            events,
            views,
            progress: views_progress.progress,
            complete,
            set_up,
            restart,
            lifecycle,
            _lock: lock,
        })
    }
}

impl RunningApp {
    /// Returns the address for clients on this machine: `http://127.0.0.1:8080`.
    pub fn address(&self) -> String {
        address_to_visit(self.addr)
    }

    /// Returns the address of the metrics on this machine: `http://127.0.0.1:9100/metrics`.
    pub fn metrics_address(&self) -> Option<String> {
        self.metrics_addr.map(|address| format!("{}{}", address_to_visit(address), service_kit::metrics::ADDRESS))
    }

    /// Returns the address of the page that sets the installation up, if there is no organization yet.
    pub fn set_up_link(&self) -> Option<&str> {
        self.set_up.as_ref().map(|set_up| set_up.link.as_str())
    }

    /// Waits until the views show every domain event stored so far.
    pub async fn caught_up(&self) -> anyhow::Result<()> {
        let head = match &self.events {
            Some(events) => events.head().await?,
            None => self.progress.applied(),
        };
        let reached = self.progress.reaches(head, Wanted::Written, Duration::MAX).await;
        ensure!(reached && self.is_answered().await, "the projector has ended");
        Ok(())
    }

    /// Waits until requests are answered from the views, at most this long. Returns whether they are: until then, every
    /// request gets 503.
    pub async fn answers_within(&self, patience: Duration) -> bool {
        tokio::time::timeout(patience, self.is_answered()).await.unwrap_or(false)
    }

    /// The same, as long as that can still happen.
    async fn is_answered(&self) -> bool {
        self.complete.clone().wait_for(|complete| *complete).await.is_ok()
    }

    /// Serves until a signal arrives or a part fails, then shuts down gracefully.
    ///
    /// # Errors
    /// When a part failed, or work was not finished.
    pub async fn serve_until_stopped(self) -> anyhow::Result<()> {
        let Self { events, views, lifecycle, .. } = self;
        let ended = lifecycle.wait().await;
        if let Some(events) = events {
            events.close().await;
        }
        views.close().await;
        ended.map_err(Into::into)
    }

    /// The same. Returns the listener if the process is to start again, with the settings of the set-up.
    pub(crate) async fn serve_until_restart(mut self) -> anyhow::Result<Option<std::net::TcpListener>> {
        let (set_up, restart) = (self.set_up.take(), Arc::clone(&self.restart));
        self.serve_until_stopped().await?;
        Ok(set_up.map(|set_up| set_up.listener).filter(|_| restart.load(Ordering::Relaxed)))
    }

    /// Stops gracefully: requests under way are finished.
    ///
    /// # Errors
    /// When a part failed, or work was not finished.
    pub async fn stop(self) -> anyhow::Result<()> {
        self.lifecycle.stop();
        self.serve_until_stopped().await
    }
}
