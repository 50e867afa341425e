//! Unknown names in requests: every endpoint treats them as its row of the route table says, and knows exactly the
//! fields of its schema.

use api_kit::description::PICTURE_FILE;
use api_kit::interface::{INTERFACE, UnknownNames};
use e2e::openapi::routes;
use e2e::scene;
use e2e::things::{Things, method};
use serde_json::{Map, Value, json};

use crate::openapi::checker::resolved;
use crate::openapi::parsed;

/// The header that lists ignored names.
const IGNORED: &str = "crosstable-ignored";

#[test]
fn every_endpoint_of_the_interface_is_in_a_route_table() {
    let routes = routes();
    let has = |row: &(&str, &str)| routes.iter().any(|route| (route.method, route.template) == *row);
    let missing: Vec<_> = INTERFACE.into_iter().filter(|row| !has(row)).collect();
    assert_eq!(missing, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_query_parameter_is_refused_or_named_at_every_address() {
    let (app, scene, _) = scene::with_finished_event().await;
    let things = Things::of_scene(&app, &scene).await;
    let mut wrong = Vec::new();
    for route in routes().iter().filter(|route| route.method == "GET") {
        let (path, credential) = (things.path(route), things.credential(route, &app.key));
        let plain = app.ask(&credential, &path).await;
        let asked = app.ask(&credential, &format!("{path}?qqqqqqqq=secret")).await;
        let is_named = match route.unknown_names() {
            UnknownNames::Ignored => {
                (asked.status, asked.header(IGNORED), plain.header(IGNORED)) == (plain.status, "query.qqqqqqqq", "")
            }
            UnknownNames::Refused => {
                asked.status == 400 && asked.any_json()["errors"]["qqqqqqqq"][0].as_str().is_some()
            }
        };
        if !is_named || asked.text().contains("secret") {
            wrong.push(format!("{} {path}: {} {}", route.method, asked.status, asked.header(IGNORED)));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    app.stop().await;
}

/// The schema of the object, or of the objects in a list, in a field of a body.
fn object_in<'a>(document: &'a Value, field: &'a Value) -> Option<(&'static str, &'a Value)> {
    let forms = field["oneOf"].as_array().and_then(|forms| forms.iter().find(|form| form["$ref"].is_string()));
    let (end, schema) =
        if field["items"].is_object() { ("[0]", &field["items"]) } else { ("", forms.unwrap_or(field)) };
    let schema = resolved(document, schema);
    schema["properties"].is_object().then_some((end, schema))
}

/// Returns a body with every name of a schema mistyped, and adds each mistyped path with the name that was meant.
fn mistyped(document: &Value, schema: &Value, path: &str, meant: &mut Vec<(String, String)>) -> Value {
    let mut body = Map::new();
    for (name, field) in schema["properties"].as_object().expect("properties") {
        let typed = format!("{name}q");
        meant.push((format!("{path}{typed}"), name.clone()));
        body.insert(typed, Value::Null);
        if let Some((end, inner)) = object_in(document, field) {
            let inner = mistyped(document, inner, &format!("{path}{name}{end}."), meant);
            body.insert(name.clone(), if end.is_empty() { inner } else { json!([inner]) });
        }
    }
    Value::Object(body)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_body_of_ours_knows_the_fields_of_its_schema_and_no_others() {
    let (app, scene, _) = scene::with_finished_event().await;
    let things = Things::of_scene(&app, &scene).await;
    let document = parsed();
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for route in routes().iter().filter(|route| route.unknown_names() == UnknownNames::Refused) {
        // A file has no fields.
        let Some(body) = route.body.filter(|body| body.name != PICTURE_FILE) else { continue };
        let schema = &document["components"]["schemas"][body.name];
        assert_eq!(schema["additionalProperties"], false, "{}", body.name);
        let mut meant = Vec::new();
        let body = mistyped(&document, schema, "", &mut meant);
        let reply = app.tell(&things.credential(route, &app.key), method(route), &things.path(route), &body).await;
        let errors = reply.any_json()["errors"].clone();
        // An answer lists at most 100 errors.
        let is_full = errors.as_object().is_some_and(|errors| errors.len() == 100);
        for (path, name) in meant {
            let suggestion = format!("did you mean \"{name}\"?");
            // A name of two letters is refused without a suggestion: with one error it is like too many others.
            let is_short = name.len() < 3;
            let said = errors[&path][0].as_str().is_some_and(|said| is_short || said.ends_with(&suggestion));
            seen += 1;
            let is_left_out = is_full && errors[&path].is_null();
            if reply.status != 400 || !(said || is_left_out) {
                wrong.push(format!("{} {}: {path}: {} {}", route.method, route.template, reply.status, errors[&path]));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(seen > 80, "only {seen} fields were tried");
    app.stop().await;
}
