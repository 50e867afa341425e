//! The queries of the export of changes, and their results. Both databases run the same text, and only the conditions that a
//! filter needs are in it.

use chrono::{DateTime, Utc};
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::EventFormat;

use super::{Audience, RecordPart, RecordParts};
use crate::StoreError;
use crate::sql::{Statement, StoreRow, Value, sql};

/// Reads all records of a generation by id. [`record_of`](super::record_of) reads its rows.
pub(crate) const ALL_RECORDS: &str =
    "SELECT tournament_id, organization_id, has_public, is_public, starts_at, event_format,
        position, head, standings, rounds, matches, cards, decklists, coalesce(public_head, head),
        coalesce(public_standings, standings), coalesce(public_rounds, rounds), coalesce(public_matches, matches),
        coalesce(public_cards, cards), coalesce(public_decklists, decklists)
    FROM export_records WHERE generation = $1 ORDER BY tournament_id";

const ACTIVE: &str = "(SELECT id FROM generations WHERE state = 'active')";

/// Returns the query for records and tombstones, in the order of their changes. [`record_bytes`](super::record_bytes) reads its
/// rows.
pub(crate) fn records_query(filter: &RecordFilter) -> Statement {
    let mut values = Vec::new();
    let [scope, is_shown, sent] = conditions(&mut values, filter);
    let parts: Vec<String> = RecordPart::ALL
        .iter()
        .map(|part| if filter.parts.has(*part) { seen(part.name()) } else { "CAST(NULL AS BYTEA)".to_owned() })
        .collect();
    let text = format!(
        "SELECT sent.tournament_id, sent.organization_id, sent.audience, sent.is_shown,
                coalesce(record.has_public, FALSE), coalesce(record.is_public, FALSE), {}, {}
         FROM (SELECT tournament_id, organization_id, audience, sequence, {is_shown} AS is_shown
               FROM export_changes WHERE {scope} AND {sent}) AS sent
         LEFT JOIN export_records AS record ON sent.is_shown AND record.generation = {ACTIVE}
              AND record.tournament_id = sent.tournament_id
         ORDER BY sent.sequence, sent.tournament_id",
        seen("head"),
        parts.join(", ")
    );
    Statement { values, ..sql(text) }
}

/// Returns the query for the state of the same records. [`record_state`] reads its row. A tombstone counts with the
/// complement of the digest, so that it differs from the record.
pub(crate) fn state_query(filter: &RecordFilter) -> Statement {
    let mut values = Vec::new();
    let [scope, is_shown, sent] = conditions(&mut values, filter);
    let text = format!(
        "SELECT count(*), CAST(sum(digest >> 32) AS BIGINT), CAST(sum(digest & 4294967295) AS BIGINT),
                (SELECT sequence FROM export_changes WHERE {scope} ORDER BY sequence DESC LIMIT 1),
                (SELECT lineage FROM export_clock)
         FROM (SELECT CASE WHEN {is_shown} THEN digest ELSE ~digest END AS digest
               FROM export_changes WHERE {scope} AND {sent}) AS sent"
    );
    Statement { values, ..sql(text) }
}

/// Adds a parameter, and returns its name.
fn bound(values: &mut Vec<Value>, value: impl Into<Value>) -> String {
    values.push(value.into());
    format!("${}", values.len())
}

/// Returns the conditions of a filter: for the rows that the reader may know of, for those that are sent as a record and not as a
/// tombstone, and for those that are sent.
fn conditions(values: &mut Vec<Value>, filter: &RecordFilter) -> [String; 3] {
    let scope = format!("generation = {ACTIVE} AND {}", scope(values, filter));
    let mut matching = Vec::new();
    for (comparison, time) in [("starts_at >= ", filter.from), ("starts_at < ", filter.to)] {
        if let Some(time) = time {
            matching.push(format!("{comparison}{}", bound(values, time.timestamp_micros())));
        }
    }
    if let Some(format) = filter.event_format.map(EventFormat::wire_name) {
        matching.push(format!("event_format = {}", bound(values, format)));
    }
    let matching = if matching.is_empty() { "TRUE".to_owned() } else { matching.join(" AND ") };
    let is_shown = format!("coalesce(is_visible AND {matching}, FALSE)");
    let sent = match filter.since {
        None => format!("is_visible AND {matching}"),
        Some(since) => {
            let since = bound(values, since);
            format!("sequence > {since} AND (({matching}) OR moved > {since})")
        }
    };
    [scope, is_shown, sent]
}

fn scope(values: &mut Vec<Value>, filter: &RecordFilter) -> String {
    let everyone = Audience::Public.number();
    match (filter.reader.own, filter.organization_id) {
        (None, None) => format!("audience = {everyone}"),
        (Some((own, audience)), None) => {
            let (own, audience) = (bound(values, own.0), audience.number());
            format!(
                "((audience = {everyone} AND organization_id <> {own}) OR (audience = {audience} AND organization_id = {own}))"
            )
        }
        (own, Some(asked)) => {
            let own = own.filter(|(own, _)| *own == asked).map(|(_, audience)| audience.number());
            let asked = bound(values, asked.0);
            format!("audience = {} AND organization_id = {asked}", own.unwrap_or(everyone))
        }
    }
}

/// Returns the expression for a part as the audience sees it.
fn seen(part: &str) -> String {
    let staff = Audience::Staff.number();
    format!(
        "CASE WHEN sent.audience = {staff} THEN record.{part} ELSE coalesce(record.public_{part}, record.{part}) END"
    )
}

pub(crate) fn record_state(row: &impl StoreRow, filter: &RecordFilter) -> Result<RecordState, StoreError> {
    let sums = [row.column::<Option<i64>>(1)?, row.column(2)?].map(Option::unwrap_or_default);
    let last: Option<i64> = row.column(3)?;
    let sequence = last.unwrap_or_default().max(filter.since.unwrap_or_default());
    Ok(RecordState { count: row.column(0)?, digest: sums, sequence, lineage: row.column(4)? })
}

/// Who reads an export of changes. Of all other organizations, everyone sees what is public.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RecordReader {
    /// The reader's own organization, and what the reader may see of it.
    pub own: Option<(OrganizationId, Audience)>,
}

/// A filter for records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RecordFilter {
    /// The reader.
    pub reader: RecordReader,
    /// Only what changed after the change with this number.
    pub since: Option<i64>,
    /// Only tournaments that start at or after this time.
    pub from: Option<DateTime<Utc>>,
    /// Only tournaments that start before this time.
    pub to: Option<DateTime<Utc>>,
    /// Only tournaments of this format.
    pub event_format: Option<EventFormat>,
    /// Only tournaments of this organization.
    pub organization_id: Option<OrganizationId>,
    /// The parts to read.
    pub parts: RecordParts,
}

/// The state of the records that match a filter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordState {
    /// Number of records and tombstones.
    pub count: i64,
    /// The sums of their digests. Equal records and tombstones have equal sums.
    pub digest: [i64; 2],
    /// Number of the last change that the reader sees. Later changes have greater numbers.
    pub sequence: i64,
    /// Names the history that the numbers belong to.
    pub lineage: String,
}
