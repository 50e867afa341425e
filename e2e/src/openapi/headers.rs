//! Headers of answers.

use api_kit::description::{Answer, Route, Tag};
use api_kit::interface::UnknownNames;

use super::json::{Json, object};

/// What the answer to an operation carries when it succeeds.
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

/// What the answer carries where the same was made before.
pub(super) fn of_repetition() -> Json {
    listed(&["ConsistencyToken", "PreferenceApplied"])
}

/// Whether an operation writes what has versions: a decklist.
pub(super) fn is_revisioned(route: &Route) -> bool {
    route.method != "GET" && matches!(route.description.answer, Answer::Json(_, "Decklist"))
}

/// Whether an operation changes events or conventions, whose streams have versions.
pub(super) fn is_organizing(route: &Route) -> bool {
    route.method != "GET" && route.description.tag == Tag::Organizing
}

/// Whether something new is there afterwards, which can be read somewhere.
fn makes(route: &Route) -> bool {
    matches!(route.description.answer, Answer::Json(201, _)) && route.description.id != "form_team"
}

/// Whether a change is made to the version that `If-Match` names.
pub(super) fn heeds_if_match(route: &Route) -> bool {
    (is_revisioned(route) || is_organizing(route)) && route.template.contains('{')
}

/// Whether a write is carried out once, however often it comes with the same `Idempotency-Key`.
pub(super) fn is_done_once(route: &Route) -> bool {
    is_revisioned(route) || is_organizing(route) || route.description.id == "create_user"
}

/// Whether an answer is part of the program, so that no write can show in it.
pub(super) fn draws_on_nothing(route: &Route) -> bool {
    let (answer, has_parameters) = (route.description.answer, route.template.contains('{'));
    matches!(answer, Answer::OpenApi | Answer::File) || (answer == Answer::Html && !has_parameters)
}

/// What 304 carries.
pub(super) fn of_unchanged() -> Json {
    listed(&["Tag", "CacheControl", "Vary"])
}

/// Whether an answer is a page of the program, which has no tag.
pub(super) fn is_fixed(route: &Route) -> bool {
    route.template == "/"
}

/// Headers by their names in `components.headers`.
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
        "Tag" => always("Stands for this very answer: send it as `If-None-Match` to be told only of changes.", "\"kXc0vJpX1mYQ2pW0m3Y0Vg\""),
        "RevisionTag" => always("The version of what was written: send it as `If-Match` with a change.", "\"3\""),
        "CacheControl" => always("How long the answer may be kept, and by whom.", "private, no-cache"),
        "Vary" => always("Headers of the request that the form of the answer depends on.", "Accept-Encoding, X-API-Key"),
        "Stale" => at_times("`parked`: something that this answer is made from cannot be read; it may lack the newest.", "parked"),
        "Ignored" => at_times("Names in the request that were ignored: unknown ones, and those of which an earlier value does not count. At most \
            ten, then `...`.", "body.capcity, query.pgae"),
        "Location" => always("Path of what was made.", "/api/v1/decklists/17/"),
        "ConsistencyToken" => always("Stands for this write: send it with reads that must hold it.",
            "AQAAAAAAAAPoAAAAAAAAAANJx3zq0dQ2m1vXbW5mQfGqVgk"),
        "ContentHash" => always("SHA-256 of `plaintext_list` in this answer, in lower-case hexadecimal: your receipt.",
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        "PreferenceApplied" => at_times("Which of your preferences was followed.", "respond-async"),
        "Authenticate" => always("How to authenticate.", "ApiKey header=\"X-API-Key\""),
        "RetryAfter" => object! {
            "description" => "Seconds after which to try again.",
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
