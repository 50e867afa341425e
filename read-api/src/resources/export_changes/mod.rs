//! The export of tournaments in full, and of what changed since an earlier answer, as NDJSON, JSON or CSV.
//!
//! | Caller | Of the own organization | Of other organizations |
//! |---|---|---|
//! | A key whose role may read registrations | all events, whole | what is public |
//! | A `READ_ONLY` key | finished events, with published lists and pairings | what is public |
//! | No key, if the operator opened the export | – | what is public |
//!
//! Public are finished events with a public page, with their lists once these are published. [`reader`] decides which
//! row applies; the view `export_records` decides what each of them sees.

mod cursor;
mod parameters;
mod table;

use api_kit::description::{Answer, AnswerSchema, Parameter, Tag, Values};
use axum::http::{HeaderName, HeaderValue};
use axum::response::Response;
use domain::limits::EXPORT_PARAMETER;
use domain::permissions::Operation::{ReadExport, ReadRegistrations};
use service_kit::problem::Problem;
use storage::{Audience, RecordReader, RecordState, Snapshot, StoreError, ViewKind, ViewReader};

pub use self::cursor::Cursor;
use self::parameters::{Asked, OutputFormat};
use super::export::{LINES, needs_credential};
use crate::call::{Call, Caller};
use crate::endpoint::{Endpoint, Handler};
use crate::listing::{self, Framing, Listed};
use crate::query::event_formats;
use crate::response_headers::ResponseHeaders;

/// The cursor of the state that an answer shows.
const EXPORT_CURSOR_HEADER: HeaderName = HeaderName::from_static("export-cursor");
/// The number of records and tombstones in an answer.
const EXPORT_COUNT: HeaderName = HeaderName::from_static("export-count");

pub(crate) static ENDPOINTS: &[Endpoint] = &[Endpoint {
    template: "/api/v1/export/tournaments/",
    handler: Handler::KnownOrOpen(ReadExport, needs_credential, |call, caller| Box::pin(answer(call, caller))),
    // Its records are rendered together with these views.
    source_views: &[ViewKind::MagicEvent, ViewKind::EventDecklists],
    id: "export_changes",
    tag: Tag::Extensions,
    summary: "Export tournaments with stable ids, and what changed since an earlier export",
    text: "A key whose role may read registrations gets all events of its organization whole: in every state, test \
           events and unlisted ones too, with lists and pairings that are not published. A `READ_ONLY` key gets the \
           finished ones with what is published. Of other organizations, everyone gets finished events that have a \
           public page. The operator may open the export to everybody (`--anonymous-export`).\n\nThe answer shows one \
           moment, which the header `Export-Cursor` names. With `since={cursor}`, the answer has only the events that \
           changed after that moment, each whole, and a tombstone `{\"id\": 7, \"deleted\": true}` for each event that \
           you no longer find: deleted, hidden, or outside the filter. Replace each event by its newest record, and \
           you have what an export without `since` has. Records are in the order of their changes. A cursor is for the \
           same key, filters and `include`. 410 means that you have to start again without `since`. `Export-Count` is \
           the number of records and tombstones; an answer that is not complete ends with an aborted connection.\n\nA \
           `player_id` is the same in all events of an organization. In a table (`format=csv`), a tombstone is a line \
           with `deleted` = `true`; in an answer to `since`, an event without rows has one line with its id alone. \
           Replace all rows of each event that such an answer names.",
    parameters: &[
        Parameter {
            name: "since",
            text: "The `Export-Cursor` of an earlier answer.",
            values: Values::Text(EXPORT_PARAMETER),
            example: "AcfUl6P2F8Zk3pQxw3gAAAAAAAACKqvvEjQ",
        },
        Parameter {
            name: "from",
            text: "Only events that start at this time or later: `YYYY-MM-DD` or RFC 3339. Events without a start are \
                   left out.",
            values: Values::Text(EXPORT_PARAMETER),
            example: "2026-01-01",
        },
        Parameter {
            name: "to",
            text: "Only events that start before this time, in the same forms.",
            values: Values::Text(EXPORT_PARAMETER),
            example: "2027-01-01T00:00:00Z",
        },
        Parameter {
            name: "event_format",
            text: "Only events of this format. Names that people use, such as `Commander` or `Draft`, are accepted \
                   too; case is ignored.",
            values: Values::OneOf(event_formats),
            example: "LEGACY",
        },
        Parameter {
            name: "organization_id",
            text: "Only events of this organization.",
            values: Values::Integer(i64::MIN, i64::MAX, None),
            example: "1",
        },
        Parameter {
            name: "include",
            text: "The parts of records, separated by commas: `standings`, `rounds`, `matches`, `cards`, `decklists`. \
                   Empty for none. Without it: `standings`.",
            values: Values::Text(EXPORT_PARAMETER),
            example: "standings,matches",
        },
        Parameter {
            name: "format",
            text: "One record per line, a JSON array, or a table as CSV. Takes precedence over `Accept`.",
            values: Values::OneOf(|| vec!["ndjson", "json", "csv"]),
            example: "ndjson",
        },
        Parameter {
            name: "table",
            text: "The table to send with `format=csv`; `tournaments` without it.",
            values: Values::OneOf(parameters::tables),
            example: "matches",
        },
        Parameter {
            name: "raw",
            text: "With `format=csv`: whether cells have the exact text. Without it, a text that begins with `=`, `+`, \
                   `-`, `@`, a tab or a carriage return has an apostrophe before it, because a spreadsheet would run \
                   it as a formula.",
            values: Values::Boolean,
            example: "true",
        },
    ],
    answer: Answer::LinesOrJsonOrCsv(AnswerSchema::Documents(ViewKind::ExportRecord)),
    ..Endpoint::NEW
}];

/// Streams the export.
async fn answer(call: Call, caller: Option<Caller>) -> Result<Response, Problem> {
    let asked = Asked::of(&call.headers, &call.query(), reader(caller.as_ref()))?;
    let headers = match asked.format {
        OutputFormat::Lines => LINES,
        OutputFormat::Array => ResponseHeaders { content_type: ResponseHeaders::KEYED_JSON.content_type, ..LINES },
        OutputFormat::Table(..) => ResponseHeaders { content_type: "text/csv; charset=utf-8; header=present", ..LINES },
    };
    let export = Export { views: &*call.shared.views, asked };
    listing::answer(&call, caller.as_ref(), headers, &call.shared.exports, &export).await
}

/// Returns what a caller may see of the own organization.
fn reader(caller: Option<&Caller>) -> RecordReader {
    let own = caller.and_then(|caller| {
        let audience = if caller.may(ReadRegistrations) { Audience::Staff } else { Audience::Member };
        Some((caller.organization_for(ReadExport)?, audience))
    });
    RecordReader { own }
}

/// Exported records.
struct Export<'a> {
    views: &'a dyn ViewReader,
    asked: Asked,
}

impl Listed for Export<'_> {
    type State = RecordState;

    async fn state(&self) -> Result<RecordState, StoreError> {
        self.views.record_state(self.asked.filter).await
    }

    async fn open(&self) -> Result<Snapshot<RecordState>, StoreError> {
        self.views.records(self.asked.filter).await
    }

    /// The tag depends on the records and tombstones alone.
    fn framing(&self, state: &RecordState) -> Result<Framing, Problem> {
        if let Some(cursor) = &self.asked.since {
            cursor.expect_lineage(&state.lineage)?;
        }
        let framing = match self.asked.format {
            OutputFormat::Lines => Framing::lines(),
            OutputFormat::Array => Framing::array(),
            OutputFormat::Table(table, cells) => table.framing(cells, self.asked.since.is_some())?,
        };
        let [high, low] = state.digest;
        let tag = Some(format!("{:x}.{high:x}.{low:x}{}", state.count, self.asked.format.letter()));
        let cursor = Cursor::new(&state.lineage, state.sequence, &self.asked.filter);
        let cursor = HeaderValue::try_from(cursor.text()).map_err(Problem::internal)?;
        let headers = vec![(EXPORT_CURSOR_HEADER, cursor), (EXPORT_COUNT, HeaderValue::from(state.count))];
        Ok(Framing { tag, headers, ..framing })
    }
}
