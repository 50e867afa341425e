//! Files with one line: a secret or an address.

use std::path::Path;

use anyhow::Context;

/// Reads a file without the final newline.
pub(super) fn read_line(file: &Path) -> anyhow::Result<String> {
    let text = std::fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
    Ok(text.trim().to_owned())
}
