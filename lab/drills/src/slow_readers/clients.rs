//! The clients of the drill: slow readers, readers of pages, and the other clients that are measured.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use anyhow::Context;
use e2e::client::{Client, Request};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::fixture::{EVENTS, Fixture};
use crate::report::Faults;
use crate::times::{Rounds, Times};

/// The interval between two requests of such a client. It does not depend on answers, so that a slow service gets no fewer.
const EVERY: Duration = Duration::from_millis(5);
/// All exported tournaments with their lists.
const EXPORT: &str = "/api/export-decklists/?num_days=36500&decklist_as_text=true";
/// Bytes that a slow reader reads at a time.
const SIP: usize = 512;
/// The pause between two reads of a slow reader.
const PAUSE: Duration = Duration::from_millis(50);
/// The receive buffer of a slow reader's socket.
const WINDOW: u32 = 4_096;
/// The pause after a refusal.
const AFTER_REFUSAL: Duration = Duration::from_millis(500);
/// The pause between two rounds of longer reads of other clients.
const BETWEEN_ROUNDS: Duration = Duration::from_millis(200);
/// The longest time for an answer to other clients.
const PATIENCE: Duration = Duration::from_secs(20);

/// Response times of the other clients.
#[derive(Default)]
pub(super) struct Measured {
    pub(super) small: Rounds,
    pub(super) longer: Times,
}

impl Measured {
    pub(super) fn add_round(&mut self, round: Self) {
        self.small.add_round(round.small.all);
        self.longer.merge(round.longer);
    }

    pub(super) fn line(&self, when: &str) -> String {
        format!("Small reads of other clients {when}: {}.", self.small.summary())
    }

    pub(super) fn longer(&self, when: &str) -> String {
        format!("Lists, pages, exports and /readyz {when}: {}; {}.", self.longer.count(), self.longer.summary())
    }
}

/// Reads small documents at fixed times. Returns how long that took.
pub(super) async fn read_small(
    number: usize,
    fixture: &Fixture,
    over: &AtomicBool,
    faults: &Faults,
) -> anyhow::Result<Times> {
    let client = Client::new(fixture.address.clone(), fixture.others_key.clone())?;
    let (mut times, begun, mut step) = (Times::default(), Instant::now(), 0);
    while !over.load(Ordering::Relaxed) {
        let path = &fixture.documents[(step as usize * 7 + number) % fixture.documents.len()];
        let due = begun + EVERY * step;
        sleep_until(due).await;
        let asked = timeout(PATIENCE, client.send(&Request::get(path.as_str()), 0)).await;
        times.add(due.elapsed());
        note(asked, path, faults);
        step += 1;
    }
    Ok(times)
}

/// Reads a list, a page, the export and `/readyz` in turn. Returns how long that took.
pub(super) async fn read_longer(fixture: &Fixture, over: &AtomicBool, faults: &Faults) -> anyhow::Result<Times> {
    let client = Client::new(fixture.address.clone(), fixture.others_key.clone())?;
    let export = format!("{EXPORT}&organization_id={}", fixture.others_organization);
    let mut times = Times::default();
    while !over.load(Ordering::Relaxed) {
        for path in [EVENTS, "/api/v1/decklists/?page=2", &export, "/readyz"] {
            let begun = Instant::now();
            let asked = timeout(PATIENCE, client.send(&Request::get(path), 0)).await;
            times.add(begun.elapsed());
            note(asked, path, faults);
        }
        sleep(BETWEEN_ROUNDS).await;
    }
    Ok(times)
}

type Asked = Result<reqwest::Result<e2e::client::Answer>, tokio::time::error::Elapsed>;

fn note(asked: Asked, path: &str, faults: &Faults) {
    match asked {
        Ok(Ok(answer)) if answer.status == 200 => {}
        Ok(Ok(answer)) => faults.note(format!("{path} was refused: {}", answer.short())),
        Ok(Err(error)) => faults.note(format!("{path} failed: {error}")),
        Err(_) => faults.note(format!("{path} got no answer within {PATIENCE:?}")),
    }
}

/// Counts what the load did.
#[derive(Default)]
struct Done {
    bytes: AtomicU64,
    begun: AtomicU64,
    refused: AtomicU64,
    aborted: AtomicU64,
    pages: AtomicU64,
    pages_refused: AtomicU64,
}

/// The slow readers and the readers of pages.
pub(super) struct Load {
    done: Arc<Done>,
    running: JoinSet<anyhow::Result<()>>,
}

impl Load {
    /// Starts the load, and waits until every slow reader has started to read or was refused.
    pub(super) async fn start(fixture: &Arc<Fixture>, slow: usize, pages: usize) -> anyhow::Result<Self> {
        let (done, mut running) = (Arc::new(Done::default()), JoinSet::new());
        for path in [EVENTS, EXPORT] {
            for _ in 0..slow {
                let (fixture, done) = (Arc::clone(fixture), Arc::clone(&done));
                running.spawn(async move { read_slowly(&fixture, path, &done).await });
            }
        }
        for number in 0..pages {
            let (fixture, done) = (Arc::clone(fixture), Arc::clone(&done));
            running.spawn(async move { read_pages(&fixture, number, &done).await });
        }
        let all = 2 * slow as u64;
        let all_started = || done.begun.load(Ordering::Relaxed) + done.refused.load(Ordering::Relaxed) >= all;
        let waiting = Instant::now();
        while !all_started() {
            anyhow::ensure!(waiting.elapsed() < 3 * PATIENCE, "slow readers are neither answered nor refused");
            sleep(PAUSE).await;
        }
        Ok(Self { done, running })
    }

    /// Stops the load, and returns a line about what it did.
    pub(super) async fn stop(mut self) -> anyhow::Result<String> {
        self.running.abort_all();
        while let Some(ended) = self.running.join_next().await {
            match ended {
                Ok(ended) => ended?,
                Err(error) => anyhow::ensure!(error.is_cancelled(), "a client failed: {error}"),
            }
        }
        let count = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let Done { bytes, begun, refused, aborted, pages, pages_refused } = &*self.done;
        Ok(format!(
            "Slow readers got {} answers, of which {} were aborted, and {} refusals; they read {} bytes. Pages: {} answers, {} \
             refusals.",
            count(begun),
            count(aborted),
            count(refused),
            count(bytes),
            count(pages),
            count(pages_refused)
        ))
    }
}

/// Reads an answer slowly, and starts again after an abort or a refusal.
async fn read_slowly(fixture: &Fixture, path: &str, done: &Done) -> anyhow::Result<()> {
    let address: SocketAddr = fixture.address.trim_start_matches("http://").parse().context("an address")?;
    let request = format!("GET {path} HTTP/1.1\r\nhost: drill\r\nx-api-key: {}\r\n\r\n", fixture.key);
    loop {
        let socket = TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(WINDOW)?;
        let mut socket = socket.connect(address).await?;
        socket.write_all(request.as_bytes()).await?;
        let mut bytes = [0; SIP];
        let mut first = true;
        while let Ok(count @ 1..) = socket.read(&mut bytes).await {
            if std::mem::take(&mut first) {
                let is_answer = bytes.starts_with(b"HTTP/1.1 200");
                let counted = if is_answer { &done.begun } else { &done.refused };
                counted.fetch_add(1, Ordering::Relaxed);
                if !is_answer {
                    break;
                }
            }
            done.bytes.fetch_add(count as u64, Ordering::Relaxed);
            sleep(PAUSE).await;
        }
        done.aborted.fetch_add(u64::from(bytes.starts_with(b"HTTP/1.1 200")), Ordering::Relaxed);
        sleep(AFTER_REFUSAL).await;
    }
}

/// Requests one page after another.
async fn read_pages(fixture: &Fixture, number: usize, done: &Done) -> anyhow::Result<()> {
    let client = Client::new(fixture.address.clone(), String::new())?;
    let (pages, mut page) = ((fixture.lists / 25).max(1), number * 37);
    loop {
        page = (page + 101) % pages;
        let request = Request::get(format!("/api/v1/decklists/?page={}", page + 1));
        let request = request.with("authorization", format!("Token {}", fixture.token));
        match client.send(&request, 0).await {
            Ok(answer) if answer.status == 200 => done.pages.fetch_add(1, Ordering::Relaxed),
            _ => {
                sleep(AFTER_REFUSAL).await;
                done.pages_refused.fetch_add(1, Ordering::Relaxed)
            }
        };
    }
}
