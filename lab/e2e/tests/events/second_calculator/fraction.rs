//! Exact fractions.

use std::cmp::Ordering;

/// An exact fraction in lowest terms, with a positive denominator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fraction {
    pub(super) numerator: i128,
    pub(super) denominator: i128,
}

impl Fraction {
    pub(super) const ZERO: Self = Self { numerator: 0, denominator: 1 };

    pub(super) fn new(numerator: i128, denominator: i128) -> Self {
        let (mut divisor, mut rest) = (numerator.abs(), denominator);
        while rest != 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        Self { numerator: numerator / divisor, denominator: denominator / divisor }
    }

    /// Returns the mean of values with weights; `otherwise` without values.
    pub(super) fn mean(values: impl IntoIterator<Item = (Self, i128)>, otherwise: Self) -> Self {
        let (mut sum, mut weights) = (Self::ZERO, 0);
        for (value, weight) in values {
            let numerator = sum.numerator * value.denominator + weight * value.numerator * sum.denominator;
            sum = Self::new(numerator, sum.denominator * value.denominator);
            weights += weight;
        }
        if weights == 0 { otherwise } else { Self::new(sum.numerator, sum.denominator * weights) }
    }

    /// Returns the multiple of 1/`parts` next to this non-negative fraction. Halves go up.
    pub(super) fn rounded(self, parts: i128) -> Self {
        Self::new((2 * self.numerator * parts + self.denominator) / (2 * self.denominator), parts)
    }
}

impl From<i128> for Fraction {
    fn from(whole: i128) -> Self {
        Self::new(whole, 1)
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.numerator * other.denominator).cmp(&(other.numerator * self.denominator))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
