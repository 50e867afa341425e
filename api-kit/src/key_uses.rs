//! When keys were last used: noticed in memory, told to the log by whoever hosts the service.
//!
//! A request costs no write. The host calls [`KeyUses::drain`] once a minute and appends what it gets. One that has no log sends
//! it to one that has ([`sender`]).

pub mod sender;

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use chrono::{DateTime, SubsecRound, Utc};
use proto_events::ids::{ApiKeyId, OrganizationId};
use serde::{Deserialize, Serialize};

/// How long uses wait to be told: as long as lies at least between two that are noted.
pub const EVERY: Duration = Duration::from_secs(60);

/// A use that was not told yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyUse {
    /// The organization that the key opens.
    pub organization_id: OrganizationId,
    /// The key.
    pub key_id: ApiKeyId,
    /// Its last use, to the microsecond.
    pub used_at: DateTime<Utc>,
}

#[derive(Debug)]
struct Noticed {
    last: KeyUse,
    told: bool,
}

/// The last use of every key since the start.
#[derive(Debug, Default)]
pub struct KeyUses {
    noticed: RwLock<HashMap<ApiKeyId, Noticed>>,
}

impl KeyUses {
    /// No uses.
    pub fn new() -> Self {
        Self::default()
    }

    /// Notices a use.
    pub fn note(&self, organization_id: OrganizationId, key_id: ApiKeyId, now: DateTime<Utc>) {
        let last = KeyUse { organization_id, key_id, used_at: now.trunc_subsecs(6) };
        let mut noticed = self.noticed.write().unwrap_or_else(PoisonError::into_inner);
        let known = noticed.entry(key_id).or_insert(Noticed { last, told: false });
        if last.used_at > known.last.used_at {
            *known = Noticed { last, told: false };
        }
    }

    /// The last use noticed.
    pub fn last(&self, key_id: ApiKeyId) -> Option<DateTime<Utc>> {
        let noticed = self.noticed.read().unwrap_or_else(PoisonError::into_inner);
        noticed.get(&key_id).map(|noticed| noticed.last.used_at)
    }

    /// The uses noticed since the last call, by key. Call it at most once a minute.
    pub fn drain(&self) -> Vec<KeyUse> {
        let mut noticed = self.noticed.write().unwrap_or_else(PoisonError::into_inner);
        let untold = noticed.values_mut().filter(|noticed| !noticed.told);
        let mut uses: Vec<_> = untold
            .map(|noticed| {
                noticed.told = true;
                noticed.last
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
        assert_eq!(uses.drain(), [], "the same use is no news");
        uses.note(OrganizationId(1), ApiKeyId(2), at(8));
        assert_eq!(uses.drain().len(), 1);
    }
}
