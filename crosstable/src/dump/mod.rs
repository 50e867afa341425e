//! `crosstable dump`: files of all tournaments, one for each month and table.
//!
//! 1. The records that changed since the last dump are read in one snapshot and stored in a temporary file (`changes.rs`).
//! 2. For each month with a change, the old files are merged with the changed records into new files (`month.rs`). Records
//!    are in the order of their ids, so the same data gives the same bytes, in one run or in several.
//! 3. The new files are complete in the folder `next` before they replace the old ones (`folder.rs`). A run that is killed
//!    before leaves the old files, and one that is killed after leaves the rest to the next run.

mod changes;
mod folder;
mod month;
mod tables;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, ensure};
use futures::StreamExt;
use proto_events::ids::OrganizationId;
use read_api::ExportCursor;
use read_api::dumps::{DumpFile, Manifest};
use storage::{
    Audience, Bodies, PublicAddress, RecordFilter, RecordPart, RecordReader, RecordState, Snapshot, ViewReader,
};

use self::changes::Changes;
use self::folder::Folder;
use self::tables::Month;

/// The result of a dump.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Dumped {
    /// Number of tournaments that changed since the last dump.
    pub(crate) changed: usize,
    /// Files written.
    pub(crate) written: usize,
    /// Files removed.
    pub(crate) removed: usize,
    /// The manifest.
    pub(crate) manifest: Manifest,
}

/// Selects the tournaments of an organization, whole; otherwise what is public of all.
fn filter(own: Option<OrganizationId>, since: Option<i64>) -> RecordFilter {
    RecordFilter {
        reader: RecordReader { own: own.map(|id| (id, Audience::Staff)) },
        since,
        organization_id: own,
        parts: RecordPart::ALL.into_iter().collect(),
        ..RecordFilter::default()
    }
}

/// Writes what changed since the last dump into a folder, or everything into a new one: the tournaments of an
/// organization whole, or what is public of all.
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
    let former = folder.manifest()?;
    if let Some(former) = &former {
        let organization = own.map(|id| id.0);
        ensure!(former.organization_id == organization, "{} holds {}", path.display(), held(former));
    }
    // Files that someone changed cannot be merged: then all are written anew.
    let former = former.filter(|former| folder.is_whole(former));
    let snapshot = snapshot(views, own, former.as_ref()).await?;
    let former = former.filter(|_| snapshot.is_since);
    let mut changes = Changes::new(path)?;
    let read = read_all(snapshot.bodies, address, &mut changes).await;
    read.context("the tournaments cannot be read")?;
    let RecordState { lineage, sequence, .. } = &snapshot.state;
    let cursor = ExportCursor::new(lineage, *sequence, &filter(own, None)).text();
    // Compressing takes the processor for a long time.
    tokio::task::block_in_place(|| write(&folder, own, former.as_ref(), &changes, cursor))
}

fn held(manifest: &Manifest) -> String {
    let what = match manifest.organization_id {
        Some(id) => format!("the tournaments of organization {id}"),
        None => "what is public of all organizations".to_owned(),
    };
    format!("{what}; name another folder")
}

struct Read {
    state: RecordState,
    bodies: Bodies,
    /// Whether it has only what changed since the former dump.
    is_since: bool,
}

/// Opens what changed since the former dump, or everything if that is not known.
async fn snapshot(
    views: &dyn ViewReader,
    own: Option<OrganizationId>,
    former: Option<&Manifest>,
) -> anyhow::Result<Read> {
    let failed = "the tournaments cannot be read";
    let cursor = former.and_then(|former| ExportCursor::read(&former.cursor, &filter(own, None)).ok());
    if let Some(cursor) = cursor {
        let Snapshot { state, bodies } = views.records(filter(own, Some(cursor.sequence))).await.context(failed)?;
        if cursor.expect_lineage(&state.lineage).is_ok() {
            return Ok(Read { state, bodies, is_since: true });
        }
    }
    let Snapshot { state, bodies } = views.records(filter(own, None)).await.context(failed)?;
    Ok(Read { state, bodies, is_since: false })
}

async fn read_all(mut bodies: Bodies, address: &PublicAddress, changes: &mut Changes) -> anyhow::Result<()> {
    let mut record = Vec::new();
    while let Some(body) = bodies.next().await {
        record.clear();
        address.append(&body?, &mut record);
        changes.take(&record)?;
    }
    Ok(())
}

/// Writes the files of the months that changed, and the manifest.
fn write(
    folder: &Folder,
    own: Option<OrganizationId>,
    former: Option<&Manifest>,
    changes: &Changes,
    cursor: String,
) -> anyhow::Result<Dumped> {
    let months = months_to_write(folder, former, changes)?;
    let former_files = former.map_or(&[][..], |former| &former.files);
    let mut files: BTreeMap<String, DumpFile> =
        former_files.iter().map(|file| (file.name.clone(), file.clone())).collect();
    let next = folder.begin()?;
    for month in months {
        let old: Vec<&DumpFile> = former_files.iter().filter(|file| file.month == month.name()).collect();
        files.retain(|_, file| file.month != month.name());
        let made = month::write(folder, &next, month, &old, changes);
        let made = made.with_context(|| format!("the files of {} cannot be written", month.name()))?;
        files.extend(made.into_iter().map(|file| (file.name.clone(), file)));
    }
    let files: Vec<DumpFile> = files.into_values().collect();
    let tournaments = files.iter().filter(|file| file.table == "tournaments").map(|file| file.lines).sum();
    let organization_id = own.map(|id| id.0);
    let manifest = Manifest { format: folder::FORMAT, organization_id, cursor, tournaments, files };
    let (written, removed) = folder.replace_by(&next, &manifest)?;
    Ok(Dumped { changed: changes.len(), written, removed, manifest })
}

/// Returns the months of the changed records, before and now.
fn months_to_write(folder: &Folder, former: Option<&Manifest>, changes: &Changes) -> anyhow::Result<BTreeSet<Month>> {
    let mut months = changes.months();
    if changes.len() == 0 {
        return Ok(months);
    }
    for file in former.iter().flat_map(|former| &former.files).filter(|file| file.table == "tournaments") {
        let month = Month::from_name(&file.month).with_context(|| format!("{} has no month", file.name))?;
        if !months.contains(&month) && month::has_any(folder, file, changes)? {
            months.insert(month);
        }
    }
    Ok(months)
}
