//! Checksums of rows without an event hash: the other tables of the log, and the views. They detect bytes that a disk
//! has changed, not intentional changes.

use crate::StoreError;
use crate::sql::{Row, StoreRow, Table, Value, columns};

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

    /// Adds a column of text or bytes, or NULL.
    fn nullable(self, column: Option<impl AsRef<[u8]>>) -> Self {
        match column {
            Some(column) => self.bytes(column),
            None => self.number(None),
        }
    }

    pub(crate) fn value(self) -> i64 {
        self.0.finalize().into()
    }
}

/// Computes the checksum of values of a row.
pub(crate) fn of<'v>(row: impl IntoIterator<Item = &'v Value>) -> i64 {
    let sum = row.into_iter().fold(RowChecksum::default(), |sum, value| match value {
        Value::Number(number) => sum.number(*number),
        Value::Flag(flag) => sum.number(flag.map(i64::from)),
        Value::Text(text) => sum.nullable(text.as_ref()),
        Value::Bytes(bytes) => sum.nullable(bytes.as_ref()),
        _ => sum,
    });
    sum.value()
}

/// Returns a row with its checksum behind it.
pub(crate) fn summed(mut row: Row) -> Row {
    let sum = of(&row);
    row.push(sum.into());
    row
}

/// Computes the checksum of columns of a row that was read, by their indices and types.
pub(crate) fn of_columns<'c>(
    row: &impl StoreRow,
    columns: impl IntoIterator<Item = (usize, &'c str)>,
) -> Result<i64, sqlx::Error> {
    let mut sum = RowChecksum::default();
    for (index, kind) in columns {
        sum = match kind {
            "text" => sum.nullable(row.column::<Option<&str>>(index)?),
            "bytea" => sum.nullable(row.column::<Option<&[u8]>>(index)?),
            "boolean" => sum.number(row.column::<Option<bool>>(index)?.map(i64::from)),
            _ => sum.number(row.column::<Option<i64>>(index)?),
        };
    }
    Ok(sum.value())
}

/// Returns the indices and types of the columns before the checksum.
fn summed_columns(table: Table) -> impl Iterator<Item = (usize, &'static str)> {
    columns(table.columns).take_while(|(name, _)| *name != "checksum").map(|(_, kind)| kind).enumerate()
}

/// Compares the checksum of a row that was read with the columns before it. `name` names the row in the error.
pub(crate) fn expect(row: &impl StoreRow, table: &Table, name: impl FnOnce() -> String) -> Result<(), StoreError> {
    let stored: Option<i64> = row.column(summed_columns(*table).count())?;
    if stored == Some(of_columns(row, summed_columns(*table))?) {
        return Ok(());
    }
    Err(StoreError::Damaged(format!("{} does not match its checksum", name())))
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
