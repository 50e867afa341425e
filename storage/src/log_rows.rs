//! Decodes the rows of the log except its events, for any database.

use proto_events::ids::UserId;
use proto_events::{Encoded, EventHash, Position, Recorded};

use crate::StoreError;
use crate::backup::StoredPassword;
use crate::checksum;
use crate::columns::{event_hash, stream_id, time};
use crate::erasures::Erasure;
use crate::events::{Claim, IdempotentAnswer};
use crate::person_keys::{StoredKey, from_columns};
use crate::sql::StoreRow;

/// Decodes a claim from its four columns.
pub(crate) fn unchecked_claim(row: &impl StoreRow) -> Result<Claim, StoreError> {
    let holder = stream_id(row.column(2)?, row.column(3)?)?;
    Ok(Claim { scope: row.column(0)?, name: row.column(1)?, holder })
}

/// Decodes a claim from its columns and the checksum behind them.
pub(crate) fn claim(row: &impl StoreRow) -> Result<Claim, StoreError> {
    let claim = unchecked_claim(row)?;
    checksum::expect(row.column(4)?, checksum::of_claim(&claim), || format!("the claim of {}", claim.holder))?;
    Ok(claim)
}

/// Decodes an answer from its five columns.
pub(crate) fn unchecked_answer(row: &impl StoreRow) -> Result<IdempotentAnswer, StoreError> {
    Ok(IdempotentAnswer {
        owner: row.column(0)?,
        key: row.column(1)?,
        request_sha256: row.column(2)?,
        response: row.column(3)?,
        recorded_at: time(row.column(4)?)?,
    })
}

/// Decodes an answer from its columns and the checksum behind them.
pub(crate) fn answer(row: &impl StoreRow) -> Result<IdempotentAnswer, StoreError> {
    let answer = unchecked_answer(row)?;
    let name = || format!("an answer recorded for {}", answer.owner);
    checksum::expect(row.column(5)?, checksum::of_answer(&answer), name)?;
    Ok(answer)
}

/// Decodes a password from its three columns.
pub(crate) fn unchecked_password(row: &impl StoreRow) -> Result<StoredPassword, StoreError> {
    let (id, user_id): (i64, i64) = (row.column(0)?, row.column(1)?);
    Ok(StoredPassword { id: id.into(), user_id: user_id.into(), hash: row.column(2)? })
}

/// Decodes a password from its columns and the checksum behind them.
pub(crate) fn password(row: &impl StoreRow) -> Result<StoredPassword, StoreError> {
    let password = unchecked_password(row)?;
    checksum::expect(row.column(3)?, password.checksum(), || format!("the password {}", password.id))?;
    Ok(password)
}

/// Decodes a person's key from its columns and the checksum behind them.
pub(crate) fn person_key(row: &impl StoreRow) -> Result<(UserId, StoredKey), StoreError> {
    Ok(from_columns(row.column(0)?, row.column(1)?, row.column(2)?))
}

/// Decodes an erasure from its columns.
pub(crate) fn erasure(row: &impl StoreRow) -> Result<Erasure, StoreError> {
    Ok(Erasure {
        user_id: UserId(row.column(0)?),
        erased_at: time(row.column(1)?)?,
        log_id: row.column(2)?,
        registered_at: Position(row.column(3)?),
        registered_hash: event_hash(row.column(4)?)?,
    })
}

/// Decodes an event of an older log, which has no hash.
pub(crate) fn unsealed_event(row: &impl StoreRow) -> Result<Recorded, StoreError> {
    let actor = serde_json::from_str(row.column(7)?).map_err(|error| StoreError::Damaged(error.to_string()))?;
    Ok(Recorded {
        position: Position(row.column(0)?),
        stream: stream_id(row.column(1)?, row.column(2)?)?,
        version: row.column(3)?,
        organization_id: row.column::<i64>(4)?.into(),
        occurred_at: time(row.column(5)?)?,
        recorded_at: time(row.column(6)?)?,
        actor,
        traceparent: row.column(11)?,
        hash: EventHash::START,
        is_damaged: false,
        encoded: Encoded { event_type: row.column(8)?, schema: row.column(9)?, payload: row.column(10)? },
    })
}
