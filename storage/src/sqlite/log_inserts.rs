//! Inserts rows of the log next to its events.

use proto_events::ids::UserId;

use super::script::Script;
use crate::checksum;
use crate::events::{Claim, IdempotentAnswer};
use crate::person_keys::PersonKey;

/// Maximum number of rows in a statement.
pub(super) const ROWS: usize = 64;

/// Adds the statements that insert claims.
pub(super) fn insert_claims(script: &mut Script, claims: &[&Claim]) {
    for claims in claims.chunks(ROWS) {
        script.statement("INSERT INTO claims (scope, name, holder_kind, holder_id, checksum) ");
        script.rows(claims, 5, |row, claim| {
            row.push_bind(&claim.scope)
                .push_bind(&claim.name)
                .push_bind(claim.holder.kind.name())
                .push_bind(claim.holder.id)
                .push_bind(checksum::of_claim(claim));
        });
    }
}

/// Adds the statements that insert answers.
pub(super) fn insert_answers(script: &mut Script, answers: &[&IdempotentAnswer]) {
    for answers in answers.chunks(ROWS) {
        script.statement(
            "INSERT INTO idempotent_answers (owner, client_key, request_sha256, response, recorded_at, checksum, hour) ",
        );
        script.rows(answers, 7, |row, answer| {
            row.push_bind(&answer.owner)
                .push_bind(&answer.key)
                .push_bind(&answer.request_sha256)
                .push_bind(&answer.response)
                .push_bind(answer.recorded_at.timestamp_micros())
                .push_bind(checksum::of_answer(answer))
                .push("(SELECT hour FROM answer_clock)");
        });
    }
}

/// Adds the statements that insert people's keys. Existing keys stay.
pub(super) fn insert_keys(script: &mut Script, keys: &[&(UserId, PersonKey)]) {
    for keys in keys.chunks(ROWS) {
        script.statement("INSERT INTO person_keys (user_id, key, checksum) ");
        let statement = script.rows(keys, 3, |row, (user, key)| {
            row.push_bind(user.0).push_bind(key.as_bytes()).push_bind(checksum::of_person_key(user.0, Some(key)));
        });
        statement.push(" ON CONFLICT DO NOTHING");
    }
}
