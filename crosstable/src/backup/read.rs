//! Reads a backup: its header at once, its items one by one during the restore. Damage ends the items with an error, so
//! that nothing of the backup is kept.

use std::io::{BufRead, BufReader, Read};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, ensure};
use flate2::read::MultiGzDecoder;
use futures::StreamExt;
use futures::stream::{self, BoxStream};
use service_kit::hex::hex;
use service_kit::keyring::Secrets;
use sha2::{Digest, Sha256};
use storage::{BackupItem, StoreError};
use tokio::sync::mpsc;

use super::FORMAT;
use super::line::{BackupLine, Header};

/// Number of items to read ahead.
const AHEAD: usize = 256;
/// Maximum bytes of a line: several times the largest domain event in any encoding.
const LONGEST: u64 = 8 << 20;
/// Maximum bytes of the first line, which is read before it is known whether this is a backup.
const LONGEST_HEADER: u64 = 64 << 10;

/// The secret, if the backup holds one and it has been read.
type FoundSecrets = Arc<Mutex<Option<Secrets>>>;

/// A backup whose header has been read.
pub(crate) struct Opened {
    /// The header.
    pub(crate) header: Header,
    lines: Lines,
}

/// Opens a backup and reads its header.
pub(crate) fn open(from: impl Read + Send + 'static) -> anyhow::Result<Opened> {
    let mut lines = Lines {
        from: BufReader::new(Box::new(MultiGzDecoder::new(from))),
        hash: Sha256::new(),
        count: 0,
        line: Vec::new(),
    };
    let first = lines.next_within(LONGEST_HEADER).context("this is not a backup")?.context("the backup is empty")?;
    let format = serde_json::from_slice::<serde_json::Value>(first).ok();
    let format = format.and_then(|header| header["crosstable_backup"].as_u64());
    let format = format.context("this is not a backup of Crosstable: its first line is not a backup header")?;
    ensure!(
        format <= u64::from(FORMAT),
        "this backup has form {format}, and this version reads forms up to {FORMAT}; restore it with a newer Crosstable"
    );
    let header = serde_json::from_slice(first).context("the backup's header is damaged")?;
    Ok(Opened { header, lines })
}

impl Opened {
    /// Returns the items, and the place where the secret is found after they have been read.
    pub(crate) fn items(self) -> (BoxStream<'static, Result<BackupItem, StoreError>>, FoundSecrets) {
        let (sender, receiver) = mpsc::channel(AHEAD);
        let found = FoundSecrets::default();
        let (secret, Self { header, mut lines }) = (Arc::clone(&found), self);
        tokio::task::spawn_blocking(move || {
            let head = BackupItem::Head { log_id: header.log_id, position: header.position };
            // If the reader has stopped, the error is not needed either.
            if sender.blocking_send(Ok(head)).is_ok()
                && let Err(error) = read_all(&mut lines, &sender, &secret)
            {
                let _ = sender.blocking_send(Err(error));
            }
        });
        let items = stream::unfold(receiver, async |mut receiver| Some((receiver.recv().await?, receiver)));
        // A reader may poll again after the last item.
        (items.fuse().boxed(), found)
    }
}

type Items = mpsc::Sender<Result<BackupItem, StoreError>>;

fn read_all(lines: &mut Lines, items: &Items, secret: &FoundSecrets) -> Result<(), StoreError> {
    loop {
        // The last line describes all lines before it.
        let (count, hash) = (lines.count, lines.hash.clone());
        let line = lines.next().map_err(|error| damaged(&format!("line {} cannot be read: {error}", count + 1)))?;
        let line = line.ok_or_else(|| damaged(&format!("it is cut off after line {count}")))?;
        let line = serde_json::from_slice(line);
        match line.map_err(|error| damaged(&format!("line {} is not valid: {error}", count + 1)))? {
            BackupLine::End { lines: promised, sha256 } => {
                if promised != count || sha256 != hex(&hash.finalize()) {
                    return Err(damaged("its checksum does not match"));
                }
                return match lines.next() {
                    Ok(None) => Ok(()),
                    Ok(Some(_)) => Err(damaged("there is data after its last line")),
                    Err(error) => Err(damaged(&format!("its end cannot be read: {error}"))),
                };
            }
            BackupLine::Secret(text) => {
                let parsed = Secrets::parse(&text).map_err(|error| damaged(&error.to_string()))?;
                *secret.lock().unwrap_or_else(PoisonError::into_inner) = Some(parsed);
            }
            line => {
                let item = line.into_item();
                let item = item.map_err(|error| damaged(&format!("line {}: {error}", count + 1)))?;
                if let Some(item) = item
                    && items.blocking_send(Ok(item)).is_err()
                {
                    return Ok(());
                }
            }
        }
    }
}

fn damaged(why: &str) -> StoreError {
    StoreError::Damaged(format!("the backup is damaged, and nothing of it was restored: {why}"))
}

/// Counts and hashes lines while reading.
struct Lines {
    from: BufReader<Box<dyn Read + Send>>,
    hash: Sha256,
    count: u64,
    line: Vec<u8>,
}

impl Lines {
    /// Returns the next line without its line feed; `None` after the last.
    fn next(&mut self) -> std::io::Result<Option<&[u8]>> {
        self.next_within(LONGEST)
    }

    /// Returns the next line if it has at most `longest` bytes.
    fn next_within(&mut self, longest: u64) -> std::io::Result<Option<&[u8]>> {
        self.line.clear();
        self.from.by_ref().take(longest).read_until(b'\n', &mut self.line)?;
        if self.line.is_empty() {
            return Ok(None);
        }
        self.hash.update(&self.line);
        self.count += 1;
        match self.line.strip_suffix(b"\n") {
            Some(line) => Ok(Some(line)),
            None => Err(std::io::Error::other(format!("it is cut off, or longer than {longest} bytes"))),
        }
    }
}
