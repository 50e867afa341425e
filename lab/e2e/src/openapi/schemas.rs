//! `components.schemas`: the schemas that the crates derive from their types, in a uniform form.
//!
//! Rules for all fields of answers are added here: a field is always present (except those in `AT_TIMES`), and a 32-bit
//! integer has its bounds.

use std::collections::BTreeSet;

use api_kit::description::NamedSchema;

use super::json::Json;
use super::json::object;
use super::{limits, own_schemas, route_tables};

/// Fields of answers that are not always present, by schema.
const AT_TIMES: [(&str, &str); 7] = [
    ("Actor", "name"),
    ("AuditAbout", "match_id registration_id round_id team_id team_match_id user_id"),
    ("ExportedStanding", "decklist_text"),
    ("Problem", "arguments decklist_deadline errors legal magic_event problems round tables valid_formats"),
    ("StandingsEntry", "tiebreakers"),
    (
        "TournamentRecord",
        "cards decklists deleted event_format is_canceled is_team_event is_test is_unlisted matches name \
         organization_id organization_name player_count rounds standings start status swiss_rounds top_cut url",
    ),
    ("WebhookMessageData", "historical match_id registration_id round_id"),
];
/// Objects that are in both bodies and answers.
const INSIDE_BODIES: [&str; 5] = ["AddedOpponents", "Coordinates", "Fraction", "MarginRules", "ScoreRules"];
/// Names of the schemas of bodies, whose derived schemas say which fields are required.
fn bodies() -> BTreeSet<String> {
    let lists = ["DecklistBody", "DecklistChange"].map(str::to_owned);
    own_bodies().into_iter().chain(lists).collect()
}

/// The bodies at addresses beyond the interface, which refuse unknown fields.
fn own_body_schemas() -> Vec<NamedSchema> {
    let mut all: Vec<_> = write_api::interface::routes().into_iter().filter_map(|route| route.body).collect();
    let mut at = 0;
    while let Some(body) = all.get(at).copied() {
        (body.collect)(&mut all);
        at += 1;
    }
    all.iter().filter_map(|body| Some((body.name.to_owned(), body.schema?()))).collect()
}

fn own_bodies() -> BTreeSet<String> {
    own_body_schemas().into_iter().map(|(name, _)| name).collect()
}

/// Returns all schemas, by name.
///
/// # Panics
/// If a limit names a field that its schema does not have.
pub fn all() -> Vec<(String, Json)> {
    let (mut read, mut written) = (Vec::new(), Vec::new());
    route_tables::read_routes().into_iter().for_each(|route| route_tables::collect(route, &mut read));
    write_api::interface::routes().into_iter().for_each(|route| route_tables::collect(route, &mut written));
    let derived = [read, sender::schemas(), own_body_schemas(), proto_events::vocabulary::schemas(), written].concat();
    let mut seen = BTreeSet::new();
    // Answers bring all types inside them, some of which are in other answers, too.
    let derived = derived.into_iter().filter(|(name, _)| seen.insert(name.clone()));
    let mut all: Vec<_> = derived.map(|(name, schema)| (name, Json::of(&schema))).collect();
    all.extend(own_schemas::bodies());
    all.extend([
        ("DecklistPage".to_owned(), own_schemas::decklist_page()),
        ("Problem".to_owned(), own_schemas::problem()),
    ]);
    join_parts(&mut all);
    let (own, bodies) = (own_bodies(), bodies());
    for (name, schema) in &mut all {
        if schema.get("properties").is_some() {
            complete(name, schema, bodies.contains(name));
        }
        let is_closed = own.contains(name) || INSIDE_BODIES.contains(&name.as_str());
        if is_closed && schema.get("properties").is_some() {
            schema.set("additionalProperties", false);
        }
    }
    for (schema, field, limit) in limits::all() {
        let known = all.iter_mut().find(|(name, _)| name == schema).and_then(|(_, known)| known.get_mut("properties"));
        let known = known.and_then(|fields| fields.get_mut(field));
        let known = known.unwrap_or_else(|| panic!("schema {schema} has no field {field}; correct the list of limits"));
        limit.members().for_each(|(name, value)| known.set(name, value));
    }
    all
}

/// The schemas of `all` that a document refers to, directly or indirectly, sorted by name.
pub(super) fn used(all: Vec<(String, Json)>, document: &Json) -> Json {
    let mut used = BTreeSet::new();
    let mut found = document.references();
    while let Some(name) = found.pop() {
        if used.insert(name.clone()) {
            let schema = all.iter().find(|(known, _)| *known == name);
            let (_, schema) = schema.unwrap_or_else(|| panic!("no crate hands in the schema {name}"));
            found.extend(schema.references());
        }
    }
    let mut members: Vec<_> = all.into_iter().filter(|(name, _)| used.contains(name)).collect();
    members.sort_by(|one, other| one.0.cmp(&other.0));
    Json::Object(members.into_iter().collect())
}

/// Merges the parts of a schema that includes the fields of another one.
fn join_parts(all: &mut [(String, Json)]) {
    let others = all.to_vec();
    for (_, schema) in all.iter_mut() {
        let Some(parts) = schema.take("allOf") else { continue };
        let (mut properties, mut required) = (Json::empty(), Vec::new());
        for part in parts.items() {
            let target = part.target().and_then(|name| others.iter().find(|(known, _)| known == name));
            let part = target.map_or(part, |(_, schema)| schema);
            required.extend(part.get("required").map(Json::items).unwrap_or_default().to_vec());
            for (name, field) in part.get("properties").into_iter().flat_map(Json::members) {
                properties.set(name, field);
            }
        }
        let description = schema.take("description");
        *schema = object! { "type" => "object" };
        if let Some(description) = description {
            schema.set("description", description);
        }
        schema.set("required", Json::List(required));
        schema.set("properties", properties);
    }
}

/// Adds which fields are always present, and the bounds of integers.
fn complete(name: &str, schema: &mut Json, is_body: bool) {
    let properties = schema.take("properties").unwrap_or(Json::empty());
    let required = schema.take("required");
    let mut always = Vec::new();
    let mut fields = Json::empty();
    for (field, described) in properties.members() {
        let mut described = bounded(described);
        let mut at_times = AT_TIMES.iter().filter(|(schema, _)| *schema == name);
        let is_at_times = at_times.any(|(_, names)| names.split(' ').any(|known| known == field));
        if is_at_times && ["decklist_deadline", "start"].contains(&field.as_str()) {
            // If it is present, it may be null.
        } else if is_at_times {
            described = never_null(described);
        } else {
            always.push(field.as_str());
        }
        fields.set(field, described);
    }
    match required {
        Some(required) if is_body && !required.items().is_empty() => schema.set("required", required),
        _ if is_body => {}
        _ => schema.set("required", always),
    }
    schema.set("properties", fields);
}

/// The schema of a field that is absent rather than null.
fn never_null(schema: Json) -> Json {
    let is_null = |one: &&Json| one.text() == Some("null") || one.get("type").and_then(Json::text) == Some("null");
    let mut schema = schema;
    if let Some(one) = schema.get("type").and_then(|types| types.items().iter().find(|one| !is_null(one)).cloned()) {
        schema.set("type", one);
    }
    let form = schema.get("oneOf").and_then(|forms| forms.items().iter().find(|one| !is_null(one)).cloned());
    if let Some(form) = form {
        schema.take("oneOf");
        form.members().for_each(|(name, value)| schema.set(name, value));
    }
    schema
}

/// The same with the bounds of 32-bit integers.
fn bounded(schema: &Json) -> Json {
    let mut schema = schema.clone();
    // A `oneOf` with a single form is replaced by the form.
    if let [only] = schema.get("oneOf").map(Json::items).unwrap_or_default() {
        let only = only.clone();
        schema.take("oneOf");
        let said = std::mem::replace(&mut schema, only);
        said.members().for_each(|(name, value)| schema.set(name, value));
    }
    if let Some(items) = schema.get("items") {
        let items = bounded(items);
        schema.set("items", items);
    }
    // The description of a nullable field belongs to the field, not to one of its forms.
    let forms = schema.get_mut("oneOf").map(Json::items_mut).unwrap_or_default();
    let said = forms.iter_mut().filter_map(|form| form.take("description")).last();
    if let (Some(description), None) = (said, schema.get("description")) {
        schema.set("description", description);
    }
    if schema.get("format").and_then(Json::text) == Some("int32") {
        for (bound, value) in [("minimum", i32::MIN), ("maximum", i32::MAX)] {
            if schema.get(bound).is_none() {
                schema.set(bound, i64::from(value));
            }
        }
    }
    schema
}
