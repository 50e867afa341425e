//! Divides the writes in progress among organizations, so that the burst of one does not slow the others beyond its share.
//!
//! Writes that come together are stored together, and their views are rendered together: a write is answered when the whole batch
//! is readable. So how long it takes depends on how many others are in progress. While several organizations write, each of them
//! may have [`OWN`] writes in progress, or more as long as all have at most [`ALL`]. An organization that writes alone may have
//! [`ALONE`]. Its other writes wait, in order of arrival. All queues behind this one take writes in order of arrival.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use api_kit::concurrency::{Keyed, KeyedLimit};
use api_kit::write_failed;
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;
use storage::StoreError;
use tokio::sync::{Mutex as Door, Notify, OwnedSemaphorePermit};
use tokio::time::Instant;

/// Writes in progress of an organization that writes alone: a whole transaction. One that comes later waits for no more.
const ALONE: usize = 512;
/// Writes in progress of all organizations that one of them can fill up.
const ALL: usize = 32;
/// Writes in progress that each organization may have in any case.
const OWN: usize = 16;
/// Maximum number of waiting writes of an organization. At a usual rate, the last of them waits for less than a second.
const MAX_WAITING: usize = 2_048;
/// Maximum number of bytes in the bodies of an organization's writes, in progress and waiting.
const MAX_BYTES: usize = 32 * 1024 * 1024;
/// How long an organization counts after its last write.
const RECENT: Duration = Duration::from_secs(1);

/// The writes in progress, by organization.
#[derive(Debug)]
pub(crate) struct FairQueue {
    state: Mutex<State>,
    /// The door of each organization: the first write that waits holds it, the others wait for it in order of arrival.
    doors: Keyed<OrganizationId, Door<()>>,
    /// Wakes the first writes when a write ends.
    ended: Notify,
    waiting: KeyedLimit<OrganizationId>,
    bytes: KeyedLimit<OrganizationId>,
}

/// A write in progress. Dropping it lets the next write begin.
#[derive(Debug)]
pub(crate) struct Share {
    queue: Arc<FairQueue>,
    organization_id: OrganizationId,
    _bytes: OwnedSemaphorePermit,
}

#[derive(Debug, Default)]
struct State {
    /// The organizations that write, or have written recently.
    organizations: HashMap<OrganizationId, Writes>,
    in_progress: usize,
    /// When the others were removed.
    tidied: Option<Instant>,
}

/// The writes of one organization.
#[derive(Debug)]
struct Writes {
    in_progress: usize,
    last: Instant,
}

impl Default for FairQueue {
    fn default() -> Self {
        let (waiting, bytes) = (KeyedLimit::new(MAX_WAITING), KeyedLimit::new(MAX_BYTES));
        Self { state: Mutex::default(), doors: Keyed::default(), ended: Notify::new(), waiting, bytes }
    }
}

impl FairQueue {
    /// Waits until a write of this organization may begin, whose body has this many bytes. Writes without an organization
    /// count together.
    pub(crate) async fn begin(
        self: &Arc<Self>,
        organization_id: OrganizationId,
        bytes: usize,
    ) -> Result<Share, Problem> {
        let crowded = || write_failed(StoreError::Crowded);
        let _bytes = self.bytes.try_acquire_many(organization_id, bytes).ok_or_else(crowded)?;
        let _waiting = self.waiting.try_acquire(organization_id).ok_or_else(crowded)?;
        let door = self.doors.get(organization_id, Door::default);
        let _first = door.lock().await;
        loop {
            let ended = self.ended.notified();
            if self.state().begins(organization_id) {
                return Ok(Share { queue: Arc::clone(self), organization_id, _bytes });
            }
            // A write of the organization is in progress, whose end wakes this one.
            ended.await;
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Counts a write of this organization if it may begin.
    fn begins(&mut self, organization_id: OrganizationId) -> bool {
        let now = Instant::now();
        if self.tidied.is_none_or(|tidied| tidied + RECENT <= now) {
            self.tidied = Some(now);
            self.organizations.retain(|_, own| own.in_progress > 0 || now < own.last + RECENT);
        }
        let new = Writes { in_progress: 0, last: now };
        let own = self.organizations.entry(organization_id).or_insert(new).in_progress;
        let most = if self.organizations.len() <= 1 { ALONE } else { ALL };
        let may_begin = own < OWN || self.in_progress < most;
        if may_begin {
            self.in_progress += 1;
            self.organizations.insert(organization_id, Writes { in_progress: own + 1, last: now });
        }
        may_begin
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut state = self.queue.state();
        state.in_progress -= 1;
        if let Some(own) = state.organizations.get_mut(&self.organization_id) {
            own.in_progress -= 1;
        }
        drop(state);
        self.queue.ended.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;
    use futures::future::BoxFuture;
    use tokio::task::unconstrained;

    use super::*;

    const BUSY: OrganizationId = OrganizationId(1);
    const OTHER: OrganizationId = OrganizationId(2);

    /// Begins a write if it does not have to wait. Many begin in one task, which tokio would make wait after some.
    fn at_once(queue: &Arc<FairQueue>, organization_id: OrganizationId) -> Option<Share> {
        unconstrained(queue.begin(organization_id, 1))
            .now_or_never()
            .map(|begun| begun.unwrap_or_else(|_| panic!("refused")))
    }

    fn as_many_as_begin(queue: &Arc<FairQueue>, organization_id: OrganizationId) -> Vec<Share> {
        std::iter::from_fn(|| at_once(queue, organization_id)).take(ALONE * 2).collect()
    }

    /// Begins a write of the other organization, and as many of the busy one as may begin.
    fn burst(queue: &Arc<FairQueue>) -> (Share, Vec<Share>) {
        (at_once(queue, OTHER).unwrap(), as_many_as_begin(queue, BUSY))
    }

    /// Adds writes of the busy organization that have to wait.
    fn waiting(queue: &Arc<FairQueue>, count: usize) -> Vec<BoxFuture<'_, Result<Share, Problem>>> {
        let mut waiting: Vec<_> = (0..count).map(|_| queue.begin(BUSY, 1).boxed()).collect();
        assert!(waiting.iter_mut().all(|it| it.as_mut().now_or_never().is_none()));
        waiting
    }

    #[tokio::test(start_paused = true)]
    async fn an_organization_alone_fills_a_transaction() {
        let queue = Arc::<FairQueue>::default();
        let all = as_many_as_begin(&queue, BUSY);
        assert_eq!(all.len(), ALONE);
        drop(all);
        assert_eq!(queue.state().in_progress, 0);
    }

    #[tokio::test(start_paused = true)]
    async fn a_burst_leaves_others_their_places() {
        let queue = Arc::<FairQueue>::default();
        let (other, burst) = burst(&queue);
        assert_eq!(burst.len(), ALL - 1);
        assert_eq!(as_many_as_begin(&queue, OTHER).len(), OWN - 1);
        drop(other);
        assert_eq!(as_many_as_begin(&queue, BUSY).len(), 1, "the other organization has written recently");
        tokio::time::advance(RECENT * 2).await;
        assert_eq!(
            as_many_as_begin(&queue, BUSY).len(),
            ALONE - burst.len(),
            "the other organization writes no longer"
        );
        drop(burst);
        assert_eq!(queue.state().in_progress, 0);
    }

    #[tokio::test(start_paused = true)]
    async fn waiting_writes_begin_in_order_when_others_end_or_their_clients_leave() {
        let queue = Arc::<FairQueue>::default();
        let (_other, mut burst) = burst(&queue);
        let mut waiting = waiting(&queue, 3);
        drop(waiting.remove(0));
        burst.pop();
        let first = waiting[0].as_mut().now_or_never().unwrap();
        assert!(waiting[1].as_mut().now_or_never().is_none());
        drop(first);
        assert!(waiting[1].as_mut().now_or_never().is_some_and(|it| it.is_ok()));
    }

    #[tokio::test(start_paused = true)]
    async fn too_many_waiting_writes_are_refused_at_once() {
        let queue = Arc::<FairQueue>::default();
        let _burst = burst(&queue);
        let _waiting = waiting(&queue, MAX_WAITING);
        let refused = queue.begin(BUSY, 1).now_or_never().unwrap().unwrap_err();
        assert_eq!(refused.status().as_u16(), 503);
    }

    #[tokio::test(start_paused = true)]
    async fn the_bodies_of_one_organization_are_limited_together() {
        let queue = Arc::<FairQueue>::default();
        let first = queue.begin(BUSY, MAX_BYTES - 1).await.unwrap_or_else(|_| panic!("refused"));
        let refused = queue.begin(BUSY, 2).now_or_never().unwrap().unwrap_err();
        assert_eq!(refused.status().as_u16(), 503);
        assert!(at_once(&queue, OTHER).is_some() && at_once(&queue, BUSY).is_some());
        drop(first);
        assert!(queue.begin(BUSY, MAX_BYTES).await.is_ok());
    }
}
