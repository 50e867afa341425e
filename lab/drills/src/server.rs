//! A server under drill, started as an operator starts it and killed with SIGKILL.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use tokio::sync::watch;

/// Number of log lines that are kept to explain an early end.
const LINES_KEPT: usize = 20;
/// Time in which a server must begin to serve, or end.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server. It is killed when it is dropped.
#[derive(Debug)]
pub(crate) struct Server {
    child: Child,
    reader: Option<JoinHandle<()>>,
    heard: Arc<Mutex<Heard>>,
    listens: watch::Receiver<Option<Instant>>,
    ended: Receiver<()>,
    started: Instant,
}

/// The log of a server.
#[derive(Debug, Default)]
struct Heard {
    last: Vec<String>,
    alarming: Vec<String>,
}

impl Server {
    /// Starts the server with this command, without waiting for it.
    pub(crate) fn spawn(mut command: Command) -> anyhow::Result<Self> {
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let started = Instant::now();
        let mut child = command
            .spawn()
            .with_context(|| format!("{} cannot be started", Path::new(command.get_program()).display()))?;
        let stderr = child.stderr.take().context("the server's log cannot be read")?;
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

    /// Waits until the server serves. Returns how long the start took.
    pub(crate) async fn listening(&mut self) -> anyhow::Result<Duration> {
        let listens = tokio::time::timeout(PATIENCE, self.listens.wait_for(Option::is_some)).await;
        let Ok(listens) = listens.map(|listens| listens.map(|since| *since)) else {
            bail!("the server neither serves nor ends within {PATIENCE:?}: {}", self.last_words())
        };
        match listens {
            Ok(since) => Ok(since.unwrap_or(self.started).duration_since(self.started)),
            Err(_) => bail!("the server ended before it served: {}", self.last_words()),
        }
    }

    /// The time since which it serves. The receiver works after the server was killed too.
    pub(crate) fn listens(&self) -> watch::Receiver<Option<Instant>> {
        self.listens.clone()
    }

    /// Its process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// The last lines of its log.
    pub(crate) fn last_words(&self) -> String {
        self.heard().last.join("\n")
    }

    /// Errors and panics in its log so far.
    pub(crate) fn alarming(&self) -> Vec<String> {
        self.heard().alarming.clone()
    }

    /// Kills it with SIGKILL after `delay`, and waits until it is gone. Returns the alarming lines of its log: errors,
    /// panics, and that it ended by itself.
    pub(crate) async fn kill_after(mut self, delay: Duration) -> anyhow::Result<Vec<String>> {
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

    /// Kills it at once with SIGKILL.
    pub(crate) async fn kill(self) -> anyhow::Result<Vec<String>> {
        self.kill_after(Duration::ZERO).await
    }

    /// Stops it gracefully and waits until it has ended.
    pub(crate) async fn stop(mut self) -> anyhow::Result<()> {
        let stopped = tokio::task::spawn_blocking(move || {
            Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status()?;
            self.child.wait()
        });
        let status = stopped.await?.context("the server cannot be stopped")?;
        if !status.success() {
            bail!("the server ended with {status}");
        }
        Ok(())
    }

    fn end(&mut self) -> std::io::Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        if let Some(reader) = self.reader.take() {
            // The thread ends when the pipe is closed.
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

/// Reads a server's log until it ends.
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
