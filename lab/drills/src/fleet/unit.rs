//! One process of the service, and its supervisor, which restarts it.

use std::ffi::OsString;
use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use test_servers::process::{Server, Signal, free_port};

/// In the order in which they are upgraded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Role {
    /// Answers reads from the views
    ReadApi,
    /// Renders views from the log
    Projector,
    /// Takes commands
    WriteApi,
}

/// The name for the option `--roles`.
impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_possible_value().map_or(Ok(()), |value| f.write_str(value.get_name()))
    }
}

/// A process that is restarted whenever it ends. It is killed when this value is dropped.
#[derive(Debug)]
pub(crate) struct Unit {
    pub(crate) role: Role,
    /// `read-api 2`
    pub(crate) name: String,
    pub(crate) address: SocketAddr,
    process: Arc<Mutex<Process>>,
    is_over: Arc<AtomicBool>,
    supervisor: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Process {
    name: String,
    command: Vec<OsString>,
    log: PathBuf,
    server: Server,
    is_stopped: bool,
    /// How often it ended by itself, and the end of its log before the last time.
    ended: (u64, String),
}

impl Process {
    fn start(&mut self) -> anyhow::Result<()> {
        self.server = Server::start(&self.name, &self.command, &self.log, Signal::Kill)?;
        Ok(())
    }

    fn restart_if_ended(&mut self) {
        if self.is_stopped || self.server.is_running() {
            return;
        }
        self.ended = (self.ended.0 + 1, self.server.log_end());
        // As systemd waits.
        std::thread::park_timeout(Duration::from_millis(100));
        // The supervisor tries again if this fails.
        if let Err(error) = self.start() {
            self.ended.1 = format!("{error:#}");
        }
    }
}

impl Unit {
    /// Starts a process. `command` lacks the address to listen on.
    pub(crate) fn start(role: Role, number: usize, command: Vec<OsString>, folder: &Path) -> anyhow::Result<Self> {
        let name = format!("{role} {number}");
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()?));
        let log = folder.join(name.replace(' ', "-")).with_extension("log");
        let command = listening(command, address);
        let server = Server::start(&name, &command, &log, Signal::Kill)?;
        let process =
            Process { name: name.clone(), command, log, server, is_stopped: false, ended: (0, String::new()) };
        let (process, is_over) = (Arc::new(Mutex::new(process)), Arc::new(AtomicBool::new(false)));
        let (supervised, stop) = (Arc::clone(&process), Arc::clone(&is_over));
        let supervisor = std::thread::spawn(move || {
            while !stop.load(Ordering::SeqCst) {
                std::thread::park_timeout(Duration::from_millis(10));
                supervised.lock().unwrap().restart_if_ended();
            }
        });
        Ok(Self { role, name, address, process, is_over, supervisor: Some(supervisor) })
    }

    /// Kills the process with SIGKILL, and restarts it at once. Returns the time of death.
    pub(crate) async fn kill(&self) -> anyhow::Result<Instant> {
        let kill = |process: &mut Process| {
            process.server.end(Signal::Kill);
            let dead = Instant::now();
            process.start().map(|()| dead)
        };
        self.with(kill).await
    }

    /// Freezes the process with SIGSTOP, or continues it.
    pub(crate) async fn freeze(&self, is_frozen: bool) -> anyhow::Result<()> {
        let signal = if is_frozen { Signal::Stop } else { Signal::Cont };
        let send = move |process: &mut Process| {
            process.server.signal(signal);
            Ok(())
        };
        self.with(send).await
    }

    /// Stops the process gracefully, until [`Unit::resume`].
    pub(crate) async fn stop(&self) -> anyhow::Result<()> {
        let stop = |process: &mut Process| {
            process.is_stopped = true;
            process.server.end(Signal::Term);
            Ok(())
        };
        self.with(stop).await
    }

    /// Starts the process again after [`Unit::stop`], with another command if there is one, which lacks the address.
    pub(crate) fn resume(&self, command: Option<Vec<OsString>>) -> anyhow::Result<()> {
        let mut process = self.process.lock().unwrap();
        if let Some(command) = command {
            process.command = listening(command, self.address);
        }
        process.is_stopped = false;
        process.start()
    }

    async fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Process) -> anyhow::Result<T> + Send + 'static,
    ) -> anyhow::Result<T> {
        let process = Arc::clone(&self.process);
        tokio::task::spawn_blocking(move || work(&mut process.lock().unwrap())).await?
    }

    /// The lines of its log that contain `text`.
    pub(crate) fn said(&self, text: &str) -> Vec<String> {
        let log = std::fs::read(&self.process.lock().unwrap().log).unwrap_or_default();
        let log = String::from_utf8_lossy(&log);
        log.lines().filter(|line| line.contains(text)).map(str::to_owned).collect()
    }

    /// How often it ended by itself, and the end of its log before the last time.
    pub(crate) fn ended_by_itself(&self) -> (u64, String) {
        self.process.lock().unwrap().ended.clone()
    }
}

impl Drop for Unit {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::SeqCst);
        if let Some(supervisor) = self.supervisor.take() {
            supervisor.thread().unpark();
            // A supervisor that has panicked has ended, too.
            let _ = supervisor.join();
        }
    }
}

fn listening(mut command: Vec<OsString>, address: SocketAddr) -> Vec<OsString> {
    command.extend(["--listen".into(), address.to_string().into()]);
    command
}
