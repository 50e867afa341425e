//! `crosstable dump`: files of all tournaments, one for each month and table.
//!
//! 1. All records are read in one snapshot and stored in a temporary file (`records.rs`).
//! 2. The files of each month are written anew (`month.rs`). Records are in the order of their ids, so the same data gives
//!    the same bytes.
//! 3. The new files are complete in the folder `next` before those that differ replace the old ones (`folder.rs`). A run
//!    that is killed before leaves the old files, and one that is killed after leaves the rest to the next run.

mod folder;
mod month;
mod records;
mod tables;
#[cfg(test)]
mod tests;

use std::path::Path;

use anyhow::{Context, ensure};
use futures::StreamExt;
use proto_events::ids::OrganizationId;
use read_api::ExportCursor;
use read_api::dumps::Manifest;
use storage::{Audience, Bodies, PublicAddress, RecordFilter, RecordPart, RecordReader, Snapshot, ViewReader};

use self::folder::Folder;
use self::records::Records;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Dumped {
    pub(crate) written: usize,
    pub(crate) removed: usize,
    pub(crate) manifest: Manifest,
}

/// Selects the tournaments of an organization, whole; otherwise what is public of all.
fn filter(own: Option<OrganizationId>) -> RecordFilter {
    RecordFilter {
        reader: RecordReader { own: own.map(|id| (id, Audience::Staff)) },
        organization_id: own,
        parts: RecordPart::ALL.into_iter().collect(),
        ..RecordFilter::default()
    }
}

/// Writes the tournaments of an organization whole, or what is public of all, into a folder. Files that are the same stay.
///
/// # Errors
/// If the folder has other tournaments or cannot be written, or the views cannot be read.
pub(crate) async fn dump(
    views: &dyn ViewReader,
    address: &PublicAddress,
    own: Option<OrganizationId>,
    path: &Path,
) -> anyhow::Result<Dumped> {
    let folder = Folder::open(path)?;
    if let Some(former) = folder.manifest()? {
        let held = match former.organization_id {
            Some(id) => format!("the tournaments of organization {id}"),
            None => "what is public of all organizations".to_owned(),
        };
        let is_same = former.organization_id == own.map(|id| id.0);
        ensure!(is_same, "{} holds {held}; name another folder", path.display());
    }
    let failed = "the tournaments cannot be read";
    let Snapshot { state, bodies } = views.records(filter(own)).await.context(failed)?;
    let mut records = Records::new(path)?;
    read_all(bodies, address, &mut records).await.context(failed)?;
    let cursor = ExportCursor::new(&state.lineage, state.sequence, &filter(own)).text();
    // Compressing takes the processor for a long time.
    tokio::task::block_in_place(|| write(&folder, own, &records, cursor))
}

async fn read_all(mut bodies: Bodies, address: &PublicAddress, records: &mut Records) -> anyhow::Result<()> {
    let mut record = Vec::new();
    while let Some(body) = bodies.next().await {
        record.clear();
        address.append(&body?, &mut record);
        records.store(&record)?;
    }
    Ok(())
}

/// Writes the files of all months, and the manifest.
fn write(folder: &Folder, own: Option<OrganizationId>, records: &Records, cursor: String) -> anyhow::Result<Dumped> {
    let next = folder.begin()?;
    let mut files = Vec::new();
    for month in records.months() {
        let made = month::write(&next, month, records);
        files.extend(made.with_context(|| format!("the files of {} cannot be written", month.name()))?);
    }
    files.sort_by(|one, other| one.name.cmp(&other.name));
    let tournaments = files.iter().filter(|file| file.table == "tournaments").map(|file| file.lines).sum();
    let organization_id = own.map(|id| id.0);
    let manifest = Manifest { format: folder::FORMAT, organization_id, cursor, tournaments, files };
    let (written, removed) = folder.replace_by(&next, &manifest)?;
    Ok(Dumped { written, removed, manifest })
}
