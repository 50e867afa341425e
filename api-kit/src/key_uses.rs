//! When API keys were last used: recorded in memory and later appended to the log.
//!
//! A request costs no write. A host with a log calls [`KeyUses::drain`] once a minute and appends the result. A host
//! without a log sends the uses to one that has a log ([`sender`]).

pub mod sender;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use chrono::{DateTime, Utc};
use proto_events::ids::{ApiKeyId, OrganizationId};
use serde::{Deserialize, Serialize};

/// Interval between two reports of uses, which is also the minimum between two recorded uses of a key.
pub const EVERY: Duration = Duration::from_secs(60);

/// A use that has not been reported yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyUse {
    /// The organization of the key.
    pub organization_id: OrganizationId,
    /// The key.
    pub key_id: ApiKeyId,
    /// Its last use, to the microsecond.
    pub used_at: DateTime<Utc>,
}

/// The last use of a key. Further uses only change its atomic fields, so they take no exclusive lock.
#[derive(Debug)]
struct Noticed {
    organization_id: OrganizationId,
    /// The last use, in microseconds.
    last: AtomicI64,
    told: AtomicBool,
}

impl Noticed {
    fn used_at(&self) -> DateTime<Utc> {
        DateTime::from_timestamp_micros(self.last.load(Ordering::Acquire)).unwrap_or_default()
    }
}

/// The last use of every key since the start.
#[derive(Debug, Default)]
pub struct KeyUses {
    noticed: RwLock<HashMap<ApiKeyId, Noticed>>,
}

impl KeyUses {
    /// Creates an empty record.
    pub fn new() -> Self {
        Self::default()
    }

    /// Records a use.
    pub fn note(&self, organization_id: OrganizationId, key_id: ApiKeyId, now: DateTime<Utc>) {
        let micros = now.timestamp_micros();
        if let Some(known) = self.noticed.read().unwrap_or_else(PoisonError::into_inner).get(&key_id) {
            if known.last.fetch_max(micros, Ordering::AcqRel) < micros {
                known.told.store(false, Ordering::Release);
            }
            return;
        }
        let mut noticed = self.noticed.write().unwrap_or_else(PoisonError::into_inner);
        let new = || Noticed { organization_id, last: AtomicI64::new(i64::MIN), told: AtomicBool::new(false) };
        noticed.entry(key_id).or_insert_with(new).last.fetch_max(micros, Ordering::AcqRel);
    }

    /// Returns the last recorded use.
    pub fn last(&self, key_id: ApiKeyId) -> Option<DateTime<Utc>> {
        let noticed = self.noticed.read().unwrap_or_else(PoisonError::into_inner);
        noticed.get(&key_id).map(Noticed::used_at)
    }

    /// Returns the uses since the last call, by key. Call it at most once a minute.
    pub fn drain(&self) -> Vec<KeyUse> {
        let noticed = self.noticed.read().unwrap_or_else(PoisonError::into_inner);
        // The use is marked as reported before it is read, so a use in between is reported again.
        let untold = noticed.iter().filter(|(_, noticed)| !noticed.told.swap(true, Ordering::AcqRel));
        let mut uses: Vec<_> = untold
            .map(|(key_id, noticed)| KeyUse {
                organization_id: noticed.organization_id,
                key_id: *key_id,
                used_at: noticed.used_at(),
            })
            .collect();
        uses.sort_unstable_by_key(|used| (used.organization_id, used.key_id));
        uses
    }
}

#[cfg(test)]
mod tests {
    use chrono::Duration;

    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + Duration::seconds(seconds)
    }

    #[test]
    fn the_last_use_counts_whatever_the_order() {
        let uses = KeyUses::new();
        for seconds in [5, 9, 7] {
            uses.note(OrganizationId(1), ApiKeyId(2), at(seconds));
        }
        assert_eq!(uses.last(ApiKeyId(2)), Some(at(9)));
        assert_eq!(uses.last(ApiKeyId(3)), None);
    }

    #[test]
    fn a_use_is_told_once_and_stays_known() {
        let uses = KeyUses::new();
        uses.note(OrganizationId(1), ApiKeyId(2), at(5));
        uses.note(OrganizationId(1), ApiKeyId(1), at(6));
        let told: Vec<_> = uses.drain().into_iter().map(|used| (used.key_id.0, used.used_at)).collect();
        assert_eq!(told, [(1, at(6)), (2, at(5))]);
        assert_eq!(uses.drain(), []);
        assert_eq!(uses.last(ApiKeyId(2)), Some(at(5)));
        uses.note(OrganizationId(1), ApiKeyId(2), at(5));
        assert_eq!(uses.drain(), [], "the same use is not reported again");
        uses.note(OrganizationId(1), ApiKeyId(2), at(8));
        assert_eq!(uses.drain().len(), 1);
    }
}
