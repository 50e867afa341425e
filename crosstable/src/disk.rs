//! Free space on the disks that hold files.

use std::path::{Path, PathBuf};

/// Returns the free bytes that this process may use on the disk of a file or folder, if the system reports them.
pub(crate) fn free_at(path: &Path) -> Option<u64> {
    // A file may be a link to another disk. A missing file will be created in its parent folder.
    let there: PathBuf = path.canonicalize().ok().or_else(|| path.parent()?.canonicalize().ok())?;
    storage::files::free_bytes(&there)
}

/// Returns the free bytes on the disk with the least space among those of several files.
pub(crate) fn least_free(paths: &[&Path]) -> Option<u64> {
    paths.iter().filter_map(|path| free_at(path)).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_not_there_yet_is_looked_for_in_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing");
        assert!(free_at(&missing).is_some());
        assert!(least_free(&[&missing]).is_some());
        assert_eq!(free_at(&folder.path().join("no/such")), None);
    }
}
