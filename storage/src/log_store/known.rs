//! Reads what is known of the names and keys of a batch.

use crate::StoreError;
use crate::append::admission::Known;
use crate::append::encode::Prepared;
use crate::events::{Claim, IdempotentAnswer};
use crate::log_rows::{answer, claim};
use crate::sql::{Column, Sql, Value, rows_of, sql};

/// Adds the holders of names, and the answers to keys.
pub(crate) async fn load<C: Sql>(connection: &mut C, batch: &[Prepared], known: &mut Known) -> Result<(), StoreError> {
    let names: Vec<&Claim> = batch.iter().flat_map(|request| &request.claims).collect();
    if !names.is_empty() {
        let query = format!(
            "SELECT scope, name, holder_kind, holder_id, checksum FROM {}
             JOIN claims ON scope = of_scope AND name = of_name",
            rows_of::<C>("wanted", 1, &[("of_scope", "text"), ("of_name", "text")])
        );
        let wanted = vec![Column::texts(&names, |it| it.scope.clone()), Column::texts(&names, |it| it.name.clone())];
        for Claim { scope, name, holder } in connection.all(sql(query).bind(Value::Rows(wanted)), claim).await? {
            known.holders.insert((scope, name), holder);
        }
    }
    let keys: Vec<&IdempotentAnswer> = batch.iter().filter_map(|request| request.idempotency.as_ref()).collect();
    if !keys.is_empty() {
        let query = format!(
            "SELECT owner, client_key, request_sha256, response, recorded_at, checksum FROM {}
             JOIN idempotent_answers ON owner = of_owner AND client_key = of_key",
            rows_of::<C>("wanted", 1, &[("of_owner", "text"), ("of_key", "text")])
        );
        let wanted = vec![Column::texts(&keys, |it| it.owner.clone()), Column::texts(&keys, |it| it.key.clone())];
        for answer in connection.all(sql(query).bind(Value::Rows(wanted)), answer).await? {
            known.answers.insert((answer.owner.clone(), answer.key.clone()), answer);
        }
    }
    Ok(())
}
