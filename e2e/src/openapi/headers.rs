//! Headers of answers.

use api_kit::description::{Answer, Route, Tag};
use api_kit::interface::UnknownNames;

use super::json::{Json, object};

/// The headers of a successful answer to an operation.
pub(super) fn of_success(route: &Route) -> Json {
    let written = &["ConsistencyToken", "PreferenceApplied"][..];
    let names = match route.method {
        "POST" if is_revisioned(route) => [&["Location", "RevisionTag", "ContentHash"], written].concat(),
        "PUT" | "PATCH" if is_revisioned(route) => [&["RevisionTag", "ContentHash"], written].concat(),
        "POST" if is_organizing(route) && makes(route) => [&["Location", "RevisionTag"], written].concat(),
        "POST" | "PUT" | "PATCH" | "DELETE" if is_organizing(route) => [&["RevisionTag"], written].concat(),
        "POST" if route.description.id == "create_user" => [&["Location"], written].concat(),
        "GET" if is_fixed(route) => vec!["CacheControl"],
        "GET" if draws_on_nothing(route) => vec!["Tag", "CacheControl", "Vary"],
        "GET" => vec!["Tag", "CacheControl", "Vary", "Stale", "PreferenceApplied"],
        _ => written.to_vec(),
    };
    let ignored = (route.unknown_names() == UnknownNames::Ignored).then_some("Ignored");
    listed(&names.into_iter().chain(ignored).collect::<Vec<_>>())
}

/// The headers of an answer to a repeated creation.
pub(super) fn of_repetition() -> Json {
    listed(&["ConsistencyToken", "PreferenceApplied"])
}

/// Whether an operation writes a decklist, which has versions.
pub(super) fn is_revisioned(route: &Route) -> bool {
    route.method != "GET" && matches!(route.description.answer, Answer::Json(_, "Decklist"))
}

/// Whether an operation changes events or conventions, whose streams have versions.
pub(super) fn is_organizing(route: &Route) -> bool {
    route.method != "GET" && route.description.tag == Tag::Organizing
}

/// Whether an operation creates something that can be read at its own address.
fn makes(route: &Route) -> bool {
    matches!(route.description.answer, Answer::Json(201, _)) && route.description.id != "form_team"
}

/// Whether an operation supports `If-Match`.
pub(super) fn heeds_if_match(route: &Route) -> bool {
    (is_revisioned(route) || is_organizing(route)) && route.template.contains('{')
}

/// Whether an operation supports `Idempotency-Key`.
pub(super) fn is_done_once(route: &Route) -> bool {
    is_revisioned(route) || is_organizing(route) || route.description.id == "create_user"
}

/// Whether an answer is part of the program and does not depend on any data.
pub(super) fn draws_on_nothing(route: &Route) -> bool {
    let (answer, has_parameters) = (route.description.answer, route.template.contains('{'));
    matches!(answer, Answer::OpenApi | Answer::File) || (answer == Answer::Html && !has_parameters)
}

/// The headers of a 304 answer.
pub(super) fn of_unchanged() -> Json {
    listed(&["Tag", "CacheControl", "Vary"])
}

/// Whether an answer is a fixed page, which has no `ETag`.
pub(super) fn is_fixed(route: &Route) -> bool {
    route.template == "/"
}

/// References to headers by their names in `components.headers`.
pub(super) fn listed(names: &[&str]) -> Json {
    let one =
        |name: &&str| (header_name(name).to_owned(), object! { "$ref" => format!("#/components/headers/{name}") });
    Json::Object(names.iter().map(one).collect())
}

fn header_name(component: &str) -> &'static str {
    match component {
        "Tag" | "RevisionTag" => "ETag",
        "CacheControl" => "Cache-Control",
        "Vary" => "Vary",
        "Stale" => "Crosstable-Stale",
        "Ignored" => "Crosstable-Ignored",
        "Location" => "Location",
        "ConsistencyToken" => "Consistency-Token",
        "ContentHash" => "X-Content-SHA256",
        "PreferenceApplied" => "Preference-Applied",
        "Authenticate" => "WWW-Authenticate",
        "RetryAfter" => "Retry-After",
        _ => panic!("there is no header {component}"),
    }
}

/// `components.headers`.
pub(super) fn components() -> Json {
    let always = |text: &str, example: &str| header(text, true, example);
    let at_times = |text: &str, example: &str| header(text, false, example);
    object! {
        "Tag" => always("Identifies this answer. Send it as `If-None-Match` to get an answer only after a change.",
            "\"kXc0vJpX1mYQ2pW0m3Y0Vg\""),
        "RevisionTag" => always("The version of the resource. Send it as `If-Match` with a change.", "\"3\""),
        "CacheControl" => always("How long and by whom the answer may be cached.", "private, no-cache"),
        "Vary" => always("Request headers that the answer depends on.", "Accept-Encoding, X-API-Key"),
        "Stale" => at_times("`parked`: some data behind this answer cannot be read, so the newest changes may be \
            missing.", "parked"),
        "Ignored" => at_times("Names in the request that were ignored: unknown names, and names given twice, of which \
            only the last value counts. At most ten, then `...`.", "body.capcity, query.pgae"),
        "Location" => always("Path of the new resource.", "/api/v1/decklists/17/"),
        "ConsistencyToken" => always("Identifies this write. Send it with reads that must include the write.",
            "AQAAAAAAAAPoAAAAAAAAAANJx3zq0dQ2m1vXbW5mQfGqVgk"),
        "ContentHash" => always("SHA-256 of `plaintext_list` in this answer, in lower-case hexadecimal: your receipt.",
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        "PreferenceApplied" => at_times("The preference that was applied.", "respond-async"),
        "Authenticate" => always("How to authenticate.", "ApiKey header=\"X-API-Key\""),
        "RetryAfter" => object! {
            "description" => "Seconds to wait before you try again.",
            "required" => true,
            "schema" => object! { "type" => "integer", "minimum" => 0_i64 },
            "example" => 1_i64,
        },
    }
}

fn header(text: &str, required: bool, example: &str) -> Json {
    object! {
        "description" => text,
        "required" => required,
        "schema" => object! { "type" => "string" },
        "example" => example,
    }
}
