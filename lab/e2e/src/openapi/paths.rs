//! `paths`: each row of the route tables as an operation; `webhooks`: the messages that the service sends.

use api_kit::description::{Access, Answer, BodySchema, PICTURE_FILE, Route};
use api_kit::interface::UnknownNames;
use domain::permissions::{Operation, Own, Scheme};
use indexmap::IndexMap;
use proto_events::vocabulary::WebhookEventType;

use super::examples::Examples;
use super::headers;
use super::info::{BEARER, tag_name};
use super::json::Json;
use super::json::object;
use super::parameters::{self, names_in};
use super::problems;

/// Media types of bodies.
const BODY_TYPES: [&str; 3] = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"];

/// Media types of pictures.
const PICTURE_TYPES: [&str; 3] = ["image/jpeg", "image/png", "image/webp"];

/// `paths`, in the order of the tables.
pub(super) fn of(routes: &[Route], examples: &Examples) -> Json {
    let mut paths = Json::empty();
    for route in routes {
        let mut path = paths.get(route.template).cloned().unwrap_or(Json::empty());
        path.set(&route.method.to_lowercase(), operation(route, routes, examples));
        paths.set(route.template, path);
    }
    paths
}

fn operation(route: &Route, routes: &[Route], examples: &Examples) -> Json {
    let mut operation = object! {
        "tags" => vec![tag_name(route.tag)],
        "summary" => route.summary,
    };
    let text = text(route);
    if !text.is_empty() {
        operation.set("description", text);
    }
    operation.set("operationId", route.id);
    let parameters = parameters::of(route);
    if !parameters.is_empty() {
        operation.set("parameters", parameters);
    }
    if let Some(body) = &route.body {
        operation.set("requestBody", request_body(body, route, examples));
    }
    operation.set("responses", responses(route, routes, examples));
    operation.set("security", security(route));
    if let Some(needed) = route.operation() {
        let roles: Vec<_> = needed.rule().roles.iter().map(|role| role.wire_name()).collect();
        operation.set("x-required-permission", needed.rule().phrase);
        operation.set("x-roles", roles);
        operation.set("x-own-too", needed.rule().own == Own::Too);
    }
    operation
}

/// The description of an operation, and the roles that may use it.
fn text(route: &Route) -> String {
    let roles = route.operation().map(|needed| {
        let roles: Vec<_> = needed.rule().roles.iter().map(|role| format!("`{role}`")).collect();
        let own = match needed.rule().own {
            Own::Too => format!(" With {}, any role may do it for the person's own data.", persons(needed)),
            Own::No => String::new(),
        };
        format!("Needs the permission to {}: {}.{own}", needed.rule().phrase, roles.join(", "))
    });
    let parts = [Some(route.text.to_owned()).filter(|text| !text.is_empty()), roles];
    parts.into_iter().flatten().collect::<Vec<_>>().join("\n\n")
}

/// The credentials with which people may use an operation on their own data.
fn persons(needed: Operation) -> &'static str {
    if needed.takes(Scheme::Cookie) { "a token or a session" } else { "a token" }
}

fn security(route: &Route) -> Vec<Json> {
    let taken = route.operation().map(|needed| needed.rule().schemes).unwrap_or_default();
    let bearer = taken.contains(&Scheme::ApiKey).then_some(BEARER);
    let names = taken.iter().map(|scheme| scheme.name()).chain(bearer);
    let mut security: Vec<_> = names.map(|name| object! { name => Json::List(Vec::new()) }).collect();
    if matches!(route.access, Access::KeyOrOpen(_)) {
        security.push(Json::empty());
    }
    security
}

fn request_body(body: &BodySchema, route: &Route, examples: &Examples) -> Json {
    if body.name == PICTURE_FILE {
        let bytes = || object! { "schema" => object! { "type" => "string", "format" => "binary" } };
        let content = PICTURE_TYPES.map(|media_type| (media_type.to_owned(), bytes()));
        return object! {
            "description" => format!("A file of at most {} bytes.", domain::limits::PICTURE_BYTES),
            "required" => true,
            "content" => Json::Object(content.into_iter().collect()),
        };
    }
    // Decklists are accepted in all formats that clients of such services send; other bodies only in JSON.
    let types = if headers::is_revisioned(route) { &BODY_TYPES[..] } else { &BODY_TYPES[..1] };
    let media = |media_type: &str| {
        let schema = Json::reference(body.name);
        // The name of a part is in a header, which must not contain control characters.
        let names = || object! { "pattern" => "^[^\\u0000-\\u001f\\u007f]*$" };
        let is_multipart = media_type == BODY_TYPES[2];
        let media = object! { "schema" => if is_multipart { schema.with("propertyNames", names()) } else { schema } };
        match examples.bodies.get(route.id) {
            Some(example) if media_type == BODY_TYPES[0] => media.with("example", example),
            _ => media,
        }
    };
    let content = types.iter().map(|media_type| ((*media_type).to_owned(), media(media_type)));
    let others = match route.unknown_names() {
        UnknownNames::Refused => "Unknown fields and fields given twice are refused.",
        UnknownNames::Ignored => {
            "Unknown fields are ignored. Of a field given twice the last value counts. `Crosstable-Ignored` lists both."
        }
    };
    object! {
        "description" => format!("At most {} bytes, in UTF-8 and uncompressed. {others}", domain::limits::BODY_BYTES),
        "required" => !body.is_optional,
        "content" => Json::Object(content.collect()),
    }
}

fn responses(route: &Route, routes: &[Route], examples: &Examples) -> Json {
    let (status, text) = success(route);
    let success = object! {
        "description" => text,
        "headers" => headers::of_success(route, examples),
    };
    let success = match route.answer {
        Answer::Nothing => success,
        _ => success.with("content", success_content(route, examples)),
    };
    let linked = links(route, routes);
    let success = if linked.members().next().is_none() { success } else { success.with("links", linked) };
    let mut responses = IndexMap::from([(status.to_string(), success)]);
    if route.is_created_once {
        let again = object! {
            "description" => "The same existed before.",
            "headers" => headers::of_repetition(),
            "content" => success_content(route, examples),
        };
        responses.shift_insert(0, "200".to_owned(), again);
    }
    if route.id == "create_member" {
        let media = object! { "schema" => Json::reference("Invitation") };
        let media = examples.invitation.as_ref().map_or(media.clone(), |example| media.with("example", example));
        let invited = object! {
            "description" => "The person is invited, or was invited before.",
            "headers" => headers::of_repetition(),
            "content" => object! { "application/json" => media },
        };
        responses.insert("202".to_owned(), invited);
    }
    if route.id == "show_store" {
        let schema = object! { "type" => "string", "format" => "uri-reference" };
        let address = object! { "description" => "The address of the page.", "required" => true, "schema" => schema };
        let moved = object! {
            "description" => "The page is at another address.",
            "headers" => object! { "Location" => address },
        };
        responses.insert("301".to_owned(), moved);
    }
    if route.method == "GET" && headers::has_tag(route) {
        let unchanged =
            object! { "description" => "The answer has not changed.", "headers" => headers::of_unchanged() };
        responses.insert("304".to_owned(), unchanged);
    }
    responses.extend(problems::of(route, examples));
    Json::Object(responses)
}

/// The status of success, and the description of the answer.
fn success(route: &Route) -> (u16, &'static str) {
    let is_list = headers::is_revisioned(route);
    match (route.method, route.answer) {
        ("POST", Answer::Json(status, _)) => (status, if is_list { "The new decklist." } else { "The new resource." }),
        ("PUT" | "PATCH", Answer::Json(status, _)) if is_list => (status, "The changed decklist."),
        ("PUT" | "PATCH", Answer::Json(status, _)) => (status, "The changed resource."),
        (_, Answer::Nothing) => (204, "Done. The answer has no body."),
        (_, Answer::Html) => (200, "The page."),
        (_, Answer::Svg) => (200, "The picture."),
        (_, Answer::Calendar) => (200, "The calendar, as RFC 5545 defines it."),
        (_, Answer::File) => (200, "The file."),
        (_, Answer::EventStream) => (200, "The stream, which does not end by itself."),
        (_, Answer::Json(status, _)) => (status, "The requested resource."),
        _ => (200, "The requested resources."),
    }
}

fn success_content(route: &Route, examples: &Examples) -> Json {
    let array = |schema: &str| object! { "type" => "array", "items" => Json::reference(schema) };
    let text = || object! { "schema" => object! { "type" => "string" } };
    let lines = |schema: &str| {
        let description = format!("One {schema} per line, without blank lines.");
        object! { "schema" => object! { "type" => "string", "description" => description } }
    };
    let json = |schema: Json| {
        let media = object! { "schema" => schema };
        match examples.answers.get(route.id) {
            Some(example) => media.with("example", example),
            None => media,
        }
    };
    match route.answer {
        Answer::Json(_, schema) => object! { "application/json" => json(Json::reference(&schema.name())) },
        Answer::JsonArray(schema) => object! { "application/json" => json(array(&schema.name())) },
        Answer::JsonArrayOrSummaries(whole, summary) => {
            let forms = vec![array(&whole.name()), array(&summary.name())];
            object! { "application/json" => json(object! { "anyOf" => forms }) }
        }
        Answer::JsonArrayOrLines(schema) => object! {
            "application/json" => json(array(&schema.name())),
            "application/x-ndjson" => lines(&schema.name()),
        },
        Answer::LinesOrJsonOrCsv(schema) => {
            let table =
                object! { "type" => "string", "description" => "The table that `table` names, with a line of names." };
            object! {
                "application/x-ndjson" => lines(&schema.name()),
                "application/json" => json(array(&schema.name())),
                "text/csv" => object! { "schema" => table },
            }
        }
        Answer::OpenApi => object! { "application/json" => object! { "schema" => object! { "type" => "object" } } },
        Answer::Html => object! { "text/html" => text() },
        Answer::Svg => object! { "image/svg+xml" => text() },
        Answer::Calendar => object! { "text/calendar" => text() },
        Answer::File => object! { "*/*" => Json::empty() },
        Answer::EventStream => object! { "text/event-stream" => text() },
        Answer::Nothing => Json::empty(),
    }
}

/// Links from a creation to the operations under the new resource's address.
fn links(made_by: &Route, routes: &[Route]) -> Json {
    let known: Vec<_> = names_in(made_by.template).collect();
    let own_address = format!("{}{{", made_by.template);
    // An operation below it needs only the known parameters and the id or slug of the new resource.
    let under_it = routes.iter().filter(|route| {
        let is_below = made_by.method == "POST" && route.template.starts_with(&own_address);
        is_below && names_in(route.template).count() == known.len() + 1
    });
    let link = |route: &Route| {
        let name = names_in(route.template).last().unwrap_or("id");
        let made = if name == "slug" { "$response.body#/slug" } else { "$response.body#/id" };
        let known = known.iter().map(|name| ((*name).to_owned(), Json::from(format!("$request.path.{name}"))));
        let link = object! {
            "operationId" => route.id,
            "parameters" => Json::Object(known.chain([(name.to_owned(), Json::from(made))]).collect()),
            "description" => route.summary,
        };
        (route.id.to_owned(), link)
    };
    Json::Object(under_it.map(link).collect())
}

/// `webhooks`: the messages that the service sends, by type.
pub(super) fn webhooks() -> Json {
    let message = |event_type: &WebhookEventType| {
        let post = object! {
            "summary" => event_type.display_name(),
            "description" => "Signed as in Standard Webhooks. It is sent again until it is answered with a 2xx status.",
            "requestBody" => object! {
                "required" => true,
                "content" => object! { "application/json" => object! { "schema" => Json::reference("WebhookMessage") } },
            },
            "responses" => object! {
                "2XX" => object! { "description" => "The message is delivered. The body is not used." },
                "410" => object! { "description" => "The webhook is disabled." },
            },
        };
        (event_type.wire_name().to_owned(), object! { "post" => post })
    };
    Json::Object(WebhookEventType::ALL.iter().map(message).collect())
}
