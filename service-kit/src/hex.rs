//! Writes hashes as text.

/// Returns bytes in lower-case hex.
pub fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(half.into(), 16).unwrap_or('0');
    let mut text = String::with_capacity(2 * bytes.len());
    text.extend(bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(digit));
    text
}
