//! `crosstable import`: imports tournaments from files. It only appends to the log; a running server shows the
//! tournaments within a second.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use importers::{
    CheckedArchive, File, ImportCounts, ImportError, ImportOutcome, Importer, Stated, UndoError, UndoImport, Undone,
    read_files,
};
use proto_events::StreamId;
use proto_events::ids::{OrganizationId, TournamentId};
use service_kit::clock::SystemClock;

use super::Options;
use super::writer::{Writer, unknown};
use crate::out;

const AFTER_HELP: &str = "\
Examples:
  crosstable import week-31.json --organization 1
  crosstable import archive/ more/*.json --organization 1 --dry-run
  fetch-archive | crosstable import - --organization 1
  crosstable import friday.csv --organization 1 --date 2026-05-01 --event-format Modern
  crosstable import --undo 12 --dry-run

Files are independent: a file with an error is refused as a whole, with the name of the field or line, and the others
are imported. A file whose standings contradict its rounds is imported with a warning that names the rows; the
standings shown follow from the rounds. Importing the same file again changes nothing. A server may run meanwhile; it
shows the new tournaments within a second.

A CSV file with a column for the opponent has the results of a finished tournament. Any other CSV file has players, and
becomes an event before round 1. It needs --date. --name, --date, --event-format and --round are refused for other
files. CSV files of one folder whose names differ only in the round, such as round-1.csv and round-2.csv, are one event.
A warning names each column, member, element or attribute of a file that is not used.

--undo deletes an imported event and the lists that its import made. People stay, and so do lists that were changed
since or that other events have. The file can then be imported again.
Exit code 1 if any file was refused, or the import was not undone.";

/// Rows of the standings that a warning names; the rest are counted.
const WARNED_ROWS: usize = 10;

/// Import tournaments from files: archives, decklist caches, Cobra, TopDeck, EventLink (JSON), Wizards Event Reporter
/// (XML), results and players (CSV)
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Import {
    /// Files; folders, for their *.json, *.csv, *.wer and *.xml files; `-` for standard input
    #[arg(required_unless_present = "undo", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Id of the organization that gets the tournaments
    #[arg(long, value_name = "ID", required_unless_present = "undo")]
    organization: Option<i64>,
    /// Name of the event of a CSV file; without it, the file's name without its ending; of several rounds, without the
    /// round
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Date of the events of CSV files, such as 2026-05-01 or 2026-05-01T18:00:00+02:00
    #[arg(long, value_name = "DATE")]
    date: Option<String>,
    /// Format of the events of CSV files, such as Modern
    #[arg(long, value_name = "FORMAT")]
    event_format: Option<String>,
    /// Round of a CSV file of results without a column for it, such as 3; without it, that in the file's name
    #[arg(long, value_name = "ROUND")]
    round: Option<String>,
    /// Check everything, say what would be made, and store nothing
    #[arg(long)]
    dry_run: bool,
    /// Undo the import of the event with this id
    #[arg(long, value_name = "ID", conflicts_with_all = ["files", "organization", "name", "date", "event_format", "round"])]
    undo: Option<i64>,
    /// Undo the import even if the event was changed since; the changes are deleted too
    #[arg(long, requires = "undo")]
    with_changes: bool,
}

/// Counts of files by outcome.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    imported: usize,
    known: usize,
    refused: usize,
}

impl Import {
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<ExitCode> {
        if let Some(event) = self.undo {
            return self.run_undo(options, TournamentId(event)).await;
        }
        let organization_id = OrganizationId(self.organization.unwrap_or_default());
        let mut tally = Tally::default();
        let mut files = Vec::new();
        for path in &self.files {
            match expand(path) {
                Ok(found) => files.extend(found),
                Err(error) => {
                    tally.refused += 1;
                    out::say(format_args!("refused: {error:#}"));
                }
            }
        }
        let events = self.events(files);
        if self.name.is_some() && events.len() > 1 {
            bail!("--name names one event, but there are {} events; import them one by one", events.len());
        }
        let import = async |writer: &Writer| self.import_all(writer, organization_id, &events, &mut tally).await;
        Writer::run(&options.home()?, import).await?;
        out::say(tally.summary(self.dry_run));
        Ok(if tally.refused == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    async fn run_undo(&self, options: &Options, tournament_id: TournamentId) -> anyhow::Result<ExitCode> {
        let Self { with_changes, dry_run, .. } = *self;
        let writer = Writer::open(&options.home()?).await?;
        let done = importer(&writer).undo_import(UndoImport { tournament_id, with_changes, dry_run }).await;
        writer.close().await;
        let undone = done.map_err(|error| match error {
            UndoError::Failed(failure) => anyhow::Error::from_boxed(failure),
            UndoError::Changed { .. } => anyhow!("{error}; to delete these changes too, add --with-changes"),
            refused => anyhow!("{refused}"),
        })?;
        out::data(told(tournament_id, &undone, dry_run)).context("stdout")?;
        Ok(ExitCode::SUCCESS)
    }

    async fn import_all(
        &self,
        writer: &Writer,
        organization_id: OrganizationId,
        events: &[Vec<PathBuf>],
        tally: &mut Tally,
    ) -> anyhow::Result<()> {
        for files in events {
            let imported = match read(files) {
                Ok(read) => self.import_one(writer, organization_id, &read).await,
                Err(why) => Ok(Err(why)),
            };
            match imported? {
                Ok((outcome, about)) => {
                    let name = files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(", ");
                    out::data(format_args!("{name}: {}", tally.count(outcome, &about))).context("stdout")?;
                }
                Err(why) => {
                    tally.refused += 1;
                    out::say(format_args!("refused: {why}"));
                }
            }
        }
        Ok(())
    }

    /// Imports an event. Returns its outcome, or why its files are refused; others can still be imported then.
    async fn import_one(
        &self,
        writer: &Writer,
        organization_id: OrganizationId,
        files: &[(String, Vec<u8>)],
    ) -> anyhow::Result<Result<(ImportOutcome, String), String>> {
        let files: Vec<_> = files.iter().map(|(name, bytes)| File { name, bytes }).collect();
        let imported = async {
            let archive = read_files(&files, &self.stated())?;
            warn(&archive);
            let outcome = importer(writer).import(organization_id, &archive, self.dry_run).await?;
            Ok::<_, ImportError>((outcome, archive.about()))
        };
        match imported.await {
            Ok(imported) => Ok(Ok(imported)),
            Err(ImportError::UnknownOrganization(id)) => bail!(unknown(StreamId::organization(id))),
            Err(ImportError::Failed(failure)) => Err(anyhow::Error::from_boxed(failure)),
            Err(wrong) => Ok(Err(wrong.to_string().replace('\n', "\n  "))),
        }
    }

    /// Returns the files of each event. CSV files in one folder whose names differ only in the round are one event.
    fn events(&self, files: Vec<PathBuf>) -> Vec<Vec<PathBuf>> {
        let mut events: Vec<(Option<EventFiles>, Vec<PathBuf>)> = Vec::new();
        for file in files {
            let is_alone = self.round.is_some() || is_stdin(&file);
            let name = if is_alone { None } else { round_of_event(&file) };
            match events.iter_mut().find(|(known, _)| name.is_some() && *known == name) {
                Some((_, rounds)) => rounds.push(file),
                None => events.push((name, vec![file])),
            }
        }
        events.into_iter().map(|(_, files)| files).collect()
    }

    /// Returns what the options say about the events of CSV files.
    fn stated(&self) -> Stated {
        let Self { name, date, event_format, round, .. } = self;
        Stated { name: name.clone(), date: date.clone(), format: event_format.clone(), round: round.clone() }
    }
}

fn importer(writer: &Writer) -> Importer {
    Importer::new(Arc::clone(&writer.events), Arc::new(SystemClock))
}

/// Says what was undone, or would be.
fn told(tournament_id: TournamentId, undone: &Undone, dry_run: bool) -> String {
    let Undone { name, later_changes, decklists, kept_decklists } = undone;
    let done = if dry_run { "would be deleted (nothing was stored)" } else { "deleted" };
    let mut told = format!("event {tournament_id} ({name}) and {decklists} lists: {done}");
    if *later_changes > 0 {
        told += &format!("; {later_changes} later changes of the event with it");
    }
    if *kept_decklists > 0 {
        told += &format!("; {kept_decklists} lists stay: changed since, or attached to other events");
    }
    told
}

/// Warns of what is left out, and of published standings that the rounds contradict. Crosstable shows the standings that follow from the rounds.
fn warn(archive: &CheckedArchive) {
    let file = &archive.file_name;
    for left_out in archive.left_out() {
        out::say(format_args!("warning: {file}: left out: {left_out}"));
    }
    let found = archive.contradictions();
    if found.is_empty() {
        return;
    }
    let rows = found.len();
    let mut lines =
        vec![format!("warning: {file}: the rounds, which count, contradict the standings ({rows} of their rows):")];
    lines.extend(found.iter().take(WARNED_ROWS).map(|row| format!("  {row}")));
    if found.len() > WARNED_ROWS {
        lines.push(format!("  and {} more", found.len() - WARNED_ROWS));
    }
    lines.iter().for_each(out::say);
}

/// Reads the files of an event. An error says which one cannot be read.
fn read(files: &[PathBuf]) -> Result<Vec<(String, Vec<u8>)>, String> {
    let read = |file: &PathBuf| {
        let bytes = contents(file).map_err(|error| format!("{}: cannot be read: {error}", file.display()))?;
        Ok((if is_stdin(file) { "standard input".to_owned() } else { file.display().to_string() }, bytes))
    };
    files.iter().map(read).collect()
}

impl Tally {
    /// Counts a file. Returns a line that says its outcome; `about` describes its tournament.
    fn count(&mut self, outcome: ImportOutcome, about: &str) -> String {
        match outcome {
            ImportOutcome::Imported { tournament_id, counts: ImportCounts { players, rounds, .. } } => {
                self.imported += 1;
                format!("imported as event {tournament_id} ({players} players, {rounds} rounds)")
            }
            ImportOutcome::AlreadyImported { tournament_id } => {
                self.known += 1;
                format!("already imported as event {tournament_id}")
            }
            ImportOutcome::WouldImport(ImportCounts { players, rounds, matches, decklists, .. }) => {
                self.imported += 1;
                format!(
                    "would be imported: {about}; {players} players, {rounds} rounds, {matches} matches, {decklists} lists"
                )
            }
        }
    }

    fn summary(&self, dry_run: bool) -> String {
        let Self { imported, known, refused } = self;
        let done = if dry_run { "would be imported (nothing was stored)" } else { "imported" };
        format!("{imported} {done}; {known} already there; {refused} refused")
    }
}

/// Folder and common name of the files that have one round of an event each.
type EventFiles = (PathBuf, String);

/// If a file has one round of an event, returns the folder and the name of the event's files.
fn round_of_event(file: &Path) -> Option<EventFiles> {
    let is_csv = file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
    let bytes = is_csv.then(|| contents(file).ok())??;
    let name = importers::name_without_round(&bytes, &file.display().to_string())?;
    Some((file.parent().unwrap_or(Path::new("")).to_path_buf(), name))
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads a file up to the size limit, plus one byte to detect a longer file.
fn contents(file: &Path) -> std::io::Result<Vec<u8>> {
    let from: Box<dyn Read> =
        if is_stdin(file) { Box::new(std::io::stdin().lock()) } else { Box::new(std::fs::File::open(file)?) };
    let mut bytes = Vec::new();
    from.take(importers::FILE_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Endings of the files of a folder that are imported.
const ENDINGS: [&str; 4] = ["json", "csv", "wer", "xml"];

/// Returns the files that a path stands for: itself, or the files of a folder with a known ending, in name order.
fn expand(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if is_stdin(path) || !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let unreadable = || format!("{}: cannot be read", path.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path).with_context(unreadable)? {
        let file = entry.with_context(unreadable)?.path();
        let ending = file.extension().unwrap_or_default();
        if file.is_file() && ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known)) {
            files.push(file);
        }
    }
    if files.is_empty() {
        bail!("{}: there is no *.json, *.csv, *.wer or *.xml in this folder", path.display());
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_stands_for_its_files_with_known_endings_by_name() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.json", "a.JSON", "players.csv", "friday.wer", "spring.XML", "notes.txt"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        std::fs::create_dir(folder.path().join("deeper.json")).unwrap();
        let found = expand(folder.path()).unwrap();
        let names: Vec<_> = found.iter().map(|path| path.file_name().unwrap().to_str().unwrap()).collect();
        assert_eq!(names, ["a.JSON", "b.json", "friday.wer", "players.csv", "spring.XML"]);
    }

    #[test]
    fn an_empty_folder_is_refused_and_a_missing_file_is_left_to_the_reader() {
        let folder = tempfile::tempdir().unwrap();
        assert!(expand(folder.path()).unwrap_err().to_string().contains("no *.json"));
        assert_eq!(expand(Path::new("-")).unwrap(), [PathBuf::from("-")]);
        assert_eq!(expand(Path::new("missing.json")).unwrap(), [PathBuf::from("missing.json")]);
    }
}
