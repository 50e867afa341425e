//! The OpenAPI document is up to date and consistent, and the app's answers conform to it.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

use e2e::contract::{Kind, *};
use e2e::openapi::{all_schemas, document, routes};
use e2e::source::{assert_written, read};
use e2e::things::Things;
use e2e::{Reply, TestApp, crawl, examples, scene};
use reqwest::Method;
use serde_json::{Value, json};

pub(crate) mod checker;
mod refusals;
mod unknown_names;

use checker::{Checker, described, resolved, validator};

const PATH: &str = "docs/openapi.json";

pub(crate) fn parsed() -> Value {
    serde_json::from_str(&read(PATH)).expect("a document: run this file's tests with UPDATE_DOCS=1")
}

#[tokio::test]
async fn the_document_is_what_the_code_says() {
    let (app, scene, _) = scene::with_finished_event().await;
    let examples = examples::ask(&routes(), &app, &scene).await;
    let made = format!("{}\n", document(&routes(), &examples));
    app.stop().await;
    assert_written(PATH, &made);
}

/// The template that an address belongs to.
pub(crate) fn template_of(document: &Value, address: &str) -> String {
    let path = address.split('?').next().unwrap_or_default();
    let fits = |template: &&String| {
        let (template, path): (Vec<_>, Vec<_>) = (template.split('/').collect(), path.split('/').collect());
        let same = |(one, other): (&&str, &&str)| one == other || (one.starts_with('{') && !other.is_empty());
        template.len() == path.len() && template.iter().zip(&path).all(same)
    };
    // A template without parameters takes precedence.
    let templates = document["paths"].as_object().expect("paths").keys().filter(fits);
    let found = templates.min_by_key(|template| template.matches('{').count());
    found.unwrap_or_else(|| panic!("{address} is not documented")).clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_is_as_the_document_says() {
    let mut checker = Checker::new();
    let (app, _, _) = scene::with_finished_event().await;
    for address in &crawl::addresses(&app).await {
        let template = template_of(&checker.document, address);
        let reply = app.get(address).await;
        checker.check("GET", &template, &reply);
        checker.check("GET", &template, &same_in_each_form(&app, address, &reply).await);
    }
    for root in ["/", "/api/v1/api-keys/api_keys/", "/api/v1/api-keys/whoami/", "/api/v1/decklists/"] {
        checker.check("GET", root, &app.get(root).await);
    }
    checker.assert_none();
    app.stop().await;
}

/// Fails unless an answer has a tag, and is the same to HEAD and compressed. Returns the answer to a reader who has it.
async fn same_in_each_form(app: &TestApp, path: &str, plain: &Reply) -> Reply {
    let get = async |header: &str, value: &str| app.send(app.request(Method::GET, path).header(header, value)).await;
    let tag = plain.header("etag");
    assert!(tag.starts_with('"') || tag.starts_with("W/\""), "{path} has the tag `{tag}`");
    assert_eq!(plain.header("content-encoding"), "", "{path}");
    let head = app.send(app.request(Method::HEAD, path)).await;
    assert_eq!((head.status, head.body.len()), (plain.status, 0), "{path}");
    for name in ["etag", "content-type", "cache-control"] {
        assert_eq!(head.header(name), plain.header(name), "{path}: {name}");
    }
    let other = get("if-none-match", "\"something-else\"").await;
    assert_eq!((other.status, &other.body), (200, &plain.body), "{path}");
    let packed = get("accept-encoding", "gzip").await;
    let vary = packed.header("vary").to_ascii_lowercase();
    assert!(vary.contains("accept-encoding") || packed.body.len() < 1_024, "{path}");
    if packed.header("content-encoding") == "gzip" {
        let mut unpacked = Vec::new();
        flate2::read::MultiGzDecoder::new(&packed.body[..]).read_to_end(&mut unpacked).expect("gzip");
        assert_eq!(unpacked, plain.body, "{path}");
    } else {
        assert_eq!(packed.body, plain.body, "{path}");
        assert!(plain.body.len() < 2_048, "{path} of {} bytes is not compressed", plain.body.len());
    }
    let again = get("if-none-match", tag).await;
    assert_eq!((again.status, again.body.len(), again.header("etag")), (304, 0, tag), "{path}");
    again
}

#[tokio::test]
async fn every_write_of_a_list_and_what_a_person_reads_are_as_the_document_says() {
    let mut checker = Checker::new();
    let (app, scene, _) = scene::with_finished_event().await;
    let things = Things::of_scene(&app, &scene).await;
    for route in routes().iter().filter(|route| route.method == "GET" && route.template.contains("/account/")) {
        let request = app.anonymous(&things.path(route));
        let reply = app.send(things.credential(route, &app.key).sign(request)).await;
        assert!(!reply.list().is_empty(), "{}", route.template);
        checker.check("GET", route.template, &reply);
    }
    assert_eq!(checker.seen.len(), 5);
    checker.check("POST", "/api/v1/members/", &app.post("/api/v1/members/", &things.invitation()).await);
    checker.check("GET", "/api/v1/invitations/", &app.get("/api/v1/invitations/").await);
    let list = format!("/api/v1/decklists/{}/", scene.text_list);
    let bodies = [
        ("application/json", r#"{"name": "Goblins", "plaintext_list": "60 Mountain"}"#),
        ("application/x-www-form-urlencoded", "name=Goblins&archetype=Burn"),
        (
            "multipart/form-data; boundary=b",
            "--b\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nStorm\r\n--b--\r\n",
        ),
    ];
    for (method, address) in [(Method::POST, "/api/v1/decklists/"), (Method::PUT, &list), (Method::PATCH, &list)] {
        for (content_type, body) in bodies {
            for prefer in ["respond-async", "wait=1"] {
                let request = app.request(method.clone(), address).header("content-type", content_type).body(body);
                let reply = app.send(request.header("prefer", prefer)).await;
                assert!((200..300).contains(&reply.status), "{}: {}", reply.asked, reply.text());
                checker.check(method.as_str(), &template_of(&checker.document, address), &reply);
            }
        }
    }
    checker.assert_none();
    app.stop().await;
}

pub(crate) fn operations(document: &Value) -> impl Iterator<Item = (&String, &String, &Value)> {
    let paths = document["paths"].as_object().expect("paths").iter();
    paths.flat_map(|(template, path)| {
        path.as_object().expect("operations").iter().map(move |(method, operation)| (method, template, operation))
    })
}

#[tokio::test]
async fn every_write_beside_lists_is_as_the_document_says() {
    let mut checker = Checker::new();
    let (app, scene, _) = scene::with_finished_event().await;
    let things = Things::of_scene(&app, &scene).await;
    for route in
        routes().iter().filter(|route| route.method != "GET" && !route.template.starts_with("/api/v1/decklists/"))
    {
        // The second request finds the resource already created, changed or deleted.
        for prefer in ["respond-async", "wait=1"] {
            let request = things.request(&app, route).header("prefer", prefer);
            let reply = app.send(things.credential(route, &app.key).sign(request)).await;
            if matches!(reply.status, 404 | 409) && prefer == "wait=1" {
                // These can be done only once.
                assert!(["create_round", "delete_event", "fire_queue"].contains(&route.id), "{}", reply.asked);
                checker.check(route.method, route.template, &reply);
                continue;
            }
            assert!((200..300).contains(&reply.status), "{}: {}", reply.asked, reply.text());
            checker.check(route.method, route.template, &reply);
        }
    }
    checker.assert_none();
    app.stop().await;
}

#[test]
fn every_answer_in_json_has_an_example_and_each_is_as_its_schema_says() {
    let document = parsed();
    let (mut wrong, mut count, mut validators) = (Vec::new(), 0, BTreeMap::new());
    each_media(&document, &mut |place, media| {
        let named = media["examples"].as_object().into_iter().flatten().map(|(_, example)| &example["value"]);
        let examples: Vec<_> = named.chain(media.get("example")).collect();
        if examples.is_empty() {
            let is_json = place.ends_with("json") && !place.ends_with("ndjson");
            let lacks_one = is_json && media["schema"]["$ref"].is_string();
            wrong.extend(lacks_one.then(|| format!("{place}: no example")));
            return;
        }
        let schema = &media["schema"];
        let validator = validators.entry(schema.to_string()).or_insert_with(|| validator(&document, schema));
        for example in examples {
            count += 1;
            wrong.extend(validator.iter_errors(example).map(|error| format!("{place}: {}", described(&error))));
        }
    });
    assert_eq!(wrong, Vec::<String>::new());
    assert!(count > 50, "only {count} examples");
}

/// Calls a function with every media type of the document and its place.
fn each_media<'a>(document: &'a Value, see: &mut impl FnMut(String, &'a Value)) {
    let mut contents = Vec::new();
    for (method, template, operation) in operations(document) {
        contents.push((format!("{method} {template} takes"), &operation["requestBody"]["content"]));
        for (status, response) in operation["responses"].as_object().expect("responses") {
            contents.push((format!("{method} {template} {status}"), &resolved(document, response)["content"]));
        }
    }
    for (place, content) in contents {
        for (media_type, media) in content.as_object().into_iter().flatten() {
            see(format!("{place} {media_type}"), media);
        }
    }
}

#[test]
fn everything_that_is_described_is_referred_to() {
    let text = read(PATH);
    let document = parsed();
    let mut unused = Vec::new();
    for (kind, components) in document["components"].as_object().expect("components") {
        for name in components.as_object().expect("names").keys() {
            let target = format!("\"#/components/{kind}/{name}\"");
            if kind != "securitySchemes" && !text.contains(&target) {
                unused.push(target);
            }
        }
    }
    // Tiebreakers are only in domain events.
    let known: BTreeSet<_> =
        all_schemas().into_iter().map(|(name, _)| name).filter(|name| name != "Tiebreaker").collect();
    let documented = document["components"]["schemas"].as_object().expect("schemas");
    unused.extend(known.into_iter().filter(|name| !documented.contains_key(name)));
    assert_eq!(unused, Vec::<String>::new());
}

#[test]
fn operations_are_told_apart_and_fully_described() {
    let document = parsed();
    let (mut ids, mut bare) = (BTreeSet::new(), Vec::new());
    let tags: BTreeSet<_> =
        document["tags"].as_array().expect("tags").iter().map(|tag| &tag["name"]).map(text).collect();
    for (method, template, operation) in operations(&document) {
        assert!(ids.insert(text(&operation["operationId"])), "two operations have the same id: {template}");
        assert!(tags.contains(&text(&operation["tags"][0])), "{template}: a tag without a description");
        let parameters: Vec<_> = operation["parameters"].as_array().into_iter().flatten().collect();
        let parameters = parameters.into_iter().map(|parameter| resolved(&document, parameter));
        let said: Vec<_> =
            parameters.map(|parameter| &parameter["description"]).chain([&operation["summary"]]).collect();
        if said.iter().any(|said| said.as_str().is_none_or(str::is_empty)) {
            bare.push(format!("{method} {template}"));
        }
    }
    assert_eq!(bare, Vec::<String>::new(), "operations without a summary, or with a parameter without a description");
}

#[track_caller]
fn text(value: &Value) -> String {
    crawl::text(value).to_owned()
}

/// Answers of the interface, and the schemas that describe them.
const ANSWERS: [(&Shape, &str); 14] = [
    (&CONVENTION, "Convention"),
    (&CONVENTION_SUMMARY, "ConventionSummary"),
    (&EVENT, "Event"),
    (&ROUND, "Round"),
    (&ROUND_MATCHES, "RoundMatches"),
    (&REGISTRATION, "Registration"),
    (&STANDINGS, "Standings"),
    (&TAGGED_PLAYER, "TaggedPlayer"),
    (&DECKLIST, "Decklist"),
    (&DECKLIST_PAGE, "DecklistPage"),
    (&API_KEY, "ApiKey"),
    (&WHOAMI, "ApiKeyInformation"),
    (&EXPORTED_WITH_TEXT, "ExportedTournament"),
    (&OVERVIEW, "EventOverview"),
];

#[test]
fn the_schemas_have_the_fields_of_the_interface() {
    let document = parsed();
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for (shape, name) in ANSWERS {
        compare(&document, shape, &document["components"]["schemas"][name], name, &mut seen, &mut wrong);
    }
    // The event's own tiebreakers come with `?tiebreakers=true` alone.
    wrong.retain(|it| it != "Standings.standings.tiebreakers is only in one of the two");
    assert_eq!(wrong, Vec::<String>::new());
    let missing = ALL_SHAPES.iter().map(|shape| shape.name).filter(|name| !seen.contains(name));
    // The export without texts lacks only one field of the export with texts.
    let missing: Vec<_> = missing.filter(|name| !["Exported tournament", "exported standing"].contains(name)).collect();
    assert_eq!(missing, Vec::<&str>::new(), "objects of the interface that no schema was compared with");
}

/// Compares an object of the interface with a schema: the names of fields, which of them may be null, and nested
/// objects.
fn compare(
    document: &Value,
    shape: &Shape,
    schema: &Value,
    place: &str,
    seen: &mut BTreeSet<&'static str>,
    wrong: &mut Vec<String>,
) {
    seen.insert(shape.name);
    let properties = schema["properties"].as_object().unwrap_or_else(|| panic!("{place}: no object in {schema}"));
    let fields: BTreeMap<_, _> = shape.fields.iter().chain(shape.beside).map(|field| (field.name, field)).collect();
    let (ours, theirs): (BTreeSet<_>, BTreeSet<_>) =
        (properties.keys().map(String::as_str).collect(), fields.keys().copied().collect());
    wrong.extend(ours.symmetric_difference(&theirs).map(|name| format!("{place}.{name} is only in one of the two")));
    for (name, field) in fields {
        let Some(property) = properties.get(name) else { continue };
        let place = format!("{place}.{name}");
        let may_be_null = allows_null(property);
        if may_be_null && !field.nullable {
            wrong.push(format!("{place} is never null"));
        }
        if let Some((inner, schema)) = inner(document, field.kind, property) {
            compare(document, inner, schema, &place, seen, wrong);
        }
    }
}

fn allows_null(schema: &Value) -> bool {
    let types = schema["type"].as_array().is_some_and(|types| types.contains(&json!("null")));
    types || schema["oneOf"].as_array().is_some_and(|any| any.iter().any(|one| one["type"] == "null"))
}

/// The object inside a field, with its schema.
fn inner<'a>(document: &'a Value, kind: Kind, schema: &'a Value) -> Option<(&'static Shape, &'a Value)> {
    let one = schema["oneOf"].as_array().and_then(|any| any.iter().find(|one| one["$ref"].is_string()));
    match kind {
        Kind::Object(shape) => Some((shape, resolved(document, one.unwrap_or(schema)))),
        Kind::Objects(shape) => Some((shape, resolved(document, &schema["items"]))),
        _ => None,
    }
}
