//! `bench idle`: memory of an idle service, time from the start to the first answer, and size of the program; on an
//! empty folder and on one with a tournament of 2,000 players.

use e2e::generate::{Plan, generate};
use tokio::time::{Duration, sleep};

use super::Size;
use crate::figures::{Samples, millis, number};
use crate::report::Table;
use crate::subject::Subject;

/// Idle time before the memory is measured.
pub(super) const REST: Duration = Duration::from_secs(2);

pub(crate) async fn run(size: &Size) -> anyhow::Result<Vec<Table>> {
    let (empty, large) = (Subject::on_sqlite()?, Subject::on_sqlite()?);
    let players = size.pick(200, 2_000, 2_000);
    let plan = Plan::new("bench-idle", players, 15, 1);
    large.import(&[generate(&plan).write_into(large.folder())])?;
    large.serve_until("/api/v1/magic-events/1/").await?.settles().await;
    // The first start creates the databases, so it is not measured.
    empty.serve().await?;
    let columns = "data | memory at rest, MiB | without what is shared, MiB | start until the first answer, ms";
    let mut table = Table::new("At rest", columns);
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
    Ok(vec![table])
}

/// Converts KiB to MiB.
pub(crate) fn mebibytes(kib: u64) -> f64 {
    kib as f64 / 1_024.0
}
