//! Tests of streams with a topic whose snapshot is a text.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::{BodyDataStream, Bytes};
use futures::{FutureExt, StreamExt};
use proto_events::Position;
use proto_events::ids::OrganizationId;
use storage::{DocumentKey, Notice, ViewKind};

use super::*;

/// A topic whose snapshot is a text, and how often it was read.
#[derive(Clone, Default)]
struct Text(Arc<(Mutex<Option<String>>, AtomicUsize)>);

impl Text {
    fn set(&self, text: Option<&str>) {
        *self.0.0.lock().unwrap() = text.map(str::to_owned);
    }

    fn reads(&self) -> usize {
        self.0.1.load(Ordering::SeqCst)
    }
}

fn key() -> DocumentKey {
    DocumentKey::new(OrganizationId(1), ViewKind::Overview, 7)
}

impl SnapshotReader for Text {
    type Snapshot = String;

    async fn read(&self, documents: &mut WatchedDocuments) -> Result<Option<String>, Problem> {
        documents.watch(&key());
        self.0.1.fetch_add(1, Ordering::SeqCst);
        Ok(self.0.0.lock().unwrap().clone())
    }

    fn is_newer(newest: &String, last: &String) -> bool {
        newest != last
    }
}

struct Sent;

impl StreamCursor<String> for Sent {
    fn advance(&mut self, newest: &Arc<String>) -> Option<Bytes> {
        Some(Bytes::copy_from_slice(newest.as_bytes()))
    }
}

struct Scene {
    board: NoticeBoard,
    streams: Streams<i64, String>,
    text: Text,
}

impl Scene {
    fn new() -> Self {
        let board = NoticeBoard::new();
        let limit = AnswerLimit::new("streams", 8, 8);
        let (streams, text) = (Streams::new(limit, Duration::from_secs(15), &board), Text::default());
        text.set(Some("first"));
        Self { board, streams, text }
    }

    fn change(&self, text: Option<&str>) {
        self.text.set(text);
        self.board.post(&Notice::Documents { keys: vec![key()], position: Position(1) });
    }

    async fn open(&self, is_read_again: bool) -> Option<BodyDataStream> {
        let request = StreamRequest { topic: 7, is_read_again, party: Party::at(None), right: None };
        let begin = |newest: &Arc<String>| Some((Sent, newest.to_string()));
        let answer = self.streams.open(request, || self.text.clone(), begin).await.unwrap();
        answer.map(|answer| answer.into_body().into_data_stream())
    }
}

async fn next(stream: &mut BodyDataStream) -> Option<String> {
    let bytes = stream.next().await?.unwrap();
    Some(String::from_utf8(bytes.to_vec()).unwrap())
}

#[tokio::test]
async fn streams_of_a_topic_share_one_reader_and_get_the_newest_snapshot() {
    let scene = Scene::new();
    let (mut one, mut other) = (scene.open(false).await.unwrap(), scene.open(false).await.unwrap());
    for stream in [&mut one, &mut other] {
        assert!(next(stream).await.unwrap().ends_with("first"));
    }
    assert_eq!(scene.text.reads(), 1);
    scene.change(Some("second"));
    scene.change(Some("third"));
    for stream in [&mut one, &mut other] {
        assert_eq!(next(stream).await.unwrap(), "third", "the one between is skipped");
        assert!(next(stream).now_or_never().is_none());
    }
    assert_eq!(scene.text.reads(), 2);
    scene.text.set(Some("changed without a notice"));
    let mut late = scene.open(true).await.unwrap();
    assert!(next(&mut late).await.unwrap().ends_with("changed without a notice"));
}

#[tokio::test]
async fn a_topic_ends_with_what_it_is_about_and_with_its_last_stream() {
    let scene = Scene::new();
    let mut stream = scene.open(false).await.unwrap();
    next(&mut stream).await.unwrap();
    scene.change(None);
    assert_eq!(next(&mut stream).await, None);
    assert!(scene.open(false).await.is_none());
    scene.change(Some("again"));
    assert!(scene.open(false).await.is_some());
    drop(stream);
    // Besides the streams and the notice board, watchers have it.
    while Arc::strong_count(&scene.streams.wakeups) > 2 {
        tokio::task::yield_now().await;
    }
    assert_eq!(scene.streams.count(), 0);
}
