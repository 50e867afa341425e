//! `bench rebuild`: importing tournaments, rendering the first views, and rebuilding them on one processor and on two, by
//! number of events.

use std::time::{Duration, Instant};

use e2e::generate::{Plan, generate};

use super::Size;
use crate::figures::{Samples, count};
use crate::plot::Plot;
use crate::process::Watch;
use crate::report::{Table, say};
use crate::subject::Subject;

/// Players and rounds of each tournament.
const PLAYERS: usize = 100;
const ROUNDS: i32 = 7;

/// The processors of the two rebuilds.
const ONE: &str = "0";
const TWO: &str = "0,1";

/// Runs the benchmark.
pub(crate) async fn run(size: &Size) -> anyhow::Result<Vec<Table>> {
    let watch = Watch::begin();
    let columns = [
        "tournaments of 100",
        "events",
        "imported, events/s",
        "first views, events/s",
        "rebuilt on one processor, s",
        "on two, s",
        "two ÷ one",
    ];
    let mut table = Table::new("Import, first views, rebuild", &columns);
    let mut plot = Plot::new("Import, first views, rebuild", "events", "seconds");
    for tournaments in size.pick(vec![10, 30], vec![45, 145, 435], vec![45, 145, 435, 1_450]) {
        let [mut imported, mut shown, mut on_one, mut on_two] = [(); 4].map(|()| Samples::default());
        let mut events = 0;
        for run in 0..size.runs {
            let found = measure(tournaments).await?;
            events = found.events;
            say(format_args!("{tournaments} tournaments, run {run}: {found:?}"));
            imported.add(found.rate(found.imported));
            shown.add(found.rate(found.shown));
            on_one.add(found.on_one.as_secs_f64());
            on_two.add(found.on_two.as_secs_f64());
        }
        let row = [imported.told(), shown.told(), on_one.told(), on_two.told(), on_two.by(&on_one).told()];
        table.row([count(tournaments), count(events)].into_iter().chain(row).collect());
        for (name, rate) in [("import", &imported), ("first views", &shown)] {
            #[allow(clippy::cast_precision_loss, reason = "some millions at most")]
            plot.point(name, events, events as f64 / rate.median());
        }
        plot.point("rebuild, one processor", events, on_one.median());
        plot.point("rebuild, two processors", events, on_two.median());
    }
    table.note(
        "A rebuild is the whole command: its start, rendering, the comparison with the served views, the switch, and \
                the deletion of the earlier views.",
    );
    table.note(watch.told());
    plot.save(size.plots.as_deref(), "rebuild")?;
    Ok(vec![table])
}

/// The times of a run.
#[derive(Debug)]
struct Found {
    events: usize,
    imported: Duration,
    shown: Duration,
    on_one: Duration,
    on_two: Duration,
}

impl Found {
    #[allow(clippy::cast_precision_loss, reason = "some millions at most")]
    fn rate(&self, time: Duration) -> f64 {
        self.events as f64 / time.as_secs_f64()
    }
}

async fn measure(tournaments: usize) -> anyhow::Result<Found> {
    let subject = Subject::on_sqlite()?;
    let files: Vec<_> = (0..tournaments)
        .map(|number| {
            let plan = Plan::new(&format!("bench-{number}"), PLAYERS, ROUNDS, number as u64);
            generate(&plan).write_into(subject.folder())
        })
        .collect();
    let imported = subject.import(&files)?;
    let events = usize::try_from(subject.log().await?.head().await?.0)?;
    let begun = Instant::now();
    // The export contains a tournament only after all of it is rendered.
    let running = subject.serve_until(&format!("/api/v1/magic-events/{tournaments}/"), |_| true).await?;
    let shown = begun.elapsed();
    drop(running);
    let on_one = subject.time_on(ONE, &["rebuild"])?;
    let on_two = subject.time_on(TWO, &["rebuild"])?;
    Ok(Found { events, imported, shown, on_one, on_two })
}
