//! The state that the clients of an upgrade share: when answers are judged, and which faults were found.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use e2e::form::excerpt;
use serde_json::Value;

/// The state that all clients share.
#[derive(Debug)]
pub(crate) struct Watch {
    begun: Instant,
    stop: AtomicBool,
    rendered: AtomicBool,
    /// Number of exits and of starts after them: odd while the process is down or starting.
    turns: AtomicU64,
    /// Whether other processes answer while that process is down.
    others_answer: bool,
    phase: Mutex<String>,
    found: Mutex<Vec<Found>>,
}

/// Equal faults in one phase, with the times of the first and the last.
#[derive(Debug)]
struct Found {
    phase: String,
    kind: String,
    count: usize,
    first: Duration,
    last: Duration,
    example: String,
}

impl Watch {
    /// A watch on one process that does everything: no answer is judged while it is down.
    pub(crate) fn of_one_process() -> Self {
        Self::new(false)
    }

    /// A watch on a projector. While it is down, answers are judged, but new lists need not be readable.
    pub(crate) fn of_a_projector() -> Self {
        Self::new(true)
    }

    fn new(others_answer: bool) -> Self {
        Self {
            begun: Instant::now(),
            stop: AtomicBool::new(false),
            rendered: AtomicBool::new(false),
            turns: AtomicU64::new(0),
            others_answer,
            phase: Mutex::default(),
            found: Mutex::default(),
        }
    }

    /// Notes that the process is about to end, or that it is ready again.
    pub(crate) fn turn_over(&self) {
        self.turns.fetch_add(1, Ordering::SeqCst);
    }

    /// Returns the current turn.
    pub(crate) fn turn(&self) -> u64 {
        self.turns.load(Ordering::SeqCst)
    }

    /// Returns whether the process has run since this turn. Only then must new lists be readable.
    pub(crate) fn ran_since(&self, turn: u64) -> bool {
        turn.is_multiple_of(2) && turn == self.turn()
    }

    /// Returns whether a request that was sent in this turn must be answered.
    pub(crate) fn judges(&self, turn: u64) -> bool {
        self.others_answer || self.ran_since(turn)
    }

    /// Lets the clients finish.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Returns whether clients must finish.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Notes that the new views are served.
    pub(crate) fn rendered(&self) {
        self.rendered.store(true, Ordering::Relaxed);
    }

    /// Returns whether the new views are served.
    pub(crate) fn is_rendered(&self) -> bool {
        self.rendered.load(Ordering::Relaxed)
    }

    /// Names the phase that begins.
    pub(crate) fn begin(&self, phase: String) {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner) = phase;
    }

    /// Returns the name of the current phase.
    pub(crate) fn phase(&self) -> String {
        self.phase.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Notes a fault in the current phase. Faults of one kind are counted, and the first is kept as an example.
    pub(crate) fn note(&self, kind: impl Into<String>, example: impl Into<String>) {
        let (phase, kind, last) = (self.phase(), kind.into(), self.begun.elapsed());
        let mut found = self.found();
        match found.iter_mut().find(|known| known.phase == phase && known.kind == kind) {
            Some(known) => {
                known.count += 1;
                known.last = last;
            }
            None => found.push(Found { phase, kind, count: 1, first: last, last, example: example.into() }),
        }
    }

    /// Notes a refusal. The example is the problem's text.
    pub(crate) fn note_refusal(&self, request: &str, status: u16, body: &[u8]) {
        let problem: Value = serde_json::from_slice(body).unwrap_or_default();
        let text = problem["detail"].as_str().map_or_else(|| excerpt(&String::from_utf8_lossy(body)), str::to_owned);
        self.note(format!("{request} is answered {status}"), text);
    }

    /// Returns a line for each kind of fault in each phase.
    pub(crate) fn faults(&self) -> Vec<String> {
        let line = |found: &Found| {
            let Found { phase, kind, count, first, last, example } = found;
            let phase = if phase.is_empty() { String::new() } else { format!("[{phase}] ") };
            format!("{phase}{kind}: {count}, from {first:.1?} to {last:.1?}; the first: {example}")
        };
        self.found().iter().map(line).collect()
    }

    fn found(&self) -> MutexGuard<'_, Vec<Found>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_judged_while_a_process_can_give_them() {
        let (one, several) = (Watch::of_one_process(), Watch::of_a_projector());
        for watch in [&one, &several] {
            assert!(watch.ran_since(watch.turn()) && watch.judges(watch.turn()));
            watch.turn_over();
            assert!(!watch.ran_since(0) && !watch.ran_since(1));
        }
        assert!(!one.judges(0) && !one.judges(1));
        assert!(several.judges(0) && several.judges(1));
    }
}
