//! The drill `power-cut`: the program is started on the data that a disk may hold after a power cut. It must start
//! without help, have every write that it acknowledged before, and answer as its log says.
//!
//! The drill works from a trace of the program's system calls, each of which may have reached the disk in part unless it was
//! flushed.

mod remains;
mod trace;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::Args;
use e2e::client::{Answer, Client, Request};
use e2e::form::Form;
use rand::RngExt;
use rand::rngs::StdRng;
use reqwest::Method;
use service_kit::clock::{Clock, SystemClock};
use tokio::task::JoinSet;

use self::remains::Remains;
use self::trace::Call;
use crate::body::read_with_token;
use crate::place::Place;
use crate::read_back::probe;
use crate::run::{Faults, Run};
use crate::site::Site;
use crate::times::Times;

const CLIENTS: usize = 4;

#[derive(Debug, Args)]
pub(crate) struct Settings {
    /// Moments at which the power is cut
    #[arg(long, default_value_t = 200)]
    moments: usize,
    /// Writes that are traced
    #[arg(long, default_value_t = 240)]
    writes: usize,
}

/// Runs the drill. A careless one ignores flushes, and must find that acknowledged writes are lost.
pub(crate) async fn run(&Settings { moments, writes }: &Settings, run: &Run) -> anyhow::Result<Vec<String>> {
    let mut rng = run.rng();
    let (calls, acknowledged) = traced(writes).await?;
    let (mut starts, mut remains) = (Times::default(), Remains::new(run.careless));
    let (mut done, mut looked_for) = (0, 0);
    run.steps(moments);
    for cut in draw(&calls, acknowledged.first(), moments, &mut rng) {
        for call in &calls[done..cut] {
            remains.carry_out(call).context("the trace")?;
        }
        done = cut;
        // A write acknowledged before the first missing call began depends only on calls that were carried out.
        let at = calls.get(cut).map_or(u64::MAX, |call| call.at);
        looked_for += acknowledged.until(at);
        let mut site = Site::bare(None)?;
        remains.write(&mut rng, &site.data)?;
        let name = format!("cut after call {cut} of {}", calls.len());
        starts.add(acknowledged.check(&mut site, &name, at, &run.faults).await?);
        run.step();
        if run.careless && run.faults.count() > 0 {
            break; // It has shown that it finds them. Each lost write is asked for during a minute.
        }
    }
    Ok(vec![
        format!(
            "{moments} cuts in a trace of {} calls with {} acknowledged writes, seed {}.",
            calls.len(),
            acknowledged.until(u64::MAX),
            run.seed
        ),
        format!("Acknowledged before the cuts and looked for: {looked_for} writes in all."),
        format!("Starts: {}.", starts.summary()),
    ])
}

/// Traces the program from its first call: it is set up, serves, is stopped, serves again and is killed.
async fn traced(writes: usize) -> anyhow::Result<(Vec<Call>, Arc<Acknowledged>)> {
    let mut site = Site::bare(None)?;
    let traces = tempfile::tempdir().context("a folder for traces cannot be made")?;
    let file = |number: usize| traces.path().join(number.to_string());
    site.wrapper = trace::command(&file(0))?;
    let acknowledged = Arc::new(Acknowledged::begin(&mut site)?);
    for number in 1..=2 {
        site.wrapper = trace::command(&file(number))?;
        let mut server = site.start()?;
        server.listening().await?;
        acknowledged.add(&site, CLIENTS, writes / (CLIENTS * number)).await?;
        if number == 1 {
            server.stop().await?;
        } else {
            drop(server.kill().await?);
        }
    }
    let mut calls = Vec::new();
    for number in 0..=2 {
        let trace = File::open(file(number)).context("there is no trace")?;
        let more = trace::read(BufReader::new(trace), &site.data)?;
        let before = calls.len();
        calls.extend(more.into_iter().map(|call| Call { begun: call.begun + before, ..call }));
    }
    Ok((calls, acknowledged))
}

/// Draws the numbers of calls after which the power is cut, in order: every third before `first`, when the first write was
/// acknowledged, which is in `init` or the first start.
fn draw(calls: &[Call], first: Option<u64>, moments: usize, rng: &mut StdRng) -> Vec<usize> {
    let first = first.unwrap_or(u64::MAX);
    let early = calls.iter().take_while(|call| call.at < first).count().max(1);
    let last = |moment: usize| if moment.is_multiple_of(3) { early } else { calls.len() };
    let mut cuts: Vec<_> = (0..moments).map(|moment| rng.random_range(1..=last(moment))).collect();
    cuts.sort_unstable();
    cuts
}

const REVISIONS: usize = 3;
/// Pause between two writes of a client, so that there are idle moments.
const PAUSE: Duration = Duration::from_millis(2);

/// Arguments that set up a new installation; the program prints a key.
const INIT: [&str; 5] = ["init", "--organization", "Drill", "--username", "ada"];

#[derive(Debug, Clone)]
struct Write {
    /// Microseconds since 1970 when its answer had arrived.
    at: u64,
    /// The list's path, and the start of its names.
    list: (String, String),
    version: usize,
    token: String,
}

#[derive(Debug)]
struct Acknowledged {
    writes: Mutex<Vec<Write>>,
    key: String,
    key_at: u64,
}

/// Microseconds since 1970.
fn now() -> u64 {
    u64::try_from(SystemClock.now().timestamp_micros()).unwrap_or_default()
}

impl Acknowledged {
    fn begin(site: &mut Site) -> anyhow::Result<Self> {
        let key = key_of(&site.ask(&INIT)?)?;
        let key_at = now();
        site.key.clone_from(&key);
        Ok(Self { writes: Mutex::default(), key, key_at })
    }

    /// Returns how many writes were answered until `at`.
    fn until(&self, at: u64) -> usize {
        self.writes.lock().unwrap().iter().filter(|write| write.at <= at).count()
    }

    fn first(&self) -> Option<u64> {
        self.writes.lock().unwrap().iter().map(|write| write.at).min()
    }

    /// Lets clients write. Each writes until it has `writes` answers, or the server is gone.
    async fn add(self: &Arc<Self>, site: &Site, clients: usize, writes: usize) -> anyhow::Result<()> {
        let mut running = JoinSet::new();
        for number in 0..clients {
            let mark = format!("power-{}-{number}", self.until(u64::MAX));
            running.spawn(Arc::clone(self).write(site.door().client()?, mark, writes));
        }
        running.join_all().await;
        Ok(())
    }

    async fn write(self: Arc<Self>, client: Client, mark: String, writes: usize) {
        for step in 0..writes.div_ceil(REVISIONS) {
            let name = format!("{mark}-{step}");
            let mut path = "/api/v1/decklists/".to_owned();
            for version in 1..=REVISIONS {
                let method = if version == 1 { Method::POST } else { Method::PATCH };
                let fields =
                    vec![("name", named(&name, version)), ("plaintext_list", format!("{version} Island\n").repeat(40))];
                let request = Request::new(method, &path, Form::Json, fields);
                let Some(answer) = answer(&client, &request).await else { return };
                if version == 1 {
                    path = answer.header("location").to_owned();
                }
                let list = (path.clone(), name.clone());
                let token = answer.header("consistency-token").to_owned();
                self.writes.lock().unwrap().push(Write { at: now(), list, version, token });
                tokio::time::sleep(PAUSE).await;
            }
        }
    }

    /// Starts the program on the data that a power cut left. It must start without help, have all writes acknowledged
    /// before the cut, accept new writes, and its views must match its log. `at` is in microseconds since 1970.
    /// Returns how long the start took.
    async fn check(&self, site: &mut Site, name: &str, at: u64, faults: &Faults) -> anyhow::Result<Duration> {
        let fault = |fault: String| faults.note(format!("{name}: {fault}"));
        let mut server = site.start()?;
        let took = match server.listening().await {
            Ok(took) => took,
            Err(error) => {
                fault(format!("{error:#}"));
                return Ok(Duration::ZERO);
            }
        };
        if self.key_at <= at {
            site.key.clone_from(&self.key);
        } else {
            // No key was printed before the cut. It must be possible to set up the installation again.
            drop(server.kill().await?);
            let made = site.run(&[&INIT[..], &["--if-empty"]].concat())?;
            if !made.status.success() {
                fault(format!("`init` fails: {}", String::from_utf8_lossy(&made.stderr)));
                return Ok(took);
            }
            site.key = match key_of(&String::from_utf8_lossy(&made.stdout)) {
                Ok(key) => key,
                // The organization exists already; only its key was not printed.
                Err(_) => {
                    let listed = site.ask(&["organizations", "list"])?;
                    let organization = listed.split_whitespace().next().unwrap_or_default();
                    site.ask(&["keys", "issue", "--organization", organization, "--name", "drill", "--role", "ADMIN"])?
                }
            };
            server = site.start()?;
            server.listening().await?;
        }
        let client = site.door().client()?;
        let mut versions = BTreeMap::new();
        for write in self.writes.lock().unwrap().iter().filter(|write| write.at <= at) {
            let newest = versions.entry(write.list.clone()).or_insert_with(|| write.clone());
            if newest.version < write.version {
                *newest = write.clone();
            }
        }
        for ((path, list), Write { version, token, .. }) in versions {
            let Some(answer) = client.answer(&read_with_token(&path, &token)).await else {
                fault(format!("{path} is not answered; the server said: {}", server.last_words()));
                return Ok(took);
            };
            let found = answer.header("etag").trim_matches('"').parse().unwrap_or(0);
            if answer.status != 200 || found < version || answer.json()["name"] != named(&list, found) {
                fault(format!(
                    "{path} was acknowledged at version {version}, but is answered with version {found}: {}",
                    answer.short()
                ));
                return Ok(took);
            }
        }
        if let Err(error) = probe(&client, &[]).await {
            fault(format!("{error:#}"));
        }
        server.stop().await?;
        let before = faults.count();
        site.verify(faults)?;
        if faults.count() > before {
            fault("see the line before".into());
        }
        Ok(took)
    }
}

/// Sends a write, again while it is refused, and returns the answer; `None` once the server is gone.
async fn answer(client: &Client, request: &Request) -> Option<Answer> {
    loop {
        match client.send(request, 0).await {
            Ok(answer) if answer.status < 300 => return Some(answer),
            Ok(answer) if answer.status == 503 => tokio::time::sleep(PAUSE).await,
            Ok(_) | Err(_) => return None,
        }
    }
}

fn named(list: &str, version: usize) -> String {
    format!("{list} v{version}")
}

/// The key that `init` printed.
fn key_of(printed: &str) -> anyhow::Result<String> {
    let key = printed.lines().last().unwrap_or_default().trim().to_owned();
    ensure!(key.starts_with("sk_"), "`init` printed no key");
    Ok(key)
}
