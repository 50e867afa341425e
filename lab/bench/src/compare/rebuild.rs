//! `bench rebuild`: importing tournaments, rendering the first views, and rebuilding them on one processor and on two, by
//! number of events.

use std::time::Instant;

use e2e::generate::{Plan, generate};

use super::Size;
use crate::figures::{Samples, count};
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
    let columns = "tournaments of 100 | events | imported, events/s | first views, events/s | rebuilt on one processor, s | on \
        two, s | two ÷ one";
    let mut table = Table::new("Import, first views, rebuild", columns);
    for tournaments in size.pick(vec![10, 30], vec![45, 145, 435], vec![45, 145, 435, 1_450]) {
        let ([mut imported, mut shown, mut on_one, mut on_two], mut events) = (<[Samples; 4]>::default(), 0);
        for run in 0..size.runs {
            let (count, times) = measure(tournaments).await?;
            say(format_args!("{tournaments} tournaments, {count} events, run {run}: {times:.2?} s"));
            events = count;
            #[allow(clippy::cast_precision_loss, reason = "some millions at most")]
            let count = count as f64;
            imported.add(count / times[0]);
            shown.add(count / times[1]);
            on_one.add(times[2]);
            on_two.add(times[3]);
        }
        let row = [imported.told(), shown.told(), on_one.told(), on_two.told(), on_two.by(&on_one).told()];
        table.row([count(tournaments), count(events)].into_iter().chain(row).collect());
    }
    table.note(
        "A rebuild is the whole command: its start, rendering, the comparison with the served views, the switch, and \
                the deletion of the earlier views.",
    );
    Ok(vec![table])
}

/// Returns the number of events, and the seconds of the import, of the first views, and of a rebuild on one processor and on two.
async fn measure(tournaments: usize) -> anyhow::Result<(usize, [f64; 4])> {
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
    let running = subject.serve_until(&format!("/api/v1/magic-events/{tournaments}/")).await?;
    let shown = begun.elapsed();
    drop(running);
    let on_one = subject.time_on(ONE, &["rebuild"])?;
    let on_two = subject.time_on(TWO, &["rebuild"])?;
    Ok((events, [imported, shown, on_one, on_two].map(|time| time.as_secs_f64())))
}
