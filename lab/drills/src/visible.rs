//! The drill `visible`: measures how long it takes until other clients can read a write, at a given rate of writes that
//! does not depend on answers.
//!
//! A write is sent with `respond-async`, so its answer waits only for the log. As soon as it is answered, a client on
//! another connection reads the list with the token of the write, and is answered once the views have reached it. The
//! time of that read is included in the figure.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::Args;
use e2e::client::{Client, Request};
use e2e::form::Form;
use reqwest::Method;
use tokio::sync::Mutex;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use crate::fleet::Shape;
use crate::place::{Door, Place};
use crate::report::{Faults, Report, bar};
use crate::times::Times;
use crate::usual::{Usual, seconds};

/// Bar for the median of the time from the answer until a write is visible.
const BAR_HALF: Duration = Duration::from_millis(10);
/// Bar for the 99th percentile of that time.
const BAR_MOST: Duration = Duration::from_millis(50);
/// Time before the measurement, in which connections are opened and statements prepared.
const WARM_UP: Duration = Duration::from_secs(2);
/// Pairs of connections, one that writes and one that reads, used in turn.
const PAIRS: usize = 64;
/// Lists of each pair, written in turn. Together they are about as many as the players of a large convention submit, so
/// that no list is written unrealistically often.
const LISTS: usize = 32;
/// One in this many reads is repeated, to measure a read alone without adding much load.
const ASKED_AGAIN: u64 = 8;

/// The size of the drill.
#[derive(Debug, Args)]
pub(crate) struct Settings {
    /// Writes a second
    #[arg(long, default_value_t = 500)]
    rate: u32,
    /// How many seconds
    #[arg(long = "seconds", default_value = "60", value_parser = seconds)]
    time: Duration,
    /// Do not compare times with the bar, which needs a release build on a quiet machine
    #[arg(long, hide = true)]
    without_bar: bool,
}

/// A writer and a reader of some lists. Each write waits for the one before.
struct Pair {
    writer: Client,
    reader: Client,
    turns: Mutex<Turns>,
}

/// Lists and their versions, the next one first, and the number of writes.
struct Turns {
    lists: VecDeque<(String, u64)>,
    count: u64,
}

/// Times since a write was due, since its answer, and of a repeated read.
#[derive(Default)]
struct Found {
    answered: Times,
    since_due: Times,
    since_answer: Times,
    again: Times,
}

/// Runs the drill.
pub(crate) async fn run(settings: &Settings, usual: &Usual) -> anyhow::Result<Report> {
    let (rate, time, careless) = (settings.rate.max(1), settings.time, usual.careless);
    let (place, bar) = (usual.fleet(Shape::default()).await?, bar(usize::try_from(u64::from(rate) * time.as_secs())?));
    let (faults, mut pairs) = (Faults::default(), Vec::new());
    for number in 0..PAIRS {
        pairs.push(Arc::new(Pair::create(&place.door(), number).await?));
    }
    let (writes, warm_up) = (count(rate, time), count(rate, WARM_UP));
    let found = Arc::new(Mutex::new(Found::default()));
    let (begun, mut running) = (Instant::now(), JoinSet::new());
    for number in 0..warm_up + writes {
        // Due by the clock, whether or not earlier writes are answered: delays by a slow service are measured too.
        let due = begun + Duration::from_secs(1) * number / rate;
        sleep_until(due).await;
        let pair = Arc::clone(&pairs[number as usize % PAIRS]);
        let (faults, found, bar) = (faults.clone(), Arc::clone(&found), bar.clone());
        running.spawn(async move {
            match pair.write_and_read(due, careless).await {
                Ok(_) if number < warm_up => {}
                Ok(times) => found.lock().await.add(&times),
                Err(error) => faults.note(format!("write {number}: {error:#}")),
            }
            bar.inc(1);
        });
        while running.try_join_next().is_some() {}
    }
    while running.join_next().await.is_some() {}
    let took = begun.elapsed();
    let found = std::mem::take(&mut *found.lock().await);
    if !settings.without_bar {
        found.compare_with_bar(took, time + WARM_UP, &faults);
    }
    Ok(Report::new(found.lines(rate, time, took), &faults))
}

fn count(rate: u32, time: Duration) -> u32 {
    rate * u32::try_from(time.as_secs()).unwrap_or(u32::MAX / rate.max(1))
}

/// One write and its read.
struct Step {
    answered: Duration,
    since_due: Duration,
    since_answer: Duration,
    again: Option<Duration>,
}

impl Pair {
    async fn create(door: &Door, number: usize) -> anyhow::Result<Self> {
        let (writer, reader, mut lists) = (door.client()?, door.client()?, VecDeque::new());
        for list in 0..LISTS {
            let create = request(Method::POST, "/api/v1/decklists/", &format!("List {list} of {number}"));
            let answer = writer.send(&create.with("prefer", "respond-async"), 0).await?;
            ensure!(answer.status == 201, "a list cannot be made: {}", answer.short());
            lists.push_back((answer.header("location").to_owned(), 1));
        }
        Ok(Self { writer, reader, turns: Mutex::new(Turns { lists, count: 0 }) })
    }

    async fn write_and_read(&self, due: Instant, careless: bool) -> anyhow::Result<Step> {
        let mut turns = self.turns.lock().await;
        let (path, version) = turns.lists.pop_front().context("no list")?;
        let name = format!("Version {}", version + 1);
        let write = request(Method::PUT, &path, &name).with("prefer", "respond-async");
        let written = self.writer.send(&write, 0).await.context("not answered")?;
        let answered = Instant::now();
        ensure!(written.status == 200, "answered {}", written.short());
        let mut read = Request::get(&*path).with("prefer", "wait=5");
        turns.lists.push_back((path, version + 1));
        turns.count += 1;
        if !careless {
            read = read.with("consistency-token", written.header("consistency-token"));
        }
        let shown = self.reader.send(&read, 0).await.context("the read after it is not answered")?;
        let visible = Instant::now();
        let is_it = shown.header("etag") == written.header("etag") && shown.json()["name"] == name;
        ensure!(shown.status == 200 && is_it, "read as {} {}", shown.header("etag"), shown.short());
        let mut again = None;
        if turns.count % ASKED_AGAIN == 0 {
            self.reader.send(&read, 0).await.context("the second read is not answered")?;
            again = Some(visible.elapsed());
        }
        Ok(Step { answered: answered - due, since_due: visible - due, since_answer: visible - answered, again })
    }
}

fn request(method: Method, path: &str, name: &str) -> Request {
    let text = "4 Lightning Bolt\n4 Lava Spike\n4 Rift Bolt\n20 Mountain\n";
    let fields = vec![("name", name.into()), ("archetype", "Burn".into()), ("plaintext_list", text.into())];
    Request::new(method, path, Form::Json, fields)
}

impl Found {
    fn add(&mut self, step: &Step) {
        self.answered.add(step.answered);
        self.since_due.add(step.since_due);
        self.since_answer.add(step.since_answer);
        step.again.into_iter().for_each(|again| self.again.add(again));
    }

    fn compare_with_bar(&self, took: Duration, wanted: Duration, faults: &Faults) {
        for (percent, bar) in [(50, BAR_HALF), (99, BAR_MOST)] {
            let time = self.since_answer.at(percent);
            if time > bar {
                faults.note(format!("{percent} of 100 writes are visible after {time:.1?}; the bar is {bar:?}"));
            }
        }
        if took > wanted + Duration::from_secs(1) {
            faults.note(format!("the service did not keep up: the writes of {wanted:?} took {took:.1?}"));
        }
    }

    fn lines(&self, rate: u32, time: Duration, took: Duration) -> Vec<String> {
        vec![
            format!(
                "{rate} writes a second for {} s (and {} s before); all done after {took:.1?}.",
                time.as_secs(),
                WARM_UP.as_secs()
            ),
            format!("  answered, from when it was due: {}", self.answered.summary()),
            format!("  visible, from when it was due: {}", self.since_due.summary()),
            format!("  visible, from its answer:      {}", self.since_answer.summary()),
            format!("  the same read once more:       {}", self.again.summary()),
        ]
    }
}
