//! Searches texts and bytes. The searches of the standard library are compiled into the tests, without optimization; those of
//! `memchr` are optimized, and a hundred times as fast. That counts where a test searches thousands of answers for secrets.

/// Whether a text contains a part.
pub fn holds(text: impl AsRef<[u8]>, part: impl AsRef<[u8]>) -> bool {
    memchr::memmem::find(text.as_ref(), part.as_ref()).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_found_wherever_it_is() {
        for part in ["ab", "bc", "cd", "abcd", ""] {
            assert!(holds("abcd", part), "{part}");
        }
        for part in ["ac", "abcde", "x"] {
            assert!(!holds("abcd", part), "{part}");
        }
    }
}
