//! The drill `strangers`: unknown clients use up connections, memory and time in all ways that cost them little, while
//! ordinary clients read. The service must stay within its memory, refuse no ordinary client, and answer as fast as
//! before.

mod attack;
mod memory;
mod readers;

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use clap::Args;
use e2e::archive::fixture;
use e2e::client::Request;
use tokio::time::sleep;

use self::attack::{Attack, Crowd};
use self::memory::Watch;
use self::readers::{Readers, Reads};
use crate::place::Place;
use crate::report::{Faults, Report, bar};
use crate::site::Site;
use crate::usual::{Usual, seconds};

/// Time in which an imported event must be served, and the interval between two checks.
const SHOWN: Duration = Duration::from_secs(30);
const LOOK: Duration = Duration::from_millis(50);

/// The size of the drill.
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

/// Runs the drill.
pub(crate) async fn run(settings: &Settings, usual: &Usual) -> anyhow::Result<Report> {
    let (site, bar) = (&usual.site()?, bar(5));
    let options: Vec<_> = settings.server.iter().map(String::as_str).collect();
    let server = site.serve_with(&options).await?;
    let readers = Readers::of(site, &event(site).await?)?;
    let (faults, mut lines) = (Faults::default(), Vec::new());
    for (name, attacks) in parts(settings) {
        bar.set_message(name.clone());
        let watch = Watch::of(&server, site.port())?;
        let (mut quiet, mut attacked, mut seen) = (Reads::default(), Reads::default(), String::new());
        for _ in 0..settings.rounds {
            // The strangers of the previous round are gone by then.
            attacked.fail_as(readers.read_during(sleep(settings.time / 4)).await);
            quiet.add(readers.read_during(sleep(settings.time)).await);
            let crowd = Crowd::send(site, &attacks, settings.addresses)?;
            let gathered = async {
                crowd.gathers().await;
                sleep(settings.time).await;
            };
            attacked.add(readers.read_during(gathered).await);
            seen = crowd.disperse().await;
        }
        lines.push(format!("{name}: {}; in the last round, strangers {seen}.", watch.summary()));
        lines.push(format!("  Reads without strangers {}; with them {}.", quiet.summary(), attacked.summary()));
        if watch.most() + watch.queued() > settings.memory << 20 {
            faults.note(format!("{name}: more than {} MiB", settings.memory));
        }
        note(&faults, settings, &name, &attacked, &quiet);
        bar.inc(1);
    }
    faults.note_all(server.kill().await?);
    Ok(Report::new(lines, &faults))
}

/// The strangers of each part. The last part has half of each kind, because a process has a limit of open files.
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

fn note(faults: &Faults, settings: &Settings, part: &str, attacked: &Reads, quiet: &Reads) {
    faults.note_all(quiet.failed.iter().map(|failed| format!("without strangers: {failed}")));
    faults.note_all(attacked.failed.iter().map(|failed| format!("{part}: {failed}")));
    let (attacked, quiet) = (attacked.times.median_p99(), quiet.times.median_p99());
    if !settings.without_speed && attacked > 2 * quiet {
        faults.note(format!("{part}: a read takes {attacked:.1?}, and {quiet:.1?} without strangers (p99)"));
    }
}

/// Imports an event. Returns the path of a document for the readers.
async fn event(site: &Site) -> anyhow::Result<String> {
    let organizations = site.ask(&["organizations", "list"])?;
    let organization = organizations.split_whitespace().next().context("no organization")?;
    let file = fixture("kitchen-table-8.json");
    site.ask(&["import", file.to_str().context("the path is not valid UTF-8")?, "--organization", organization])?;
    let (client, begun) = (site.door().client()?, Instant::now());
    loop {
        let answer = client.answer(&Request::get("/api/v1/magic-events/")).await.context("no answer")?;
        if let Some(id) = answer.json()[0]["id"].as_i64() {
            return Ok(format!("/api/v1/magic-events/{id}/"));
        }
        ensure!(begun.elapsed() < SHOWN, "the event is not served: {}", answer.short());
        sleep(LOOK).await;
    }
}
