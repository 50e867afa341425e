//! The drill `mirror`: two folders follow an installation's export while random commands change its events, and the server
//! and the mirrors are killed. In the end, each folder must equal a full export, record by record.

mod commands;
mod follower;

use std::time::{Duration, Instant};

use clap::Args;
use rand::RngExt;
use rand::rngs::StdRng;
use tokio::time::sleep;

use self::commands::Commander;
use self::follower::Follower;
use crate::moment::restart;
use crate::place::Place;
use crate::report::{Faults, Report, bar};
use crate::server::Server;
use crate::site::Site;
use crate::usual::Usual;

/// Commands between two kills, at most.
const MOST_COMMANDS: usize = 12;
/// Time in which the folders must equal the export, once nothing changes any more.
const PATIENCE: Duration = Duration::from_secs(20);

/// The size of the drill.
#[derive(Debug, Args)]
pub(crate) struct Settings {
    /// Random commands that change events
    #[arg(long, default_value_t = 1_000)]
    commands: usize,
    /// How often everything is compared, including at the end
    #[arg(long, default_value_t = 5)]
    checkpoints: usize,
}

/// Figures of the drill.
#[derive(Default)]
struct Figures {
    server_kills: usize,
    mirror_kills: usize,
    compared: usize,
}

struct Drill<'a> {
    site: &'a Site,
    server: Option<Server>,
    followers: Vec<Follower>,
    commander: Commander,
    rng: StdRng,
    faults: Faults,
    figures: Figures,
    careless: bool,
}

/// Runs the drill. In a careless one, a killed mirror had stored the cursor of an answer that it had not applied.
pub(crate) async fn run(settings: &Settings, usual: &Usual) -> anyhow::Result<Report> {
    let (commands, checkpoints, careless) = (settings.commands, settings.checkpoints.max(1), usual.careless);
    let (site, bar, mut rng) = (&usual.site()?, bar(commands), usual.rng());
    let (_, other) = site.organization("Second")?;
    let server = Some(site.serve().await?);
    let followers = vec![
        Follower::new("a key of the organization", site.address(), site.key.clone())?,
        Follower::new("a key of another organization", site.address(), other)?,
    ];
    let commander = Commander::new(&site.door(), rng.random()).await?;
    let (faults, figures) = (Faults::default(), Figures::default());
    let mut drill = Drill { site, server, followers, commander, rng, faults, figures, careless };
    for checkpoint in 1..=checkpoints {
        while drill.commander.count() < commands * checkpoint / checkpoints {
            drill.moment().await?;
            bar.set_position(drill.commander.count() as u64);
        }
        drill.compare().await?;
    }
    if let Some(server) = drill.server.take() {
        drill.faults.note_all(server.kill().await?);
    }
    Ok(drill.report(checkpoints, usual.seed))
}

impl Drill<'_> {
    /// Carries out some commands, and kills the server or a mirror meanwhile.
    async fn moment(&mut self) -> anyhow::Result<()> {
        let (commands, pause) = (self.rng.random_range(1..=MOST_COMMANDS), delay(&mut self.rng));
        for follower in &mut self.followers {
            follower.start(self.site)?;
        }
        let victim = self.rng.random_range(0..=self.followers.len());
        let Self { site, server, followers, commander, rng, .. } = self;
        let disturbance = async {
            sleep(pause).await;
            match followers.get_mut(victim) {
                Some(follower) => follower.kill().map(|ended| ended.into_iter().collect()),
                None => restart(site, server, rng, delay).await.map(|(alarming, _)| alarming),
            }
        };
        let (changed, alarming) = tokio::join!(commander.carry_out(commands), disturbance);
        changed?;
        self.faults.note_all(alarming?);
        if victim < self.followers.len() {
            self.figures.mirror_kills += 1;
            if self.careless {
                self.followers[victim].store_cursor_first().await?;
            }
        } else {
            self.figures.server_kills += 1;
        }
        Ok(())
    }

    /// Compares each folder with a full export, after a last pull.
    async fn compare(&mut self) -> anyhow::Result<()> {
        // The token is for its own organization. When the first export has the last write, all others have it.
        let tokens = [Some(self.commander.token()), None];
        for (follower, token) in self.followers.iter_mut().zip(tokens) {
            self.faults.note_all(follower.kill()?);
            let begun = Instant::now();
            loop {
                match follower.compare(self.site, token).await? {
                    Ok(compared) => {
                        self.figures.compared += compared;
                        break;
                    }
                    Err(difference) if begun.elapsed() > PATIENCE || self.careless => {
                        self.faults.note(format!("the mirror of {}: {difference}", follower.name()));
                        break;
                    }
                    Err(_) => sleep(Duration::from_millis(200)).await,
                }
            }
        }
        Ok(())
    }

    fn report(&self, checkpoints: usize, seed: u64) -> Report {
        let Figures { server_kills, mirror_kills, compared } = &self.figures;
        let lines = vec![
            format!(
                "{} commands, seed {seed}, of which {} were refused in the state of the event.",
                self.commander.count(),
                self.commander.refused()
            ),
            format!("Kills: {server_kills} of the server, {mirror_kills} of mirrors."),
            format!("Compared {checkpoints} times: {compared} records equal those of a full export."),
        ];
        Report::new(lines, &self.faults)
    }
}

/// Draws a delay. As in other drills, delays are spread evenly over the orders of magnitude, here 1 ms to 1 s.
fn delay(rng: &mut StdRng) -> Duration {
    Duration::from_secs_f64(0.001 * 1_000_f64.powf(rng.random()))
}
