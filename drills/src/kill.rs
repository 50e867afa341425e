//! The drill `kill`: clients write while the process is killed again and again. No acknowledged write may be missing,
//! doubled or changed, and the views must equal a fresh rebuild.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use indicatif::ProgressBar;
use rand::SeedableRng;
use rand::rngs::StdRng;
use tokio::task::JoinSet;

use crate::check::check;
use crate::compare::Comparison;
use crate::contested::Contested;
use crate::moment::{Met, Moment, kill_once};
use crate::place::Place;
use crate::report::Report;
use crate::tally::Tally;
use crate::verify::{rebuild, verify};
use crate::writers::Writer;
use crate::{Site, read_back};

/// Lists that all clients write.
const CONTESTED: usize = 8;

/// The size of the drill.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Moments at which the process is killed.
    pub moments: usize,
    /// Clients that write meanwhile.
    pub clients: usize,
    /// How often everything is compared, including at the end.
    pub checkpoints: usize,
    /// Seed of all random choices.
    pub seed: u64,
    /// Whether clients retry without a key. The drill must then find faults.
    pub careless: bool,
}

/// Runs the drill.
///
/// # Errors
/// If the drill cannot be carried out. Broken promises are in the report.
pub async fn run(site: &Site, settings: Settings, bar: &ProgressBar) -> anyhow::Result<Report> {
    let mut rng = StdRng::seed_from_u64(settings.seed);
    let tally = Arc::new(Tally { careless: settings.careless, ..Tally::default() });
    let client = site.door().client()?;
    let server = site.serve().await?;
    let contested = Arc::new(Contested::create(&client, &mut rng, CONTESTED).await?);
    tally.faults.note_all(server.kill().await?);

    let writers = (0..settings.clients).map(|number| Writer::new(&site.door(), settings.seed, number));
    let mut writers = writers.collect::<anyhow::Result<Vec<_>>>()?;
    let (mut met, mut comparison, mut others) = (Met::default(), Comparison::default(), contested.ids());
    for checkpoint in 0..settings.checkpoints {
        let share = |part: usize| settings.moments * part / settings.checkpoints;
        bar.set_message(format!("{} faults", tally.faults.count()));
        tally.stop.store(false, Ordering::Relaxed);
        let mut running = JoinSet::new();
        for writer in writers.drain(..) {
            let (tally, contested) = (Arc::clone(&tally), Arc::clone(&contested));
            running.spawn(async move { writer.run(&tally, &contested).await });
        }
        for _ in share(checkpoint)..share(checkpoint + 1) {
            kill_once(site, Moment::draw(&mut rng), &tally, &mut met).await?;
            bar.inc(1);
        }
        let server = site.serve().await?;
        tally.stop.store(true, Ordering::Relaxed);
        while let Some(writer) = running.join_next().await {
            writers.push(writer?);
        }
        met.note_lost_answers(&tally);
        match read_back::wait_for_views(&client, &format!("checkpoint-{checkpoint}")).await {
            Ok(id) => others.extend([id]),
            Err(fault) => tally.faults.note(fault),
        }
        comparison = check(site, &client, &writers, &contested, &others, &tally).await?;
        tally.faults.note_all(server.kill().await?);
        verify(site, &tally.faults)?;
    }
    let documents = rebuild(site, &tally.faults)?;
    Ok(report(settings, &tally, &contested, &met, &comparison, &documents))
}

fn report(
    settings: Settings,
    tally: &Tally,
    contested: &Contested,
    met: &Met,
    comparison: &Comparison,
    documents: &str,
) -> Report {
    let Settings { moments, clients, checkpoints, seed, .. } = settings;
    let Comparison { found, carried_out, not_carried_out, not_doubled, .. } = comparison;
    let lines = vec![
        format!("{moments} kills under {clients} clients, seed {seed}, everything compared {checkpoints} times."),
        format!(
            "Kills: {} before the server served; {} cost answers, at most {} at once.",
            met.in_start_up, met.with_lost_answers, met.most_lost_answers
        ),
        format!("Start after a kill: {}.", met.starts.summary()),
        format!(
            "Writes answered: {}. Attempts whose answer was lost: {}.",
            *tally.acknowledged.borrow(),
            tally.in_doubt.load(Ordering::Relaxed)
        ),
        format!(
            "Revisions acknowledged: {found}, each found once; {not_doubled} of them were asked for again after they were stored."
        ),
        format!("Given up in doubt: {carried_out} had been carried out whole, {not_carried_out} not at all."),
        format!(
            "Read back with the token of the write, also after kills: {}.",
            tally.read_back.load(Ordering::Relaxed)
        ),
        format!(
            "Lists with many writers: {} lines acknowledged, each there once; {} changes refused as overtaken.",
            contested.added(),
            contested.refused.load(Ordering::Relaxed)
        ),
        format!("Views against a fresh rebuild: {documents}"),
    ];
    Report::new(lines, &tally.faults)
}
