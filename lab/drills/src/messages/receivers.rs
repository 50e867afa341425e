//! The receivers of messages: another program (`receivers.py`), with a real mail server from a package.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::Context;
use proto_events::ids::UserId;
use serde_json::Value;
use storage::notifications::PushSubscription;

/// A message that was accepted: when its connection began, and when it was accepted, in seconds since 1970.
#[derive(Debug, Clone, Copy)]
pub(super) struct Acceptance {
    pub(super) begun: f64,
    pub(super) at: f64,
}

/// When each message was accepted, by what it is.
pub(super) type Accepted = BTreeMap<String, Vec<Acceptance>>;

/// A request of a webhook that arrived, whatever it was answered.
#[derive(Debug, Clone)]
pub(super) struct Arrival {
    /// The path of the webhook's address.
    pub(super) path: String,
    /// The id of the message, its time, its signature, and the body.
    pub(super) signed: [String; 4],
}

/// What the receivers have got.
#[derive(Debug, Default)]
pub(super) struct Got {
    pub(super) accepted: Accepted,
    /// Requests of webhooks, as they came.
    pub(super) arrivals: Vec<Arrival>,
}

/// The running receivers.
pub(super) struct Receivers {
    pub(super) smtp: i64,
    http: i64,
    keys: [String; 2],
    got: Arc<Mutex<Got>>,
    process: Child,
    /// They end when it is closed.
    _input: ChildStdin,
}

impl Receivers {
    /// Starts receivers of which this percentage of requests fails.
    pub(super) fn start(seed: u64, percent: u32, careless: bool) -> anyhow::Result<Self> {
        let python = test_servers::kept_folder().join("generated-clients/venv/bin/python");
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/messages/receivers.py");
        let mut command = Command::new(python);
        command.arg(script).arg(seed.to_string()).arg(percent.to_string());
        command.args(careless.then_some("careless")).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().context("the receivers cannot be started: run scripts/generated-clients")?;
        let (input, output) = (process.stdin.take().context("no input")?, process.stdout.take().context("no output")?);
        let mut lines = BufReader::new(output).lines();
        let first: Value = serde_json::from_str(&lines.next().context("the receivers say nothing")??)?;
        let got: Arc<Mutex<Got>> = Arc::default();
        let into = Arc::clone(&got);
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(|line| take(&line, &mut lock(&into))));
        let key = |name: &str| first[name].as_str().unwrap_or_default().to_owned();
        Ok(Self {
            smtp: first["ports"][0].as_i64().context("no port for mail")?,
            http: first["ports"][1].as_i64().context("no port for requests")?,
            keys: ["public_key", "auth"].map(key),
            got,
            process,
            _input: input,
        })
    }

    /// The address of a receiver of requests.
    pub(super) fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.http)
    }

    /// The subscription of a person's browser.
    pub(super) fn subscription(&self, user: i64, path: &str) -> PushSubscription {
        let ([public_key, auth], language) = (self.keys.clone(), "en".to_owned());
        PushSubscription { id: 0, user_id: UserId(user), endpoint: self.url(path), public_key, auth, language }
    }

    /// What they have got so far.
    pub(super) fn got(&self) -> MutexGuard<'_, Got> {
        lock(&self.got)
    }
}

impl Drop for Receivers {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn lock(got: &Mutex<Got>) -> MutexGuard<'_, Got> {
    got.lock().unwrap_or_else(PoisonError::into_inner)
}

fn take(line: &str, got: &mut Got) {
    let said: Value = serde_json::from_str(line).unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    if said["hook"].is_string() {
        let signed = [0, 1, 2, 3].map(|at| text(&said["signed"][at]));
        got.arrivals.push(Arrival { path: text(&said["hook"]), signed });
        return;
    }
    let time = |name: &str| said[name].as_f64().unwrap_or_default();
    let what = said["what"].as_str().unwrap_or(line).to_owned();
    got.accepted.entry(what).or_default().push(Acceptance { begun: time("begun"), at: time("at") });
}
