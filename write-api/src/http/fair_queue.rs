//! Divides the writes in progress among organizations, so that the burst of one does not slow the others beyond its share.
//!
//! Writes that come together are stored together, and their views are rendered together: a write is answered when the whole batch
//! is readable. So how long it takes depends on how many others are in progress. While several organizations write, each of them
//! may have [`OWN`] writes in progress, or more as long as all have at most [`ALL`]. An organization that writes alone may have
//! [`ALONE`]. Its other writes wait, in order of arrival. All queues behind this one take writes in order of arrival.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use api_kit::concurrency::KeyedLimit;
use api_kit::write_failed;
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;
use storage::StoreError;
use tokio::sync::{OwnedSemaphorePermit, oneshot};
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
    bytes: KeyedLimit<OrganizationId>,
}

/// A write in progress. Dropping it lets the organization's next write begin.
#[derive(Debug)]
pub(crate) struct Share {
    _turn: Turn,
    _bytes: OwnedSemaphorePermit,
}

/// The turn of a write of this organization, until it is dropped.
#[derive(Debug)]
struct Turn {
    queue: Arc<FairQueue>,
    organization_id: OrganizationId,
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
    waiting: VecDeque<oneshot::Sender<Turn>>,
    last: Instant,
}

impl Default for FairQueue {
    fn default() -> Self {
        Self { state: Mutex::default(), bytes: KeyedLimit::new(MAX_BYTES) }
    }
}

impl FairQueue {
    /// Waits until a write of this organization may begin, whose body has this many bytes. Writes without an organization
    /// count together.
    ///
    /// # Errors
    /// 503 if too many of the organization's writes wait already, or their bodies are too large together.
    pub(crate) async fn begin(
        self: &Arc<Self>,
        organization_id: OrganizationId,
        bytes: usize,
    ) -> Result<Share, Problem> {
        let bytes = self.bytes.try_acquire_many(organization_id, bytes);
        let _bytes = bytes.ok_or_else(|| write_failed(StoreError::Crowded))?;
        let turn = {
            let mut state = self.state();
            state.tidy();
            let now = Instant::now();
            let new = || Writes { in_progress: 0, waiting: VecDeque::new(), last: now };
            let own = state.organizations.entry(organization_id).or_insert_with(new);
            own.last = now;
            while own.waiting.pop_front_if(|begin| begin.is_closed()).is_some() {}
            // If any wait, one is in progress, whose end lets the next begin.
            if own.waiting.is_empty() && state.may_begin(organization_id) {
                state.count(organization_id);
                return Ok(Share { _turn: Turn { queue: Arc::clone(self), organization_id }, _bytes });
            }
            state.wait(organization_id).map_err(write_failed)?
        };
        let _turn = turn.await.map_err(|_| write_failed(StoreError::Closed))?;
        Ok(Share { _turn, _bytes })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Removes organizations without recent writes.
    fn tidy(&mut self) {
        let now = Instant::now();
        if self.tidied.is_some_and(|tidied| now < tidied + RECENT) {
            return;
        }
        self.tidied = Some(now);
        self.organizations.retain(|_, own| own.in_progress > 0 || now < own.last + RECENT);
    }

    /// Whether one more write of this organization may begin.
    fn may_begin(&self, organization_id: OrganizationId) -> bool {
        let own = self.organizations.get(&organization_id).map_or(0, |own| own.in_progress);
        let is_alone = self.organizations.len() <= 1;
        own < OWN || self.in_progress < if is_alone { ALONE } else { ALL }
    }

    fn count(&mut self, organization_id: OrganizationId) {
        if let Some(own) = self.organizations.get_mut(&organization_id) {
            own.in_progress += 1;
            self.in_progress += 1;
        }
    }

    /// Adds a write to those that wait.
    fn wait(&mut self, organization_id: OrganizationId) -> Result<oneshot::Receiver<Turn>, StoreError> {
        let (begin, turn) = oneshot::channel();
        let writes = self.organizations.get_mut(&organization_id).ok_or(StoreError::Closed)?;
        if writes.waiting.len() >= MAX_WAITING {
            return Err(StoreError::Crowded);
        }
        writes.waiting.push_back(begin);
        Ok(turn)
    }

    /// Ends a write. Returns those that wait and may begin now.
    fn end(&mut self, organization_id: OrganizationId) -> Vec<oneshot::Sender<Turn>> {
        self.tidy();
        self.in_progress -= 1;
        let mut next = Vec::new();
        if let Some(own) = self.organizations.get_mut(&organization_id) {
            own.in_progress -= 1;
        }
        while self.may_begin(organization_id)
            && let Some(begin) = self.organizations.get_mut(&organization_id).and_then(|it| it.waiting.pop_front())
        {
            self.count(organization_id);
            next.push(begin);
        }
        next
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let next = self.queue.state().end(self.organization_id);
        for begin in next {
            // A write whose client has left drops its turn at once, which lets the next begin.
            let _ = begin.send(Self { queue: Arc::clone(&self.queue), organization_id: self.organization_id });
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;
    use futures::future::BoxFuture;

    use super::*;

    const BUSY: OrganizationId = OrganizationId(1);
    const OTHER: OrganizationId = OrganizationId(2);

    /// Begins a write if it does not have to wait.
    fn at_once(queue: &Arc<FairQueue>, organization_id: OrganizationId) -> Option<Share> {
        queue.begin(organization_id, 1).now_or_never().map(|begun| begun.unwrap_or_else(|_| panic!("refused")))
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
