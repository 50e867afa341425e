//! Headers of answers.

use api_kit::description::{Answer, AnswerSchema, Route, Tag};
use api_kit::interface::UnknownNames;

use super::examples::Examples;
use super::json::Json;
use super::json::object;

/// The headers of a successful answer to an operation.
pub(super) fn of_success(route: &Route, examples: &Examples) -> Json {
    let names = match route.method {
        "GET" if route.answer == Answer::EventStream => vec!["CacheControl", "PreferenceApplied"],
        "GET" if matches!(route.answer, Answer::LinesOrJsonOrCsv(_)) => {
            vec!["ExportCursor", "ExportCount", "Tag", "CacheControl", "Vary", "PreferenceApplied"]
        }
        "GET" if is_of_writer(route) => vec!["CacheControl"],
        "GET" if draws_on_nothing(route) => vec!["Tag", "CacheControl", "Vary"],
        "GET" => vec!["Tag", "CacheControl", "Vary", "Stale", "PreferenceApplied"],
        _ => [
            ("Location", examples.located.contains(route.id)),
            ("RevisionTag", is_revisioned(route) || is_organizing(route)),
            ("ContentHash", is_revisioned(route)),
            ("ConsistencyToken", true),
            ("PreferenceApplied", true),
        ]
        .into_iter()
        .filter_map(|(header, is_there)| is_there.then_some(header))
        .collect(),
    };
    let has_pages = matches!(route.answer, Answer::JsonArrayOrSummaries(..)).then_some("Link");
    let ignored = (route.unknown_names() == UnknownNames::Ignored).then_some("Ignored");
    listed(&names.into_iter().chain(has_pages).chain(ignored).collect::<Vec<_>>())
}

/// The headers of an answer to a repeated creation.
pub(super) fn of_repetition() -> Json {
    listed(&["ConsistencyToken", "PreferenceApplied"])
}

/// Whether an operation writes a decklist, which has versions.
pub fn is_revisioned(route: &Route) -> bool {
    route.method != "GET" && matches!(route.answer, Answer::Json(_, AnswerSchema::Named("Decklist")))
}

/// Whether an operation changes events or conventions, whose streams have versions.
fn is_organizing(route: &Route) -> bool {
    route.method != "GET" && route.tag == Tag::Organizing
}

/// Whether an operation supports `If-Match`.
pub(super) fn heeds_if_match(route: &Route) -> bool {
    (is_revisioned(route) || is_organizing(route)) && route.template.contains('{')
}

/// Whether an operation supports `Idempotency-Key`.
pub(super) fn is_done_once(route: &Route) -> bool {
    is_revisioned(route) || is_organizing(route) || route.id == "create_user"
}

/// Whether an answer is part of the program or a file of the operator, and does not depend on the views.
pub(super) fn draws_on_nothing(route: &Route) -> bool {
    let is_file = matches!(route.answer, Answer::OpenApi | Answer::File) && !route.template.starts_with("/sitemap");
    is_file || ["/docs/", "/dumps/"].contains(&route.template)
}

/// The headers of a 304 answer.
pub(super) fn of_unchanged() -> Json {
    listed(&["Tag", "CacheControl", "Vary"])
}

/// Whether a read is answered by the write side, from its newest state and without the cache.
pub fn is_of_writer(route: &Route) -> bool {
    route.method == "GET" && (route.tag == Tag::Webhooks || route.id == "list_series")
}

/// Whether an answer has an `ETag`.
pub(super) fn has_tag(route: &Route) -> bool {
    route.answer != Answer::EventStream && !is_of_writer(route)
}

/// References to headers in `components.headers`, by the names of the headers.
pub(super) fn listed(headers: &[&str]) -> Json {
    let one = |header: &&str| {
        let (_, name, ..) = HEADERS.iter().find(|(known, ..)| known == header).expect("a header of the table");
        ((*name).to_owned(), object! { "$ref" => format!("#/components/headers/{header}") })
    };
    Json::Object(headers.iter().map(one).collect())
}

/// `components.headers`.
pub(super) fn components() -> Json {
    let described = |(header, _, is_required, text, example): (&str, &str, bool, &str, &str)| {
        let (schema, example) = match example.parse::<i64>() {
            Ok(number) => (object! { "type" => "integer", "minimum" => 0_i64 }, Json::from(number)),
            Err(_) => (object! { "type" => "string" }, Json::from(example)),
        };
        let described =
            object! { "description" => text, "required" => is_required, "schema" => schema, "example" => example };
        (header.to_owned(), described)
    };
    Json::Object(HEADERS.map(described).into())
}

/// The headers by their names in `components.headers`: the name in HTTP, whether it is always there, its purpose, an example.
/// `Tag` is the `ETag` of a read, `RevisionTag` that of a resource that has versions.
const HEADERS: [(&str, &str, bool, &str, &str); 15] = [
    (
        "Tag",
        "ETag",
        true,
        "Identifies this answer. Send it as `If-None-Match` to get an answer only after a change.",
        "\"kXc0vJpX1mYQ2pW0m3Y0Vg\"",
    ),
    ("RevisionTag", "ETag", true, "The version of the resource. Send it as `If-Match` with a change.", "\"3\""),
    ("CacheControl", "Cache-Control", true, "How long and by whom the answer may be cached.", "private, no-cache"),
    ("Vary", "Vary", true, "Request headers that the answer depends on.", "Accept-Encoding, X-API-Key, Authorization"),
    (
        "Stale",
        "Crosstable-Stale",
        false,
        "`parked`: some data behind this answer cannot be read, so the newest changes may be missing.",
        "parked",
    ),
    (
        "Ignored",
        "Crosstable-Ignored",
        false,
        "Names in the request that were ignored: unknown names, and names given twice, of which only the last value \
         counts. At most ten, then `...`.",
        "body.capcity, query.pgae",
    ),
    ("Location", "Location", true, "Path of the new resource.", "/api/v1/decklists/17/"),
    (
        "ConsistencyToken",
        "Consistency-Token",
        true,
        "Identifies this write. Send it with reads that must include the write.",
        "AQAAAAAAAAPoAAAAAAAAAANJx3zq0dQ2m1vXbW5mQfGqVgk",
    ),
    (
        "ContentHash",
        "X-Content-SHA256",
        true,
        "SHA-256 of `plaintext_list` in this answer, in lower-case hexadecimal: your receipt.",
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    ),
    ("PreferenceApplied", "Preference-Applied", false, "The preference that was applied.", "respond-async"),
    ("Authenticate", "WWW-Authenticate", true, "How to authenticate.", "ApiKey header=\"X-API-Key\""),
    ("RetryAfter", "Retry-After", true, "Seconds to wait before you try again.", "1"),
    (
        "ExportCursor",
        "Export-Cursor",
        true,
        "Identifies the state that the answer shows. Send it as `since` to get what changes later.",
        "AcfUl6P2F8Zk3pQxw3gAAAAAAAACKqvvEjQ",
    ),
    (
        "ExportCount",
        "Export-Count",
        true,
        "Number of records and tombstones in the answer. In a table, their lines may be more or fewer.",
        "12",
    ),
    ("Link", "Link", false, "The address of the next page, if there is one.", "<?summary=true&page=2>; rel=\"next\""),
];
