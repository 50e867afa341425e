//! A server under drill, started as an operator starts it and killed with SIGKILL, and the moments at which it is killed.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use rand::RngExt;
use rand::rngs::StdRng;
use tokio::sync::watch;

/// Time in which a server must begin to serve, or end.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server. It is killed when it is dropped.
#[derive(Debug)]
pub(crate) struct Server {
    child: Child,
    heard: Arc<Mutex<Heard>>,
    /// The time since which it serves. The receiver works after the server was killed too.
    pub(crate) listens: watch::Receiver<Option<Instant>>,
    /// Closes at the end of its log.
    ended: Receiver<()>,
    started: Instant,
}

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
        std::thread::spawn(move || {
            listen(stderr, &into, &say);
            drop(alive);
        });
        Ok(Server { child, heard, listens, ended, started })
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

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn last_words(&self) -> String {
        self.heard.lock().unwrap().last.join("\n")
    }

    pub(crate) fn alarming(&self) -> Vec<String> {
        self.heard.lock().unwrap().alarming.clone()
    }

    /// Kills it with SIGKILL after `delay`, and waits until it is gone. Returns the alarming lines of its log: errors,
    /// panics, and that it ended by itself.
    pub(crate) async fn kill_after(mut self, delay: Duration) -> anyhow::Result<Vec<String>> {
        let killed = tokio::task::spawn_blocking(move || {
            let by_itself = self.ended.recv_timeout(delay) != Err(RecvTimeoutError::Timeout);
            self.end().map(|()| (by_itself, std::mem::take(&mut *self.heard.lock().unwrap())))
        });
        let (by_itself, heard) = killed.await?.context("the server cannot be killed")?;
        let mut alarming = heard.alarming;
        if by_itself {
            alarming.push(format!("the server ended by itself: {}", heard.last.join("\n")));
        }
        Ok(alarming)
    }

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
        // Nothing is ever sent.
        let _ = self.ended.recv();
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

fn listen(stderr: ChildStderr, heard: &Mutex<Heard>, listens: &watch::Sender<Option<Instant>>) {
    for line in BufReader::new(stderr).lines().map_while(Result::ok) {
        if line.starts_with("Serving ") {
            listens.send_replace(Some(Instant::now()));
        }
        let mut heard = heard.lock().unwrap();
        if line.contains("\"level\":\"ERROR\"") || line.contains("panicked at") {
            heard.alarming.push(format!("the server says: {line}"));
        }
        if heard.last.len() == 20 {
            heard.last.remove(0);
        }
        heard.last.push(line);
    }
}

/// When the process is killed.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Moment {
    /// This long after it was started, whether it serves by then or not.
    Started(Duration),
    /// This long after everything worked.
    Working(Duration),
    /// This long after it has answered this many writes.
    Written(u64, Duration),
}

/// Draws a delay. Delays are spread evenly over their orders of magnitude, 0.2 ms to 150 ms: as many fall into a start or a
/// transaction as into the idle time after it.
pub(crate) fn delay(rng: &mut StdRng) -> Duration {
    Duration::from_secs_f64(0.000_2 * 750_f64.powf(rng.random()))
}

impl Moment {
    /// Draws a moment, after at most this many writes.
    pub(crate) fn draw(rng: &mut StdRng, most_writes: u64) -> Self {
        let delay = delay(rng);
        match rng.random_range(0..4) {
            0 => Self::Started(delay),
            1 => Self::Working(delay),
            _ => Self::Written(rng.random_range(1..=most_writes), delay / 20),
        }
    }
}
