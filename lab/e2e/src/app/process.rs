//! A process of the service under test (`src/bin/service.rs`), and the commands sent to it.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use service_kit::telemetry::FILTER_VARIABLE;

/// How long a process may take to stop.
const STOPPING: Duration = Duration::from_secs(30);

/// A process. It is killed when it is dropped.
#[derive(Debug, Clone)]
pub(crate) struct Process {
    name: &'static str,
    pub(crate) address: SocketAddr,
    pub(crate) metrics: Option<SocketAddr>,
    inner: Arc<Mutex<Inner>>,
}

#[derive(Debug)]
struct Inner {
    child: Child,
    tell: Option<ChildStdin>,
    hear: BufReader<ChildStdout>,
}

impl Process {
    /// Starts a process with these roles and waits until it listens. Panics with its output if it does not. Its log
    /// goes to the test's log or, with `log`, at level `trace` to that file.
    pub(crate) fn start(name: &'static str, arguments: &[String], log: Option<&Path>) -> Self {
        let program = std::env::current_exe().expect("a path").ancestors().nth(2).expect("a folder").join("service");
        let mut command = Command::new(&program);
        command.args(["--roles", name]).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let level = std::env::var(FILTER_VARIABLE).unwrap_or_else(|_| "warn".into());
        command.env(FILTER_VARIABLE, if log.is_some() { "trace" } else { &level });
        if let Some(file) = log {
            command.stderr(File::create(file).expect("a log"));
        }
        let mut child = command.spawn().unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        let tell = child.stdin.take();
        let mut hear = BufReader::new(child.stdout.take().expect("its words"));
        let mut line = String::new();
        hear.read_line(&mut line).expect("its words");
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words.first(), Some(&"listening"), "{name} does not start");
        let address = |index: usize| words.get(index).map(|address| address.parse().expect("an address"));
        let (address, metrics) = (address(1).expect("an address"), address(2));
        Self { name, address, metrics, inner: Arc::new(Mutex::new(Inner { child, tell, hear })) }
    }

    /// Sends the process a command and waits until it is done.
    pub(crate) fn tell(&self, line: &str) {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let tell = inner.tell.as_mut().expect("a process that was not stopped");
        writeln!(tell, "{line}").unwrap_or_else(|error| panic!("{} has ended: {error}", self.name));
        let mut answer = String::new();
        inner.hear.read_line(&mut answer).expect("its words");
        assert_eq!(answer.trim(), "done", "{} rejects `{line}`", self.name);
    }

    /// The same from an asynchronous task.
    pub(crate) async fn told(&self, line: String) {
        let process = self.clone();
        tokio::task::spawn_blocking(move || process.tell(&line)).await.expect("the process carries out the command");
    }

    /// Stops the process gracefully.
    pub(crate) fn stop(&self) {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        drop(inner.tell.take());
        let begun = Instant::now();
        loop {
            if let Some(status) = inner.child.try_wait().expect("its end") {
                assert!(status.success(), "{} ended with {status}", self.name);
                return;
            }
            assert!(begun.elapsed() < STOPPING, "{} does not stop", self.name);
            std::thread::park_timeout(Duration::from_millis(5));
        }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
