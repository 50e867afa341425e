//! Checks of what is special about documents. The tests of `NoticedCache` check the orders of notices and loads.

use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use futures::FutureExt;
use proto_events::ids::{OrganizationId, RoundId, TournamentId};
use proto_events::{Position, StreamId};
use storage::{DocumentBody, NewBody, ViewKind};

use super::*;

fn key(round: i64) -> DocumentKey {
    DocumentKey::new(OrganizationId(1), ViewKind::RoundStandings, RoundId(round))
}

fn address() -> PublicAddress {
    PublicAddress::new("https://events.example")
}

/// Returns a cache whose loads find a document, a count of its loads, and its notice board.
fn cache() -> (DocumentCache, Arc<AtomicUsize>, NoticeBoard) {
    let loads = Arc::new(AtomicUsize::new(0));
    let (count, board) = (Arc::clone(&loads), NoticeBoard::new());
    let load = move |key| {
        let body = format!("load {}", count.fetch_add(1, Ordering::Relaxed) + 1);
        let document = Document {
            key,
            source: StreamId::tournament(TournamentId(1)),
            sort: String::new(),
            owner: None,
            position: Position(1),
            digest: String::new(),
            body: DocumentBody::same(ViewKind::RoundStandings, body),
            stale: false,
        };
        async move { Ok(Some(document)) }.boxed()
    };
    (DocumentCache::new(1 << 20, load, address(), &board), loads, board)
}

async fn body(cache: &DocumentCache, round: i64) -> Bytes {
    cache.get(&key(round), Audience::EVERYBODY).await.unwrap().expect("a document").body.clone()
}

#[tokio::test]
async fn a_notice_with_bodies_renews_the_documents_in_memory_without_a_load() {
    let (cache, loads, board) = cache();
    assert_eq!((body(&cache, 7).await, body(&cache, 9).await), ("load 1".into(), "load 2".into()));
    let notice = Notice::Documents { keys: [6, 7, 8, 9].map(key).into(), position: Position(2) };
    let written = |text: &'static str| NewBody {
        digest: text.to_owned(),
        body: DocumentBody::same(ViewKind::RoundStandings, text),
    };
    // The last document is removed.
    board.post_written(&notice, &["six", "seven", "eight"].map(written));
    let seven = cache.cached(&key(7), Audience::EVERYBODY).expect("a document in memory");
    assert_eq!((&seven.body[..], seven.etag.to_str().unwrap()), (&b"seven"[..], "\"seven\""));
    assert!(
        [6, 8, 9].iter().all(|round| cache.cached(&key(*round), Audience::EVERYBODY).is_none()),
        "they were not in memory"
    );
    assert_eq!((body(&cache, 8).await, loads.load(Ordering::Relaxed)), ("load 3".into(), 3));
    board.post_written(&Notice::Everything, &[]);
    assert!(cache.cached(&key(7), Audience::EVERYBODY).is_none());
}
