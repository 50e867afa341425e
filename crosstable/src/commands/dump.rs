//! `crosstable dump`: writes files of all tournaments, for downloads and for programs that read tables.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use proto_events::ids::OrganizationId;
use storage::{Access, PublicAddress};

use super::Options;
use crate::dump::{Dumped, dump};
use crate::out;

const AFTER_HELP: &str = "\
Examples:
  crosstable dump --out dumps/
  crosstable dump --out dumps/ && crosstable serve --dumps dumps/      served under /dumps/
  crosstable dump --organization 1 --out own/

The folder has a file for each month and table: tournaments, standings, rounds, matches, cards and decklists, such as
matches-2026-03.ndjson.zst, each line a JSON object; and manifest.json with the SHA-256 of each. A second run replaces the files
that differ. A server may run meanwhile. A run that is stopped changes nothing, or is completed by the next one.
Without --organization, the files have only what everyone may see. docs/data.md has the fields.";

/// Write all tournaments into compressed files, one for each month and table
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Dump {
    /// Folder for the files; it is created if it is missing
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Id of the organization whose tournaments are written whole, for its own use [default: what is public of all]
    #[arg(long, value_name = "ID")]
    organization: Option<i64>,
}

impl Dump {
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<()> {
        let home = options.home()?;
        let address = PublicAddress::new(&options.reached_at(&home)?);
        let views = home.open_views(Access::Read).await?;
        let dumped = dump(&*views, &address, self.organization.map(OrganizationId), &self.out).await;
        views.close().await;
        let Dumped { written, removed, manifest } =
            dumped.with_context(|| format!("no dump was written into {}", self.out.display()))?;
        out::say(format_args!("{written} files written, {removed} removed."));
        let bytes: u64 = manifest.files.iter().map(|file| file.bytes).sum();
        out::say(format_args!(
            "{}: {} tournaments in {} files, {} bytes.",
            self.out.display(),
            manifest.tournaments,
            manifest.files.len(),
            bytes
        ));
        Ok(())
    }
}
