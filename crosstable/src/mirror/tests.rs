//! Tests of mirrors, with scripted answers of a source.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tempfile::TempDir;
use tokio::net::TcpListener;

use super::folder::Head;
use super::*;

type Records = BTreeMap<i64, String>;

fn record(id: i64, name: &str) -> String {
    format!("{{\"id\":{id},\"name\":\"{name}\"}}\n")
}

fn tombstone(id: i64) -> String {
    format!("{{\"id\":{id},\"deleted\":true}}\n")
}

/// Returns the records in a folder.
fn files(folder: &Path) -> Records {
    let entries = fs::read_dir(folder.join("tournaments")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path()).filter(|path| path.extension().unwrap() == "json");
    paths
        .map(|path| (path.file_stem().unwrap().to_str().unwrap().parse().unwrap(), fs::read_to_string(path).unwrap()))
        .collect()
}

fn head(cursor: &str, is_full: bool) -> Head {
    Head { source: "http://source".into(), query: "include=rounds".into(), cursor: cursor.into(), is_full }
}

/// Stores an answer without applying it.
fn receive(folder: &Folder, head: &Head, body: &str, announced: u64) -> anyhow::Result<()> {
    let mut receiving = folder.receive(head)?;
    receiving.write_all(body.as_bytes())?;
    receiving.keep(announced)
}

#[test]
fn an_answer_that_is_not_whole_is_not_applied() {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::open(place.path()).unwrap();
    let whole = record(1, "a") + &record(2, "b");
    let long = whole.clone() + &record(3, "c");
    for broken in ["", &record(1, "a"), &whole[..whole.len() - 1], &long, "{}\n{}\n", "[]\n[]\n"] {
        assert!(receive(&folder, &head("5", true), broken, 2).is_err(), "{broken}");
    }
    drop(folder);
    let mut folder = Folder::open(place.path()).unwrap();
    assert_eq!((folder.state.as_ref(), files(place.path())), (None, Records::new()));
    receive(&folder, &head("5", true), &whole, 2).unwrap();
    assert_eq!(folder.apply().unwrap(), Applied { written: 2, removed: 0, tournaments: 2 });
    assert_eq!(folder.state.as_ref().unwrap().cursor, "5");
}

#[test]
fn a_folder_has_one_mirror_and_nothing_else() {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::open(place.path()).unwrap();
    let refused = Folder::open(place.path()).unwrap_err().to_string();
    assert!(refused.contains("another process"), "{refused}");
    drop(folder);
    let other = tempfile::tempdir().unwrap();
    fs::write(other.path().join("notes.txt"), "mine").unwrap();
    let refused = Folder::open(other.path()).unwrap_err().to_string();
    assert!(refused.contains("holds no mirror"), "{refused}");
}

/// Applies some lines of an answer, as a process does that is killed meanwhile.
fn apply_partly(place: &Path, body: &str, rng: &mut StdRng) {
    let lines: Vec<&str> = body.split_inclusive('\n').collect();
    let end = rng.random_range(0..=lines.len());
    for line in &lines[..end] {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        let file = place.join("tournaments").join(format!("{}.json", value["id"]));
        match value["deleted"].as_bool() {
            Some(true) => drop(fs::remove_file(file)),
            _ => fs::write(file, line).unwrap(),
        }
    }
    if rng.random() {
        fs::write(place.join("tournaments/9.json.unfinished"), "{").unwrap();
    }
}

#[test]
fn a_mirror_that_is_killed_at_any_moment_has_the_state_of_its_cursor_when_it_is_opened() {
    let mut rng = StdRng::seed_from_u64(7);
    let place = tempfile::tempdir().unwrap();
    let (mut expected, mut stored) = (Records::new(), String::new());
    for step in 0..300 {
        let mut folder = Folder::open(place.path()).unwrap();
        assert_eq!(files(place.path()), expected, "step {step}");
        assert_eq!(folder.state.as_ref().map(|state| state.cursor.clone()).unwrap_or_default(), stored);
        let is_full = rng.random_ratio(1, 5);
        let (mut body, mut lines) = (String::new(), 0);
        let before = if is_full { std::mem::take(&mut expected) } else { expected.clone() };
        for id in 1..30 {
            let made = match rng.random_range(0..4) {
                0 => record(id, &format!("step {step}")),
                1 if !is_full => tombstone(id),
                2 if is_full && before.contains_key(&id) => before[&id].clone(),
                _ => continue,
            };
            if made.contains("deleted") {
                expected.remove(&id);
            } else {
                expected.insert(id, made.clone());
            }
            body.push_str(&made);
            lines += 1;
        }
        if rng.random_ratio(1, 4) {
            // Killed while it receives.
            let mut receiving = folder.receive(&head("never", is_full)).unwrap();
            receiving.write_all(&body.as_bytes()[..body.len() / 2]).unwrap();
            std::mem::forget(receiving);
            expected = before;
            continue;
        }
        stored = step.to_string();
        receive(&folder, &head(&stored, is_full), &body, lines).unwrap();
        if rng.random() {
            let applied = folder.apply().unwrap();
            assert_eq!(applied.tournaments, u64::try_from(expected.len()).unwrap());
        } else {
            drop(folder);
            apply_partly(place.path(), &body, &mut rng);
        }
    }
}

/// A source that gives these answers in turn, and the requests that it got.
#[derive(Clone, Default)]
struct Script {
    answers: Arc<Mutex<VecDeque<Response<Body>>>>,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Script {
    async fn serve(answers: Vec<Response<Body>>) -> (Self, String) {
        let script = Self { answers: Arc::new(Mutex::new(answers.into())), ..Self::default() };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let router = Router::new().fallback(next_answer).with_state(script.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        (script, address)
    }

    fn requests(&self) -> Vec<String> {
        std::mem::take(&mut self.requests.lock().unwrap())
    }
}

async fn next_answer(State(script): State<Script>, request: Request) -> Response {
    let mut line = request.uri().to_string();
    for name in ["if-none-match", "x-api-key"] {
        if let Some(value) = request.headers().get(name) {
            write!(line, " {name}={}", value.to_str().unwrap()).unwrap();
        }
    }
    script.requests.lock().unwrap().push(line);
    script.answers.lock().unwrap().pop_front().unwrap()
}

fn answer(cursor: &str, count: u64, body: impl Into<Body>) -> Response<Body> {
    let head = Response::builder().header("export-cursor", cursor).header("export-count", count);
    head.body(body.into()).unwrap()
}

fn compressed(mut answer: Response<Body>) -> Response<Body> {
    answer.headers_mut().insert("content-encoding", "gzip".parse().unwrap());
    answer
}

fn status(code: u16) -> Response<Body> {
    let body = Body::from("{\"detail\":\"This is why.\"}");
    Response::builder().status(StatusCode::from_u16(code).unwrap()).header("retry-after", "0").body(body).unwrap()
}

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

fn mirror(address: &str, place: &TempDir) -> Mirror {
    let filters = [("include", "rounds,cards".to_owned())];
    let source = Source::new(address, &filters, Some("sk_key".to_owned())).unwrap();
    Mirror::new(source, Folder::open(place.path()).unwrap()).unwrap()
}

const REQUEST: &str = "/api/v1/export/tournaments/?include=rounds%2Ccards x-api-key=sk_key";

fn since(cursor: &str) -> String {
    format!("/api/v1/export/tournaments/?since={cursor}&include=rounds%2Ccards x-api-key=sk_key")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mirror_asks_for_what_changed_and_retries_until_an_answer_is_whole() {
    let packed = gzip(&(record(1, "a") + &record(2, "b")));
    let (script, address) = Script::serve(vec![
        status(503),
        status(429),
        compressed(answer("c1", 2, packed)),
        answer("c1", 0, ""),
        answer("c1", 0, ""),
        answer("c2", 2, record(2, "c") + &tombstone(1)),
        answer("c2", 0, ""),
    ])
    .await;
    let place = tempfile::tempdir().unwrap();
    let mut mirror = mirror(&address, &place);
    mirror.pull().await.unwrap();
    assert_eq!(files(place.path()), Records::from([(1, record(1, "a")), (2, record(2, "b"))]));
    assert_eq!(script.requests(), [REQUEST, REQUEST, REQUEST]);
    for _ in 0..4 {
        mirror.pull().await.unwrap();
    }
    assert_eq!(files(place.path()), Records::from([(2, record(2, "c"))]));
    assert_eq!(script.requests(), [since("c1"), since("c1"), since("c1"), since("c2")]);
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_cursor_is_refused_everything_else_is_removed() {
    let broken = gzip(&record(7, "z"))[..12].to_vec();
    let (script, address) = Script::serve(vec![
        answer("c1", 2, record(1, "a") + &record(2, "b")),
        answer("c2", 3, record(3, "c")),
        compressed(answer("c3", 1, broken)),
        status(410),
        answer("d1", 1, record(2, "b")),
        status(400),
        status(400),
    ])
    .await;
    let place = tempfile::tempdir().unwrap();
    let mut mirror = mirror(&address, &place);
    mirror.pull().await.unwrap();
    mirror.pull().await.unwrap();
    assert_eq!(files(place.path()), Records::from([(2, record(2, "b"))]));
    let asked = since("c1");
    assert_eq!(script.requests(), [REQUEST.to_owned(), asked.clone(), asked.clone(), asked, REQUEST.to_owned()]);
    let refused = format!("{:#}", mirror.pull().await.unwrap_err());
    assert!(refused.contains("This is why.") && refused.contains("filters"), "{refused}");
    assert_eq!(files(place.path()), Records::from([(2, record(2, "b"))]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_says_what_to_do_and_is_not_tried_again() {
    let place = tempfile::tempdir().unwrap();
    let codes = [(401, "--key-file"), (403, "may read"), (404, "check the address"), (308, "final address")];
    let (_, address) = Script::serve(codes.iter().map(|(code, _)| status(*code)).collect()).await;
    let mut mirror = mirror(&address, &place);
    for (code, advice) in codes {
        let refused = format!("{:#}", mirror.pull().await.unwrap_err());
        assert!(refused.contains(advice), "{code}: {refused}");
    }
    let (_, other) = Script::serve(vec![Response::new(Body::from("<html>"))]).await;
    drop(mirror);
    let mut mirror = self::mirror(&other, &place);
    let refused = format!("{:#}", mirror.pull().await.unwrap_err());
    assert!(refused.contains("does not answer as the export"), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_keeps_its_source_and_its_filters() {
    let (_, address) = Script::serve(vec![answer("c1", 0, "")]).await;
    let place = tempfile::tempdir().unwrap();
    mirror(&address, &place).pull().await.unwrap();
    for (url, include) in [("http://other.example", "rounds,cards"), (&address, "rounds")] {
        let source = Source::new(url, &[("include", include.to_owned())], None).unwrap();
        let refused = Mirror::new(source, Folder::open(place.path()).unwrap()).err().unwrap().to_string();
        assert!(refused.contains("name another folder"), "{refused}");
    }
}
