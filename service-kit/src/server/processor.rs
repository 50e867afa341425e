//! The own processor of a worker thread, for work that all workers do at the same time.
//!
//! The system may wake two workers on the same processor while another is about to become free. It notices that after 4 to 7 ms,
//! and meanwhile the work takes twice as long. So a worker can go to a processor of its own first. It does not stay there for
//! good: a request that finds the processor busy may be answered on another one. Systems other than Linux choose by themselves.

#[cfg(target_os = "linux")]
use std::cell::Cell;

#[cfg(target_os = "linux")]
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

#[cfg(target_os = "linux")]
thread_local! {
    /// The processor of this thread, if it has one of its own.
    static OWN: Cell<Option<Own>> = const { Cell::new(None) };
}

/// The own processor of a thread.
#[cfg(target_os = "linux")]
#[derive(Clone, Copy)]
struct Own {
    processor: usize,
    /// The processors that the thread may use otherwise.
    allowed: CpuSet,
    /// Number of tasks that keep the thread there.
    stays: usize,
}

/// Keeps a worker thread on its own processor until this and all others of the thread are dropped.
#[must_use = "the thread leaves its processor when this is dropped"]
pub struct OnOwnProcessor(());

/// Assigns each of `workers` threads its own processor; `index` is the number of this one. Threads have none of their own if
/// the process may use more or fewer processors: several processes would otherwise all choose the first ones.
#[cfg_attr(not(target_os = "linux"), allow(unused_variables, reason = "the system chooses"))]
pub(super) fn assign(index: usize, workers: usize) {
    #[cfg(target_os = "linux")]
    if let Ok(allowed) = sched_getaffinity(None)
        && usize::try_from(allowed.count()) == Ok(workers)
    {
        let processor = (0..CpuSet::MAX_CPU).filter(|processor| allowed.is_set(*processor)).nth(index);
        OWN.set(processor.map(|processor| Own { processor, allowed, stays: 0 }));
    }
}

/// Moves a worker thread to its own processor, if it has one. Other threads stay where they are.
///
/// A task may hold the result while it waits, because the tasks of a worker stay on its thread.
#[cfg(target_os = "linux")]
pub fn on_own_processor() -> Option<OnOwnProcessor> {
    let mut own = OWN.get()?;
    if own.stays == 0 {
        own.allowed = sched_getaffinity(None).ok().filter(|allowed| allowed.is_set(own.processor))?;
        let mut only = CpuSet::new();
        only.set(own.processor);
        sched_setaffinity(None, &only).ok()?;
        // Another worker that waits for this processor goes to its own.
        std::thread::yield_now();
    }
    own.stays += 1;
    OWN.set(Some(own));
    Some(OnOwnProcessor(()))
}

/// Moves nothing: this system chooses the processors.
#[cfg(not(target_os = "linux"))]
pub fn on_own_processor() -> Option<OnOwnProcessor> {
    None
}

impl Drop for OnOwnProcessor {
    fn drop(&mut self) {
        #[cfg(target_os = "linux")]
        if let Some(mut own) = OWN.get() {
            own.stays = own.stays.saturating_sub(1);
            OWN.set(Some(own));
            if own.stays == 0 {
                // If this fails, the thread stays where it is, and works there.
                let _ = sched_setaffinity(None, &own.allowed);
            }
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// Returns the processors that this thread may use.
    fn allowed() -> rustix::io::Result<Vec<usize>> {
        let allowed = sched_getaffinity(None)?;
        Ok((0..CpuSet::MAX_CPU).filter(|processor| allowed.is_set(*processor)).collect())
    }

    #[test]
    fn a_worker_stays_on_its_own_processor_for_as_long_as_any_task_wants() {
        let all = allowed().unwrap();
        for (index, own) in all.iter().enumerate() {
            let (workers, own, all) = (all.len(), [*own], all.clone());
            let worker = move || {
                assign(index, workers);
                for _ in 0..2 {
                    let one = on_own_processor();
                    let other = on_own_processor();
                    assert!(one.is_some() && other.is_some());
                    drop(one);
                    assert_eq!(allowed().unwrap(), own);
                    drop(other);
                    assert_eq!(allowed().unwrap(), all);
                }
            };
            std::thread::spawn(worker).join().unwrap();
        }
    }

    #[test]
    fn other_threads_and_workers_that_are_more_or_fewer_than_the_processors_stay_where_they_are() {
        assert!(on_own_processor().is_none());
        let workers = allowed().unwrap().len() + 1;
        let worker = move || {
            assign(0, workers);
            on_own_processor().is_none()
        };
        assert!(std::thread::spawn(worker).join().unwrap());
    }
}
