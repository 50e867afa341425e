//! `wrk`: the load of all read comparisons, the same for all servers.

use std::time::Duration;

use anyhow::{Context, bail};
use tokio::process::Command;

use crate::process::Tree;

/// Number of connections to a fast server, each with one request at a time; and number of threads of `wrk`.
pub(crate) const CONNECTIONS: usize = 64;
const THREADS: usize = 2;
/// Time before a measurement, to open connections and fill caches.
const WARM_UP: Duration = Duration::from_millis(500);

/// The target of a measurement.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    pub(crate) port: u16,
    pub(crate) path: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) tree: Tree,
    /// Number of connections.
    pub(crate) connections: usize,
}

/// Figures of a measurement.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Load {
    /// Requests per second.
    pub(crate) rate: f64,
    /// Processor time of the server per request, in microseconds.
    pub(crate) cpu: f64,
}

/// Runs the load for `time` and measures it.
pub(crate) async fn run(target: &Target, time: Duration) -> anyhow::Result<Load> {
    wrk(target, WARM_UP).await?;
    let before = target.tree.cpu();
    let text = wrk(target, time).await?;
    let used = target.tree.cpu().saturating_sub(before);
    let Some((requests, rate)) = read(&text) else { bail!("wrk says: {text}") };
    if text.contains("Non-2xx") || text.contains("Socket errors") {
        bail!("wrong answers for {}: {text}", target.path);
    }
    Ok(Load { rate, cpu: used.as_secs_f64() * 1e6 / requests })
}

async fn wrk(target: &Target, time: Duration) -> anyhow::Result<String> {
    let (seconds, connections) = (format!("-d{}s", time.as_secs().max(1)), format!("-c{}", target.connections));
    let mut command = Command::new("wrk");
    command.args([&format!("-t{THREADS}"), &connections, &seconds, "--timeout", "60s"]);
    for (name, value) in &target.headers {
        command.args(["-H", &format!("{name}: {value}")]);
    }
    let done = command.arg(format!("http://127.0.0.1:{}{}", target.port, target.path)).output().await;
    let done = done.context("wrk cannot be started; ./scripts/bench-peers installs it")?;
    Ok(String::from_utf8_lossy(&done.stdout).into_owned())
}

/// Returns the requests, and the requests per second.
fn read(text: &str) -> Option<(f64, f64)> {
    let word = |line: &str, place: usize| line.split_whitespace().nth(place).map(str::to_owned);
    let line = |name: &str| text.lines().find(|line| line.contains(name));
    let requests = word(line(" requests in ")?, 0)?.parse().ok()?;
    let rate = word(line("Requests/sec:")?, 1)?.parse().ok()?;
    Some((requests, rate))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_wrk_says_is_understood() {
        let text = "  25107 requests in 1.01s, 40.60MB read\nRequests/sec:  24900.25\nTransfer/sec:     40.27MB\n";
        assert_eq!(read(text), Some((25_107.0, 24_900.25)));
        assert_eq!(read("unable to connect"), None);
    }
}
