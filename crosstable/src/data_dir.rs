//! The data folder: its files, and the lock that allows only one server on it.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use service_kit::keyring::Secrets;
use service_kit::secret::Secret;
use storage::files::{Readers, create_folder, make_private, open_private, with_ending, write_durably};
use tokio::time::{Duration, Instant};
use web::site::ChosenSettings;

/// How long a new server waits for the lock of the previous one.
const LOCK_PATIENCE: Duration = Duration::from_secs(1);
/// Interval between attempts to take the lock.
const LOCK_RETRY: Duration = Duration::from_millis(20);

/// The file of the list of erasures in the folder.
const ERASURES: &str = "erasures.jsonl";

#[derive(Debug, Clone)]
pub(crate) struct DataDir {
    pub(crate) path: PathBuf,
    /// The file of the list of erasures, if it is not in the folder.
    erasures: Option<PathBuf>,
}

/// How a folder is served, for commands. Commands that render views must use the same field names and deck host, and
/// those that print links the same address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ServedAs {
    /// Base address of links.
    pub(crate) public_url: String,
    /// Whether answers also contain the vendors' field names.
    pub(crate) vendor_field_names: bool,
    /// Address of lists on their deck host; empty if unknown.
    #[serde(default)]
    pub(crate) deck_host_url: String,
}

/// The lock that a server holds on its folder. The system releases it when the process ends.
#[derive(Debug)]
pub(crate) struct ServerLock {
    _file: File,
}

impl DataDir {
    /// Creates the folder at `path` and its missing parents.
    pub(crate) fn create(path: &Path) -> anyhow::Result<Self> {
        create_folder(path).with_context(|| format!("the data folder {} cannot be created", path.display()))?;
        let dir = Self { path: path.to_path_buf(), erasures: None };
        dir.make_private();
        Ok(dir)
    }

    /// Returns the folder at `path`, which must already contain data.
    pub(crate) fn existing(path: &Path) -> anyhow::Result<Self> {
        let dir = Self { path: path.to_path_buf(), erasures: None };
        if !dir.has_data() {
            bail!(
                "there is no Crosstable data in {}; name the folder with --data-dir, or begin with `crosstable init`",
                path.display()
            );
        }
        Ok(dir)
    }

    /// Sets the file of the list of erasures, if it is not in the folder.
    pub(crate) fn listing_erasures_in(self, erasures: Option<PathBuf>) -> Self {
        Self { erasures, ..self }
    }

    pub(crate) fn erasures(&self) -> PathBuf {
        self.erasures.clone().unwrap_or_else(|| self.path.join(ERASURES))
    }

    /// Removes other users' access to our files, and to the folder itself unless it contains other files. Earlier
    /// versions left both open to all.
    fn make_private(&self) {
        let Ok(entries) = fs::read_dir(&self.path) else { return };
        let mut holds_others = false;
        for entry in entries.flatten() {
            if is_ours(&entry.file_name().to_string_lossy()) {
                make_private(&entry.path());
            } else {
                holds_others = true;
            }
        }
        // A symbolic link may lead to a database elsewhere, which has its own `-wal` and `-shm` files.
        for database in [self.events(), self.views()].iter().filter_map(|path| path.canonicalize().ok()) {
            for ending in ["", "-wal", "-shm"] {
                make_private(&with_ending(&database, ending));
            }
        }
        if !holds_others && make_private(&self.path) {
            tracing::info!(folder = %self.path.display(), "other users can no longer read the data folder");
        }
    }

    pub(crate) fn events(&self) -> PathBuf {
        self.path.join("events.sqlite")
    }

    pub(crate) fn views(&self) -> PathBuf {
        self.path.join("views.sqlite")
    }

    pub(crate) fn has_data(&self) -> bool {
        self.events().exists()
    }

    fn lock_file(&self) -> PathBuf {
        self.path.join("serve.lock")
    }

    /// Takes the lock that keeps other servers off the folder; other commands may run at the same time. The system may
    /// hold the lock of a killed server for a moment, so a restart waits briefly.
    pub(crate) async fn lock(&self) -> anyhow::Result<ServerLock> {
        let path = self.lock_file();
        // A file on a read-only disk can still be locked.
        let open = open_private(&path).or_else(|error| File::open(&path).map_err(|_| error));
        let file = open.with_context(|| format!("{} cannot be opened", path.display()))?;
        let give_up = Instant::now() + LOCK_PATIENCE;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(ServerLock { _file: file }),
                Err(TryLockError::WouldBlock) if Instant::now() < give_up => tokio::time::sleep(LOCK_RETRY).await,
                Err(TryLockError::WouldBlock) => bail!(
                    "another Crosstable serves {}; stop it first, or choose another folder with --data-dir",
                    self.path.display()
                ),
                Err(TryLockError::Error(error)) => {
                    return Err(error).with_context(|| format!("{} cannot be locked", path.display()));
                }
            }
        }
    }

    pub(crate) fn is_served(&self) -> bool {
        let file = File::open(self.lock_file());
        file.is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    pub(crate) fn secret_file(&self) -> PathBuf {
        self.path.join("secret")
    }

    /// Returns the installation's secrets, and creates the first one when there is none. Only a server calls this, and
    /// it holds the lock.
    pub(crate) fn secrets(&self) -> anyhow::Result<Secrets> {
        let path = self.secret_file();
        match fs::read_to_string(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Self::make_secret(&path),
            // Earlier versions did not flush the file, so a power cut could leave it empty. No process can know that
            // secret any more, so a new one loses nothing.
            Ok(text) if text.trim_matches(['\0', ' ', '\n', '\r']).is_empty() => {
                tracing::warn!(file = %path.display(), "the secret is empty: a new one is made, and sessions have ended");
                Self::make_secret(&path)
            }
            text => {
                let text = text.with_context(|| format!("{} cannot be read", path.display()))?;
                Secrets::parse(&text).with_context(|| {
                    let file = path.display();
                    format!(
                        "{file} is damaged: bring it back from a backup that was made with --with-secret, or delete it; then \
                         a new one is made, and all sessions and consistency tokens end"
                    )
                })
            }
        }
    }

    fn make_secret(path: &Path) -> anyhow::Result<Secrets> {
        let secret = Secret::generate();
        write_private(path, secret.expose())?;
        Ok(secret.into())
    }

    fn served_as_file(&self) -> PathBuf {
        self.path.join("served-as.json")
    }

    pub(crate) fn remember(&self, served: &ServedAs) -> anyhow::Result<()> {
        if self.last_served().is_ok_and(|last| last.as_ref() == Some(served)) {
            return Ok(());
        }
        write_private(&self.served_as_file(), &serde_json::to_string(served)?)
    }

    pub(crate) fn last_served(&self) -> anyhow::Result<Option<ServedAs>> {
        read_json(&self.served_as_file(), "it may be deleted")
    }

    /// The file of the link to set up the installation, while it has no organization.
    pub(crate) fn set_up_file(&self) -> PathBuf {
        self.path.join("set-up-link")
    }

    fn settings_file(&self) -> PathBuf {
        self.path.join("settings.json")
    }

    /// Stores the settings that the set-up chose; they may hold a password.
    pub(crate) fn choose(&self, chosen: &ChosenSettings) -> anyhow::Result<()> {
        write_private(&self.settings_file(), &serde_json::to_string_pretty(chosen)?)
    }

    pub(crate) fn chosen_settings(&self) -> anyhow::Result<Option<ChosenSettings>> {
        read_json(&self.settings_file(), "correct it, or delete it and use options")
    }

    /// Deletes Crosstable's files in the folder and nothing else.
    pub(crate) fn delete_data(&self) -> anyhow::Result<()> {
        let databases = [self.events(), self.views()];
        let files =
            databases.iter().flat_map(|database| ["", "-wal", "-shm"].map(|ending| with_ending(database, ending)));
        // Tokens refer to positions in the deleted log, so their secret is deleted too.
        for file in files.chain([self.secret_file(), self.path.join(ERASURES)]) {
            match fs::remove_file(&file) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(error).with_context(|| format!("{} cannot be deleted", file.display()));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Writes a file that only its owner can read.
pub(crate) fn write_private(file: &Path, text: &str) -> anyhow::Result<()> {
    let written = write_durably(file, text.as_bytes(), Readers::Owner);
    written.with_context(|| format!("{} cannot be written", file.display()))
}

/// Reads a file of JSON; `None` if there is none. The error for a damaged file ends with `advice`.
pub(crate) fn read_json<T: DeserializeOwned>(file: &Path, advice: &str) -> anyhow::Result<Option<T>> {
    let text = match fs::read(file) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        text => text.with_context(|| format!("{} cannot be read", file.display()))?,
    };
    let value = serde_json::from_slice(&text);
    Ok(Some(value.with_context(|| format!("{} is damaged; {advice}", file.display()))?))
}

/// Opens a folder for files of one kind, creates it if it is missing, and keeps other processes off it as long as the
/// lock is held. A folder with other files is refused.
pub(crate) fn lock_folder(path: &Path, kind: &str) -> anyhow::Result<File> {
    create_folder(path).with_context(|| format!("{} cannot be created", path.display()))?;
    let lock_file = path.join(format!("{kind}.lock"));
    let is_known = lock_file.exists();
    let is_empty = fs::read_dir(path).map(|mut entries| entries.next().is_none());
    let is_empty = is_empty.with_context(|| format!("{} cannot be read", path.display()))?;
    ensure!(is_known || is_empty, "{} is not empty and holds no {kind}; name a new folder", path.display());
    let lock = open_private(&lock_file).with_context(|| format!("{} cannot be created", lock_file.display()))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => {
            bail!("another process writes the {kind} in {}; stop it first", path.display())
        }
        Err(TryLockError::Error(error)) => {
            Err(error).with_context(|| format!("{} cannot be locked", lock_file.display()))
        }
    }
}

/// Whether a file name is one of Crosstable's, including those of earlier versions.
pub(crate) fn is_ours(name: &str) -> bool {
    const WHOLE: [&str; 7] =
        ["secret", "served-as.json", "serve.lock", "demo-keys.json", "set-up-link", "settings.json", ERASURES];
    let is_of = |file: &str, endings: &[&str]| name.strip_prefix(file).is_some_and(|ending| endings.contains(&ending));
    WHOLE.iter().any(|file| is_of(file, &["", ".unfinished", ".new"]))
        || ["events.sqlite", "views.sqlite"]
            .iter()
            .any(|file| is_of(file, &["", "-wal", "-shm", ".opening", ".rendering"]))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn mode(file: &Path) -> u32 {
        fs::metadata(file).unwrap().permissions().mode() & 0o777
    }

    #[tokio::test]
    async fn a_second_server_is_refused_until_the_first_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let dir = DataDir::create(folder.path()).unwrap();
        let first = dir.lock().await.unwrap();
        let refusal = dir.lock().await.unwrap_err().to_string();
        assert!(refusal.contains("another Crosstable serves"), "{refusal}");
        let (second, ()) = tokio::join!(dir.lock(), async { drop(first) });
        second.unwrap();
    }

    #[test]
    fn the_secret_stays_the_same_and_to_its_owner() {
        let folder = tempfile::tempdir().unwrap();
        let dir = DataDir::create(folder.path()).unwrap();
        let made = dir.secrets().unwrap();
        assert_eq!(dir.secrets().unwrap().expose(), made.expose());
        assert_eq!(mode(&dir.secret_file()), 0o600);
        fs::write(dir.secret_file(), "cut o").unwrap();
        assert!(format!("{:#}", dir.secrets().unwrap_err()).contains("damaged"));
        // The contents that a power cut leaves in a file that was not flushed.
        for nothing in [&[][..], &[0; 44]] {
            fs::write(dir.secret_file(), nothing).unwrap();
            let made_anew = dir.secrets().unwrap();
            assert_ne!(made_anew.expose(), made.expose());
            assert_eq!(dir.secrets().unwrap().expose(), made_anew.expose());
        }
    }

    #[test]
    fn a_folder_of_an_earlier_version_is_taken_from_other_users() {
        let folder = tempfile::tempdir().unwrap();
        let mode = |name: &str| mode(&folder.path().join(name));
        let open = |name: &str, mode| {
            fs::set_permissions(folder.path().join(name), fs::Permissions::from_mode(mode)).unwrap();
        };
        let names = ["events.sqlite", "events.sqlite-wal", "views.sqlite", "served-as.json", "events.sqlite.opening"];
        for name in names {
            fs::write(folder.path().join(name), "x").unwrap();
            open(name, 0o644);
        }
        open("", 0o755);
        fs::write(folder.path().join("notes.txt"), "x").unwrap();
        open("notes.txt", 0o644);

        DataDir::create(folder.path()).unwrap();
        assert_eq!(names.map(mode), [0o600; 5]);
        assert_eq!((mode("notes.txt"), mode("")), (0o644, 0o755), "the folder contains other files");

        fs::remove_file(folder.path().join("notes.txt")).unwrap();
        DataDir::create(folder.path()).unwrap();
        assert_eq!(mode(""), 0o700);
    }

    #[test]
    fn only_our_files_are_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let dir = DataDir::create(folder.path()).unwrap();
        for name in ["events.sqlite", "events.sqlite-wal", "views.sqlite", "secret", "notes.txt"] {
            fs::write(folder.path().join(name), "x").unwrap();
        }
        dir.delete_data().unwrap();
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["notes.txt"]);
    }
}
