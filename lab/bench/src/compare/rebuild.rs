//! `bench rebuild`: rebuilding all views, by number of events.

use std::time::Instant;

use e2e::generate::{Plan, generate};

use super::Size;
use crate::figures::{Samples, count};
use crate::report::{Table, say};
use crate::subject::Subject;

/// Players and rounds of each tournament.
const PLAYERS: usize = 100;
const ROUNDS: i32 = 7;

pub(crate) async fn run(size: &Size) -> anyhow::Result<Vec<Table>> {
    let mut table = Table::new("Rebuild", "tournaments of 100 | events | rebuilt, s");
    for tournaments in size.pick(vec![10, 30], vec![45, 145, 435], vec![45, 145, 435, 1_450]) {
        let (mut rebuilt, mut events) = (Samples::default(), 0);
        for run in 0..size.runs {
            let took;
            (events, took) = measure(tournaments).await?;
            say(format_args!("{tournaments} tournaments, {events} events, run {run}: {took:.2?} s"));
            rebuilt.add(took);
        }
        table.row(vec![count(tournaments), count(events), rebuilt.told()]);
    }
    table.note(
        "A rebuild is the whole command: its start, rendering, the comparison with the served views, the switch, and \
                the deletion of the earlier views.",
    );
    Ok(vec![table])
}

/// Returns the number of events, and the seconds of a rebuild.
async fn measure(tournaments: usize) -> anyhow::Result<(usize, f64)> {
    let subject = Subject::on_sqlite()?;
    let files: Vec<_> = (0..tournaments)
        .map(|number| {
            let plan = Plan::new(&format!("bench-{number}"), PLAYERS, ROUNDS, number as u64);
            generate(&plan).write_into(subject.folder())
        })
        .collect();
    subject.import(&files)?;
    let events = usize::try_from(subject.log().await?.head().await?.0)?;
    // The export contains a tournament only after all of it is rendered.
    drop(subject.serve_until(&format!("/api/v1/magic-events/{tournaments}/")).await?);
    let begun = Instant::now();
    subject.tell(&["rebuild"])?;
    Ok((events, begun.elapsed().as_secs_f64()))
}
