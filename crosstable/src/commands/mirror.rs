//! `crosstable mirror`: follows the export of another installation into a folder.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::Args;

use super::Options;
use super::service_options::read_line;
use crate::app::public_url;
use crate::mirror::{Folder, Mirror as Mirroring, Source};
use crate::out;

const AFTER_HELP: &str = "\
Examples:
  CROSSTABLE_KEY=sk_… crosstable mirror https://events.example --into mirror/
  crosstable mirror https://events.example --key-file key --into mirror/ --once
  crosstable mirror https://events.example --into legacy/ --event-format LEGACY --include standings

The folder has a file for each tournament, tournaments/ID.json, with its record of the export. A key sees its organization
whole and what is public of others; without a key, only what is public is pulled, if the operator allows it. Tournaments that
are deleted, hidden or no longer match the filters are removed.
Stop it at any time with Ctrl-C: nothing is lost, and it continues where it was. While the source is unavailable, it waits.
docs/data.md has the fields and other ways to pull data.
Exit code 1 if the source refuses, the folder cannot be written, or, with --once, the source does not answer.";

/// Keep a folder up to date with the tournaments of another installation
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Mirror {
    /// Address of the installation: https://events.example
    #[arg(value_name = "URL", value_parser = public_url)]
    url: String,
    /// Folder to keep up to date; it is created if it is missing
    #[arg(long, value_name = "FOLDER")]
    into: PathBuf,
    /// API key there [default: no key]
    #[arg(long, env = "CROSSTABLE_KEY", value_name = "KEY", hide_env_values = true)]
    key: Option<String>,
    /// File that holds the key
    #[arg(long, value_name = "FILE", conflicts_with = "key")]
    key_file: Option<PathBuf>,
    /// Parts of a tournament, separated by commas: standings, matches, rounds, decklists, cards
    #[arg(long, value_name = "PARTS", default_value = "standings,matches,rounds,decklists")]
    include: String,
    /// Only tournaments that start at or after this time: 2026-01-01
    #[arg(long, value_name = "TIME")]
    from: Option<String>,
    /// Only tournaments that start before this time
    #[arg(long, value_name = "TIME")]
    to: Option<String>,
    /// Only tournaments of this format
    #[arg(long, value_name = "FORMAT")]
    event_format: Option<String>,
    /// Only tournaments of this organization
    #[arg(long, value_name = "ID")]
    organization: Option<i64>,
    /// Pull once and end
    #[arg(long)]
    once: bool,
    /// Seconds between two requests
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds, conflicts_with = "once")]
    every: Duration,
}

fn seconds(text: &str) -> Result<Duration, String> {
    match text.strip_suffix('s').unwrap_or(text).parse() {
        Ok(seconds @ 1..=86_400) => Ok(Duration::from_secs(seconds)),
        _ => Err("must be a number of seconds from 1 to 86400".to_owned()),
    }
}

impl Mirror {
    pub(super) async fn run(self, _options: &Options) -> anyhow::Result<()> {
        let source = Source::new(&self.url, &self.filters(), self.key()?)?;
        let folder = Folder::open(&self.into)?;
        let mut mirror = Mirroring::new(source, folder)?;
        if self.once {
            mirror.pull().await?;
            out::say(format_args!("{} is up to date.", self.into.display()));
        } else {
            out::say(format_args!("Following {} into {}.", self.url, self.into.display()));
            mirror.follow(self.every).await?;
        }
        Ok(())
    }

    fn key(&self) -> anyhow::Result<Option<String>> {
        let from_file = self.key_file.as_deref().map(|file| read_line(file).context("--key-file")).transpose()?;
        Ok(self.key.clone().or(from_file))
    }

    fn filters(&self) -> Vec<(&'static str, String)> {
        let named = [
            ("include", Some(self.include.clone()).filter(|include| !include.is_empty())),
            ("from", self.from.clone()),
            ("to", self.to.clone()),
            ("event_format", self.event_format.clone()),
            ("organization_id", self.organization.map(|id| id.to_string())),
        ];
        named.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }
}
