//! Headers of answers.

use api_kit::description::{Answer, AnswerSchema, Route, Tag};
use api_kit::interface::UnknownNames;

use crate::json::Json;
use crate::object;

/// A header of answers. Its name here is its name in `components.headers`.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Header {
    /// `ETag` of a read.
    Tag,
    /// `ETag` of a resource that has versions.
    RevisionTag,
    CacheControl,
    Vary,
    Stale,
    Ignored,
    Location,
    ConsistencyToken,
    ContentHash,
    PreferenceApplied,
    Authenticate,
    RetryAfter,
    ExportCursor,
    ExportCount,
    Link,
}

/// The headers of a successful answer to an operation.
pub(crate) fn of_success(route: &Route) -> Json {
    let written = &[Header::ConsistencyToken, Header::PreferenceApplied][..];
    let names = match route.method {
        "POST" if is_revisioned(route) => {
            [&[Header::Location, Header::RevisionTag, Header::ContentHash], written].concat()
        }
        "PUT" | "PATCH" if is_revisioned(route) => [&[Header::RevisionTag, Header::ContentHash], written].concat(),
        "POST" if is_organizing(route) && makes(route) => [&[Header::Location, Header::RevisionTag], written].concat(),
        "POST" | "PUT" | "PATCH" | "DELETE" if is_organizing(route) => [&[Header::RevisionTag], written].concat(),
        "POST" if route.id == "create_user" => [&[Header::Location], written].concat(),
        "GET" if route.answer == Answer::EventStream => {
            vec![Header::CacheControl, Header::PreferenceApplied]
        }
        "GET" if matches!(route.answer, Answer::LinesOrJsonOrCsv(_)) => vec![
            Header::ExportCursor,
            Header::ExportCount,
            Header::Tag,
            Header::CacheControl,
            Header::Vary,
            Header::PreferenceApplied,
        ],
        "GET" if is_of_writer(route) => vec![Header::CacheControl],
        "GET" if draws_on_nothing(route) => vec![Header::Tag, Header::CacheControl, Header::Vary],
        "GET" => vec![Header::Tag, Header::CacheControl, Header::Vary, Header::Stale, Header::PreferenceApplied],
        _ => written.to_vec(),
    };
    let has_pages = matches!(route.answer, Answer::JsonArrayOrSummaries(..)).then_some(Header::Link);
    let ignored = (route.unknown_names() == UnknownNames::Ignored).then_some(Header::Ignored);
    listed(&names.into_iter().chain(has_pages).chain(ignored).collect::<Vec<_>>())
}

/// The headers of an answer to a repeated creation.
pub(crate) fn of_repetition() -> Json {
    listed(&[Header::ConsistencyToken, Header::PreferenceApplied])
}

/// Whether an operation writes a decklist, which has versions.
pub fn is_revisioned(route: &Route) -> bool {
    route.method != "GET" && matches!(route.answer, Answer::Json(_, AnswerSchema::Named("Decklist")))
}

/// Whether an operation changes events or conventions, whose streams have versions.
pub(crate) fn is_organizing(route: &Route) -> bool {
    route.method != "GET" && route.tag == Tag::Organizing
}

/// Operations that create something without an address of its own: it is read in a list, or with its event.
const IN_A_LIST: [&str; 3] = ["form_team", "issue_penalty", "call_judge"];

/// Whether an operation creates something that can be read at its own address.
fn makes(route: &Route) -> bool {
    matches!(route.answer, Answer::Json(201, _)) && !IN_A_LIST.contains(&route.id)
}

/// Whether an operation supports `If-Match`.
pub(crate) fn heeds_if_match(route: &Route) -> bool {
    (is_revisioned(route) || is_organizing(route)) && route.template.contains('{')
}

/// Whether an operation supports `Idempotency-Key`.
pub(crate) fn is_done_once(route: &Route) -> bool {
    is_revisioned(route) || is_organizing(route) || route.id == "create_user"
}

/// Whether an answer is part of the program or a file of the operator, and does not depend on the views.
pub(crate) fn draws_on_nothing(route: &Route) -> bool {
    matches!(route.answer, Answer::OpenApi | Answer::File) || ["/docs/", "/dumps/"].contains(&route.template)
}

/// The headers of a 304 answer.
pub(crate) fn of_unchanged() -> Json {
    listed(&[Header::Tag, Header::CacheControl, Header::Vary])
}

/// Whether a read is answered by the write side, from its newest state and without the cache.
pub(crate) fn is_of_writer(route: &Route) -> bool {
    route.method == "GET" && route.tag == Tag::Webhooks
}

/// Whether an answer has an `ETag`.
pub(crate) fn has_tag(route: &Route) -> bool {
    route.answer != Answer::EventStream && !is_of_writer(route)
}

/// References to headers in `components.headers`, by the names of the headers.
pub(crate) fn listed(headers: &[Header]) -> Json {
    let one =
        |header: &Header| (header.name().to_owned(), object! { "$ref" => format!("#/components/headers/{header:?}") });
    Json::Object(headers.iter().map(one).collect())
}

/// `components.headers`.
pub(crate) fn components() -> Json {
    Json::Object(Header::ALL.map(|header| (format!("{header:?}"), header.described())).into())
}

impl Header {
    /// All headers.
    const ALL: [Self; 15] = [
        Self::Tag,
        Self::RevisionTag,
        Self::CacheControl,
        Self::Vary,
        Self::Stale,
        Self::Ignored,
        Self::Location,
        Self::ConsistencyToken,
        Self::ContentHash,
        Self::PreferenceApplied,
        Self::Authenticate,
        Self::RetryAfter,
        Self::ExportCursor,
        Self::ExportCount,
        Self::Link,
    ];

    /// Returns the name of the header in HTTP.
    fn name(self) -> &'static str {
        match self {
            Self::Tag | Self::RevisionTag => "ETag",
            Self::CacheControl => "Cache-Control",
            Self::Vary => "Vary",
            Self::Stale => "Crosstable-Stale",
            Self::Ignored => "Crosstable-Ignored",
            Self::Location => "Location",
            Self::ConsistencyToken => "Consistency-Token",
            Self::ContentHash => "X-Content-SHA256",
            Self::PreferenceApplied => "Preference-Applied",
            Self::Authenticate => "WWW-Authenticate",
            Self::RetryAfter => "Retry-After",
            Self::ExportCursor => "Export-Cursor",
            Self::ExportCount => "Export-Count",
            Self::Link => "Link",
        }
    }

    /// Returns the header as `components.headers` describes it.
    fn described(self) -> Json {
        let always = |text: &str, example: &str| described(text, true, example);
        let at_times = |text: &str, example: &str| described(text, false, example);
        match self {
            Self::Tag => always(
                "Identifies this answer. Send it as `If-None-Match` to get an answer only after a change.",
                "\"kXc0vJpX1mYQ2pW0m3Y0Vg\"",
            ),
            Self::RevisionTag => always("The version of the resource. Send it as `If-Match` with a change.", "\"3\""),
            Self::CacheControl => always("How long and by whom the answer may be cached.", "private, no-cache"),
            Self::Vary => {
                always("Request headers that the answer depends on.", "Accept-Encoding, X-API-Key, Authorization")
            }
            Self::Stale => at_times(
                "`parked`: some data behind this answer cannot be read, so the newest changes may be missing.",
                "parked",
            ),
            Self::Ignored => at_times(
                "Names in the request that were ignored: unknown names, and names given twice, of which only the last \
                 value counts. At most ten, then `...`.",
                "body.capcity, query.pgae",
            ),
            Self::Location => always("Path of the new resource.", "/api/v1/decklists/17/"),
            Self::ConsistencyToken => always(
                "Identifies this write. Send it with reads that must include the write.",
                "AQAAAAAAAAPoAAAAAAAAAANJx3zq0dQ2m1vXbW5mQfGqVgk",
            ),
            Self::ContentHash => always(
                "SHA-256 of `plaintext_list` in this answer, in lower-case hexadecimal: your receipt.",
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            ),
            Self::PreferenceApplied => at_times("The preference that was applied.", "respond-async"),
            Self::Authenticate => always("How to authenticate.", "ApiKey header=\"X-API-Key\""),
            Self::ExportCursor => always(
                "Identifies the state that the answer shows. Send it as `since` to get what changes later.",
                "AcfUl6P2F8Zk3pQxw3gAAAAAAAACKqvvEjQ",
            ),
            Self::ExportCount => number(
                "Number of records and tombstones in the answer. In a table, their lines may be more or fewer.",
                12,
            ),
            Self::Link => {
                at_times("The address of the next page, if there is one.", "<?summary=true&page=2>; rel=\"next\"")
            }
            Self::RetryAfter => number("Seconds to wait before you try again.", 1),
        }
    }
}

fn described(text: &str, required: bool, example: &str) -> Json {
    object! {
        "description" => text,
        "required" => required,
        "schema" => object! { "type" => "string" },
        "example" => example,
    }
}

fn number(text: &str, example: i64) -> Json {
    object! {
        "description" => text,
        "required" => true,
        "schema" => object! { "type" => "integer", "minimum" => 0_i64 },
        "example" => example,
    }
}
