//! Counts what each caller uses: concurrent requests, concurrent reads, and writes per minute. Each process counts
//! separately.
//!
//! An API key is one caller. A user with all tokens and sessions is one caller. Without a credential, the address is.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use axum::http::HeaderValue;
use chrono::{DateTime, TimeDelta, Utc};
use proto_events::ids::{ApiKeyId, UserId};
use service_kit::client_address::Network;
use service_kit::concurrency::KeyedLimit;
use service_kit::limits::{Limits, most};
use service_kit::message;
use service_kit::problem::Problem;
use tokio::sync::OwnedSemaphorePermit;

use crate::caller::{Caller, Way};

/// Concurrent reads of one caller; its further reads wait. More would not answer that caller sooner, and would delay
/// all others, because connections and processors are handed out in order of arrival.
const READS_AT_ONCE: usize = 8;
/// Callers whose writes are counted before entries that no longer restrict anything are removed.
const COUNTED: usize = 10_000;
/// Length of the window for write limits, in seconds.
const WINDOW: i64 = 60;

/// A caller, as limits count it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Party {
    /// A key, for all its users together.
    Key(ApiKeyId),
    /// A user, with all tokens and sessions.
    Person(UserId),
    /// A client without a credential, by its address.
    Address(Network),
    /// A request without a connection, as in tests of a router.
    Unknown,
}

impl Party {
    /// Returns the party of an authenticated caller.
    pub fn of(caller: &Caller) -> Self {
        match &caller.way {
            Way::Key(key) => Self::Key(key.key_id),
            Way::Token | Way::Cookie(_) | Way::PrivateLink => Self::Person(caller.user_id),
        }
    }

    /// Returns the party of a client without a credential.
    pub fn at(address: Option<IpAddr>) -> Self {
        address.map_or(Self::Unknown, |address| Self::Address(Network::of(address)))
    }
}

/// A maximum; `None` means no limit.
type Limit = Option<u32>;

/// The current use of all callers.
#[derive(Debug)]
pub struct Callers {
    requests: KeyedLimit<Party>,
    reads: KeyedLimit<Party>,
    key_writes: Limit,
    person_writes: Limit,
    /// When each caller's quota will be full again.
    writes: Mutex<HashMap<Party, DateTime<Utc>>>,
}

/// A request in progress. Dropping it ends the count.
pub type Present = Option<OwnedSemaphorePermit>;

impl Callers {
    /// Returns counters at zero.
    pub fn new(limits: &Limits) -> Self {
        let limit = |most: u64| (most > 0).then(|| u32::try_from(most).unwrap_or(u32::MAX));
        Self {
            requests: KeyedLimit::new(most(limits.max_requests_per_caller)),
            reads: KeyedLimit::new(READS_AT_ONCE),
            key_writes: limit(limits.max_key_writes),
            person_writes: limit(limits.max_person_writes),
            writes: Mutex::default(),
        }
    }

    /// Counts a request; towards the limit only if `is_limited`.
    ///
    /// # Errors
    /// 429 if the caller is at its limit.
    pub fn enter(&self, party: Party, is_limited: bool) -> Result<Present, Problem> {
        is_limited.then(|| self.requests.try_acquire(party).ok_or_else(|| self.too_many_requests())).transpose()
    }

    fn too_many_requests(&self) -> Problem {
        let text = message!(
            "too-many-requests-in-progress",
            "You have {most} requests in progress, which is the limit. Wait until some are answered.",
            most = self.requests.most()
        );
        Problem::too_many_requests(text, 1)
    }

    /// Waits until fewer than the allowed number of a caller's reads are running.
    pub async fn turn(&self, party: Party) -> Option<OwnedSemaphorePermit> {
        self.reads.acquire(party).await
    }

    /// Counts a write.
    ///
    /// # Errors
    /// 429 if the caller's quota is used up, with the time until the next write is accepted.
    pub fn write(&self, party: Party, now: DateTime<Utc>) -> Result<(), Problem> {
        let most = match party {
            Party::Key(_) => self.key_writes,
            Party::Person(_) => self.person_writes,
            Party::Address(_) | Party::Unknown => None,
        };
        let Some(most) = most else { return Ok(()) };
        let window = TimeDelta::seconds(WINDOW);
        let cost = window / i32::try_from(most).unwrap_or(i32::MAX);
        let mut writes = self.writes.lock().unwrap_or_else(PoisonError::into_inner);
        if writes.len() >= COUNTED {
            writes.retain(|_, whole_at| *whole_at > now);
        }
        let whole_at = writes.entry(party).or_insert(now);
        // If the clock was set back, the wait is at most one window.
        *whole_at = (*whole_at).clamp(now, now + window);
        if *whole_at + cost > now + window {
            return Err(refused(most, *whole_at + cost - (now + window)));
        }
        *whole_at += cost;
        Ok(())
    }
}

/// Returns a 429 with the header fields of draft-ietf-httpapi-ratelimit-headers-10.
fn refused(most: u32, wait: TimeDelta) -> Problem {
    let seconds = u32::try_from((wait.num_milliseconds() + 999) / 1_000).unwrap_or(1).max(1);
    let detail = message!(
        "quota-of-writes-used",
        "You have used your quota of {most} writes per minute. Try again in {seconds} seconds.",
        most,
        seconds
    );
    let problem = Problem::too_many_requests(detail, seconds);
    let fields = [
        ("ratelimit-policy", format!("\"writes\";q={most};w={WINDOW}")),
        ("ratelimit", format!("\"writes\";r=0;t={seconds}")),
    ];
    fields.into_iter().fold(problem, |problem, (name, value)| match HeaderValue::try_from(value) {
        Ok(value) => problem.with_header(axum::http::HeaderName::from_static(name), value),
        Err(_) => problem,
    })
}

#[cfg(test)]
mod tests {
    use axum::response::IntoResponse;

    use super::*;

    const ADA: Party = Party::Person(UserId(7));

    fn callers(requests_at_once: Limit, writes: Limit) -> Callers {
        let most = |limit: Limit| limit.map_or(0, u64::from);
        let (max_requests_per_caller, max_person_writes) = (most(requests_at_once), most(writes));
        let limits = Limits { max_requests_per_caller, max_person_writes, ..Limits::default() };
        Callers::new(&limits)
    }

    fn at(milliseconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp_millis(1_000_000_000_000 + milliseconds).unwrap()
    }

    #[test]
    fn requests_beyond_the_limit_are_refused_until_others_end() {
        let callers = callers(Some(2), None);
        let first = callers.enter(ADA, true).unwrap();
        let second = callers.enter(ADA, true).unwrap();
        let refused = callers.enter(ADA, true).unwrap_err().into_response();
        assert_eq!((refused.status().as_u16(), &refused.headers()["retry-after"]), (429, &"1".parse().unwrap()));
        callers.enter(Party::Person(UserId(8)), true).expect("other callers have their own count");
        drop(callers.enter(ADA, false).expect("an unlimited request"));
        drop(first);
        let third = callers.enter(ADA, true).expect("one request has ended");
        callers.enter(ADA, true).unwrap_err();
        drop((third, second));
    }

    #[tokio::test]
    async fn reads_of_one_caller_queue_and_other_callers_do_not_wait() {
        let callers = callers(None, None);
        let mut turns = Vec::new();
        for _ in 0..READS_AT_ONCE {
            turns.push(callers.turn(ADA).await.unwrap());
        }
        let mut waits = Box::pin(callers.turn(ADA));
        assert!(futures::poll!(&mut waits).is_pending());
        assert!(callers.turn(Party::Key(ApiKeyId(7))).await.is_some());
        turns.pop();
        assert!(futures::poll!(&mut waits).is_ready());
    }

    #[test]
    fn the_quota_of_a_minute_may_be_used_at_once_and_refills_gradually() {
        let callers = callers(None, Some(60));
        for write in 0..60 {
            callers.write(ADA, at(0)).unwrap_or_else(|_| panic!("write {write}"));
        }
        let refused = callers.write(ADA, at(0)).unwrap_err().into_response();
        assert_eq!(refused.status().as_u16(), 429);
        let header = |name: &str| refused.headers()[name].to_str().unwrap().to_owned();
        assert_eq!(header("ratelimit-policy"), r#""writes";q=60;w=60"#);
        assert_eq!(header("ratelimit"), format!(r#""writes";r=0;t={}"#, header("retry-after")));
        let wait: i64 = header("retry-after").parse().unwrap();
        callers.write(ADA, at(wait * 1_000)).expect("after the announced wait");

        callers.write(ADA, at(500_000)).unwrap();
        for _ in 0..59 {
            callers.write(ADA, at(500_000)).expect("the quota is full again");
        }
        callers.write(ADA, at(500_900)).unwrap_err();
        callers.write(ADA, at(501_000)).expect("one write per second");
        callers.write(ADA, at(501_000)).unwrap_err();
    }

    #[test]
    fn a_clock_that_is_set_back_causes_no_long_wait() {
        let callers = callers(None, Some(60));
        callers.write(ADA, at(3_600_000)).unwrap();
        callers.write(ADA, at(0)).unwrap_err();
        callers.write(ADA, at(1_001)).expect("a moment later");
    }

    #[test]
    fn zero_means_no_limit() {
        let unlimited = callers(None, None);
        (0..100_000).for_each(|_| unlimited.write(ADA, at(0)).unwrap());
    }
}
