//! The drill `upgrade`: the program starts on views that it must render anew, and is killed again and again while it does
//! so. Clients write and read all the time. No read may fail, every write must be readable within a second, and in the end
//! the views must be the new ones and equal a fresh rebuild. With several processes, only the projector is killed.
//!
//! The drill gives fields the vendors' names, which makes all views outdated as a new version does.

pub(crate) mod clients;

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use clap::{Args, ValueEnum};
use e2e::client::{Client, Request};
use rand::RngExt;
use tokio::time::sleep;

use self::clients::{Clients, Watch};
use crate::fill::fill_half;
use crate::fleet::{Role, Shape};
use crate::installed::Installed;
use crate::place::{Place, Version};
use crate::read_back::settled;
use crate::run::{Faults, Run, seconds};

/// The options that make the views outdated, and let the rendering take long enough to be interrupted.
const UPGRADED: [&str; 4] = ["--compat-field-names", "vendor", "--renewal-percent", "10"];
/// A field that only the new views have.
const NEW_FIELD: &[u8] = b"\"moxfield_public_id\"";
/// Time in which a server must be ready after a kill.
const STARTED: Duration = Duration::from_secs(5);
/// How long the rendering may take after the last kill.
const PATIENCE: Duration = Duration::from_secs(600);

#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Settings {
    /// Events in the log
    #[arg(long, default_value_t = 280_000)]
    events: usize,
    /// How often the server is killed
    #[arg(long, default_value_t = 50)]
    kills: usize,
    /// Several processes on PostgreSQL behind nginx, of which the projector is killed, instead of one on SQLite
    #[arg(long)]
    several: bool,
    /// Seconds in which clients go on after that
    #[arg(long = "after", default_value = "5", value_parser = seconds, hide = true)]
    after: Duration,
}

/// Runs the drill: clients write and read while the views are rendered anew and kills interrupt that, until the new views are
/// served.
pub(crate) async fn run(settings: &Settings, run: &Run) -> anyhow::Result<Vec<String>> {
    let &Settings { events, kills, several, after } = settings;
    let mut rng = run.rng();
    let mut installed = Installed::start(several.then(Shape::default), Vec::new()).await?;
    let lists = fill_half(installed.place(), events, run.seed).await?;
    let last = *lists.last().context("a log without lists")?;
    upgrade(&mut installed).await?;
    let watch = Arc::new(Watch::new(several));
    let (door, begun, mut in_time) = (installed.place().door(), Instant::now(), 0);
    let (clients, client) = (Clients::start(&door, lists[0], &watch)?, door.client()?);
    run.steps(kills);
    for _ in 0..kills {
        sleep(Duration::from_millis(800).mul_f64(rng.random())).await;
        in_time += usize::from(!is_new(&client, last).await?);
        watch.turn_over();
        kill(&mut installed, &run.faults).await?;
        watch.turn_over();
        run.step();
    }
    let waiting = Instant::now();
    while !is_new(&client, last).await? {
        ensure!(waiting.elapsed() < PATIENCE, "the views are not rendered anew within {PATIENCE:?}");
        sleep(Duration::from_millis(50)).await;
    }
    let took = begun.elapsed();
    watch.rendered.get_or_init(|| ());
    sleep(after).await;
    let mut lines = vec![
        format!(
            "{events} events, {kills} kills, {in_time} of them while the views were rendered anew, seed {}.",
            run.seed
        ),
        format!("The new views were served after {took:.1?}, kills included."),
    ];
    lines.extend(clients.end(&watch).await?);
    run.faults.note_all(watch.faults());
    // `conclude` notes how processes of a fleet ended.
    if !several {
        installed.end(&run.faults).await?;
    }
    lines.extend(installed.place().conclude(&run.faults)?);
    Ok(lines)
}

async fn upgrade(installed: &mut Installed) -> anyhow::Result<()> {
    match installed {
        Installed::One { site, server } => {
            server.take().context("no server")?.stop().await?;
            site.serve_options = UPGRADED.map(str::to_owned).to_vec();
            *server = Some(site.serve().await?);
            Ok(())
        }
        Installed::Several(fleet) => {
            fleet.upgrade(Version::with_other_settings()?)?;
            for role in Role::value_variants() {
                for unit in fleet.of(*role) {
                    fleet.replace(unit).await?;
                }
            }
            settled(fleet).await
        }
    }
}

/// Kills the process that renders the views, and waits until it is ready again. Until the views show what was written before
/// the kill, the start refuses to serve older ones.
async fn kill(installed: &mut Installed, faults: &Faults) -> anyhow::Result<()> {
    let address = match installed {
        Installed::One { site, server } => {
            faults.note_all(server.take().context("no server")?.kill().await?);
            *server = Some(site.serve().await?);
            site.door().address
        }
        Installed::Several(fleet) => {
            let projector = fleet.of(Role::Projector).next().context("no projector")?;
            projector.kill().await?;
            format!("http://{}", projector.address)
        }
    };
    let (client, begun) = (Client::new(address, String::new())?, Instant::now());
    while !client.send(&Request::get("/readyz"), 0).await.is_ok_and(|answer| answer.status == 200) {
        ensure!(begun.elapsed() < STARTED, "the process is not ready {STARTED:?} after its start");
        sleep(Duration::from_millis(5)).await;
    }
    Ok(())
}

async fn is_new(client: &Client, list: i64) -> anyhow::Result<bool> {
    let answer = client.send(&Request::get(format!("/api/v1/decklists/{list}/")), 0).await?;
    Ok(answer.body.windows(NEW_FIELD.len()).any(|part| part == NEW_FIELD))
}
