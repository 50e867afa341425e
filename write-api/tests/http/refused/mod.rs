//! Every command of organizers, tried in four ways: in the wrong state, at an old version, a second time, and with the
//! same key. The list of commands comes from the route table and the command folders, so that an operation or a command
//! without a row here fails. `lab/e2e/tests/access` tries them with each role and for another organization.
//!
//! # How to add a command
//!
//! All steps are in `write-api/src/lib.rs`. Here, add a row to the area's file: a scene in which the request is valid,
//! the change that makes it invalid, and the effect of a repeat.

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

use api_kit::description::{Route, Tag};
use axum::http::Method;
use futures::FutureExt;
use futures::future::LocalBoxFuture;
use serde_json::{Value, json};

use crate::events::Hall;
use crate::harness::{By, Reply, sent};

/// A command, and how it is refused and repeated.
struct Row {
    /// The name of its file. A command of several parts has a row for each part: `change_match: judge`.
    command: &'static str,
    /// `operationId` of the operation that carries it out.
    operation: &'static str,
    /// A scene in which the request is valid.
    scene: Box<dyn Fn() -> LocalBoxFuture<'static, Scene>>,
    /// A change after which the state refuses the command. Without one, it is always possible.
    wrong_state: Option<(Spoil, Right)>,
    /// Why the request needs an `Idempotency-Key`. Without a reason, a repeat changes nothing and has the same answer.
    needs_a_key: Option<Because>,
}

type Spoil = Box<dyn Fn(&Scene) -> LocalBoxFuture<'_, ()>>;

/// An event of a store, and a valid request.
struct Scene {
    hall: Hall,
    /// Parameters of the address other than the event's id.
    ids: Vec<(&'static str, Value)>,
    body: Value,
    /// The header of the sender's credential; if `None`, the administrator's key.
    by: Option<By>,
}

/// How the answer says what would be possible.
enum Right {
    /// Its member `legal` has these steps.
    Legal(&'static [&'static str]),
    /// Its detail says so.
    Says(&'static str),
}

/// Why a repeat without a key is not answered like the first request.
#[derive(Debug, PartialEq)]
enum Because {
    /// Another one is created, other lots are drawn, or the next in line is promoted.
    EffectDiffers,
    /// The event is gone, so that its address answers with 404.
    ItIsGone,
    /// Its own result is in the way, which gives 409.
    ItIsInItsOwnWay,
}

/// Returns a row for a command that is always possible and may be repeated, by the operation of the same name.
fn row<F: Future<Output = Scene> + 'static>(command: &'static str, scene: impl Fn() -> F + 'static) -> Row {
    let operation = command.split(": ").next().unwrap();
    let scene = Box::new(move || scene().boxed_local());
    Row { command, operation, scene, wrong_state: None, needs_a_key: None }
}

impl Row {
    fn by(self, operation: &'static str) -> Self {
        Self { operation, ..self }
    }

    fn refused_after(self, spoil: impl AsyncFn(&Scene) + Copy + 'static, right: Right) -> Self {
        let spoil: Spoil = Box::new(move |scene| async move { spoil(scene).await }.boxed_local());
        Self { wrong_state: Some((spoil, right)), ..self }
    }

    fn needs_a_key(self, because: Because) -> Self {
        Self { needs_a_key: Some(because), ..self }
    }

    fn route(&self) -> Route {
        let route = organizing().into_iter().find(|route| route.id == self.operation);
        route.unwrap_or_else(|| panic!("{}: there is no operation {}", self.command, self.operation))
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

    /// Returns the address of the request.
    fn path(&self, row: &Row) -> String {
        let mut path = row.route().template.to_owned();
        for (param, id) in self.ids.iter().cloned().chain([("id", json!(self.hall.event))]) {
            let id = id.as_str().map_or_else(|| id.to_string(), str::to_owned);
            path = path.replace(&format!("{{{param}}}"), &id);
        }
        assert!(!path.contains('{'), "{}: the scene lacks a parameter of {path}", row.named());
        path
    }

    /// Sends the valid request, with further headers.
    async fn send(&self, row: &Row, further: &[(&str, &str)]) -> Reply {
        let own = self.by.clone().unwrap_or_else(|| ("x-api-key", self.hall.store.key.clone()));
        let method = Method::from_bytes(row.route().method.as_bytes()).unwrap();
        let (media_type, body) = sent(&self.body);
        let headers = [&[(own.0, own.1.as_str()), ("content-type", media_type)], further].concat();
        self.hall.api.send(method, &self.path(row), &headers, body).await
    }

    async fn head(&self) -> i64 {
        self.hall.api.head().await
    }
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

    let refused: BTreeSet<_> = rows.iter().filter(|row| row.wrong_state.is_some()).map(|row| row.operation).collect();
    // `lab/e2e/tests/interface/openapi/refusals.rs` has an announcement that is refused.
    let possible = there.iter().filter(|route| !route.is_always_possible && route.id != "post_announcement");
    let documented: BTreeSet<_> = possible.map(|route| route.id).collect();
    assert_eq!(refused, documented, "operations that a state refuses, and those of which the document says so");
}

#[tokio::test]
async fn what_stands_elsewhere_is_refused_with_what_would_be_right() {
    for row in rows() {
        // The others are done in every state; another test does them in one.
        let Some((spoil, right)) = &row.wrong_state else { continue };
        let (named, scene) = (row.named(), (row.scene)().await);
        spoil(&scene).await;
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

/// Checks that a request with an old version changes nothing. Returns the answer to the request with the newest one.
async fn changes_the_newest_version_alone(row: &Row, scene: &Scene) -> Reply {
    let (named, head) = (row.named(), scene.head().await);
    let stale = scene.send(row, &[("if-match", "\"99\"")]).await;
    if !row.route().template.contains('{') {
        assert_eq!(stale.status, 201, "{named}: a new resource has no version yet: {}", stale.text());
        return stale;
    }
    assert_eq!(stale.status, 412, "{named}: {}", stale.text());
    assert_eq!(scene.head().await, head, "{named}");
    let current = stale.header("etag").to_owned();
    assert!(stale.detail(412).contains(&format!("at version {}", current.trim_matches('"'))), "{named}");
    let seen = scene.send(row, &[("if-match", &current)]).await;
    assert!(seen.status < 300 && scene.head().await > head, "{named}: {}", seen.text());
    seen
}

/// Checks that a repeat is answered again and nothing happens twice, or that the request needs a key.
async fn answers_a_repeat(row: &Row, scene: &Scene, first: &Reply) {
    let (named, head) = (row.named(), scene.head().await);
    let again = scene.send(row, &[]).await;
    let is_same = again.status < 300
        && (again.text(), again.header("etag")) == (first.text(), first.header("etag"))
        && scene.head().await == head;
    match &row.needs_a_key {
        None => assert!(is_same, "{named}: {} {}", first.text(), again.text()),
        Some(because) => {
            let is_in_its_way = *because == Because::ItIsInItsOwnWay;
            assert!(!is_same, "{named} needs no key, though {because:?}");
            assert_eq!(again.status == 409, is_in_its_way, "{named}, {because:?}: {}", again.text());
        }
    }
}

#[tokio::test]
async fn newest_version_is_changed_alone_and_a_repeat_changes_nothing() {
    for row in rows() {
        let scene = (row.scene)().await;
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
