//! The drill `kill`: clients write while the process is killed again and again. No acknowledged write may be missing,
//! doubled or changed, and the views must equal a fresh rebuild.

use std::sync::atomic::Ordering;

use anyhow::Context;
use clap::Args;

use crate::compare::Comparison;
use crate::load::Load;
use crate::place::Place;
use crate::run::Run;
use crate::server::Moment;
use crate::site::Site;
use crate::tally::Tally;
use crate::times::Times;

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

#[derive(Debug, Default)]
struct Met {
    in_start_up: usize,
    with_lost_answers: usize,
    most_lost_answers: u64,
    lost_answers: u64,
    starts: Times,
}

pub(crate) async fn run(settings: &Settings, run: &Run) -> anyhow::Result<Vec<String>> {
    let Settings { moments, clients, checkpoints } = *settings;
    let (checkpoints, mut rng, faults) = (checkpoints.max(1), run.rng(), &run.faults);
    run.steps(moments);
    let site = Site::new(Vec::new())?;
    let server = site.serve().await?;
    let mut load = Load::new(site, clients, run).await?;
    faults.note_all(server.kill().await?);
    let (mut met, mut comparison) = (Met::default(), Comparison::default());
    for checkpoint in 0..checkpoints {
        let share = |part: usize| moments * part / checkpoints;
        load.start()?;
        for _ in share(checkpoint)..share(checkpoint + 1) {
            met.kill(&load, Moment::draw(&mut rng, 200)).await?;
            run.step();
        }
        let server = load.place.serve().await?;
        load.stop().await;
        met.note_lost_answers(&load.tally);
        comparison = load.compare().await?;
        faults.note_all(server.kill().await?);
        load.place.verify(faults)?;
    }
    let mut lines = vec![
        format!("{moments} kills under {clients} clients, seed {}, everything compared {checkpoints} times.", run.seed),
        format!(
            "Kills: {} before the server served; {} cost answers, at most {} at once.",
            met.in_start_up, met.with_lost_answers, met.most_lost_answers
        ),
        format!("Start after a kill: {}.", met.starts.summary()),
    ];
    lines.extend(load.lines(&comparison));
    lines.push(load.place.rebuild(faults)?);
    Ok(lines)
}

impl Met {
    /// Notes the answers lost in the last kill, once the clients have noticed it.
    fn note_lost_answers(&mut self, tally: &Tally) {
        let lost_answers = tally.in_doubt.load(Ordering::Relaxed);
        let lost = lost_answers - self.lost_answers;
        self.lost_answers = lost_answers;
        self.with_lost_answers += usize::from(lost > 0);
        self.most_lost_answers = self.most_lost_answers.max(lost);
    }

    /// Starts a server, kills it at that moment, and notes whether it had begun to serve.
    async fn kill(&mut self, load: &Load<Site>, moment: Moment) -> anyhow::Result<()> {
        let mut server = load.place.start()?;
        self.note_lost_answers(&load.tally);
        if !matches!(moment, Moment::Started(_)) {
            self.starts.add(server.listening().await?);
        }
        let delay = match moment {
            Moment::Started(delay) | Moment::Working(delay) => delay,
            Moment::Written(writes, delay) => {
                let written = load.tally.written(writes).await;
                written.with_context(|| format!("the server said: {}", server.last_words()))?;
                delay
            }
        };
        let listens = server.listens.clone();
        load.tally.faults.note_all(server.kill_after(delay).await?);
        self.in_start_up += usize::from(listens.borrow().is_none());
        Ok(())
    }
}
