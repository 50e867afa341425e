//! The errors that an operation can answer with, and their form.

use api_kit::description::{Answer, Route};
use domain::permissions::{Operation, Own, Scheme};
use proto_events::vocabulary::Role;

use super::examples::Examples;
use super::headers::{heeds_if_match, is_done_once, listed};
use super::json::Json;
use super::json::object;
use super::parameters::names_in;

/// Media type of problems.
const PROBLEM: &str = "application/problem+json";

/// An error that is the same for every operation: status, name in `components.responses`, description, headers.
type Shared = (u16, &'static str, &'static str, &'static [&'static str]);

const SHARED: [Shared; 13] = [
    (
        401,
        "Unauthorized",
        "No valid credential of a kind that is accepted here was sent: it is missing, mistyped, unknown, revoked or \
         expired, or its person is no longer a member.",
        &["Authenticate"],
    ),
    (406, "NotAcceptable", "The header `Accept` excludes every format of this answer.", &[]),
    (
        409,
        "Conflict",
        "Not possible in the current state. `detail` says why and what to do; `legal` lists the possible steps if the \
         requested step is not possible. Nothing was changed.",
        &[],
    ),
    (
        410,
        "Gone",
        "The cursor belongs to a history that the service no longer has, or the key sees other events than before. Start \
         again without `since`.",
        &[],
    ),
    (
        412,
        "PreconditionFailed",
        "The resource has another version than `If-Match` names. Nothing was changed.",
        &["RevisionTag"],
    ),
    (413, "PayloadTooLarge", "The body, or the data that it would store, is larger than allowed.", &[]),
    (415, "UnsupportedMediaType", "The body has a format, a character set or an encoding that is not supported.", &[]),
    (422, "IdempotencyKeyReused", "The `Idempotency-Key` was used before with another request.", &[]),
    (
        429,
        "TooManyRequests",
        "You have too many requests in progress, or made too many changes. Try again after `Retry-After` seconds.",
        &["RetryAfter"],
    ),
    (431, "HeadersTooLarge", "The address and headers together are larger than allowed.", &[]),
    (500, "InternalError", "An error of this service, recorded in its log. The same request may work later.", &[]),
    (503, "Unavailable", "Temporarily not possible. Try again after `Retry-After` seconds.", &["RetryAfter"]),
    (
        507,
        "InsufficientStorage",
        "There is no space left to store this, or the rest is reserved for the staff of events. Nothing was \
         stored.",
        &[],
    ),
];

/// Whether some roles may not use the route.
fn can_forbid(route: &Route) -> bool {
    let has_teams = route.parameters.iter().any(|parameter| parameter.name == "teams");
    let has_all = route.parameters.iter().any(|parameter| parameter.name == "all");
    let is_for_some = |operation: Operation| {
        let is_for_members = operation.takes(Scheme::Token) && operation.rule().own == Own::No;
        is_for_members || operation.rule().roles.len() < Role::ALL.len()
    };
    has_teams || has_all || route.operation().is_some_and(is_for_some)
}

/// Statuses of the errors that an operation can answer with.
pub fn statuses(route: &Route) -> Vec<u16> {
    let writes = route.method != "GET";
    let (answer, has_path_parameters) = (route.answer, names_in(route.template).next().is_some());
    let has_pages = route.parameters.iter().any(|parameter| parameter.name == "page");
    let is_json = !matches!(answer, Answer::Html | Answer::Svg | Answer::Calendar | Answer::File);
    let when = [
        // Every read checks the `Consistency-Token`, and every write its body, even if it takes none.
        (400, true),
        (401, route.operation().is_some()),
        (403, can_forbid(route)),
        (404, has_path_parameters || has_pages || route.id == "list_dumps"),
        (406, is_json),
        (409, writes && !route.is_always_possible),
        (410, route.parameters.iter().any(|parameter| parameter.name == "since")),
        (412, heeds_if_match(route)),
        (413, writes),
        (415, writes),
        (422, is_done_once(route)),
        (429, route.operation().is_some()),
        (431, true),
        (500, true),
        (503, true),
        (507, writes),
    ];
    when.into_iter().filter(|(_, applies)| *applies).map(|(status, _)| status).collect()
}

/// The errors of an operation, by status.
pub(super) fn of(route: &Route, examples: &Examples) -> Vec<(String, Json)> {
    let one = |status: u16| {
        let shared = SHARED.iter().find(|(known, ..)| *known == status);
        let response = match shared {
            Some((_, name, ..)) => object! { "$ref" => format!("#/components/responses/{name}") },
            None => own(route, status, examples),
        };
        (status.to_string(), response)
    };
    statuses(route).into_iter().map(one).collect()
}

/// `components.responses`.
pub(super) fn components(examples: &Examples) -> Json {
    let one = |(status, name, text, headers): &Shared| {
        let response = object! { "description" => *text };
        let response = if headers.is_empty() { response } else { response.with("headers", listed(headers)) };
        (
            (*name).to_owned(),
            response.with("content", content(examples.shared.get(status).map_or(&[][..], Vec::as_slice))),
        )
    };
    Json::Object(SHARED.iter().map(one).collect())
}

/// An error that depends on the operation.
fn own(route: &Route, status: u16, examples: &Examples) -> Json {
    let text = match status {
        400 if route.method == "GET" => "A parameter or header is malformed or unknown; `errors` names it.",
        400 => "The body, a field, a parameter or a header is malformed or unknown; `errors` lists each by its path.",
        403 => "The caller is known, but does not have the permission.",
        _ => "The resource does not exist, or belongs to another organization.",
    };
    if status == 404 && route.answer == Answer::Html {
        let page = object! { "text/html" => object! { "schema" => object! { "type" => "string" } } };
        return object! { "description" => "There is no public page here.", "content" => page };
    }
    let example = examples.problems.get(&(route.id, status)).map(|problem| (status.to_string(), problem.clone()));
    object! { "description" => text, "content" => content(example.as_slice()) }
}

fn content(examples: &[(String, Json)]) -> Json {
    let media = object! { "schema" => Json::reference("Problem") };
    let media = match examples {
        [] => media,
        [(_, one)] => media.with("example", one),
        several => {
            let named = several.iter().map(|(name, value)| (name.clone(), object! { "value" => value }));
            media.with("examples", Json::Object(named.collect()))
        }
    };
    object! { PROBLEM => media }
}
