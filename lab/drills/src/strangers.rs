//! The drill `strangers`: clients use up connections, memory and time in all ways that cost them little, while ordinary
//! clients read. Some of them are unknown; others have a key, and read large answers as slowly as they may, or request pages
//! of thousands of decklists. The service must stay within its memory, refuse no ordinary client, and answer as fast as before.

mod attack;
mod memory;
mod readers;
mod scene;

use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use tokio::time::sleep;

use self::attack::{Attack, Crowd};
use self::memory::Watch;
use self::readers::{Readers, Reads};
use self::scene::Scene;
use crate::report::{Faults, Report, bar};
use crate::usual::{Usual, seconds};

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

/// Runs the drill.
pub(crate) async fn run(settings: &Settings, usual: &Usual) -> anyhow::Result<Report> {
    let (site, bar) = (&usual.site()?, bar(parts(settings).len()));
    let options: Vec<_> = settings.server.iter().map(String::as_str).collect();
    let server = site.serve_with(&options).await?;
    let scene = Arc::new(Scene::create(site, settings.tournaments, settings.lists).await?);
    let readers = Readers::of(site, &scene.documents)?;
    let (faults, mut lines) = (Faults::default(), Vec::new());
    for (name, attacks) in parts(settings) {
        bar.set_message(name.clone());
        let watch = Watch::of(&server, site.port())?;
        let (mut quiet, mut attacked, mut seen) = (Reads::default(), Reads::default(), String::new());
        for _ in 0..settings.rounds {
            // The strangers of the previous round are gone by then.
            attacked.fail_as(readers.read_during(sleep(settings.time / 4)).await);
            quiet.add(readers.read_during(sleep(settings.time)).await);
            let crowd = Crowd::send(&scene, &attacks, settings.addresses)?;
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
    let (attacked, quiet) = (attacked.times.median_p99(), quiet.times.median_p99());
    if !settings.without_speed && attacked > 2 * quiet {
        faults.note(format!("{part}: a read takes {attacked:.1?}, and {quiet:.1?} without strangers (p99)"));
    }
}
