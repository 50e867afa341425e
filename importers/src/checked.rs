//! A file that was read and checked: everything else takes it without further checks.

use super::archive::Archive;

/// An archive without problems.
#[derive(Debug, Clone)]
pub struct CheckedArchive {
    pub(crate) archive: Archive,
    /// SHA-256 of the file, lower-case hex.
    pub(crate) sha256: String,
    pub(crate) file_name: String,
}

impl CheckedArchive {
    /// Name of the file it was read from.
    pub fn file_name(&self) -> &str {
        &self.file_name
    }

    /// Returns which tournament it is: name, date, format, source.
    pub fn about(&self) -> String {
        let Archive { name, date, format, platform, source_id, .. } = &self.archive;
        let format = if format.is_empty() { "unknown format" } else { format };
        format!("{name}, {}, {format}, {platform}:{source_id}", date.format("%Y-%m-%d"))
    }

    /// Returns what the file has and a tournament here cannot have, in words.
    pub fn left_out(&self) -> &[String] {
        &self.archive.left_out
    }
}
