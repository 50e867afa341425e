//! The options of every command.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::builder::BoolishValueParser;
use clap::{Args, ValueEnum};
use domain::decklist::DeckHost;
use ipnet::IpNet;
use projector::{Pace, ViewSettings};
use service_kit::client_address::{self, TrustedProxies};
use storage::{Database, Shard};

use super::service_options::{LimitOptions, MailOptions, NatsArguments, TraceOptions, WebhookOptions, read_line};
use super::sign_in_options::SignInOptions;
use crate::app::{FREE_SPACE_FLOOR, public_url};
use crate::data_dir::DataDir;
use crate::home::{Databases, Home};
use crate::parts::{Part, Parts};

pub(super) const DEFAULT_FOLDER: &str = "crosstable-data";

/// The options of every command.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Options of every command")]
pub(crate) struct Options {
    /// Folder that holds the data [default: ./crosstable-data; for `demo`: ./crosstable-demo]
    #[arg(long, global = true, env = "CROSSTABLE_DATA_DIR", value_name = "FOLDER")]
    pub(super) data_dir: Option<PathBuf>,
    /// Address to serve on; port 0 takes a free one
    #[arg(long, global = true, env = "CROSSTABLE_LISTEN", value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    pub(super) listen: SocketAddr,
    /// Address to serve metrics on, for Prometheus, together with health; off by default
    #[arg(long, global = true, env = "CROSSTABLE_METRICS_LISTEN", value_name = "ADDRESS")]
    metrics_listen: Option<SocketAddr>,
    /// Address under which people reach the service, for links in answers [default: http://LISTEN]
    #[arg(long, global = true, env = "CROSSTABLE_PUBLIC_URL", value_name = "URL", value_parser = public_url)]
    public_url: Option<String>,
    /// Gateways whose X-Forwarded-For is trusted, by address or range: 10.0.0.0/8. Repeat the option, or separate them
    /// by commas [default: those on this machine]
    #[arg(long = "trusted-proxy", global = true, env = "CROSSTABLE_TRUSTED_PROXIES", value_name = "ADDRESS[/BITS]",
        value_delimiter = ',', value_parser = client_address::range)]
    trusted_proxies: Vec<IpNet>,
    /// Let people sign in over plain HTTP from other machines: everyone in the network can then read their passwords
    /// and act as them
    #[arg(long, global = true, env = "CROSSTABLE_ALLOW_PLAIN_HTTP", value_parser = BoolishValueParser::new(),
        num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", value_name = "BOOL")]
    allow_plain_http: bool,
    /// Let everyone read the public export without a key
    #[arg(long, global = true, env = "CROSSTABLE_ANONYMOUS_EXPORT", value_parser = BoolishValueParser::new(),
        num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", value_name = "BOOL")]
    anonymous_export: bool,
    /// Folder that `crosstable dump` writes and that everyone may download from under /dumps/
    #[arg(long, global = true, env = "CROSSTABLE_DUMPS", value_name = "FOLDER")]
    dumps: Option<PathBuf>,
    /// Also give fields the names that other services of this kind use
    #[arg(long, global = true, env = "CROSSTABLE_COMPAT_FIELD_NAMES", value_name = "WHOSE")]
    compat_field_names: Option<CompatFieldNames>,
    /// Address of decklists on their deck host, with {id} in place of the id there, such as https://decks.example/{id}
    /// [default: with vendors' field names that of the vendor's deck host, otherwise none]
    #[arg(long, global = true, env = "CROSSTABLE_DECK_HOST_URL", value_name = "URL", value_parser = DeckHost::new)]
    deck_host_url: Option<DeckHost>,
    /// MiB of free disk space below which players cannot sign up, submit lists or report results; staff may write until
    /// the disk is full
    #[arg(long, global = true, env = "CROSSTABLE_FREE_SPACE_FLOOR", value_name = "MIB", default_value_t = FREE_SPACE_FLOOR >> 20)]
    free_space_floor: u64,
    /// Part of the time, in percent, that rendering the views anew may take while they are served, after an upgrade or with
    /// other settings
    #[arg(long, global = true, env = "CROSSTABLE_RENEWAL_PERCENT", value_name = "PERCENT", hide_short_help = true,
        value_parser = clap::value_parser!(u32).range(1..=100), default_value_t = Pace::WHILE_SERVING.as_percent())]
    renewal_percent: u32,
    /// Format of the log output
    #[arg(long, global = true, env = "CROSSTABLE_LOG_FORMAT", value_name = "FORMAT", default_value = "human")]
    pub(super) log_format: LogFormat,
    #[command(flatten)]
    pub(super) traces: TraceOptions,
    #[command(flatten)]
    databases: DatabaseArguments,
    #[command(flatten)]
    nats: NatsArguments,
    /// File of the list of erasures. Keep it apart from the data and the backups: restoring a backup needs it [default:
    /// erasures.jsonl in the data folder; none with PostgreSQL]
    #[arg(long, global = true, env = "CROSSTABLE_ERASURES", value_name = "FILE")]
    erasures: Option<PathBuf>,
    /// Folder that buffers lists and exports for slow clients [default: the data folder with SQLite, otherwise the
    /// system's temporary folder]
    #[arg(long, global = true, env = "CROSSTABLE_SPOOL_FOLDER", value_name = "FOLDER", hide_short_help = true)]
    spool_folder: Option<PathBuf>,
    #[command(flatten)]
    webhooks: WebhookOptions,
    #[command(flatten)]
    mail: MailOptions,
    #[command(flatten)]
    sign_in: SignInOptions,
    #[command(flatten)]
    limits: LimitOptions,
}

/// Databases on servers, instead of a folder.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Several processes on PostgreSQL (docs/deployment.md)")]
struct DatabaseArguments {
    /// Roles of this process, separated by commas [default: all]
    #[arg(long, global = true, env = "CROSSTABLE_ROLES", value_name = "ROLES", value_delimiter = ',')]
    roles: Vec<Part>,
    /// Database of the log: postgres://user:password@host/name
    #[arg(long, global = true, env = "CROSSTABLE_DATABASE_URL", value_name = "URL", hide_env_values = true)]
    database_url: Option<String>,
    /// File that holds the URL of the database of the log
    #[arg(
        long,
        global = true,
        env = "CROSSTABLE_DATABASE_URL_FILE",
        value_name = "FILE",
        conflicts_with = "database_url"
    )]
    database_url_file: Option<PathBuf>,
    /// Database of the views
    #[arg(long, global = true, env = "CROSSTABLE_VIEWS_DATABASE_URL", value_name = "URL", hide_env_values = true)]
    views_database_url: Option<String>,
    /// File that holds the URL of the database of the views
    #[arg(
        long,
        global = true,
        env = "CROSSTABLE_VIEWS_DATABASE_URL_FILE",
        value_name = "FILE",
        conflicts_with = "views_database_url"
    )]
    views_database_url_file: Option<PathBuf>,
    /// File that holds the secret of the installation, the same for every process
    #[arg(long, global = true, env = "CROSSTABLE_SECRET_FILE", value_name = "FILE")]
    secret_file: Option<PathBuf>,
    /// Number of shards that the organizations are divided into, each with its own projector
    #[arg(long, global = true, env = "CROSSTABLE_SHARDS", value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=1024))]
    shards: u32,
    /// The shard that this projector renders, from 0
    #[arg(long, global = true, env = "CROSSTABLE_SHARD", value_name = "K", default_value_t = 0)]
    shard: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CompatFieldNames {
    /// Names after payment and deck-hosting vendors
    Vendor,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum LogFormat {
    /// Lines for people
    Human,
    /// One JSON object per line
    Json,
}

impl Options {
    /// Returns the named data folder or the default.
    pub(super) fn data_dir(&self) -> PathBuf {
        self.data_dir.clone().unwrap_or_else(|| PathBuf::from(DEFAULT_FOLDER))
    }

    fn databases(&self) -> anyhow::Result<Databases> {
        let it = &self.databases;
        Ok(Databases {
            events: database("--database-url", it.database_url.as_deref(), it.database_url_file.as_deref())?,
            views: database(
                "--views-database-url",
                it.views_database_url.as_deref(),
                it.views_database_url_file.as_deref(),
            )?,
            secret_file: it.secret_file.clone(),
            erasures: self.erasures.clone(),
        })
    }

    /// Returns the place of the data, which must exist.
    pub(super) fn home(&self) -> anyhow::Result<Home> {
        self.home_with(DataDir::existing)
    }

    /// Returns the place of the secret: the named file, else the place of the data.
    pub(super) fn home_of_secret(&self) -> anyhow::Result<Home> {
        match self.databases.secret_file {
            Some(_) => Ok(Home::Databases(self.databases()?)),
            None => self.home(),
        }
    }

    /// Returns the place of the data, which may be new.
    pub(super) fn new_home(&self) -> anyhow::Result<Home> {
        self.home_with(DataDir::create)
    }

    fn home_with(&self, folder: impl FnOnce(&Path) -> anyhow::Result<DataDir>) -> anyhow::Result<Home> {
        let databases = self.databases()?;
        if databases.is_named() {
            return Ok(Home::Databases(databases));
        }
        Ok(Home::Folder(folder(&self.data_dir())?.listing_erasures_in(self.erasures.clone())))
    }

    pub(super) fn settings(&self, data_dir: PathBuf) -> anyhow::Result<crate::Settings> {
        let it = &self.databases;
        Ok(crate::Settings {
            parts: if it.roles.is_empty() { Parts::all() } else { it.roles.iter().copied().collect() },
            listen: self.listen,
            metrics_listen: self.metrics_listen,
            data_dir,
            databases: self.databases()?,
            nats: self.nats.options()?,
            shard: Shard { index: it.shard, of: it.shards },
            public_url: self.public_url.clone(),
            trusted_proxies: self.trusted_proxies(),
            allow_plain_http: self.allow_plain_http,
            sign_in: self.sign_in.settings()?,
            anonymous_export: self.anonymous_export,
            dumps: self.dumps.clone(),
            vendor_field_names: self.compat_field_names == Some(CompatFieldNames::Vendor),
            deck_host: self.deck_host(),
            limits: self.limits.0,
            spool_folder: self.spool_folder.clone(),
            free_space_floor: self.free_space_floor.saturating_mul(1 << 20),
            webhook_rules: self.webhooks.rules(),
            webhook_pace: self.webhooks.pace(),
            mail: self.mail.settings()?,
            renewal_pace: Pace::percent(self.renewal_percent),
            listening: None,
        })
    }

    fn trusted_proxies(&self) -> TrustedProxies {
        let named = &self.trusted_proxies;
        if named.is_empty() { TrustedProxies::default() } else { named.iter().copied().collect() }
    }

    /// Returns the settings for rendering views: from the options, else those of the last server on the folder.
    pub(super) fn view_settings(&self, home: &Home) -> anyhow::Result<ViewSettings> {
        let last = match home {
            Home::Folder(dir) => dir.last_served()?,
            Home::Databases(_) => None,
        };
        let vendor_field_names =
            self.compat_field_names.is_some() || last.as_ref().is_some_and(|served| served.vendor_field_names);
        let is_named = self.deck_host_url.is_some() || self.compat_field_names.is_some();
        let deck_host = match last.filter(|_| !is_named) {
            Some(served) => DeckHost::new(&served.deck_host_url).unwrap_or_default(),
            None => self.deck_host(),
        };
        Ok(ViewSettings { vendor_field_names, deck_host, ..ViewSettings::default() })
    }

    /// Returns the deck host: the named one, else that of the vendor whose field names are used.
    fn deck_host(&self) -> DeckHost {
        match (&self.deck_host_url, self.compat_field_names) {
            (Some(host), _) => host.clone(),
            (None, Some(CompatFieldNames::Vendor)) => DeckHost::of_vendor(),
            (None, None) => DeckHost::default(),
        }
    }

    /// Returns the address under which people reach the service, for links that a command prints: from the options,
    /// else that of the last server on the folder, else the default.
    pub(super) fn reached_at(&self, home: &Home) -> anyhow::Result<String> {
        match (&self.public_url, home) {
            (Some(named), _) => Ok(named.clone()),
            (None, Home::Databases(_)) => {
                bail!("set --public-url to the address under which people reach the service, as for the servers")
            }
            (None, Home::Folder(dir)) => {
                let last = dir.last_served()?.map(|served| served.public_url);
                Ok(last.unwrap_or_else(|| format!("http://{}", self.listen)))
            }
        }
    }
}

/// Returns a database by its URL or by a file that contains the URL. Errors do not repeat the URL, which may hold a
/// password.
fn database(option: &str, url: Option<&str>, file: Option<&Path>) -> anyhow::Result<Option<Database>> {
    let from_file = file.map(|file| read_line(file).with_context(|| format!("{option}-file"))).transpose()?;
    let Some(url) = url.map(str::to_owned).or(from_file) else { return Ok(None) };
    Ok(Some(Database::parse(&url).with_context(|| format!("{option} does not name a database"))?))
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use service_kit::limits::Limits;

    use super::*;
    use crate::commands::Cli;

    #[test]
    fn options_stand_before_or_after_the_command() {
        for line in [
            "crosstable --data-dir x --anonymous-export serve",
            "crosstable serve --data-dir x --anonymous-export",
            "crosstable serve --data-dir x --anonymous-export=true",
        ] {
            let cli = Cli::try_parse_from(line.split(' ')).unwrap();
            assert_eq!(cli.options.data_dir(), PathBuf::from("x"));
            assert!(cli.options.anonymous_export, "{line}");
        }
        assert!(!Cli::try_parse_from(["crosstable", "serve"]).unwrap().options.anonymous_export);
    }

    #[test]
    fn a_public_url_is_an_http_address_and_loses_its_slash() {
        assert_eq!(public_url("https://events.example/"), Ok("https://events.example".to_owned()));
        for wrong in ["events.example", "https://", "ftp://events.example", "https://a b"] {
            assert!(public_url(wrong).is_err(), "{wrong}");
        }
    }

    fn settings(line: &str) -> anyhow::Result<crate::Settings> {
        Cli::try_parse_from(line.split(' '))?.options.settings(PathBuf::from("x"))
    }

    #[test]
    fn a_process_has_all_roles_unless_some_are_named() {
        assert!(settings("crosstable serve").unwrap().parts.are_all());
        let two = settings("crosstable serve --roles projector,read-api").unwrap().parts;
        assert_eq!(two.to_string(), "projector,read-api");
        assert!(settings("crosstable serve --roles waiter").is_err());
    }

    #[test]
    fn proxies_are_named_one_by_one_or_by_commas_and_else_those_of_this_machine_are_believed() {
        let named = |line: &str| settings(line).unwrap().trusted_proxies;
        assert_eq!(named("crosstable serve"), TrustedProxies::default());
        let two = "crosstable serve --trusted-proxy 10.0.0.0/8 --trusted-proxy 192.0.2.10";
        assert_eq!(named(two), named("crosstable serve --trusted-proxy 10.0.0.0/8,192.0.2.10"));
        assert_ne!(named(two), TrustedProxies::default());
        assert!(settings("crosstable serve --trusted-proxy gateway").is_err());
    }

    #[test]
    fn a_limit_is_what_its_option_says_or_its_default() {
        let limits = |line: &str| settings(line).unwrap().limits;
        assert_eq!(limits("crosstable serve"), Limits::default());
        let set = limits("crosstable serve --max-connections 500 --unauthenticated-memory 8MiB");
        assert_eq!((set.max_connections, set.unauthenticated_memory), (500, 8 << 20));
        assert_eq!(set.request_head_seconds, Limits::default().request_head_seconds);
        let refused = settings("crosstable serve --max-connections none").unwrap_err().to_string();
        assert!(refused.contains("--max-connections") && refused.contains("from 16 to 1000000"), "{refused}");
    }

    #[test]
    fn an_address_of_a_database_may_stand_in_a_file_and_is_not_repeated_when_it_is_wrong() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("url");
        std::fs::write(&file, "postgres://writer:hush@db/events\n").unwrap();
        let line = format!("crosstable serve --database-url-file {}", file.display());
        let named = settings(&line).unwrap().databases.events.unwrap();
        assert!(matches!(&named, Database::Postgres(_)));
        assert!(!format!("{named} {named:?}").contains("hush"));

        let refused = settings("crosstable serve --database-url mysql://writer:hush@db/events").unwrap_err();
        let said = format!("{refused:#}");
        assert!(said.contains("--database-url") && !said.contains("hush"), "{said}");
    }
}
