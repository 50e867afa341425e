//! Options of the app under test.

use domain::decklist::DeckHost;
use serde::{Deserialize, Serialize};

use crate::gate::Gate;

/// The public address in answers unless a test sets another. It is the same in every run, so that bodies are too.
pub(super) const PUBLIC_URL: &str = "https://crosstable.example";

/// The options. Each process of the app gets them as JSON.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Options {
    /// The public address in answers.
    pub public_url: Option<String>,
    /// Adds the vendors' field names to answers.
    pub vendor_field_names: bool,
    /// The site with the pages of lists that have an id there.
    #[serde(skip)]
    pub deck_host: DeckHost,
    /// Allows the export without a key.
    pub anonymous_export: bool,
    /// Serves metrics on a separate listener.
    pub metrics: bool,
    /// Where the app's processes send traces. Ignored by an app that runs in the test's own process.
    pub otlp_endpoint: Option<String>,
    /// Keeps the logs of the app's processes at level `trace`. In the test's own process [`overheard::listen`](crate::overheard::listen) does
    /// that.
    pub everything_is_logged: bool,
    /// Sends a sampled trace context with every request.
    pub traced: bool,
    /// Lets webhooks reach this machine over HTTP.
    pub webhooks_inside: bool,
    /// Port of a mail server on this machine.
    pub mail_port: Option<u16>,
    /// Ports of sign-in providers on this machine: `club`, and `guild`.
    pub provider_ports: Vec<u16>,
    /// Lets people sign in at providers only.
    pub no_passwords: bool,
    /// Holds up writes to the views.
    #[serde(skip)]
    pub gate: Option<Gate>,
    /// Limits that differ from the defaults, as options of the program: `["--max-own-lists", "3"]`.
    #[serde(skip)]
    pub limits: Vec<&'static str>,
    /// Number of write-api processes in the shape of several processes; 0 means one.
    pub writers: usize,
}
