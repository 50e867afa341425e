//! The dumps that every app under test offers: a small file that is the same in every run.

use std::fs;
use std::path::Path;

use read_api::dumps::{DumpFile, MANIFEST, Manifest};
use service_kit::hex::hex;
use sha2::{Digest, Sha256};

/// The folder with the dumps, in the app's folder.
pub(crate) const FOLDER: &str = "dumps";
/// The file.
pub(crate) const FILE: &str = "tournaments-2026-03.ndjson.zst";
/// Replaces its compressed lines. Tests read answers as text.
const CONTENT: &[u8] = b"one compressed line";

/// Writes the dumps.
pub(super) fn lay_out(folder: &Path) {
    let file = DumpFile {
        name: FILE.to_owned(),
        table: "tournaments".to_owned(),
        month: "2026-03".to_owned(),
        sha256: hex(&Sha256::digest(CONTENT)),
        bytes: CONTENT.len() as u64,
        lines: 1,
    };
    let cursor = "AcfUl6P2F8Zk3pQxw3gAAAAAAAACKqvvEjQ".to_owned();
    let manifest = Manifest { format: 1, organization_id: None, cursor, tournaments: 1, files: vec![file] };
    fs::create_dir(folder).expect("a folder");
    fs::write(folder.join(FILE), CONTENT).expect("a file");
    fs::write(folder.join(MANIFEST), serde_json::to_vec(&manifest).expect("JSON")).expect("a file");
}
