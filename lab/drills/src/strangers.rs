//! The drill `strangers`: clients use up connections, memory and time in all ways that cost them little, while ordinary
//! clients read. Some of them are unknown; others have a key, and read large answers as slowly as they may, or request pages
//! of thousands of decklists. The service must stay within its memory, refuse no ordinary client, and answer as fast as before.

mod attack;
mod readers;
mod scene;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use tokio::time::sleep;

use self::attack::{Attack, Crowd};
use self::readers::{Readers, Reads};
use self::scene::Scene;
use crate::run::{Faults, Run, seconds};
use crate::server::Server;
use crate::site::Site;

#[derive(Debug, Args)]
pub(crate) struct Settings {
    /// Connections that start a request head and never finish it
    #[arg(long, default_value_t = 5_000)]
    slow_heads: usize,
    /// Bytes of each such head
    #[arg(long, default_value_t = 250_000)]
    head_bytes: usize,
    /// Connections that start to send the sign-in form and never finish it
    #[arg(long, default_value_t = 5_000)]
    login_bodies: usize,
    /// Connections that send requests and never read an answer
    #[arg(long, default_value_t = 5_000)]
    pipeliners: usize,
    /// Connections that send nothing
    #[arg(long, default_value_t = 12_000)]
    idle: usize,
    /// Slow readers of a large list, and as many of the export
    #[arg(long, default_value_t = 64)]
    slow_readers: usize,
    /// Clients that request pages of one person's decklists
    #[arg(long, default_value_t = 150)]
    pages: usize,
    /// Tournaments of 100 players in the large list and the export; seventy make 8 MB
    #[arg(long, default_value_t = 70)]
    tournaments: usize,
    /// Decklists of that person
    #[arg(long, default_value_t = 30_000)]
    lists: usize,
    /// Number of this machine's addresses that strangers connect from. More than one are a task for a gateway
    #[arg(long, default_value_t = 1)]
    addresses: u8,
    /// How often each part is repeated, after a period of the same length without strangers
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Seconds of each round
    #[arg(long = "seconds", default_value = "20", value_parser = seconds)]
    time: Duration,
    /// Memory that the process and its sockets may use, in MiB
    #[arg(long, default_value_t = 512)]
    memory: u64,
    /// Do not compare times of reads with those without strangers
    #[arg(long, hide = true)]
    without_speed: bool,
    /// Options of the server
    #[arg(long, hide = true, value_delimiter = ',')]
    server: Vec<String>,
}

pub(crate) async fn run(settings: &Settings, run: &Run) -> anyhow::Result<Vec<String>> {
    let mut site = Site::new(Vec::new())?;
    site.serve_options.clone_from(&settings.server);
    let server = site.serve().await?;
    let scene = Arc::new(Scene::create(&site, settings.tournaments, settings.lists).await?);
    let readers = Readers::of(&site, &scene.documents)?;
    let (faults, mut lines) = (&run.faults, Vec::new());
    let parts = parts(settings);
    run.steps(parts.len());
    for (name, attacks) in parts {
        let watch = Watch::of(&server, site.port)?;
        let (mut quiet, mut attacked, mut seen) = (Reads::default(), Reads::default(), String::new());
        for _ in 0..settings.rounds {
            // The strangers of the previous round are gone by then.
            attacked.failed.extend(readers.read_during(sleep(settings.time / 4)).await.1);
            quiet.add(readers.read_during(sleep(settings.time)).await);
            let crowd = Crowd::send(&scene, &attacks, settings.addresses)?;
            let gathered = async {
                crowd.gathers().await;
                sleep(settings.time).await;
            };
            attacked.add(readers.read_during(gathered).await);
            seen = crowd.disperse().await;
        }
        let [process, sockets] = watch.most();
        let memory = format!("{} MiB, {} MiB in sockets", process >> 20, sockets >> 20);
        lines.push(format!("{name}: {memory}; in the last round, strangers {seen}."));
        lines.push(format!("  Reads without strangers {}; with them {}.", quiet.summary(), attacked.summary()));
        if process + sockets > settings.memory << 20 {
            faults.note(format!("{name}: more than {} MiB", settings.memory));
        }
        note(faults, settings, &name, &attacked, &quiet);
        run.step();
    }
    faults.note_all(server.kill().await?);
    Ok(lines)
}

/// The strangers of each part. The last two parts have half of each kind, because a process has a limit of open files.
fn parts(settings: &Settings) -> Vec<(String, Vec<(usize, Attack)>)> {
    let Settings { slow_heads, head_bytes, login_bodies, pipeliners, idle, slow_readers, pages, .. } = *settings;
    let unknown = [
        (slow_heads, Attack::SlowHead { bytes: head_bytes }),
        (login_bodies, Attack::LoginBody),
        (pipeliners, Attack::Pipeliner),
        (idle, Attack::Idle),
    ];
    let known = [
        (slow_readers, Attack::SlowReader { path: scene::EVENTS }),
        (slow_readers, Attack::SlowReader { path: scene::EXPORT }),
        (pages, Attack::Pages),
    ];
    let mut parts: Vec<_> = unknown.iter().map(|part| (format!("{} {}", part.0, part.1), vec![*part])).collect();
    parts.push(("Half of each at once".to_owned(), unknown.map(|(count, attack)| (count / 2, attack)).to_vec()));
    parts.push(("Slow readers and requests for pages".to_owned(), known.to_vec()));
    parts.retain(|(_, attacks)| attacks.iter().any(|(count, _)| *count > 0));
    parts
}

fn note(faults: &Faults, settings: &Settings, part: &str, attacked: &Reads, quiet: &Reads) {
    faults.note_all(quiet.failed.iter().map(|failed| format!("without strangers: {failed}")));
    faults.note_all(attacked.failed.iter().map(|failed| format!("{part}: {failed}")));
    let (attacked, quiet) = (attacked.median_p99(), quiet.median_p99());
    if !settings.without_speed && attacked > 2 * quiet {
        faults.note(format!("{part}: a read takes {attacked:.1?}, and {quiet:.1?} without strangers (p99)"));
    }
}

/// Measures the memory of a process until it is dropped.
struct Watch {
    most: Arc<Most>,
    thread: Option<JoinHandle<()>>,
}

/// The maximum in bytes.
#[derive(Default)]
struct Most {
    process: AtomicU64,
    queued: AtomicU64,
    is_over: AtomicBool,
}

impl Watch {
    /// Starts to measure the server that listens on this port.
    fn of(server: &Server, port: u16) -> anyhow::Result<Self> {
        let (most, process) = (Arc::new(Most::default()), server.id());
        resident(process).context("the system does not report the memory of a process")?;
        let seen = Arc::clone(&most);
        let look = move || {
            // Looking at each connection is expensive.
            for is_full in (0..).map(|look| look % 20 == 0) {
                seen.process.fetch_max(resident(process).unwrap_or_default(), Ordering::Relaxed);
                if is_full {
                    seen.queued.fetch_max(queued(port).unwrap_or_default(), Ordering::Relaxed);
                }
                if seen.is_over.load(Ordering::Relaxed) {
                    break;
                }
                std::thread::park_timeout(Duration::from_millis(50));
            }
        };
        Ok(Self { most, thread: Some(std::thread::spawn(look)) })
    }

    /// Peak memory of the process in bytes, and peak of the bytes that the system holds for its connections.
    fn most(&self) -> [u64; 2] {
        [&self.most.process, &self.most.queued].map(|most| most.load(Ordering::Relaxed))
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.most.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // The thread cannot panic.
            let _ = thread.join();
        }
    }
}

/// Returns the resident memory of a process in bytes.
fn resident(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}

/// Returns the bytes that the system holds for the connections to a port: received and not read, or written and not
/// sent.
fn queued(port: u16) -> Option<u64> {
    let table = std::fs::read_to_string("/proc/net/tcp").ok()?;
    let local = format!(":{port:04X}");
    let connections = table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let ours = connections.filter(|words| words.get(1).is_some_and(|address| address.ends_with(&local)));
    let queues = ours.filter_map(|words| words.get(4).and_then(|queues| queues.split_once(':')));
    let bytes = |queue: &str| u64::from_str_radix(queue, 16).unwrap_or_default();
    Some(queues.map(|(sent, received)| bytes(sent) + bytes(received)).sum())
}
