//! Files and folders that survive a power cut and that other users cannot read.
//!
//! A file is durable when both its content and its folder have been flushed. All files outside databases are written by
//! [`write_durably`] or [`NewFile`].

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// The readers of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readers {
    /// Only its owner: secrets and personal data.
    Owner,
    /// All users that the process's umask allows.
    Others,
}

/// A file that is being written. It gets its name when [`NewFile::keep`] is called; otherwise it is deleted. An
/// existing file with that name is replaced atomically.
#[derive(Debug)]
pub struct NewFile {
    file: NamedTempFile,
    path: PathBuf,
}

impl NewFile {
    /// Creates the file under a temporary name in the same folder.
    pub fn create(path: &Path, readers: Readers) -> io::Result<Self> {
        let unfinished = with_ending(path, ".unfinished");
        // A file that a power cut left behind may be readable by others.
        match fs::remove_file(&unfinished) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mode = if readers == Readers::Owner { 0o600 } else { 0o666 };
        let mut new = tempfile::Builder::new();
        new.prefix(unfinished.file_name().unwrap_or_default())
            .rand_bytes(0)
            .permissions(fs::Permissions::from_mode(mode));
        let file = new.tempfile_in(folder_of(path))?;
        if readers == Readers::Owner {
            give_to_owner_of_folder(file.as_file(), path)?;
        }
        Ok(Self { file, path: path.to_owned() })
    }

    /// Flushes the file, renames it, and flushes the folder.
    ///
    /// # Errors
    /// If the disk fails. The complete file may then have its name, but may be lost in a power cut.
    pub fn keep(self) -> io::Result<()> {
        self.file.as_file().sync_all()?;
        let path = self.path.clone();
        self.name()?;
        sync_folder_of(&path)
    }

    /// Renames the file without flushing it: many files are flushed faster at the end, by [`flush`] and
    /// [`sync_folder_of`]. Until then, a power cut may leave it empty.
    pub fn name(self) -> io::Result<()> {
        self.file.persist(&self.path)?;
        Ok(())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Flushes a file.
pub fn flush(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

/// Writes a file durably and atomically: after a power cut it has either the old or the new content.
pub fn write_durably(path: &Path, bytes: &[u8], readers: Readers) -> io::Result<()> {
    let mut file = NewFile::create(path, readers)?;
    file.write_all(bytes)?;
    file.keep()
}

/// Creates a folder that only its owner can read, with its missing parents. An existing folder is not changed.
pub fn create_folder(folder: &Path) -> io::Result<()> {
    let missing: Vec<&Path> =
        folder.ancestors().take_while(|part| !part.as_os_str().is_empty() && !part.exists()).collect();
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    missing.into_iter().rev().try_for_each(sync_folder_of)
}

/// Opens a file for writing that only its owner can read, and creates it if it is missing. The content is kept. A file
/// created by root is given to the owner of the folder, so that the service can open it.
pub fn open_private(path: &Path) -> io::Result<File> {
    let mut open = OpenOptions::new();
    open.write(true);
    for_owner_alone(&mut open);
    // Changes the owner only of a file created here: the owner of the folder may have put a link in its place.
    match open.clone().create_new(true).open(path) {
        Ok(file) => {
            give_to_owner_of_folder(&file, path)?;
            sync_folder_of(path)?;
            Ok(file)
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => open.create(true).truncate(false).open(path),
        Err(error) => Err(error),
    }
}

/// Gives a new file that belongs to root to the owner of its folder.
fn give_to_owner_of_folder(file: &File, path: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let (made, folder) = (file.metadata()?, fs::metadata(folder_of(path))?);
    if made.uid() == 0 && folder.uid() != 0 {
        fchown(file, Some(folder.uid()), Some(folder.gid()))?;
    }
    Ok(())
}

/// Removes other users' access to a file or folder. Returns whether it changed anything. A file of another user, or on
/// a read-only disk, stays as it is.
pub fn make_private(path: &Path) -> bool {
    let Ok(metadata) = fs::metadata(path) else { return false };
    private(&metadata).is_some_and(|permissions| fs::set_permissions(path, permissions).is_ok())
}

/// Returns permissions without access for other users, or `None` if they have no access already.
fn private(metadata: &fs::Metadata) -> Option<fs::Permissions> {
    let mode = metadata.permissions().mode();
    (mode & 0o077 != 0).then(|| fs::Permissions::from_mode(mode & 0o7700))
}

/// Returns the path with an ending appended to the file name.
pub fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path.as_os_str());
    name.push(ending);
    PathBuf::from(name)
}

fn for_owner_alone(open: &mut OpenOptions) {
    std::os::unix::fs::OpenOptionsExt::mode(open, 0o600);
}

/// Flushes the folder of a file or folder, so that its name survives a power cut.
pub fn sync_folder_of(path: &Path) -> io::Result<()> {
    File::open(folder_of(path))?.sync_all()
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns the bytes that this process may still write to the disk of a file or folder, if the system reports them.
pub fn free_bytes(path: &Path) -> Option<u64> {
    let space = rustix::fs::statvfs(path).ok()?;
    Some(space.f_bavail.saturating_mul(space.f_frsize))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(path: &Path) -> u32 {
        std::os::unix::fs::PermissionsExt::mode(&fs::metadata(path).unwrap().permissions()) & 0o777
    }

    fn names(folder: &Path) -> Vec<OsString> {
        let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_whole_or_not_at_all_and_leaves_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret");
        for text in ["first", "second"] {
            write_durably(&path, text.as_bytes(), Readers::Owner).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        let mut given_up = NewFile::create(&path, Readers::Owner).unwrap();
        given_up.write_all(b"thi").unwrap();
        drop(given_up);
        assert_eq!(fs::read_to_string(&path).unwrap(), "second");
        assert_eq!(names(folder.path()), ["secret"]);
    }

    #[test]
    fn private_files_and_folders_are_their_owners() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("a/b");
        create_folder(&inner).unwrap();
        assert_eq!((mode(&folder.path().join("a")), mode(&inner)), (0o700, 0o700));
        let path = inner.join("secret");
        // A file that a power cut left behind, readable by everybody.
        fs::write(inner.join("secret.unfinished"), "old").unwrap();
        write_durably(&path, b"new", Readers::Owner).unwrap();
        assert_eq!(mode(&path), 0o600);
        drop(open_private(&inner.join("lock")).unwrap());
        assert_eq!(mode(&inner.join("lock")), 0o600);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        assert!(make_private(&path) && !make_private(&path));
        assert_eq!(mode(&path), 0o600);
        assert!(!make_private(&inner.join("missing")));
    }
}
