//! The tables of the log, and how their rows are written and read, for any database. Events are read by
//! [`event_rows`](crate::event_rows).

use proto_events::ids::UserId;
use proto_events::{Position, Recorded};

use crate::StoreError;
use crate::append_request::{Claim, IdempotentAnswer};
use crate::backup::StoredPassword;
use crate::checksum::{expect, summed};
use crate::columns::{event_hash, stream_id, time};
use crate::erasures::Erasure;
use crate::person_keys::{PersonKey, StoredKey, from_columns};
use crate::sql::{Conflict, Row, StoreRow, Table};
use crate::webhooks::StoredWebhookSecret;

pub(crate) const EVENTS: Table = Table {
    name: "events",
    columns: "position bigint, stream_kind text, stream_id bigint, version bigint, organization_id bigint, \
              occurred_at bigint, recorded_at bigint, actor text, event_type text, schema int, hash bytea, \
              traceparent text, content text",
    conflict: Conflict::Fail,
};

pub(crate) const CLAIMS: Table = Table {
    name: "claims",
    columns: "scope text, name text, holder_kind text, holder_id bigint, checksum bigint",
    conflict: Conflict::Fail,
};

pub(crate) const ANSWERS: Table = Table {
    name: "idempotent_answers",
    columns: "owner text, client_key text, request_sha256 text, response text, recorded_at bigint, checksum bigint, \
              hour bigint",
    conflict: Conflict::Fail,
};

pub(crate) const PASSWORDS: Table = Table {
    name: "passwords",
    columns: "password_id bigint, user_id bigint, hash text, checksum bigint",
    conflict: Conflict::Fail,
};

/// The keys of people. Existing keys stay.
pub(crate) const PERSON_KEYS: Table =
    Table { name: "person_keys", columns: "user_id bigint, key bytea, checksum bigint", conflict: Conflict::Keep };

/// The secrets of webhooks. Writing the same one again changes nothing.
pub(crate) const WEBHOOK_SECRETS: Table = Table {
    name: "webhook_secrets",
    columns: "secret_id bigint, webhook_id bigint, secret text, checksum bigint",
    conflict: Conflict::Keep,
};

pub(crate) const ID_SEQUENCES: Table =
    Table { name: "id_sequences", columns: "name text, next bigint", conflict: Conflict::Fail };

pub(crate) fn event_row(event: &Recorded) -> Result<Row, StoreError> {
    let actor = serde_json::to_string(&event.actor).map_err(|error| StoreError::Unwritable(error.to_string()))?;
    Ok(vec![
        event.position.0.into(),
        event.stream.kind.name().into(),
        event.stream.id.into(),
        event.version.into(),
        event.organization_id.0.into(),
        event.occurred_at.timestamp_micros().into(),
        event.recorded_at.timestamp_micros().into(),
        actor.into(),
        event.encoded.event_type.as_str().into(),
        i64::from(event.encoded.schema).into(),
        event.hash.as_bytes()[..].into(),
        event.traceparent.as_deref().into(),
        event.encoded.payload.as_str().into(),
    ])
}

pub(crate) fn claim_row(claim: &Claim) -> Row {
    let Claim { scope, name, holder } = claim;
    summed(vec![scope.as_str().into(), name.as_str().into(), holder.kind.name().into(), holder.id.into()])
}

/// Decodes a claim and compares its checksum.
pub(crate) fn claim(row: &impl StoreRow) -> Result<Claim, StoreError> {
    let holder = stream_id(row.column(2)?, row.column(3)?)?;
    expect(row, &CLAIMS, || format!("the claim of {holder}"))?;
    Ok(Claim { scope: row.column(0)?, name: row.column(1)?, holder })
}

/// Returns the row of an answer, without the hour.
pub(crate) fn answer_row(answer: &IdempotentAnswer) -> Row {
    let IdempotentAnswer { owner, key, request_sha256, response, recorded_at } = answer;
    let texts = [owner, key, request_sha256, response].map(|text| text.as_str().into());
    summed(texts.into_iter().chain([recorded_at.timestamp_micros().into()]).collect())
}

/// Decodes an answer and compares its checksum.
pub(crate) fn answer(row: &impl StoreRow) -> Result<IdempotentAnswer, StoreError> {
    let owner: String = row.column(0)?;
    expect(row, &ANSWERS, || format!("an answer recorded for {owner}"))?;
    Ok(IdempotentAnswer {
        owner,
        key: row.column(1)?,
        request_sha256: row.column(2)?,
        response: row.column(3)?,
        recorded_at: time(row.column(4)?)?,
    })
}

pub(crate) fn password_row(password: &StoredPassword) -> Row {
    summed(vec![password.id.0.into(), password.user_id.0.into(), password.hash.as_str().into()])
}

/// Decodes a password and compares its checksum.
pub(crate) fn password(row: &impl StoreRow) -> Result<StoredPassword, StoreError> {
    let (id, user_id): (i64, i64) = (row.column(0)?, row.column(1)?);
    expect(row, &PASSWORDS, || format!("the password {id}"))?;
    Ok(StoredPassword { id: id.into(), user_id: user_id.into(), hash: row.column(2)? })
}

/// Returns the row of a person's key; `None` is an erased key.
pub(crate) fn person_key_row(user: UserId, key: Option<&PersonKey>) -> Row {
    summed(vec![user.0.into(), key.map(PersonKey::as_bytes).into()])
}

/// Decodes a person's key from its columns and the checksum behind them.
pub(crate) fn person_key(row: &impl StoreRow) -> Result<(UserId, StoredKey), StoreError> {
    let user = UserId(row.column(0)?);
    Ok((user, from_columns(row.column(1)?, expect(row, &PERSON_KEYS, String::new).is_ok())))
}

pub(crate) fn secret_row(secret: &StoredWebhookSecret) -> Row {
    summed(vec![secret.id.0.into(), secret.webhook_id.0.into(), secret.secret.as_str().into()])
}

/// Decodes a secret of a webhook and compares its checksum.
pub(crate) fn secret(row: &impl StoreRow) -> Result<StoredWebhookSecret, StoreError> {
    let (id, webhook_id): (i64, i64) = (row.column(0)?, row.column(1)?);
    expect(row, &WEBHOOK_SECRETS, || format!("the secret {id} of a webhook"))?;
    Ok(StoredWebhookSecret { id: id.into(), webhook_id: webhook_id.into(), secret: row.column(2)? })
}

pub(crate) fn erasure(row: &impl StoreRow) -> Result<Erasure, StoreError> {
    Ok(Erasure {
        user_id: UserId(row.column(0)?),
        erased_at: time(row.column(1)?)?,
        log_id: row.column(2)?,
        registered_at: Position(row.column(3)?),
        registered_hash: event_hash(row.column(4)?)?,
    })
}
