//! The program under test: its path, and the environment variables that it would read.

use std::path::PathBuf;

use anyhow::{Context, bail};

/// Returns the path of the program, which is in this one's folder, or for a test in the folder above.
///
/// # Errors
/// If the program has not been built.
pub fn program() -> anyhow::Result<PathBuf> {
    let here = std::env::current_exe().context("the path of this program is not known")?;
    let name = format!("crosstable{}", std::env::consts::EXE_SUFFIX);
    let folders: Vec<_> = here.ancestors().skip(1).take(2).collect();
    if let Some(found) = folders.iter().map(|folder| folder.join(&name)).find(|path| path.is_file()) {
        return Ok(found);
    }
    let profile = folders.iter().find_map(|folder| match folder.file_name()?.to_str()? {
        "release" => Some(" --release"),
        "dist" => Some(" --profile dist"),
        _ => None,
    });
    let build = format!("cargo build{} -p crosstable", profile.unwrap_or_default());
    bail!("there is no program `{name}` next to {}; build it with `{build}`", here.display())
}

/// Returns the environment variables that the program would take for options.
pub fn foreign_options() -> Vec<std::ffi::OsString> {
    let names = std::env::vars_os().map(|(name, _)| name);
    names.filter(|name| name.to_string_lossy().starts_with("CROSSTABLE_")).collect()
}
