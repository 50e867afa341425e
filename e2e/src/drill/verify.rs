//! The program's own verdict on what a killed server left behind.

use super::place::Place;
use super::report::Faults;

/// Renders everything afresh and compares, as `crosstable verify` does. No server need run.
pub(super) fn verify(place: &dyn Place, faults: &Faults) -> anyhow::Result<()> {
    let output = place.run(&["verify"])?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() || !said.ends_with("Sound.\n") {
        faults.note(format!("`crosstable verify` says: {said}"));
    }
    Ok(())
}

/// Renders everything anew, and wants it to be what it was. Returns what the program says of it.
pub(super) fn rebuild(place: &dyn Place, faults: &Faults) -> anyhow::Result<String> {
    let output = place.run(&["rebuild"])?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() || !said.contains(" the same, 0 different, 0 only before, 0 only now") {
        faults.note(format!("`crosstable rebuild` says: {said}"));
    }
    let documents = said.lines().find(|line| line.starts_with("Documents: "));
    Ok(documents.unwrap_or_default().to_owned())
}
