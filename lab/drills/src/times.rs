//! Durations and their percentiles.

use std::time::Duration;

#[derive(Debug, Clone, Default)]
pub(crate) struct Times(Vec<Duration>);

impl Times {
    pub(crate) fn add(&mut self, time: Duration) {
        self.0.push(time);
    }

    pub(crate) fn merge(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// Returns how many were at least this long.
    pub(crate) fn at_least(&self, limit: Duration) -> usize {
        self.0.iter().filter(|time| **time >= limit).count()
    }

    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns how many of them, one after the other, fit into a second.
    pub(crate) fn rate(&self) -> f64 {
        #[allow(clippy::cast_precision_loss, reason = "a rate for people")]
        let count = self.0.len() as f64;
        count / self.0.iter().sum::<Duration>().as_secs_f64().max(f64::MIN_POSITIVE)
    }

    pub(crate) fn at(&self, percent: usize) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        sorted.get((sorted.len() * percent / 100).min(sorted.len().saturating_sub(1))).copied().unwrap_or_default()
    }

    /// `p50 1.2 ms, p99 4.0 ms, most 9.1 ms`
    pub(crate) fn summary(&self) -> String {
        if self.0.is_empty() {
            return "none".into();
        }
        let [half, late, most] = [50, 99, 100].map(|percent| millis(self.at(percent)));
        format!("p50 {half}, p99 {late}, most {most}")
    }
}

fn millis(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1_000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_those_of_the_sorted_times() {
        let mut times = Times::default();
        assert_eq!(times.summary(), "none");
        (0..200).rev().for_each(|step| times.add(Duration::from_millis(step)));
        assert_eq!(times.summary(), "p50 100.0 ms, p99 198.0 ms, most 199.0 ms");
        assert!((times.rate() - 200.0 / 19.9).abs() < 0.001);
        assert_eq!(times.at_least(Duration::from_millis(198)), 2);
    }
}
