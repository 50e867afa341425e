//! The parts of a backup.

use proto_events::ids::{PasswordId, UserId};
use proto_events::player_salt::PlayerSalt;
use proto_events::{Position, Recorded};

use crate::append_request::{Claim, IdempotentAnswer};
use crate::erasures::Erasure;
use crate::person_keys::PersonKey;
use crate::webhooks::StoredWebhookSecret;

/// The hash of a password.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredPassword {
    /// Its id in events.
    pub id: PasswordId,
    /// The user.
    pub user_id: UserId,
    /// The hash, as a PHC string.
    pub hash: String,
}

/// Hides the hash.
impl std::fmt::Debug for StoredPassword {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StoredPassword").field("id", &self.id).field("user_id", &self.user_id).finish_non_exhaustive()
    }
}

/// A part of a backup.
#[derive(Debug, Clone, PartialEq)]
pub enum BackupItem {
    /// The first item.
    Head {
        /// The id of the log.
        log_id: String,
        /// Position of the newest event, which is also the number of events.
        position: Position,
    },
    /// The next id of a sequence.
    NextId {
        /// The sequence's name.
        sequence: String,
        /// The id that is issued next.
        next: i64,
    },
    /// A claimed name.
    Claim(Claim),
    /// An answer recorded for an idempotency key.
    Answer(IdempotentAnswer),
    /// The hash of a password. Backups of older versions have none.
    Password(StoredPassword),
    /// A secret of a webhook. Backups of older versions have none.
    WebhookSecret(StoredWebhookSecret),
    /// The key that encrypts a person's data. Backups of older versions have none.
    PersonKey(UserId, PersonKey),
    /// The salt of the ids under which players are shown. Backups of older versions have none.
    PlayerSalt(PlayerSalt),
    /// The erasure of a person, who has no key any more.
    Erasure(Erasure),
    /// An event as it is stored, with encrypted personal data.
    Event(Recorded),
}
