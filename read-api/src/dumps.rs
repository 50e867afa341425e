//! A folder of dumps: files of all public tournaments, which `crosstable dump` writes, and their manifest.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Name of the manifest.
pub const MANIFEST: &str = "manifest.json";
/// Folder below, with complete files that are about to replace others. While its manifest is there, the folder above is
/// changing.
pub const NEXT: &str = "next";

/// The manifest of a folder of dumps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = DumpManifest)]
pub struct Manifest {
    /// The version of the folder's layout: 1.
    pub format: u32,
    /// The organization whose tournaments the files have, whole; null if they have what is public of all organizations.
    #[schema(value_type = Option<i64>)]
    pub organization_id: Option<i64>,
    /// Cursor for `since` of the export of tournaments: with it, a client gets everything that changed after the dump.
    pub cursor: String,
    /// Number of tournaments.
    #[schema(value_type = i64)]
    pub tournaments: u64,
    /// The files by name.
    pub files: Vec<DumpFile>,
}

/// A file of a dump: one table of one month, compressed with Zstandard.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
pub struct DumpFile {
    /// Its name: `matches-2026-03.ndjson.zst`.
    pub name: String,
    /// The table: `tournaments`, `standings`, `rounds`, `matches`, `cards` or `decklists`.
    pub table: String,
    /// The month of the tournaments' start in UTC: `2026-03`, or `undated`.
    pub month: String,
    /// SHA-256 of the file in hexadecimal digits.
    pub sha256: String,
    /// Size of the file in bytes.
    #[schema(value_type = i64)]
    pub bytes: u64,
    /// Number of lines, each a JSON object.
    #[schema(value_type = i64)]
    pub lines: u64,
}

impl Manifest {
    /// Reads the manifest in a folder. `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(folder: &Path) -> io::Result<Option<Self>> {
        match std::fs::read(folder.join(MANIFEST)) {
            Ok(text) => Ok(Some(serde_json::from_slice(&text)?)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns the file with this name.
    pub fn file(&self, name: &str) -> Option<&DumpFile> {
        self.files.iter().find(|file| file.name == name)
    }
}
