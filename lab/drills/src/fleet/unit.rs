//! One process of the service, and its supervisor, which restarts it.

use std::ffi::OsString;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::Context;
use test_servers::process::{Server, Signal, free_port};
use tokio::sync::oneshot;

/// How often the supervisor checks whether the process has ended.
const LOOK: Duration = Duration::from_millis(10);
/// Pause before a process that ended by itself is restarted, as systemd makes it.
const PAUSE: Duration = Duration::from_millis(100);

/// A process that is restarted whenever it ends. It is killed when this value is dropped.
#[derive(Debug)]
pub(crate) struct Unit {
    /// `read-api 2`
    pub(crate) name: String,
    /// Where it listens.
    pub(crate) address: SocketAddr,
    log: PathBuf,
    orders: Option<Sender<Order>>,
    ended: Arc<Ended>,
    supervisor: Option<JoinHandle<()>>,
}

/// How often the process ended by itself.
#[derive(Debug, Default)]
struct Ended {
    count: AtomicU64,
    last_words: Mutex<String>,
}

/// A command to a supervisor.
enum Order {
    /// Kill the process and restart it at once; answered with the time of death.
    Kill(oneshot::Sender<Instant>),
    /// Send the process a signal.
    Signal(Signal, oneshot::Sender<()>),
    /// Stop the process gracefully, and wait for [`Order::Start`]; answered when it has ended.
    Stop(oneshot::Sender<()>),
    /// Start a stopped process again, with another command if there is one.
    Start(Option<Vec<OsString>>),
}

impl Unit {
    /// Starts a process. `command` lacks the address to listen on.
    pub(crate) fn start(name: String, mut command: Vec<OsString>, folder: &Path) -> anyhow::Result<Self> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()?));
        command.extend(["--listen".into(), address.to_string().into()]);
        let log = folder.join(name.replace(' ', "-")).with_extension("log");
        let (orders, taken) = channel();
        let ended = Arc::new(Ended::default());
        let mut works = Supervisor { name: name.clone(), command, log: log.clone(), ended: Arc::clone(&ended) };
        let supervisor = std::thread::spawn(move || works.run(&taken));
        Ok(Self { name, address, log, orders: Some(orders), ended, supervisor: Some(supervisor) })
    }

    /// Kills the process with SIGKILL; it is restarted at once. Returns the time of death.
    pub(crate) async fn kill(&self) -> anyhow::Result<Instant> {
        let (done, dead) = oneshot::channel();
        self.send(Order::Kill(done))?;
        dead.await.with_context(|| format!("{} cannot be started", self.name))
    }

    /// Freezes the process with SIGSTOP, or continues it.
    pub(crate) async fn freeze(&self, is_frozen: bool) -> anyhow::Result<()> {
        let (done, sent) = oneshot::channel();
        self.send(Order::Signal(if is_frozen { Signal::Stop } else { Signal::Cont }, done))?;
        sent.await.with_context(|| format!("{} is gone", self.name))
    }

    /// Stops the process gracefully, until [`Unit::resume`].
    pub(crate) async fn stop(&self) -> anyhow::Result<()> {
        let (done, ended) = oneshot::channel();
        self.send(Order::Stop(done))?;
        ended.await.with_context(|| format!("{} cannot be stopped", self.name))
    }

    /// Starts the process again after [`Unit::stop`].
    pub(crate) fn resume(&self) -> anyhow::Result<()> {
        self.send(Order::Start(None))
    }

    /// The same with another command, which lacks the address to listen on.
    pub(crate) fn resume_as(&self, mut command: Vec<OsString>) -> anyhow::Result<()> {
        command.extend(["--listen".into(), self.address.to_string().into()]);
        self.send(Order::Start(Some(command)))
    }

    fn send(&self, order: Order) -> anyhow::Result<()> {
        let orders = self.orders.as_ref().context("its supervisor has ended")?;
        orders.send(order).ok().context("its supervisor has ended")
    }

    /// Returns how many lines of its log contain `text`.
    pub(crate) fn has_said(&self, text: &str) -> usize {
        let log = std::fs::read(&self.log).unwrap_or_default();
        String::from_utf8_lossy(&log).lines().filter(|line| line.contains(text)).count()
    }

    /// How often it ended by itself.
    pub(crate) fn ended_by_itself(&self) -> u64 {
        self.ended.count.load(Ordering::Relaxed)
    }

    /// The end of its log before it last ended by itself.
    pub(crate) fn last_words(&self) -> String {
        self.ended.last_words.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The panics in its log. There must be none.
    pub(crate) fn panics(&self) -> Vec<String> {
        let log = std::fs::read(&self.log).unwrap_or_default();
        let log = String::from_utf8_lossy(&log);
        let panics = log.lines().filter(|line| line.contains("panicked at"));
        panics.map(|line| format!("{} says: {line}", self.name)).collect()
    }
}

impl Drop for Unit {
    fn drop(&mut self) {
        drop(self.orders.take());
        if let Some(supervisor) = self.supervisor.take() {
            // The supervisor ends when the channel is closed.
            let _ = supervisor.join();
        }
    }
}

/// Restarts the process.
struct Supervisor {
    name: String,
    command: Vec<OsString>,
    log: PathBuf,
    ended: Arc<Ended>,
}

impl Supervisor {
    /// Runs until the other end of the channel is dropped.
    fn run(&mut self, orders: &Receiver<Order>) {
        let mut killed: Option<(oneshot::Sender<Instant>, Instant)> = None;
        // The server is killed when it is dropped at the end of the loop.
        while let Ok(mut server) = Server::start(&self.name, &self.command, &self.log, Signal::Kill) {
            if let Some((done, at)) = killed.take() {
                // The receiver may be gone.
                let _ = done.send(at);
            }
            loop {
                match orders.recv_timeout(LOOK) {
                    Ok(Order::Kill(done)) => {
                        server.end(Signal::Kill);
                        killed = Some((done, Instant::now()));
                        break;
                    }
                    Ok(Order::Signal(signal, done)) => {
                        server.signal(signal);
                        // The receiver may be gone.
                        let _ = done.send(());
                    }
                    Ok(Order::Stop(done)) => {
                        server.end(Signal::Term);
                        // The receiver may be gone.
                        let _ = done.send(());
                        match orders.recv() {
                            Ok(Order::Start(Some(command))) => {
                                self.command = command;
                                break;
                            }
                            Ok(_) => break,
                            Err(_) => return,
                        }
                    }
                    Ok(Order::Start(_)) => {}
                    Err(RecvTimeoutError::Disconnected) => return,
                    Err(RecvTimeoutError::Timeout) if server.is_running() => {}
                    Err(RecvTimeoutError::Timeout) => {
                        self.ended.count.fetch_add(1, Ordering::Relaxed);
                        *self.ended.last_words.lock().unwrap_or_else(PoisonError::into_inner) = server.log_end();
                        std::thread::park_timeout(PAUSE);
                        break;
                    }
                }
            }
        }
    }
}
