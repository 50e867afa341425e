//! The export of finished tournaments of all organizations with their lists, as JSON or NDJSON.

use api_kit::description::{Answer, AnswerSchema, Parameter, Tag, Values};
use api_kit::negotiation::{JSON, NDJSON, accepts, names};
use api_kit::path::short;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use chrono::{DateTime, TimeDelta, Utc};
use domain::limits::{EXPORT_DAYS_DEFAULT, EXPORT_DAYS_MAX};
use domain::permissions::Operation::ReadExport;
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::EventFormat;
use service_kit::message;
use service_kit::problem::Problem;
use storage::{ExportFilter, ExportState, Snapshot, StoreError, ViewKind, ViewReader};

use crate::call::{Call, Caller};
use crate::endpoint::{Endpoint, Handler};
use crate::listing::{self, Framing, Listed};
use crate::query::{Query, event_formats, malformed};
use crate::response_headers::ResponseHeaders;
use crate::settings::ReadApiSettings;

const ARRAY: ResponseHeaders =
    ResponseHeaders { vary: "Accept, Accept-Encoding, X-API-Key, Authorization", ..ResponseHeaders::KEYED_JSON };
/// The headers of an export with one document per line.
pub(super) const LINES: ResponseHeaders = ResponseHeaders { content_type: NDJSON, ..ARRAY };

pub(crate) static ENDPOINTS: &[Endpoint] = &[Endpoint {
    template: "/api/export-decklists/",
    handler: Handler::KnownOrOpen(ReadExport, needs_credential, |call, caller| Box::pin(answer(call, caller))),
    // Its documents are rendered together with these views.
    source_views: &[ViewKind::MagicEvent, ViewKind::EventDecklists],
    id: "export_tournaments",
    tag: Tag::Export,
    summary: "Export finished tournaments of all organizations with their standings and decklists",
    text: "Sorted by start, the latest first. Standings are in final order, winner first; a team event has an entry \
           per team. No field is ever absent or null: a missing list is an empty text. Lists are included once their \
           event has published its lists. Test events are left out. With `format=ndjson` or `Accept: \
           application/x-ndjson`, the answer has one tournament per line. Not paginated: the whole answer is streamed, \
           and a failure ends the connection. The operator may open the export to everybody (`--anonymous-export`); a \
           key that is sent must be valid even then.",
    parameters: &[
        Parameter {
            name: "num_days",
            text: "Days to look back for tournaments.",
            values: Values::Integer(0, EXPORT_DAYS_MAX, Some(EXPORT_DAYS_DEFAULT)),
            example: "30",
        },
        Parameter {
            name: "event_format",
            text: "Only tournaments of this format. Names that an export shows, such as `Commander` or `Draft`, are \
                   accepted too; case is ignored.",
            values: Values::OneOf(event_formats),
            example: "LEGACY",
        },
        Parameter {
            name: "organization_id",
            text: "Only tournaments of this organization.",
            values: Values::Integer(i64::MIN, i64::MAX, None),
            example: "1",
        },
        Parameter {
            name: "decklist_as_text",
            text: "Whether every entry of the standings has the text of its list as `decklist_text`.",
            values: Values::Boolean,
            example: "true",
        },
        Parameter {
            name: "format",
            text: "A JSON array, or one tournament per line. Takes precedence over `Accept`.",
            values: Values::OneOf(|| vec!["json", "ndjson"]),
            example: "ndjson",
        },
    ],
    answer: Answer::JsonArrayOrLines(AnswerSchema::Documents(ViewKind::Export)),
    ..Endpoint::NEW
}];

/// Returns whether exports require a key.
pub(super) fn needs_credential(settings: &ReadApiSettings) -> bool {
    !settings.anonymous_export
}

/// Streams the export.
async fn answer(call: Call, caller: Option<Caller>) -> Result<Response, Problem> {
    let has_vendor_names = call.shared.settings.vendor_field_names;
    let answer = export(&call, caller).await;
    answer.map_err(|problem| match problem.status() {
        StatusCode::BAD_REQUEST if has_vendor_names => problem.with_vendor_names(),
        _ => problem,
    })
}

async fn export(call: &Call, caller: Option<Caller>) -> Result<Response, Problem> {
    let query = call.query();
    let in_lines = wants_lines(&call.headers, &query)?;
    let filter = filter(&query, call.shared.clock.now())?;
    let export = Export { views: &*call.shared.views, filter, in_lines };
    let headers = if in_lines { LINES } else { ARRAY };
    listing::answer(call, caller.as_ref(), headers, &call.shared.exports, &export).await
}

/// Exported tournaments.
struct Export<'a> {
    views: &'a dyn ViewReader,
    filter: ExportFilter,
    in_lines: bool,
}

impl Listed for Export<'_> {
    type State = ExportState;

    async fn state(&self) -> Result<ExportState, StoreError> {
        self.views.export_state(self.filter).await
    }

    async fn open(&self) -> Result<Snapshot<ExportState>, StoreError> {
        self.views.exports(self.filter).await
    }

    /// The tag depends on the documents that are sent, not on the time: while the window of days moves, it stays the
    /// same until a tournament leaves the window.
    fn framing(&self, state: &ExportState) -> Result<Framing, Problem> {
        let (form, framing) = if self.in_lines { ("n", Framing::lines()) } else { ("j", Framing::array()) };
        let tag = state.digest.map(|[high, low]| format!("{:x}.{high:x}.{low:x}{form}", state.count));
        Ok(Framing { tag, ..framing })
    }
}

/// Returns whether the client wants one document per line. `format` takes precedence over `Accept`.
fn wants_lines(headers: &HeaderMap, query: &Query) -> Result<bool, Problem> {
    match query.text("format") {
        Some("ndjson") => return Ok(true),
        Some("json") => return Ok(false),
        Some(_) => return Err(malformed("format", "must be json or ndjson")),
        None => {}
    }
    let (json, lines) = (accepts(headers, JSON), accepts(headers, NDJSON));
    if json == 0 && lines == 0 {
        return Err(Problem::not_acceptable(message!(
            "export-not-accepted",
            "The export is written in {json} and {ndjson}; the header Accept excludes both.",
            json = JSON,
            ndjson = NDJSON
        )));
    }
    Ok(lines > json || (lines == json && names(headers, NDJSON)))
}

fn filter(query: &Query, now: DateTime<Utc>) -> Result<ExportFilter, Problem> {
    let days = query.integer("num_days", 0, EXPORT_DAYS_MAX)?.unwrap_or(EXPORT_DAYS_DEFAULT);
    Ok(ExportFilter {
        since: Some(now - TimeDelta::days(days)),
        event_format: query.text("event_format").map(event_format).transpose()?,
        organization_id: query.integer("organization_id", i64::MIN, i64::MAX)?.map(OrganizationId),
        with_text: query.boolean("decklist_as_text")?.unwrap_or(false),
    })
}

pub(super) fn event_format(text: &str) -> Result<EventFormat, Problem> {
    EventFormat::parse_loosely(text).ok_or_else(|| {
        let valid = event_formats();
        let detail = message!(
            "unknown-event-format",
            "`{format}` is not a valid event format. Valid formats: {valid}.",
            format = short(text),
            valid = valid.join(", ")
        );
        Problem::bad_request(detail)
            .with_error("event_format", message!("not-a-valid-format", "must be a valid format"))
            .with_member("valid_formats", valid)
    })
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderValue, header};

    use super::*;

    fn query(text: &str) -> Query {
        Query::of(&format!("/?{text}").parse().unwrap())
    }

    #[test]
    fn lines_are_sent_to_whoever_asks_for_them() {
        for (accept, asked, expected) in [
            ("", "", Some(false)),
            ("*/*", "", Some(false)),
            ("application/json", "", Some(false)),
            ("application/x-ndjson", "", Some(true)),
            ("application/x-ndjson, */*", "", Some(true)),
            ("application/x-ndjson;q=0.5, application/json", "", Some(false)),
            ("application/x-ndjson, application/json;q=0.9", "", Some(true)),
            ("application/*", "", Some(false)),
            ("text/html", "", None),
            ("text/html", "format=json", Some(false)),
            ("application/json", "format=ndjson", Some(true)),
            ("application/json", "format=csv", None),
            ("application/json", "format=", None),
        ] {
            let headers = [(header::ACCEPT, HeaderValue::from_static(accept))].into_iter().collect();
            assert_eq!(wants_lines(&headers, &query(asked)).ok(), expected, "{accept} {asked}");
        }
    }

    #[test]
    fn whatever_an_export_shows_can_be_asked_for() {
        for format in EventFormat::ALL {
            for name in [format.wire_name(), format.display_name(), format.recorded_name()] {
                assert_eq!(event_format(name).ok(), Some(*format), "{name}");
            }
        }
        assert_eq!(event_format("commander").ok(), Some(EventFormat::Commander2));
        assert_eq!(event_format("Chess").ok(), None);
    }
}
