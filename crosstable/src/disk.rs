//! Free space on the disks that hold files.

use std::path::{Path, PathBuf};

/// Bytes that this process may still write where a file or folder is. Nothing where the system does not say.
pub(crate) fn free_at(path: &Path) -> Option<u64> {
    // A file may be a link to another disk; one that is not there yet will be next to the others.
    let there: PathBuf = path.canonicalize().ok().or_else(|| path.parent()?.canonicalize().ok())?;
    storage::files::free_bytes(&there)
}

/// The same for several files: of the disk that has least.
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
        assert_eq!(free_at(&missing).is_some(), cfg!(unix));
        assert_eq!(least_free(&[&missing]).is_some(), cfg!(unix));
        assert_eq!(free_at(&folder.path().join("no/such")), None);
    }
}
