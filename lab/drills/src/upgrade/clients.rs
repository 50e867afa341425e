//! Clients during an upgrade: one writes lists at a steady pace and measures when they can be read, others read a list
//! from before the upgrade all the time.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use bytes::Bytes;
use e2e::client::{Answer, Client, Request};
use e2e::form::Form;
use proto_events::decklist::DecklistBody;
use reqwest::Method;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{interval, sleep};

use super::watch::Watch;
use crate::body::{difference, fields};
use crate::fill::last_body;
use crate::place::Door;
use crate::times::Times;

/// Time in which a write must be readable, with its token and without.
const VISIBLE: Duration = Duration::from_secs(1);
/// Time between two writes.
const BETWEEN_WRITES: Duration = Duration::from_millis(50);
/// How often a write is repeated whose connection the gateway lost.
const REPEATED: usize = 3;
/// Number of clients that read.
const READERS: usize = 2;
/// Time in which a write must be readable after the process was down.
const PATIENCE: Duration = Duration::from_secs(60);

/// The running clients.
pub(crate) struct Clients {
    writing: JoinHandle<anyhow::Result<Written>>,
    reading: JoinSet<Reads>,
}

/// The times of writes.
#[derive(Debug, Default)]
struct Written {
    /// From the answer until the list was read without a token.
    plain: Times,
    /// From the answer until the list was read with its token.
    with_token: Times,
    /// Writes that were not judged, because the process was down meanwhile.
    interrupted: usize,
    /// Requests repeated with their key, because the gateway did not know whether they were carried out.
    repeated: usize,
    /// Reads with a token that were answered 503 and repeated.
    put_off: usize,
}

/// The times of reads before the new views were served and after.
#[derive(Debug, Default)]
struct Reads {
    before: Times,
    after: Times,
}

impl Clients {
    /// Starts the clients. `list` is one from before the upgrade.
    pub(crate) fn start(door: &Door, list: i64, watch: &Arc<Watch>) -> anyhow::Result<Self> {
        let (client, watching) = (door.client()?, Arc::clone(watch));
        let writing = tokio::spawn(async move { write(&client, &watching).await });
        let mut reading = JoinSet::new();
        for _ in 0..READERS {
            let (client, watch) = (door.client()?, Arc::clone(watch));
            reading.spawn(async move { read(&client, list, &watch).await });
        }
        Ok(Self { writing, reading })
    }

    /// Stops the clients. Returns lines for a report.
    pub(crate) async fn end(self, watch: &Watch) -> anyhow::Result<Vec<String>> {
        watch.stop();
        let written = self.writing.await??;
        let mut reads = Reads::default();
        for read in self.reading.join_all().await {
            reads.before.merge(read.before);
            reads.after.merge(read.after);
        }
        Ok(written.lines().into_iter().chain(reads.lines()).collect())
    }
}

impl Written {
    fn merge(&mut self, other: Self) {
        self.plain.merge(other.plain);
        self.with_token.merge(other.with_token);
        self.interrupted += other.interrupted;
        self.repeated += other.repeated;
        self.put_off += other.put_off;
    }

    fn lines(&self) -> [String; 3] {
        let Self { plain, with_token, interrupted, repeated, put_off } = self;
        [
            format!(
                "Writes: {}, and {interrupted} while the process was down or starting; repeated with their key: {repeated}.",
                plain.count()
            ),
            format!("  readable without a token, from the answer: {}", plain.summary()),
            format!(
                "  readable with the token, from the answer:  {}; answered 503 and repeated: {put_off}",
                with_token.summary()
            ),
        ]
    }
}

impl Reads {
    fn lines(&self) -> [String; 2] {
        let (before, after) = (self.before.rate(), self.after.rate());
        [
            format!(
                "Reads of a list until the new views were served: {}, {}",
                self.before.count(),
                self.before.summary()
            ),
            format!(
                "  {before:.0} a second by each of {READERS} clients, {after:.0} afterwards: {:.2} times as many.",
                before / after
            ),
        ]
    }
}

/// Writes lists, each on time even if earlier ones cannot be read yet.
async fn write(client: &Client, watch: &Arc<Watch>) -> anyhow::Result<Written> {
    let (mut due, mut running, mut written) = (interval(BETWEEN_WRITES), JoinSet::new(), Written::default());
    for number in 0.. {
        if watch.is_stopped() {
            break;
        }
        due.tick().await;
        let (client, watch) = (client.clone(), Arc::clone(watch));
        running.spawn(async move { write_one(&client, number, &watch).await });
        while let Some(done) = running.try_join_next() {
            written.merge(done??);
        }
    }
    while let Some(done) = running.join_next().await {
        written.merge(done??);
    }
    Ok(written)
}

/// Writes a list, and reads it with its token and without until both show it.
async fn write_one(client: &Client, number: u64, watch: &Watch) -> anyhow::Result<Written> {
    let body = DecklistBody {
        name: format!("During the upgrade {number}"),
        plaintext_list: "60 Island".into(),
        ..DecklistBody::default()
    };
    let (mut written, turn, waits) = (Written::default(), watch.turn(), number.is_multiple_of(2));
    let mut request = Request::new(Method::POST, "/api/v1/decklists/", Form::Json, fields(&body))
        .with("idempotency-key", format!("upgrade-{number}"));
    if !waits {
        request = request.with("prefer", "respond-async");
    }
    let mut sent = client.send(&request, 0).await;
    // The connection of a process that stops may close while the gateway sends a request on it.
    while written.repeated < REPEATED && sent.as_ref().is_ok_and(|answer| answer.status == 502) {
        written.repeated += 1;
        sent = client.send(&request, 0).await;
    }
    let answer = match sent {
        Ok(answer) if answer.status == 201 => answer,
        refused => {
            if watch.judges(turn) {
                note_refusal(watch, "POST /api/v1/decklists/", refused);
            }
            return Ok(written);
        }
    };
    let id = answer.json()["id"].as_i64().context("a list without an id")?;
    let list = List { id, body, path: format!("/api/v1/decklists/{id}/") };
    let token = answer.header("consistency-token");
    let (plain, (with_token, put_off)) =
        tokio::join!(list.until_readable(client, watch), list.read(client, token, watch));
    if !watch.ran_since(turn) {
        // Without the process, the views stand still, and a reader with a token waits in vain.
        written.interrupted = 1;
        return Ok(written);
    }
    written.put_off = put_off;
    for (times, took, how) in
        [(&mut written.plain, Some(plain), "without a token"), (&mut written.with_token, with_token, "with its token")]
    {
        let Some(took) = took else { continue };
        times.add(took);
        if took > VISIBLE {
            watch.note(format!("a list was readable {how} only after {VISIBLE:?}"), format!("list {id}, {took:.1?}"));
        }
    }
    Ok(written)
}

/// Notes that a request was refused or not answered.
fn note_refusal(watch: &Watch, request: &str, refused: reqwest::Result<Answer>) {
    match refused {
        Ok(answer) => watch.note_refusal(request, answer.status, &answer.body),
        Err(error) => watch.note(format!("{request} is not answered"), format!("{error:?}")),
    }
}

/// A list that was written.
struct List {
    id: i64,
    body: DecklistBody,
    path: String,
}

impl List {
    /// Waits until the list can be read without a token. An acknowledged list that never becomes readable is a fault.
    async fn until_readable(&self, client: &Client, watch: &Watch) -> Duration {
        let (begun, request) = (Instant::now(), Request::get(&self.path));
        loop {
            let turn = watch.turn();
            match client.send(&request, 0).await {
                Ok(answer) if answer.status == 200 => {
                    self.check(&answer, watch);
                    return begun.elapsed();
                }
                Ok(answer) if answer.status == 404 => {}
                refused if watch.judges(turn) => note_refusal(watch, "GET of a new list", refused),
                _ => {}
            }
            if begun.elapsed() > PATIENCE {
                watch.note("a list was acknowledged and is not readable", format!("list {}", self.id));
                return begun.elapsed();
            }
            sleep(Duration::from_millis(5)).await;
        }
    }

    /// Reads the list with its token. Repeats a read that is answered 503: a process that stops cannot wait any longer
    /// for the views. Returns how long it took, and the number of those answers; no time if the list was not shown.
    async fn read(&self, client: &Client, token: &str, watch: &Watch) -> (Option<Duration>, usize) {
        let request = Request::get(&self.path).with("consistency-token", token).with("prefer", "wait=5");
        let (begun, turn, mut put_off) = (Instant::now(), watch.turn(), 0);
        while begun.elapsed() < PATIENCE {
            match client.send(&request, 0).await {
                Ok(answer) if answer.status == 200 => {
                    self.check(&answer, watch);
                    return (Some(begun.elapsed()), put_off);
                }
                Ok(answer) if answer.status == 503 => put_off += 1,
                refused if watch.ran_since(turn) => {
                    note_refusal(watch, "GET of a new list with its token", refused);
                    return (None, put_off);
                }
                _ => return (None, put_off),
            }
            sleep(Duration::from_millis(5)).await;
        }
        watch.note("a list was acknowledged and is not readable with its token", format!("list {}", self.id));
        (None, put_off)
    }

    fn check(&self, answer: &Answer, watch: &Watch) {
        if let Some(wrong) = wrong(answer, self.id, &self.body) {
            watch.note("GET of a new list is wrong", format!("list {} {wrong}", self.id));
        }
    }
}

/// Returns how the answer differs from the list; `None` if it is right.
fn wrong(answer: &Answer, id: i64, body: &DecklistBody) -> Option<String> {
    let marked = answer.json().to_string().contains("\\u0000").then(|| format!("has a mark: {}", answer.short()));
    marked.or_else(|| difference(&answer.json(), id, body))
}

/// Reads a list from before the upgrade again and again. It must always be there.
async fn read(client: &Client, list: i64, watch: &Watch) -> Reads {
    let (mut reads, mut right) = (Reads::default(), Bytes::new());
    let (request, body) = (Request::get(format!("/api/v1/decklists/{list}/")), last_body(list));
    while !watch.is_stopped() {
        let (turn, begun, is_after) = (watch.turn(), Instant::now(), watch.is_rendered());
        match client.send(&request, 0).await {
            Ok(answer) if answer.status == 200 => {
                if watch.judges(turn) {
                    if is_after { &mut reads.after } else { &mut reads.before }.add(begun.elapsed());
                }
                if answer.body == right {
                    continue;
                }
                match wrong(&answer, list, &body) {
                    Some(wrong) => watch.note("GET of an earlier list is wrong", wrong),
                    None => right = answer.body,
                }
            }
            refused => {
                if watch.judges(turn) {
                    note_refusal(watch, "GET of an earlier list", refused);
                }
                sleep(Duration::from_millis(5)).await;
            }
        }
    }
    reads
}
