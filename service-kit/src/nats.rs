//! NATS: the options of a connection, and a connection that outlives its servers.
//!
//! A service starts whether NATS is there or not, and goes on when it is gone: what it is needed for waits, or takes
//! another way. So whoever uses a [`Nats`] looks at [`Nats::link`].

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::jetstream::context::ContextBuilder;
use async_nats::{Client, ConnectOptions, Event, ServerAddr, jetstream};
use metrics::Gauge;
use tokio::sync::watch;
use tokio::time::Instant;

/// Where everything of this installation stands in NATS, unless something else is said.
pub const DEFAULT_PREFIX: &str = "crosstable";

/// Waits between attempts to connect: the first, and the longest.
const BACKOFF: (Duration, Duration) = (Duration::from_millis(20), Duration::from_secs(1));
/// How long an attempt to connect may take.
const CONNECTING: Duration = Duration::from_secs(3);
/// How often a silent server is asked whether it is still there; the third question without an answer ends the connection.
const PING: Duration = Duration::from_secs(2);
/// How long a request may go unanswered.
const REQUEST: Duration = Duration::from_secs(3);
/// A failure that goes on is told again after this time.
const TELL_AGAIN: Duration = Duration::from_secs(60);

/// How to reach NATS.
#[derive(Debug, Clone)]
pub struct NatsOptions {
    /// Addresses of servers, `nats://host:4222` or `tls://host:4222`; any of them will do.
    pub servers: Vec<String>,
    /// First word of all subjects, and of the stream's name: installations that share servers have different ones.
    pub prefix: String,
    /// How this process proves who it is.
    pub login: NatsLogin,
    /// Encryption.
    pub tls: NatsTls,
    /// What servers call this connection in what they report.
    pub name: String,
}

impl NatsOptions {
    /// Servers without login or encryption.
    pub fn new(servers: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self {
            servers: servers.into_iter().map(Into::into).collect(),
            prefix: DEFAULT_PREFIX.to_owned(),
            login: NatsLogin::None,
            tls: NatsTls::default(),
            name: "crosstable".to_owned(),
        }
    }
}

/// How a process proves to NATS who it is.
#[derive(Clone, Default)]
pub enum NatsLogin {
    /// Not at all.
    #[default]
    None,
    /// By a credentials file, as `nsc` makes them.
    Credentials(PathBuf),
    /// By name and password.
    Password {
        /// The name.
        user: String,
        /// The password.
        password: String,
    },
    /// By a token.
    Token(String),
    /// By the seed of an NKey, `SU…`.
    Nkey(String),
}

/// Secrets are left out.
impl std::fmt::Debug for NatsLogin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::None => f.write_str("None"),
            Self::Credentials(file) => f.debug_tuple("Credentials").field(file).finish(),
            Self::Password { user, .. } => f.debug_struct("Password").field("user", user).finish_non_exhaustive(),
            Self::Token(_) => f.write_str("Token(…)"),
            Self::Nkey(_) => f.write_str("Nkey(…)"),
        }
    }
}

/// Encryption of the connection.
#[derive(Debug, Clone, Default)]
pub struct NatsTls {
    /// File with the certificates of authorities to trust; without it those of the system are.
    pub authorities: Option<PathBuf>,
    /// Files with this process's certificate and its key, for servers that ask for one.
    pub certificate: Option<(PathBuf, PathBuf)>,
    /// Whether a server that does not encrypt is refused. One that insists on it is obeyed anyway, and so is `tls://`.
    pub require: bool,
}

/// Options that cannot be meant. No secret is told.
#[derive(Debug, thiserror::Error)]
pub enum NatsError {
    /// No server.
    #[error("no address of a NATS server is given; nats://127.0.0.1:4222 would be one")]
    NoServers,
    /// No address.
    #[error("address {number} of the NATS servers is none: {what}; nats://127.0.0.1:4222 would be one")]
    Address {
        /// Which of them, from 1. The address itself may hold a password.
        number: usize,
        /// What is wrong with it.
        what: String,
    },
    /// No prefix.
    #[error("`{0}` is no prefix for NATS: 1 to 32 lower-case letters, digits, `-` and `_` are")]
    Prefix(String),
    /// A file cannot be used.
    #[error("{purpose} for NATS, {}: {what}", file.display())]
    File {
        /// What the file is for.
        purpose: &'static str,
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// The seed is none.
    #[error("the seed of the NKey for NATS is none: it would begin with `SU`")]
    Seed,
    /// The client refused the options.
    #[error("NATS cannot be used: {0}")]
    Refused(String),
}

/// Whether NATS is there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Link {
    /// Whether it is now.
    pub connected: bool,
    /// How often a connection was made. One more than before means that there was a time without.
    pub times: u64,
}

/// A connection to NATS; copies share it.
#[derive(Clone)]
pub struct Nats {
    client: Client,
    jetstream: jetstream::Context,
    prefix: Arc<str>,
    link: watch::Receiver<Link>,
}

impl std::fmt::Debug for Nats {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Nats").field("prefix", &self.prefix).field("link", &*self.link.borrow()).finish_non_exhaustive()
    }
}

impl Nats {
    /// The client.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// JetStream by that client.
    pub fn jetstream(&self) -> &jetstream::Context {
        &self.jetstream
    }

    /// First word of all subjects.
    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    /// Whether NATS is there, and word of every change.
    pub fn link(&self) -> watch::Receiver<Link> {
        self.link.clone()
    }

    /// Whether NATS is there.
    pub fn is_connected(&self) -> bool {
        self.link.borrow().connected
    }
}

/// Connects, now or whenever a server is there, and again when the connection is lost, for ever.
///
/// # Errors
/// When the options cannot be meant, or a file that they name cannot be read. Never because no server is there.
pub async fn connect(options: &NatsOptions) -> Result<Nats, NatsError> {
    let servers = addresses(&options.servers)?;
    check_prefix(&options.prefix)?;
    // More than one library of ciphers may be in the program; all of it uses this one.
    let _ = async_nats::rustls::crypto::ring::default_provider().install_default();
    let (tell, link) = watch::channel(Link::default());
    let watcher = Arc::new(Watcher::new(tell));
    let settings = ConnectOptions::new()
        .name(&options.name)
        .retry_on_initial_connect()
        .max_reconnects(None)
        .connection_timeout(CONNECTING)
        .request_timeout(Some(REQUEST))
        .ping_interval(PING)
        .reconnect_delay_callback(backoff)
        .event_callback(move |event| {
            watcher.heed(&event);
            std::future::ready(())
        });
    let settings = log_in(encrypt(settings, &options.tls)?, &options.login).await?;
    let client = settings.connect(servers).await.map_err(|error| NatsError::Refused(error.to_string()))?;
    let jetstream = ContextBuilder::new().timeout(REQUEST).build(client.clone());
    Ok(Nats { client, jetstream, prefix: options.prefix.as_str().into(), link })
}

fn addresses(servers: &[String]) -> Result<Vec<ServerAddr>, NatsError> {
    if servers.is_empty() {
        return Err(NatsError::NoServers);
    }
    let address = |(number, text): (usize, &String)| {
        let wrong = |what: &str| NatsError::Address { number, what: what.to_owned() };
        let address = ServerAddr::from_str(text.trim()).map_err(|error| wrong(&error.to_string()))?;
        if address.has_user_pass() || address.password().is_some() {
            return Err(wrong("a name or password does not belong into it, but into options of their own"));
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

fn check_prefix(prefix: &str) -> Result<(), NatsError> {
    let fits = |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit() || b"-_".contains(&letter);
    let is_one = (1..=32).contains(&prefix.len()) && prefix.bytes().all(fits);
    if is_one { Ok(()) } else { Err(NatsError::Prefix(prefix.to_owned())) }
}

/// Waits longer from attempt to attempt.
fn backoff(attempts: usize) -> Duration {
    let doublings = u32::try_from(attempts.saturating_sub(1)).unwrap_or(u32::MAX).min(16);
    if attempts == 0 { Duration::ZERO } else { (BACKOFF.0 * 2_u32.pow(doublings)).min(BACKOFF.1) }
}

/// The client reads these files when it connects, and says little about what is wrong with them. So they are looked at here.
fn encrypt(mut settings: ConnectOptions, tls: &NatsTls) -> Result<ConnectOptions, NatsError> {
    if let Some(file) = &tls.authorities {
        check_pem("the certificates to trust", file, "CERTIFICATE-----")?;
        settings = settings.add_root_certificates(file.clone());
    }
    if let Some((certificate, key)) = &tls.certificate {
        check_pem("the certificate", certificate, "CERTIFICATE-----")?;
        check_pem("the key of the certificate", key, "PRIVATE KEY-----")?;
        settings = settings.add_client_certificate(certificate.clone(), key.clone());
    }
    Ok(settings.require_tls(tls.require))
}

fn check_pem(purpose: &'static str, file: &Path, holds: &str) -> Result<(), NatsError> {
    let wrong = |what: String| NatsError::File { purpose, file: file.to_owned(), what };
    let text = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
    if text.lines().any(|line| line.starts_with("-----BEGIN ") && line.trim_end().ends_with(holds)) {
        return Ok(());
    }
    Err(wrong(format!("no `-----BEGIN … {holds}` is in it; a PEM file would have one")))
}

async fn log_in(settings: ConnectOptions, login: &NatsLogin) -> Result<ConnectOptions, NatsError> {
    Ok(match login {
        NatsLogin::None => settings,
        NatsLogin::Credentials(file) => settings.credentials_file(file).await.map_err(|error| NatsError::File {
            purpose: "the credentials",
            file: file.clone(),
            what: error.to_string(),
        })?,
        NatsLogin::Password { user, password } => settings.user_and_password(user.clone(), password.clone()),
        NatsLogin::Token(token) => settings.token(token.clone()),
        NatsLogin::Nkey(seed) if seed.starts_with("SU") => settings.nkey(seed.clone()),
        NatsLogin::Nkey(_) => return Err(NatsError::Seed),
    })
}

/// Tells what becomes of the connection: to who waits, to the log, to the metrics.
struct Watcher {
    link: watch::Sender<Link>,
    connected: Gauge,
    /// What was told last of a failure, and when.
    told: Mutex<Option<(String, Instant)>>,
}

impl Watcher {
    fn new(link: watch::Sender<Link>) -> Self {
        let connected = metrics::gauge!("crosstable_nats_connected");
        connected.set(0.0);
        Self { link, connected, told: Mutex::new(None) }
    }

    fn heed(&self, event: &Event) {
        match event {
            Event::Connected => {
                let times = self.link.borrow().times + 1;
                self.link.send_replace(Link { connected: true, times });
                self.connected.set(1.0);
                self.told.lock().unwrap_or_else(PoisonError::into_inner).take();
                if times == 1 {
                    tracing::info!("connected to NATS");
                } else {
                    tracing::info!(times, "connected to NATS again");
                }
            }
            Event::Disconnected | Event::Closed => {
                if self.link.send_if_modified(|link| std::mem::take(&mut link.connected)) {
                    self.connected.set(0.0);
                    tracing::warn!("the connection to NATS is lost; it is tried again");
                }
            }
            Event::ServerError(error) => self.tell(error.to_string()),
            Event::ClientError(error) => self.tell(error.to_string()),
            Event::SlowConsumer(_) => self.tell("messages came faster than they were taken; some are dropped".into()),
            Event::LameDuckMode => tracing::info!("the NATS server is about to stop"),
            Event::Draining => {}
        }
    }

    /// What goes on for long is not told with every attempt.
    fn tell(&self, error: String) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let known = |(text, at): &(String, Instant)| *text == error && at.elapsed() < TELL_AGAIN;
        if !told.as_ref().is_some_and(known) {
            tracing::warn!(error, "NATS is in trouble");
            *told = Some((error, Instant::now()));
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
            let told = refusal(&NatsOptions::new(["nats://127.0.0.1:4222", address]));
            assert!(told.starts_with("address 2 of the NATS servers"), "{told}");
            assert!(!told.contains("p4ss") && !told.contains("tok3n"), "{told}");
        }
        for prefix in ["", "Crosstable", "a.b", "a b", "*", ">", &"x".repeat(33)] {
            let options = NatsOptions { prefix: prefix.to_owned(), ..NatsOptions::new(["nats://127.0.0.1:1"]) };
            assert!(refusal(&options).contains("no prefix"), "{prefix}");
        }
        let login = NatsLogin::Nkey("s33d".into());
        assert!(!refusal(&NatsOptions { login, ..NatsOptions::new(["nats://127.0.0.1:1"]) }).contains("s33d"));
    }

    #[test]
    fn files_that_cannot_be_used_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let (missing, empty) = (folder.path().join("missing.pem"), folder.path().join("empty.pem"));
        std::fs::write(&empty, "nothing").unwrap();
        for file in [missing, empty] {
            let certificate = Some((file.clone(), file.clone()));
            let options = [
                NatsOptions {
                    tls: NatsTls { authorities: Some(file.clone()), ..NatsTls::default() },
                    ..NatsOptions::new(["nats://127.0.0.1:1"])
                },
                NatsOptions {
                    tls: NatsTls { certificate, ..NatsTls::default() },
                    ..NatsOptions::new(["nats://127.0.0.1:1"])
                },
                NatsOptions { login: NatsLogin::Credentials(file.clone()), ..NatsOptions::new(["nats://127.0.0.1:1"]) },
            ];
            for options in options {
                let told = refusal(&options);
                assert!(told.contains(&file.display().to_string()), "{told}");
            }
        }
    }

    #[test]
    fn what_is_printed_holds_no_secret() {
        let password = NatsLogin::Password { user: "projector".into(), password: "s3cret".into() };
        for login in [password, NatsLogin::Token("s3cret".into()), NatsLogin::Nkey("s3cret".into())] {
            let printed = format!("{:?}", NatsOptions { login, ..NatsOptions::new(["nats://127.0.0.1:1"]) });
            assert!(!printed.contains("s3cret"), "{printed}");
        }
    }

    #[test]
    fn attempts_become_rarer_but_do_not_end() {
        let waits: Vec<_> = [0, 1, 2, 3, 7, 1_000_000].map(|attempts| backoff(attempts).as_millis()).into();
        assert_eq!(waits, [0, 20, 40, 80, 1_000, 1_000]);
    }
}
