//! The drill `read-your-writes`: every write is followed at once by a read on another connection, first without a
//! token, then with `respond-async` and the token of the write.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use e2e::client::{Answer, Client, Request};
use e2e::form::{Form, sha256};
use indicatif::ProgressBar;
use proto_events::decklist::DecklistBody;
use rand::RngExt;
use rand::rngs::StdRng;
use reqwest::Method;
use tokio::task::JoinSet;

use crate::body::{difference, fields, list, patch};
use crate::compare::receipt;
use crate::place::Place;
use crate::report::{Faults, Report, bar};
use crate::tally::joined;
use crate::times::Times;
use crate::usual::Usual;

/// The longest time for which a write waits for the views. After that a read without a token is promised nothing.
const BOUND: Duration = Duration::from_millis(500);

/// Number of lists on a page.
const PAGE: u64 = 50;

/// The size of the drill.
#[derive(Debug, Args)]
pub(crate) struct Settings {
    /// Writes without a token, and as many with one
    #[arg(long, default_value_t = 100_000)]
    writes: usize,
    /// Clients
    #[arg(long, default_value_t = 32)]
    clients: usize,
}

/// How a client makes sure that it reads what it wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Plain,
    Token,
}

struct Writer {
    way: Way,
    writes: Client,
    reads: Reader,
    rng: StdRng,
    own: Vec<Own>,
    faults: Faults,
    found: Found,
}

#[derive(Default)]
struct Found {
    write_times: Times,
    read_times: Times,
    stale: usize,
}

/// Runs the drill.
pub(crate) async fn run(settings: &Settings, usual: &Usual) -> anyhow::Result<Report> {
    let (writes, clients, seed) = (settings.writes, settings.clients.max(1), usual.seed);
    let (site, bar) = (usual.site()?, bar(2 * writes));
    let (faults, readable) = (Faults::default(), Arc::new(AtomicU64::new(0)));
    let server = site.serve().await?;
    let mut lines = vec![format!("{writes} writes each way by {clients} clients, seed {seed}.")];
    for way in [Way::Plain, Way::Token] {
        let (mut running, begun, mut found) = (JoinSet::new(), Instant::now(), Found::default());
        for number in 0..clients {
            let writer = Writer {
                way,
                writes: site.door().client()?,
                reads: Reader {
                    client: site.door().client()?,
                    brings_token: way == Way::Token && !usual.careless,
                    readable: Arc::clone(&readable),
                },
                rng: usual.rng_of(number * 2 + way as usize),
                own: Vec::new(),
                faults: faults.clone(),
                found: Found::default(),
            };
            let (share, bar) = (writes * (number + 1) / clients - writes * number / clients, bar.clone());
            running.spawn(async move { writer.run(&format!("{way:?}{number}").to_lowercase(), share, &bar).await });
        }
        for part in joined(running).await? {
            let part = part?;
            found.stale += part.stale;
            found.write_times.merge(part.write_times);
            found.read_times.merge(part.read_times);
        }
        lines.extend(found.lines(way, writes, begun.elapsed()));
    }
    faults.note_all(server.kill().await?);
    Ok(Report::new(lines, &faults))
}

impl Found {
    fn lines(&self, way: Way, writes: usize, took: Duration) -> Vec<String> {
        #[allow(clippy::cast_precision_loss, reason = "a rate for people")]
        let rate = writes as f64 / took.as_secs_f64();
        let how = match way {
            Way::Plain => "Without a token",
            Way::Token => "With respond-async and the token",
        };
        let mut lines = vec![
            format!("{how}: {} stale reads of {writes}; {rate:.0} writes and reads a second.", self.stale),
            format!("  write: {}", self.write_times.summary()),
            format!("  read:  {}", self.read_times.summary()),
        ];
        let late = self.write_times.at_least(BOUND);
        if way == Way::Plain && late > 0 {
            lines.push(format!(
                "  {late} writes were answered after {BOUND:?} and so promised nothing to a plain reader"
            ));
        }
        lines
    }
}

impl Writer {
    async fn run(mut self, name: &str, writes: usize, bar: &ProgressBar) -> anyhow::Result<Found> {
        for step in 0..writes {
            let (place, answer, took) = self.write(&format!("{name}n{step}")).await?;
            self.found.write_times.add(took);
            let (what, begun) = (What::draw(&mut self.rng), Instant::now());
            let stale = self.reads.read(what, &self.own[place], &answer).await?;
            if what == What::List {
                self.found.read_times.add(begun.elapsed());
            }
            if let Some(stale) = stale
                && (self.way == Way::Token || took < BOUND)
            {
                self.found.stale += 1;
                self.faults.note(format!("{name}, write {step}: {stale}"));
            }
            bar.inc(1);
        }
        Ok(self.found)
    }

    /// Writes one of the client's lists. Returns its index, the answer and the time it took.
    async fn write(&mut self, mark: &str) -> anyhow::Result<(usize, Answer, Duration)> {
        let is_new = self.own.is_empty() || self.rng.random_ratio(2, 5);
        let place = if is_new { self.own.len() } else { self.rng.random_range(0..self.own.len()) };
        let (method, path, sent, body) = match self.own.get(place) {
            None => {
                let body = list(&mut self.rng, mark);
                (Method::POST, "/api/v1/decklists/".to_owned(), fields(&body), body)
            }
            Some(own) if self.rng.random() => {
                let body = list(&mut self.rng, mark);
                (Method::PUT, format!("/api/v1/decklists/{}/", own.id), fields(&body), body)
            }
            Some(own) => {
                let (sent, body) = patch(&mut self.rng, &own.body, mark);
                (Method::PATCH, format!("/api/v1/decklists/{}/", own.id), sent, body)
            }
        };
        let form = Form::ALL[self.rng.random_range(0..Form::ALL.len())];
        let mut request = Request::new(method, path, form, sent).with("idempotency-key", format!("drill-key-{mark}"));
        if self.way == Way::Token {
            request = request.with("prefer", "respond-async");
        }
        let begun = Instant::now();
        let answer = self.writes.send(&request, 0).await.with_context(|| format!("write {mark}"))?;
        let took = begun.elapsed();
        let (id, version) = self.own.get(place).map_or((None, 1), |own| (Some(own.id), own.version + 1));
        let id = receipt(&answer, if is_new { 201 } else { 200 }, id, version, &body);
        let id = id.map_err(|fault| anyhow::anyhow!("write {mark} {fault}"))?;
        let own = Own { id, version, body };
        if is_new {
            if self.way == Way::Plain && took < BOUND {
                self.reads.readable.fetch_add(1, Ordering::SeqCst);
            }
            self.own.push(own);
        } else {
            self.own[place] = own;
        }
        Ok((place, answer, took))
    }
}

/// A list of a client.
struct Own {
    id: i64,
    version: usize,
    body: DecklistBody,
}

/// The document that is read back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    List,
    Revisions,
    Picture,
    Pages,
}

impl What {
    /// Draws a document, mostly the list itself.
    fn draw(rng: &mut StdRng) -> Self {
        match rng.random_range(0..40) {
            0 => Self::Pages,
            1 => Self::Picture,
            2..5 => Self::Revisions,
            _ => Self::List,
        }
    }
}

/// A client that reads on its own connection.
struct Reader {
    client: Client,
    /// Whether it sends the token of the write.
    brings_token: bool,
    /// Number of lists that every client can read by now, because a client has waited for them.
    readable: Arc<AtomicU64>,
}

impl Reader {
    /// Reads a list back. Returns a message if the answer is older than the write.
    async fn read(&self, what: What, own: &Own, written: &Answer) -> anyhow::Result<Option<String>> {
        let token = written.header("consistency-token");
        match what {
            What::Pages if own.version == 1 => self.pages(own, token).await,
            What::Revisions => {
                let answer = self.get(format!("/api/v1/decklists/{}/revisions/", own.id), token).await?;
                let shown = answer.json();
                let newest = shown.as_array().and_then(|shown| shown.last()).cloned().unwrap_or_default();
                let same =
                    newest["number"] == own.version && newest["content_sha256"] == sha256(&own.body.plaintext_list);
                Ok((!same).then(|| format!("revisions of list {} end with {newest}", own.id)))
            }
            What::Picture => {
                let answer = self.get(format!("/decklists/{}/image.svg", own.id), token).await?;
                let card = own.body.plaintext_list.lines().next().unwrap_or_default().trim_start_matches("1 ");
                let same = answer.status == 200 && String::from_utf8_lossy(&answer.body).contains(card);
                Ok((!same).then(|| format!("the picture of list {} lacks `{card}`: {}", own.id, answer.short())))
            }
            // A changed list may be on any page, so its own address is read.
            What::List | What::Pages => {
                let answer = self.get(format!("/api/v1/decklists/{}/", own.id), token).await?;
                let tag = format!("\"{}\"", own.version);
                if answer.status != 200 || answer.header("etag") != tag {
                    let (etag, short) = (answer.header("etag"), answer.short());
                    return Ok(Some(format!("list {} at version {tag} is answered {etag} {short}", own.id)));
                }
                Ok(difference(&answer.json(), own.id, &own.body))
            }
        }
    }

    /// Checks the last pages of lists. Other clients create lists meanwhile, and ids are reserved before they are used.
    /// So the list must be on one of the last pages, and the count must include at least the lists that were readable
    /// before.
    async fn pages(&self, own: &Own, token: &str) -> anyhow::Result<Option<String>> {
        let readable = self.readable.load(Ordering::SeqCst);
        let count = self.get("/api/v1/decklists/?page_size=1".into(), token).await?.json()["count"].as_u64();
        let count = count.context("a page without a count")?;
        if count < readable {
            return Ok(Some(format!("{readable} lists can be read, the page counts {count}")));
        }
        let mut page = count.div_ceil(PAGE) + 1;
        while page > 0 {
            let answer = self.get(format!("/api/v1/decklists/?page_size={PAGE}&page={page}"), token).await?;
            let json = answer.json();
            let shown: Vec<_> = json["results"].as_array().into_iter().flatten().collect();
            if let Some(document) = shown.iter().find(|document| document["id"] == own.id) {
                return Ok(difference(document, own.id, &own.body));
            }
            if shown.first().and_then(|first| first["id"].as_i64()).is_some_and(|first| first < own.id) {
                break;
            }
            page -= 1;
        }
        Ok(Some(format!("list {} is on no page", own.id)))
    }

    async fn get(&self, path: String, token: &str) -> anyhow::Result<Answer> {
        let mut request = Request::get(path.as_str());
        if self.brings_token {
            request = request.with("consistency-token", token);
        }
        self.client.send(&request, 0).await.with_context(|| path)
    }
}
