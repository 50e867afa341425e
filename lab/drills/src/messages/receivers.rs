//! The receivers of messages: another program (`receivers.py`), with a real mail server from a package.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::Context;
use e2e::script::Script;
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
    script: Script,
    got: Mutex<Got>,
}

impl Receivers {
    /// Starts receivers of which this percentage of requests fails.
    pub(super) fn start(seed: u64, percent: u32, careless: bool) -> anyhow::Result<Self> {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/messages/receivers.py");
        let (seed, percent) = (seed.to_string(), percent.to_string());
        let words = [seed.as_str(), &percent].into_iter().chain(careless.then_some("careless"));
        let script = Script::python(script, &words.collect::<Vec<_>>());
        let first = script.next();
        let port = |at: usize| first["ports"][at].as_i64().context("no port");
        let key = |name: &str| first[name].as_str().unwrap_or_default().to_owned();
        let (smtp, http, keys) = (port(0)?, port(1)?, ["public_key", "auth"].map(key));
        Ok(Self { smtp, http, keys, script, got: Mutex::default() })
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
        let mut got = self.got.lock().unwrap_or_else(PoisonError::into_inner);
        self.script.so_far().for_each(|said| take(&said, &mut got));
        got
    }
}

fn take(said: &Value, got: &mut Got) {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    if said["hook"].is_string() {
        let signed = [0, 1, 2, 3].map(|at| text(&said["signed"][at]));
        got.arrivals.push(Arrival { path: text(&said["hook"]), signed });
        return;
    }
    let time = |name: &str| said[name].as_f64().unwrap_or_default();
    let what = text(&said["what"]);
    got.accepted.entry(what).or_default().push(Acceptance { begun: time("begun"), at: time("at") });
}
