//! The drill `power-cut`: the program is started on the data that a disk may hold after a power cut. It must start
//! without help, have every write that it acknowledged before, and answer as its log says.
//!
//! The drill works from a trace of the program's system calls, each of which may have reached the disk in part unless it was
//! flushed.

mod acknowledged;
mod remains;
mod trace;

use std::fs::File;
use std::io::BufReader;
use std::sync::Arc;

use anyhow::Context;
use clap::Args;
use rand::RngExt;
use rand::rngs::StdRng;

use self::acknowledged::{Acknowledged, Cut, INIT, key_of, now};
use self::remains::Remains;
use self::trace::Call;
use crate::place::Place;
use crate::report::{Faults, Report, bar};
use crate::site::Site;
use crate::tally::joined;
use crate::times::Times;
use crate::usual::Usual;

/// Clients that write.
const CLIENTS: usize = 4;
/// One of this many moments lies before the first acknowledged list: in `init` or the first start.
const EARLY: usize = 3;

/// The size of the drill.
#[derive(Debug, Args)]
pub(crate) struct Settings {
    /// Moments at which the power is cut
    #[arg(long, default_value_t = 200)]
    moments: usize,
    /// Writes that are traced
    #[arg(long, default_value_t = 240)]
    writes: usize,
}

/// A traced run of the program.
struct Course {
    calls: Vec<Call>,
    acknowledged: Arc<Acknowledged>,
    key: String,
    key_at: u64,
}

/// Runs the drill. A careless one ignores flushes, and must find that acknowledged writes are lost.
pub(crate) async fn run(&Settings { moments, writes }: &Settings, usual: &Usual) -> anyhow::Result<Report> {
    let (mut rng, bar, seed) = (usual.rng(), bar(moments), usual.seed);
    let course = Course::trace(writes).await?;
    let cuts = course.draw(moments, &mut rng);
    let (faults, mut starts, mut remains) = (Faults::default(), Times::default(), Remains::new(usual.careless));
    let (mut done, mut acknowledged) = (0, 0);
    for cut in cuts {
        for call in &course.calls[done..cut] {
            remains.carry_out(call).context("the trace")?;
        }
        done = cut;
        // A write acknowledged before the first missing call began depends only on calls that were carried out.
        let at = course.calls.get(cut).map_or(u64::MAX, |call| call.at);
        acknowledged += course.acknowledged.until(at);
        let mut site = Site::bare()?;
        remains.write(&mut rng, &site.data())?;
        let name = format!("cut after call {cut} of {}", course.calls.len());
        let cut = Cut { name: &name, at, key: &course.key, key_at: course.key_at };
        starts.add(course.acknowledged.check(&mut site, cut, &faults).await?);
        bar.set_message(format!("{} faults", faults.count()));
        bar.inc(1);
    }
    let lines = vec![
        format!(
            "{moments} cuts in a trace of {} calls with {} acknowledged writes, seed {seed}.",
            course.calls.len(),
            course.acknowledged.until(u64::MAX)
        ),
        format!("Acknowledged before the cuts and looked for: {acknowledged} writes in all."),
        format!("Starts: {}.", starts.summary()),
    ];
    Ok(Report::new(lines, &faults))
}

impl Course {
    /// Traces the program from its first call: it is set up, serves, is stopped, serves again and is killed.
    async fn trace(writes: usize) -> anyhow::Result<Self> {
        let mut site = Site::bare()?;
        let traces = tempfile::tempdir().context("a folder for traces cannot be made")?;
        let acknowledged = Arc::new(Acknowledged::default());
        let file = |number: usize| traces.path().join(number.to_string());
        site.wrap(trace::command(&file(0))?);
        let key = key_of(&site.ask(&INIT)?)?;
        let key_at = now();
        site.key.clone_from(&key);
        for number in 1..=2 {
            site.wrap(trace::command(&file(number))?);
            let mut server = site.start()?;
            server.listening().await?;
            joined(acknowledged.start(&site, CLIENTS, writes / (CLIENTS * number))?).await?;
            if number == 1 {
                server.stop().await?;
            } else {
                drop(server.kill().await?);
            }
        }
        let mut calls = Vec::new();
        for number in 0..=2 {
            let trace = File::open(file(number)).context("there is no trace")?;
            let more = trace::read(BufReader::new(trace), &site.data())?;
            let before = calls.len();
            calls.extend(more.into_iter().map(|call| Call { begun: call.begun + before, ..call }));
        }
        Ok(Self { calls, acknowledged, key, key_at })
    }

    /// Numbers of calls after which the power is cut, in order.
    fn draw(&self, moments: usize, rng: &mut StdRng) -> Vec<usize> {
        let first = self.acknowledged.first().unwrap_or(u64::MAX);
        let early = self.calls.iter().take_while(|call| call.at < first).count().max(1);
        let mut cuts: Vec<_> = (0..moments)
            .map(|moment| rng.random_range(1..=if moment % EARLY == 0 { early } else { self.calls.len() }))
            .collect();
        cuts.sort_unstable();
        cuts
    }
}
