//! The own processor of a worker thread, for work that all workers do at the same time.
//!
//! The system may wake two workers on the same processor while another is about to become free. It notices that after 4 to 7 ms,
//! and meanwhile the work takes twice as long. So a worker can go to a processor of its own first. It does not stay there for
//! good: a request that finds the processor busy may be answered on another one.

use std::cell::Cell;

thread_local! {
    /// The processor of this thread, if it has one of its own.
    static OWN: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Keeps a worker thread on its own processor until this is dropped.
#[must_use = "the thread leaves its processor when this is dropped"]
pub struct OnOwnProcessor(#[cfg(target_os = "linux")] rustix::thread::CpuSet);

#[cfg(target_os = "linux")]
mod linux {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    use super::{OWN, OnOwnProcessor};

    /// Assigns each of `workers` threads its own processor; `index` is the number of this one. Threads have none of their own if
    /// the process may use more or fewer processors: several processes would otherwise all choose the first ones.
    pub(in crate::server) fn assign(index: usize, workers: usize) {
        let Ok(allowed) = sched_getaffinity(None) else { return };
        if usize::try_from(allowed.count()) == Ok(workers) {
            OWN.set((0..CpuSet::MAX_CPU).filter(|processor| allowed.is_set(*processor)).nth(index));
        }
    }

    /// Moves a worker thread to its own processor, if it has one. Other threads stay where they are.
    ///
    /// A task may hold the result while it waits, because the tasks of a worker stay on its thread.
    pub fn on_own_processor() -> Option<OnOwnProcessor> {
        let own = OWN.get()?;
        let allowed = sched_getaffinity(None).ok().filter(|allowed| allowed.is_set(own))?;
        let mut only = CpuSet::new();
        only.set(own);
        sched_setaffinity(None, &only).ok()?;
        // Another worker that waits for this processor goes to its own.
        std::thread::yield_now();
        Some(OnOwnProcessor(allowed))
    }

    impl Drop for OnOwnProcessor {
        fn drop(&mut self) {
            // If this fails, the thread stays where it is, and works there.
            let _ = sched_setaffinity(None, &self.0);
        }
    }
}

#[cfg(target_os = "linux")]
pub(super) use linux::assign;
#[cfg(target_os = "linux")]
pub use linux::on_own_processor;

/// Assigns nothing: this system chooses the processors.
#[cfg(not(target_os = "linux"))]
pub(super) fn assign(_index: usize, _workers: usize) {}

/// Moves nothing: this system chooses the processors.
#[cfg(not(target_os = "linux"))]
pub fn on_own_processor() -> Option<OnOwnProcessor> {
    OWN.get().map(|_| OnOwnProcessor())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use rustix::thread::sched_getaffinity;

    use super::*;

    /// Returns the processors that this thread may use.
    fn allowed() -> rustix::io::Result<Vec<usize>> {
        let allowed = sched_getaffinity(None)?;
        Ok((0..rustix::thread::CpuSet::MAX_CPU).filter(|processor| allowed.is_set(*processor)).collect())
    }

    #[test]
    fn a_worker_stays_on_its_own_processor_for_as_long_as_it_wants() {
        let all = allowed().unwrap();
        for (index, own) in all.iter().enumerate() {
            let (workers, own, all) = (all.len(), vec![*own], all.clone());
            let worker = move || {
                assign(index, workers);
                let stays = on_own_processor();
                assert!(stays.is_some());
                assert_eq!(allowed().unwrap(), own);
                drop(stays);
                assert_eq!(allowed().unwrap(), all);
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
