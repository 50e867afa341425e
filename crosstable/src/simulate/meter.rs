//! Measures request times by kind, in constant memory.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::Serialize;

/// Number of steps per doubling: values are accurate to about 3 %.
const STEPS: u64 = 32;

/// Counts and times of requests.
#[derive(Debug, Default)]
pub(super) struct Meter {
    kinds: Mutex<BTreeMap<&'static str, Times>>,
}

/// Times of one kind of request.
#[derive(Debug, Default)]
struct Times {
    /// Number of requests per step.
    counts: BTreeMap<u64, u64>,
    answered: u64,
    refused: u64,
    repeated: u64,
    longest: Duration,
}

/// Figures of one kind of request, in milliseconds.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Figures {
    /// Requests answered.
    pub(crate) requests: u64,
    /// Requests that were refused or never answered.
    pub(crate) errors: u64,
    /// Number of retries.
    pub(crate) retries: u64,
    /// Median time.
    pub(crate) p50_ms: f64,
    /// 99th percentile.
    pub(crate) p99_ms: f64,
    /// Slowest answer.
    pub(crate) max_ms: f64,
}

impl Meter {
    /// Records an answer and whether it was a refusal.
    pub(super) fn answered(&self, kind: &'static str, took: Duration, is_refused: bool) {
        self.with(kind, |times| {
            *times.counts.entry(step(took)).or_default() += 1;
            times.answered += 1;
            times.refused += u64::from(is_refused);
            times.longest = times.longest.max(took);
        });
    }

    /// Records a request without an answer.
    pub(super) fn given_up(&self, kind: &'static str) {
        self.with(kind, |times| times.refused += 1);
    }

    /// Records a retry.
    pub(super) fn repeated(&self, kind: &'static str) {
        self.with(kind, |times| times.repeated += 1);
    }

    /// Returns the figures of all kinds by name.
    pub(super) fn figures(&self) -> BTreeMap<&'static str, Figures> {
        let kinds = self.kinds.lock().unwrap_or_else(PoisonError::into_inner);
        kinds.iter().map(|(kind, times)| (*kind, times.figures())).collect()
    }

    fn with(&self, kind: &'static str, change: impl FnOnce(&mut Times)) {
        change(self.kinds.lock().unwrap_or_else(PoisonError::into_inner).entry(kind).or_default());
    }
}

impl Times {
    fn figures(&self) -> Figures {
        Figures {
            requests: self.answered,
            errors: self.refused,
            retries: self.repeated,
            p50_ms: self.share(50),
            p99_ms: self.share(99),
            max_ms: milliseconds(self.longest),
        }
    }

    /// Returns a percentile of the times.
    fn share(&self, percent: u64) -> f64 {
        let wanted = (self.answered * percent).div_ceil(100);
        let mut seen = 0;
        for (step, count) in &self.counts {
            seen += count;
            if seen >= wanted {
                return milliseconds(top(*step).min(self.longest));
            }
        }
        0.0
    }
}

/// Returns milliseconds with microsecond precision.
#[allow(clippy::cast_precision_loss, reason = "a float holds every time that a run can take")]
pub(super) fn milliseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1_000.0
}

/// Returns the step of a time.
fn step(took: Duration) -> u64 {
    let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX).max(STEPS);
    let doublings = u64::from(micros.ilog2() - STEPS.ilog2());
    doublings * STEPS + (micros >> doublings) - STEPS
}

/// Returns the upper end of a step.
fn top(step: u64) -> Duration {
    let (doublings, within) = (step / STEPS, step % STEPS);
    Duration::from_micros(((STEPS + within + 1) << doublings.min(50)) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_lies_in_its_step_which_is_narrow() {
        for micros in [32, 33, 63, 64, 100, 999, 1_000, 123_456, 30_000_000] {
            let end = top(step(Duration::from_micros(micros))).as_micros();
            let end = u64::try_from(end).unwrap();
            assert!((micros..=micros + micros / 30).contains(&end), "{micros} ends at {end}");
        }
    }

    #[test]
    fn shares_errors_and_retries_are_told_by_kind() {
        let meter = Meter::default();
        for millis in 1..=100 {
            meter.answered("report_result", Duration::from_millis(millis), millis == 100);
        }
        meter.repeated("report_result");
        meter.given_up("make_cut");
        let figures = meter.figures();
        let reports = &figures["report_result"];
        assert_eq!((reports.requests, reports.errors, reports.retries), (100, 1, 1));
        assert!((50.0..52.0).contains(&reports.p50_ms), "{reports:?}");
        assert!((99.0..=100.0).contains(&reports.p99_ms) && (reports.max_ms - 100.0).abs() < 0.001, "{reports:?}");
        assert_eq!((figures["make_cut"].requests, figures["make_cut"].errors), (0, 1));
    }
}
