//! Limits how many lists, exports or streams are sent at the same time: each takes memory, and disk space if its client
//! is slow. When all places are taken, further requests get 503 immediately. No caller can take all places.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use proto_events::ids::OrganizationId;
use service_kit::message;
use service_kit::problem::Problem;

use crate::caller::Caller;
use crate::callers::Party;
use crate::limits;

/// `Retry-After` in seconds: most answers are sent in less time.
const TRY_AGAIN: u32 = 2;

/// The places for one kind of answer.
#[derive(Debug)]
pub struct Places {
    /// Name of the answers in messages.
    what: &'static str,
    limits: limits::Places,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    in_all: usize,
    by: HashMap<Group, usize>,
}

/// Clients that share a maximum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Group {
    One(Party),
    Organization(OrganizationId),
    /// All clients without a credential.
    Anonymous,
}

/// A taken place. Dropping it frees the place.
#[derive(Debug)]
pub struct Place {
    places: Arc<Places>,
    groups: [Option<Group>; 2],
}

impl Places {
    /// Returns free places.
    pub fn new(what: &'static str, limits: limits::Places) -> Arc<Self> {
        Arc::new(Self { what, limits, taken: Mutex::default() })
    }

    /// Returns the number of taken places.
    pub fn taken(&self) -> usize {
        self.lock().in_all
    }

    /// Takes a place for a party that shares its maximum with no others.
    ///
    /// # Errors
    /// 503 if no place is left.
    pub fn take_one(self: &Arc<Self>, party: Party) -> Result<Place, Problem> {
        self.take_for([Some(Group::One(party)), None])
    }

    /// Takes a place for a caller, or for the client at an address if there is no credential.
    ///
    /// # Errors
    /// 503 if no place is left.
    pub fn take(self: &Arc<Self>, caller: Option<&Caller>, client: Option<IpAddr>) -> Result<Place, Problem> {
        let (one, many) = match caller {
            Some(caller) => (Party::of(caller), caller.organization_id.map(Group::Organization)),
            None => (Party::at(client), Some(Group::Anonymous)),
        };
        self.take_for([Some(Group::One(one)), many])
    }

    fn take_for(self: &Arc<Self>, groups: [Option<Group>; 2]) -> Result<Place, Problem> {
        let limits::Places { in_all, per_caller } = self.limits;
        let mut taken = self.lock();
        for (group, most) in groups.into_iter().zip([per_caller, in_all.div_ceil(2)]) {
            let already = group.and_then(|group| taken.by.get(&group)).copied().unwrap_or_default();
            if already >= most {
                return Err(self.refused(already));
            }
        }
        if taken.in_all >= in_all {
            return Err(self.refused(taken.in_all));
        }
        taken.in_all += 1;
        groups.into_iter().flatten().for_each(|group| *taken.by.entry(group).or_default() += 1);
        Ok(Place { places: Arc::clone(self), groups })
    }

    fn refused(&self, already: usize) -> Problem {
        let what = self.what;
        Problem::unavailable(
            message!(
                "too-many-answers",
                "{already} {what} are being sent already, which is the limit. Please try again.",
                already,
                what
            ),
            TRY_AGAIN,
        )
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.lock();
        taken.in_all -= 1;
        for group in self.groups.into_iter().flatten() {
            if let Some(count) = taken.by.get_mut(&group) {
                *count -= 1;
                if *count == 0 {
                    taken.by.remove(&group);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(address: [u8; 4]) -> Option<IpAddr> {
        Some(IpAddr::from(address))
    }

    #[test]
    fn no_caller_can_take_all_places() {
        let places = Places::new("exports", limits::Places { in_all: 6, per_caller: 2 });
        let first: Vec<_> =
            (0..2).map(|_| places.take(None, at([192, 0, 2, 1])).unwrap_or_else(|_| panic!())).collect();
        let Err(refused) = places.take(None, at([192, 0, 2, 1])) else { panic!("a third place for one address") };
        assert_eq!(refused.status().as_u16(), 503);
        let third = places.take(None, at([192, 0, 2, 2])).unwrap_or_else(|_| panic!("another address"));
        assert!(places.take(None, at([192, 0, 2, 3])).is_err(), "anonymous clients may take half of the places");
        drop(first);
        assert!(places.take(None, at([192, 0, 2, 3])).is_ok());
        drop(third);
        let taken = places.lock();
        assert!(taken.in_all == 0 && taken.by.is_empty(), "groups without places are removed");
    }
}
