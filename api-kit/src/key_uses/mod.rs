//! When API keys were last used: recorded in memory and later appended to the log.
//!
//! A request costs no write. A host with a log calls [`KeyUses::drain`] once a minute and appends the result. A host
//! without a log sends the uses to one that has a log ([`sender`]).

pub mod sender;

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use proto_events::ids::{ApiKeyId, OrganizationId};
use serde::{Deserialize, Serialize};

/// Interval between two reports of uses, which is also the minimum between two recorded uses of a key.
pub const EVERY: Duration = Duration::from_secs(60);

/// A use that has not been reported yet. The write side records it with a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyUse {
    /// The organization of the key.
    pub organization_id: OrganizationId,
    /// The key.
    pub key_id: ApiKeyId,
    /// Its last use, to the microsecond.
    pub used_at: DateTime<Utc>,
}

/// The last use of every key since the start, and whether it was reported.
#[derive(Debug, Default)]
pub struct KeyUses(Mutex<HashMap<ApiKeyId, (KeyUse, bool)>>);

impl KeyUses {
    /// Records a use.
    pub fn note(&self, organization_id: OrganizationId, key_id: ApiKeyId, now: DateTime<Utc>) {
        let used_at = DateTime::from_timestamp_micros(now.timestamp_micros()).unwrap_or(now);
        let mut uses = self.lock();
        if uses.get(&key_id).is_none_or(|(known, _)| known.used_at < used_at) {
            uses.insert(key_id, (KeyUse { organization_id, key_id, used_at }, false));
        }
    }

    /// Returns the last recorded use.
    pub fn last(&self, key_id: ApiKeyId) -> Option<DateTime<Utc>> {
        self.lock().get(&key_id).map(|(last, _)| last.used_at)
    }

    /// Returns the uses since the last call, by key. Call it at most once a minute.
    pub fn drain(&self) -> Vec<KeyUse> {
        let mut last_uses = self.lock();
        let new = |(last, is_reported): &mut (KeyUse, bool)| {
            let was_reported = std::mem::replace(is_reported, true);
            (!was_reported).then_some(*last)
        };
        let mut uses: Vec<_> = last_uses.values_mut().filter_map(new).collect();
        uses.sort_unstable_by_key(|used| (used.organization_id, used.key_id));
        uses
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<ApiKeyId, (KeyUse, bool)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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
        let uses = KeyUses::default();
        for seconds in [5, 9, 7] {
            uses.note(OrganizationId(1), ApiKeyId(2), at(seconds));
        }
        assert_eq!(uses.last(ApiKeyId(2)), Some(at(9)));
        assert_eq!(uses.last(ApiKeyId(3)), None);
    }

    #[test]
    fn a_use_is_told_once_and_stays_known() {
        let uses = KeyUses::default();
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
