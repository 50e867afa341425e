//! Proportions with their 95 % confidence interval.
//!
//! The interval is the score interval of E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical
//! Inference", Journal of the American Statistical Association 22 (1927), pages 209–212, without a correction for
//! continuity. R. G. Newcombe compares it with others in "Two-sided confidence intervals for the single proportion",
//! Statistics in Medicine 17 (1998), pages 857–872, and recommends it for small numbers. The tests check values of his
//! table I (method 3).

/// The 97.5 % quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// Returns `part / whole` with the lower and the upper bound of its interval, all between 0 and 1; `None` if `whole` is zero.
/// A larger part counts as the whole.
pub(crate) fn proportion(part: u32, whole: u32) -> Option<[f64; 3]> {
    if whole == 0 {
        return None;
    }
    let (part, count) = (f64::from(part.min(whole)), f64::from(whole));
    let value = part / count;
    let squared = Z * Z;
    let middle = part + squared / 2.0;
    let spread = Z * (part * (1.0 - value) + squared / 4.0).sqrt();
    let total = count + squared;
    // Rounding errors must not exclude the share itself where the bound is exactly 0 or 1.
    let low = if part == 0.0 { 0.0 } else { (middle - spread) / total };
    let high = if part >= count { 1.0 } else { (middle + spread) / total };
    Some([value, low.clamp(0.0, value), high.clamp(value, 1.0)])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn it_has_the_published_values_and_those_calculated_by_hand() {
        for (part, whole, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
            // z² = 3.841459. (5 + 1.920729 ± 1.959964 · √(2.5 + 0.960365)) / 13.841459 = (6.920729 ± 3.645941) / 13.841459
            (5, 10, 0.2366, 0.7634),
            // (10 + 1.920729 ± 1.920729) / 13.841459: the lower bound is 10 / 13.841459.
            (10, 10, 0.7225, 1.0),
        ] {
            let found = proportion(part, whole).unwrap();
            let is_near = |one: f64, other: f64| (one - other).abs() < 0.000_051;
            assert!(is_near(found[1], low) && is_near(found[2], high), "{part} of {whole}: {found:?}");
        }
        assert_eq!(proportion(10, 10).unwrap()[2], 1.0);
        assert_eq!(proportion(0, 0), None);
    }

    proptest! {
        #[test]
        fn the_interval_contains_the_share_and_stays_within_its_range(part in 0_u32..5_000, more in 0_u32..5_000) {
            let whole = part + more;
            prop_assume!(whole > 0);
            let [value, low, high] = proportion(part, whole).unwrap();
            prop_assert!(0.0 <= low && low <= value && value <= high && high <= 1.0);
            prop_assert!(low < high);
        }

        #[test]
        fn the_rest_has_the_mirrored_interval(part in 0_u32..500, more in 1_u32..500) {
            let whole = part + more;
            let (one, other) = (proportion(part, whole).unwrap(), proportion(more, whole).unwrap());
            prop_assert!((one[1] - (1.0 - other[2])).abs() < 1e-9 && (one[2] - (1.0 - other[1])).abs() < 1e-9);
        }

        #[test]
        fn more_of_the_same_narrows_it(part in 0_u32..500, more in 1_u32..500, times in 2_u32..20) {
            let width = |factor: u32| {
                let [_, low, high] = proportion(part * factor, (part + more) * factor).unwrap();
                high - low
            };
            prop_assert!(width(times) < width(1));
        }

        #[test]
        fn each_bound_is_where_the_score_test_turns(part in 1_u32..300, more in 1_u32..300) {
            let (whole, count) = (part + more, f64::from(part + more));
            let [value, low, high] = proportion(part, whole).unwrap();
            for bound in [low, high] {
                let score = (value - bound) / (bound * (1.0 - bound) / count).sqrt();
                prop_assert!((score.abs() - Z).abs() < 1e-6, "{score}");
            }
        }
    }
}
