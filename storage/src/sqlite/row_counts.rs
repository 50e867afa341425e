//! Splits rows into inserts of a few sizes, so that prepared statements are reused.

/// Splits `rows` into slices of few different lengths, at most `most`, the largest first. Lengths are powers of two and
/// 1.5 times powers of two.
pub(super) fn in_few_lengths<T>(rows: &[T], most: usize) -> impl Iterator<Item = &[T]> {
    let mut rest = rows;
    std::iter::from_fn(move || {
        let room = rest.len().min(most);
        let power = 1 << room.checked_ilog2()?;
        let and_half = power + power / 2;
        let (first, behind) = rest.split_at(if and_half <= room { and_half } else { power });
        rest = behind;
        Some(first)
    })
}

#[cfg(test)]
mod tests {
    use super::in_few_lengths;

    #[test]
    fn rows_are_cut_into_few_lengths() {
        let rows: Vec<usize> = (0..300).collect();
        for (count, lengths) in [
            (0, &[][..]),
            (1, &[1]),
            (3, &[3]),
            (7, &[6, 1]),
            (64, &[64]),
            (95, &[64, 24, 6, 1]),
            (201, &[64, 64, 64, 8, 1]),
        ] {
            let parts: Vec<&[usize]> = in_few_lengths(&rows[..count], 64).collect();
            assert_eq!(parts.iter().map(|part| part.len()).collect::<Vec<_>>(), lengths, "{count}");
            assert_eq!(parts.concat(), rows[..count]);
        }
    }
}
