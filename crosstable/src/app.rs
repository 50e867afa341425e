//! The whole service in one process, on two SQLite files. `main` and tests start it with the same function.
//!
//! It wires the parts together and holds no logic of theirs.

mod answers;
mod front;
mod key_uses;
mod operations;
mod starting;

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use api_kit::{ConsistencyTokens, Credentials, Gate, KeyUses, Progress};
use projector::{Lag, Projector, ViewSettings};
use proto_events::Position;
use read_api::{ReadApi, ReadApiSettings};
use service_kit::BoxError;
use service_kit::clock::Clock;
use service_kit::lifecycle::{Lifecycle, Stop};
use service_kit::server::{Limits, serve};
use storage::sqlite::{SqliteEventStore, SqliteViewStore};
use storage::{EventStore, NoticeBoard, ViewStore};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use write_api::WriteApi;
use write_api::http::{WriteHttp, WriteHttpSettings};

use self::operations::Operations;
use self::starting::Starting;
use crate::data_dir::{DataDir, ServedAs, ServerLock};

/// Time that work under way gets to end when the service stops.
const GRACE: Duration = Duration::from_secs(20);

/// How the service is run.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Address to serve on; port 0 takes a free one.
    pub listen: SocketAddr,
    /// Address to serve metrics on, for those who watch over the process; nothing is recorded without.
    pub metrics_listen: Option<SocketAddr>,
    /// Folder that holds the data; made if it is missing.
    pub data_dir: PathBuf,
    /// Address under which people reach the service, without a slash at the end; else that of `listen`.
    pub public_url: Option<String>,
    /// Whether the public export may be read without a key.
    pub anonymous_export: bool,
    /// Whether vendors' field names stand beside the interface's.
    pub vendor_field_names: bool,
}

/// A folder and an address that nobody else serves.
pub(crate) struct Claimed {
    settings: Settings,
    dir: DataDir,
    lock: ServerLock,
    listener: TcpListener,
    address: SocketAddr,
    operations: Option<Operations>,
}

/// The service, with its stores open and nothing running.
pub struct App {
    claimed: Claimed,
    clock: Arc<dyn Clock>,
    events: Arc<dyn EventStore>,
    views: Arc<dyn ViewStore>,
}

/// The service, running.
pub struct RunningApp {
    /// Where it listens.
    pub addr: SocketAddr,
    /// Where metrics are served.
    pub metrics_addr: Option<SocketAddr>,
    public_url: String,
    events: Arc<dyn EventStore>,
    views: Arc<dyn ViewStore>,
    applied: watch::Receiver<Position>,
    starting: Starting,
    lifecycle: Lifecycle,
    _lock: ServerLock,
}

impl Claimed {
    /// Takes folder and addresses.
    pub(crate) async fn take(settings: Settings, clock: &dyn Clock) -> anyhow::Result<Self> {
        let dir = DataDir::create(&settings.data_dir)?;
        let lock = dir.lock().await?;
        let (listener, address) = listen(settings.listen, "--listen").await?;
        let operations = match settings.metrics_listen {
            Some(address) => Some(Operations::take(address, clock).await?),
            None => None,
        };
        Ok(Self { settings, dir, lock, listener, address, operations })
    }

    /// The folder.
    pub(crate) fn data_dir(&self) -> &DataDir {
        &self.dir
    }

    /// Opens the stores, and brings their schemas up to date.
    pub(crate) async fn open_stores(self, clock: Arc<dyn Clock>) -> anyhow::Result<App> {
        let (events, views) = open_stores(&self.dir).await?;
        Ok(App { claimed: self, clock, events, views })
    }

    /// The address that answers link to.
    fn public_url(&self) -> String {
        self.settings.public_url.clone().unwrap_or_else(|| address_to_visit(self.address))
    }
}

/// Takes the address that an option names.
async fn listen(address: SocketAddr, option: &str) -> anyhow::Result<(TcpListener, SocketAddr)> {
    let listener = match TcpListener::bind(address).await {
        Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => {
            bail!(
                "{address} is in use by another program; choose another address with {option}, such as {}, or {} for any free port",
                SocketAddr::new(address.ip(), address.port().wrapping_add(1)),
                SocketAddr::new(address.ip(), 0),
            )
        }
        listener => listener.with_context(|| format!("{address} cannot be listened on"))?,
    };
    let address = listener.local_addr().context("the address listened on is unknown")?;
    Ok((listener, address))
}

/// Opens both stores of a folder.
pub(crate) async fn open_stores(dir: &DataDir) -> anyhow::Result<(Arc<dyn EventStore>, Arc<dyn ViewStore>)> {
    let (events, views) = (dir.events(), dir.views());
    let event_store = SqliteEventStore::open(&events).await;
    let event_store = event_store.with_context(|| format!("{} cannot be opened", events.display()))?;
    let view_store = SqliteViewStore::open(&views).await;
    let view_store = view_store.with_context(|| {
        format!(
            "{} cannot be opened; it holds nothing that cannot be rendered anew, and may be deleted",
            views.display()
        )
    })?;
    Ok((Arc::new(event_store), Arc::new(view_store)))
}

/// Where a client on this machine finds a listener.
fn address_to_visit(address: SocketAddr) -> String {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => format!("http://127.0.0.1:{}", address.port()),
        IpAddr::V6(ip) if ip.is_unspecified() => format!("http://[::1]:{}", address.port()),
        _ => format!("http://{address}"),
    }
}

impl App {
    /// Starts the whole service.
    ///
    /// # Errors
    /// When the folder or the address is taken, or a database cannot be opened.
    pub async fn start(settings: Settings, clock: Arc<dyn Clock>) -> anyhow::Result<RunningApp> {
        Self::start_with(settings, clock, |views| views).await
    }

    /// The same with something between it and its views, such as what holds them up on purpose.
    ///
    /// # Errors
    /// As [`App::start`].
    pub async fn start_with(
        settings: Settings,
        clock: Arc<dyn Clock>,
        between: impl FnOnce(Arc<dyn ViewStore>) -> Arc<dyn ViewStore>,
    ) -> anyhow::Result<RunningApp> {
        let mut app = Claimed::take(settings, &*clock).await?.open_stores(clock).await?;
        app.views = between(app.views);
        app.run().await
    }

    /// The folder.
    pub(crate) fn data_dir(&self) -> &DataDir {
        self.claimed.data_dir()
    }

    /// The log.
    pub(crate) fn events(&self) -> &Arc<dyn EventStore> {
        &self.events
    }

    /// Starts what is open: projector, both sides, and what goes on beside them.
    pub(crate) async fn run(self) -> anyhow::Result<RunningApp> {
        let Self { claimed, clock, events, views } = self;
        let public_url = claimed.public_url();
        let vendor_field_names = claimed.settings.vendor_field_names;
        claimed.dir.remember(&ServedAs { public_url: public_url.clone(), vendor_field_names })?;
        let lifecycle = Lifecycle::new(GRACE);
        let stop = lifecycle.stop_signal();
        let board = NoticeBoard::new();
        let key_uses = Arc::new(KeyUses::new());

        let view_settings = ViewSettings { public_url: public_url.clone(), vendor_field_names };
        let projector = Projector::new(Arc::clone(&events), Arc::clone(&views), board.clone(), view_settings);
        let applied = projector.applied();
        let progress = Progress::new(projector.applied(), projector.prompt(), projector.settled());
        let gate = Gate::new(Credentials::new(Arc::clone(&views), &board), Arc::clone(&clock), Arc::clone(&key_uses));
        let tokens = ConsistencyTokens::new(&claimed.dir.secret()?);
        let starting = Starting::look(&*events, &*views, projector.complete()).await?;

        let read_settings = ReadApiSettings {
            anonymous_export: claimed.settings.anonymous_export,
            public_url: public_url.clone(),
            ..ReadApiSettings::default()
        };
        let read_api = ReadApi::new(
            read_settings,
            Arc::clone(&views),
            &board,
            Arc::clone(&clock),
            gate.clone(),
            tokens.clone(),
            progress.clone(),
        );
        let write_api = WriteApi::new(Arc::clone(&events), Arc::clone(&clock));
        let write_settings = WriteHttpSettings { public_url: public_url.clone(), vendor_field_names };
        let write_http = WriteHttp::new(write_api.clone(), gate, tokens, progress, write_settings);
        let lag = Lag::new(Arc::clone(&events), applied.clone());
        let health = operations::health(&events, &views, &lag, &starting).router();
        let router = front::front(health.clone(), read_api.router(), &write_http, &starting);

        let cancelled = cancelled_by(&lifecycle, stop.clone());
        lifecycle.spawn("lag", lag.watch(Arc::clone(&clock), cancelled.clone()));
        lifecycle.spawn("projector", projector.run(cancelled));
        let metrics_addr = claimed.operations.as_ref().map(|operations| operations.address);
        if let Some(operations) = claimed.operations {
            operations.serve(&lifecycle, health, read_api);
        }
        lifecycle.spawn("key uses", key_uses::note(write_api, key_uses, stop.clone()));
        lifecycle.spawn("old answers", answers::forget(Arc::clone(&events), clock, stop.clone()));
        lifecycle.spawn("http", serve(claimed.listener, router, Limits::default(), stop));
        let (addr, lock) = (claimed.address, claimed.lock);
        Ok(RunningApp { addr, metrics_addr, public_url, events, views, applied, starting, lifecycle, _lock: lock })
    }
}

/// A token that falls with the soft stop.
fn cancelled_by(lifecycle: &Lifecycle, stop: Stop) -> CancellationToken {
    let token = CancellationToken::new();
    let cancelled = token.clone();
    lifecycle.spawn("stop of what follows the log", async move {
        stop.soft().await;
        cancelled.cancel();
        Ok::<_, BoxError>(())
    });
    token
}

impl RunningApp {
    /// Where a client on this machine finds it: `http://127.0.0.1:8080`.
    pub fn address(&self) -> String {
        address_to_visit(self.addr)
    }

    /// Where metrics are found on this machine: `http://127.0.0.1:9100/metrics`.
    pub fn metrics_address(&self) -> Option<String> {
        self.metrics_addr.map(|address| format!("{}{}", address_to_visit(address), service_kit::metrics::ADDRESS))
    }

    /// The address that answers link to.
    pub fn public_url(&self) -> &str {
        &self.public_url
    }

    /// The log, for what is done beside the HTTP interface.
    pub fn events(&self) -> Arc<dyn EventStore> {
        Arc::clone(&self.events)
    }

    /// The views.
    pub fn views(&self) -> Arc<dyn ViewStore> {
        Arc::clone(&self.views)
    }

    /// How far the views are.
    pub fn applied(&self) -> watch::Receiver<Position> {
        self.applied.clone()
    }

    /// Whether nothing was ever stored.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn is_empty(&self) -> anyhow::Result<bool> {
        Ok(self.events.head().await? == Position::START)
    }

    /// Waits until everything told so far is served.
    ///
    /// # Errors
    /// When the database fails, or the projector has ended.
    pub async fn caught_up(&self) -> anyhow::Result<()> {
        let head = self.events.head().await?;
        let mut applied = self.applied();
        applied.wait_for(|position| *position >= head).await.context("the projector has ended")?;
        ensure!(self.starting.ends().await, "the projector has ended");
        Ok(())
    }

    /// Serves until a signal comes or a part fails, then stops in good order.
    ///
    /// # Errors
    /// When a part failed, or work was left undone.
    pub async fn serve_until_stopped(self) -> anyhow::Result<()> {
        let Self { events, views, lifecycle, .. } = self;
        let ended = lifecycle.wait().await;
        events.close().await;
        views.close().await;
        ended.map_err(Into::into)
    }

    /// Stops in good order: what is under way is finished.
    ///
    /// # Errors
    /// When a part failed, or work was left undone.
    pub async fn stop(self) -> anyhow::Result<()> {
        self.lifecycle.stop();
        self.serve_until_stopped().await
    }
}
