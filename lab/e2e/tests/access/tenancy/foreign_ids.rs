//! The table of ids in requests (`e2e::foreign_ids`): the tests check that it is complete, and that every row
//! withstands an attack.

use std::collections::{BTreeMap, BTreeSet};

use api_kit::description::{Route, Tag, Values};
use domain::permissions::Scheme;
use e2e::foreign_ids::{RULES, TABLE, place_name};
use e2e::named_ids::{Answer, NamedId, Place, Rule, Thing};
use e2e::people::{Credential, PASSWORD, Person};
use e2e::permissions::routes;
use e2e::source::read;
use e2e::things::{Things, method};
use e2e::visitor::{attribute, hidden};
use e2e::{Reply, Store, TestApp, with_form};
use proto_events::StreamKind;
use proto_events::ids::{OrganizationId, UserId};
use proto_events::vocabulary::Role;
use reqwest::Method;
use serde_json::{Value, json};

use crate::tenancy::id_values::{Seen, is_value};

/// An id and a name that do not exist.
const NEVER: &str = "4000000";
const NEVER_NAMED: &str = "never-was";

// The table is complete

/// Parameters of an operation in the route table and the OpenAPI document, except forms; and whether each is a value that is no
/// id by its type.
fn parameters(document: &Value, route: &Route) -> BTreeMap<(Place, String), bool> {
    let in_path = route.template.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    let mut all: BTreeMap<_, _> = in_path.map(|(name, _)| ((Place::Path, name.to_owned()), false)).collect();
    all.extend(route.parameters.iter().map(|parameter| {
        let is_plain = matches!(parameter.values, Values::Boolean | Values::Time | Values::OneOf(_));
        ((Place::Query, parameter.name.to_owned()), is_plain)
    }));
    let operation = &document["paths"][route.template][route.method.to_lowercase()];
    let body = &operation["requestBody"]["content"]["application/json"]["schema"];
    let fields = fields(document, body).into_iter();
    all.extend(fields.map(|(field, kind)| ((Place::Body, field), is_plain(document, kind))));
    all
}

/// The paths of a schema's leaf fields, and their schemas.
fn fields<'a>(document: &'a Value, schema: &'a Value) -> Vec<(String, &'a Value)> {
    let schema = resolved(document, schema);
    let combined = ["allOf", "oneOf", "anyOf"].iter().filter_map(|kind| schema[*kind].as_array()).flatten();
    let mut all: Vec<_> = combined.flat_map(|part| fields(document, part)).collect();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let (end, kind) = match property.get("items") {
            Some(items) => ("[]", items),
            None if is_object(property) => ("{}", property),
            None => ("", property),
        };
        let inner = fields(document, kind);
        if inner.is_empty() {
            all.push((format!("{name}{end}"), kind));
        }
        all.extend(inner.into_iter().map(|(inner, kind)| (format!("{name}{end}.{inner}"), kind)));
    }
    all
}

/// Resolves a reference to a schema; returns others unchanged.
fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    let target = schema["$ref"].as_str().map(|target| target.trim_start_matches('#'));
    target.map_or(schema, |target| document.pointer(target).expect("a schema"))
}

/// Whether a value is a choice, a truth value, a time, a fraction or a small number. None of these is an id.
fn is_plain(document: &Value, schema: &Value) -> bool {
    let schema = resolved(document, schema);
    if let Some(forms) = schema["oneOf"].as_array() {
        return forms.iter().all(|form| form["type"] == "null" || is_plain(document, form));
    }
    let is_kind =
        |kind: &str| schema["type"] == kind || schema["type"].as_array().is_some_and(|it| it.contains(&kind.into()));
    let is_in_form = |form: &str| schema["format"] == form;
    schema["enum"].is_array()
        || is_kind("boolean")
        || is_kind("number")
        || is_in_form("int32")
        || is_in_form("date-time")
}

/// The names of fields and parameters of queries that are such values wherever they occur.
fn plain_names(document: &Value) -> BTreeSet<String> {
    let mut names = BTreeMap::new();
    for ((_, name), is_plain) in routes().iter().flat_map(|route| parameters(document, route)) {
        let leaf = name.rsplit('.').next().unwrap().to_owned();
        *names.entry(leaf).or_insert(true) &= is_plain;
    }
    names.into_iter().filter(|(_, is_plain)| *is_plain).map(|(name, _)| name).collect()
}

/// Whether a schema is an object whose members may have any name.
fn is_object(schema: &Value) -> bool {
    let kinds = schema["type"].as_array().cloned().unwrap_or_else(|| vec![schema["type"].clone()]);
    kinds.contains(&json!("object")) && schema.get("properties").is_none()
}

fn rows_of(operation: &str) -> impl Iterator<Item = &'static NamedId> {
    TABLE.iter().filter(move |row| row.operations.contains(&operation)).map(|row| &row.id)
}

fn document() -> Value {
    serde_json::from_str(&read("docs/openapi.json")).unwrap()
}

#[test]
fn every_parameter_of_an_operation_has_a_row_or_names_nothing() {
    let document = document();
    let plain = plain_names(&document);
    let (mut missing, mut stale) = (Vec::new(), Vec::new());
    for route in routes() {
        let id = route.id;
        let known = parameters(&document, &route);
        for (place, name) in known.keys() {
            let leaf = name.rsplit('.').next().unwrap();
            let is_value = *place != Place::Path && (plain.contains(leaf) || is_value(leaf, Seen::Requests));
            let has_row = rows_of(id).any(|row| (row.place, row.parameter) == (*place, name));
            if is_value == has_row {
                missing.push(format!("{id}: {name} in the {}", place_name(*place)));
            }
        }
        let rows = rows_of(id).filter(|row| !matches!(row.place, Place::Form | Place::Header));
        stale.extend(
            rows.filter(|row| !known.contains_key(&(row.place, row.parameter.to_owned()))).map(|row| (id, row)),
        );
    }
    assert_eq!(missing, Vec::<String>::new(), "parameters without a row, or with a row although they hold no id");
    assert!(stale.is_empty(), "rows without a parameter: {stale:?}");
    let ids: BTreeSet<_> = routes().iter().map(|route| route.id).collect();
    let unknown: Vec<_> = TABLE.iter().flat_map(|row| &row.operations).filter(|id| !ids.contains(*id)).collect();
    assert!(unknown.is_empty(), "rows of operations that do not exist: {unknown:?}");
    for rule in RULES {
        assert!(TABLE.iter().any(|row| row.id.rule == *rule), "{rule:?}");
    }
}

/// The fields of every form on the pages that an administrator can open, by the operation that handles the form.
async fn form_fields(app: &TestApp, things: &Things, session: &Credential) -> BTreeMap<&'static str, BTreeSet<String>> {
    let mut all = BTreeMap::<_, BTreeSet<_>>::new();
    let panel = || routes().into_iter().filter(|route| route.tag == Tag::Panel);
    for page in panel().filter(|route| route.method == "GET") {
        let who = if page.template == "/login/" { &Credential::Nothing } else { session };
        let page = app.ask(who, &things.path(&page)).await;
        for form in page.text().split("<form ").skip(1) {
            let form = form.split("</form>").next().unwrap();
            let action = attribute(form, "action");
            let is_taken = |route: &Route| route.method == "POST" && things.path(route) == action;
            let Some(taken) = panel().find(is_taken) else { continue };
            let names = form.split(" name=\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned());
            all.entry(taken.id).or_default().extend(names);
        }
    }
    all
}

async fn every_field_of_a_form_has_a_row_or_names_nothing(scene: &Scene) {
    let fields = form_fields(&scene.app, &scene.ours, &scene.session).await;
    assert!(fields.len() > 10, "only {} forms", fields.len());
    let plain = plain_names(&document());
    let mut missing = Vec::new();
    for (operation, fields) in &fields {
        for field in fields {
            let has_row = rows_of(operation).any(|row| row.place == Place::Form && row.parameter == field);
            let is_value = plain.contains(field) || is_value(field, Seen::Forms);
            if has_row == is_value {
                missing.push(format!("{operation}: {field}"));
            }
        }
    }
    assert_eq!(missing, Vec::<String>::new());
}

// Every row withstands its attack

/// The slug of the other organization's store.
const THEIR_SLUG: &str = "their-store";

/// Two organizations with one resource of each kind. The app's own organization attacks the other one.
struct Scene {
    app: TestApp,
    there: OrganizationId,
    ours: Things,
    theirs: Things,
    /// An administrator's credentials in the attacking organization.
    key: Credential,
    token: Credential,
    session: Credential,
    /// An event of the other organization without a public page, and a token of one of its people.
    hidden_event: i64,
    token_id: i64,
}

impl Scene {
    async fn start() -> Self {
        let app = TestApp::start().await;
        let here = Store { organization: app.organization, key: app.key.clone() };
        let there = app.store("Other Store").await;
        let (ours, theirs) = (Things::of(&app, &here, 0).await, Things::of(&app, &there, 1).await);
        let admin = app.with_password(app.member(here.organization, "attacker", Role::Admin).await).await;
        let victim = app.member(there.organization, "victim", Role::Admin).await;
        let hidden = json!({ "name": "Secret", "event_format": "LEGACY", "is_unlisted": true });
        let hidden = Credential::Key(there.key.clone()).sign(app.anonymous_write(
            Method::POST,
            "/api/v1/magic-events/",
            &hidden,
        ));
        let hidden_event = e2e::crawl::id(&app.send(hidden).await.created());
        let page = json!({ "slug": THEIR_SLUG });
        let page = app.anonymous_write(Method::PATCH, "/api/v1/store-page/", &page);
        app.send(Credential::Key(there.key.clone()).sign(page)).await.json();
        hide_page(&app, there.organization, theirs.stages.playing.players[0]).await;
        let scene = Self {
            token_id: app.numbered_token(&victim, None).await.0.0,
            token: Credential::Token(app.token(&admin, Some(here.organization)).await),
            session: Credential::Cookie(app.session(&admin, Some(here.organization)).await),
            key: Credential::Key(here.key),
            there: there.organization,
            hidden_event,
            ours,
            theirs,
            app,
        };
        scene.app.applied().await;
        scene
    }

    /// The id or name of a resource of the other organization.
    fn foreign(&self, row: &NamedId, route: &Route) -> String {
        let stages = &self.theirs.stages;
        match (row.thing, row.rule) {
            (Thing::Event, Rule::Published) => self.hidden_event.to_string(),
            (Thing::Organization, Rule::UniqueName) => THEIR_SLUG.into(),
            (Thing::Organization, _) => self.there.to_string(),
            (Thing::Round, Rule::Within) if row.parameter == "number" => "98".into(),
            (Thing::Token, _) => self.token_id.to_string(),
            _ if row.place == Place::Path => segment(route, &self.theirs.path(route), row.parameter),
            (Thing::Event, _) if row.parameter == "event_id" => stages.child.event.to_string(),
            (Thing::Event, _) => stages.open.event.to_string(),
            (Thing::Registration, _) => stages.playing.entries[0].to_string(),
            (Thing::Round, _) => stages.playing.round.to_string(),
            (Thing::Match, _) => stages.playing.tables[0].to_string(),
            (Thing::Penalty, _) => stages.playing.penalty.to_string(),
            (Thing::Call, _) => stages.playing.call.to_string(),
            (Thing::Team, _) => stages.teams.team.to_string(),
            (Thing::Decklist, _) => stages.list.to_string(),
            (Thing::Person, _) if row.parameter == "assigned_judge" => self.theirs.keeper().0.to_string(),
            (Thing::Person, _) => stages.playing.players[0].to_string(),
            (Thing::Username, _) => self.theirs.keeper().1,
            (Thing::Convention, _) => self.theirs.slug(),
            _ => "77".into(),
        }
    }

    /// Sends a request with the attackers' own ids to a route, but with this value in the row's parameter.
    async fn ask(&self, row: &NamedId, route: &Route, value: &str) -> Reply {
        let is_panel = route.tag == Tag::Panel;
        let mut path = self.ours.path(route);
        let mut body = if is_panel { None } else { self.ours.body(route) };
        match row.place {
            Place::Path => path = with_segment(route, &path, row.parameter, value),
            Place::Query => path = format!("{path}?{}={value}", row.parameter),
            Place::Body => body = Some(with_field(body, row.parameter, value)),
            Place::Form | Place::Header => {}
        }
        if is_panel {
            return self.ask_panel(row, route, &path, value).await;
        }
        let method = method(route);
        let request = match body {
            Some(body) => self.app.anonymous_write(method, &path, &body),
            None => self.app.anonymous_request(method, &path),
        };
        let takes_keys = route.operation().is_none_or(|operation| operation.takes(Scheme::ApiKey));
        let is_open = row.rule == Rule::Published && row.place == Place::Path;
        let by = match takes_keys {
            _ if is_open => &Credential::Nothing,
            true => &self.key,
            false => &self.token,
        };
        self.app.send(by.sign(request)).await
    }

    async fn ask_panel(&self, row: &NamedId, route: &Route, path: &str, value: &str) -> Reply {
        if route.method == "GET" {
            return self.app.ask(&self.session, path).await;
        }
        let mut form = hidden(self.app.ask(&self.session, "/admin/account/").await.text(), "/logout/");
        let typed = [("role", "JUDGE"), ("name", "Screen"), ("current_password", PASSWORD)];
        form.extend(typed.map(|(name, value)| (name.into(), value.into())));
        if row.place == Place::Form {
            form.push((row.parameter.to_owned(), value.to_owned()));
        }
        if row.parameter == "into" {
            form.push(("change".to_owned(), "merge".to_owned()));
        }
        let request = with_form(self.app.anonymous_request(Method::POST, path), &form);
        self.app.send(self.session.sign(request)).await
    }

    /// Number of events of the other organization, and of people whom it knows.
    async fn log_of_theirs(&self) -> usize {
        let people: BTreeSet<i64> =
            self.theirs.stages.playing.players.iter().copied().chain([self.theirs.keeper().0]).collect();
        let log = self.app.log().await;
        let is_theirs = |event: &&proto_events::Recorded| {
            let of_people = event.stream.kind == StreamKind::User && people.contains(&event.stream.id);
            event.organization_id == self.there || of_people
        };
        log.iter().filter(is_theirs).count()
    }
}

/// A player hides the own page.
async fn hide_page(app: &TestApp, organization: OrganizationId, user: i64) {
    let player = Person { user_id: UserId(user), username: String::new() };
    let token = Credential::Token(app.token(&player, None).await);
    let path = format!("/api/v1/account/player-pages/{organization}/");
    app.tell(&token, Method::PUT, &path, &json!({ "is_shown": false })).await.json();
}

/// The segment of a path that holds a parameter.
fn segment(route: &Route, path: &str, parameter: &str) -> String {
    let place = route.template.split('/').position(|part| part == format!("{{{parameter}}}")).unwrap();
    path.split('/').nth(place).unwrap().to_owned()
}

fn with_segment(route: &Route, path: &str, parameter: &str, value: &str) -> String {
    let parameter = format!("{{{parameter}}}");
    let parts = route.template.split('/').zip(path.split('/'));
    let parts: Vec<_> = parts.map(|(part, ours)| if part == parameter { value } else { ours }).collect();
    parts.join("/")
}

/// Sets a field of a body.
fn with_field(body: Option<Value>, field: &str, value: &str) -> Value {
    let mut body = body.unwrap_or_else(|| json!({}));
    let written = value.parse::<i64>().map_or_else(|_| json!(value), |number| json!(number));
    match field {
        "user_id" => {
            body.as_object_mut().unwrap().remove("username");
            body["user_id"] = written;
        }
        "games_won{}" => body["games_won"] = json!({ value: 2 }),
        "places{}" => body["places"] = json!({ value: 1 }),
        "scores{}" => body["scores"] = json!({ value: 2 }),
        "registration_ids[]" if body["registration_ids"].is_null() => body["registration_ids"] = json!([written]),
        "registration_ids[]" => body["registration_ids"][0] = written,
        "matches[].players[]" => body["matches"][0]["players"][0] = written,
        "matches[].teams[]" => body["matches"][0] = json!({ "teams": [written] }),
        field => body[field] = written,
    }
    body
}

/// A value that identifies nothing.
fn never(row: &NamedId) -> &'static str {
    match (row.thing, row.place, row.parameter) {
        (Thing::Username, ..) | (_, _, "slug" | "convention_slug") => NEVER_NAMED,
        (Thing::File | Thing::Provider, ..) => "never.css",
        (Thing::PasswordLink, ..) => "4000000-pl_never",
        // Round numbers are small.
        (Thing::Round, Place::Path, "number") => "99",
        _ => NEVER,
    }
}

/// A text without a value, and without the values of forms that differ each time.
fn masked(text: &str, value: &str) -> String {
    let is_part = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_alphanumeric() || letter == '-');
    let mut masked = String::new();
    for (at, part) in text.split(value).enumerate() {
        if at > 0 {
            let is_whole = !is_part(masked.chars().last()) && !is_part(part.chars().next());
            masked.push_str(if is_whole { "VALUE" } else { value });
        }
        masked.push_str(part);
    }
    let mut pieces = masked.split(" value=\"");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| text + " value=\"" + piece.split_once('"').map_or(piece, |(_, rest)| rest))
}

/// Returns the fault in the answers to a foreign value and to a missing one, if there is any.
fn fault(row: &NamedId, [foreign, never]: [(u16, String); 2]) -> Option<String> {
    let status = match row.answer {
        Answer::NotFound => 404,
        Answer::BadRequest | Answer::Taken | Answer::Named => 400,
        // The event of the scene is not a team event.
        Answer::Conflict if row.thing == Thing::Team => 400,
        Answer::Conflict => 409,
        Answer::Forbidden => 403,
        Answer::Ignored => never.0,
        Answer::Allowed => return None,
    };
    let is_form = row.place == Place::Form;
    let fits = foreign.0 == status || (is_form && status == 400 && foreign.0 == 422);
    let alike = matches!(row.answer, Answer::Taken | Answer::Ignored) || foreign == never;
    (!fits || !alike).then(|| format!("{} {}: {foreign:?}, and {never:?}", row.parameter, place_name(row.place)))
}

/// One after the other on the same organizations, because they take long to make.
#[tokio::test(flavor = "multi_thread")]
async fn ids_in_requests_are_in_the_table_and_withstand_their_attacks() {
    let scene = Scene::start().await;
    every_field_of_a_form_has_a_row_or_names_nothing(&scene).await;
    headers_name_nothing_of_another_organization(&scene).await;
    another_organizations_id_is_answered_like_one_that_never_was(&scene).await;
    scene.app.stop().await;
}

async fn another_organizations_id_is_answered_like_one_that_never_was(scene: &Scene) {
    let before = scene.log_of_theirs().await;
    let (mut wrong, mut attacks) = (Vec::new(), 0);
    let routes = routes();
    let rows = routes.iter().flat_map(|route| rows_of(route.id).map(move |row| (route, row)));
    let mut rows: Vec<_> = rows.filter(|(_, row)| row.place != Place::Header).collect();
    // A name that exists in the attacking organization is no longer foreign.
    rows.sort_by_key(|(_, row)| row.rule == Rule::OwnName);
    for (route, row) in rows {
        let (foreign, never) = (scene.foreign(row, route), never(row));
        let mut answers = Vec::new();
        for value in [foreign.as_str(), never] {
            let reply = scene.ask(row, route, value).await;
            answers.push((reply.status, masked(&masked(reply.text(), &foreign), never)));
        }
        let answers = <[(u16, String); 2]>::try_from(answers).unwrap();
        if let Some(fault) = fault(row, answers) {
            wrong.push(format!("{}: {fault}", route.id));
        }
        attacks += 1;
    }
    assert!(wrong.is_empty(), "{} of {attacks}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(attacks > 120, "only {attacks} attacks");
    assert_eq!(scene.log_of_theirs().await, before, "nothing of the other organization changed");
}

async fn headers_name_nothing_of_another_organization(scene: &Scene) {
    let Scene { app, key, .. } = scene;
    let list = json!({ "name": "Burn" });
    let post = |by: &Credential| by.sign(app.anonymous_write(Method::POST, "/api/v1/decklists/", &list));
    let theirs = Credential::Key(app.key_for(scene.there, Role::Admin).await);
    let written = app.send(post(&theirs).header("idempotency-key", "their-request")).await;
    let ours = app.send(post(key).header("idempotency-key", "their-request")).await;
    assert_ne!(e2e::crawl::id(&ours.created()), e2e::crawl::id(&written.created()), "the requests are independent");
    let path = "/api/v1/decklists/";
    let with_token = |token: &str| key.sign(app.anonymous(path)).header("consistency-token", token);
    let foreign = app.send(with_token(written.header("consistency-token"))).await;
    assert!(foreign.problem(400).contains("issued to another organization"));
    let headers = TABLE.iter().map(|row| row.id).filter(|id| id.place == Place::Header);
    let headers: Vec<_> = headers.map(|id| id.parameter).collect();
    assert_eq!(headers, ["Idempotency-Key", "If-Match", "If-None-Match", "Consistency-Token"]);
}
