//! The OpenAPI document: it is up to date, it holds together, and the app keeps every word of it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]

use std::collections::{BTreeMap, BTreeSet};

use e2e::contract::{Kind, *};
use e2e::openapi::{Examples, document, routes, schemas};
use e2e::source::root;
use e2e::{Reply, TestApp, crawl, scene};
use jsonschema::Validator;
use proto_events::vocabulary::Role;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

const PATH: &str = "docs/openapi.json";

/// The document as it is checked in.
fn written() -> String {
    std::fs::read_to_string(root().join(PATH)).unwrap_or_default()
}

fn parsed() -> Value {
    serde_json::from_str(&written()).expect("a document: run this file's tests with UPDATE_DOCS=1")
}

#[tokio::test]
async fn the_document_is_what_the_code_says() {
    let (app, scene, _) = scene::with_finished_event().await;
    let examples = Examples::ask(&routes(), &app, &scene).await;
    let made = document(&routes(), &examples).pretty();
    app.stop().await;
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(root().join(PATH), &made).expect("a file to write");
    }
    assert!(written() == made, "{PATH} is stale: run this test with UPDATE_DOCS=1");
}

/// Holds answers against the document.
struct Checker {
    document: Value,
    /// By the place of a media type in the document.
    validators: BTreeMap<String, Validator>,
    /// Operation and status, as seen.
    seen: BTreeSet<(String, u16)>,
    violations: Vec<String>,
}

impl Checker {
    fn new() -> Self {
        Self { document: parsed(), validators: BTreeMap::new(), seen: BTreeSet::new(), violations: Vec::new() }
    }

    /// Checks status, headers, media type and body of an answer to an operation.
    fn check(&mut self, method: &str, template: &str, reply: &Reply) {
        if let Err(violation) = self.try_check(&method.to_lowercase(), template, reply) {
            self.violations.push(format!("{} ({}): {violation}", reply.asked, reply.status));
        }
    }

    fn try_check(&mut self, method: &str, template: &str, reply: &Reply) -> Result<(), String> {
        let operation = &self.document["paths"][template][method];
        let response = resolved(&self.document, &operation["responses"][reply.status.to_string()]);
        if !response.is_object() {
            return Err("this status is not documented".into());
        }
        self.seen.insert((operation["operationId"].as_str().expect("an id").to_owned(), reply.status));
        for (name, header) in response["headers"].as_object().into_iter().flatten() {
            let header = resolved(&self.document, header);
            if header["required"] == true && reply.header(&name.to_lowercase()).is_empty() {
                return Err(format!("no header {name}"));
            }
        }
        let Some(content) = response["content"].as_object() else {
            return if reply.body.is_empty() { Ok(()) } else { Err("a body where none is documented".into()) };
        };
        let media_type = reply.header("content-type").split(';').next().unwrap_or_default();
        let Some(media) = content.get(media_type).or_else(|| content.get("*/*")) else {
            return Err(format!("the media type {media_type} is not documented"));
        };
        if !media_type.ends_with("json") || media_type.ends_with("ndjson") {
            return Ok(());
        }
        let place = format!("{template} {method} {} {media_type}", reply.status);
        let validator = self.validators.entry(place).or_insert_with(|| validator(&self.document, &media["schema"]));
        let body = reply.any_json();
        let errors: Vec<_> = validator.iter_errors(&body).take(3).map(|error| described(&error)).collect();
        if errors.is_empty() { Ok(()) } else { Err(errors.join("; ")) }
    }

    #[track_caller]
    fn assert_none(&self) {
        let first: Vec<_> = self.violations.iter().take(20).collect();
        assert!(first.is_empty(), "{} violations, such as {first:#?}", self.violations.len());
    }
}

fn described(error: &jsonschema::ValidationError<'_>) -> String {
    let text: String = error.to_string().chars().take(200).collect();
    format!("{} at {}", text, error.instance_path())
}

/// A schema of the document as a validator that knows the others.
fn validator(document: &Value, schema: &Value) -> Validator {
    let mut schema = schema.clone();
    schema["components"] = document["components"].clone();
    let options = jsonschema::draft202012::options().should_validate_formats(true);
    options.build(&schema).unwrap_or_else(|error| panic!("{error} in {schema}"))
}

/// What a reference points to; everything else is itself.
fn resolved<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    match value["$ref"].as_str() {
        Some(target) => document.pointer(target.trim_start_matches('#')).unwrap_or_else(|| panic!("{target}")),
        None => value,
    }
}

/// The template that an address belongs to.
fn template_of(document: &Value, address: &str) -> String {
    let path = address.split('?').next().unwrap_or_default();
    let fits = |template: &&String| {
        let (template, path): (Vec<_>, Vec<_>) = (template.split('/').collect(), path.split('/').collect());
        let same = |(one, other): (&&str, &&str)| one == other || (one.starts_with('{') && !other.is_empty());
        template.len() == path.len() && template.iter().zip(&path).all(same)
    };
    // An address that is written out goes before one with parameters.
    let templates = document["paths"].as_object().expect("paths").keys().filter(fits);
    let found = templates.min_by_key(|template| template.matches('{').count());
    found.unwrap_or_else(|| panic!("nothing documents {address}")).clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_is_as_the_document_says() {
    let mut checker = Checker::new();
    let (app, _, _) = scene::with_finished_event().await;
    let mut addresses = crawl::addresses(&app).await;
    let roots = ["/", "/api/v1/api-keys/api_keys/", "/api/v1/api-keys/whoami/", "/api/v1/decklists/"];
    addresses.extend(roots.map(str::to_owned));
    for address in &addresses {
        let template = template_of(&checker.document, address);
        let reply = app.get(address).await;
        checker.check("GET", &template, &reply);
        let tag = reply.header("etag").to_owned();
        if !tag.is_empty() {
            let again = app.send(app.request(Method::GET, address).header("if-none-match", tag)).await;
            assert_eq!(again.status, 304, "{address}");
            checker.check("GET", &template, &again);
        }
    }
    checker.assert_none();
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_of_the_demo_is_as_the_document_says() {
    let mut checker = Checker::new();
    let app = TestApp::demo().await;
    for address in crawl::addresses(&app).await {
        let template = template_of(&checker.document, &address);
        // Decklists are many and alike.
        if template != "/api/v1/decklists/{id}/" {
            checker.check("GET", &template, &app.get(&address).await);
        }
    }
    checker.assert_none();
    app.stop().await;
}

#[tokio::test]
async fn every_write_is_as_the_document_says() {
    let mut checker = Checker::new();
    let (app, scene, _) = scene::with_finished_event().await;
    let list = format!("/api/v1/decklists/{}/", scene.text_list);
    let bodies = [
        ("application/json", r#"{"name": "Goblins", "plaintext_list": "60 Mountain"}"#),
        ("application/x-www-form-urlencoded", "name=Goblins&archetype=Burn"),
        (
            "multipart/form-data; boundary=b",
            "--b\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nStorm\r\n--b--\r\n",
        ),
    ];
    for (method, address) in [("POST", "/api/v1/decklists/"), ("PUT", &list), ("PATCH", &list)] {
        for (content_type, body) in bodies {
            for prefer in ["respond-async", "wait=1"] {
                let verb = Method::from_bytes(method.as_bytes()).expect("a method");
                let request = app.request(verb, address).header("content-type", content_type).body(body);
                let reply = app.send(request.header("prefer", prefer)).await;
                assert!((200..300).contains(&reply.status), "{}: {}", reply.asked, reply.text());
                checker.check(method, &template_of(&checker.document, address), &reply);
            }
        }
    }
    checker.assert_none();
    app.stop().await;
}

/// Requests that must be refused, for an operation: as many kinds as apply.
fn refusals(app: &TestApp, method: &str, address: &str, read_only: &str) -> Vec<RequestBuilder> {
    let verb = Method::from_bytes(method.as_bytes()).expect("a method");
    let request = |address: &str| {
        let request = app.request(verb.clone(), address);
        if method == "GET" { request } else { request.json(&json!({ "name": "Refused" })) }
    };
    let without_key = request(address).build().map(|mut request| {
        request.headers_mut().remove("x-api-key");
        RequestBuilder::from_parts(reqwest::Client::new(), request)
    });
    let with_key = |key: &str, query: &str| {
        let mut request = request(&format!("{address}{query}")).build().expect("a request");
        request.headers_mut().insert("x-api-key", key.parse().expect("a header"));
        RequestBuilder::from_parts(reqwest::Client::new(), request)
    };
    let mut refusals = vec![
        without_key.expect("a request"),
        with_key("sk_mistyped", ""),
        with_key(read_only, ""),
        with_key(read_only, "?teams=true"),
        request(address).header("accept", "text/css"),
        request(address).header("consistency-token", "invented"),
        request(address).header("x-long", "x".repeat(40_000)),
        request(address).header("content-type", "text/plain"),
        request(address).header("if-match", "\"900\""),
        request(address).header("idempotency-key", "short"),
        request(&format!("{address}?page=0&teams=7&start_date_after=noon&num_days=many")),
        request(&format!("{address}?event_format=chess")),
    ];
    if method != "GET" {
        let keyed =
            |name: &str| request(address).header("idempotency-key", "one-for-two").json(&json!({ "name": name }));
        refusals.extend([
            request(address).body("1".repeat(300_000)),
            request(address).body("{"),
            keyed("One"),
            keyed("Two"),
        ]);
    }
    refusals
}

#[tokio::test(flavor = "multi_thread")]
async fn every_refusal_is_as_the_document_says() {
    let mut checker = Checker::new();
    let (app, scene, _) = scene::with_finished_event().await;
    let read_only = app.key_for(app.organization, Role::ReadOnly, None).await;
    for route in routes() {
        let id = match route.template {
            template if template.contains("rounds") => scene.team_round.0,
            template if template.contains("decklists/{id}") => scene.text_list.0,
            _ => scene.team_event.0,
        };
        let there = route.template.replace("{id}", &id.to_string()).replace("{number}", "1");
        let there = there.replace("{slug}", scene::FULL_SLUG);
        let nowhere = route.template.replace("{id}", "7000000").replace("{number}", "9").replace("{slug}", "nothing");
        let not_even = route.template.replace("{id}", "abc").replace("{number}", "one").replace("{slug}", "%20");
        for address in [&there, &nowhere, &not_even] {
            for request in refusals(&app, route.method, address, &read_only) {
                let reply = app.send(request).await;
                checker.check(route.method, route.template, &reply);
            }
        }
    }
    checker.assert_none();
    assert_every_status_was_seen(&checker);
    app.stop().await;
}

/// What nobody can provoke from outside, and what needs a good request.
const OUT_OF_REACH: [&str; 5] = ["200", "201", "304", "500", "503"];

#[track_caller]
fn assert_every_status_was_seen(checker: &Checker) {
    let mut unseen = Vec::new();
    for (method, template, operation) in operations(&checker.document) {
        let id = operation["operationId"].as_str().expect("an id").to_owned();
        for status in operation["responses"].as_object().expect("responses").keys() {
            let seen = checker.seen.contains(&(id.clone(), status.parse().expect("a status")));
            if !seen && !OUT_OF_REACH.contains(&status.as_str()) {
                unseen.push(format!("{method} {template} {status}"));
            }
        }
    }
    assert_eq!(unseen, Vec::<String>::new(), "documented, but no request gets such an answer");
}

fn operations(document: &Value) -> impl Iterator<Item = (&String, &String, &Value)> {
    let paths = document["paths"].as_object().expect("paths").iter();
    paths.flat_map(|(template, path)| {
        path.as_object().expect("operations").iter().map(move |(method, operation)| (method, template, operation))
    })
}

#[test]
fn every_example_is_as_its_schema_says() {
    let document = parsed();
    let mut wrong = Vec::new();
    let mut count = 0;
    each_media(&document, &mut |place, media| {
        let named = media["examples"].as_object().into_iter().flatten().map(|(_, example)| &example["value"]);
        let examples: Vec<_> = named.chain(media.get("example")).collect();
        if examples.is_empty() {
            return;
        }
        let validator = validator(&document, &media["schema"]);
        for example in examples {
            count += 1;
            wrong.extend(validator.iter_errors(example).map(|error| format!("{place}: {}", described(&error))));
        }
    });
    assert_eq!(wrong, Vec::<String>::new());
    assert!(count > 50, "only {count} examples");
}

/// Calls a function with every media type of the document, and the place where it stands.
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
fn every_answer_in_json_has_an_example() {
    let document = parsed();
    let mut without = Vec::new();
    each_media(&document, &mut |place, media| {
        let has_one = media.get("example").or(media.get("examples")).is_some();
        if place.ends_with("json") && !place.ends_with("ndjson") && !has_one && media["schema"]["$ref"].is_string() {
            without.push(place);
        }
    });
    assert_eq!(without, Vec::<String>::new());
}

#[test]
fn everything_that_is_described_is_referred_to() {
    let text = written();
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
    // Tiebreakers are named in events alone.
    let known: BTreeSet<_> =
        schemas::all().into_iter().map(|(name, _)| name).filter(|name| name != "Tiebreaker").collect();
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
        assert!(ids.insert(text(&operation["operationId"])), "two operations of one name: {template}");
        assert!(tags.contains(&text(&operation["tags"][0])), "{template}: a tag without a description");
        let parameters: Vec<_> = operation["parameters"].as_array().into_iter().flatten().collect();
        let parameters = parameters.into_iter().map(|parameter| resolved(&document, parameter));
        let said: Vec<_> =
            parameters.map(|parameter| &parameter["description"]).chain([&operation["summary"]]).collect();
        if said.iter().any(|said| said.as_str().is_none_or(str::is_empty)) {
            bare.push(format!("{method} {template}"));
        }
    }
    assert_eq!(bare, Vec::<String>::new(), "without a summary or a description");
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
    assert_eq!(wrong, Vec::<String>::new());
    let missing = ALL_SHAPES.iter().map(|shape| shape.name).filter(|name| !seen.contains(name));
    // The export without texts is the one with them, but for a field.
    let missing: Vec<_> = missing.filter(|name| !["Exported tournament", "exported standing"].contains(name)).collect();
    assert_eq!(missing, Vec::<&str>::new(), "objects of the interface that no schema was compared with");
}

/// Compares an object of the interface with a schema: names of fields, and which may be null; and what is in it.
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
    wrong.extend(ours.symmetric_difference(&theirs).map(|name| format!("{place}.{name} is in one of both")));
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
