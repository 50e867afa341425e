//! The folder of a dump, and the replacement of its files.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use read_api::dumps::{MANIFEST, Manifest, NEXT};
use service_kit::hex::hex;
use sha2::{Digest, Sha256};
use storage::files::{Readers, create_folder, flush, sync_folder_of, write_durably};

use crate::data_dir::lock_folder;

/// The version of the folder's layout.
pub(super) const FORMAT: u32 = 1;

/// The end of the names of all files of a dump.
const ENDING: &str = ".ndjson.zst";

/// An open folder. No other process can open it meanwhile.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    _lock: File,
}

impl Folder {
    /// Opens a folder, creates it if it is missing, and completes the replacement that an earlier process began.
    ///
    /// # Errors
    /// If it is used by another process or for something else, or cannot be written.
    pub(super) fn open(path: &Path) -> anyhow::Result<Self> {
        let lock = lock_folder(path, "dump")?;
        let folder = Self { path: path.to_owned(), _lock: lock };
        if let Some(manifest) = Manifest::read(&folder.next())? {
            folder.install(&manifest)?;
        }
        Ok(folder)
    }

    fn next(&self) -> PathBuf {
        self.path.join(NEXT)
    }

    /// Returns the manifest; `None` in a new folder.
    pub(super) fn manifest(&self) -> anyhow::Result<Option<Manifest>> {
        let file = self.path.join(MANIFEST);
        let manifest = Manifest::read(&self.path)
            .with_context(|| format!("{} is damaged; delete it to write everything again", file.display()))?;
        if let Some(manifest) = &manifest {
            let is_known = manifest.format == FORMAT;
            ensure!(is_known, "{} is of another version of Crosstable; name a new folder", file.display());
        }
        Ok(manifest)
    }

    /// Creates the folder for new files, without those of a process that was killed.
    pub(super) fn begin(&self) -> anyhow::Result<PathBuf> {
        let next = self.next();
        match fs::remove_dir_all(&next) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(error).with_context(|| format!("{} cannot be removed", next.display()));
            }
            _ => {}
        }
        create_folder(&next).with_context(|| format!("{} cannot be created", next.display()))?;
        Ok(next)
    }

    /// Replaces the files by the new ones. Returns how many were written and removed.
    ///
    /// # Errors
    /// If the disk fails. The folder is repaired when it is opened again.
    pub(super) fn replace_by(&self, next: &Path, manifest: &Manifest) -> anyhow::Result<(usize, usize)> {
        // A file that is there with the same bytes stays.
        for file in &manifest.files {
            if hashed(&self.path.join(&file.name)).is_ok_and(|(_, hash)| hash == file.sha256) {
                fs::remove_file(next.join(&file.name))?;
            }
        }
        let names = names_in(next)?;
        if names.is_empty() && Manifest::read(&self.path).ok().flatten().as_ref() == Some(manifest) {
            fs::remove_dir(next)?;
            return Ok((0, 0));
        }
        // All are written first, since the disk then has less to do for each. The manifest flushes the folder.
        names.iter().try_for_each(|name| flush(&next.join(name)))?;
        let text = serde_json::to_vec_pretty(manifest)?;
        write_durably(&next.join(MANIFEST), &text, Readers::Others)?;
        let removed = self.install(manifest)?;
        Ok((names.len(), removed))
    }

    /// Moves the new files to their places, and the manifest last. Returns the number of files that were removed.
    fn install(&self, manifest: &Manifest) -> anyhow::Result<usize> {
        let next = self.next();
        let what = || format!("the new files in {} cannot be put in place", next.display());
        for name in names_in(&next).with_context(what)? {
            fs::rename(next.join(&name), self.path.join(&name)).with_context(what)?;
        }
        let mut removed = 0;
        for name in names_in(&self.path).with_context(what)? {
            if manifest.file(&name).is_none() {
                fs::remove_file(self.path.join(&name)).with_context(what)?;
                removed += 1;
            }
        }
        sync_folder_of(&next).with_context(what)?;
        fs::rename(next.join(MANIFEST), self.path.join(MANIFEST)).with_context(what)?;
        sync_folder_of(&next).with_context(what)?;
        fs::remove_dir_all(&next).with_context(what)?;
        Ok(removed)
    }
}

/// Returns the size of a file and its SHA-256.
pub(super) fn hashed(file: &Path) -> io::Result<(u64, String)> {
    let mut hash = Sha256::new();
    let bytes = io::copy(&mut File::open(file)?, &mut hash)?;
    Ok((bytes, hex(&hash.finalize())))
}

fn names_in(folder: &Path) -> io::Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(folder)? {
        names.extend(entry?.file_name().into_string().ok().filter(|name| name.ends_with(ENDING)));
    }
    Ok(names)
}
