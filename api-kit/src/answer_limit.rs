//! Limits how many lists, exports or streams are sent at the same time: each takes memory, and disk space if its client
//! is slow. Further requests get 503 immediately. No caller can take all permits.

use std::net::IpAddr;
use std::sync::Arc;

use proto_events::ids::OrganizationId;
use service_kit::concurrency::{ConcurrencyLimit, ConcurrencyPermit};
use service_kit::limits::most;
use service_kit::message;
use service_kit::problem::Problem;

use crate::caller::Caller;
use crate::callers::Party;

/// `Retry-After` in seconds: most answers are sent in less time.
const TRY_AGAIN: u32 = 2;

/// The limit of one kind of answer.
#[derive(Debug)]
pub struct AnswerLimit {
    /// Name of the answers in messages.
    what: &'static str,
    limit: ConcurrencyLimit<Party, Group>,
}

/// Clients that share a maximum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Group {
    Organization(OrganizationId),
    /// All clients without a credential.
    Anonymous,
}

impl AnswerLimit {
    /// Creates the limit of answers with this name, in all and for one caller; 0 means no limit. One organization, and all
    /// clients without a credential together, has at most half of them.
    pub fn new(what: &'static str, in_all: u64, per_caller: u64) -> Arc<Self> {
        let (in_all, per_caller) = (most(in_all), most(per_caller));
        Arc::new(Self { what, limit: ConcurrencyLimit::new(per_caller, in_all.div_ceil(2), in_all) })
    }

    /// Returns the number of answers that are being sent.
    pub fn in_progress(&self) -> usize {
        self.limit.in_progress()
    }

    /// Permits an answer to a party that shares its maximum with no others.
    ///
    /// # Errors
    /// 503 at the limit.
    pub fn permit_party(&self, party: Party) -> Result<ConcurrencyPermit, Problem> {
        self.permit_in_group(party, None)
    }

    /// Permits an answer to a caller, or to the client at an address if there is no credential.
    ///
    /// # Errors
    /// 503 at the limit.
    pub fn permit(&self, caller: Option<&Caller>, client: Option<IpAddr>) -> Result<ConcurrencyPermit, Problem> {
        match caller {
            Some(caller) => self.permit_in_group(Party::of(caller), caller.organization_id.map(Group::Organization)),
            None => self.permit_in_group(Party::at(client), Some(Group::Anonymous)),
        }
    }

    fn permit_in_group(&self, party: Party, group: Option<Group>) -> Result<ConcurrencyPermit, Problem> {
        let what = self.what;
        self.limit.try_acquire(party, group).map_err(|already| {
            Problem::unavailable(
                message!(
                    "too-many-answers",
                    "{already} {what} are being sent already, which is the limit. Please try again.",
                    already,
                    what
                ),
                TRY_AGAIN,
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(address: [u8; 4]) -> Option<IpAddr> {
        Some(IpAddr::from(address))
    }

    #[test]
    fn no_caller_can_take_all_permits() {
        let exports = AnswerLimit::new("exports", 6, 2);
        let first: Vec<_> =
            (0..2).map(|_| exports.permit(None, at([192, 0, 2, 1])).unwrap_or_else(|_| panic!())).collect();
        let Err(refused) = exports.permit(None, at([192, 0, 2, 1])) else { panic!("a third export for one address") };
        assert_eq!(refused.status().as_u16(), 503);
        let third = exports.permit(None, at([192, 0, 2, 2])).unwrap_or_else(|_| panic!("another address"));
        assert!(exports.permit(None, at([192, 0, 2, 3])).is_err(), "anonymous clients may have half of the exports");
        drop(first);
        assert!(exports.permit(None, at([192, 0, 2, 3])).is_ok());
        drop(third);
        assert_eq!(exports.in_progress(), 0);
    }
}
