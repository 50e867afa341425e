//! Writes a backup line by line, in constant memory.

use std::io::{BufWriter, Write};

use anyhow::{Context, bail};
use chrono::{DateTime, Utc};
use flate2::Compression;
use flate2::write::GzEncoder;
use futures::StreamExt;
use futures::stream::BoxStream;
use proto_events::Position;
use service_kit::hex::hex;
use service_kit::keyring::Secrets;
use sha2::{Digest, Sha256};
use storage::{BackupItem, StoreError};

use super::FORMAT;
use super::line::{BackupLine, Header};

/// Writes a backup of these items. Calls `on_event` with the position of each domain event.
/// Returns the position of the newest one.
pub(crate) async fn write<W: Write>(
    into: W,
    mut items: BoxStream<'static, Result<BackupItem, StoreError>>,
    secret: Option<&Secrets>,
    now: DateTime<Utc>,
    mut on_event: impl FnMut(Position, Position),
) -> anyhow::Result<(W, Position)> {
    let Some(BackupItem::Head { log_id, position }) = items.next().await.transpose()? else {
        bail!("the store does not say where its log ends");
    };
    let mut lines = Lines::new(into);
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let with_secret = secret.is_some();
    lines.put(&Header { crosstable_backup: FORMAT, version, made_at: now, log_id, position, with_secret })?;
    if let Some(secret) = secret {
        lines.put(&BackupLine::Secret(secret.expose()))?;
    }
    let mut last = Position::START;
    while let Some(item) = items.next().await {
        let item = item.context("the log cannot be read")?;
        if let BackupItem::Event(event) = &item {
            if event.is_damaged {
                bail!(
                    "event {} is damaged in the database, and its backup could not be restored; `crosstable verify` lists all damaged events",
                    event.position
                );
            }
            last = event.position;
            on_event(last, position);
        }
        if let Some(line) = BackupLine::of(item).context("an event cannot be written")? {
            lines.put(&line)?;
        }
    }
    if last != position {
        bail!("the log ended at event {last} instead of event {position}");
    }
    Ok((lines.finish()?, position))
}

/// Counts and hashes lines while writing.
struct Lines<W: Write> {
    gzip: BufWriter<GzEncoder<W>>,
    hash: Sha256,
    count: u64,
    line: Vec<u8>,
}

impl<W: Write> Lines<W> {
    fn new(into: W) -> Self {
        let gzip = BufWriter::new(GzEncoder::new(into, Compression::default()));
        Self { gzip, hash: Sha256::new(), count: 0, line: Vec::new() }
    }

    fn put(&mut self, line: &impl serde::Serialize) -> anyhow::Result<()> {
        self.line.clear();
        serde_json::to_writer(&mut self.line, line)?;
        self.line.push(b'\n');
        self.hash.update(&self.line);
        self.count += 1;
        self.gzip.write_all(&self.line).context("the backup cannot be written")
    }

    fn finish(mut self) -> anyhow::Result<W> {
        let sha256 = hex(&self.hash.clone().finalize());
        self.put(&BackupLine::End { lines: self.count, sha256 })?;
        let gzip = self.gzip.into_inner().map_err(std::io::IntoInnerError::into_error);
        let mut into = gzip.and_then(GzEncoder::finish).context("the backup cannot be written")?;
        into.flush().context("the backup cannot be written")?;
        Ok(into)
    }
}
