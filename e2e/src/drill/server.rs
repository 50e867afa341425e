//! The program under drill: started as people start it, killed as no one should be.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use tempfile::TempDir;
use tokio::sync::watch;

use super::client::{Client, Request};

/// Ports to serve on. They lie below those that the system hands out to clients: a client that asks for the port of a dead
/// server would now and then be given that very port, and talk to itself.
const PORTS: std::ops::Range<u16> = 20_000..32_000;
/// Where the service says it is, so that its answers are the same wherever it runs.
const PUBLIC_URL: &str = "https://crosstable.example";
/// Time in which a server must know what is in the log.
const PATIENCE: Duration = Duration::from_secs(30);
/// Lines of the log that are kept to explain an early end.
const LINES_KEPT: usize = 20;

/// A folder with data, an organization and a key, and the port on which it is served time and again.
#[derive(Debug)]
pub struct Site {
    program: PathBuf,
    folder: TempDir,
    port: u16,
    /// Key of an administrator of its one organization.
    pub key: String,
}

/// A running server. It is killed when it is dropped.
#[derive(Debug)]
pub struct Server {
    child: Child,
    reader: Option<JoinHandle<()>>,
    heard: Arc<Mutex<Heard>>,
    listens: watch::Receiver<Option<Instant>>,
    ended: Receiver<()>,
    started: Instant,
}

/// What a server said.
#[derive(Debug, Default)]
struct Heard {
    last: Vec<String>,
    alarming: Vec<String>,
}

impl Site {
    /// An empty site in a new folder under `parent`, or where temporary files go.
    ///
    /// # Errors
    /// When the program is not built, or no folder can be made.
    pub fn make(parent: Option<&Path>) -> anyhow::Result<Self> {
        let program = program()?;
        let folder = match parent {
            Some(parent) => tempfile::Builder::new().prefix("drill-").tempdir_in(parent),
            None => tempfile::Builder::new().prefix("drill-").tempdir(),
        };
        let folder = folder.context("a folder to work in cannot be made")?;
        let mut site = Self { program, folder, port: free_port()?, key: String::new() };
        let organization = site.ask(&["organizations", "create", "--name", "Drill"])?;
        let issue = ["keys", "issue", "--organization", &organization, "--name", "drill", "--role", "ADMIN"];
        site.key = site.ask(&issue)?;
        Ok(site)
    }

    /// Where clients find it.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// The log's file.
    pub fn log_file(&self) -> PathBuf {
        self.data().join("events.sqlite")
    }

    /// Runs a command of the program to its end.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn run(&self, arguments: &[&str]) -> anyhow::Result<Output> {
        let output = self.command().args(arguments).stdin(Stdio::null()).output();
        output.with_context(|| format!("{} cannot be started", self.program.display()))
    }

    /// Starts a server and does not wait for it.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(&self) -> anyhow::Result<Server> {
        let mut command = self.command();
        command.args(["serve", "--log-format", "json", "--public-url", PUBLIC_URL]);
        command.args(["--listen", &format!("127.0.0.1:{}", self.port)]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let started = Instant::now();
        let mut child = command.spawn().with_context(|| format!("{} cannot be started", self.program.display()))?;
        let stderr = child.stderr.take().context("the server's words cannot be read")?;
        let (say, listens) = watch::channel(None);
        let (alive, ended) = channel();
        let heard = Arc::new(Mutex::new(Heard::default()));
        let into = Arc::clone(&heard);
        let reader = std::thread::spawn(move || {
            listen(stderr, &into, &say);
            drop(alive);
        });
        Ok(Server { child, reader: Some(reader), heard, listens, ended, started })
    }

    /// Starts a server and waits until it serves and knows the key: on a folder that was never served, that is told by views
    /// that are still to be rendered.
    ///
    /// # Errors
    /// When it ends instead, or does not learn of the key.
    pub async fn serve(&self) -> anyhow::Result<Server> {
        let mut server = self.start()?;
        server.listening().await?;
        let client = Client::new(self.address(), self.key.clone())?;
        let begun = Instant::now();
        while client.answer(&Request::get("/api/v1/api-keys/whoami/")).await.is_none_or(|answer| answer.status != 200) {
            if begun.elapsed() > PATIENCE {
                bail!("the server does not know its key; it said: {}", server.last_words());
            }
            tokio::task::yield_now().await;
        }
        Ok(server)
    }

    fn ask(&self, arguments: &[&str]) -> anyhow::Result<String> {
        let output = self.run(arguments)?;
        if !output.status.success() {
            bail!("`crosstable {}` failed: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr));
        }
        Ok(String::from_utf8(output.stdout)?.trim().to_owned())
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("CROSSTABLE_")) {
            command.env_remove(name);
        }
        command.env("CROSSTABLE_DATA_DIR", self.data());
        command
    }
}

impl Server {
    /// Waits until it serves; says how long that took from its start.
    ///
    /// # Errors
    /// When it ends instead.
    pub async fn listening(&mut self) -> anyhow::Result<Duration> {
        let listens = self.listens.wait_for(Option::is_some).await.map(|since| *since);
        match listens {
            Ok(since) => Ok(since.unwrap_or(self.started).duration_since(self.started)),
            Err(_) => bail!("the server ended before it served: {}", self.last_words()),
        }
    }

    /// Since when it serves; to be looked at also after it was killed.
    pub fn listens(&self) -> watch::Receiver<Option<Instant>> {
        self.listens.clone()
    }

    /// The last lines that it said.
    pub fn last_words(&self) -> String {
        self.heard().last.join("\n")
    }

    /// Kills it with SIGKILL after so long, and waits until the system has cleared up after it. Returns what it said that no
    /// server should: errors, panics, and that it ended by itself.
    ///
    /// # Errors
    /// When the process cannot be killed.
    pub async fn kill_after(mut self, delay: Duration) -> anyhow::Result<Vec<String>> {
        let killed = tokio::task::spawn_blocking(move || {
            let by_itself = self.ended.recv_timeout(delay) != Err(RecvTimeoutError::Timeout);
            self.end().map(|()| (by_itself, std::mem::take(&mut *self.heard())))
        });
        let (by_itself, heard) = killed.await?.context("the server cannot be killed")?;
        let mut alarming = heard.alarming;
        if by_itself {
            alarming.push(format!("the server ended by itself: {}", heard.last.join("\n")));
        }
        Ok(alarming)
    }

    /// The same at once.
    ///
    /// # Errors
    /// When the process cannot be killed.
    pub async fn kill(self) -> anyhow::Result<Vec<String>> {
        self.kill_after(Duration::ZERO).await
    }

    fn end(&mut self) -> std::io::Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        if let Some(reader) = self.reader.take() {
            // It ends with the pipe.
            let _ = reader.join();
        }
        Ok(())
    }

    fn heard(&self) -> std::sync::MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

/// Reads what a server says until it ends.
fn listen(stderr: ChildStderr, heard: &Mutex<Heard>, listens: &watch::Sender<Option<Instant>>) {
    for line in BufReader::new(stderr).lines().map_while(Result::ok) {
        if line.starts_with("Serving ") {
            listens.send_replace(Some(Instant::now()));
        }
        let mut heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
        if line.contains("\"level\":\"ERROR\"") || line.contains("panicked at") {
            heard.alarming.push(format!("the server says: {line}"));
        }
        if heard.last.len() == LINES_KEPT {
            heard.last.remove(0);
        }
        heard.last.push(line);
    }
}

/// The program, which lies beside this one; a test lies one folder deeper.
fn program() -> anyhow::Result<PathBuf> {
    let here = std::env::current_exe().context("this program does not know where it lies")?;
    let name = format!("crosstable{}", std::env::consts::EXE_SUFFIX);
    let folders: Vec<_> = here.ancestors().skip(1).take(2).collect();
    if let Some(found) = folders.iter().map(|folder| folder.join(&name)).find(|path| path.is_file()) {
        return Ok(found);
    }
    let release = folders.iter().any(|folder| folder.ends_with("release"));
    let build = if release { "cargo build --release -p crosstable" } else { "cargo build -p crosstable" };
    bail!("there is no program `{name}` beside {}; build it with `{build}`", here.display())
}

/// A port that nobody uses. Where the search begins differs from process to process, so that several find different ones.
fn free_port() -> anyhow::Result<u16> {
    let count = PORTS.end - PORTS.start;
    let first = u16::try_from(std::process::id() * 7 % u32::from(count))?;
    let ports = (0..count).map(|step| PORTS.start + (first + step) % count);
    let free = ports.into_iter().find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok());
    free.with_context(|| format!("every port from {} to {} is in use", PORTS.start, PORTS.end))
}
