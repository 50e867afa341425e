//! Erasures: people whose data was erased, and the list of them, a file that is kept apart from backups.
//!
//! A backup that was made before an erasure still holds the person's key. Restoring it applies the list first.

use std::collections::BTreeMap;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use proto_events::ids::UserId;
use proto_events::{EventHash, Position};
use serde::{Deserialize, Serialize};

use crate::files::{create_folder, open_private};

/// The erasure of a person. It holds no personal data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Erasure {
    /// The person.
    pub user_id: UserId,
    /// When the person was erased.
    pub erased_at: DateTime<Utc>,
    /// The log in which the person was erased.
    pub log_id: String,
    /// Position of the event that registered the person.
    pub registered_at: Position,
    /// Hash of that event. Logs with the same hash at that position have the same person under this id.
    pub registered_hash: EventHash,
}

impl Erasure {
    /// Returns whether it is the erasure of the person whom a log registered with this event under the same id.
    pub(crate) fn is_of(&self, log_id: &str, registered_at: Position, registered_hash: EventHash) -> bool {
        self.log_id == log_id || (self.registered_at, self.registered_hash) == (registered_at, registered_hash)
    }

    fn key(&self) -> (String, UserId) {
        (self.log_id.clone(), self.user_id)
    }
}

/// The list of erasures: a file with one line of JSON for each. Lines are only added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErasureList {
    path: PathBuf,
}

impl ErasureList {
    /// Returns the list in this file, which may be missing.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// Returns the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Creates the file if it is missing.
    pub fn create(&self) -> io::Result<()> {
        self.add(&[]).map(drop)
    }

    /// Reads the list.
    ///
    /// # Errors
    /// If the file is missing, cannot be read, or is damaged.
    pub fn read(&self) -> io::Result<Vec<Erasure>> {
        let text = std::fs::read_to_string(&self.path)?;
        Ok(parse(&text)?.0.into_values().collect())
    }

    /// Adds those erasures that are not in the list yet, and waits until they are on disk. Several processes may add at
    /// the same time. Returns how many were added.
    pub fn add(&self, erasures: &[Erasure]) -> io::Result<usize> {
        if let Some(folder) = self.path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            create_folder(folder)?;
        }
        let mut file = open_private(&self.path)?;
        file.lock()?;
        let text = std::fs::read_to_string(&self.path)?;
        let (known, whole) = parse(&text)?;
        let mut lines = String::new();
        let mut added = 0;
        for erasure in erasures.iter().filter(|erasure| !known.contains_key(&erasure.key())) {
            lines.push_str(&serde_json::to_string(erasure)?);
            lines.push('\n');
            added += 1;
        }
        if !lines.is_empty() {
            // The last line may have been cut off by a power failure.
            file.set_len(whole)?;
            file.seek(SeekFrom::Start(whole))?;
            file.write_all(lines.as_bytes())?;
        }
        // Those that were read may be in the system's memory only.
        file.sync_all()?;
        Ok(added)
    }
}

type Known = BTreeMap<(String, UserId), Erasure>;

/// Returns the erasures in a text, and the length of its complete lines.
fn parse(text: &str) -> io::Result<(Known, u64)> {
    let (mut known, mut whole) = (Known::new(), 0);
    for line in text.split_inclusive('\n') {
        let Some(complete) = line.strip_suffix('\n') else { break };
        whole += line.len() as u64;
        if complete.trim().is_empty() {
            continue;
        }
        let erasure: Erasure = serde_json::from_str(complete)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, format!("a line is no erasure: {error}")))?;
        known.insert(erasure.key(), erasure);
    }
    Ok((known, whole))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn erasure(user: i64, log_id: &str) -> Erasure {
        Erasure {
            user_id: UserId(user),
            erased_at: DateTime::UNIX_EPOCH,
            log_id: log_id.into(),
            registered_at: Position(user),
            registered_hash: EventHash::START,
        }
    }

    #[test]
    fn each_erasure_is_listed_once() {
        let folder = tempfile::tempdir().unwrap();
        let list = ErasureList::at(folder.path().join("list"));
        assert!(list.read().is_err());
        list.create().unwrap();
        assert_eq!(list.read().unwrap(), []);
        assert_eq!(list.add(&[erasure(7, "a"), erasure(3, "a")]).unwrap(), 2);
        assert_eq!(list.add(&[erasure(3, "a"), erasure(3, "b")]).unwrap(), 1);
        assert_eq!(list.read().unwrap(), [erasure(3, "a"), erasure(7, "a"), erasure(3, "b")]);
    }

    #[test]
    fn a_line_that_was_cut_off_is_written_again_and_a_damaged_one_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let list = ErasureList::at(folder.path().join("list"));
        list.add(&[erasure(3, "a"), erasure(7, "a")]).unwrap();
        let text = fs::read_to_string(list.path()).unwrap();
        fs::write(list.path(), &text[..text.len() - 5]).unwrap();
        assert_eq!(list.read().unwrap(), [erasure(3, "a")]);
        assert_eq!(list.add(&[erasure(7, "a")]).unwrap(), 1);
        assert_eq!(fs::read_to_string(list.path()).unwrap(), text);
        fs::write(list.path(), "{}\n").unwrap();
        assert!(list.read().unwrap_err().to_string().contains("no erasure"));
        assert!(list.add(&[erasure(7, "a")]).is_err());
    }

    #[test]
    fn a_person_is_the_same_in_the_same_log_and_where_the_registration_is_the_same() {
        let hash: EventHash = "ab".repeat(32).try_into().unwrap();
        let erased = Erasure { registered_hash: hash, ..erasure(1, "a") };
        assert!(erased.is_of("a", Position(2), EventHash::START));
        assert!(erased.is_of("b", Position(1), hash));
        assert!(!erased.is_of("b", Position(1), EventHash::START) && !erased.is_of("b", Position(2), hash));
    }
}
