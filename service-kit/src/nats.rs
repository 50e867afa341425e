//! NATS: connection options, and a connection that reconnects until NATS is back.
//!
//! A service starts without NATS and keeps running when NATS fails: work that needs NATS waits or takes another way.
//! Users of [`Nats`] therefore watch [`Nats::link`].

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event, ServerAddr};
use metrics::Gauge;
use tokio::sync::watch;
use tokio::time::Instant;

use crate::ProcessError;
use crate::password::Password;

/// The default prefix of this installation's subjects in NATS.
pub const DEFAULT_PREFIX: &str = "crosstable";

/// The first and the longest wait between attempts to connect.
const BACKOFF: (Duration, Duration) = (Duration::from_millis(20), Duration::from_secs(1));
/// Time limit of an attempt to connect.
const CONNECTING: Duration = Duration::from_secs(3);
/// Interval of pings to a silent server. The connection ends when three go unanswered.
const PING: Duration = Duration::from_secs(2);
/// Time limit of a request.
const REQUEST: Duration = Duration::from_secs(3);
/// Interval at which a lasting failure is logged again.
const LOG_AGAIN: Duration = Duration::from_secs(60);

/// How to connect to NATS.
#[derive(Debug, Clone)]
pub struct NatsOptions {
    /// Server addresses, `nats://host:4222` or `tls://host:4222`. The client uses any of them.
    pub servers: Vec<String>,
    /// First word of all subjects. Installations that share servers need different prefixes.
    pub prefix: String,
    /// How the process logs in, if the servers ask for it.
    pub login: Option<NatsLogin>,
    /// File with the certificate authorities that are trusted for TLS; by default those of the system.
    pub authorities: Option<PathBuf>,
}

impl NatsOptions {
    /// Creates options for servers without authentication or encryption.
    pub fn new(servers: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self {
            servers: servers.into_iter().map(Into::into).collect(),
            prefix: DEFAULT_PREFIX.to_owned(),
            login: None,
            authorities: None,
        }
    }
}

/// A user of NATS.
#[derive(Debug, Clone)]
pub struct NatsLogin {
    /// The name.
    pub user: String,
    /// The password.
    pub password: Password,
}

/// The state of the connection to NATS.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Link {
    /// Whether there is a connection now.
    pub connected: bool,
    /// How often a connection was opened. If it increases, the connection was lost in between.
    pub times: u64,
}

/// A connection to NATS. Clones share it.
#[derive(Clone)]
pub struct Nats {
    client: Client,
    prefix: Arc<str>,
    link: watch::Receiver<Link>,
    failure: Failure,
}

/// The last failure that was logged, and when; none while there is a connection.
type Failure = Arc<Mutex<Option<(String, Instant)>>>;

impl std::fmt::Debug for Nats {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Nats").field("prefix", &self.prefix).field("link", &*self.link.borrow()).finish_non_exhaustive()
    }
}

impl Nats {
    /// Returns the client.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Returns the first word of all subjects.
    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    /// Returns the state of the connection and its changes.
    pub fn link(&self) -> watch::Receiver<Link> {
        self.link.clone()
    }

    /// Returns why there is no connection, if an attempt failed.
    pub fn failure(&self) -> Option<String> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(|(error, _)| error.clone())
    }

    /// Returns whether there is a connection now.
    pub fn is_connected(&self) -> bool {
        self.link.borrow().connected
    }
}

/// Connects as soon as a server is available, and reconnects without limit.
///
/// # Errors
/// If the options are invalid or a file that they name cannot be read, but not if no server is available.
pub async fn connect(options: &NatsOptions) -> Result<Nats, ProcessError> {
    let servers = addresses(&options.servers)?;
    check_prefix(&options.prefix)?;
    // The program may contain several cipher libraries; this makes all of it use one.
    let _ = async_nats::rustls::crypto::ring::default_provider().install_default();
    let (sender, link) = watch::channel(Link::default());
    let failure = Failure::default();
    let watcher = Arc::new(Watcher::new(sender, Arc::clone(&failure)));
    let mut settings = ConnectOptions::new()
        .name("crosstable")
        .retry_on_initial_connect()
        .max_reconnects(None)
        .connection_timeout(CONNECTING)
        .request_timeout(Some(REQUEST))
        .ping_interval(PING)
        .reconnect_delay_callback(backoff)
        .event_callback(move |event| {
            watcher.handle(&event);
            std::future::ready(())
        });
    if let Some(file) = &options.authorities {
        // The client's own error, at each connection, says little about the cause.
        check_authorities(file)?;
        settings = settings.add_root_certificates(file.clone());
    }
    if let Some(NatsLogin { user, password }) = &options.login {
        settings = settings.user_and_password(user.clone(), password.expose().to_owned());
    }
    let client =
        settings.connect(servers).await.map_err(|error| ProcessError::new(format!("NATS cannot be used: {error}")))?;
    Ok(Nats { client, prefix: options.prefix.as_str().into(), link, failure })
}

fn addresses(servers: &[String]) -> Result<Vec<ServerAddr>, ProcessError> {
    if servers.is_empty() {
        let message = "no address of a NATS server is given; an example is nats://127.0.0.1:4222";
        return Err(ProcessError::new(message));
    }
    let address = |(number, text): (usize, &String)| {
        // The address itself may contain a password.
        let wrong = |what: &str| {
            let example = "an example is nats://127.0.0.1:4222";
            ProcessError::new(format!("address {number} of the NATS servers is invalid: {what}; {example}"))
        };
        let address = ServerAddr::from_str(text.trim()).map_err(|error| wrong(&error.to_string()))?;
        if address.has_user_pass() || address.password().is_some() {
            return Err(wrong("use separate options for the user name and password"));
        }
        if address.host().is_empty() {
            return Err(wrong("it names no host"));
        }
        if !["nats", "tls"].contains(&address.scheme()) {
            return Err(wrong("it begins with neither nats:// nor tls://"));
        }
        Ok(address)
    };
    (1..).zip(servers).map(address).collect()
}

fn check_prefix(prefix: &str) -> Result<(), ProcessError> {
    let fits = |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit() || b"-_".contains(&letter);
    let is_one = (1..=32).contains(&prefix.len()) && prefix.bytes().all(fits);
    let letters = "1 to 32 lower-case letters, digits, `-` and `_`";
    let refused = || ProcessError::new(format!("`{prefix}` is not a valid prefix for NATS: use {letters}"));
    if is_one { Ok(()) } else { Err(refused()) }
}

/// Increases the wait from attempt to attempt.
fn backoff(attempts: usize) -> Duration {
    let doublings = u32::try_from(attempts.saturating_sub(1)).unwrap_or(u32::MAX).min(16);
    if attempts == 0 { Duration::ZERO } else { (BACKOFF.0 * 2_u32.pow(doublings)).min(BACKOFF.1) }
}

fn check_authorities(file: &Path) -> Result<(), ProcessError> {
    let wrong =
        |what: String| ProcessError::new(format!("the certificates to trust for NATS, {}: {what}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
    if text.lines().any(|line| line.starts_with("-----BEGIN ") && line.trim_end().ends_with("CERTIFICATE-----")) {
        return Ok(());
    }
    Err(wrong("it has no line `-----BEGIN … CERTIFICATE-----`, which a PEM file needs".into()))
}

/// Reports the state of the connection to waiting tasks, the log and the metrics.
struct Watcher {
    link: watch::Sender<Link>,
    connected: Gauge,
    last_logged: Failure,
}

impl Watcher {
    fn new(link: watch::Sender<Link>, last_logged: Failure) -> Self {
        let connected = metrics::gauge!("crosstable_nats_connected");
        connected.set(0.0);
        Self { link, connected, last_logged }
    }

    fn handle(&self, event: &Event) {
        match event {
            Event::Connected => {
                let times = self.link.borrow().times + 1;
                self.link.send_replace(Link { connected: true, times });
                self.connected.set(1.0);
                self.last_logged.lock().unwrap_or_else(PoisonError::into_inner).take();
                if times == 1 {
                    tracing::info!("connected to NATS");
                } else {
                    tracing::info!(times, "connected to NATS again");
                }
            }
            Event::Disconnected | Event::Closed => {
                if self.link.send_if_modified(|link| std::mem::take(&mut link.connected)) {
                    self.connected.set(0.0);
                    tracing::warn!("the connection to NATS is lost; reconnecting");
                }
            }
            Event::ServerError(error) => self.log_error(error.to_string()),
            Event::ClientError(error) => self.log_error(error.to_string()),
            Event::SlowConsumer(_) => {
                self.log_error("messages arrive faster than they are read; some are dropped".into());
            }
            Event::LameDuckMode => tracing::info!("the NATS server is about to stop"),
            Event::Draining => {}
        }
    }

    /// Logs a failure, but a lasting one not at every attempt.
    fn log_error(&self, error: String) {
        let mut last_logged = self.last_logged.lock().unwrap_or_else(PoisonError::into_inner);
        let known = |(text, at): &(String, Instant)| *text == error && at.elapsed() < LOG_AGAIN;
        if !last_logged.as_ref().is_some_and(known) {
            tracing::warn!(error, "NATS fails");
            *last_logged = Some((error, Instant::now()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(options: &NatsOptions) -> String {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(connect(options)).unwrap_err().to_string()
    }

    #[test]
    fn options_that_cannot_be_meant_are_told_without_their_secrets() {
        let none: [&str; 0] = [];
        assert!(refusal(&NatsOptions::new(none)).contains("no address"));
        for address in ["nats://u:p4ss@h:4222", "nats://tok3n@h", "http://h:1", "nats://", "nats://h:port", "ws://h:1"]
        {
            let refused = refusal(&NatsOptions::new(["nats://127.0.0.1:4222", address]));
            assert!(refused.starts_with("address 2 of the NATS servers"), "{refused}");
            assert!(!refused.contains("p4ss") && !refused.contains("tok3n"), "{refused}");
        }
        for prefix in ["", "Crosstable", "a.b", "a b", "*", ">", &"x".repeat(33)] {
            let options = NatsOptions { prefix: prefix.to_owned(), ..NatsOptions::new(["nats://127.0.0.1:1"]) };
            assert!(refusal(&options).contains("not a valid prefix"), "{prefix}");
        }
    }

    #[test]
    fn a_file_that_cannot_be_used_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let (missing, empty) = (folder.path().join("missing.pem"), folder.path().join("empty.pem"));
        std::fs::write(&empty, "nothing").unwrap();
        for file in [missing, empty] {
            let authorities = Some(file.clone());
            let refused = refusal(&NatsOptions { authorities, ..NatsOptions::new(["nats://127.0.0.1:1"]) });
            assert!(refused.contains(&file.display().to_string()), "{refused}");
        }
    }

    #[test]
    fn what_is_printed_holds_no_secret() {
        let login = Some(NatsLogin { user: "projector".into(), password: "s3cret".to_owned().into() });
        let printed = format!("{:?}", NatsOptions { login, ..NatsOptions::new(["nats://127.0.0.1:1"]) });
        assert!(!printed.contains("s3cret"), "{printed}");
    }

    #[test]
    fn attempts_become_rarer_but_do_not_end() {
        let waits: Vec<_> = [0, 1, 2, 3, 7, 1_000_000].map(|attempts| backoff(attempts).as_millis()).into();
        assert_eq!(waits, [0, 20, 40, 80, 1_000, 1_000]);
    }
}
