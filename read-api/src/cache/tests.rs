//! Checks that no document is older than its last notice, in any order of events. The tests hold loads back.

use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};

use bytes::Bytes;
use proto_events::StreamId;
use proto_events::ids::{OrganizationId, RoundId, TournamentId};
use storage::ViewKind;
use tokio::sync::mpsc;

use super::*;

type Answer = oneshot::Sender<Result<Option<Document>, StoreError>>;

fn key() -> DocumentKey {
    DocumentKey::new(OrganizationId(1), ViewKind::RoundStandings, RoundId(7))
}

fn document(body: &'static str, position: i64) -> Document {
    Document {
        key: key(),
        source: StreamId::tournament(TournamentId(1)),
        sort: String::new(),
        owner: None,
        position: Position(position),
        period: None,
        digest: format!("digest-of-{body}"),
        body: Bytes::from_static(body.as_bytes()),
        stale: false,
    }
}

/// Returns a cache whose loads wait for the test, and a channel with a sender for the result of each load.
fn held_back() -> (Arc<DocumentCache>, mpsc::UnboundedReceiver<Answer>) {
    let (begun, loads) = mpsc::unbounded_channel();
    let cache = DocumentCache::new(1 << 20, move |_| {
        let (answer, answered) = oneshot::channel();
        begun.send(answer).unwrap();
        async move { answered.await.unwrap_or(Err(StoreError::Closed)) }.boxed()
    });
    (Arc::new(cache), loads)
}

fn ask(cache: &Arc<DocumentCache>) -> tokio::task::JoinHandle<Result<Option<Arc<Entry>>, LoadError>> {
    let cache = Arc::clone(cache);
    tokio::spawn(async move { cache.get(&key()).await })
}

fn noticed(cache: &DocumentCache, position: i64) {
    cache.heed(&Notice::Documents { keys: vec![key()], position: Position(position) });
}

fn body(found: Result<Option<Arc<Entry>>, LoadError>) -> String {
    String::from_utf8(found.unwrap().expect("a document").body.to_vec()).unwrap()
}

#[tokio::test]
async fn a_hit_loads_nothing() {
    let (cache, mut loads) = held_back();
    let first = ask(&cache);
    loads.recv().await.unwrap().send(Ok(Some(document("one", 1)))).unwrap();
    assert_eq!(body(first.await.unwrap()), "one");
    assert_eq!(body(cache.get(&key()).await), "one");
    assert!(loads.try_recv().is_err());
}

#[tokio::test]
async fn those_who_ask_at_the_same_time_share_one_load() {
    let (cache, mut loads) = held_back();
    let askers: Vec<_> = (0..20).map(|_| ask(&cache)).collect();
    let answer = loads.recv().await.unwrap();
    tokio::task::yield_now().await;
    answer.send(Ok(Some(document("one", 1)))).unwrap();
    for asker in askers {
        assert_eq!(body(asker.await.unwrap()), "one");
    }
    assert!(loads.try_recv().is_err(), "one load was enough");
}

#[tokio::test]
async fn a_late_load_does_not_outlive_a_newer_notice() {
    let (cache, mut loads) = held_back();
    let early = ask(&cache);
    let answer = loads.recv().await.unwrap();
    noticed(&cache, 2);
    answer.send(Ok(Some(document("old", 1)))).unwrap();
    // It is loaded again rather than served.
    loads.recv().await.unwrap().send(Ok(Some(document("new", 2)))).unwrap();
    assert_eq!(body(early.await.unwrap()), "new");
    assert_eq!(body(cache.get(&key()).await), "new");
}

#[tokio::test]
async fn whoever_asks_after_a_notice_does_not_wait_for_a_load_from_before() {
    let (cache, mut loads) = held_back();
    let early = ask(&cache);
    let old = loads.recv().await.unwrap();
    noticed(&cache, 2);
    let late = ask(&cache);
    let new = loads.recv().await.unwrap();
    new.send(Ok(Some(document("new", 2)))).unwrap();
    assert_eq!(body(late.await.unwrap()), "new");
    old.send(Ok(Some(document("old", 1)))).unwrap();
    assert_eq!(body(early.await.unwrap()), "new", "the early request gets the stored document too");
    assert_eq!(body(cache.get(&key()).await), "new");
}

#[tokio::test]
async fn a_load_of_the_same_position_as_the_notice_is_not_kept_if_it_began_before() {
    let (cache, mut loads) = held_back();
    let early = ask(&cache);
    let answer = loads.recv().await.unwrap();
    noticed(&cache, 2);
    answer.send(Ok(Some(document("before it caught up", 2)))).unwrap();
    loads.recv().await.unwrap().send(Ok(Some(document("after", 2)))).unwrap();
    assert_eq!(body(early.await.unwrap()), "after");
}

#[tokio::test]
async fn what_is_older_than_a_notice_is_neither_stored_nor_served() {
    let (cache, mut loads) = held_back();
    noticed(&cache, 5);
    noticed(&cache, 3);
    let asker = ask(&cache);
    for _ in 0..ATTEMPTS {
        loads.recv().await.unwrap().send(Ok(Some(document("old", 4)))).unwrap();
    }
    let refused = asker.await.unwrap().unwrap_err();
    assert!(matches!(refused, LoadError::Behind));
    assert_eq!(Problem::from(refused).status().as_u16(), 503);
    let asker = ask(&cache);
    loads.recv().await.unwrap().send(Ok(Some(document("new", 5)))).unwrap();
    assert_eq!(body(asker.await.unwrap()), "new");
}

#[tokio::test]
async fn under_a_hail_of_notices_there_is_still_an_answer_and_it_is_not_stored() {
    let (cache, mut loads) = held_back();
    let asker = ask(&cache);
    for position in 2..2 + i64::try_from(ATTEMPTS).unwrap() {
        let answer = loads.recv().await.unwrap();
        noticed(&cache, position);
        answer.send(Ok(Some(document("as of the load", position)))).unwrap();
    }
    assert_eq!(body(asker.await.unwrap()), "as of the load");
    let next = ask(&cache);
    loads.recv().await.unwrap().send(Ok(Some(document("newest", 9)))).unwrap();
    assert_eq!(body(next.await.unwrap()), "newest");
}

#[tokio::test]
async fn another_generation_empties_everything_and_forgets_positions() {
    let (cache, mut loads) = held_back();
    let first = ask(&cache);
    loads.recv().await.unwrap().send(Ok(Some(document("first generation", 9)))).unwrap();
    assert_eq!(body(first.await.unwrap()), "first generation");
    noticed(&cache, 9);
    let under_way = ask(&cache);
    let answer = loads.recv().await.unwrap();
    cache.heed(&Notice::Everything);
    answer.send(Ok(Some(document("first generation", 9)))).unwrap();
    // Rebuilt documents may have an earlier position.
    loads.recv().await.unwrap().send(Ok(Some(document("second generation", 4)))).unwrap();
    assert_eq!(body(under_way.await.unwrap()), "second generation");
    assert_eq!(body(cache.get(&key()).await), "second generation");
}

#[tokio::test]
async fn what_does_not_exist_is_asked_for_again() {
    let (cache, mut loads) = held_back();
    for _ in 0..2 {
        let asker = ask(&cache);
        loads.recv().await.unwrap().send(Ok(None)).unwrap();
        assert!(asker.await.unwrap().unwrap().is_none());
    }
}

#[tokio::test]
async fn a_failure_is_told_to_all_and_not_remembered() {
    let (cache, mut loads) = held_back();
    let (one, other) = (ask(&cache), ask(&cache));
    let answer = loads.recv().await.unwrap();
    tokio::task::yield_now().await;
    answer.send(Err(StoreError::Closed)).unwrap();
    assert!(one.await.unwrap().is_err() && other.await.unwrap().is_err());
    let again = ask(&cache);
    loads.recv().await.unwrap().send(Ok(Some(document("one", 1)))).unwrap();
    assert_eq!(body(again.await.unwrap()), "one");
}

#[tokio::test]
async fn a_load_goes_on_when_whoever_asked_has_gone() {
    let (cache, mut loads) = held_back();
    let gone = ask(&cache);
    let answer = loads.recv().await.unwrap();
    gone.abort();
    let stays = ask(&cache);
    tokio::task::yield_now().await;
    answer.send(Ok(Some(document("one", 1)))).unwrap();
    assert_eq!(body(stays.await.unwrap()), "one");
}

#[tokio::test]
async fn a_lost_load_does_not_block_the_next() {
    let loads = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&loads);
    let cache = Arc::new(DocumentCache::new(1 << 20, move |_| {
        let first = count.fetch_add(1, Ordering::Relaxed) == 0;
        async move { if first { panic!("the store is broken") } else { Ok(Some(document("one", 1))) } }.boxed()
    }));
    assert!(matches!(cache.get(&key()).await, Err(LoadError::Lost)));
    assert_eq!(body(cache.get(&key()).await), "one");
}

/// A step in the life of one document.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// A request arrives.
    Ask,
    /// A newer document is committed.
    Write,
    /// The notice of the newest document is processed, and then its position is reported as applied.
    Notice,
    /// The oldest load ends with the document that it found when it began.
    Land,
}

/// Lets every task run until it waits.
async fn settle() {
    for _ in 0..8 {
        tokio::task::yield_now().await;
    }
}

/// Runs these steps. Returns, for each answered request, the position that was applied when it arrived, and the
/// position of its document.
async fn run(steps: &[Step]) -> Vec<(i64, i64)> {
    let stored = Arc::new(AtomicI64::new(1));
    let (begun, mut loads) = mpsc::unbounded_channel();
    let store = Arc::clone(&stored);
    let cache = Arc::new(DocumentCache::new(1 << 20, move |_| {
        let (found, (let_go, held)) = (store.load(Ordering::SeqCst), oneshot::channel::<()>());
        begun.send(let_go).unwrap();
        async move {
            let _ = held.await;
            Ok(Some(Document { digest: found.to_string(), ..document("some", found) }))
        }
        .boxed()
    }));
    let (mut applied, mut readers) = (1, Vec::new());
    for step in steps {
        match step {
            Step::Ask => readers.push((applied, ask(&cache))),
            Step::Write => drop(stored.fetch_add(1, Ordering::SeqCst)),
            Step::Notice => {
                let position = stored.load(Ordering::SeqCst);
                noticed(&cache, position);
                applied = position;
            }
            Step::Land => drop(loads.try_recv()),
        }
        settle().await;
    }
    let mut given = Vec::new();
    for (applied, mut reader) in readers {
        let found = loop {
            tokio::select! {
                found = &mut reader => break found.unwrap(),
                Some(let_go) = loads.recv() => drop(let_go),
            }
        };
        match found {
            Ok(entry) => {
                given.push((applied, entry.unwrap().etag.to_str().unwrap().trim_matches('"').parse().unwrap()));
            }
            Err(refused) => assert!(matches!(refused, LoadError::Behind), "{steps:?}: {refused}"),
        }
    }
    given
}

#[tokio::test]
async fn who_asks_after_a_position_was_applied_is_given_nothing_older_whatever_the_order() {
    const STEPS: [Step; 4] = [Step::Ask, Step::Write, Step::Notice, Step::Land];
    let mut answers = 0;
    for order in 0..4_usize.pow(6) {
        let further = (0..6).map(|place| STEPS[order / 4_usize.pow(place) % 4]);
        let steps: Vec<_> = [Step::Ask].into_iter().chain(further).collect();
        for (applied, given) in run(&steps).await {
            answers += 1;
            assert!(given >= applied, "{steps:?}: got position {given} after {applied} was applied");
        }
    }
    assert!(answers > 10_000, "{answers}");
}
