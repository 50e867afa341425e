//! The drill `kill`: clients write while the process is killed again and again. No acknowledged write may be missing,
//! doubled or changed, and the views must equal a fresh rebuild.

use clap::Args;

use crate::compare::Comparison;
use crate::load::Load;
use crate::moment::{Met, Moment, kill_once};
use crate::place::Place;
use crate::report::{Report, bar};
use crate::usual::Usual;

/// The size of the drill.
#[derive(Debug, Args)]
pub(crate) struct Settings {
    /// Moments at which the server is killed
    #[arg(long, default_value_t = 200)]
    moments: usize,
    /// Clients that write meanwhile
    #[arg(long, default_value_t = 64)]
    clients: usize,
    /// How often everything is compared, including at the end
    #[arg(long, default_value_t = 10)]
    checkpoints: usize,
}

/// Runs the drill.
pub(crate) async fn run(settings: &Settings, usual: &Usual) -> anyhow::Result<Report> {
    let Settings { moments, clients, checkpoints } = *settings;
    let (checkpoints, seed, mut rng, bar) = (checkpoints.max(1), usual.seed, usual.rng(), bar(moments));
    let site = usual.site()?;
    let server = site.serve().await?;
    let mut load = Load::new(site, clients, usual).await?;
    let faults = load.tally.faults.clone();
    faults.note_all(server.kill().await?);
    let (mut met, mut comparison) = (Met::default(), Comparison::default());
    for checkpoint in 0..checkpoints {
        let share = |part: usize| moments * part / checkpoints;
        bar.set_message(format!("{} faults", faults.count()));
        load.start()?;
        for _ in share(checkpoint)..share(checkpoint + 1) {
            kill_once(&load.place, Moment::draw(&mut rng, 200), &load.tally, &mut met).await?;
            bar.inc(1);
        }
        let server = load.place.serve().await?;
        load.stop().await?;
        met.note_lost_answers(&load.tally);
        comparison = load.compare().await?;
        faults.note_all(server.kill().await?);
        load.place.verify(&faults)?;
    }
    let documents = load.place.rebuild(&faults)?;
    let mut lines = vec![
        format!("{moments} kills under {clients} clients, seed {seed}, everything compared {checkpoints} times."),
        format!(
            "Kills: {} before the server served; {} cost answers, at most {} at once.",
            met.in_start_up, met.with_lost_answers, met.most_lost_answers
        ),
        format!("Start after a kill: {}.", met.starts.summary()),
    ];
    lines.extend(load.lines(&comparison));
    Ok(load.report(lines, vec![documents]))
}
