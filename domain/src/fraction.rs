//! Exact fractions, rounded once, in the order of the rules.

/// A fraction in units of 10^-`decimals`: what standings compare and print.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rounded {
    /// Number of units; may be negative where a platform says so.
    pub units: i64,
    /// 8, or up to 16.
    pub decimals: u8,
}

impl Rounded {
    /// `numerator / denominator`, rounded half away from zero. A zero denominator gives zero.
    pub fn ratio(numerator: i64, denominator: i64, decimals: u8) -> Self {
        let scale = scale(decimals);
        if denominator == 0 {
            return Self { units: 0, decimals };
        }
        let (numerator, denominator) = (i128::from(numerator) * scale, i128::from(denominator));
        let half = denominator.abs() / 2;
        let away = if (numerator < 0) == (denominator < 0) { half } else { -half };
        let signed = if denominator < 0 { -away } else { away };
        Self { units: i64::try_from((numerator + signed) / denominator).unwrap_or(i64::MAX), decimals }
    }

    /// The number that is printed.
    #[allow(clippy::cast_precision_loss, reason = "a fraction of at most 16 decimals is printed as the nearest float")]
    pub fn as_f64(self) -> f64 {
        self.units as f64 / scale(self.decimals) as f64
    }
}

/// 10 to the power of `decimals`, which is at most 16.
fn scale(decimals: u8) -> i128 {
    10_i128.pow(u32::from(decimals.min(16)))
}
