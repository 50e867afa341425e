//! Settings of a process of the service.

use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::ensure;
use domain::decklist::DeckHost;
use projector::Pace;
use sender::{MailSettings, Pace as WebhookPace};
use service_kit::client_address::TrustedProxies;
use service_kit::limits::Limits;
use service_kit::nats::NatsOptions;
use service_kit::outbound::OutboundRules;
use storage::{Database, Shard, SpoolSettings};
use web::site::SignInSettings;

use crate::data_dir::DataDir;
use crate::home::{Databases, Home};
use crate::parts::{Part, Parts};

/// Settings of a process of the service.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Parts that the process holds.
    pub parts: Parts,
    /// Address to serve on; port 0 takes a free one.
    pub listen: SocketAddr,
    /// Address to serve metrics on; without it, no metrics are recorded.
    pub metrics_listen: Option<SocketAddr>,
    /// Folder that holds the data when no database is named; created if it is missing.
    pub data_dir: PathBuf,
    /// Databases that hold the data instead of the folder.
    pub databases: Databases,
    /// Connection to NATS, for notices to and from other processes.
    pub nats: Option<NatsOptions>,
    /// Organizations whose views this process renders.
    pub shard: Shard,
    /// Base URL under which people reach the service, without a final slash; the default is the address of `listen`. Views
    /// do not contain it, so a process that only renders them needs none.
    pub public_url: Option<String>,
    /// Gateways that are trusted to name the address of the caller.
    pub trusted_proxies: TrustedProxies,
    /// Whether people may sign in over plain HTTP, where others in the network can read passwords and cookies.
    pub allow_plain_http: bool,
    /// How people sign in.
    pub sign_in: SignInSettings,
    /// Whether the public export may be read without a key.
    pub anonymous_export: bool,
    /// Folder of dumps that everyone may download, if there is one.
    pub dumps: Option<PathBuf>,
    /// Whether answers also contain the vendors' field names.
    pub vendor_field_names: bool,
    /// The site with the pages of lists that have an id there.
    pub deck_host: DeckHost,
    /// Limits of connections and callers.
    pub limits: Limits,
    /// Folder that buffers lists and exports for slow clients; the default is the database's folder.
    pub spool_folder: Option<PathBuf>,
    /// Free bytes on the disk of the data folder below which what users do with their own rights is refused.
    pub free_space_floor: u64,
    /// The addresses that webhooks may have beyond public ones with HTTPS.
    pub webhook_rules: OutboundRules,
    /// Times of webhooks, which may be divided for trials.
    pub webhook_pace: WebhookPace,
    /// The mail server; without it, no mail is sent.
    pub mail: Option<MailSettings>,
    /// Pace at which outdated views are rendered anew while they are served.
    pub renewal_pace: Pace,
    /// The listener of the process, when it starts again with other settings; in place of `listen`.
    pub listening: Option<Arc<TcpListener>>,
}

/// Default floor of free space: room for the staff of a large event for some days.
pub const FREE_SPACE_FLOOR: u64 = 256 << 20;

impl Settings {
    pub(super) fn spool(&self) -> SpoolSettings {
        let disk_bytes = match self.limits.spool_disk {
            0 => u64::MAX,
            bytes => bytes,
        };
        SpoolSettings { folder: self.spool_folder.clone(), disk_bytes, ..SpoolSettings::default() }
    }

    /// Names the place of the data, without secrets.
    pub(crate) fn place(&self) -> String {
        if self.databases.is_named() { self.databases.to_string() } else { self.data_dir.display().to_string() }
    }

    /// Returns the place of the data. Creates a missing folder.
    pub(super) fn home(&self) -> anyhow::Result<Home> {
        if self.databases.is_named() {
            self.check_databases()?;
            return Ok(Home::Databases(self.databases.clone()));
        }
        ensure!(
            self.parts.are_all() && self.shard == Shard::WHOLE,
            "a data folder needs one process with all roles; otherwise set --database-url and --views-database-url"
        );
        let erasures = self.databases.erasures.clone();
        Ok(Home::Folder(DataDir::create(&self.data_dir)?.listing_erasures_in(erasures)))
    }

    fn check_databases(&self) -> anyhow::Result<()> {
        let Shard { index, of } = self.shard;
        ensure!(index < of, "shards are numbered from 0: with --shards {of} the last one is --shard {}", of.max(1) - 1);
        ensure!(
            self.public_url.is_some() || !self.parts.answer(),
            "set --public-url to the address under which people reach the service, the same for every process that answers clients"
        );
        let is_file = |database: &Option<Database>| matches!(database, Some(Database::Sqlite(_)));
        ensure!(
            !is_file(&self.databases.events) && !is_file(&self.databases.views),
            "--database-url and --views-database-url take PostgreSQL databases; SQLite is used with --data-dir"
        );
        Ok(())
    }

    pub(super) fn needs_log(&self) -> bool {
        self.parts.has(Part::WriteApi) || self.parts.has(Part::Projector)
    }
}

/// Parses an HTTP address and removes a final slash.
pub(crate) fn public_url(text: &str) -> Result<String, String> {
    let url = text.trim_end_matches('/');
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")).unwrap_or_default();
    if rest.is_empty() || rest.contains(|c: char| c.is_whitespace() || c == '?' || c == '#') {
        return Err("must begin with https:// or http:// and name a host, such as https://events.example".to_owned());
    }
    Ok(url.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands;

    #[test]
    fn a_process_that_answers_nobody_needs_no_public_address() {
        let url = |name: &str| Database::parse(&format!("postgres://db/{name}")).unwrap();
        let databases = Databases { events: Some(url("events")), views: Some(url("views")), ..Databases::default() };
        let settings = Settings { databases, ..commands::settings([], PathBuf::new()).unwrap() };
        let refused = settings.home().unwrap_err().to_string();
        assert!(refused.contains("--public-url"), "{refused}");
        for (part, is_enough) in [(Part::Projector, true), (Part::ReadApi, false), (Part::WriteApi, false)] {
            let settings = Settings { parts: [part].into_iter().collect(), ..settings.clone() };
            assert_eq!(settings.home().is_ok(), is_enough, "{part:?}");
        }
    }

    #[test]
    fn stores_that_are_opened_without_settings_have_the_default_limits() {
        assert_eq!(commands::settings([], PathBuf::new()).unwrap().spool(), SpoolSettings::default());
    }
}
