//! `crosstable export`: writes finished tournaments as archive files for `crosstable import`, or as files of other
//! programs.

use std::collections::HashMap;
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail, ensure};
use clap::{Args, ValueEnum};
use domain::decklist::Decklist;
use domain::tournament::{Registration, Tournament};
use proto_events::ids::{DecklistId, OrganizationId, TournamentId, UserId};
use storage::files::{Readers, write_durably};
use storage::{Access, EventStore};

use super::Options;
use crate::archive::{self, Written, tdf};
use crate::{directory, out};

const AFTER_HELP: &str = "\
Examples:
  crosstable export --format archive --out archive/          every finished event, one file each
  crosstable export --format archive --organization 1 --event 12 --out league.json
  crosstable export --format archive --event 12 --out - | jq .standings
  crosstable export --format tdf --event 12 --player-ids ids.csv --out cup.tdf

A file holds names, rounds, results, the published standings, and the lists if they were published. A file that is
imported elsewhere and exported again is the same, byte for byte. Test events are written only if they are named. Team
events are not written: the format describes single players. A server may run meanwhile.

A .tdf file is for programs that read those of Tournament Operations Manager. It is for events with the rules of
Pokémon. Crosstable knows neither player ids nor dates of birth: all are Masters, and --player-ids names a file of
lines such as Ana Lee,1234567. A player who is not in it gets a number from 9000001, and a warning names the player.
Exit code 1 if a named event could not be written.";

/// Write finished tournaments into archive files (JSON) or files of other programs; a server may run
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Export {
    /// Format of the files
    #[arg(long, value_name = "FORMAT")]
    format: Format,
    /// Id of the organization whose events are written [default: all]
    #[arg(long, value_name = "ID")]
    organization: Option<i64>,
    /// Id of an event to write; repeat it for several [default: all finished events]
    #[arg(long = "event", value_name = "ID")]
    events: Vec<i64>,
    /// Folder for one file per event; for a single event also a file, or `-` for standard output
    #[arg(long, value_name = "FOLDER|FILE", default_value = ".")]
    out: PathBuf,
    /// Replace existing files
    #[arg(long)]
    overwrite: bool,
    /// File of lines with a player's name and id at Play! Pokémon, for tdf
    #[arg(long, value_name = "FILE")]
    player_ids: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The tournament archive, as `crosstable import` reads it
    Archive,
    /// A file of Tournament Operations Manager, for events with the rules of Pokémon
    Tdf,
}

/// The destination of the files.
enum Place {
    Folder(PathBuf),
    File(PathBuf),
    Stdout,
}

/// Counts of events by outcome.
#[derive(Debug, Default)]
struct Tally {
    written: usize,
    left_out: usize,
    refused: usize,
}

impl Export {
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<ExitCode> {
        ensure!(self.player_ids.is_none() || self.format == Format::Tdf, "--player-ids is only for --format tdf");
        let place = self.place()?;
        let events = options.home()?.open_events(Access::Read).await?;
        let done = self.export_all(&*events, &place).await;
        events.close().await;
        let Tally { written, left_out, refused } = done?;
        out::say(format_args!("{written} written; {left_out} left out; {refused} refused"));
        Ok(if refused == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// Returns the destination. An existing folder, or a path with a final separator, is a folder; with a single event,
    /// any other path is a file.
    fn place(&self) -> anyhow::Result<Place> {
        let is_folder = self.out.is_dir() || self.out.to_string_lossy().ends_with(std::path::MAIN_SEPARATOR);
        let place = match self.out.as_os_str().to_str() {
            Some("-") => Place::Stdout,
            _ if is_folder => Place::Folder(self.out.clone()),
            _ if self.events.len() == 1 => Place::File(self.out.clone()),
            _ => bail!("{0}: there is no such folder; name an existing one, or {0}/ to create it", self.out.display()),
        };
        ensure!(
            !matches!(place, Place::Stdout) || self.events.len() == 1,
            "standard output takes only one event: name it with --event"
        );
        Ok(place)
    }

    async fn export_all(&self, events: &dyn EventStore, place: &Place) -> anyhow::Result<Tally> {
        let ids = if self.events.is_empty() {
            directory::all_tournaments(events).await?
        } else {
            self.events.iter().copied().map(TournamentId).collect()
        };
        let mut tally = Tally::default();
        for id in ids {
            let found = directory::tournament(events, id).await?;
            let done = self.export_one(events, id, found, place, &mut tally).await;
            match done {
                Ok(None) => {}
                // Standard output has the file itself.
                Ok(Some(what)) if matches!(place, Place::Stdout) => out::say(what),
                Ok(Some(what)) => out::data(what).context("stdout")?,
                Err(why) => {
                    tally.refused += 1;
                    out::say(format_args!("refused: event {id}: {why:#}"));
                }
            }
        }
        Ok(tally)
    }

    /// Writes one event. Returns what was written; `None` if it was not requested.
    async fn export_one(
        &self,
        events: &dyn EventStore,
        id: TournamentId,
        found: Option<directory::Found>,
        place: &Place,
        tally: &mut Tally,
    ) -> anyhow::Result<Option<String>> {
        let is_named = !self.events.is_empty();
        let Some(found) = found else {
            ensure!(!is_named, "it does not exist");
            return Ok(None);
        };
        let tournament = &found.tournament;
        if self.organization.is_some_and(|id| tournament.organization_id != OrganizationId(id)) {
            ensure!(!is_named, "it belongs to organization {}", tournament.organization_id);
            return Ok(None);
        }
        let fits = match self.format {
            Format::Archive => !tournament.is_team_event(),
            Format::Tdf => tdf::fits(tournament),
        };
        if !is_named && (tournament.details.is_test || !tournament.lifecycle.is_finished() || !fits) {
            tally.left_out += 1;
            return Ok(None);
        }
        let names = names(events, tournament).await?;
        let written = match self.format {
            Format::Archive => archive::write(&found, &names, &lists(events, tournament).await?)?,
            Format::Tdf => self.tdf(&found, &names)?,
        };
        let path = self.put(&written, place)?;
        tally.written += 1;
        let Written { players, rounds, decklists, .. } = written;
        let file = path.map_or_else(String::new, |path| format!("{}: ", path.display()));
        Ok(Some(format!("{file}event {id} ({players} players, {rounds} rounds, {decklists} lists)")))
    }

    fn tdf(&self, found: &directory::Found, names: &HashMap<UserId, String>) -> anyhow::Result<Written> {
        let file = self.player_ids.as_deref();
        let text = file.map(|file| fs::read_to_string(file).with_context(|| file.display().to_string())).transpose()?;
        let ids = tdf::player_ids(&text.unwrap_or_default())?;
        let (written, missing) = tdf::write(found, names, &ids)?;
        if !missing.is_empty() {
            out::say(format_args!("warning: without a player id: {}", missing.join(", ")));
        }
        Ok(written)
    }

    /// Writes the file and returns its path, or `None` for standard output.
    fn put(&self, written: &Written, place: &Place) -> anyhow::Result<Option<PathBuf>> {
        let path = match place {
            Place::Folder(folder) => {
                fs::create_dir_all(folder).with_context(|| format!("{} cannot be created", folder.display()))?;
                folder.join(&written.file_name)
            }
            Place::File(file) => file.clone(),
            Place::Stdout => {
                out::bytes(&written.bytes)?;
                return Ok(None);
            }
        };
        match fs::read(&path) {
            Ok(there) if there == written.bytes => return Ok(Some(path)),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            _ if self.overwrite => {}
            _ => bail!("{} already exists with other contents; use --overwrite to replace it", path.display()),
        }
        write_durably(&path, &written.bytes, Readers::Others)
            .with_context(|| format!("{} cannot be written", path.display()))?;
        Ok(Some(path))
    }
}

async fn names(events: &dyn EventStore, tournament: &Tournament) -> anyhow::Result<HashMap<UserId, String>> {
    let users = directory::users(events, tournament.registrations.iter().map(|entry| entry.user_id)).await?;
    Ok(users.into_iter().map(|user| (user.id, user.name().into_owned())).collect())
}

/// Returns the public lists, each at the revision that counts.
async fn lists(events: &dyn EventStore, tournament: &Tournament) -> anyhow::Result<HashMap<DecklistId, Decklist>> {
    if !tournament.lifecycle.has_published_lists() {
        return Ok(HashMap::new());
    }
    directory::decklists(events, tournament.registrations.iter().filter_map(Registration::list)).await
}
