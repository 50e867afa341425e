//! Joins the stored parts of a record, without parsing them.

use bytes::{BufMut, Bytes, BytesMut};

use super::pack::Place;
use super::{Audience, RecordPart};
use crate::StoreError;
use crate::damage::Damage;
use crate::row::StoreRow;

/// Returns the JSON of a record or tombstone from a row of [`records_query`](super::records_query).
///
/// # Errors
/// If a part is damaged, or the row of the record does not agree with that of the change.
pub(crate) fn record_bytes(row: &impl StoreRow) -> Result<Bytes, StoreError> {
    let unreadable = |_| StoreError::DamagedView(Damage::Unknown);
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
