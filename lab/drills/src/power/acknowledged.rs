//! Clients that write and record when each write was acknowledged, and the checks after a power cut.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::ensure;
use e2e::client::{Answer, Client, Request};
use e2e::form::Form;
use reqwest::Method;
use service_kit::clock::{Clock, SystemClock};
use tokio::task::JoinSet;

use crate::place::Place;
use crate::read_back::probe;
use crate::report::Faults;
use crate::site::Site;

/// Revisions of each list.
const REVISIONS: usize = 3;
/// Pause between two writes of a client, so that there are idle moments.
const PAUSE: Duration = Duration::from_millis(2);

/// Arguments that set up a new installation; the program prints a key.
pub(super) const INIT: [&str; 5] = ["init", "--organization", "Drill", "--username", "ada"];

/// An answered write.
#[derive(Debug, Clone)]
struct Write {
    /// Microseconds since 1970 when its answer had arrived.
    at: u64,
    /// The list's path, and the start of its names.
    list: (String, String),
    version: usize,
    token: String,
}

/// All writes that were answered.
#[derive(Debug, Default)]
pub(super) struct Acknowledged {
    writes: Mutex<Vec<Write>>,
}

/// Microseconds since 1970.
pub(super) fn now() -> u64 {
    u64::try_from(SystemClock.now().timestamp_micros()).unwrap_or_default()
}

impl Acknowledged {
    /// Returns how many writes were answered until `at`.
    pub(super) fn until(&self, at: u64) -> usize {
        self.lock().iter().filter(|write| write.at <= at).count()
    }

    /// When the first write was answered.
    pub(super) fn first(&self) -> Option<u64> {
        self.lock().iter().map(|write| write.at).min()
    }

    /// Starts clients. Each writes until it has `writes` answers, or the server is gone.
    pub(super) fn start(self: &Arc<Self>, site: &Site, clients: usize, writes: usize) -> anyhow::Result<JoinSet<()>> {
        let mut running = JoinSet::new();
        for number in 0..clients {
            let client = Client::new(site.address(), site.key.clone())?;
            running.spawn(Arc::clone(self).write(client, format!("power-{}-{number}", self.until(u64::MAX)), writes));
        }
        Ok(running)
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
                self.lock().push(Write { at: now(), list, version, token });
                tokio::time::sleep(PAUSE).await;
            }
        }
    }

    /// Starts the program on the data that a power cut left. It must start without help, have all writes acknowledged
    /// before the cut, accept new writes, and its views must match its log. `key_at` is when the key was printed.
    /// Returns how long the start took.
    pub(super) async fn check(&self, site: &mut Site, cut: Cut<'_>, faults: &Faults) -> anyhow::Result<Duration> {
        let Cut { name, at, key, key_at } = cut;
        let fault = |fault: String| faults.note(format!("{name}: {fault}"));
        let mut server = site.start()?;
        let took = match server.listening().await {
            Ok(took) => took,
            Err(error) => {
                fault(format!("{error:#}"));
                return Ok(Duration::ZERO);
            }
        };
        if key_at <= at {
            key.clone_into(&mut site.key);
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
        for write in self.lock().iter().filter(|write| write.at <= at) {
            let newest = versions.entry(write.list.clone()).or_insert_with(|| write.clone());
            if newest.version < write.version {
                *newest = write.clone();
            }
        }
        for ((path, list), Write { version, token, .. }) in versions {
            let request = Request::get(&path).with("consistency-token", token).with("prefer", "wait=5");
            let Some(answer) = client.answer(&request).await else {
                fault(format!("{path} is not answered; the server said: {}", server.last_words()));
                break;
            };
            let found = answer.header("etag").trim_matches('"').parse().unwrap_or(0);
            if answer.status != 200 || found < version || answer.json()["name"] != named(&list, found) {
                fault(format!(
                    "{path} was acknowledged at version {version}, but is answered with version {found}: {}",
                    answer.short()
                ));
            }
        }
        if let Err(error) = probe(&client, &[]).await {
            fault(error);
        }
        server.stop().await?;
        let before = faults.count();
        site.verify(faults)?;
        if faults.count() > before {
            fault("see the line before".into());
        }
        Ok(took)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Write>> {
        self.writes.lock().unwrap_or_else(PoisonError::into_inner)
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

/// A moment at which the power was cut.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cut<'a> {
    /// For messages.
    pub(super) name: &'a str,
    /// Microseconds since 1970.
    pub(super) at: u64,
    pub(super) key: &'a str,
    /// When the key was printed.
    pub(super) key_at: u64,
}

fn named(list: &str, version: usize) -> String {
    format!("{list} v{version}")
}

/// The key that `init` printed.
pub(super) fn key_of(printed: &str) -> anyhow::Result<String> {
    let key = printed.lines().last().unwrap_or_default().trim().to_owned();
    ensure!(key.starts_with("sk_"), "`init` printed no key");
    Ok(key)
}
