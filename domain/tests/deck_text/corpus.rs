//! Texts of lists: the project's own fixtures, and lists from tournament files.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// Returns the project's fixtures: file names and texts.
pub(crate) fn fixtures() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/deck_text/fixtures");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    files.iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect()
}

/// Returns every list in a tournament file, whose `decklists` holds lines by player.
pub(crate) fn lists_of(path: &Path) -> Vec<String> {
    let archive: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let Some(lists) = archive["decklists"].as_object() else { return Vec::new() };
    let text = |lines: &Value| {
        let lines = lines.as_array().unwrap().iter().map(|line| line.as_str().unwrap());
        lines.collect::<Vec<_>>().join("\n")
    };
    lists.values().map(text).collect()
}
