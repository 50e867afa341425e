//! Tests of the parser for lists: every form, real lists, properties, and texts that are not lists.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "helpers of tests")]

mod forms;
mod mutate;
mod oracle;
mod properties;

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the project's fixtures: file names and texts.
fn fixtures() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/deck_text/fixtures");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    files.iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect()
}
