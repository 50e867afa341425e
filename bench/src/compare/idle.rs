//! `bench idle`: memory of a service that has nothing to do, the time until it answers after its start, and its program; on
//! an empty folder and on one with a tournament of 2,000.

use e2e::generate::{Plan, generate};
use tokio::time::{Duration, sleep};

use super::Size;
use crate::figures::{Samples, millis, number};
use crate::process::Watch;
use crate::report::Table;
use crate::subject::Subject;

/// How long it is left alone before its memory is looked at.
const REST: Duration = Duration::from_secs(2);

/// Runs it.
pub(crate) async fn run(size: &Size) -> anyhow::Result<Vec<Table>> {
    let watch = Watch::begin();
    let (empty, large) = (Subject::on_sqlite()?, Subject::on_sqlite()?);
    let players = size.pick(200, 2_000, 2_000);
    let plan = Plan::new("bench-idle", players, 15, 1);
    large.import(&[generate(&plan).write_into(large.folder())])?;
    large.serve_until("/api/v1/magic-events/1/", |_| true).await?.settles().await;
    // The first start makes databases; then everything is as at every start.
    empty.serve().await?;
    let columns = ["data", "memory at rest, MiB", "without what is shared, MiB", "start until the first answer, ms"];
    let mut table = Table::new("At rest", &columns);
    for (name, subject) in [("none".to_owned(), &empty), (format!("{players} players, 15 rounds"), &large)] {
        let (mut resident, mut own, mut start) = (Samples::default(), Samples::default(), Samples::default());
        for _ in 0..size.runs {
            let running = subject.serve().await?;
            start.add(millis(running.started_in));
            sleep(REST).await;
            resident.add(mebibytes(running.tree.resident()));
            own.add(mebibytes(running.tree.memory()));
        }
        table.row(vec![name, resident.told(), own.told(), start.told()]);
    }
    let bytes = empty.program_size()?;
    table.note(format!("The program has {} MiB.", number(mebibytes(bytes / 1024))));
    table.note(watch.told());
    Ok(vec![table])
}

/// Of KiB.
#[allow(clippy::cast_precision_loss, reason = "told with three digits")]
pub(crate) fn mebibytes(kib: u64) -> f64 {
    kib as f64 / 1_024.0
}
