//! Pictures, and which streams name them.

use chrono::{DateTime, Utc};

use crate::StoreError;
use crate::columns::time;
use crate::pictures::{PictureUse, StoredPicture};
use crate::sql::{Sql, Statement, StoreRow, sql};

const COLUMNS: &str = "sha256, media_type, stored_at, content";

/// Stores a picture, or the time at which it is stored again.
pub(super) fn put(picture: &StoredPicture) -> Statement {
    let StoredPicture { sha256, media_type, stored_at, content } = picture;
    let put = sql(format!(
        "INSERT INTO pictures ({COLUMNS}) VALUES ($1, $2, $3, $4)
         ON CONFLICT (sha256) DO UPDATE SET stored_at = excluded.stored_at"
    ));
    put.bind(sha256.as_str()).bind(media_type.as_str()).bind(stored_at.timestamp_micros()).bind(&content[..])
}

/// Returns the query for a picture that a stream names.
pub(super) fn used(sha256: &str) -> Statement {
    select("AND EXISTS (SELECT 1 FROM picture_uses WHERE picture_uses.sha256 = pictures.sha256)", sha256)
}

pub(super) fn any(sha256: &str) -> Statement {
    select("", sha256)
}

fn select(rest: &str, sha256: &str) -> Statement {
    sql(format!("SELECT {COLUMNS} FROM pictures WHERE sha256 = $1 {rest}")).bind(sha256)
}

/// Returns the query for the hashes of all pictures in use.
pub(super) fn all_used() -> Statement {
    sql("SELECT DISTINCT sha256 FROM picture_uses ORDER BY sha256")
}

/// Returns the statement that deletes pictures which no stream names and which were stored before a time.
pub(super) fn forget(before: DateTime<Utc>) -> Statement {
    let delete = sql("DELETE FROM pictures WHERE stored_at < $1
                      AND NOT EXISTS (SELECT 1 FROM picture_uses WHERE picture_uses.sha256 = pictures.sha256)");
    delete.bind(before.timestamp_micros())
}

/// Decodes a picture and compares its hash.
pub(super) fn picture(row: &impl StoreRow) -> Result<StoredPicture, StoreError> {
    let (sha256, content): (String, Vec<u8>) = (row.column(0)?, row.column(3)?);
    let (media_type, stored_at) = (row.column(1)?, time(row.column(2)?)?);
    let picture = StoredPicture { sha256, media_type, stored_at, content: content.into() };
    if picture.is_sound() { Ok(picture) } else { Err(StoreError::Damaged(format!("the picture {}", picture.sha256))) }
}

/// Notes which pictures streams name.
pub(crate) async fn note_uses(connection: &mut impl Sql, uses: &[PictureUse]) -> Result<(), StoreError> {
    for PictureUse { stream, organization_id, sha256 } in uses {
        let note = match sha256 {
            Some(sha256) => sql("INSERT INTO picture_uses (stream_kind, stream_id, organization_id, sha256)
                 VALUES ($1, $2, $3, $4)
                 ON CONFLICT (stream_kind, stream_id) DO UPDATE SET sha256 = excluded.sha256")
            .bind(stream.kind.name())
            .bind(stream.id)
            .bind(organization_id.0)
            .bind(sha256.as_str()),
            None => sql("DELETE FROM picture_uses WHERE stream_kind = $1 AND stream_id = $2")
                .bind(stream.kind.name())
                .bind(stream.id),
        };
        connection.execute(note).await?;
    }
    Ok(())
}
