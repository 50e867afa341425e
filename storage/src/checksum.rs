//! Checksums of rows without an event hash: the other tables of the log, and the views. They detect bytes that a disk
//! has changed, not intentional changes.

use crate::StoreError;
use crate::append_request::{Claim, IdempotentAnswer};

/// CRC-32 over the columns of a row. It includes each column's length, so that different columns never give the same
/// bytes.
#[derive(Default)]
pub(crate) struct RowChecksum(crc32fast::Hasher);

impl RowChecksum {
    /// Adds a column of text or bytes.
    #[must_use]
    pub(crate) fn bytes(mut self, column: impl AsRef<[u8]>) -> Self {
        let column = column.as_ref();
        self.0.update(&(column.len() as u64).to_le_bytes());
        self.0.update(column);
        self
    }

    /// Adds a column with a number or NULL.
    #[must_use]
    pub(crate) fn number(mut self, column: impl Into<Option<i64>>) -> Self {
        let column = column.into();
        self.0.update(&[u8::from(column.is_some())]);
        self.0.update(&column.unwrap_or_default().to_le_bytes());
        self
    }

    /// Returns the checksum as it is stored.
    pub(crate) fn value(self) -> i64 {
        self.0.finalize().into()
    }
}

/// The columns of a document's row, except its generation.
pub(crate) struct DocumentColumns<'a> {
    pub(crate) organization_id: i64,
    pub(crate) kind: &'a str,
    pub(crate) key: &'a str,
    pub(crate) source_kind: &'a str,
    pub(crate) source_id: i64,
    pub(crate) sort: &'a str,
    pub(crate) position: i64,
    pub(crate) has_period: bool,
    pub(crate) starts_at: Option<i64>,
    pub(crate) ends_at: Option<i64>,
    pub(crate) digest: &'a str,
    /// Unpacked length of a packed body.
    pub(crate) size: Option<i64>,
    /// The body as it is stored.
    pub(crate) body: &'a [u8],
}

/// Computes the checksum of a document.
pub(crate) fn of_document(row: &DocumentColumns<'_>) -> i64 {
    let sum = RowChecksum::default().number(row.organization_id).bytes(row.kind).bytes(row.key);
    let sum = sum.bytes(row.source_kind).number(row.source_id).bytes(row.sort).number(row.position);
    let sum = sum.number(i64::from(row.has_period)).number(row.starts_at).number(row.ends_at);
    sum.bytes(row.digest).number(row.size).bytes(row.body).value()
}

/// The columns of an export's row, except its generation, with one of its two bodies.
pub(crate) struct ExportColumns<'a> {
    pub(crate) organization_id: i64,
    pub(crate) tournament_id: i64,
    pub(crate) starts_at: i64,
    pub(crate) event_format: &'a str,
    pub(crate) position: i64,
    /// Unpacked length of a packed body.
    pub(crate) size: Option<i64>,
    /// The body as it is stored.
    pub(crate) body: &'a [u8],
}

/// Computes the checksum of an export with one of its bodies.
pub(crate) fn of_export(row: &ExportColumns<'_>) -> i64 {
    let sum = RowChecksum::default().number(row.organization_id).number(row.tournament_id).number(row.starts_at);
    sum.bytes(row.event_format).number(row.position).number(row.size).bytes(row.body).value()
}

/// Computes the checksum of a claim.
pub(crate) fn of_claim(claim: &Claim) -> i64 {
    let Claim { scope, name, holder } = claim;
    RowChecksum::default().bytes(scope).bytes(name).bytes(holder.kind.name()).number(holder.id).value()
}

/// Computes the checksum of a recorded answer.
pub(crate) fn of_answer(answer: &IdempotentAnswer) -> i64 {
    let IdempotentAnswer { owner, key, request_sha256, response, recorded_at } = answer;
    let row = RowChecksum::default().bytes(owner).bytes(key).bytes(request_sha256).bytes(response);
    row.number(recorded_at.timestamp_micros()).value()
}

/// Compares a stored checksum with that of the row as it was read. `row` names the row in the error.
///
/// # Errors
/// If they differ.
pub(crate) fn expect(stored: Option<i64>, computed: i64, row: impl FnOnce() -> String) -> Result<(), StoreError> {
    if stored == Some(computed) {
        return Ok(());
    }
    Err(StoreError::Damaged(format!("{} does not match its checksum", row())))
}

#[cfg(test)]
mod tests {
    use super::RowChecksum;

    #[test]
    fn every_column_counts_where_it_stands() {
        let sum = |one: &str, two: &str, three: Option<i64>| {
            RowChecksum::default().bytes(one).bytes(two).number(three).value()
        };
        let base = sum("ab", "c", Some(0));
        for other in [sum("a", "bc", Some(0)), sum("ab", "d", Some(0)), sum("ab", "c", Some(1)), sum("ab", "c", None)] {
            assert_ne!(other, base);
        }
    }
}
