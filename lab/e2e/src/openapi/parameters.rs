//! Parameters of operations: of the path and the query, and the headers of all reads or all writes.

use api_kit::consistency::LETTERS;
use api_kit::description::{Parameter, Route, Values};
use domain::limits;

use super::headers::{draws_on_nothing, has_tag, heeds_if_match, is_done_once, is_of_writer};
use super::json::Json;
use super::json::object;
use super::limits::SLUG;

/// A valid minute, such as `2026-03-15 18:00`; 30 February is invalid.
const MINUTE: &str = "^([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))\
                      |([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29) ([01][0-9]|2[0-3]):[0-5][0-9]$";

/// The parameters of an operation.
pub(super) fn of(route: &Route) -> Vec<Json> {
    let mut parameters: Vec<_> = names_in(route.template).map(|name| path_parameter(route.template, name)).collect();
    parameters.extend(route.parameters.iter().map(query_parameter));
    parameters
        .extend(headers(route).iter().map(|name| object! { "$ref" => format!("#/components/parameters/{name}") }));
    parameters
}

/// Names of the parameters in a path.
pub(super) fn names_in(template: &str) -> impl Iterator<Item = &str> {
    template.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name)
}

/// The kind of resource that the id in a path belongs to.
fn thing(template: &str) -> &'static str {
    if template.contains("/account/") {
        return "organization";
    }
    ["decklist", "round", "event", "member", "invitation", "user", "api_key", "webhook"]
        .into_iter()
        .find(|thing| template.contains(&format!("{thing}s/{{id}}")))
        .map_or("resource", |thing| if thing == "api_key" { "API key" } else { thing })
}

fn path_parameter(template: &str, name: &str) -> Json {
    let (text, schema) = match name {
        "id" => (format!("Id of the {}.", thing(template)), object! { "type" => "integer", "format" => "int64" }),
        "player_id" => {
            ("Id of the player, or of the team.".to_owned(), object! { "type" => "integer", "format" => "int64" })
        }
        _ if name.ends_with("_id") => {
            let thing = name.trim_end_matches("_id");
            (format!("Id of the {thing}."), object! { "type" => "integer", "format" => "int64" })
        }
        "slug" => {
            let schema = object! { "type" => "string", "minLength" => 1_usize, "maxLength" => limits::CONVENTION_SLUG, "pattern" => SLUG };
            ("Slug of the convention.".to_owned(), schema)
        }
        "number" => ("Number of the round.".to_owned(), object! { "type" => "integer", "format" => "int32" }),
        _ => ("Name of the file.".to_owned(), object! { "type" => "string", "minLength" => 1_usize }),
    };
    let parameter =
        object! { "name" => name, "in" => "path", "required" => true, "description" => text, "schema" => schema };
    match name {
        "file" if template.starts_with("/dumps/") => parameter.with("example", "tournaments-2026-03.ndjson.zst"),
        "file" => parameter.with("example", "page.css"),
        _ => parameter,
    }
}

fn query_parameter(parameter: &Parameter) -> Json {
    let (schema, example) = match parameter.values {
        Values::Integer(least, most, meant) => {
            let mut schema =
                object! { "type" => "integer", "format" => "int64", "minimum" => least, "maximum" => most };
            if let Some(meant) = meant {
                schema.set("default", meant);
            }
            (schema, parameter.example.parse::<i64>().map_or(Json::Null, Json::from))
        }
        Values::Boolean => (
            object! { "type" => "boolean", "default" => false },
            Json::from(parameter.example.eq_ignore_ascii_case("true")),
        ),
        Values::Time => (object! { "type" => "string", "pattern" => MINUTE }, Json::from(parameter.example)),
        Values::Text(most) => (object! { "type" => "string", "maxLength" => most }, Json::from(parameter.example)),
        Values::Preferably(values) => {
            (object! { "type" => "string", "examples" => values() }, Json::from(parameter.example))
        }
        Values::OneOf(values) => (object! { "type" => "string", "enum" => values() }, Json::from(parameter.example)),
    };
    let form = match parameter.values {
        Values::Boolean => " `True`, `1`, `False` and `0` are accepted too.",
        Values::Time => " In UTC: `YYYY-MM-DD HH:MM`.",
        _ => "",
    };
    object! {
        "name" => parameter.name,
        "in" => "query",
        "description" => format!("{}{form}", parameter.text),
        "schema" => schema,
        "example" => example,
    }
}

/// The headers that an operation supports, by their names in `components.parameters`.
fn headers(route: &Route) -> Vec<&'static str> {
    if route.method == "GET" {
        return match route {
            route if is_of_writer(route) => Vec::new(),
            route if draws_on_nothing(route) => vec!["IfNoneMatch"],
            route if !has_tag(route) => vec!["ConsistencyToken", "PreferToWait"],
            _ => vec!["IfNoneMatch", "ConsistencyToken", "PreferToWait"],
        };
    }
    let heeded =
        [("IdempotencyKey", is_done_once(route)), ("IfMatch", heeds_if_match(route)), ("PreferNotToWait", true)];
    heeded.into_iter().filter(|(_, is_heeded)| *is_heeded).map(|(name, _)| name).collect()
}

/// `components.parameters`: the headers.
pub(super) fn components() -> Json {
    let (shortest, longest) = (*limits::IDEMPOTENCY_KEY.start(), *limits::IDEMPOTENCY_KEY.end());
    let header = |name: &str, text: String, schema: Json| {
        object! { "name" => name, "in" => "header", "description" => text, "schema" => schema }
    };
    let any = || object! { "type" => "string" };
    let key = object! {
        "type" => "string", "minLength" => shortest, "maxLength" => longest, "pattern" => format!("^[!-~]{{{shortest},{longest}}}$"),
    };
    let hours = limits::IDEMPOTENCY_HOURS;
    let key_text = format!(
        "A name that you choose for this request: {shortest} to {longest} visible ASCII characters that you use for no \
         other request. Repetitions with the same name are carried out once and get the same answer. Remembered for \
         {hours} hours."
    );
    let wait = limits::WAIT_SECONDS_MAX;
    let token = object! { "type" => "string", "pattern" => format!("^[A-Za-z0-9_-]{{{LETTERS}}}$") };
    object! {
        "ConsistencyToken" => header("Consistency-Token", "The `Consistency-Token` from the answer to a write. The \
            answer to this read includes that write, or is 503 if that takes longer than you wait.".to_owned(), token),
        "IdempotencyKey" => header("Idempotency-Key", key_text, key),
        "IfMatch" => header("If-Match", "The `ETag` of the version that you change, or `*`. If the version has changed \
            since, the answer is 412 and nothing is changed.".to_owned(), any()).with("example", "\"3\""),
        "IfNoneMatch" => header("If-None-Match", "The `ETag` of the answer that you have. The answer is 304 without a body if \
            nothing has changed.".to_owned(), any()),
        "PreferNotToWait" => header("Prefer", "`respond-async`: answer when the write is on disk, without waiting until it can \
            be read. Other preferences are ignored.".to_owned(), any()).with("example", "respond-async"),
        "PreferToWait" => header("Prefer", format!("`wait=N`: with a `Consistency-Token`, wait up to N seconds for that write, {wait} \
            at most, 2 by default. Other preferences are ignored."), any()).with("example", "wait=3"),
    }
}
