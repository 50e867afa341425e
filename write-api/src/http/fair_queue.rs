//! Limits the writes in progress of each organization, so that the burst of one hardly slows the others. Guests and people who act
//! for no organization count by event, so that the phones of one event hardly slow those of others.
//!
//! Writes that come together are stored together, and their views are rendered together: a write is answered when the whole batch
//! is readable. So how long it takes depends on how many others are in progress. The other writes of an organization wait, in order
//! of arrival. All queues behind this one take writes in order of arrival.

use api_kit::{Caller, write_failed};
use proto_events::ids::{OrganizationId, TournamentId, UserId};
use service_kit::concurrency::KeyedLimit;
use service_kit::problem::Problem;
use storage::StoreError;
use tokio::sync::OwnedSemaphorePermit;

/// Maximum number of an organization's writes in progress: as many as keep one process busy.
const IN_PROGRESS: usize = 64;
/// Maximum number of waiting writes of an organization. At a usual rate, the last of them waits for less than a second.
const MAX_WAITING: usize = 2_048;
/// Maximum number of bytes in the bodies of an organization's writes, in progress and waiting.
const MAX_BYTES: usize = 32 * 1024 * 1024;

/// Whose writes count together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Crowd {
    /// All who act for an organization.
    Organization(OrganizationId),
    /// The others in an event.
    Event(TournamentId),
    /// A person who acts for no organization, and in no event.
    Person(UserId),
}

impl Crowd {
    /// Returns with whom a caller's write counts; `event` is the one that it is about.
    pub(crate) fn of(caller: &Caller, event: Option<TournamentId>) -> Self {
        match (caller.organization_id, event) {
            (Some(organization_id), _) => Self::Organization(organization_id),
            (None, Some(event)) => Self::Event(event),
            (None, None) => Self::Person(caller.user_id),
        }
    }
}

/// The writes in progress and waiting, by crowd.
#[derive(Debug)]
pub(crate) struct FairQueue {
    in_progress: KeyedLimit<Crowd>,
    waiting: KeyedLimit<Crowd>,
    bytes: KeyedLimit<Crowd>,
}

/// A write in progress. Dropping it lets the next write begin.
#[derive(Debug)]
pub(crate) struct Share {
    _write: OwnedSemaphorePermit,
    _bytes: OwnedSemaphorePermit,
}

impl Default for FairQueue {
    fn default() -> Self {
        let [in_progress, waiting, bytes] = [IN_PROGRESS, MAX_WAITING, MAX_BYTES].map(KeyedLimit::new);
        Self { in_progress, waiting, bytes }
    }
}

impl FairQueue {
    /// Waits until a write of this crowd may begin, whose body has this many bytes.
    pub(crate) async fn begin(&self, crowd: Crowd, bytes: usize) -> Result<Share, Problem> {
        let crowded = || write_failed(StoreError::Crowded);
        let _bytes = self.bytes.try_acquire_many(crowd, bytes).ok_or_else(crowded)?;
        let _waiting = self.waiting.try_acquire(crowd).ok_or_else(crowded)?;
        let _write = self.in_progress.acquire(crowd).await.ok_or_else(crowded)?;
        Ok(Share { _write, _bytes })
    }
}

#[cfg(test)]
mod tests {
    use api_kit::caller::Way;
    use futures::FutureExt;
    use futures::future::BoxFuture;
    use tokio::task::unconstrained;

    use super::*;

    const BUSY: Crowd = Crowd::Organization(OrganizationId(1));
    const OTHER: Crowd = Crowd::Organization(OrganizationId(2));

    /// Begins a write if it does not have to wait. Many begin in one task, which tokio would make wait after some.
    fn at_once(queue: &FairQueue, crowd: Crowd) -> Option<Share> {
        unconstrained(queue.begin(crowd, 1)).now_or_never().map(|begun| begun.unwrap_or_else(|_| panic!("refused")))
    }

    fn as_many_as_begin(queue: &FairQueue, crowd: Crowd) -> Vec<Share> {
        std::iter::from_fn(|| at_once(queue, crowd)).take(IN_PROGRESS * 2).collect()
    }

    /// Adds writes of the busy organization that have to wait.
    fn waiting(queue: &FairQueue, count: usize) -> Vec<BoxFuture<'_, Result<Share, Problem>>> {
        let mut waiting: Vec<_> = (0..count).map(|_| queue.begin(BUSY, 1).boxed()).collect();
        assert!(waiting.iter_mut().all(|it| it.as_mut().now_or_never().is_none()));
        waiting
    }

    #[test]
    fn those_without_an_organization_count_by_event_and_else_each_alone() {
        let of = |organization_id, event| {
            let caller = Caller { user_id: UserId(9), organization_id, role: None, way: Way::PrivateLink };
            Crowd::of(&caller, event)
        };
        let (own, event) = (OrganizationId(1), TournamentId(3));
        assert_eq!(of(Some(own), Some(event)), Crowd::Organization(own));
        assert_eq!(of(None, Some(event)), Crowd::Event(event));
        assert_eq!(of(None, None), Crowd::Person(UserId(9)));
    }

    #[tokio::test]
    async fn a_burst_leaves_others_their_places() {
        let queue = FairQueue::default();
        let burst = as_many_as_begin(&queue, BUSY);
        assert_eq!(burst.len(), IN_PROGRESS);
        assert_eq!(as_many_as_begin(&queue, OTHER).len(), IN_PROGRESS);
    }

    #[tokio::test]
    async fn waiting_writes_begin_in_order_when_others_end_or_their_clients_leave() {
        let queue = FairQueue::default();
        let mut burst = as_many_as_begin(&queue, BUSY);
        let mut waiting = waiting(&queue, 3);
        drop(waiting.remove(0));
        burst.pop();
        let first = waiting[0].as_mut().now_or_never().unwrap();
        assert!(waiting[1].as_mut().now_or_never().is_none());
        drop(first);
        assert!(waiting[1].as_mut().now_or_never().is_some_and(|it| it.is_ok()));
    }

    #[tokio::test]
    async fn too_many_waiting_writes_are_refused_at_once() {
        let queue = FairQueue::default();
        let _burst = as_many_as_begin(&queue, BUSY);
        let _waiting = waiting(&queue, MAX_WAITING);
        assert_eq!(queue.begin(BUSY, 1).now_or_never().unwrap().unwrap_err().status().as_u16(), 503);
    }

    #[tokio::test]
    async fn the_bodies_of_one_organization_are_limited_together() {
        let queue = FairQueue::default();
        let first = queue.begin(BUSY, MAX_BYTES - 1).await.unwrap_or_else(|_| panic!("refused"));
        assert_eq!(queue.begin(BUSY, 2).now_or_never().unwrap().unwrap_err().status().as_u16(), 503);
        assert!(at_once(&queue, OTHER).is_some() && at_once(&queue, BUSY).is_some());
        drop(first);
        assert!(queue.begin(BUSY, MAX_BYTES).await.is_ok());
    }
}
