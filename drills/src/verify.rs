//! The program's own checks of the data that a killed server left.

use crate::place::Place;
use crate::report::Faults;

/// Runs `crosstable verify`, which renders everything again and compares. No server needs to run.
pub(crate) fn verify(place: &dyn Place, faults: &Faults) -> anyhow::Result<()> {
    let output = place.run(&["verify"])?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() || !said.ends_with("Sound.\n") {
        faults.note(format!("`crosstable verify` reports: {said}"));
    }
    Ok(())
}

/// Runs `crosstable rebuild` and checks that nothing changed. Returns its result line.
pub(crate) fn rebuild(place: &dyn Place, faults: &Faults) -> anyhow::Result<String> {
    let output = place.run(&["rebuild"])?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() || !said.contains(" the same, 0 different, 0 only before, 0 only now") {
        faults.note(format!("`crosstable rebuild` reports: {said}"));
    }
    let documents = said.lines().find(|line| line.starts_with("Documents: "));
    Ok(documents.unwrap_or_default().to_owned())
}
