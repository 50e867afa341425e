//! Clients during an upgrade: one writes lists at a steady pace and measures when they can be read, others read a list
//! from before the upgrade all the time. And the state that they share: when answers are judged, and which faults were found.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use anyhow::Context;
use bytes::Bytes;
use e2e::client::{Answer, Client, Request};
use e2e::form::{Form, excerpt};
use proto_events::decklist::DecklistBody;
use reqwest::Method;
use serde_json::Value;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{interval, sleep};

use crate::body::{difference, fields};
use crate::fill::last_body;
use crate::place::Door;
use crate::times::Times;

/// Time in which a write must be readable, with its token and without.
const VISIBLE: Duration = Duration::from_secs(1);
const READERS: usize = 2;
/// Time in which a write must be readable after the process was down.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Clients {
    writing: JoinHandle<anyhow::Result<()>>,
    reading: JoinSet<()>,
    figures: Arc<Mutex<Figures>>,
}

#[derive(Debug, Default)]
struct Figures {
    /// From the answer to a write until the list was read without a token, and with its token.
    plain: Times,
    with_token: Times,
    /// Writes that were not judged, because the process was down meanwhile.
    interrupted: usize,
    /// Requests repeated with their key, because the gateway did not know whether they were carried out.
    repeated: usize,
    /// Reads with a token that were answered 503 and repeated.
    put_off: usize,
    /// Reads of an earlier list before the new views were served, and after.
    before: Times,
    after: Times,
}

impl Clients {
    /// Starts the clients. `list` is one from before the upgrade.
    pub(crate) fn start(door: &Door, list: i64, watch: &Arc<Watch>) -> anyhow::Result<Self> {
        let figures = Arc::<Mutex<Figures>>::default();
        let writing = tokio::spawn(write(door.client()?, Arc::clone(watch), Arc::clone(&figures)));
        let mut reading = JoinSet::new();
        for _ in 0..READERS {
            reading.spawn(read(door.client()?, list, Arc::clone(watch), Arc::clone(&figures)));
        }
        Ok(Self { writing, reading, figures })
    }

    /// Stops the clients. Returns lines for a report.
    pub(crate) async fn end(self, watch: &Watch) -> anyhow::Result<Vec<String>> {
        watch.stopped.get_or_init(|| ());
        self.writing.await??;
        self.reading.join_all().await;
        let figures = std::mem::take(&mut *self.figures.lock().unwrap());
        let Figures { plain, with_token, interrupted, repeated, put_off, before, after } = figures;
        Ok(vec![
            format!(
                "Writes: {}, and {interrupted} while the process was down or starting; repeated with their key: {repeated}.",
                plain.count()
            ),
            format!("  readable without a token, from the answer: {}", plain.summary()),
            format!(
                "  readable with the token, from the answer:  {}; answered 503 and repeated: {put_off}",
                with_token.summary()
            ),
            format!("Reads of a list until the new views were served: {}, {}", before.count(), before.summary()),
            format!(
                "  {:.0} a second by each of {READERS} clients, {:.0} afterwards: {:.2} times as many.",
                before.rate(),
                after.rate(),
                before.rate() / after.rate()
            ),
        ])
    }
}

/// Writes lists, each on time even if earlier ones cannot be read yet.
async fn write(client: Client, watch: Arc<Watch>, figures: Arc<Mutex<Figures>>) -> anyhow::Result<()> {
    let (mut due, mut running) = (interval(Duration::from_millis(50)), JoinSet::new());
    for number in 0.. {
        if watch.stopped.get().is_some() {
            break;
        }
        due.tick().await;
        let (client, watch, figures) = (client.clone(), Arc::clone(&watch), Arc::clone(&figures));
        running.spawn(async move { write_one(&client, number, &watch, &figures).await });
        while let Some(done) = running.try_join_next() {
            done??;
        }
    }
    running.join_all().await.into_iter().collect()
}

/// Writes a list, and reads it with its token and without until both show it.
async fn write_one(client: &Client, number: u64, watch: &Watch, figures: &Mutex<Figures>) -> anyhow::Result<()> {
    let body = DecklistBody {
        name: format!("During the upgrade {number}"),
        plaintext_list: "60 Island".into(),
        ..DecklistBody::default()
    };
    let (turn, waits) = (watch.turn(), number.is_multiple_of(2));
    let mut request = Request::new(Method::POST, "/api/v1/decklists/", Form::Json, fields(&body))
        .with("idempotency-key", format!("upgrade-{number}"));
    if !waits {
        request = request.with("prefer", "respond-async");
    }
    let mut sent = client.send(&request, 0).await;
    // The connection of a process that stops may close while the gateway sends a request on it.
    for _ in 0..3 {
        if sent.as_ref().is_ok_and(|answer| answer.status == 502) {
            figures.lock().unwrap().repeated += 1;
            sent = client.send(&request, 0).await;
        }
    }
    let answer = match sent {
        Ok(answer) if answer.status == 201 => answer,
        refused => {
            if watch.judges(turn) {
                note_refusal(watch, "POST /api/v1/decklists/", refused);
            }
            return Ok(());
        }
    };
    let id = answer.json()["id"].as_i64().context("a list without an id")?;
    let list = List { id, body, path: format!("/api/v1/decklists/{id}/") };
    let token = answer.header("consistency-token");
    let (plain, (with_token, put_off)) =
        tokio::join!(list.until_readable(client, watch), list.read(client, token, watch));
    let mut figures = figures.lock().unwrap();
    if !watch.ran_since(turn) {
        // Without the process, the views stand still, and a reader with a token waits in vain.
        figures.interrupted += 1;
        return Ok(());
    }
    figures.put_off += put_off;
    figures.plain.add(plain);
    with_token.into_iter().for_each(|took| figures.with_token.add(took));
    for (took, how) in [(Some(plain), "without a token"), (with_token, "with its token")] {
        if let Some(took) = took.filter(|took| *took > VISIBLE) {
            watch.note(format!("a list was readable {how} only after {VISIBLE:?}"), format!("list {id}, {took:.1?}"));
        }
    }
    Ok(())
}

fn note_refusal(watch: &Watch, request: &str, refused: reqwest::Result<Answer>) {
    match refused {
        Ok(answer) => watch.note_refusal(request, answer.status, &answer.body),
        Err(error) => watch.note(format!("{request} is not answered"), format!("{error:?}")),
    }
}

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
async fn read(client: Client, list: i64, watch: Arc<Watch>, figures: Arc<Mutex<Figures>>) {
    let (mut before, mut after, mut right) = (Times::default(), Times::default(), Bytes::new());
    let (request, body) = (Request::get(format!("/api/v1/decklists/{list}/")), last_body(list));
    while watch.stopped.get().is_none() {
        let (turn, begun, is_after) = (watch.turn(), Instant::now(), watch.rendered.get().is_some());
        match client.send(&request, 0).await {
            Ok(answer) if answer.status == 200 => {
                if watch.judges(turn) {
                    if is_after { &mut after } else { &mut before }.add(begun.elapsed());
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
                    note_refusal(&watch, "GET of an earlier list", refused);
                }
                sleep(Duration::from_millis(5)).await;
            }
        }
    }
    let mut figures = figures.lock().unwrap();
    figures.before.merge(before);
    figures.after.merge(after);
}

#[derive(Debug)]
pub(crate) struct Watch {
    begun: Instant,
    /// Set when clients must finish.
    pub(crate) stopped: OnceLock<()>,
    /// Set when the new views are served.
    pub(crate) rendered: OnceLock<()>,
    /// Number of exits and of starts after them: odd while the process is down or starting.
    turns: AtomicU64,
    /// Whether other processes answer while that process is down.
    others_answer: bool,
    phase: Mutex<String>,
    found: Mutex<Vec<Found>>,
}

/// Equal faults in one phase, with the times of the first and the last.
#[derive(Debug)]
struct Found {
    phase: String,
    kind: String,
    count: usize,
    first: Duration,
    last: Duration,
    example: String,
}

impl Watch {
    /// A watch on one process, which answers nothing while it is down, or on a projector: while that is down, others answer, but
    /// new lists need not be readable.
    pub(crate) fn new(others_answer: bool) -> Self {
        Self {
            begun: Instant::now(),
            stopped: OnceLock::new(),
            rendered: OnceLock::new(),
            turns: AtomicU64::new(0),
            others_answer,
            phase: Mutex::default(),
            found: Mutex::default(),
        }
    }

    /// Notes that the process is about to end, or that it is ready again.
    pub(crate) fn turn_over(&self) {
        self.turns.fetch_add(1, Ordering::SeqCst);
    }

    pub(crate) fn turn(&self) -> u64 {
        self.turns.load(Ordering::SeqCst)
    }

    /// Returns whether the process has run since this turn. Only then must new lists be readable.
    pub(crate) fn ran_since(&self, turn: u64) -> bool {
        turn.is_multiple_of(2) && turn == self.turn()
    }

    /// Returns whether a request that was sent in this turn must be answered.
    pub(crate) fn judges(&self, turn: u64) -> bool {
        self.others_answer || self.ran_since(turn)
    }

    pub(crate) fn begin(&self, phase: String) {
        *self.phase.lock().unwrap() = phase;
    }

    pub(crate) fn phase(&self) -> String {
        self.phase.lock().unwrap().clone()
    }

    /// Notes a fault in the current phase. Faults of one kind are counted, and the first is kept as an example.
    pub(crate) fn note(&self, kind: impl Into<String>, example: impl Into<String>) {
        let (phase, kind, last) = (self.phase(), kind.into(), self.begun.elapsed());
        let mut found = self.found.lock().unwrap();
        match found.iter_mut().find(|known| known.phase == phase && known.kind == kind) {
            Some(known) => {
                known.count += 1;
                known.last = last;
            }
            None => found.push(Found { phase, kind, count: 1, first: last, last, example: example.into() }),
        }
    }

    /// Notes a refusal. The example is the problem's text.
    pub(crate) fn note_refusal(&self, request: &str, status: u16, body: &[u8]) {
        let problem: Value = serde_json::from_slice(body).unwrap_or_default();
        let text = problem["detail"].as_str().map_or_else(|| excerpt(&String::from_utf8_lossy(body)), str::to_owned);
        self.note(format!("{request} is answered {status}"), text);
    }

    /// Returns a line for each kind of fault in each phase.
    pub(crate) fn faults(&self) -> Vec<String> {
        let line = |found: &Found| {
            let Found { phase, kind, count, first, last, example } = found;
            let phase = if phase.is_empty() { String::new() } else { format!("[{phase}] ") };
            format!("{phase}{kind}: {count}, from {first:.1?} to {last:.1?}; the first: {example}")
        };
        self.found.lock().unwrap().iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_judged_while_a_process_can_give_them() {
        let (one, several) = (Watch::new(false), Watch::new(true));
        for watch in [&one, &several] {
            assert!(watch.ran_since(watch.turn()) && watch.judges(watch.turn()));
            watch.turn_over();
            assert!(!watch.ran_since(0) && !watch.ran_since(1));
        }
        assert!(!one.judges(0) && !one.judges(1));
        assert!(several.judges(0) && several.judges(1));
    }
}
