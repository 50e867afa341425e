//! Samples of several runs, formatted as the median with the minimum and maximum in brackets.

use std::time::Duration;

/// One value per run.
#[derive(Debug, Clone, Default)]
pub(crate) struct Samples(Vec<f64>);

impl Samples {
    pub(crate) fn add(&mut self, value: f64) {
        self.0.push(value);
    }

    pub(crate) fn median(&self) -> f64 {
        self.quartile(2)
    }

    /// Returns the value below which this many quarters of the samples are, between two samples if it has to be.
    pub(crate) fn quartile(&self, quarters: usize) -> f64 {
        let sorted = self.sorted();
        let Some(last) = sorted.len().checked_sub(1) else { return f64::NAN };
        let (below, part) = (last * quarters / 4, last * quarters % 4);
        let above = sorted[(below + 1).min(last)];
        let part = part as f64 / 4.0;
        sorted[below] + (above - sorted[below]) * part
    }

    fn sorted(&self) -> Vec<f64> {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        sorted
    }

    /// Divides each value by the other value of the same run, so that effects on both, such as a slow minute, cancel
    /// out.
    pub(crate) fn by(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(one, other)| one / other).collect())
    }

    /// Formats the samples: `1,234 (1,100–1,300)`
    pub(crate) fn told(&self) -> String {
        let sorted = self.sorted();
        match (sorted.first(), sorted.last()) {
            (Some(least), Some(most)) if sorted.len() > 1 => {
                format!("{} ({}–{})", number(self.median()), number(*least), number(*most))
            }
            (Some(only), _) => number(*only),
            _ => "–".into(),
        }
    }
}

impl FromIterator<f64> for Samples {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

/// Formats a number with about three significant digits.
pub(crate) fn number(value: f64) -> String {
    match value.abs() {
        _ if !value.is_finite() => "–".into(),
        size if size >= 1_000.0 => grouped(value),
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

/// Formats a size in a larger unit: bytes in units of 1e6 are megabytes.
pub(crate) fn scaled(size: usize, unit: f64) -> String {
    number(size as f64 / unit)
}

/// Formats a whole number.
pub(crate) fn count(count: usize) -> String {
    if count < 1_000 { count.to_string() } else { grouped(count as f64) }
}

fn grouped(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place) % 3 == 0 && !text.ends_with('-') {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Converts to milliseconds.
pub(crate) fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

/// Returns a percentile of the times, in thousandths.
pub(crate) fn at(times: &mut [Duration], of_thousand: usize) -> Duration {
    times.sort_unstable();
    times.get((times.len() * of_thousand / 1_000).min(times.len().saturating_sub(1))).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_median_is_told_with_the_least_and_the_most() {
        let samples: Samples = [1_300.0, 1_100.0, 1_234.4].into_iter().collect();
        assert_eq!(samples.told(), "1,234 (1,100–1,300)");
        assert_eq!([0.5, 2.5].into_iter().collect::<Samples>().told(), "1.50 (0.50–2.50)");
        assert_eq!(Samples::default().told(), "–");
        assert_eq!(number(1_234_567.0), "1,234,567");
    }

    #[test]
    fn quartiles_are_samples_or_between_them() {
        let nine: Samples = [9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0].into_iter().collect();
        assert_eq!([nine.quartile(1), nine.median(), nine.quartile(3)].map(number), ["3.00", "5.00", "7.00"]);
        let two: Samples = [1.0, 2.0].into_iter().collect();
        assert_eq!([two.quartile(1), two.median()].map(number), ["1.25", "1.50"]);
        assert_eq!(
            [Samples::default().median(), [4.0].into_iter().collect::<Samples>().quartile(1)].map(number),
            ["–", "4.00"]
        );
    }

    #[test]
    fn percentiles_are_those_of_the_sorted_times() {
        let mut times: Vec<_> = (0..200).rev().map(Duration::from_millis).collect();
        assert_eq!(at(&mut times, 500), Duration::from_millis(100));
        assert_eq!(at(&mut times, 990), Duration::from_millis(198));
        assert_eq!(at(&mut [], 500), Duration::ZERO);
    }
}
