//! The drill `strangers`: unknown clients take connections, memory and time, in every way that costs them little, while
//! ordinary clients read. The service must stay within its memory, refuse no ordinary client, and answer as fast as before.

mod attack;
mod memory;
mod readers;

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use indicatif::ProgressBar;
use tokio::time::sleep;

use self::attack::{Attack, Crowd};
use self::memory::Watch;
use self::readers::{Readers, Reads};
use super::Site;
use super::client::Request;
use super::place::Place;
use super::report::{Faults, Report};
use crate::archive::fixture;

/// Time in which an event is shown after it was imported, and how often it is looked whether it is.
const SHOWN: Duration = Duration::from_secs(30);
const LOOK: Duration = Duration::from_millis(50);

/// How large the drill is.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Connections of each kind of stranger.
    pub slow_heads: usize,
    /// Bytes of each of their heads.
    pub head_bytes: usize,
    /// Connections that send the form to sign in, and never end it.
    pub login_bodies: usize,
    /// Connections that ask again and again and take no answer.
    pub pipeliners: usize,
    /// Connections that send nothing.
    pub idle: usize,
    /// Addresses that strangers come from.
    pub addresses: u8,
    /// How long each part lasts.
    pub time: Duration,
    /// Memory that the process may have together with its sockets, in MiB.
    pub memory: u64,
    /// Whether reads that take more than twice as long as before are a fault.
    pub speed: bool,
    /// Options of the server.
    pub options: Vec<String>,
}

/// Runs the drill.
///
/// # Errors
/// When it cannot be carried out; broken promises stand in the report.
pub async fn run(site: &Site, settings: Settings, bar: &ProgressBar) -> anyhow::Result<Report> {
    let options: Vec<_> = settings.options.iter().map(String::as_str).collect();
    let server = site.serve_with(&options).await?;
    let readers = Readers::of(site, &event(site).await?)?;
    let (faults, mut lines) = (Faults::default(), Vec::new());
    readers.read_during(sleep(settings.time / 4)).await;
    let quiet = readers.read_during(sleep(settings.time)).await;
    lines.push(format!(
        "Without strangers: {}; reads {}.",
        Watch::of(&server, site.port())?.summary(),
        quiet.summary()
    ));
    note(&faults, &settings, "without strangers", &quiet, &quiet);
    for (name, attacks) in parts(&settings) {
        bar.set_message(name.clone());
        let watch = Watch::of(&server, site.port())?;
        let crowd = Crowd::send(site, &attacks, settings.addresses)?;
        let attacked = async {
            crowd.gathers().await;
            sleep(settings.time).await;
        };
        let reads = readers.read_during(attacked).await;
        let seen = crowd.disperse().await;
        lines.push(format!("{name}: {}; reads {}; strangers {seen}.", watch.summary(), reads.summary()));
        if watch.most() + watch.queued() > settings.memory << 20 {
            faults.note(format!("{name}: more than {} MiB", settings.memory));
        }
        note(&faults, &settings, &name, &reads, &quiet);
        bar.inc(1);
    }
    faults.note_all(server.kill().await?);
    Ok(Report::new(lines, &faults))
}

/// The strangers of each part, and half of each at once: a process may have so many open files.
fn parts(settings: &Settings) -> Vec<(String, Vec<(usize, Attack)>)> {
    let Settings { slow_heads, head_bytes, login_bodies, pipeliners, idle, .. } = *settings;
    let all = [
        (slow_heads, Attack::SlowHead { bytes: head_bytes }),
        (login_bodies, Attack::LoginBody),
        (pipeliners, Attack::Pipeliner),
        (idle, Attack::Idle),
    ];
    let mut parts: Vec<_> = all.iter().map(|part| (format!("{} {}", part.0, part.1), vec![*part])).collect();
    parts.push(("Half of each at once".to_owned(), all.map(|(count, attack)| (count / 2, attack)).to_vec()));
    parts.retain(|(_, attacks)| attacks.iter().any(|(count, _)| *count > 0));
    parts
}

fn note(faults: &Faults, settings: &Settings, part: &str, reads: &Reads, quiet: &Reads) {
    faults.note_all(reads.failed().map(|failed| format!("{part}: {failed}")));
    if settings.speed && reads.p99() > 2 * quiet.p99() {
        faults.note(format!(
            "{part}: a read takes {:.1?}, and {:.1?} without strangers (p99)",
            reads.p99(),
            quiet.p99()
        ));
    }
}

/// Imports an event. Gives the address of a document that is read again and again.
async fn event(site: &Site) -> anyhow::Result<String> {
    let organizations = site.ask(&["organizations", "list"])?;
    let organization = organizations.split_whitespace().next().context("no organization")?;
    let file = fixture("kitchen-table-8.json");
    site.ask(&["import", file.to_str().context("a path in letters")?, "--organization", organization])?;
    let (client, begun) = (site.door().client()?, Instant::now());
    loop {
        let answer = client.answer(&Request::get("/api/v1/magic-events/")).await.context("no answer")?;
        if let Some(id) = answer.json()[0]["id"].as_i64() {
            return Ok(format!("/api/v1/magic-events/{id}/"));
        }
        ensure!(begun.elapsed() < SHOWN, "the event is not shown: {}", answer.short());
        sleep(LOOK).await;
    }
}
