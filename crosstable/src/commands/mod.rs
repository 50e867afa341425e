//! The command line: one file a command, the options they share here.
//!
//! Data goes to stdout, words for people to stderr. Exit code 0: done; 1: failed, or something was refused; 2: wrong usage.

mod demo;
mod doctor;
mod import;
mod keys;
mod organizations;
mod progress;
mod rebuild;
mod serve;
mod server;
mod traces;
mod verify;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use clap::{Args, Parser, Subcommand, ValueEnum};
use projector::ViewSettings;
use service_kit::clock::{Clock, SystemClock};
use storage::EventStore;
use storage::sqlite::SqliteEventStore;
use write_api::WriteApi;

use crate::data_dir::DataDir;
use crate::out;

const AFTER_HELP: &str = "\
Examples:
  crosstable demo                                       look around in generated data
  crosstable organizations create --name \"Corner Store\" prints the new organization's id
  crosstable keys issue --organization 1 --name overlay --role READ_ONLY
  crosstable import week-*.json --organization 1        --dry-run to look first
  crosstable serve                                      http://127.0.0.1:8080
  crosstable --data-dir /srv/crosstable verify          options may stand before or after the command

Data is printed to stdout, words to stderr.
Exit codes: 0 done, 1 failed or refused, 2 wrong usage.";

/// Tournament and convention data for trading-card-game communities, self-hosted.
#[derive(Debug, Parser)]
#[command(name = "crosstable", version, after_help = AFTER_HELP, propagate_version = true, disable_help_subcommand = true)]
pub struct Cli {
    #[command(flatten)]
    options: Options,
    #[command(subcommand)]
    command: Command,
}

/// What every command takes.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Options of every command")]
pub(crate) struct Options {
    /// Folder that holds the data [default: ./crosstable-data; of `demo`: ./crosstable-demo]
    #[arg(long, global = true, env = "CROSSTABLE_DATA_DIR", value_name = "FOLDER")]
    data_dir: Option<PathBuf>,
    /// Address to serve on; port 0 takes a free one
    #[arg(long, global = true, env = "CROSSTABLE_LISTEN", value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// Address to serve metrics on, for Prometheus, with health beside them; off unless given
    #[arg(long, global = true, env = "CROSSTABLE_METRICS_LISTEN", value_name = "ADDRESS")]
    metrics_listen: Option<SocketAddr>,
    /// Address under which people reach the service, for links in answers [default: http://LISTEN]
    #[arg(long, global = true, env = "CROSSTABLE_PUBLIC_URL", value_name = "URL", value_parser = public_url)]
    public_url: Option<String>,
    /// Let anybody read the public export, without a key
    #[arg(long, global = true, env = "CROSSTABLE_ANONYMOUS_EXPORT", value_parser = clap::builder::BoolishValueParser::new(),
        num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", value_name = "BOOL")]
    anonymous_export: bool,
    /// Also give fields the names that other services of this kind use
    #[arg(long, global = true, env = "CROSSTABLE_COMPAT_FIELD_NAMES", value_name = "WHOSE")]
    compat_field_names: Option<CompatFieldNames>,
    /// How the log is written
    #[arg(long, global = true, env = "CROSSTABLE_LOG_FORMAT", value_name = "FORMAT", default_value = "human")]
    log_format: LogFormat,
    #[command(flatten)]
    traces: traces::TraceOptions,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CompatFieldNames {
    /// Names after payment and deck-hosting vendors
    Vendor,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LogFormat {
    /// For reading
    Human,
    /// A JSON object a line
    Json,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(serve::Serve),
    Demo(demo::Demo),
    Import(import::Import),
    Organizations(organizations::Organizations),
    Keys(keys::Keys),
    Rebuild(rebuild::Rebuild),
    Verify(verify::Verify),
    Doctor(doctor::Doctor),
}

/// Runs the command line; says what went wrong.
pub async fn run(cli: Cli) -> ExitCode {
    let Cli { options, command } = cli;
    let done = match command {
        Command::Serve(serve) => serve.run(&options).await,
        Command::Demo(demo) => demo.run(&options).await,
        Command::Import(import) => import.run(&options).await,
        Command::Organizations(organizations) => organizations.run(&options).await,
        Command::Keys(keys) => keys.run(&options).await,
        Command::Rebuild(rebuild) => rebuild.run(&options).await,
        Command::Verify(verify) => verify.run(&options).await,
        Command::Doctor(doctor) => doctor.run(&options).await,
    };
    done.unwrap_or_else(|error| {
        out::say(format_args!("error: {error:#}"));
        ExitCode::FAILURE
    })
}

impl Options {
    /// The folder named, or the usual one.
    fn data_dir(&self) -> PathBuf {
        self.data_dir.clone().unwrap_or_else(|| PathBuf::from("crosstable-data"))
    }

    /// What a server on this folder is started with.
    fn settings(&self, data_dir: PathBuf) -> crate::Settings {
        crate::Settings {
            listen: self.listen,
            metrics_listen: self.metrics_listen,
            data_dir,
            public_url: self.public_url.clone(),
            anonymous_export: self.anonymous_export,
            vendor_field_names: self.compat_field_names == Some(CompatFieldNames::Vendor),
        }
    }

    /// What views are rendered with: as named here, else as the last server on the folder did it.
    fn view_settings(&self, dir: &DataDir) -> anyhow::Result<ViewSettings> {
        let last = dir.last_served()?;
        let last_url = last.as_ref().map(|served| served.public_url.clone());
        let public_url = self.public_url.clone().or(last_url).unwrap_or_else(|| format!("http://{}", self.listen));
        let vendor_field_names = match self.compat_field_names {
            Some(CompatFieldNames::Vendor) => true,
            None => last.is_some_and(|served| served.vendor_field_names),
        };
        Ok(ViewSettings { public_url, vendor_field_names })
    }
}

/// An http address, without the slash at its end.
fn public_url(text: &str) -> Result<String, String> {
    let url = text.trim_end_matches('/');
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")).unwrap_or_default();
    if rest.is_empty() || rest.contains(|c: char| c.is_whitespace() || c == '?' || c == '#') {
        return Err("must begin with https:// or http:// and name a host, such as https://events.example".to_owned());
    }
    Ok(url.to_owned())
}

/// The write side of a folder, for commands that work beside a server.
struct Writer {
    events: Arc<SqliteEventStore>,
    api: WriteApi,
    clock: Arc<dyn Clock>,
}

impl Writer {
    async fn open(dir: &DataDir) -> anyhow::Result<Self> {
        let path = dir.events();
        let events = SqliteEventStore::open(&path).await;
        let events = Arc::new(events.with_context(|| format!("{} cannot be opened", path.display()))?);
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        Ok(Self { api: WriteApi::new(events.clone(), clock.clone()), events, clock })
    }

    /// Finishes what was begun.
    async fn close(self) {
        self.events.close().await;
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn options_stand_before_or_after_the_command() {
        for line in [
            "crosstable --data-dir x serve --anonymous-export",
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
}
