//! `bench projector`: the cost of a result by number of players: processor time, bytes written, time until visible.
//! Results come at a steady rate of 20 per second, so that batches do not hide the cost of one.

use super::Size;
use crate::figures::{Samples, at, count, millis, number};
use crate::live::Stage;
use crate::pace::{Pace, paced, results};
use crate::report::{Table, say};

/// Results per second.
const RATE: u32 = 20;

/// Runs the benchmark.
pub(crate) async fn run(size: &Size) -> anyhow::Result<Vec<Table>> {
    let columns = "players | CPU ms a result | KiB written a result | visible, p50 ms | visible, p99 ms";
    let mut table = Table::new("What a result costs, 20 a second, in one process on SQLite", columns);
    for players in size.pick(vec![8, 64], vec![8, 64, 256, 1_000, 2_000], vec![8, 64, 256, 1_000, 2_000, 5_000, 10_000])
    {
        let Stage { subject, running, live, .. } = Stage::set(players, &[]).await?;
        let pace = Pace::new(RATE, size.time());
        let writes = results(&live, &subject.key);
        let [mut cpu, mut written, mut half, mut most] = [(); 4].map(|()| Samples::default());
        for _ in 0..size.runs {
            let before = (running.tree.cpu(), running.tree.written());
            let mut times = paced(running.port, &writes, pace).await?;
            // Documents that may lag by a stated bound are part of the cost.
            running.settles().await;
            let told = f64::from(pace.all());
            cpu.add(millis(running.tree.cpu().saturating_sub(before.0)) / told);
            #[allow(clippy::cast_precision_loss, reason = "printed with three digits")]
            written.add((running.tree.written() - before.1) as f64 / 1_024.0 / told);
            half.add(millis(at(&mut times.visible, 500)));
            most.add(millis(at(&mut times.visible, 990)));
        }
        say(format_args!("{players} players: {} ms, {} KiB", number(cpu.median()), number(written.median())));
        table.row(vec![count(players), cpu.told(), written.told(), half.told(), most.told()]);
    }
    table.note("CPU is that of the whole process: the read of each result with its token is in it.");
    Ok(vec![table])
}
