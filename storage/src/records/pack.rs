//! The stored form of records: each part is packed with LZ4 where that makes it smaller, and has a checksum. The parts that a
//! client asks for are joined without parsing.

use std::collections::BTreeMap;

use bytes::{BufMut, Bytes, BytesMut};
use proto_events::vocabulary::EventFormat;
use proto_events::{Position, StreamId, StreamKind};

use super::{Audience, ExportRecord, RecordBody, RecordPart};
use crate::StoreError;
use crate::checkpoint::Generation;
use crate::checksum::RowChecksum;
use crate::columns::time;
use crate::error::{Damage, unreadable};
use crate::packed::{pack, unpack};
use crate::sql::{Conflict, Row, StoreRow, Table};

/// Bytes before a packed part: its checksum and its unpacked length, which is 0 if it is not packed.
const BEFORE: usize = 8;
/// Names of the stored parts, which their checksums include.
const NAMES: [&str; 6] = ["head", "standings", "rounds", "matches", "cards", "decklists"];

/// Records as they are stored. After the first columns come the head and the parts for staff, and each for others if it
/// differs.
pub(crate) const EXPORT_RECORDS: Table = Table {
    name: "export_records",
    columns: "generation bigint, tournament_id bigint, organization_id bigint, starts_at bigint, event_format text, \
              position bigint, has_public boolean, is_public boolean, head bytea, public_head bytea, standings bytea, \
              public_standings bytea, rounds bytea, public_rounds bytea, matches bytea, public_matches bytea, \
              cards bytea, public_cards bytea, decklists bytea, public_decklists bytea",
    conflict: Conflict::Replace("generation bigint, tournament_id bigint"),
};

/// Returns the records of a batch by tournament. Of several records of a tournament, the last one counts.
pub(crate) fn latest(records: &[ExportRecord]) -> Vec<&ExportRecord> {
    let latest: BTreeMap<_, _> = records.iter().map(|record| (record.tournament_id, record)).collect();
    latest.into_values().collect()
}

/// Packs the records that are not deleted into rows of [`EXPORT_RECORDS`].
pub(crate) fn record_rows(generation: Generation, records: &[&ExportRecord]) -> Vec<Row> {
    records.iter().filter_map(|record| Some(record_row(generation, record, record.whole.as_ref()?))).collect()
}

fn record_row(generation: Generation, record: &ExportRecord, whole: &RecordBody) -> Row {
    let place = Place {
        tournament_id: record.tournament_id.0,
        organization_id: record.organization_id.0,
        has_public: record.public.is_some(),
        is_public: record.is_public,
    };
    let mut row = vec![
        generation.0.into(),
        place.tournament_id.into(),
        place.organization_id.into(),
        record.start.map(|start| start.timestamp_micros()).into(),
        record.event_format.wire_name().into(),
        record.position.0.into(),
        place.has_public.into(),
        place.is_public.into(),
    ];
    for (index, whole) in whole.all().enumerate() {
        row.push(place.packed(index, whole).into());
        let public = record.public.as_ref().and_then(|public| public.all().nth(index));
        row.push(public.filter(|public| *public != whole).map(|public| place.packed(index, public)).into());
    }
    row
}

/// The columns of a row that the checksums of its parts include: so no part is taken for that of another tournament, and no
/// hidden tournament for a public one.
#[derive(Debug, Clone, Copy)]
struct Place {
    tournament_id: i64,
    organization_id: i64,
    has_public: bool,
    is_public: bool,
}

impl Place {
    fn checksum(self, index: usize, size: u32, stored: &[u8]) -> u32 {
        let sum = RowChecksum::default().number(self.tournament_id).number(self.organization_id);
        let sum = sum.number(i64::from(self.has_public)).number(i64::from(self.is_public));
        let sum = sum.bytes(NAMES[index]).number(i64::from(size)).bytes(stored).value();
        u32::try_from(sum).unwrap_or_default()
    }

    fn packed(self, index: usize, body: &[u8]) -> Vec<u8> {
        let packed = pack(body);
        let size = packed.size.and_then(|size| u32::try_from(size).ok());
        let bytes = if size.is_some() { &packed.bytes[..] } else { body };
        let size = size.unwrap_or_default();
        let mut stored = Vec::with_capacity(BEFORE + bytes.len());
        stored.extend(self.checksum(index, size, bytes).to_le_bytes());
        stored.extend(size.to_le_bytes());
        stored.extend(bytes);
        stored
    }

    /// Returns the unpacked part with this index.
    fn unpacked(self, index: usize, stored: &[u8]) -> Result<Bytes, StoreError> {
        let parts = stored.split_first_chunk::<4>().and_then(|(sum, rest)| Some((sum, rest.split_first_chunk::<4>()?)));
        let Some((sum, (size, bytes))) = parts else { return Err(self.damaged()) };
        let (sum, size) = (u32::from_le_bytes(*sum), u32::from_le_bytes(*size));
        if sum != self.checksum(index, size, bytes) {
            return Err(self.damaged());
        }
        unpack((size > 0).then_some(i64::from(size)), bytes).map_err(|_| self.damaged())
    }

    fn damaged(self) -> StoreError {
        let source = StreamId { kind: StreamKind::Tournament, id: self.tournament_id };
        StoreError::DamagedView(Damage::Rendered(source))
    }
}

/// Decodes a whole record from the columns of [`ALL_RECORDS`](super::ALL_RECORDS).
pub(crate) fn record_of(row: &impl StoreRow) -> Result<ExportRecord, StoreError> {
    let place = Place {
        tournament_id: row.column(0).map_err(unreadable)?,
        organization_id: row.column(1).map_err(unreadable)?,
        has_public: row.column(2).map_err(unreadable)?,
        is_public: row.column(3).map_err(unreadable)?,
    };
    let format: &str = row.column(5).map_err(unreadable)?;
    let body = |first: usize| -> Result<RecordBody, StoreError> {
        let part = |index: usize| place.unpacked(index, row.column(first + index).map_err(unreadable)?);
        Ok(RecordBody { head: part(0)?, parts: [part(1)?, part(2)?, part(3)?, part(4)?, part(5)?] })
    };
    let start: Option<i64> = row.column(4).map_err(unreadable)?;
    Ok(ExportRecord {
        organization_id: place.organization_id.into(),
        tournament_id: place.tournament_id.into(),
        start: start.map(time).transpose()?,
        event_format: EventFormat::from_wire_name(format).ok_or_else(|| place.damaged())?,
        position: Position(row.column(6).map_err(unreadable)?),
        whole: Some(body(7)?),
        public: if place.has_public { Some(body(13)?) } else { None },
        is_public: place.is_public,
    })
}

/// Returns the JSON of a record or tombstone from a row of [`records_query`](super::records_query).
///
/// # Errors
/// If a part is damaged, or the row of the record does not agree with that of the change.
pub(crate) fn record_bytes(row: &impl StoreRow) -> Result<Bytes, StoreError> {
    let place = Place {
        tournament_id: row.column(0).map_err(unreadable)?,
        organization_id: row.column(1).map_err(unreadable)?,
        has_public: row.column(4).map_err(unreadable)?,
        is_public: row.column(5).map_err(unreadable)?,
    };
    if !row.column::<bool>(3).map_err(unreadable)? {
        return Ok(tombstone(place.tournament_id));
    }
    let audience: i64 = row.column(2).map_err(unreadable)?;
    let may_be_sent = match audience {
        it if it == Audience::Staff.number() => true,
        it if it == Audience::Member.number() => place.has_public,
        _ => place.has_public && place.is_public,
    };
    let Some(head) = row.column::<Option<&[u8]>>(6).map_err(unreadable)?.filter(|_| may_be_sent) else {
        return Err(place.damaged());
    };
    let head = place.unpacked(0, head)?;
    let mut record = BytesMut::from(head.strip_suffix(b"}").ok_or_else(|| place.damaged())?);
    for (index, part) in (1..).zip(RecordPart::ALL) {
        if let Some(stored) = row.column::<Option<&[u8]>>(6 + index).map_err(unreadable)? {
            record.put_slice(b",\"");
            record.put_slice(part.name().as_bytes());
            record.put_slice(b"\":");
            record.put_slice(&place.unpacked(index, stored)?);
        }
    }
    record.put_u8(b'}');
    Ok(record.freeze())
}

fn tombstone(tournament_id: i64) -> Bytes {
    Bytes::from(format!("{{\"id\":{tournament_id},\"deleted\":true}}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACE: Place = Place { tournament_id: 4, organization_id: 3, has_public: true, is_public: false };

    #[test]
    fn a_part_that_was_changed_or_moved_is_damaged() {
        let stored = PLACE.packed(2, b"[1,2,3]");
        let is_damaged = |found: Result<Bytes, StoreError>| matches!(found, Err(StoreError::DamagedView(_)));
        assert!(is_damaged(PLACE.unpacked(1, &stored)));
        assert!(is_damaged(Place { is_public: true, ..PLACE }.unpacked(2, &stored)));
        assert!(is_damaged(Place { tournament_id: 5, ..PLACE }.unpacked(2, &stored)));
        for index in 0..stored.len() {
            let mut changed = stored.clone();
            changed[index] ^= 1;
            assert!(is_damaged(PLACE.unpacked(2, &changed)), "byte {index}");
            assert!(is_damaged(PLACE.unpacked(2, &stored[..index])), "the first {index} bytes");
        }
    }
}
