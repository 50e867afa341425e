//! Sort keys: texts whose byte order is the order of lists.

use chrono::{DateTime, Utc};

/// Returns the key of a number: 20 digits. Negative numbers come first.
pub fn number(number: i64) -> String {
    format!("{:020}", number.cast_unsigned() ^ (1 << 63))
}

/// Returns a key that sorts by start, undated last, then by id.
pub fn start_and_id(at: Option<DateTime<Utc>>, id: i64) -> String {
    let start = at.map_or_else(|| "1".to_owned(), |at| format!("0{}", number(at.timestamp_millis())));
    format!("{start}/{}", number(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_order_as_their_numbers_do() {
        let numbers = [i64::MIN, -5_000, -1, 0, 1, 9, 10, 2_000, i64::MAX];
        assert!(numbers.iter().copied().map(number).is_sorted_by(|a, b| a < b && a.len() == b.len()));
    }

    #[test]
    fn earlier_starts_come_first_and_undated_ones_last() {
        let at = |seconds| DateTime::from_timestamp(seconds, 0);
        let keys = [
            start_and_id(at(-10), 9),
            start_and_id(at(999), 2),
            start_and_id(at(1_000), 1),
            start_and_id(at(1_000), 10),
            start_and_id(None, 1),
            start_and_id(None, 2),
        ];
        assert!(keys.is_sorted_by(|a, b| a < b));
    }
}
