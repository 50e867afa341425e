//! Which errors an operation can answer with, and how each looks.

use api_kit::description::{Access, Answer, Route};
use domain::permissions::Operation;
use proto_events::vocabulary::Role;

use super::examples::Examples;
use super::headers::{heeds_if_match, is_done_once, is_fixed, is_organizing, listed};
use super::json::{Json, object};
use super::parameters::names_in;
use super::schemas::reference;

/// Media type of problems.
const PROBLEM: &str = "application/problem+json";

/// An error that is the same at every operation: status, name in `components.responses`, when, headers.
type Shared = (u16, &'static str, &'static str, &'static [&'static str]);

const SHARED: [Shared; 11] = [
    (
        401,
        "Unauthorized",
        "Nothing that is taken here says who you are: it is missing, mistyped, unknown, revoked or expired, or of somebody who \
         is no longer a member.",
        &["Authenticate"],
    ),
    (406, "NotAcceptable", "The header `Accept` excludes every form that this answer has.", &[]),
    (
        409,
        "Conflict",
        "As things are, it cannot be done. `detail` says why, and what would help; `legal` names the steps that are possible, where \
         a step is not. Nothing was changed.",
        &[],
    ),
    (
        412,
        "PreconditionFailed",
        "What was to be changed has another version than `If-Match` names. Nothing was changed.",
        &["RevisionTag"],
    ),
    (413, "PayloadTooLarge", "The body, or what would be stored of it, is larger than allowed.", &[]),
    (
        415,
        "UnsupportedMediaType",
        "The body comes in a form, a character set or an encoding that is not read here.",
        &[],
    ),
    (422, "IdempotencyKeyReused", "The `Idempotency-Key` came before with another request.", &[]),
    (431, "HeadersTooLarge", "Address and headers together are larger than allowed.", &[]),
    (500, "InternalError", "Our fault. It is in our log; the same request may work later.", &[]),
    (503, "Unavailable", "For the moment only: try again after `Retry-After` seconds.", &["RetryAfter"]),
    (
        507,
        "InsufficientStorage",
        "There is no room to store this, or too little for what people do with their own rights. Nothing was stored.",
        &[],
    ),
];

/// Operations that may be refused for how things are, rather than for what was asked.
const CONFLICTING: [&str; 9] = [
    "create_member",
    "withdraw_invitation",
    "leave_organization",
    "change_member",
    "remove_member",
    "create_password_link",
    "change_api_key",
    "replace_decklist",
    "change_decklist",
];

/// Whether an operation can be refused for how things are.
fn conflicts(route: &Route) -> bool {
    let id = route.description.id;
    // Lists can be locked whatever comes.
    CONFLICTING.contains(&id) || (is_organizing(route) && route.template.contains('{') && id != "lock_decklists")
}

/// What an operation needs from its caller.
pub(super) fn operation(route: &Route) -> Option<Operation> {
    match route.access {
        Access::Key(operation) | Access::KeyOrOpen(operation) => Some(operation),
        Access::Open => None,
    }
}

/// Whether some role may not have this answer.
fn can_forbid(route: &Route) -> bool {
    let has_teams = route.description.parameters.iter().any(|parameter| parameter.name == "teams");
    let has_all = route.description.parameters.iter().any(|parameter| parameter.name == "all");
    has_teams || has_all || operation(route).is_some_and(|operation| operation.roles().len() < Role::ALL.len())
}

/// Statuses of the errors that an operation can answer with.
pub(super) fn statuses(route: &Route) -> Vec<u16> {
    let writes = route.method != "GET";
    let (answer, has_path_parameters) = (route.description.answer, names_in(route.template).next().is_some());
    let has_pages = route.description.parameters.iter().any(|parameter| parameter.name == "page");
    let is_json = !matches!(answer, Answer::Html | Answer::Svg | Answer::File);
    let when = [
        // Every read looks at the `Consistency-Token`, and every write at its body, even where it takes none.
        (400, true),
        (401, operation(route).is_some()),
        (403, can_forbid(route)),
        (404, has_path_parameters || has_pages),
        (406, is_json),
        (409, conflicts(route)),
        (412, heeds_if_match(route)),
        (413, writes),
        (415, writes),
        (422, is_done_once(route)),
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
        ((*name).to_owned(), response.with("content", content(&examples.shared_problem(*status))))
    };
    Json::Object(SHARED.iter().map(one).collect())
}

/// An error that says something of the operation itself.
fn own(route: &Route, status: u16, examples: &Examples) -> Json {
    let text = match status {
        400 if route.method == "GET" => "A parameter or header is malformed or unknown; `errors` names it.",
        400 => {
            "The body, its fields, a parameter or a header are malformed or unknown; `errors` lists every fault by its path."
        }
        403 => "The caller is known, and may not.",
        _ => "There is nothing under this address, or it is another organization's.",
    };
    if status == 404 && route.description.answer == Answer::Html && !is_fixed(route) {
        let page = object! { "text/html" => object! { "schema" => object! { "type" => "string" } } };
        return object! { "description" => "There is no public page here.", "content" => page };
    }
    object! { "description" => text, "content" => content(&examples.problem(route.description.id, status)) }
}

fn content(examples: &[(String, Json)]) -> Json {
    let media = object! { "schema" => reference("Problem") };
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
