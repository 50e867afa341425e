//! The drill `notices`: how stale reads may be while the notices that keep caches fresh are lost,
//! late or doubled. A read with a token must never be older than its write, a plain read at most two seconds.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use clap::{Args, ValueEnum};
use e2e::client::{Answer, Client, Request};
use e2e::form::Form;
use futures::StreamExt;
use proto_events::decklist::DecklistBody;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use reqwest::Method;
use service_kit::nats::Nats;
use tokio::task::JoinSet;

use crate::body::{fields, read_with_token};
use crate::fleet::{FAR_PREFIX, Fleet, PREFIX, Shape};
use crate::place::Place;
use crate::read_back::settled;
use crate::run::Run;
use crate::times::Times;

/// Longest lag of a plain read behind an answered write.
const BOUND: Duration = Duration::from_secs(2);
/// Lists of each writer: few, so that caches hold them.
const LISTS: usize = 6;
const WRITERS: usize = 4;
const READERS: usize = 12;

#[derive(Debug, Args)]
pub(crate) struct Settings {
    /// The fault of the notices
    #[arg(long)]
    fault: Fault,
    /// Reads, half of them with a token
    #[arg(long, default_value_t = 50_000)]
    reads: usize,
    /// Number of read-api processes
    #[arg(long, default_value_t = 2)]
    nodes: usize,
}

/// A list, and for each of its versions when it was answered and with which token.
struct List {
    id: i64,
    versions: Mutex<Vec<(Instant, String)>>,
}

/// Returns how stale a read was when it began. `answered` has the time of each version's answer.
fn behind(answered: &[Instant], shown: usize, began: Instant) -> Duration {
    answered.get(shown).map_or(Duration::ZERO, |first_missed| began.saturating_duration_since(*first_missed))
}

struct Shared {
    run: Run,
    /// Number of reads after which readers stop, and of those so far.
    goal: usize,
    reads: AtomicUsize,
    lists: Mutex<Vec<Arc<List>>>,
    stop: AtomicBool,
    found: Mutex<Found>,
}

#[derive(Default)]
struct Found {
    writes: usize,
    /// Notices by what the drill did to them.
    came: usize,
    dropped: usize,
    late: usize,
    with_token: Times,
    plain: Times,
    stale: usize,
    put_off: u32,
    /// The lag of stale plain reads.
    behind: Times,
}

pub(crate) async fn run(settings: &Settings, run: &Run) -> anyhow::Result<Vec<String>> {
    let &Settings { fault, reads, nodes } = settings;
    let nodes = nodes.max(1);
    let fleet = Fleet::start(Shape { read_apis: nodes, far_readers: true, ..Shape::default() }).await?;
    let shared = Arc::new(Shared {
        run: run.clone(),
        goal: reads,
        reads: AtomicUsize::new(0),
        lists: Mutex::default(),
        stop: AtomicBool::new(false),
        found: Mutex::default(),
    });
    let _forwarding = forward(&fleet, fault, Arc::clone(&shared)).await?;
    run.steps(reads);
    let (mut writing, mut reading, begun) = (JoinSet::new(), JoinSet::new(), Instant::now());
    for number in 0..WRITERS {
        writing.spawn(write(number, fleet.door().client()?, run.rng_of(number), Arc::clone(&shared)));
    }
    for number in WRITERS..WRITERS + READERS {
        reading.spawn(read(fleet.door().client()?, run.rng_of(number), Arc::clone(&shared)));
    }
    reading.join_all().await.into_iter().collect::<anyhow::Result<()>>()?;
    let took = begun.elapsed();
    shared.stop.store(true, Ordering::Relaxed);
    writing.join_all().await.into_iter().collect::<anyhow::Result<()>>()?;
    settled(&fleet).await?;
    fleet.verify(&run.faults)?;
    let found = std::mem::take(&mut *shared.found.lock().unwrap());
    let Found { writes, came, dropped, late, with_token, plain, stale, put_off, behind } = found;
    let figures = |times: &Times| format!("{}; {}", times.count(), times.summary());
    Ok(vec![
        format!("{WRITERS} clients write, {READERS} read, seed {}.", run.seed),
        format!("{nodes} read-api, notices {fault:?}."),
        format!("Notices: {came} received, {dropped} dropped, {late} delivered late, additionally or only."),
        format!("{writes} writes in {} s.", took.as_secs()),
        format!("Reads with a token: {}; {stale} stale.", figures(&with_token)),
        format!("  answered 503 and retried: {put_off}"),
        format!("Plain reads: {}.", figures(&plain)),
        format!("  behind a write that was answered: {}.", figures(&behind)),
        fleet.note_ends(&run.faults),
    ])
}

/// Writes its lists until it is stopped. Each version contains its number.
async fn write(writer: usize, client: Client, mut rng: StdRng, shared: Arc<Shared>) -> anyhow::Result<()> {
    let (mut own, mut step) = (Vec::<Arc<List>>::new(), 0_u64);
    while !shared.stop.load(Ordering::Relaxed) {
        step += 1;
        let list = (own.len() == LISTS).then(|| Arc::clone(&own[rng.random_range(0..LISTS)]));
        let version = list.as_ref().map_or(0, |list| list.versions.lock().unwrap().len()) + 1;
        let body = DecklistBody {
            name: format!("v{version}"),
            plaintext_list: format!("{version} Island\n"),
            ..DecklistBody::default()
        };
        let (method, path, status) = match &list {
            None => (Method::POST, "/api/v1/decklists/".to_owned(), 201),
            Some(list) => (Method::PUT, format!("/api/v1/decklists/{}/", list.id), 200),
        };
        let mut request = Request::new(method, path, Form::Json, fields(&body))
            .with("idempotency-key", format!("fresh-{writer}-{step}"));
        if rng.random() {
            request = request.with("prefer", "respond-async");
        }
        let answer = client.answer(&request).await.context("a write is not answered")?;
        ensure!(answer.status == status, "a write is answered {}", answer.short());
        let answered = (Instant::now(), answer.header("consistency-token").to_owned());
        match list {
            Some(list) => list.versions.lock().unwrap().push(answered),
            None => {
                let id = answer.json()["id"].as_i64().context("a list without an id")?;
                let list = Arc::new(List { id, versions: Mutex::new(vec![answered]) });
                own.push(Arc::clone(&list));
                shared.lists.lock().unwrap().push(list);
            }
        }
        shared.found.lock().unwrap().writes += 1;
    }
    Ok(())
}

async fn read(client: Client, mut rng: StdRng, shared: Arc<Shared>) -> anyhow::Result<()> {
    while shared.reads.load(Ordering::Relaxed) < shared.goal {
        let list = shared.lists.lock().unwrap().choose(&mut rng).cloned();
        let Some(list) = list else {
            tokio::task::yield_now().await;
            continue;
        };
        shared.reads.fetch_add(1, Ordering::Relaxed);
        read_one(&client, &mut rng, &list, &shared).await?;
        shared.run.bar.inc(1);
    }
    Ok(())
}

async fn read_one(client: &Client, rng: &mut StdRng, list: &List, shared: &Shared) -> anyhow::Result<()> {
    let (is_plain, revisions) = (rng.random::<bool>(), rng.random_ratio(1, 8));
    let (newest, token) = {
        let versions = list.versions.lock().unwrap();
        (versions.len(), versions.last().map(|(_, token)| token.clone()).unwrap_or_default())
    };
    let path = format!("/api/v1/decklists/{}/{}", list.id, if revisions { "revisions/" } else { "" });
    let brings_token = !is_plain && !shared.run.careless;
    let request = if brings_token { read_with_token(&path, &token) } else { Request::get(&path) };
    let began = Instant::now();
    let asked = client.ask(&request, false).await;
    let answer = asked.answer.with_context(|| format!("{path} is not answered"))?;
    let shown = shown(&answer, revisions).with_context(|| format!("{path} is answered {}", answer.short()))?;
    let mut found = shared.found.lock().unwrap();
    found.put_off += asked.put_off;
    if !is_plain {
        found.with_token.add(asked.took);
        if shown < newest {
            found.stale += 1;
            let fault = format!("{path}: version {shown} is shown with the token of version {newest}");
            shared.run.faults.note(fault);
        }
        return Ok(());
    }
    found.plain.add(asked.took);
    let answered: Vec<_> = list.versions.lock().unwrap().iter().map(|(answered, _)| *answered).collect();
    let behind = behind(&answered, shown, began);
    if !behind.is_zero() {
        found.behind.add(behind);
    }
    if behind > BOUND {
        shared.run.faults.note(format!("{path}: version {shown} is shown {behind:.1?} after the next was answered"));
    }
    Ok(())
}

/// Returns the version in an answer; 0 if the list is not yet known.
fn shown(answer: &Answer, revisions: bool) -> Option<usize> {
    let json = answer.json();
    match answer.status {
        404 => Some(0),
        200 if revisions => json.as_array().map(Vec::len),
        200 => {
            let version = json["name"].as_str()?.strip_prefix('v')?.parse().ok()?;
            (answer.header("etag") == format!("\"{version}\"")).then_some(version)
        }
        _ => None,
    }
}

/// With [`Fault::DroppedAtTimes`]: longest phase in which notices pass. A phase in which they are dropped is half as
/// long.
const LONGEST_PHASE: Duration = Duration::from_secs(4);

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Fault {
    /// Every second notice is lost
    Dropped,
    /// Each notice is late, by up to three seconds, so that later ones overtake it
    Delayed,
    /// Each notice arrives twice, the second time up to three seconds later
    Doubled,
    /// For a third of the time all notices are lost
    DroppedAtTimes,
}

/// Forwards notices until the returned task is dropped.
async fn forward(fleet: &Fleet, fault: Fault, shared: Arc<Shared>) -> anyhow::Result<JoinSet<()>> {
    let nats = fleet.listen().await?;
    let notices = nats.client().subscribe(format!("{PREFIX}.notices")).await.context("notices")?;
    // The subscription is in place once the server has answered.
    nats.client().flush().await.context("NATS does not answer")?;
    let mut notices = notices.map(|message| message.payload);
    let mut post = Post { nats, fault, rng: shared.run.rng(), shared, phase: None };
    let mut forwarding = JoinSet::new();
    forwarding.spawn(async move {
        let mut on_their_way = JoinSet::new();
        while let Some(notice) = notices.next().await {
            for delay in post.delays() {
                let (nats, notice) = (post.nats.clone(), notice.clone());
                if delay.is_zero() {
                    // Published in the order of arrival.
                    let _ = nats.client().publish(format!("{FAR_PREFIX}.notices"), notice).await;
                    continue;
                }
                on_their_way.spawn(async move {
                    tokio::time::sleep(delay).await;
                    // A notice that cannot be sent is dropped.
                    let _ = nats.client().publish(format!("{FAR_PREFIX}.notices"), notice).await;
                });
            }
            while on_their_way.try_join_next().is_some() {}
        }
    });
    Ok(forwarding)
}

struct Post {
    nats: Nats,
    fault: Fault,
    rng: StdRng,
    shared: Arc<Shared>,
    /// Whether all notices are dropped at the moment, and until when.
    phase: Option<(bool, Instant)>,
}

impl Post {
    /// Returns the delays after which the received notice is sent; none if it is dropped.
    fn delays(&mut self) -> Vec<Duration> {
        self.shared.found.lock().unwrap().came += 1;
        let drops = match self.fault {
            Fault::Dropped => self.rng.random(),
            Fault::DroppedAtTimes => self.drops_all(),
            Fault::Delayed | Fault::Doubled => false,
        };
        if drops {
            self.shared.found.lock().unwrap().dropped += 1;
            return Vec::new();
        }
        let late = Duration::from_secs(3).mul_f64(self.rng.random_range(0.01..1.0));
        match self.fault {
            Fault::Dropped | Fault::DroppedAtTimes => vec![Duration::ZERO],
            Fault::Delayed | Fault::Doubled => {
                self.shared.found.lock().unwrap().late += 1;
                if self.fault == Fault::Doubled { vec![Duration::ZERO, late] } else { vec![late] }
            }
        }
    }

    fn drops_all(&mut self) -> bool {
        let now = Instant::now();
        let (drops, until) = self.phase.unwrap_or((true, now));
        if now < until {
            return drops;
        }
        let longest = if drops { LONGEST_PHASE } else { LONGEST_PHASE / 2 };
        self.phase = Some((!drops, now + longest.mul_f64(self.rng.random_range(0.5..1.0))));
        !drops
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_read_is_behind_since_the_first_version_that_it_misses_was_answered() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let answered = [at(1), at(3), at(6)];
        assert_eq!(behind(&answered, 3, at(9)), Duration::ZERO);
        assert_eq!(behind(&answered, 2, at(9)), Duration::from_secs(3));
        assert_eq!(behind(&answered, 1, at(9)), Duration::from_secs(6));
        assert_eq!(behind(&answered, 0, at(2)), Duration::from_secs(1));
        // The answer arrived after the read had begun.
        assert_eq!(behind(&answered, 2, at(5)), Duration::ZERO);
        assert_eq!(behind(&answered, 4, at(9)), Duration::ZERO, "the answer is on its way to the writer");
    }
}
