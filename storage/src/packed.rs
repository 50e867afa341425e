//! Bodies in files, packed with LZ4 if that makes them smaller. Packing takes less time than writing the bytes that it
//! saves: SQLite writes each byte twice, to its write-ahead log and to its file.

use std::borrow::Cow;

use bytes::Bytes;
use lz4_flex::block::{compress, decompress};

use crate::StoreError;

/// The maximum number of bytes that LZ4 packs into one.
const MOST_OF_A_BYTE: usize = 255;
/// Shorter bodies are not packed: they fit on a page with others.
const WORTH_PACKING: usize = 512;

pub(crate) struct Packed<'a> {
    /// The unpacked length; `None` if the body is not packed.
    pub(crate) size: Option<i64>,
    pub(crate) bytes: Cow<'a, [u8]>,
}

/// Packs a body if that makes it smaller.
pub(crate) fn pack(body: &[u8]) -> Packed<'_> {
    if body.len() >= WORTH_PACKING
        && let Ok(size) = i64::try_from(body.len())
    {
        let packed = compress(body);
        if packed.len() < body.len() {
            return Packed { size: Some(size), bytes: Cow::Owned(packed) };
        }
    }
    Packed { size: None, bytes: Cow::Borrowed(body) }
}

/// Returns the unpacked body.
pub(crate) fn unpack(size: Option<i64>, stored: &[u8]) -> Result<Bytes, StoreError> {
    let Some(size) = size else { return Ok(Bytes::copy_from_slice(stored)) };
    let damaged = |why: &dyn std::fmt::Display| StoreError::Damaged(format!("a packed body cannot be read: {why}"));
    let length = usize::try_from(size).map_err(|error| damaged(&error))?;
    // Checked first, because memory of this length is allocated before unpacking.
    if length / MOST_OF_A_BYTE > stored.len() {
        return Err(damaged(&format_args!("{} bytes cannot hold {length}", stored.len())));
    }
    let body = decompress(stored, length).map_err(|error| damaged(&error))?;
    if body.len() != length {
        return Err(damaged(&format_args!("it has {} bytes, not {length}", body.len())));
    }
    Ok(Bytes::from(body))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked(words in proptest::collection::vec("[a-z0-9\\PC]{1,9}", 0..800)) {
            let body = words.join(" ").into_bytes();
            let Packed { size, bytes } = pack(&body);
            prop_assert!(bytes.len() <= body.len());
            prop_assert_eq!(unpack(size, &bytes).unwrap(), body);
        }

        #[test]
        fn nothing_that_is_read_panics(size in prop_oneof![any::<i64>(), 0..9_000_i64], stored: Vec<u8>) {
            let _ = unpack(Some(size), &stored);
        }
    }

    #[test]
    fn what_repeats_gets_small_and_what_is_short_stays() {
        let standings = br#"{"player":{"id":1},"match_points":3},"#.repeat(100);
        let Packed { size, bytes } = pack(&standings);
        assert!(size == Some(3_700) && bytes.len() < 200, "{size:?} {}", bytes.len());
        assert_eq!(pack(&standings[..500]).size, None);
    }

    #[test]
    fn what_is_damaged_is_told() {
        let standings = br#"{"player":{"id":1},"match_points":3},"#.repeat(100);
        let Packed { size, bytes } = pack(&standings);
        for (size, stored) in
            [(size, &bytes[1..]), (Some(3_699), &bytes[..]), (Some(3_701), &bytes[..]), (Some(-1), &bytes[..])]
        {
            assert!(matches!(unpack(size, stored), Err(StoreError::Damaged(_))), "{size:?}");
        }
    }
}
