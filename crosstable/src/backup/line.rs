//! The lines of a backup.

use anyhow::Context;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Utc};
use proto_events::ids::{PasswordId, UserId, WebhookId, WebhookSecretId};
use proto_events::player_salt::PlayerSalt;
use proto_events::wire::WireError;
use proto_events::{Position, Recorded, StreamId};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use storage::{BackupItem, Claim, Erasure, IdempotentAnswer, PersonKey, StoredPassword, StoredWebhookSecret};

/// The first line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Header {
    /// The version of the format.
    pub(crate) crosstable_backup: u32,
    /// The version of Crosstable that wrote the backup.
    pub(crate) version: String,
    /// When the backup began.
    pub(crate) made_at: DateTime<Utc>,
    /// The id of the log.
    pub(crate) log_id: String,
    /// Position of the newest domain event, which is also the number of event lines.
    pub(crate) position: Position,
    /// Whether the backup contains the installation's secret.
    pub(crate) with_secret: bool,
}

/// Every other line. It has no `Debug`, because some lines are secrets.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum BackupLine {
    /// The installation's secret.
    Secret(String),
    /// The next id of a sequence.
    NextId { sequence: String, next: i64 },
    /// A claimed name.
    Claim { scope: String, name: String, holder: StreamId },
    /// A stored answer for an idempotency key.
    Answer { owner: String, key: String, request_sha256: String, response: String, recorded_at: DateTime<Utc> },
    /// The hash of a password.
    Password { password_id: PasswordId, user_id: UserId, hash: String },
    /// A secret of a webhook.
    WebhookSecret { secret_id: WebhookSecretId, webhook_id: WebhookId, secret: String },
    /// The key that encrypts a person's data in domain events, as base64.
    PersonKey { user_id: UserId, key: String },
    /// The salt of the ids under which players are shown, as base64.
    PlayerSalt(String),
    /// The erasure of a person, who has no key any more.
    Erasure(Erasure),
    /// A domain event, in the form of a message.
    Event(Box<RawValue>),
    /// The last line.
    End { lines: u64, sha256: String },
}

impl BackupLine {
    /// Returns the line of an item; `None` for the head, which is in the header.
    pub(super) fn of(item: BackupItem) -> Result<Option<Self>, WireError> {
        Ok(Some(match item {
            BackupItem::Head { .. } => return Ok(None),
            BackupItem::NextId { sequence, next } => Self::NextId { sequence, next },
            BackupItem::Claim(Claim { scope, name, holder }) => Self::Claim { scope, name, holder },
            BackupItem::Answer(IdempotentAnswer { owner, key, request_sha256, response, recorded_at }) => {
                Self::Answer { owner, key, request_sha256, response, recorded_at }
            }
            BackupItem::Password(StoredPassword { id, user_id, hash }) => {
                Self::Password { password_id: id, user_id, hash }
            }
            BackupItem::WebhookSecret(StoredWebhookSecret { id, webhook_id, secret }) => {
                Self::WebhookSecret { secret_id: id, webhook_id, secret }
            }
            BackupItem::PersonKey(user_id, key) => Self::PersonKey { user_id, key: STANDARD.encode(key.as_bytes()) },
            BackupItem::PlayerSalt(salt) => Self::PlayerSalt(STANDARD.encode(salt.as_bytes())),
            BackupItem::Erasure(erasure) => Self::Erasure(erasure),
            BackupItem::Event(event) => Self::Event(RawValue::from_string(event.to_message()?)?),
        }))
    }

    /// Returns the item of a line, if it is one.
    pub(super) fn into_item(self) -> anyhow::Result<Option<BackupItem>> {
        Ok(Some(match self {
            Self::Secret(_) | Self::End { .. } => return Ok(None),
            Self::NextId { sequence, next } => BackupItem::NextId { sequence, next },
            Self::Claim { scope, name, holder } => BackupItem::Claim(Claim { scope, name, holder }),
            Self::Answer { owner, key, request_sha256, response, recorded_at } => {
                BackupItem::Answer(IdempotentAnswer { owner, key, request_sha256, response, recorded_at })
            }
            Self::Password { password_id, user_id, hash } => {
                BackupItem::Password(StoredPassword { id: password_id, user_id, hash })
            }
            Self::WebhookSecret { secret_id, webhook_id, secret } => {
                BackupItem::WebhookSecret(StoredWebhookSecret { id: secret_id, webhook_id, secret })
            }
            Self::PersonKey { user_id, key } => {
                let key = STANDARD.decode(key).ok().as_deref().and_then(PersonKey::from_bytes);
                // The text is secret and must not be shown.
                BackupItem::PersonKey(user_id, key.context("it holds no key of a person")?)
            }
            Self::PlayerSalt(salt) => {
                let salt = STANDARD.decode(salt).ok().as_deref().and_then(PlayerSalt::from_bytes);
                BackupItem::PlayerSalt(salt.context("it holds no salt of players' ids")?)
            }
            Self::Erasure(erasure) => BackupItem::Erasure(erasure),
            Self::Event(message) => BackupItem::Event(Recorded::from_message(message.get().as_bytes())?),
        }))
    }
}
