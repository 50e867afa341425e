//! Clients who come in all the time in which processes are killed.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rand::RngExt;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::installed::{Installed, MOSTLY_WRITE_API};
use crate::report::{Faults, bar};
use crate::tally::joined;
use crate::usual::Usual;

/// Clients who may be waiting for an answer when a process is killed, and how long others are waited for.
const IN_DOUBT: usize = 16;
const MOST: Duration = Duration::from_secs(10);

/// Kills processes while these clients come in. Waits before each kill until they keep up, but not for long. Returns the clients'
/// results.
pub(crate) async fn arrive<T: Send + 'static>(
    installed: &mut Installed,
    clients: Vec<impl Future<Output = anyhow::Result<T>> + Send + 'static>,
    kills: usize,
    usual: &Usual,
    faults: &Faults,
) -> anyhow::Result<Vec<T>> {
    let (mut rng, bar, number_of_clients) = (usual.rng(), bar(kills), clients.len());
    let ((killed, kills_so_far), done_so_far) = (watch::channel(0), Arc::new(AtomicUsize::new(0)));
    let mut coming = JoinSet::new();
    for (number, client) in clients.into_iter().enumerate() {
        let (mut kills_so_far, after) = (kills_so_far.clone(), kills * number / number_of_clients);
        let done_so_far = Arc::clone(&done_so_far);
        coming.spawn(async move {
            kills_so_far.wait_for(|kills| *kills >= after).await?;
            let result = client.await;
            done_so_far.fetch_add(1, Ordering::Relaxed);
            result
        });
    }
    for kill in 0..kills {
        let (waiting, expected) = (Instant::now(), number_of_clients * kill / kills);
        while done_so_far.load(Ordering::Relaxed) + IN_DOUBT < expected && waiting.elapsed() < MOST {
            sleep(Duration::from_millis(5)).await;
        }
        sleep(Duration::from_secs_f64(0.005 * 200_f64.powf(rng.random()))).await;
        let (alarming, _) = installed.kill(&MOSTLY_WRITE_API, &mut rng).await?;
        faults.note_all(alarming);
        killed.send_modify(|count| *count += 1);
        bar.inc(1);
    }
    joined(coming).await?.into_iter().collect()
}
