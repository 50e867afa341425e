//! The folder of a mirror.
//!
//! | Name | Contents |
//! |---|---|
//! | `tournaments/{id}.json` | a record of the export, unchanged |
//! | `state.json` | the source, the filters and the cursor that the files are true for |
//! | `answer.ndjson` | a whole answer that is being applied; it is there only meanwhile |
//! | `mirror.lock` | locked by the one process that writes |

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};
use storage::files::{NewFile, Readers, create_folder, flush, sync_folder_of, write_durably};

use super::receiving::{ReceivedLine, Receiving};
use crate::data_dir::{lock_folder, read_json};

/// The version of the folder's layout.
const FORMAT: u32 = 1;

/// What the files of a folder are true for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct State {
    format: u32,
    /// Address of the installation.
    pub(crate) source: String,
    /// The filters, as in the query of the request.
    pub(crate) query: String,
    /// The cursor of the last answer.
    pub(crate) cursor: String,
    pub(crate) tournaments: u64,
}

/// The first line of a received answer. Its records follow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Head {
    pub(crate) source: String,
    pub(crate) query: String,
    pub(crate) cursor: String,
    /// Whether the answer has everything: then all other tournaments are gone.
    pub(crate) is_full: bool,
}

/// What an answer changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Applied {
    pub(crate) written: u64,
    pub(crate) removed: u64,
    pub(crate) tournaments: u64,
}

/// An open folder. No other process can open it meanwhile.
#[derive(Debug)]
pub(crate) struct Folder {
    pub(super) path: PathBuf,
    /// What its files are true for; `None` before the first answer.
    pub(super) state: Option<State>,
    _lock: File,
}

impl Folder {
    /// Opens a folder, creates it if it is missing, and applies an answer that an earlier process received whole.
    ///
    /// # Errors
    /// If it is used by another mirror or for something else, or cannot be written.
    pub(crate) fn open(path: &Path) -> anyhow::Result<Self> {
        let lock = lock_folder(path, "mirror")?;
        create_folder(&path.join("tournaments")).with_context(|| format!("{} cannot be written", path.display()))?;
        let file = path.join("state.json");
        let state: Option<State> = read_json(&file, "delete it to pull everything again")?;
        let is_known = state.as_ref().is_none_or(|state| state.format == FORMAT);
        ensure!(is_known, "{} is of another version of Crosstable; name a new folder", file.display());
        let mut folder = Self { path: path.to_owned(), state, _lock: lock };
        if folder.answer_file().exists() {
            folder.apply()?;
        }
        Ok(folder)
    }

    /// Begins to receive an answer.
    pub(super) fn receive(&self, head: &Head) -> io::Result<Receiving> {
        let mut file = NewFile::create(&self.answer_file(), Readers::Others)?;
        serde_json::to_writer(&mut file, head)?;
        file.write_all(b"\n")?;
        Ok(Receiving::new(file))
    }

    /// Applies the received answer. A process that was killed meanwhile does the same again.
    ///
    /// # Errors
    /// If the disk fails. The folder is repaired when it is opened again.
    pub(crate) fn apply(&mut self) -> anyhow::Result<Applied> {
        let file = self.answer_file();
        let what = || format!("{} cannot be applied", file.display());
        let (state, applied) = self.apply_to_files(&file).with_context(what)?;
        let text = serde_json::to_vec_pretty(&state)?;
        write_durably(&self.path.join("state.json"), &text, Readers::Others).with_context(what)?;
        fs::remove_file(&file).with_context(what)?;
        self.state = Some(state);
        Ok(applied)
    }

    /// Applies the answer to the files of the tournaments, and makes them durable.
    fn apply_to_files(&self, file: &Path) -> anyhow::Result<(State, Applied)> {
        let mut answer = BufReader::new(File::open(file)?);
        let mut line = Vec::new();
        answer.read_until(b'\n', &mut line)?;
        let head: Head = serde_json::from_slice(&line)?;
        let (mut applied, mut kept) = (Applied::default(), HashSet::new());
        loop {
            line.clear();
            if answer.read_until(b'\n', &mut line)? == 0 {
                break;
            }
            let ReceivedLine { id, deleted } = serde_json::from_slice(&line)?;
            if deleted {
                applied.removed += u64::from(removed(&self.tournament_file(id))?);
                kept.remove(&id);
            } else {
                applied.written += u64::from(replaced(&self.tournament_file(id), &line)?);
                kept.insert(id);
            }
        }
        for id in self.tournaments()? {
            if head.is_full && !kept.contains(&id) {
                applied.removed += u64::from(removed(&self.tournament_file(id))?);
            } else {
                applied.tournaments += 1;
            }
        }
        // All are written first, since the disk then has less to do for each.
        for id in kept {
            flush(&self.tournament_file(id))?;
        }
        sync_folder_of(&self.tournament_file(0))?;
        let Head { source, query, cursor, .. } = head;
        Ok((State { format: FORMAT, source, query, cursor, tournaments: applied.tournaments }, applied))
    }

    /// Returns the ids of the tournaments in the folder.
    fn tournaments(&self) -> io::Result<Vec<i64>> {
        let mut ids = Vec::new();
        for entry in fs::read_dir(self.path.join("tournaments"))? {
            let name = entry?.file_name();
            ids.extend(name.to_str().and_then(|name| name.strip_suffix(".json")?.parse::<i64>().ok()));
        }
        Ok(ids)
    }

    fn tournament_file(&self, id: i64) -> PathBuf {
        self.path.join("tournaments").join(format!("{id}.json"))
    }

    fn answer_file(&self) -> PathBuf {
        self.path.join("answer.ndjson")
    }
}

/// Replaces a file atomically, unless it has this content. Returns whether it did. It is not yet durable.
fn replaced(file: &Path, content: &[u8]) -> io::Result<bool> {
    if fs::read(file).is_ok_and(|there| there == content) {
        return Ok(false);
    }
    let mut new = NewFile::create(file, Readers::Others)?;
    new.write_all(content)?;
    new.name()?;
    Ok(true)
}

/// Removes a file. Returns whether it was there.
fn removed(file: &Path) -> io::Result<bool> {
    match fs::remove_file(file) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}
