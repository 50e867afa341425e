//! The file format of `crosstable backup` and `crosstable restore`, the same for every kind of database.
//!
//! The file is gzip-compressed lines of JSON. The first line identifies it, the last holds a SHA-256 over all lines
//! before it; between them are the items of one moment of the log. `docs/operations.md` describes the format.
//!
//! A backup is written line by line, in constant memory. Its header is read at once, its items one by one during the restore.
//! Damage ends the items with an error, so that nothing of the backup is kept.

use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, bail, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Utc};
use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use futures::StreamExt;
use futures::stream::{self, BoxStream};
use proto_events::ids::UserId;
use proto_events::player_salt::PlayerSalt;
use proto_events::wire::WireError;
use proto_events::{Position, Recorded};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use service_kit::hex::hex;
use service_kit::keyring::Secrets;
use sha2::{Digest, Sha256};
use storage::notifications::NotificationItem;
use storage::{
    BackupItem, Claim, Erasure, IdempotentAnswer, PersonKey, StoreError, StoredPassword, StoredPicture,
    StoredWebhookSecret,
};
use tokio::sync::mpsc;

/// The form that this version writes, and the newest that it reads. Form 2 added passwords. Form 3 added hashes of
/// domain events, and the encryption of personal data in them under keys in separate lines. Form 4 added the salt of players'
/// ids, erasures, and secrets of webhooks. Form 5 added pictures. Form 6 added what notifications need. Form 7
/// added tasks.
const FORMAT: u32 = 7;

/// The first line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Header {
    /// The version of the format.
    pub(crate) crosstable_backup: u32,
    /// The version of Crosstable that wrote the backup.
    pub(crate) version: String,
    /// When the backup began.
    pub(crate) made_at: DateTime<Utc>,
    pub(crate) log_id: String,
    /// Position of the newest domain event, which is also the number of event lines.
    pub(crate) position: Position,
    pub(crate) with_secret: bool,
}

/// Every other line. It has no `Debug`, because some lines are secrets.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum BackupLine {
    Secret(String),
    NextId {
        sequence: String,
        next: i64,
    },
    Claim(Claim),
    Answer(IdempotentAnswer),
    Password(StoredPassword),
    WebhookSecret(StoredWebhookSecret),
    /// The key that encrypts a person's data in domain events, as base64.
    PersonKey {
        user_id: UserId,
        key: String,
    },
    /// The salt of the ids under which players are shown, as base64.
    PlayerSalt(String),
    /// The erasure of a person, who has no key any more.
    Erasure(Erasure),
    /// Where notifications go, and what people want of them.
    Notification(NotificationItem),
    /// A picture, as base64.
    Picture {
        media_type: String,
        stored_at: DateTime<Utc>,
        content: String,
    },
    /// A domain event, in the form of a message.
    Event(Box<RawValue>),
    /// The last line.
    End {
        lines: u64,
        sha256: String,
    },
}

impl BackupLine {
    /// Returns the line of an item; `None` for the head, which is in the header.
    fn of(item: BackupItem) -> Result<Option<Self>, WireError> {
        Ok(Some(match item {
            BackupItem::Head { .. } => return Ok(None),
            BackupItem::NextId { sequence, next } => Self::NextId { sequence, next },
            BackupItem::Claim(claim) => Self::Claim(claim),
            BackupItem::Answer(answer) => Self::Answer(answer),
            BackupItem::Password(password) => Self::Password(password),
            BackupItem::WebhookSecret(secret) => Self::WebhookSecret(secret),
            BackupItem::PersonKey(user_id, key) => Self::PersonKey { user_id, key: STANDARD.encode(key.as_bytes()) },
            BackupItem::PlayerSalt(salt) => Self::PlayerSalt(STANDARD.encode(salt.as_bytes())),
            BackupItem::Notification(item) => Self::Notification(item),
            BackupItem::Erasure(erasure) => Self::Erasure(erasure),
            BackupItem::Picture(StoredPicture { media_type, stored_at, content, .. }) => {
                Self::Picture { media_type, stored_at, content: STANDARD.encode(content) }
            }
            BackupItem::Event(event) => Self::Event(RawValue::from_string(event.to_message()?)?),
        }))
    }

    fn into_item(self) -> anyhow::Result<Option<BackupItem>> {
        Ok(Some(match self {
            Self::Secret(_) | Self::End { .. } => return Ok(None),
            Self::NextId { sequence, next } => BackupItem::NextId { sequence, next },
            Self::Claim(claim) => BackupItem::Claim(claim),
            Self::Answer(answer) => BackupItem::Answer(answer),
            Self::Password(password) => BackupItem::Password(password),
            Self::WebhookSecret(secret) => BackupItem::WebhookSecret(secret),
            Self::PersonKey { user_id, key } => {
                let key = STANDARD.decode(key).ok().as_deref().and_then(PersonKey::from_bytes);
                // The text is secret and must not be shown.
                BackupItem::PersonKey(user_id, key.context("it holds no key of a person")?)
            }
            Self::PlayerSalt(salt) => {
                let salt = STANDARD.decode(salt).ok().as_deref().and_then(PlayerSalt::from_bytes);
                BackupItem::PlayerSalt(salt.context("it holds no salt of players' ids")?)
            }
            Self::Notification(item) => BackupItem::Notification(item),
            Self::Erasure(erasure) => BackupItem::Erasure(erasure),
            Self::Picture { media_type, stored_at, content } => {
                let content = STANDARD.decode(content).context("it holds no picture")?;
                BackupItem::Picture(StoredPicture::new(media_type, content.into(), stored_at))
            }
            Self::Event(message) => BackupItem::Event(Recorded::from_message(message.get().as_bytes())?),
        }))
    }
}

/// Writes a backup of these items. Returns the position of the newest domain event.
pub(crate) async fn write(
    into: impl Write,
    mut items: BoxStream<'static, Result<BackupItem, StoreError>>,
    secret: Option<&Secrets>,
    now: DateTime<Utc>,
) -> anyhow::Result<Position> {
    let Some(BackupItem::Head { log_id, position }) = items.next().await.transpose()? else {
        bail!("the store does not say where its log ends");
    };
    let mut lines = LineWriter::new(into);
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
        }
        if let Some(line) = BackupLine::of(item).context("an event cannot be written")? {
            lines.put(&line)?;
        }
    }
    if last != position {
        bail!("the log ended at event {last} instead of event {position}");
    }
    lines.finish()?;
    Ok(position)
}

/// Counts and hashes lines while writing.
struct LineWriter<W: Write> {
    gzip: BufWriter<GzEncoder<W>>,
    hash: Sha256,
    count: u64,
    line: Vec<u8>,
}

impl<W: Write> LineWriter<W> {
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

    fn finish(mut self) -> anyhow::Result<()> {
        let sha256 = hex(&self.hash.clone().finalize());
        self.put(&BackupLine::End { lines: self.count, sha256 })?;
        let gzip = self.gzip.into_inner().map_err(std::io::IntoInnerError::into_error);
        let flushed = gzip.and_then(GzEncoder::finish).and_then(|mut into| into.flush());
        flushed.context("the backup cannot be written")
    }
}

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
    pub(crate) header: Header,
    lines: LineReader,
}

pub(crate) fn open(from: impl Read + Send + 'static) -> anyhow::Result<Opened> {
    let mut lines = LineReader {
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

fn read_all(lines: &mut LineReader, items: &Items, secret: &FoundSecrets) -> Result<(), StoreError> {
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
struct LineReader {
    from: BufReader<Box<dyn Read + Send>>,
    hash: Sha256,
    count: u64,
    line: Vec<u8>,
}

impl LineReader {
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

#[cfg(test)]
mod tests;
