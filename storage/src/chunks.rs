//! Splits rows into statements of a reasonable size.

/// Splits `items` into chunks of at most `most` items and `most_bytes` bytes. A single larger item is a chunk of its own.
pub(crate) fn chunks<T>(items: Vec<T>, most: usize, most_bytes: usize, bytes_of: impl Fn(&T) -> usize) -> Vec<Vec<T>> {
    let (mut chunks, mut bytes) = (Vec::<Vec<T>>::new(), 0);
    for item in items {
        let size = bytes_of(&item);
        bytes += size;
        match chunks.last_mut() {
            Some(chunk) if chunk.len() < most && bytes <= most_bytes => chunk.push(item),
            _ => {
                chunks.push(vec![item]);
                bytes = size;
            }
        }
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
        let parts = chunks(sizes.clone(), most, most_bytes, |size| *size);
        assert_eq!(parts.concat(), sizes);
        for part in parts {
            assert!(!part.is_empty() && part.len() <= most);
            assert!(part.len() == 1 || part.iter().sum::<usize>() <= most_bytes);
        }
        assert!(chunks(Vec::<usize>::new(), most, most_bytes, |size| *size).is_empty());
    }
}
