//! Every command of organizers, tried in five ways: in the wrong state, with the wrong role, for another organization,
//! at an old version, and a second time. The list of commands comes from the route table and the command folders, so
//! that an operation or a command without a row here fails.
//!
//! # How to add a command
//!
//! All steps are in `write-api/src/lib.rs`. Here, add a row to the area's file: a scene in which the request is valid,
//! the change that makes it invalid, and the effect of a repeat. If a case does not apply, the row gives one of the
//! reasons below.

mod conventions;
mod events;
mod judging;
mod lists;
mod matches;
mod pictures;
mod registrations;
mod rounds;
mod teams;

use std::collections::BTreeSet;
use std::path::Path;

use api_kit::description::{Access, Route, Tag};
use axum::http::Method;
use domain::permissions::{Operation, Own, may};
use futures::future::BoxFuture;
use proto_events::vocabulary::Role;
use serde_json::{Value, json};

use crate::events::Hall;
use crate::harness::{Reply, sent};

/// A command, and how it is refused and repeated.
struct Row {
    /// The name of its file. A command of several parts has a row for each part: `change_match: judge`.
    command: &'static str,
    /// `operationId` of the operation that carries it out.
    operation: &'static str,
    /// A scene in which the request is valid.
    scene: fn() -> BoxFuture<'static, Scene>,
    wrong_state: WrongState,
    version: Version,
    repeat: Repeat,
}

/// An event of a store, and a valid request.
struct Scene {
    hall: Hall,
    /// Parameters of the address other than the event's id.
    ids: Vec<(&'static str, Value)>,
    body: Value,
    /// The header of the sender's credential; if `None`, the administrator's key.
    by: Option<(&'static str, String)>,
}

/// When a command is refused because of the state.
enum WrongState {
    /// After this change; the answer says what would be possible.
    After(for<'a> fn(&'a mut Scene) -> BoxFuture<'a, ()>, Right),
    /// Never.
    Never(Always),
}

/// How the answer says what would be possible.
enum Right {
    /// Its member `legal` has these steps.
    Legal(&'static [&'static str]),
    /// Its detail says so.
    Says(&'static str),
}

/// Why a command is never in the wrong state.
#[derive(Debug)]
enum Always {
    /// It creates something new, which has no state yet.
    MakesSomethingNew,
    /// Staff may note it at any time, even after the event.
    IsNotedAtAnyTime,
    /// The step is always legal: locked lists can be locked again.
    IsAlwaysLegal,
}

/// The version that `If-Match` is compared with.
enum Version {
    /// The version of the changed resource.
    IsChecked,
    /// None: a new resource has no version yet.
    IsNone,
}

/// The effect of the same request again, without an `Idempotency-Key`.
enum Repeat {
    /// Nothing: the answer is the same.
    IsAnsweredAgain,
    /// Another effect, so that a key is needed.
    NeedsAKey(Because),
}

/// Why a repeat without a key has another effect.
#[derive(Debug, PartialEq)]
enum Because {
    /// Another one is created: two may have equal fields.
    AnotherIsMade,
    /// Each time, other lots are drawn.
    LotsDiffer,
    /// The next in line is promoted.
    TheNextFollows,
    /// The event is gone, so that its address answers with 404.
    ItIsGone,
    /// Its own result is in the way, which gives 409.
    ItIsInItsOwnWay,
}

/// Returns a row for a command that checks the version and may be repeated.
fn row(command: &'static str, operation: &'static str, scene: fn() -> BoxFuture<'static, Scene>) -> Row {
    let wrong_state = WrongState::Never(Always::IsAlwaysLegal);
    Row { command, operation, scene, wrong_state, version: Version::IsChecked, repeat: Repeat::IsAnsweredAgain }
}

impl Row {
    fn refused_after(self, spoil: for<'a> fn(&'a mut Scene) -> BoxFuture<'a, ()>, right: Right) -> Self {
        Self { wrong_state: WrongState::After(spoil, right), ..self }
    }

    fn never_refused(self, always: Always) -> Self {
        Self { wrong_state: WrongState::Never(always), ..self }
    }

    fn without_version(self) -> Self {
        Self { version: Version::IsNone, ..self }
    }

    fn needs_a_key(self, because: Because) -> Self {
        Self { repeat: Repeat::NeedsAKey(because), ..self }
    }

    fn route(&self) -> Route {
        let route = organizing().into_iter().find(|route| route.id == self.operation);
        route.unwrap_or_else(|| panic!("{}: there is no operation {}", self.command, self.operation))
    }

    fn operation(&self) -> Operation {
        match self.route().access {
            Access::Key(operation) => operation,
            other => panic!("{}: {other:?}", self.operation),
        }
    }

    /// Returns a name for failure messages.
    fn named(&self) -> String {
        format!("{} by {}", self.command, self.operation)
    }
}

fn rows() -> Vec<Row> {
    let areas = [
        conventions::rows(),
        events::rows(),
        registrations::rows(),
        lists::rows(),
        teams::rows(),
        rounds::rows(),
        matches::rows(),
        judging::rows(),
        pictures::rows(),
    ];
    areas.into_iter().flatten().collect()
}

/// Returns the routes of organizers from the route table.
fn organizing() -> Vec<Route> {
    let areas = ["/api/v1/conventions/", "/api/v1/magic-events/"];
    let of_area = |route: &Route| areas.iter().any(|area| route.template.starts_with(area));
    write_api::interface::routes().into_iter().filter(of_area).collect()
}

impl Scene {
    fn new(hall: Hall, body: Value) -> Self {
        Self { hall, ids: Vec::new(), body, by: None }
    }

    fn at(mut self, param: &'static str, id: impl Into<Value>) -> Self {
        self.ids.push((param, id.into()));
        self
    }

    fn by(mut self, header: (&'static str, String)) -> Self {
        self.by = Some(header);
        self
    }

    /// Returns the address of the request.
    fn path(&self, row: &Row) -> String {
        self.path_with(row, "", &Value::Null)
    }

    /// Returns the address with another value for one parameter.
    fn path_with(&self, row: &Row, replaced: &str, other: &Value) -> String {
        let mut path = row.route().template.to_owned();
        for (param, id) in self.ids.iter().cloned().chain([("id", json!(self.hall.event))]) {
            let id = if param == replaced { other.clone() } else { id };
            let id = id.as_str().map_or_else(|| id.to_string(), str::to_owned);
            path = path.replace(&format!("{{{param}}}"), &id);
        }
        assert!(!path.contains('{'), "{}: the scene lacks a parameter of {path}", row.named());
        path
    }

    /// Sends the request with only these headers.
    async fn send_with(&self, row: &Row, path: &str, headers: &[(&str, &str)]) -> Reply {
        let method = Method::from_bytes(row.route().method.as_bytes()).unwrap();
        let (media_type, body) = sent(&self.body);
        let headers = [headers, &[("content-type", media_type)]].concat();
        self.hall.api.send(method, path, &headers, body).await
    }

    /// Sends the valid request, with further headers.
    async fn send(&self, row: &Row, further: &[(&str, &str)]) -> Reply {
        let own = self.by.clone().unwrap_or_else(|| ("x-api-key", self.hall.store.key.clone()));
        self.send_with(row, &self.path(row), &[&[(own.0, own.1.as_str())], further].concat()).await
    }

    /// Sends the request with a key.
    async fn send_as(&self, row: &Row, key: &str, path: &str) -> Reply {
        self.send_with(row, path, &[("x-api-key", key)]).await
    }

    async fn head(&self) -> i64 {
        self.hall.api.head().await
    }
}

/// Returns the first parameter of an address.
fn first_param(template: &str) -> Option<&str> {
    template.split_once('{').and_then(|(_, rest)| rest.split_once('}')).map(|(param, _)| param)
}

/// Returns the names of the commands in a folder: files with a `decide` function.
fn commands_in(area: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(area);
    let decides = |path: &Path| std::fs::read_to_string(path).is_ok_and(|text| text.contains("fn decide("));
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| decides(path)).map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect()
}

#[test]
fn every_operation_and_every_command_of_organizers_has_its_row() {
    let rows = rows();
    let there = organizing();
    let operations: BTreeSet<_> = there.iter().map(|route| route.id).collect();
    let known: BTreeSet<_> = rows.iter().map(|row| row.operation).collect();
    assert_eq!(operations, known, "operations of the route table and of the rows");
    assert!(there.iter().all(|route| route.tag == Tag::Organizing), "{there:?}");

    let areas = [
        "conventions",
        "events",
        "queues",
        "registrations",
        "event_lists",
        "teams",
        "rounds",
        "matches",
        "judging",
        "pictures",
    ];
    let commands: BTreeSet<_> = areas.into_iter().flat_map(commands_in).collect();
    let known: BTreeSet<_> = rows.iter().map(|row| row.command.split(": ").next().unwrap().to_owned()).collect();
    assert_eq!(commands, known, "commands in the folders and in the rows");
}

#[tokio::test]
async fn what_stands_elsewhere_is_refused_with_what_would_be_right() {
    for row in rows() {
        // The others are done in every state; another test does them in one.
        let WrongState::After(spoil, right) = &row.wrong_state else { continue };
        let (named, mut scene) = (row.named(), (row.scene)().await);
        spoil(&mut scene).await;
        let head = scene.head().await;
        let refused = scene.send(&row, &[]).await;
        assert_eq!(refused.status, 409, "{named}: {}", refused.text());
        let problem = refused.problem(409);
        match right {
            Right::Legal(steps) => assert_eq!(problem["legal"], json!(steps), "{named}: {problem}"),
            Right::Says(words) => assert!(refused.detail(409).contains(words), "{named}: {problem}"),
        }
        let stale = scene.send(&row, &[("if-match", "\"99\"")]).await;
        assert_eq!(stale.status, 412, "{named}: the version is checked first");
        assert_eq!(scene.head().await, head, "{named}");
    }
}

/// Checks that callers without the permission are refused, and that nothing is said of the event before.
async fn refuses_who_may_not(row: &Row, scene: &mut Scene) {
    let (named, operation) = (row.named(), row.operation());
    let (path, nowhere) = (scene.path(row), scene.path_with(row, "id", &json!(9_999)));
    let mut keys = vec![scene.hall.api.key_for(scene.hall.store.id, Role::Admin, true).await];
    for role in Role::ALL.iter().filter(|role| !may(**role, operation)) {
        keys.push(scene.hall.api.issue(scene.hall.store.id, *role).await);
    }
    assert!(keys.len() > 1, "{named}: some role may not");
    let head = scene.head().await;
    for key in &keys {
        for path in [&path, &nowhere] {
            let refused = scene.send_as(row, key, path).await;
            assert_eq!(refused.status, 403, "{named}: {}", refused.text());
            assert!(refused.detail(403).contains(operation.phrase()), "{named}: {}", refused.text());
        }
    }
    // A person without a membership may only act on their own things, if at all; these are another person's.
    let [token, cookie] = scene.hall.api.person(7_777, None).await;
    for (name, value) in [&token, &cookie] {
        let headers = [(*name, value.as_str()), ("sec-fetch-site", "same-origin")];
        let refused = scene.send_with(row, &path, &headers).await.status;
        let is_right = refused == 403 || operation.rule().own == Own::Too && refused == 404;
        assert!(is_right, "{named}: {refused}");
    }
    assert_eq!(scene.send_with(row, &path, &[]).await.status, 401, "{named}");
    assert_eq!(scene.head().await, head, "{named}");
}

/// Checks that another organization's things are answered like things that never were.
async fn hides_what_is_anothers(row: &Row, scene: &mut Scene) {
    let named = row.named();
    let other = scene.hall.api.found("Other").await.key;
    let head = scene.head().await;
    // A command that creates something has no parameter in its address.
    let Some(first) = first_param(row.route().template) else { return };
    let never = if first == "id" { json!(9_999) } else { json!("never-was") };
    let known = if first == "id" { json!(scene.hall.event) } else { scene.ids[0].1.clone() };
    let theirs = scene.send_as(row, &other, &scene.path(row)).await;
    let nobodys = scene.send_as(row, &other, &scene.path_with(row, first, &never)).await;
    assert_eq!((theirs.status, nobodys.status), (404, 404), "{named}: {} {}", theirs.text(), nobodys.text());
    let quoted = |id: &Value| format!("`{}`", id.as_str().map_or_else(|| id.to_string(), str::to_owned));
    let argument = |id: &Value| quoted(id).replace('`', "\"");
    let unnamed = theirs.text().replace(&quoted(&known), &quoted(&never)).replace(&argument(&known), &argument(&never));
    assert_eq!(unnamed, nobodys.text(), "{named}");
    // The same holds for the other parameters.
    let is_named = |param: &str| row.route().template.contains(&format!("{{{param}}}"));
    for (param, _) in scene.ids.iter().filter(|(param, _)| *param != first && is_named(param)) {
        let nothing = scene.send_as(row, &scene.hall.store.key, &scene.path_with(row, param, &never)).await;
        assert_eq!(nothing.status, 404, "{named}, {param}: {}", nothing.text());
    }
    assert_eq!(scene.head().await, head, "{named}");
}

/// Checks that a request with an old version changes nothing. Returns the answer to the request with the newest one.
async fn changes_the_newest_version_alone(row: &Row, scene: &Scene) -> Reply {
    let (named, head) = (row.named(), scene.head().await);
    let stale = scene.send(row, &[("if-match", "\"99\"")]).await;
    if matches!(row.version, Version::IsNone) {
        assert_eq!(stale.status, 201, "{named}: {}", stale.text());
        return stale;
    }
    assert_eq!(stale.status, 412, "{named}: {}", stale.text());
    assert_eq!(scene.head().await, head, "{named}");
    let current = stale.header("etag").to_owned();
    assert!(stale.detail(412).contains(&format!("at version {}", current.trim_matches('"'))), "{named}");
    let seen = scene.send(row, &[("if-match", &current)]).await;
    let never = if let WrongState::Never(always) = &row.wrong_state { Some(always) } else { None };
    assert!(seen.status < 300 && scene.head().await > head, "{named}, {never:?}: {}", seen.text());
    seen
}

/// Checks that a repeat is answered again and nothing happens twice, or that the request needs a key.
async fn answers_a_repeat(row: &Row, scene: &Scene, first: &Reply) {
    let (named, head) = (row.named(), scene.head().await);
    let again = scene.send(row, &[]).await;
    let is_same = again.status < 300
        && (again.text(), again.header("etag")) == (first.text(), first.header("etag"))
        && scene.head().await == head;
    match &row.repeat {
        Repeat::IsAnsweredAgain => assert!(is_same, "{named}: {} {}", first.text(), again.text()),
        Repeat::NeedsAKey(because) => {
            let is_in_its_way = *because == Because::ItIsInItsOwnWay;
            assert!(!is_same, "{named} needs no key, though {because:?}");
            assert_eq!(again.status == 409, is_in_its_way, "{named}, {because:?}: {}", again.text());
        }
    }
}

#[tokio::test]
async fn who_may_changes_the_newest_version_of_ones_own_and_a_repeat_changes_nothing() {
    for row in rows() {
        let mut scene = (row.scene)().await;
        refuses_who_may_not(&row, &mut scene).await;
        hides_what_is_anothers(&row, &mut scene).await;
        let first = changes_the_newest_version_alone(&row, &scene).await;
        answers_a_repeat(&row, &scene, &first).await;
    }
}

#[tokio::test]
async fn a_repeat_with_the_same_key_is_the_same_whatever_happened_since() {
    for row in rows() {
        let (named, scene) = (row.named(), (row.scene)().await);
        let key = [("idempotency-key", "key-number-1")];
        let before = scene.head().await;
        let first = scene.send(&row, &key).await;
        let head = scene.head().await;
        assert!(first.status < 300 && head > before, "{named}: {}", first.text());
        // Something else happens; only an event that was deleted does not change any more.
        let renamed = scene.hall.send(Method::PATCH, &scene.hall.at(""), &json!({"name": "Another"})).await;
        assert!(renamed.status == 200 || row.command == "delete_event", "{named}: {}", renamed.text());
        let head = scene.head().await;
        let again = scene.send(&row, &key).await;
        assert_eq!(scene.head().await, head, "{named}");
        assert_eq!((again.text(), again.status), (first.text(), first.status), "{named}");
        assert_eq!(again.header("etag"), first.header("etag"), "{named}");
    }
}
