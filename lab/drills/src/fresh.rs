//! The drill `notices`: how stale reads may be while the notices that keep caches fresh are lost,
//! late or doubled. A read with a token must never be older than its write, a plain read at most two seconds.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Args;
use e2e::client::{Answer, Client, Request};
use e2e::form::Form;
use indicatif::ProgressBar;
use proto_events::decklist::DecklistBody;
use rand::RngExt;
use rand::rngs::StdRng;
use reqwest::Method;
use tokio::task::JoinSet;

use crate::body::fields;
use crate::fleet::{Fleet, Shape};
use crate::forward::{Fault, Forward};
use crate::place::Place;
use crate::report::{Faults, Report, bar};
use crate::tally::joined;
use crate::times::Times;
use crate::usual::Usual;

/// Longest lag of a plain read behind an answered write.
const BOUND: Duration = Duration::from_secs(2);
/// Lists of each writer: few, so that caches hold them.
const LISTS: usize = 6;
/// Number of clients that write.
const WRITERS: usize = 4;
/// Number of clients that read.
const READERS: usize = 12;

/// The size of the drill.
#[derive(Debug, Clone, Copy, Args)]
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

impl List {
    fn versions(&self) -> MutexGuard<'_, Vec<(Instant, String)>> {
        self.versions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns how stale a read was when it began. `answered` has the time of each version's answer.
fn behind(answered: &[Instant], shown: usize, began: Instant) -> Duration {
    answered.get(shown).map_or(Duration::ZERO, |first_missed| began.saturating_duration_since(*first_missed))
}

/// The state that all clients share.
struct Shared {
    settings: Settings,
    careless: bool,
    lists: Mutex<Vec<Arc<List>>>,
    stop: AtomicBool,
    reads: AtomicUsize,
    writes: AtomicU64,
    put_off: AtomicU64,
    faults: Faults,
}

/// The findings of a reader.
#[derive(Default)]
struct Found {
    with_token: Times,
    plain: Times,
    stale: usize,
    /// The lag of stale plain reads.
    behind: Times,
}

/// Runs the drill.
pub(crate) async fn run(settings: &Settings, usual: &Usual) -> anyhow::Result<Report> {
    let Settings { fault, reads, nodes, .. } = *settings;
    let fleet = &usual.fleet(Shape { read_apis: nodes.max(1), far_readers: true, ..Shape::default() }).await?;
    let bar = bar(reads);
    let forward = Forward::start(fleet, fault, usual.rng()).await?;
    let shared = Arc::new(Shared {
        settings: *settings,
        careless: usual.careless,
        lists: Mutex::default(),
        stop: AtomicBool::new(false),
        reads: AtomicUsize::new(0),
        writes: AtomicU64::new(0),
        put_off: AtomicU64::new(0),
        faults: Faults::default(),
    });
    let (mut writing, mut reading, begun) = (JoinSet::new(), JoinSet::new(), Instant::now());
    for number in 0..WRITERS {
        let (client, rng, shared) = (fleet.door().client()?, usual.rng_of(number), Arc::clone(&shared));
        writing.spawn(async move { write(number, &client, rng, &shared).await });
    }
    for number in 0..READERS {
        let (client, shared) = (fleet.door().client()?, Arc::clone(&shared));
        let reader = Reader { client, rng: usual.rng_of(WRITERS + number), shared, found: Found::default() };
        let bar = bar.clone();
        reading.spawn(async move { reader.run(&bar).await });
    }
    let mut found = Found::default();
    for read in joined(reading).await? {
        let read = read?;
        found.stale += read.stale;
        found.with_token.merge(read.with_token);
        found.plain.merge(read.plain);
        found.behind.merge(read.behind);
    }
    let took = begun.elapsed();
    shared.stop.store(true, Ordering::Relaxed);
    joined(writing).await?.into_iter().collect::<anyhow::Result<()>>()?;
    fleet.settled().await.map_err(anyhow::Error::msg)?;
    fleet.verify(&shared.faults)?;
    let mut lines = lines(fleet, &shared, &found, &forward, took);
    lines.insert(0, format!("{WRITERS} clients write, {READERS} read, seed {}.", usual.seed));
    lines.push(fleet.note_ends(&shared.faults));
    Ok(Report::new(lines, &shared.faults))
}

fn lines(fleet: &Fleet, shared: &Shared, found: &Found, forward: &Forward, took: Duration) -> Vec<String> {
    let count = |count: &AtomicU64| count.load(Ordering::Relaxed);
    let (nodes, done, Found { with_token, plain, stale, behind }) = (fleet.read_apis.len(), &forward.done, found);
    let reads = |times: &Times| format!("{}; {}", times.count(), times.summary());
    vec![
        format!("{nodes} read-api, notices {:?}.", shared.settings.fault),
        format!(
            "Notices: {} received, {} dropped, {} delivered late, additionally or only.",
            count(&done.came),
            count(&done.dropped),
            count(&done.late)
        ),
        format!("{} writes in {} s.", count(&shared.writes), took.as_secs()),
        format!("Reads with a token: {}; {stale} stale.", reads(with_token)),
        format!("  answered 503 and retried: {}", count(&shared.put_off)),
        format!("Plain reads: {}.", reads(plain)),
        format!("  behind a write that was answered: {}.", reads(behind)),
    ]
}

/// Writes its lists until it is stopped. Each version contains its number.
async fn write(writer: usize, client: &Client, mut rng: StdRng, shared: &Shared) -> anyhow::Result<()> {
    let mut own: Vec<Arc<List>> = Vec::new();
    let mut step = 0_u64;
    while !shared.stop.load(Ordering::Relaxed) {
        step += 1;
        let list = (own.len() == LISTS).then(|| Arc::clone(&own[rng.random_range(0..LISTS)]));
        let version = list.as_ref().map_or(0, |list| list.versions().len()) + 1;
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
        if answer.status != status {
            bail!("a write is answered {}", answer.short());
        }
        let answered = (Instant::now(), answer.header("consistency-token").to_owned());
        match list {
            Some(list) => list.versions().push(answered),
            None => {
                let id = answer.json()["id"].as_i64().context("a list without an id")?;
                let list = Arc::new(List { id, versions: Mutex::new(vec![answered]) });
                own.push(Arc::clone(&list));
                shared.lists.lock().unwrap_or_else(PoisonError::into_inner).push(list);
            }
        }
        shared.writes.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

/// A client that reads what others write.
struct Reader {
    client: Client,
    rng: StdRng,
    shared: Arc<Shared>,
    found: Found,
}

impl Reader {
    async fn run(mut self, bar: &ProgressBar) -> anyhow::Result<Found> {
        while self.shared.reads.load(Ordering::Relaxed) < self.shared.settings.reads {
            let Some(list) = self.draw() else {
                tokio::task::yield_now().await;
                continue;
            };
            self.shared.reads.fetch_add(1, Ordering::Relaxed);
            let is_plain = self.rng.random();
            self.read(&list, is_plain).await?;
            bar.inc(1);
        }
        Ok(self.found)
    }

    fn draw(&mut self) -> Option<Arc<List>> {
        let lists = self.shared.lists.lock().unwrap_or_else(PoisonError::into_inner);
        if lists.is_empty() { None } else { Some(Arc::clone(&lists[self.rng.random_range(0..lists.len())])) }
    }

    async fn read(&mut self, list: &List, is_plain: bool) -> anyhow::Result<()> {
        let (newest, token) = {
            let versions = list.versions();
            (versions.len(), versions.last().map(|(_, token)| token.clone()).unwrap_or_default())
        };
        let revisions = self.rng.random_ratio(1, 8);
        let path = format!("/api/v1/decklists/{}/{}", list.id, if revisions { "revisions/" } else { "" });
        let mut request = Request::get(&path);
        if !is_plain && !self.shared.careless {
            request = request.with("consistency-token", token).with("prefer", "wait=5");
        }
        let began = Instant::now();
        let asked = self.client.ask(&request, false).await;
        self.shared.put_off.fetch_add(asked.put_off.into(), Ordering::Relaxed);
        let answer = asked.answer.with_context(|| format!("{path} is not answered"))?;
        let shown = shown(&answer, revisions).with_context(|| format!("{path} is answered {}", answer.short()))?;
        if !is_plain {
            self.found.with_token.add(asked.took);
            if shown < newest {
                self.found.stale += 1;
                let fault = format!("{path}: version {shown} is shown with the token of version {newest}");
                self.shared.faults.note(fault);
            }
            return Ok(());
        }
        self.found.plain.add(asked.took);
        let answered: Vec<_> = list.versions().iter().map(|(answered, _)| *answered).collect();
        let behind = behind(&answered, shown, began);
        if !behind.is_zero() {
            self.found.behind.add(behind);
        }
        if behind > BOUND {
            self.shared
                .faults
                .note(format!("{path}: version {shown} is shown {behind:.1?} after the next was answered"));
        }
        Ok(())
    }
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
