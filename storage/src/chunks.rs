//! Splits rows into statements of a reasonable size.

/// Splits `items` into slices of at most `most` items and `most_bytes` bytes. A single larger item is a slice of its
/// own.
pub(crate) fn chunks<T>(items: &[T], most: usize, most_bytes: usize, bytes_of: impl Fn(&T) -> usize) -> Vec<&[T]> {
    let mut chunks = Vec::new();
    let (mut start, mut bytes) = (0, 0);
    for (index, item) in items.iter().enumerate() {
        let size = bytes_of(item);
        if index > start && (index - start >= most || bytes + size > most_bytes) {
            chunks.push(&items[start..index]);
            (start, bytes) = (index, 0);
        }
        bytes += size;
    }
    if start < items.len() {
        chunks.push(&items[start..]);
    }
    chunks
}

#[cfg(test)]
mod tests {
    use super::chunks;

    #[test]
    fn chunks_keep_order_and_respect_both_limits() {
        let (most, most_bytes) = (100, 4_000_000);
        let sizes: Vec<usize> = (0..5_000).map(|n| if n % 97 == 0 { most_bytes + n % 2 } else { n * 13 }).collect();
        let parts = chunks(&sizes, most, most_bytes, |size| *size);
        assert_eq!(parts.concat(), sizes);
        for part in parts {
            assert!(!part.is_empty() && part.len() <= most);
            assert!(part.len() == 1 || part.iter().sum::<usize>() <= most_bytes);
        }
        assert!(chunks(&[] as &[usize], most, most_bytes, |size| *size).is_empty());
    }
}
