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

use crate::fleet::{Fleet, Shape};
use crate::place::{Door, Place};
use crate::run::{Run, seconds};
use crate::times::Times;

/// Bars for the median and the 99th percentile of the time from the answer until a write is visible.
const BARS: [(usize, Duration); 2] = [(50, Duration::from_millis(10)), (99, Duration::from_millis(50))];
/// Time before the measurement, in which connections are opened and statements prepared.
const WARM_UP: Duration = Duration::from_secs(2);
/// Pairs of connections, one that writes and one that reads, used in turn.
const PAIRS: usize = 64;
/// Most lists of each pair, written in turn. Together they are about as many as the players of a large convention submit, so
/// that no list is written unrealistically often. A short run has fewer, each of which is written once.
const LISTS: usize = 32;

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

/// A writer and a reader of some lists with their versions, the next one first. Each write waits for the one before.
struct Pair {
    writer: Client,
    reader: Client,
    lists: Mutex<VecDeque<(String, u64)>>,
}

pub(crate) async fn run(settings: &Settings, run: &Run) -> anyhow::Result<Vec<String>> {
    let (rate, time) = (settings.rate.max(1), settings.time);
    let (writes, warm_up) = (count(rate, time), count(rate, WARM_UP));
    let lists = usize::try_from(warm_up + writes)?.div_ceil(PAIRS).min(LISTS);
    let (place, mut pairs) = (Fleet::start(Shape::default()).await?, Vec::new());
    for number in 0..PAIRS {
        pairs.push(Arc::new(Pair::create(&place.door(), number, lists).await?));
    }
    run.steps(usize::try_from(writes)?);
    let visible = Arc::new(Mutex::new(Times::default()));
    let (begun, mut running) = (Instant::now(), JoinSet::new());
    for number in 0..warm_up + writes {
        // Due by the clock, whether or not earlier writes are answered.
        sleep_until(begun + Duration::from_secs(1) * number / rate).await;
        let (pair, visible, run) = (Arc::clone(&pairs[number as usize % PAIRS]), Arc::clone(&visible), run.clone());
        running.spawn(async move {
            match pair.write_and_read(run.careless).await {
                Ok(_) if number < warm_up => {}
                Ok(time) => visible.lock().await.add(time),
                Err(error) => run.faults.note(format!("write {number}: {error:#}")),
            }
            run.bar.inc(1);
        });
        while running.try_join_next().is_some() {}
    }
    running.join_all().await;
    let (took, wanted, visible) = (begun.elapsed(), time + WARM_UP, std::mem::take(&mut *visible.lock().await));
    for (percent, bar) in BARS.into_iter().filter(|_| !settings.without_bar) {
        let time = visible.at(percent);
        if time > bar {
            run.faults.note(format!("{percent} of 100 writes are visible after {time:.1?}; the bar is {bar:?}"));
        }
    }
    if !settings.without_bar && took > wanted + Duration::from_secs(1) {
        run.faults.note(format!("the service did not keep up: the writes of {wanted:?} took {took:.1?}"));
    }
    Ok(vec![
        format!("{rate} writes a second for {wanted:?}; all done after {took:.1?}."),
        format!("Visible, from the answer: {}", visible.summary()),
    ])
}

fn count(rate: u32, time: Duration) -> u32 {
    rate * u32::try_from(time.as_secs()).unwrap_or(u32::MAX / rate.max(1))
}

impl Pair {
    async fn create(door: &Door, number: usize, count: usize) -> anyhow::Result<Self> {
        let (writer, reader, mut lists) = (door.client()?, door.client()?, VecDeque::new());
        for list in 0..count {
            let create = request(Method::POST, "/api/v1/decklists/", &format!("List {list} of {number}"));
            let answer = writer.send(&create, 0).await?;
            ensure!(answer.status == 201, "a list cannot be made: {}", answer.short());
            lists.push_back((answer.header("location").to_owned(), 1));
        }
        Ok(Self { writer, reader, lists: Mutex::new(lists) })
    }

    /// Returns the time from the answer of a write until it was read.
    async fn write_and_read(&self, careless: bool) -> anyhow::Result<Duration> {
        let mut lists = self.lists.lock().await;
        let (path, version) = lists.pop_front().context("no list")?;
        let name = format!("Version {}", version + 1);
        let written = self.writer.send(&request(Method::PUT, &path, &name), 0).await.context("not answered")?;
        let answered = Instant::now();
        ensure!(written.status == 200, "answered {}", written.short());
        let mut read = Request::get(&*path).with("prefer", "wait=5");
        lists.push_back((path, version + 1));
        if !careless {
            read = read.with("consistency-token", written.header("consistency-token"));
        }
        let shown = self.reader.send(&read, 0).await.context("the read after it is not answered")?;
        let took = answered.elapsed();
        let is_it = shown.header("etag") == written.header("etag") && shown.json()["name"] == name;
        ensure!(shown.status == 200 && is_it, "read as {} {}", shown.header("etag"), shown.short());
        Ok(took)
    }
}

fn request(method: Method, path: &str, name: &str) -> Request {
    let text = "4 Lightning Bolt\n4 Lava Spike\n4 Rift Bolt\n20 Mountain\n";
    let fields = vec![("name", name.into()), ("archetype", "Burn".into()), ("plaintext_list", text.into())];
    Request::new(method, path, Form::Json, fields).with("prefer", "respond-async")
}
