//! The folder that holds the data: its files, and the lock that keeps two servers off it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

/// The folder, made if it was not there.
#[derive(Debug, Clone)]
pub(crate) struct DataDir {
    path: PathBuf,
}

/// Held while a server runs on a folder; given back by the system when the process ends, however it ends.
#[derive(Debug)]
pub(crate) struct ServerLock {
    _file: File,
}

impl DataDir {
    /// The folder at `path`, made with all above it where it is missing.
    pub(crate) fn create(path: &Path) -> anyhow::Result<Self> {
        fs::create_dir_all(path).with_context(|| format!("the data folder {} cannot be made", path.display()))?;
        Ok(Self { path: path.to_path_buf() })
    }

    /// The folder at `path`, which must hold data already.
    pub(crate) fn existing(path: &Path) -> anyhow::Result<Self> {
        let dir = Self { path: path.to_path_buf() };
        if !dir.has_data() {
            bail!(
                "there is no Crosstable data in {}; name the folder with --data-dir, or begin with `crosstable organizations create`",
                path.display()
            );
        }
        Ok(dir)
    }

    /// The folder.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The truth.
    pub(crate) fn events(&self) -> PathBuf {
        self.path.join("events.sqlite")
    }

    /// What is rendered from it.
    pub(crate) fn views(&self) -> PathBuf {
        self.path.join("views.sqlite")
    }

    /// Whether anything was ever stored here.
    pub(crate) fn has_data(&self) -> bool {
        self.events().exists()
    }

    fn lock_file(&self) -> PathBuf {
        self.path.join("serve.lock")
    }

    /// Keeps other servers off the folder. Other commands may work beside a server.
    pub(crate) fn lock(&self) -> anyhow::Result<ServerLock> {
        let path = self.lock_file();
        let open = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
        let file = open.with_context(|| format!("{} cannot be opened", path.display()))?;
        match file.try_lock() {
            Ok(()) => Ok(ServerLock { _file: file }),
            Err(TryLockError::WouldBlock) => bail!(
                "another Crosstable serves {}; stop it first, or choose another folder with --data-dir",
                self.path.display()
            ),
            Err(TryLockError::Error(error)) => {
                Err(error).with_context(|| format!("{} cannot be locked", path.display()))
            }
        }
    }

    /// Deletes the files that Crosstable keeps here, and nothing else.
    pub(crate) fn delete_data(&self) -> anyhow::Result<()> {
        for database in [self.events(), self.views()] {
            for ending in ["", "-wal", "-shm"] {
                let mut file = database.clone().into_os_string();
                file.push(ending);
                match fs::remove_file(&file) {
                    Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                        return Err(error).with_context(|| format!("{} cannot be deleted", Path::new(&file).display()));
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_server_is_refused_until_the_first_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let dir = DataDir::create(folder.path()).unwrap();
        let first = dir.lock().unwrap();
        let refusal = dir.lock().unwrap_err().to_string();
        assert!(refusal.contains("another Crosstable serves"), "{refusal}");
        drop(first);
        dir.lock().unwrap();
    }

    #[test]
    fn only_our_files_are_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let dir = DataDir::create(folder.path()).unwrap();
        for name in ["events.sqlite", "events.sqlite-wal", "views.sqlite", "notes.txt"] {
            fs::write(folder.path().join(name), "x").unwrap();
        }
        dir.delete_data().unwrap();
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["notes.txt"]);
    }

    #[test]
    fn a_folder_without_data_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let error = DataDir::existing(folder.path()).unwrap_err().to_string();
        assert!(error.contains("--data-dir"), "{error}");
    }
}
