//! Exact fractions that are rounded once, in the order that the rules prescribe.

/// A fraction in units of 10^-`decimals`, as standings compare and print it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rounded {
    /// Number of units; negative only if a platform publishes a negative number.
    pub units: i64,
    /// Decimals: 8, or up to 16.
    pub decimals: u8,
}

impl Rounded {
    /// Returns `numerator / denominator`, rounded half away from zero. A zero denominator gives zero.
    pub fn ratio(numerator: i64, denominator: i64, decimals: u8) -> Self {
        Self { units: divide(i128::from(numerator) * scale(decimals), denominator), decimals }
    }

    /// Returns the mean of `count` fractions from the sum of their units, rounded half away from zero; zero if `count`
    /// is zero.
    pub fn mean(sum: i128, count: i64, decimals: u8) -> Self {
        Self { units: divide(sum, count), decimals }
    }

    /// Returns the fraction nearest to a number that a source published.
    #[allow(clippy::cast_possible_truncation, reason = "the cast saturates, and no percentage comes near the limits")]
    #[allow(clippy::cast_precision_loss, reason = "the scale is a power of ten that a float holds exactly")]
    pub fn from_f64(number: f64, decimals: u8) -> Self {
        Self { units: (number * scale(decimals) as f64).round() as i64, decimals }
    }

    /// Returns the number to print.
    #[allow(clippy::cast_precision_loss, reason = "a fraction of at most 16 decimals is printed as the nearest float")]
    pub fn as_f64(self) -> f64 {
        self.units as f64 / scale(self.decimals) as f64
    }
}

/// A fraction in units of 10^-30, for comparisons only.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fine(pub i128);

impl Fine {
    const SCALE: i128 = 10_i128.pow(30);
    /// The unit in which means are compared: far above the error of a mean, far below any real difference between two
    /// means.
    const NOISE: i128 = 10_i128.pow(15);

    /// Returns `numerator / denominator`, which may be up to 10^8. A zero denominator gives zero.
    pub fn ratio(numerator: i64, denominator: i64) -> Self {
        if denominator == 0 {
            return Self(0);
        }
        let (numerator, denominator) = (i128::from(numerator), i128::from(denominator));
        let (whole, rest) = (numerator / denominator, numerator % denominator);
        let part = rest * (Self::SCALE / denominator) + rest * (Self::SCALE % denominator) / denominator;
        Self(whole.saturating_mul(Self::SCALE).saturating_add(part))
    }

    /// Returns the mean of `count` fractions from the sum of their units; zero if `count` is zero.
    pub fn mean(sum: i128, count: i64) -> Self {
        if count == 0 { Self(0) } else { Self(sum.div_euclid(i128::from(count))) }
    }

    /// Returns the number by which it is compared, rounded to `decimals` if these are given. Equal means are equal numbers,
    /// however they came about.
    pub fn comparable(self, decimals: Option<u8>) -> i128 {
        let round = |number: i128, unit: i128| number.saturating_add(unit / 2).div_euclid(unit);
        let exact = round(self.0, Self::NOISE);
        decimals.map_or(exact, |decimals| round(exact, 10_i128.pow(u32::from(15 - decimals.min(15)))))
    }

    /// Returns the fraction to print, rounded half away from zero.
    pub fn rounded(self, decimals: u8) -> Rounded {
        let unit = Self::SCALE / scale(decimals);
        let units = self.0.abs().saturating_add(unit / 2) / unit * self.0.signum();
        Rounded { units: i64::try_from(units).unwrap_or(i64::MAX), decimals }
    }
}

impl From<Rounded> for Fine {
    fn from(rounded: Rounded) -> Self {
        Self(i128::from(rounded.units) * (Self::SCALE / scale(rounded.decimals)))
    }
}

/// Returns `numerator / denominator`, rounded half away from zero. A zero denominator gives zero.
fn divide(numerator: i128, denominator: i64) -> i64 {
    let denominator = i128::from(denominator);
    if denominator == 0 {
        return 0;
    }
    let half = denominator.abs() / 2;
    let signed = if numerator < 0 { numerator - half } else { numerator + half };
    i64::try_from(signed / denominator).unwrap_or(i64::MAX)
}

/// Returns 10 to the power of `decimals`, which is at most 16.
fn scale(decimals: u8) -> i128 {
    10_i128.pow(u32::from(decimals.min(16)))
}
